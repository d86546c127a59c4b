"""Each hand prints its symbols as its paper does, each symbol differently from every other."""

from __future__ import annotations

from functools import cache
from unicodedata import normalize

import pytest

import torsor
from torsor import Expression, Model, Ring
from torsor.document.printing.latex import LatexPrinter
from torsor.document.printing.text import TextPrinter
from torsor.equations import text
from torsor.equations.documents import speller
from torsor.equations.speller import Speller
from torsor.notation import load_notation, notation_names
from torsor.robot.symbols import symbol_names

PAPERS = ("rttrr", "trtrr", "3r")


@cache
def model(robot: str) -> Model:
    return torsor.derive(robot)


def expression(robot: str, written: str) -> Expression:
    return model(robot).ring.parse(written)


@pytest.mark.parametrize(
    ("hand", "robot", "written", "latex"),
    [
        ("rttrr", "rttrr", "cos(q4)", "c q_{4}"),
        ("rttrr", "rttrr", "sin(q5)", "s q_{5}"),
        ("rttrr", "rttrr", "cos(q5)^2", "c^{2} q_{5}"),
        ("rttrr", "rttrr", "Ixx5", "{}^{5}J_{x}^{*}"),
        ("rttrr", "rttrr", "Izz1", "{}^{1}J_{z}^{*}"),
        ("rttrr", "rttrr", "fx", "{}^{6}f_{x}"),
        ("rttrr", "rttrr", "nz", "{}^{6}n_{z}"),
        ("rttrr", "rttrr", "m5", "M_{5}"),
        ("rttrr", "rttrr", "rx5", "{}^{5}r_{C_{5x}}"),
        ("rttrr", "rttrr", "ddq1", r"\ddot{q}_{1}"),
        ("rttrr", "rttrr", "m5*rx5", r"M_{5} \cdot {}^{5}r_{C_{5x}}"),
        ("trtrr", "trtrr", "cos(q4)", "c q_{4}"),
        ("trtrr", "trtrr", "Ixx5", "J_{x}^{*5}"),
        ("trtrr", "trtrr", "Ixx5^2", "(J_{x}^{*5})^{2}"),
        ("trtrr", "trtrr", "fx", "F_{l_{x}}^{6}"),
        ("trtrr", "trtrr", "ny", "M_{l_{y}}^{6}"),
        ("3r", "3r", "Ixx3", "I_{x}^{3s}"),
        ("3r", "3r", "rx3", "x_{C3}^{3}"),
        ("3r", "3r", "rz1^2", "(z_{C1}^{1})^{2}"),
        ("3r", "3r", "cos(q2)", r"\cos(q_{2})"),
        ("3r", "3r", "cos(q2)^2", r"\cos(q_{2})^{2}"),
        ("3r", "3r", "fx", "f_{4x}^{4}"),
        ("spong", "scara", "dq1", r"\dot{\theta}_{1}"),
        ("spong", "scara", "ddq4", r"\ddot{\theta}_{4}"),
        ("spong", "scara", "q3", "d_{3}"),
        ("spong", "scara", "ddq3", r"\ddot{d}_{3}"),
        ("spong", "scara", "cos(q2)", "C_{2}"),
        ("spong", "scara", "Izz2", "I_{2zz}"),
        ("spong", "scara", "ac1", r"\hat{a}_{1}"),
        ("standard", "planar2r", "Izz2", "I_{zz2}"),
        ("standard", "planar2r", "sin(q2)", "s_{2}"),
        ("standard", "planar2r", "rx1^2*ddq1", r"r_{x1}^{2} \, \ddot{q}_{1}"),
    ],
)
def test_latex_is_as_the_paper_prints(hand: str, robot: str, written: str, latex: str) -> None:
    assert expression(robot, written).latex(hand) == latex


@pytest.mark.parametrize(
    ("hand", "robot", "written", "shown"),
    [
        ("rttrr", "rttrr", "2*m5*rx5*cos(q4)*dq1*dq4", "2 M₅ ⁵rC₅x cq₄ q̇₁ q̇₄"),
        ("rttrr", "rttrr", "Ixx5*cos(q5)^2 + fx", "⁵Jx* c²q₅ + ⁶fx"),
        ("trtrr", "trtrr", "Ixx5*cos(q4)*dq2^2 + fx", "Jx*⁵ cq₄ q̇₂² + Flx⁶"),
        ("3r", "3r", "m3*rx3^2*cos(q2)", "M₃ (xC₃³)² cos(q₂)"),
        ("spong", "scara", "Izz2*cos(q2)*dq1*dq3", "I₂zz C₂ θ̇₁ ḋ₃"),
        ("plain", "rttrr", "-2*m5*rx5*cos(q5)^2*dq1", "-2*m5*rx5*cos(q5)^2*dq1"),
    ],
)
def test_text_is_as_the_paper_prints(hand: str, robot: str, written: str, shown: str) -> None:
    found = text(expression(robot, written), hand)
    assert normalize("NFC", found) == normalize("NFC", shown)


