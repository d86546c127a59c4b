"""Numbers a + b√2 + c√3 + d√6: a field, exactly, and to the last digits as floats."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import formula
from torsor.algebra.scalars.exact import ExactScalars
from torsor.algebra.surds import Surd, exact, root, simple
from torsor.program.graph.nodes import Graph

fractions = st.fractions(min_value=-20, max_value=20, max_denominator=12)
numbers = st.builds(lambda *parts: exact(parts), fractions, fractions, fractions, fractions)
sometimes_plain = st.one_of(numbers, fractions.map(simple), st.integers(-9, 9))


def precisely(value: Any) -> mpmath.mpf:
    """A number to 60 digits, by another library."""
    parts = value.parts if isinstance(value, Surd) else (Fraction(value), 0, 0, 0)
    with mpmath.workdps(60):
        return mpmath.fsum(
            mpmath.mpf(Fraction(p).numerator) / Fraction(p).denominator * mpmath.sqrt(n)
            for p, n in zip(parts, (1, 2, 3, 6), strict=True)
        )


@given(sometimes_plain, sometimes_plain, sometimes_plain)
def test_the_laws_of_a_field(a: Any, b: Any, c: Any) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a * b == b * a
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a - b == -(b - a)
    assert a - a == 0
    assert a + 0 == a == a * 1


@given(numbers)
def test_one_over_a_number_times_the_number_is_one(a: Any) -> None:
    assume(a)
    inverse = Surd.inverse(a) if isinstance(a, Surd) else 1 / Fraction(a)
    assert a * inverse == 1


@given(numbers, st.integers(-4, 4))
def test_powers_are_repeated_products(a: Any, n: int) -> None:
    assume(isinstance(a, Surd))
    product: Any = 1
    for _ in range(abs(n)):
        product = product * a
    assert a**n * (product if n < 0 else 1) == (1 if n < 0 else product)


@given(numbers, numbers)
def test_sums_and_products_are_those_of_the_real_numbers(a: Any, b: Any) -> None:
    with mpmath.workdps(60):
        assert abs(precisely(a + b) - precisely(a) - precisely(b)) < mpmath.mpf(10) ** -50
        assert abs(precisely(a * b) - precisely(a) * precisely(b)) < mpmath.mpf(10) ** -50


@given(numbers)
def test_a_plain_number_is_never_a_surd(a: Any) -> None:
    assume(isinstance(a, Surd))
    assert type(a - a) is int
    assert type(a - (a - Fraction(3, 4))) is Fraction
    assert type(a * a.inverse() * 2) is int


@settings(max_examples=80)
@given(numbers, st.integers(1, 12))
def test_as_a_float_it_is_right_to_the_last_digits(a: Any, n: int) -> None:
    """However much its parts cancel: (√3 − √2)ⁿ is tiny and its parts are huge."""
    assume(isinstance(a, Surd))
    for value in (a, (root(3) - root(2)) ** n * (root(2) - 1) ** n, a**-1):
        if isinstance(value, Surd):
            wanted = precisely(value)
            assert abs(mpmath.mpf(float(value)) - wanted) <= abs(wanted) * mpmath.mpf(2) ** -51


@given(numbers, numbers)
def test_which_one_is_greater(a: Any, b: Any) -> None:
    assume(isinstance(a, Surd) and a != b)
    assert (a > b) == bool(precisely(a) > precisely(b))


@pytest.mark.parametrize("k", range(-24, 25))
def test_sines_and_cosines_of_multiples_of_15_degrees(k: int) -> None:
    s, c = angle_of(formula(f"{15 * k}*deg")).sin_cos
    with mpmath.workdps(40):
        angle = mpmath.pi * k / 12
        assert abs(precisely(s) - mpmath.sin(angle)) < mpmath.mpf(10) ** -35
        assert abs(precisely(c) - mpmath.cos(angle)) < mpmath.mpf(10) ** -35
    assert s * s + c * c == 1


@given(numbers)
def test_a_surd_meets_other_scalars(a: Any) -> None:
    """What it does not know (a graph's node) may still know it."""
    assume(isinstance(a, Surd))
    node = Graph().input("x")
    assert a * node is node * a
    assert a + node is node + a
    assert (a - node) is -(node - a)
    with pytest.raises(TypeError):
        a * "text"


def test_equal_numbers_are_one_key() -> None:
    assert hash(root(2) * root(3)) == hash(root(6))
    assert len({root(2) * root(2) / 1, Fraction(2), 2}) == 1


@pytest.mark.parametrize(
    ("text", "expected"), [("sign(sqrt(2) - sqrt(3))", -1), ("sign(sqrt(6) - 2)", 1)]
)
def test_a_number_with_roots_has_a_sign(text: str, expected: int) -> None:
    assert ExactScalars().value(formula(text)) == expected
