"""The three Cluj papers, equation by equation: what is printed, with its errata, is derived.

The TOML files beside this one hold every equation as printed. An equation without ``errata``
agrees as it stands; an erratum replaces one printed term by the right one, and nothing else may
differ. An excerpt is judged by the terms that it prints; the others are counted (``more``).
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import torsor

PAPERS = {
    name: tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))
    for name in ("rttrr", "trtrr", "3r")
}
KINDS = {"dot", "index", "symbol", "sign", "coefficient", "power", "missing", "extra", "twice"}
EQUATIONS = [(paper, equation) for paper in PAPERS.values() for equation in paper["equation"]]


def each(wanted: Any) -> Any:
    """Run a test for each equation that is wanted, under its paper and number."""
    chosen = [(paper["robot"], e) for paper, e in EQUATIONS if wanted(e)]
    names = [f"{robot} {e['label']}" for robot, e in chosen]
    return pytest.mark.parametrize(("robot", "equation"), chosen, ids=names)


@cache
def model(robot: str) -> Any:
    """The robot's model, derived once."""
    return torsor.derive(torsor.load(robot))


def derived(robot: str, target: str) -> Any:
    """The derived ``tau[1]`` or ``a_C[4].x``, counted from 1 as papers do."""
    quantity, number, axis = re.fullmatch(r"(\w+)\[(\d)\](?:\.([xyz]))?", target).groups()
    if quantity == "tau":
        return model(robot).tau[int(number) - 1]
    return getattr(model(robot).links[int(number)], quantity)["xyz".index(axis)]


def read(robot: str, text: str) -> Any:
    """A printed text in the model's ring; the papers print Jxy for minus the tensor's Ixy."""
    text = re.sub(r"\bJ(xy|xz|yz)(\d)", r"(-I\1\2)", " ".join(text.split()) or "0")
    return model(robot).tau[0].ring.parse(text)


def corrected(robot: str, equation: Any) -> Any:
    """What is printed, with each erratum's printed term replaced by its correct one."""
    result = read(robot, equation["printed"])
    for erratum in equation.get("errata", []):
        result = result - read(robot, erratum["printed"]) + read(robot, erratum["correct"])
    return result


def printed_terms(equation: Any) -> list[str]:
    """The terms of a sum, as printed, each with its minus sign."""
    text = " ".join(equation["printed"].split())
    return re.sub(r" \+ ", "\n", re.sub(r" - ", "\n-", text)).split("\n")


@each(lambda e: not e.get("errata") and not e.get("excerpt"))
def test_the_equation_is_right_as_printed(robot: str, equation: Any) -> None:
    assert read(robot, equation["printed"]) == derived(robot, equation["target"])


@each(lambda e: e.get("errata") and not e.get("excerpt"))
def test_the_equation_is_right_but_for_its_errata(robot: str, equation: Any) -> None:
    assert read(robot, equation["printed"]) != derived(robot, equation["target"])
    assert corrected(robot, equation) == derived(robot, equation["target"])


@each(lambda e: e.get("excerpt"))
def test_the_excerpt_prints_terms_of_the_equation(robot: str, equation: Any) -> None:
    printed = set(corrected(robot, equation).terms)
    whole = set(derived(robot, equation["target"]).terms)
    assert printed <= whole
    assert len(whole - printed) == equation["more"]


@each(lambda e: e.get("errata"))
def test_an_erratum_replaces_a_term_that_is_printed(robot: str, equation: Any) -> None:
    errata = equation["errata"]
    for erratum in errata:
        assert erratum["kind"] in KINDS
        assert (erratum["kind"] == "missing") == (erratum["printed"] == "")
        assert (erratum["kind"] in ("extra", "twice")) == (erratum["correct"] == "")
        assert read(robot, erratum["printed"]) != read(robot, erratum["correct"])
    wrong = Counter(erratum["printed"] for erratum in errata if erratum["printed"])
    if re.search(r"(?<!sin)(?<!cos)\(", equation["printed"]):
        expanded = read(robot, equation["printed"]).terms
        assert all(read(robot, text).terms[0] in expanded for text in wrong)
    else:
        assert wrong <= Counter(printed_terms(equation))


@pytest.mark.parametrize(
    ("robot", "numbers"),
    [
        ("rttrr", range(1, 6)),
        ("trtrr", (3, 4, 5, 7, *range(9, 20), *range(26, 31), *range(36, 41))),
        ("3r", range(3, 15)),
    ],
)
def test_every_dynamics_equation_is_checked_or_says_why_not(robot: str, numbers: Any) -> None:
    paper = PAPERS[robot]
    unchecked = paper.get("unchecked", [])
    labels = [e["label"] for e in (*paper["equation"], *unchecked)]
    assert len(labels) == len(set(labels))
    assert {int(re.match(r"\((\d+)\)", label).group(1)) for label in labels} == set(numbers)
    assert all("defined" in entry["reason"] for entry in unchecked)


def test_the_driving_forces_of_trtrr_have_as_many_terms_as_the_paper_prints() -> None:
    numbers = [f"({n})" for n in range(36, 41)]
    equations = {e["label"]: e for e in PAPERS["trtrr"]["equation"]}
    assert [len(tau) for tau in model("trtrr").tau] == [13, 73, 14, 22, 13]
    assert [len(printed_terms(equations[n])) for n in numbers] == [13, 73, 14, 22, 13]


def test_the_driving_forces_of_rttrr_have_457_terms_in_normal_form() -> None:
    assert [len(tau) for tau in model("rttrr").tau] == [229, 14, 52, 102, 60]
