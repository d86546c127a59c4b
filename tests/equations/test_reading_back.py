"""Whatever is printed in the plain notation reads back as the exact expression."""

from __future__ import annotations

import re

import pytest
from tests.equations.reading import FORMS, SMALL, components, equations, model, printed, quantities

import torsor
from torsor import Expression, Model

EVERY_WAY = [
    {},
    {"collect": "acceleration"},
    {"collect": "velocity"},
    {"collect": "motion"},
    {"collect": "parameter"},
    {"intermediates": True},
    {"intermediates": True, "depth": 1, "size": 3},
]


def read(shown: Model, text: str) -> dict[str, Expression]:
    """Every printed equation, its σ's replaced by what they are defined as."""
    found = components(equations(text))
    defined = {name: right for name, right in found.items() if name.startswith("sigma")}
    ring = shown.ring.extended(symbols=defined)
    known: dict[str, Expression] = {}
    for name, right in defined.items():
        known[name] = ring.parse(right).subs(known).to(shown.ring)
    values = {name: value.to(ring) for name, value in known.items()}
    return {
        name: ring.parse(right).subs(values).to(shown.ring)
        for name, right in found.items()
        if name not in defined
    }


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize("form", FORMS)
def test_every_printed_equation_reads_back_exactly(robot: str, form: str) -> None:
    shown = model(robot)
    wanted = quantities(shown, form)
    assert read(shown, printed(shown, form)) == wanted


@pytest.mark.parametrize("robot", ["planar2r", "trtrr", "3r"])
@pytest.mark.parametrize("form", ["tau", "matrices"])
@pytest.mark.parametrize("way", EVERY_WAY, ids=lambda way: " ".join(map(str, way.values())))
def test_collecting_and_naming_leave_every_equation_as_it_is(
    robot: str, form: str, way: dict[str, object]
) -> None:
    shown = model(robot)
    assert read(shown, printed(shown, form, **way)) == quantities(shown, form)


@pytest.mark.parametrize("width", [40, 53, 160])
def test_a_narrow_page_changes_nothing_but_the_lines(width: int) -> None:
    shown = model("rttrr")
    assert read(shown, printed(shown, width=width)) == quantities(shown, "tau")


def test_exact_numbers_read_back_exactly() -> None:
    shown = model("planar2r", "l1 = 0.35", "m2 = 1/3", "rx2 = 1/7", "g = 9.80665")
    text = printed(shown)
    assert "1/3" in text
    assert "9.80665" in text
    assert read(shown, text) == quantities(shown, "tau")


def test_square_roots_read_back_exactly() -> None:
    text = "Rz(q1) Rx(30deg) tx(l1) Rz(q2) Ry(45deg) tz(l2) Rz(q3)"
    shown = model(text, "point_masses")
    printed_text = printed(shown)
    assert "sqrt(3)" in printed_text
    assert "sqrt(2)" in printed_text
    assert read(shown, printed_text) == quantities(shown, "tau")


def test_friction_rotors_and_springs_read_back_exactly() -> None:
    robot = torsor.load("planar2r")
    for drive in ("friction", "rotors", "springs"):
        robot = robot.with_drives(drive)
    shown = torsor.derive(robot)
    text = printed(shown)
    assert "fc1*sign(dq1)" in text
    assert read(shown, text) == quantities(shown, "tau")


def signs(text: str) -> list[str]:
    """The signs of a sum's terms, in their order."""
    return re.findall(r"(?:^| )([+-])(?= |\{|\\|[A-Z0-9])", text if text[0] == "-" else f"+{text}")


def test_a_paper_that_prints_positive_products_of_inertia_turns_their_signs_and_no_others() -> None:
    shown = model("3r")
    turned = {
        f"I{e}{i}": -shown.ring.symbol(f"I{e}{i}") for e in ("xy", "xz", "yz") for i in (1, 2, 3)
    }
    for tau in shown.tau:
        paper = signs(tau.latex("3r"))
        assert len(paper) == len(tau)
        assert paper == signs(tau.subs(turned).latex("standard"))
        assert paper != signs(tau.latex("standard"))
