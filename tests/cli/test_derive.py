"""``torsor derive``: the equations, in every form and format, with and without numbers."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from pathlib import Path

import pytest
from tests.equations.reading import columns, equations, number

import torsor as package


def test_the_main_job_shows_the_forces_and_says_how_fast(torsor) -> None:
    found = torsor("derive", "rttrr")
    assert found.status == 0
    assert "Dynamic model of RTTRR" in found.out
    assert len(re.findall(r"^Qm[¹²³⁴⁵] = ", found.out, re.MULTILINE)) == 5
    assert re.fullmatch(
        r"\nDerived in \d+\.\d ms, exactly and in normal form: "
        r"457 terms \(229, 14, 52, 102, 60\)\.\n",
        found.err,
    )


def test_json_has_the_contracts_fields(torsor) -> None:
    data = torsor("derive", "trtrr", "--json").data
    contract = {"robot": str, "method": str, "seconds": float, "terms": list, "tau": list}
    # Beyond them only the hypotheses, which are listed wherever the equations are shown.
    assert set(data) == {*contract, "hypotheses"}
    for field, kind in contract.items():
        assert isinstance(data[field], kind)
    assert (data["robot"], data["method"]) == ("TRTRR", "newton-euler")
    assert data["terms"] == [13, 73, 14, 22, 13]
    assert data["hypotheses"] == ["com_at_origin", "principal_axes"]
    assert 0 < data["seconds"] < 10
    model = package.derive("trtrr")
    assert [model.parse(text) for text in data["tau"]] == list(model.tau)


def test_json_of_the_matrices_and_of_the_steps(torsor) -> None:
    model = package.derive("planar2r")
    data = torsor("derive", "planar2r", "--form", "matrices", "--json").data
    for name in ("M", "C"):
        found = [[model.parse(e) for e in row] for row in data[name]]
        assert found == [list(row) for row in getattr(model, name)]
    for name in ("g", "payload"):
        assert [model.parse(e) for e in data[name]] == list(getattr(model, name))
    links = torsor("derive", "planar2r", "--form", "steps", "--json").data["links"]
    assert [model.parse(e) for e in links["2"]["a_C"]] == list(model.links[2].a_C)


@pytest.mark.parametrize("format", ["text", "latex", "markdown", "html"])
@pytest.mark.parametrize("form", ["tau", "matrices", "steps"])
def test_every_form_in_every_format(form: str, format: str, torsor) -> None:
    found = torsor("derive", "planar2r", "--form", form, "--format", format)
    assert found.status == 0
    opening = {"text": "Dynamic", "latex": "% Dynamic", "markdown": "# ", "html": "<!doctype html>"}
    assert found.out.startswith(opening[format])
    assert ("Derived in" in found.err) == (format == "text")


def test_standalone_latex_is_a_whole_document(torsor) -> None:
    options = ("derive", "planar2r", "--format", "latex")
    assert torsor(*options, "--standalone").out.startswith("\\documentclass")
    assert "\\documentclass" not in torsor(*options).out


def test_the_options_of_style_reach_the_page(torsor) -> None:
    plain = ("derive", "planar2r", "--notation", "plain")
    assert "cos(q1+q2)" in torsor(*plain, "--shorter", "squares, sums").out
    assert "*ddq1 + (Izz2" in torsor(*plain, "--collect", "motion").out.replace("\n    ", " ")
    named = torsor(*plain, "--intermediates").out
    assert "Intermediates\n\nsigma1 = " in named
    deep = torsor(*plain, "--intermediates", "--depth", "1", "--size", "4").out
    assert deep != named
    steps = (*plain, "--form", "steps")
    assert "F[2] = m2 a_C[2]" in torsor(*steps, "--relations").out
    assert "F[2] = m2 a_C[2]" not in torsor(*steps).out


def test_the_robots_own_hand_is_used_unless_another_is_asked_for(torsor, tmp_path: Path) -> None:
    assert "Notation: trtrr" in torsor("derive", "trtrr").out
    assert "Notation: spong" in torsor("derive", "trtrr", "--notation", "spong").out
    own = tmp_path / "own.toml"
    own.write_text('[symbol]\n"m<i>" = { base = "μ", sub = "<i>" }\n', "utf-8")
    assert "μ₁ q̈₁" in torsor("derive", "trtrr", "--notation", own).out.replace("q\u0308", "q̈")


@pytest.mark.parametrize("width", [40, 90, 160])
def test_the_terminals_width_is_respected(width: int, torsor, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for options in (["3r"], ["rttrr"], ["trtrr", "--form", "steps", "--relations"]):
        found = torsor("derive", *options).out
        widest = max(map(columns, found.splitlines()))
        assert width - 20 <= widest <= width


def test_very_narrow_and_very_wide_terminals_are_taken_within_reason(torsor, monkeypatch) -> None:
    for width, most in (("10", 40), ("2000", 160), ("nonsense", 100)):
        monkeypatch.setenv("COLUMNS", width)
        assert max(map(columns, torsor("derive", "trtrr").out.splitlines())) <= most


def plain(answer) -> dict[str, str]:
    assert answer.status == 0, answer.err
    return equations(answer.out)


@pytest.mark.parametrize("kind", ["json", "toml", "set"])
def test_what_is_given_is_put_in_and_the_rest_stays_symbolic(
    kind: str, torsor, tmp_path: Path
) -> None:
    values = {"l1": "0.35", "m2": "2", "g": "9.80665"}
    arguments = [f"--set={name}={value}" for name, value in values.items()]
    if kind == "json":
        file = tmp_path / "values.json"
        file.write_text("{" + ", ".join(f'"{n}": {v}' for n, v in values.items()) + "}")
        arguments = ["--values", str(file)]
    if kind == "toml":
        file = tmp_path / "values.toml"
        file.write_text("".join(f"{n} = {v}\n" for n, v in values.items()))
        arguments = ["--values", str(file)]
    found = plain(torsor("derive", "planar2r", "--notation", "plain", *arguments))
    model = package.derive("planar2r")
    for i, tau in enumerate(model.tau, 1):
        right = found[f"tau{i}"]
        assert not set(re.findall(r"[A-Za-z]\w*", right)) & set(values)
        exact = tau.subs({n: Fraction(v) for n, v in values.items()})
        assert exact == exact.ring.parse(right)


def test_settings_override_the_file(torsor, tmp_path: Path) -> None:
    file = tmp_path / "values.json"
    file.write_text('{"m1": 1, "m2": 2, "m3": 3}')
    base = ("derive", "cartesian", "--payload", "none", "--notation", "plain", "--values", file)
    assert plain(torsor(*base))["tau1"] == "6*ddq1"
    assert plain(torsor(*base, "--set", "m3=10"))["tau1"] == "13*ddq1"


def test_digits_round_the_numbers(torsor) -> None:
    options = ("derive", "planar2r", "--notation", "plain", "--set", "q1=0.3", "--set", "m1=1/3")
    exact = plain(torsor(*options))["tau1"]
    rounded = plain(torsor(*options, "--digits", "5"))["tau1"]
    assert "0.33333*rx1^2*ddq1" in rounded
    assert f"{math.cos(0.3):.5f}*m2*l1*g" in rounded
    numbers = re.findall(r"(?<![\w.])\d+\.\d+", rounded)
    assert numbers
    assert all(len(n.replace(".", "").lstrip("0")) <= 5 for n in numbers)
    names = set(re.findall(r"[A-Za-z]\w*", exact)) - {"sin", "cos"}
    values = {name: Fraction(i + 3, 7) for i, name in enumerate(sorted(names))}
    assert number(rounded, values) == pytest.approx(number(exact, values), rel=1e-4)


def test_digits_round_a_robots_own_numbers_too(torsor) -> None:
    options = ("derive", "cartesian", "--assume", "m1 = 1/3", "--payload", "none")
    found = plain(torsor(*options, "--notation", "plain", "--digits", "3"))["tau1"]
    assert found == "m2*ddq1 + m3*ddq1 + 0.333*ddq1" or found.startswith("0.333*ddq1")


def test_angles_may_be_given_in_degrees_and_enter_exactly(torsor) -> None:
    found = plain(torsor("derive", "planar2r", "--notation", "plain", "--set", "q1=30deg"))
    assert "sqrt(3)" in found["tau1"]
    assert "q1)" not in found["tau1"]


def test_values_for_lists_of_coordinates(torsor, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text('{"dq": [0, 0], "ddq": [0, 0]}')
    found = plain(torsor("derive", "planar2r", "--notation", "plain", "--values", file))
    assert "dq" not in found["tau1"]
    assert "g" in found["tau1"]


def test_hypotheses_and_payload_are_options(torsor) -> None:
    options = ("--assume", "principal_axes", "--payload", "none", "--json")
    lean = torsor("derive", "rttrr", *options).data
    assert sum(lean["terms"]) < 457
    assert lean["hypotheses"] == ["principal_axes"]
    assert not re.search(r"\b(fx|Ixy\d)\b", "".join(lean["tau"]))
    full = torsor("derive", "trtrr", "--no-hypotheses", "--json").data
    assert sum(full["terms"]) > 135
    weight = torsor("derive", "rttrr", "--payload", "weight", "--json").data
    assert "mp" in "".join(weight["tau"])
    base = torsor("derive", "rttrr", "--payload", "wrench-base", "--json").data
    assert base["tau"][1].endswith("fz")


def test_a_robot_file_is_derived(torsor, tmp_path: Path) -> None:
    file = tmp_path / "arm.toml"
    file.write_text('name = "Arm"\nets = "Rz(q1) tx(l1) tz(q2)"\n')
    data = torsor("derive", file, "--json").data
    assert data["robot"] == "Arm"
    assert json.dumps(data)
