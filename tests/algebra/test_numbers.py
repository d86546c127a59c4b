"""Numbers from expressions: exact, as floats, and to any number of digits."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from torsor import Ring, TorsorError
from torsor.algebra.numbers import evaluate_exactly
from torsor.errors import MissingValueError

from .trees import ANGLES, RING, in_numbers, in_ring, magnitude, trees

NAMES = ("a", "b", "dq1", "dq2", *ANGLES)
points = st.fixed_dictionaries({n: st.floats(-8, 8, allow_subnormal=False) for n in NAMES})
exact_points = st.fixed_dictionaries({n: st.fractions(-8, 8, max_denominator=50) for n in NAMES})


@settings(max_examples=70, deadline=None)
@given(trees, points)
def test_floats_are_those_of_plain_arithmetic(tree: tuple, at: dict[str, float]) -> None:
    expected = in_numbers(tree, at, math)
    allowed = 1e-13 * magnitude(tree, at)
    assert in_ring(tree).evaluate(at) == pytest.approx(expected, rel=1e-12, abs=allowed)


@settings(max_examples=60, deadline=None)
@given(trees, exact_points)
def test_fifty_digits_are_those_of_mpmath(tree: tuple, at: dict[str, Fraction]) -> None:
    found = in_ring(tree).evaluate(at, digits=50)
    assert isinstance(found, Decimal)
    with mpmath.workdps(90):
        values = {n: mpmath.mpf(v.numerator) / v.denominator for n, v in at.items()}
        expected = in_numbers(tree, values, mpmath)
        error = abs(mpmath.mpf(str(found)) - expected)
        scale = abs(expected) if abs(expected) > mpmath.mpf(10) ** -80 else 1
        assert error <= mpmath.mpf(10) ** -49 * scale


@pytest.mark.parametrize("digits", [1, 2, 15, 50, 500])
def test_the_digits_asked_for_are_given(digits: int) -> None:
    found = RING.parse("sqrt(2)*sin(q1)").evaluate({"q1": "1/3"}, digits=digits)
    with mpmath.workdps(digits + 20):
        expected = mpmath.sqrt(2) * mpmath.sin(mpmath.mpf(1) / 3)
        assert abs(mpmath.mpf(str(found)) - expected) <= abs(expected) * mpmath.mpf(10) ** (
            1 - digits
        )
    assert len(found.as_tuple().digits) <= digits


def test_cancellation_costs_no_digits() -> None:
    expression = RING.parse("a + b - 1")
    assert expression.evaluate({"a": 1, "b": "1e-30"}) == 1e-30
    tiny = RING.parse("a - sin(q1)").evaluate({"a": "1/2", "q1": "30deg"}, digits=30)
    assert tiny == 0


@pytest.mark.parametrize("lost", range(0, 80, 5))
def test_digits_lost_to_cancellation_are_made_up_for(lost: int) -> None:
    with mpmath.workdps(200):
        near = mpmath.nstr(mpmath.sin(1), lost + 1)
        expected = mpmath.sin(1) - mpmath.mpf(near)
        found = RING.parse("sin(q1) - a").evaluate({"q1": 1, "a": near}, digits=50)
        assert abs(mpmath.mpf(str(found)) - expected) <= abs(expected) * mpmath.mpf(10) ** -49


@pytest.mark.parametrize("angle", [1e3, 1e15, 1e22, 1e30, 1e300, -1e100])
def test_a_large_angle_loses_nothing(angle: float) -> None:
    with mpmath.workdps(400):
        exact = mpmath.mpf(repr(angle))
        sine, cosine = float(mpmath.sin(exact)), float(mpmath.cos(exact))
    assert RING.sin("q1").evaluate({"q1": angle}) == pytest.approx(sine, rel=1e-15, abs=1e-16)
    assert RING.cos("q1").evaluate({"q1": angle}) == pytest.approx(cosine, rel=1e-15, abs=1e-16)


@pytest.mark.parametrize("k", range(-8, 9))
def test_quarter_turns_are_exact_in_floats(k: int) -> None:
    at = {"q1": f"{90 * k}deg"}
    assert RING.sin("q1").evaluate(at) == (0.0, 1.0, 0.0, -1.0)[k % 4]
    assert RING.cos("q1").evaluate(at) == (1.0, 0.0, -1.0, 0.0)[k % 4]


def test_exact_values_are_exact() -> None:
    expression = RING.parse("a^2*sin(q1) - b/3")
    at = {"a": 0.1, "b": "1/7", "q1": "30deg"}
    assert evaluate_exactly(expression, at) == Fraction(1, 200) - Fraction(1, 21)
    with_root = evaluate_exactly(RING.parse("a*cos(q1)"), {"a": 3, "q1": "45deg"})
    assert with_root * with_root == Fraction(9, 2)


def test_a_decimal_keeps_all_its_digits() -> None:
    value = Decimal("0.12345678901234567890123456789")
    assert RING.symbol("a").evaluate({"a": value}, digits=29) == value


def test_signs_are_those_of_the_numbers() -> None:
    sign = Ring(["v"], signs=["v"]).generator("sign(v)")
    assert [sign.evaluate({"v": v}) for v in (-0.2, 0, "1/3", 7)] == [-1, 0, 1, 1]


def test_a_symbol_without_a_value_is_named() -> None:
    with pytest.raises(MissingValueError, match="no value for q1, a"):
        RING.parse("a*cos(q1) + b*sqrt(2)").evaluate({"b": 1})


def test_values_that_are_not_needed_are_welcome() -> None:
    assert RING.symbol("a").evaluate({"a": 2, "b": 3, "other": 4}) == 2.0


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"a": float("nan"), "q1": 0}, "not a finite number"),
        ({"a": "b", "q1": 0}, "not a number"),
        ({"a": 1, "q1": "q2"}, "not an angle in numbers"),
        ({"a": 1, "q1": "1e301rad"}, "out of range"),
        ({"a": 1e300, "q1": 1}, "too large for a float"),
    ],
)
def test_what_is_no_value_is_refused(values: dict, sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence):
        RING.parse("a^2*sin(q1)").evaluate(values)


@pytest.mark.parametrize("digits", [0, -3, 10**9])
def test_a_number_of_digits_out_of_range_is_refused(digits: int) -> None:
    with pytest.raises(TorsorError, match="digits were asked for"):
        RING.symbol("a").evaluate({"a": 1}, digits=digits)
