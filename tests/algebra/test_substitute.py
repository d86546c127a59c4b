"""Substitution, checked against SymPy and against plain numbers."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from torsor import Ring, TorsorError

from .trees import RING, in_numbers, in_ring, in_sympy, magnitude, sums, sympy_proves_zero, trees

fractions = st.fractions(-5, 5, max_denominator=8)


@settings(max_examples=40, deadline=None)
@given(trees, fractions, fractions)
def test_numbers_for_symbols_as_sympy_puts_them(tree: tuple, a: Fraction, b: Fraction) -> None:
    ours = in_ring(tree).subs({"a": a, "b": str(b)}).to_sympy()
    theirs = in_sympy(tree).subs({"a": sympy.Rational(a), "b": sympy.Rational(b)})
    assert sympy_proves_zero(ours - theirs)


@settings(max_examples=40, deadline=None)
@given(sums)
def test_symbols_and_texts_are_put_in_at_once(tree: tuple) -> None:
    ours = in_ring(tree).subs({"a": "b", "b": "a^2 - x/3"}).to_sympy()
    a, b, x = sympy.symbols("a b x")
    theirs = in_sympy(tree).xreplace({a: b, b: a**2 - x / 3})
    assert sympy_proves_zero(ours - theirs)


@settings(max_examples=40, deadline=None)
@given(trees, st.integers(-24, 24))
def test_an_angle_in_degrees_enters_exactly(tree: tuple, k: int) -> None:
    put = in_ring(tree).subs({"q1": f"{15 * k}deg", "q2": f"{k}*pi/12"})
    assert not {"q1", "q2"} & set(put.symbols())
    values = {"a": 0.7, "b": -1.3, "dq1": 2.1, "dq2": 0.4}
    at = {**values, "q1": math.radians(15 * k), "q2": k * math.pi / 12}
    expected = in_numbers(tree, at, math)
    assert put.evaluate(values) == pytest.approx(expected, abs=1e-12 * magnitude(tree, at))


@settings(max_examples=30, deadline=None)
@given(trees, st.floats(-10, 10))
def test_an_angle_in_floats_stays_on_the_circle(tree: tuple, angle: float) -> None:
    put = in_ring(tree).subs({"q1": angle})
    at = {"a": 0.7, "b": -1.3, "dq1": 2.1, "dq2": 0.4, "q1": angle, "q2": 0.9}
    expected = in_numbers(tree, at, math)
    assert put.evaluate(at) == pytest.approx(expected, abs=1e-11 * magnitude(tree, at))
    circle = (RING.sin("q1") ** 2 + RING.cos("q1") ** 2).subs({"q1": angle})
    assert circle == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30deg", "1/2"),
        ("-90deg", "-1"),
        ("pi/4", "sqrt(2)/2"),
        ("60deg", "sqrt(3)/2"),
        ("75deg", "(sqrt(6) + sqrt(2))/4"),
        ("q2", "sin(q2)"),
        ("-q2", "-sin(q2)"),
        ("q2 + 90deg", "cos(q2)"),
        ("2*q2", "2*sin(q2)*cos(q2)"),
        ("q2 + q1", "sin(q1 + q2)"),
        ("0", "0"),
    ],
)
def test_the_sine_of_an_angle_given_as_text(text: str, expected: str) -> None:
    assert RING.sin("q1").subs({"q1": text}) == RING.parse(expected)


def test_a_new_angle_brings_its_pair() -> None:
    put = RING.parse("sin(q1)^2*a").subs({"q1": "q2 + phi"})
    assert set(put.symbols()) == {"a", "q2", "phi"}
    at = {"a": 2.0, "q2": 0.3, "phi": 1.1}
    assert put.evaluate(at) == pytest.approx(2 * math.sin(1.4) ** 2)


def test_an_expression_with_new_symbols_brings_them() -> None:
    other = Ring(["x", "v"], ["phi"], rates={"phi": "v"}, signs=["v"])
    value = other.parse("x*cos(phi)") + other.generator("sign(v)")
    put = RING.parse("a^2*sin(q1)").subs({"a": value})
    assert set(put.symbols()) == {"x", "phi", "q1", "v"}
    at = {"x": 1.5, "phi": 0.4, "q1": 0.8, "v": -2.0}
    expected = (1.5 * math.cos(0.4) - 1) ** 2 * math.sin(0.8)
    assert put.evaluate(at) == pytest.approx(expected)


def test_an_expression_that_moves_keeps_its_rates() -> None:
    other = Ring(["x", "v"], ["phi"], rates={"phi": "v"})
    put = Ring(["a"]).symbol("a").subs({"a": other.parse("x*cos(phi)")})
    assert put.dt() == other.parse("-x*v*sin(phi)")


def test_a_text_with_functions_is_put_in_exactly() -> None:
    put = RING.symbol("a").subs({"a": "b*sin(30deg) + sqrt(3)*cos(q1)^2"})
    assert put == RING.parse("b/2 + sqrt(3) - sqrt(3)*sin(q1)^2")


def test_what_does_not_occur_changes_nothing() -> None:
    expression = RING.parse("a*cos(q1)")
    assert expression.subs({"b": 3, "q2": "30deg", "dq1": float("1e300")}) == expression
    assert expression.subs({}) == expression


def test_an_angle_that_may_stand_bare_is_replaced_in_both_places() -> None:
    ring = Ring(["q"], ["q"])
    put = (ring.symbol("q") * ring.sin("q")).subs({"q": "1/2"})
    assert put.evaluate() == pytest.approx(0.5 * math.sin(0.5))
    assert ring.symbol("q").subs({"q": ring.symbol("q") + 1}) == ring.symbol("q") + 1


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"a": float("nan")}, "not a finite number"),
        ({"a": float("-inf")}, "not a finite number"),
        ({"a": "30deg"}, "plain number is expected"),
        ({"a": "b +"}, "cannot be read at the end"),
        ({"a": True}, "not a number"),
        ({"a": None}, "not a finite number"),
        ({"q1": RING.symbol("b")}, "an expression stands for the angle q1"),
        ({"q1": "q2/2"}, "only whole multiples"),
        ({"q1": "q2*q2"}, "not a sum of angles"),
    ],
)
def test_what_cannot_be_put_in_is_refused(values: dict, sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence):
        RING.parse("a*sin(q1)").subs(values)


def test_what_vanishes_on_the_way_stays_zero() -> None:
    """A number takes every term away before a root comes in."""
    ring = Ring(["m"], ["q"], roots=[3])
    assert ring.parse("m*sin(q)").subs({"m": 0, "q": "60deg"}) == 0
