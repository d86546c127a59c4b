"""The ring: one normal form for each function, so that ``==`` is a proof."""

from __future__ import annotations

import pickle
from fractions import Fraction

import mpmath
import pytest
import sympy
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from torsor import Ring, Term, TorsorError
from torsor.algebra.ring import rational, ring_of

from .trees import (
    ANGLES,
    RING,
    SYMBOLS,
    in_numbers,
    in_ring,
    in_sympy,
    rewritten,
    sympy_remainder,
    trees,
)

NAMES = ("sin(q1)", "cos(q1)", "sin(q2)", "cos(q2)", "sqrt(2)", "sqrt(3)", *SYMBOLS)


@pytest.mark.parametrize("angle", ANGLES)
def test_sine_and_cosine_squared_add_up_to_one(angle: str) -> None:
    assert RING.sin(angle) ** 2 + RING.cos(angle) ** 2 == 1


@pytest.mark.parametrize("n", [2, 3])
def test_a_root_squared_is_its_number(n: int) -> None:
    root = RING.generator(f"sqrt({n})")
    assert root * root == n
    assert root**5 == n * n * root


def test_a_sign_squared_is_one_and_its_derivative_zero() -> None:
    ring = Ring(["dq", "ddq"], signs=["dq"], rates={"dq": "ddq"})
    sign = ring.generator("sign(dq)")
    assert sign**2 == 1
    assert sign**3 == sign
    assert sign.dt() == 0
    assert (sign * ring.symbol("dq")).diff("dq") == sign


@settings(max_examples=60, deadline=None)
@given(trees)
def test_the_normal_form_is_the_remainder_that_sympy_finds(tree: tuple) -> None:
    expected = {
        Term(coefficient, tuple((n, e) for n, e in zip(NAMES, powers, strict=False) if e))
        for powers, coefficient in sympy_remainder(in_sympy(tree)).items()
    }
    assert set(in_ring(tree).terms) == expected


@settings(max_examples=70, deadline=None)
@given(trees)
def test_an_expression_written_otherwise_is_equal(tree: tuple) -> None:
    once, again = in_ring(tree), in_ring(rewritten(tree))
    assert once == again
    assert hash(once) == hash(again)
    assert once.terms == again.terms


@settings(max_examples=70, deadline=None)
@given(trees, trees)
def test_equal_is_proved_exactly_where_the_numbers_agree(one: tuple, other: tuple) -> None:
    with mpmath.workdps(60):
        points = [
            {n: mpmath.mpf(7 * k + i * i + 3) / (11 + i) for i, n in enumerate((*SYMBOLS, *ANGLES))}
            for k in range(3)
        ]
        agree = all(
            mpmath.almosteq(in_numbers(one, p, mpmath), in_numbers(other, p, mpmath), 1e-40, 1e-40)
            for p in points
        )
    assert (in_ring(one) == in_ring(other)) is agree


@settings(max_examples=50, deadline=None)
@given(trees, st.sampled_from(RING.generators), st.integers(1, 3))
def test_a_term_more_is_never_equal(tree: tuple, generator: str, denominator: int) -> None:
    expression = in_ring(tree)
    more = expression + RING.generator(generator) * Fraction(1, denominator)
    assert more != expression
    assert more - expression == RING.generator(generator) / denominator


@settings(max_examples=60, deadline=None)
@given(trees, trees, trees)
def test_the_product_keeps_the_normal_form(a: tuple, b: tuple, c: tuple) -> None:
    x, y, z = in_ring(a), in_ring(b), in_ring(c)
    for product in (x * y, x * y * z, (x + y) * z, x**3):
        for name in ("sin(q1)", "sin(q2)", "sqrt(2)", "sqrt(3)"):
            assert product.degree(name) <= 1
    assert (x * y) * z == x * (y * z)
    assert x * (y + z) == y * x + z * x


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("sin(q1 + q2)", "sin(q1)*cos(q2) + cos(q1)*sin(q2)"),
        ("cos(2*q1)", "1 - 2*sin(q1)^2"),
        ("sin(3*q1)", "3*sin(q1) - 4*sin(q1)^3"),
        ("cos(q1 - q2) - cos(q1 + q2)", "2*sin(q1)*sin(q2)"),
        ("sin(q1 + 90deg)", "cos(q1)"),
        ("cos(q1 - pi)", "-cos(q1)"),
        ("sin(q1 + 45deg)", "(sin(q1) + cos(q1))*sqrt(2)/2"),
        ("sin(q1)^4 + cos(q1)^4", "1 - sin(2*q1)^2/2"),
        ("sqrt(2)*sqrt(3)", "sqrt(6)"),
        ("sqrt(12)", "2*sqrt(3)"),
    ],
)
def test_the_identities_of_the_tables_hold(left: str, right: str) -> None:
    assert RING.parse(left) == RING.parse(right)
    assert RING.parse(f"{left} + a") != RING.parse(right)


