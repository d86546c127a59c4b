"""``torsor diff``: two models term by term, and what their difference weighs."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import torsor as package
from torsor import TorsorError
from torsor.referee.model_diff import diff

from .conftest import Command


@pytest.fixture
def values(tmp_path: Path) -> Path:
    """A number for every parameter of RTTRR."""
    ring = package.derive("rttrr").ring
    moving = {f"{d}q{i}" for d in ("", "d", "dd") for i in range(1, 6)}
    numbers = {
        name: 9.81 if name == "g" else 0.2 + 0.01 * k
        for k, name in enumerate(n for n in ring.symbols if n not in moving)
    }
    file = tmp_path / "numbers.json"
    file.write_text(json.dumps(numbers), "utf-8")
    return file


def test_a_robot_is_equal_to_itself(torsor: Command) -> None:
    answer = torsor("diff", "rttrr", "rttrr")
    assert answer.status == 0
    assert "The two models are equal." in answer.out


def test_a_hypothesis_leaves_its_terms_out(torsor: Command) -> None:
    data = torsor("diff", "rttrr", "rttrr", "--assume", "principal_axes", "--json").data
    assert not data["equal"]
    whole, part = package.derive("rttrr"), package.derive(assumed("rttrr", "principal_axes"))
    for force, a, b in zip(data["forces"], whole.tau, part.tau, strict=True):
        assert (force["a"], force["b"]) == (len(a), len(b))
        assert len(force["differences"]) == len(a) - len(b)
        assert {d["kind"] for d in force["differences"]} <= {"extra"}


def assumed(robot: str, *hypotheses: str) -> package.Robot:
    """A robot with hypotheses."""
    from torsor.robot.hypotheses import assume

    return assume(package.load(robot), *hypotheses)


def test_the_terminal_names_the_hypothesis_and_shows_a_dozen_terms(torsor: Command) -> None:
    lines = torsor("diff", "rttrr", "rttrr", "--assume", "com_at_origin").out.splitlines()
    assert lines[0] == "RTTRR against RTTRR with com_at_origin"
    assert any(line.startswith("tau1: 229 terms against ") for line in lines)
    assert any(line.endswith(" more; --all shows them") for line in lines)
    every = torsor("diff", "rttrr", "rttrr", "--assume", "com_at_origin", "--all").out
    assert " more; --all" not in every
    assert len(every.splitlines()) > len(lines)


def test_with_values_the_difference_is_weighed(torsor: Command, values: Path) -> None:
    arguments = ("diff", "rttrr", "rttrr", "--assume", "principal_axes", "--values", values)
    text = torsor(*arguments).out
    assert "they differ by at most " in text
    assert " % of the largest tau4" in text
    data = torsor(*arguments, "--json").data
    for force in data["forces"]:
        assert 0 <= force["share"] <= 2
        shares = [w["share"] for w in force["weights"]]
        assert shares == sorted(shares, reverse=True)
        assert (force["share"] == 0) == (force["differences"] == [])
        assert force["share"] <= sum(shares) + 1e-9


def test_the_weight_is_that_of_the_difference_itself() -> None:
    """m₃ q̈₃ of a slider against half of it: at most half of the largest force."""
    values = {"m1": 1, "m2": 2, "m3": 3, "g": 0, "fx": 0, "fy": 0, "fz": 0}
    found = diff("cartesian", assumed("cartesian", "m3 = 3/2"), values)
    third = found.forces[2]
    assert third.share == pytest.approx(0.5)
    assert [w.share for w in third.weights if w.share] != []


def test_a_term_that_differs_is_paired_with_its_like() -> None:
    found = diff("planar2r", assumed("planar2r", "l1 = 0"))
    assert not found.equal
    assert {d.kind for f in found.forces for d in f.comparison.differences} == {"extra"}


def test_another_number_is_another_coefficient() -> None:
    a, b = assumed("planar2r", "l1 = 2"), assumed("planar2r", "l1 = 3")
    found = diff(a, b)
    kinds = [d.kind for f in found.forces for d in f.comparison.differences]
    assert set(kinds) == {"coefficient"}
    pairs = [d for f in found.forces for d in f.comparison.differences if d.printed and d.derived]
    ratios = {
        d.derived.coefficient / d.printed.coefficient for d in pairs if d.derived and d.printed
    }
    assert ratios <= {Fraction(3, 2), Fraction(9, 4)}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["diff", "rttrr"], "Missing argument 'OTHER'"),
        (["diff", "rttrr", "3r"], "RTTRR has 5 coordinates and 3R has 3; only like robots"),
        (["diff", "rttrr", "rtrrr"], "no robot is called 'rtrrr'"),
        (["diff", "3r", "3r", "--assume", "flat"], "the hypothesis 'flat' is unknown"),
        (["diff", "3r", "3r", "--set", "m1=2"], "no value for "),
        (["diff", "3r", "3r", "--set", "m1"], "--set 'm1': expected NAME=VALUE"),
        (["diff", "3r", "3r", "--values", "nowhere.json"], "nowhere.json"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str, torsor: Command) -> None:
    assert sentence in torsor(*arguments).complaint


def test_python_raises_the_same_sentences() -> None:
    with pytest.raises(TorsorError, match="only like robots can be compared"):
        diff("rttrr", "3r")
