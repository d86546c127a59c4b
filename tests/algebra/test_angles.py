"""Exact sines and cosines, and rational points and directions near floats."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from torsor import Ring, TorsorError
from torsor.algebra.angles import angle_of, roots_of
from torsor.algebra.formula import Formula, formula
from torsor.algebra.rational_points import exact_unit_vector, rational_sin_cos, rational_unit_vector
from torsor.algebra.scalars.floats import FloatScalars
from torsor.algebra.scalars.formulas import FormulaScalars
from torsor.algebra.scalars.ring import RingScalars

RING = Ring(["a"], ["alpha", "beta"], roots=[2, 3])
ZERO_TO_TWO_TURNS = range(-720, 735, 15)


def as_float(value: object) -> float:
    return value.evaluate() if hasattr(value, "evaluate") else float(value)


@pytest.mark.parametrize("degrees", ZERO_TO_TWO_TURNS)
def test_every_multiple_of_fifteen_degrees_is_exact(degrees: int) -> None:
    s, c = RingScalars(RING).sin_cos(formula(f"{degrees}deg"))
    assert s * s + c * c == 1
    assert as_float(s) == pytest.approx(math.sin(math.radians(degrees)), abs=1e-14)
    assert as_float(c) == pytest.approx(math.cos(math.radians(degrees)), abs=1e-14)
    # Exactly so: the polynomial with whole coefficients that 2 cos 15k° satisfies is zero.
    x, before, now = 2 * c, 2, 2 * c
    for _ in range(23):  # 2 cos 24θ by Chebyshev's recursion
        before, now = now, x * now - before
    assert now == 2
    assert (s, c) == RingScalars(RING).sin_cos(formula(f"{degrees // 15}*pi/12"))


@pytest.mark.parametrize("degrees", range(0, 360, 90))
def test_quarter_turns_are_plain_whole_numbers(degrees: int) -> None:
    for scalars in (RingScalars(RING), FormulaScalars()):
        s, c = scalars.sin_cos(formula(f"{degrees}deg"))
        assert type(s) is int
        assert type(c) is int
        assert (s, c) == (
            round(math.sin(math.radians(degrees))),
            round(math.cos(math.radians(degrees))),
        )


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_the_roots_an_angle_needs_are_told(degrees: int) -> None:
    s, c = RingScalars(RING).sin_cos(formula(f"{degrees}deg"))
    needed = {n for e in (s, c) if hasattr(e, "names") for n in e.names()}
    assert needed == {f"sqrt({n})" for n in roots_of(angle_of(formula(f"{degrees}deg")))}


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.floats(-7, 7), st.floats(-1e-6, 1e-6), st.floats(-1e6, 1e6)))
def test_a_float_angle_becomes_a_rational_point_on_the_circle(angle: float) -> None:
    s, c = rational_sin_cos(angle)
    assert isinstance(s, Fraction)
    assert s * s + c * c == 1
    assert abs(float(s) - math.sin(angle)) < 1e-15
    assert abs(float(c) - math.cos(angle)) < 1e-15


@pytest.mark.parametrize("t", [Fraction(1, n) for n in range(1, 9)] + [Fraction(0), Fraction(2, 3)])
@pytest.mark.parametrize("off", [3e-9, -3e-9, 1e-8, 1e-12])
def test_an_angle_near_a_simple_fraction_is_not_rounded_to_it(t: Fraction, off: float) -> None:
    angle = 2 * math.atan(float(t) + off)
    s, c = rational_sin_cos(angle)
    assert abs(float(s) - math.sin(angle)) < 1e-15
    assert abs(float(c) - math.cos(angle)) < 1e-15


def test_the_floats_of_quarter_turns_are_quarter_turns() -> None:
    assert [rational_sin_cos(k * math.pi / 2) for k in range(4)] == [
        (0, 1),
        (1, 0),
        (0, -1),
        (-1, 0),
    ]


@settings(max_examples=70, deadline=None)
@given(st.fractions(-2000, 2000, max_denominator=100))
def test_degrees_that_are_no_multiple_of_fifteen_are_near(degrees: Fraction) -> None:
    assume(degrees % 15)
    s, c = RingScalars(RING).sin_cos(formula(f"({degrees})*deg"))
    assert s * s + c * c == 1
    with mpmath.workdps(40):
        angle = mpmath.pi * degrees.numerator / degrees.denominator / 180
        assert abs(float(s) - float(mpmath.sin(angle))) < 1e-15
        assert abs(float(c) - float(mpmath.cos(angle))) < 1e-15


@settings(max_examples=200, deadline=None)
@given(*[st.floats(-1e3, 1e3)] * 3)
def test_a_float_direction_becomes_a_rational_unit_vector(x: float, y: float, z: float) -> None:
    length = math.hypot(x, y, z)
    assume(length > 1e-3)
    found = rational_unit_vector(x, y, z)
    assert sum(e * e for e in found) == 1
    for e, given_ in zip(found, (x, y, z), strict=True):
        assert abs(float(e) - given_ / length) < 1e-15


@pytest.mark.parametrize(
    ("entries", "exactly"),
    [
        ((1, 1, 0), True),
        ((1, 1, 1), True),
        ((1, 2, 2), True),
        ((1, -1, 2), True),
        ((7, 1, 0), True),
        ((0, 0, -5), True),
        ((0.3, -0.4, 1.2345), False),
        ((1, 2, 3), False),
        ((1e-300, 2e-300, 0), False),
    ],
)
def test_a_direction_is_exact_where_roots_of_two_and_three_do(
    entries: tuple[float, float, float], exactly: bool
) -> None:
    fractions = tuple(Fraction(repr(e)) for e in entries)
    axis = exact_unit_vector(fractions)
    x = [RingScalars(RING).value(e) for e in axis]
    assert x[0] * x[0] + x[1] * x[1] + x[2] * x[2] == 1
    scale = max(abs(e) for e in fractions)
    scaled = [float(e / scale) for e in fractions]
    for found, given_ in zip(x, scaled, strict=True):
        assert as_float(found) == pytest.approx(given_ / math.hypot(*scaled), abs=1e-15)
    parallel = all(x[i] * fractions[j] == x[j] * fractions[i] for i in range(3) for j in range(3))
    assert parallel is exactly


def test_huge_and_tiny_directions_keep_their_direction() -> None:
    for scale in (Fraction(10) ** 400, Fraction(1, 10**400)):
        axis = exact_unit_vector((scale, 2 * scale, 3 * scale))
        assert [float(e.constant) for e in axis] == pytest.approx([n / 14**0.5 for n in (1, 2, 3)])


def test_no_direction_is_refused() -> None:
    with pytest.raises(TorsorError, match="no direction"):
        exact_unit_vector((Fraction(0),) * 3)


angle_texts = st.sampled_from(
    ["alpha", "-beta", "2*alpha - beta", "alpha + 30deg", "pi/3 - alpha", "3*beta + 0.2rad",
     "alpha + beta + 90deg", "0.7rad", "100deg", "0", "alpha/2 + alpha/2"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(angle_texts, st.floats(-3, 3), st.floats(-3, 3))
def test_all_scalars_agree_with_plain_numbers(text: str, alpha: float, beta: float) -> None:
    values = {"alpha": alpha, "beta": beta}
    plain = text.replace("deg", "*0.017453292519943295").replace("rad", "")
    scope = {**values, "pi": math.pi}
    expected = FloatScalars(scope).value(formula(plain))
    read = formula(text)
    s, c = FloatScalars(values).sin_cos(read)
    assert (s, c) == pytest.approx((math.sin(expected), math.cos(expected)), abs=1e-14)
    for exact in RingScalars(RING).sin_cos(read), FormulaScalars().sin_cos(read):
        for found, known in zip(exact, (s, c), strict=True):
            value = RingScalars(RING).value(found) if isinstance(found, Formula) else found
            number = value.evaluate(values) if hasattr(value, "evaluate") else value
            assert float(number) == pytest.approx(known, abs=1e-13)


def test_a_long_multiple_of_an_angle_stays_small() -> None:
    s, c = FormulaScalars().sin_cos(formula("24*alpha - 24*beta"))
    assert len(str(s)) < 40
    assert len(str(c)) < 40
    ring_s = RingScalars(RING).value(formula("sin(24*alpha)"))
    assert ring_s.evaluate({"alpha": 0.1}) == pytest.approx(math.sin(2.4))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0.5", 'expected an angle with its unit, such as "0.5deg" or "0.5rad"'),
        ("alpha + 1", "expected an angle with its unit"),
        ("1e400", "expected an angle with its unit"),
        ("1e400rad", "out of range"),
        ("alpha/2", "only whole multiples"),
        ("25*alpha", "only whole multiples"),
        ("alpha*beta", "not a sum of angles"),
        ("alpha^2", "not a sum of angles"),
        ("1/alpha", "not a sum of angles"),
        ("pi^2", "not a sum of angles"),
        ("sqrt(2)*pi", "not a sum of angles"),
        ("sin(alpha)", "not a sum of angles"),
        ("+".join(f"20*a{i}" for i in range(9)), "sum of 9 names"),
    ],
)
def test_what_is_no_angle_is_refused_in_one_short_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence) as caught:
        angle_of(formula(text))
    assert len(str(caught.value)) < 200
