"""An index above the line is read as it is printed, and is no power."""

from __future__ import annotations

from functools import cache

import pytest

import torsor
from torsor import Model
from torsor.errors import TextError
from torsor.notation.notation import read_notation
from torsor.referee.equation import Checker
from torsor.referee.paper import Equation, Paper
from torsor.referee.paper_check import check_paper
from torsor.referee.targets import resolve

RAISED = """
trig = { style = "call", sin = "sin", cos = "cos" }
[symbol]
"m<i>" = { base = "m", sup = "(<i>)" }
"q<i>" = { base = "q", sup = "(<i>)" }
"l<i>" = { base = "l", sup = "(<i>)" }
"rx<i>" = { base = "r", sup = "(<i>)" }
"""
DIGITS = RAISED.replace("(<i>)", "<i>")


@cache
def pendulum() -> Model:
    """A point mass on a turning arm that hangs."""
    robot = torsor.load(
        "Ry(q1) tx(l1) Ry(q2)",
        payload="none",
        assume=("point_masses", "m1 = 0", "ry2 = 0", "rz2 = 0"),
    )
    return torsor.derive(robot)


def verdict(notation: str, target: str, latex: str) -> str:
    """right or wrong."""
    checker = Checker(pendulum(), read_notation(notation, "own", "standard"))
    return "right" if checker.check("(1)", resolve(pendulum(), target), latex).right else "wrong"


@pytest.mark.parametrize(
    "square",
    ["r^{(2)2}", "(r^{(2)})^2", "{r^{(2)}}^2", r"\left(r^{(2)}\right)^{2}", "r^{(2)} r^{(2)}"],
)
def test_a_power_stands_behind_a_raised_index(square: str) -> None:
    assert verdict(RAISED, "M[2,2]", f"M_{{22}} = m^{{(2)}} {square}") == "right"
    assert verdict(RAISED, "M[2,2]", f"M_{{22}} = m^{{(1)}} {square}") == "wrong"


@pytest.mark.parametrize(
    ("sine", "cosine"),
    [
        (r"\sin(q^{(2)})", r"\cos(q^{(1)} + q^{(2)})"),
        (r"\sin q^{(2)}", r"\cos(q^{(1)} + q^{(2)})"),
        (r"\sin{q^{(2)}}", r"\cos{(q^{(1)} + q^{(2)})}"),
        (r"\sin\left(q^{(2)}\right)", r"\cos\left(q^{(1)} + q^{(2)}\right)"),
    ],
)
def test_a_function_is_of_an_angle_with_a_raised_index(sine: str, cosine: str) -> None:
    assert verdict(RAISED, "g[2]", f"g_2 = -m^{{(2)}} r^{{(2)}} g {cosine}") == "right"
    latex = f"C_{{21}} = m^{{(2)}} l^{{(1)}} r^{{(2)}} {sine} \\dot q^{{(1)}}"
    assert verdict(RAISED, "C[2,1]", latex) == "right"
    assert verdict(RAISED, "C[2,1]", latex.replace("(2)", "(1)")) == "wrong"


@pytest.mark.parametrize(
    "square", [r"\dot{q}^{(1)2}", r"(\dot{q}^{(1)})^2", r"\dot q^{(1)} \dot q^{(1)}"]
)
def test_a_rate_with_a_raised_index_is_squared(square: str) -> None:
    rest = r"\sin(q^{(2)}) \dot{q}^{(1)} \dot{q}^{(2)} - m^{(2)} l^{(1)} r^{(2)} \sin(q^{(2)})"
    slope = rf"L_{{q^{{(2)}}}} = -m^{{(2)}} l^{{(1)}} r^{{(2)}} {rest} {square}"
    weight = r"m^{(2)} r^{(2)} g \cos(q^{(1)} + q^{(2)})"
    assert verdict(RAISED, "L_q[2]", f"{slope} + {weight}") == "right"
    assert verdict(RAISED, "L_q[2]", f"{slope} - {weight}") == "wrong"


def test_a_digit_above_is_an_index_where_the_notation_has_it_there() -> None:
    assert verdict(DIGITS, "M[2,2]", "M_{22} = m^2 (r^2)^2") == "right"
    assert verdict(DIGITS, "M[2,2]", "M_{22} = m^2 r^2") == "wrong"
    assert verdict(DIGITS, "C[2,1]", r"C_{21} = m^2 l^1 r^2 \sin(q^2) \dot{q}^1") == "right"


def test_a_notation_is_refused_where_an_index_looks_like_a_power() -> None:
    notation = DIGITS + 'g = "m"\n'
    equation = Equation("(1)", "M[2,2]", "M_{22} = m^2 (r^2)^2")
    robot = "Ry(q1) tx(l1) Ry(q2)"
    with pytest.raises(TextError, match="prints a power of g and m1 alike"):
        check_paper(Paper("own", "own", "", robot, notation, (equation,)))


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ('[symbol]\n"m<i>" = { base = "c", sub = "<i>" }\n', "prints a cosine and m1 alike"),
        ('trig = { style = "prefix" }\n[symbol]\ng = "s"\n', "prints a sine and g alike"),
        ('[symbol]\n"m<i>" = "m"\n', "prints m1 and m2 alike"),
        ('[symbol]\n"m<i>" = { base = "l", sub = "<i>" }\n', "prints l1 and m1 alike|m1 and l1"),
    ],
)
def test_a_notation_is_refused_where_two_symbols_look_alike(notation: str, sentence: str) -> None:
    equation = Equation("(1)", "M[2,2]", "M_{22} = 0")
    paper = Paper("own", "own", "", "Ry(q1) tx(l1) Ry(q2)", notation, (equation,))
    with pytest.raises(TextError, match=sentence):
        check_paper(paper)