def test_rings_with_the_same_signature_are_one() -> None:
    direct, again = Ring(["x"], ["q"]), Ring(["x"], ["q"])
    assert ring_of(("x",), ("q",)) is ring_of(("x",), ("q",))
    assert direct == again
    assert hash(direct) == hash(again)
    assert direct.symbol("x") + again.symbol("x") == 2 * direct.symbol("x")
    assert direct != Ring(["x", "y"], ["q"])


def test_roots_added_in_either_order_give_the_same_ring() -> None:
    assert Ring(["x"], roots=[3]).extended(roots=[2]) == Ring(["x"], roots=[2]).extended(roots=[3])
    assert RING.extended(["a"], ["q1"], [2]) is RING


def test_equality_across_rings_does_not_mind_the_order_of_symbols() -> None:
    text = "a*b*cos(q)*cos(p) - 3*b*sin(q)/2 + a^2"
    one = Ring(["a", "b"], ["p", "q"]).parse(text)
    other = Ring(["b", "x", "a"], ["q", "p"]).parse(text)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Ring(["a", "b"], ["p", "q"]).parse(text + " + b")


def test_mixing_two_rings_is_refused_in_one_sentence() -> None:
    with pytest.raises(TorsorError, match=r"two rings do not mix"):
        Ring(["x"]).symbol("x") + Ring(["y"]).symbol("y")


@settings(max_examples=30, deadline=None)
@given(trees)
def test_an_expression_moves_to_a_larger_ring_and_back(tree: tuple) -> None:
    expression = in_ring(tree)
    larger = Ring(["z", *reversed(SYMBOLS)], ["phi", *reversed(ANGLES)], roots=(2, 3))
    moved = expression.to(larger)
    assert moved.ring is larger
    assert moved == in_ring(tree, larger)
    assert moved.to(RING).terms == expression.terms


def test_a_ring_without_the_symbol_refuses_the_expression() -> None:
    with pytest.raises(TorsorError, match="no symbol 'a'"):
        RING.symbol("a").to(Ring(["b"]))


@settings(max_examples=30, deadline=None)
@given(trees)
def test_pickling_keeps_the_expression_and_its_ring(tree: tuple) -> None:
    expression = in_ring(tree)
    copy = pickle.loads(pickle.dumps(expression))
    assert copy.ring == RING
    assert copy == expression
    assert copy + expression == 2 * expression
    assert copy.dt() == expression.dt()


def test_constants_hash_as_the_numbers_they_equal() -> None:
    assert {RING.number(5), RING.number(Fraction(1, 2))} == {5, Fraction(1, 2)}


def test_a_ring_without_symbols_holds_the_rationals() -> None:
    ring = Ring()
    assert ring.number(3) * Fraction(1, 3) == 1
    assert ring.parse("2/3 - 1/6").constant() == Fraction(1, 2)
    assert ring.number(0).terms == ()


@pytest.mark.parametrize(
    ("given_", "value"),
    [
        (7, Fraction(7)),
        (0.35, Fraction(7, 20)),
        (Fraction(1, 3), Fraction(1, 3)),
        (fmpq(2, 3), Fraction(2, 3)),
        (sympy.Rational(1, 3), Fraction(1, 3)),
        (1e-7, Fraction(1, 10**7)),
    ],
)
def test_numbers_enter_exactly(given_: object, value: Fraction) -> None:
    assert rational(given_) == fmpq(value.numerator, value.denominator)
    assert RING.symbol("a") * value == RING.symbol("a") * rational(given_)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), 1j])
def test_what_is_no_finite_number_is_refused(bad: object) -> None:
    with pytest.raises(TorsorError, match="not a finite number"):
        RING.number(bad)
    assert (RING.symbol("a") == bad) is False


@pytest.mark.parametrize("name", ["", "2a", "a b", "a + b", "a*b", "sin(q)", "a^2", "x\n"])
def test_names_that_are_not_identifiers_are_refused(name: str) -> None:
    with pytest.raises(TorsorError, match="is no name"):
        Ring([name])
    with pytest.raises(TorsorError, match="is no name"):
        Ring(angles=[name])


def test_only_the_roots_of_two_and_three_make_a_normal_form() -> None:
    with pytest.raises(TorsorError, match="2 and 3"):
        Ring(roots=[2, 3, 6])


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(TorsorError, match=r"no symbol 'ddq3' .* did you mean 'ddq"):
        RING.symbol("ddq3")