def test_rv1a_prints_points_between_factors_and_names_in_line() -> None:
    ring = Ring(["l1", "l2", "m2"], ["q1", "q2", "q3"])
    assert text(ring.parse("l1*cos(q1)"), "rv1a") == "l1.c1"
    assert text(ring.parse("m2*l2*sin(q1)*cos(q2)^2"), "rv1a") == "m₂.l2.s1.c2²"


@pytest.mark.parametrize(
    ("hand", "latex", "shown"),
    [
        ("rv1a", r"\mathit{s23}", "s23"),
        ("standard", "s_{23}", "s₂₃"),
        ("spong", "S_{23}", "S₂₃"),
        ("3r", r"\sin(q_{2} + q_{3})", "sin(q₂+q₃)"),
        ("rttrr", "s (q_{2} + q_{3})", "s(q₂+q₃)"),
        ("plain", r"\sin(\mathit{q2} + \mathit{q3})", "sin(q2+q3)"),
    ],
)
def test_sums_of_angles_in_every_hand(hand: str, latex: str, shown: str) -> None:
    notation = load_notation(hand)
    token = Speller(notation).atom("sin(q2+q3)", 1)
    assert LatexPrinter(notation.product).token(token) == latex
    assert TextPrinter(notation.product, notation.ascii).token(token) == shown


def test_angles_beyond_nine_stay_apart() -> None:
    spell = Speller(load_notation("standard"))
    printer = TextPrinter()
    assert printer.token(spell.atom("cos(q1+q12)", 1)) == "c₁,₁₂"
    assert printer.token(spell.atom("cos(q11+q2)", 1)) == "c₁₁,₂"
    assert printer.token(spell.atom("cos(q12)", 1)) == "c₁₂"


@pytest.mark.parametrize("robot", torsor.library_names())
def test_the_plain_hand_prints_every_name_as_it_is_read(robot: str) -> None:
    spell = Speller(load_notation("plain"))
    for name in model(robot).ring.generators:
        assert TextPrinter("*", ascii=True).token(spell.atom(name, 1)) == name


@pytest.mark.parametrize("robot", torsor.library_names())
def test_no_hand_prints_two_symbols_alike(robot: str) -> None:
    shown = model(robot)
    for hand in notation_names():
        notation = load_notation(hand)
        spell = speller(shown, notation)
        names = symbol_names(shown.robot)
        for printer in (LatexPrinter(), TextPrinter("", notation.ascii)):
            printed = [printer.glyph(spell.glyph(name)) for name in names]
            assert len(set(printed)) == len(names), hand


@pytest.mark.parametrize("hand", notation_names())
def test_products_of_inertia_are_positive_in_the_papers_and_nowhere_else(hand: str) -> None:
    ring = Ring(["Ixy1", "Ixz2", "Iyz3", "Ixx1", "Ixyp", "m1"])
    flipped = hand in PAPERS
    for product in ("Ixy1", "Ixz2", "Iyz3", "Ixyp"):
        assert text(ring.symbol(product), hand).startswith("-") == flipped
        assert text(-ring.symbol(product), hand).startswith("-") != flipped
        assert not text(ring.symbol(product) ** 2, hand).startswith("-")
        assert text(ring.symbol(product) ** 3, hand).startswith("-") == flipped
    for other in ("Ixx1", "m1"):
        assert not text(ring.symbol(other), hand).startswith("-")
    two = ring.parse("Ixy1*Ixz2")
    assert not text(two, hand).startswith("-")


def test_names_nobody_described_print_themselves() -> None:
    ring = Ring(["l2", "alpha", "beta_3", "arm", "k_tool_2", "xy"])
    shown = {n: ring.symbol(n).latex() for n in ring.symbols}
    assert shown == {
        "l2": "l_{2}",
        "alpha": r"\alpha",
        "beta_3": r"\beta_{3}",
        "arm": r"\mathit{arm}",
        "k_tool_2": "k_{tool,2}",
        "xy": r"\mathit{xy}",
    }


def test_a_named_constant_angle_is_an_index() -> None:
    shown = torsor.derive("Rz(q1) Rx(alpha) tx(l1) Rz(q2)")
    assert shown.ring.cos("alpha").latex() == r"c_{\alpha}"
    assert shown.ring.cos("alpha").latex("3r") == r"\cos(\alpha)"
    assert shown.ring.cos("alpha").latex("rttrr") == r"c \alpha"


def test_every_robot_of_the_library_has_a_hand_that_exists() -> None:
    for name in torsor.library_names():
        assert (torsor.load(name).notation or "standard") in notation_names()
    assert [torsor.load(n).notation for n in PAPERS] == list(PAPERS)
    assert torsor.load("scara").notation == "spong"
