"""Expressions: what they are made of, their derivatives, and division by constants."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from torsor import Ring, Term, TorsorError

from .trees import RATES, RING, in_ring, in_sympy, sums, sympy_proves_zero, trees

t = sympy.Symbol("t")


@settings(max_examples=40, deadline=None)
@given(sums, st.sampled_from(("q1", "q2", "a", "b", "dq1")))
def test_the_derivative_is_sympys(tree: tuple, name: str) -> None:
    ours = in_ring(tree).diff(name).to_sympy()
    theirs = sympy.diff(in_sympy(tree), sympy.Symbol(name))
    assert sympy_proves_zero(ours - theirs)


@settings(max_examples=40, deadline=None)
@given(sums)
def test_the_time_derivative_is_sympys_of_functions_of_time(tree: tuple) -> None:
    functions = {n: sympy.Function(n)(t) for n in ("q1", "q2", "a")}
    for n in ("q1", "q2"):
        functions[f"d{n}"] = functions[n].diff(t)
    theirs = in_sympy(tree, lambda n: functions.get(n, sympy.Symbol(n))).diff(t)
    back = {functions[n].diff(t, 2): sympy.Symbol(f"dd{n}") for n in ("q1", "q2")}
    back |= {functions[n].diff(t): sympy.Symbol(RATES[n]) for n in ("q1", "q2", "a")}
    back |= {functions[n]: sympy.Symbol(n) for n in ("q1", "q2", "a")}
    for old, new in back.items():
        theirs = theirs.xreplace({old: new})
    assert sympy_proves_zero(in_ring(tree).dt().to_sympy() - theirs)


@settings(max_examples=40, deadline=None)
@given(trees, trees)
def test_differentiation_is_linear_and_obeys_leibniz(one: tuple, other: tuple) -> None:
    x, y = in_ring(one), in_ring(other)
    assert (x + 3 * y).diff("q1") == x.diff("q1") + 3 * y.diff("q1")
    assert (x * y).dt() == x.dt() * y + x * y.dt()
    assert x.diff("q1").diff("q2") == x.diff("q2").diff("q1")


@settings(max_examples=60, deadline=None)
@given(trees)
def test_the_terms_add_up_to_the_expression(tree: tuple) -> None:
    expression = in_ring(tree)
    total = RING.number(0)
    for term in expression:
        part = RING.number(term.coefficient)
        for name, exponent in term.powers:
            part = part * RING.generator(name) ** exponent
        total = total + part
    assert total == expression
    assert len(expression) == len(expression.terms) == len({t.powers for t in expression.terms})
    assert bool(expression) is bool(expression.terms)


@settings(max_examples=60, deadline=None)
@given(trees)
def test_the_text_of_an_expression_reads_back_as_itself(tree: tuple) -> None:
    expression = in_ring(tree)
    assert RING.parse(str(expression)) == expression


@settings(max_examples=60, deadline=None)
@given(trees, st.sampled_from(RING.generators))
def test_coefficients_times_powers_add_up_to_the_expression(tree: tuple, name: str) -> None:
    expression, generator = in_ring(tree), RING.generator(name)
    parts = [expression.coefficient(name, k) for k in range(expression.degree(name) + 1)]
    assert all(part.degree(name) == 0 for part in parts)
    total = RING.number(0)
    for k, part in enumerate(parts):
        total = total + part * generator**k
    assert total == expression


@settings(max_examples=40, deadline=None)
@given(trees)
def test_selections_part_the_expression(tree: tuple) -> None:
    expression = in_ring(tree)
    kept = expression.select(lambda term: term.power("a") > 0)
    left = expression.select(lambda term: term.power("a") == 0)
    assert kept + left == expression
    assert left == expression.coefficient("a", 0)


def test_what_an_expression_is_made_of() -> None:
    expression = RING.parse("3*a^2*b*cos(q1)/2 - sqrt(2)*sin(q2) + 5")
    assert len(expression) == 3
    assert set(expression.terms) == {
        Term(Fraction(3, 2), (("cos(q1)", 1), ("a", 2), ("b", 1))),
        Term(Fraction(-1), (("sin(q2)", 1), ("sqrt(2)", 1))),
        Term(Fraction(5), ()),
    }
    assert expression.degree("a") == 2
    assert expression.degree("da") == expression.degree("nothing") == 0
    assert expression.coefficient("a", 2) == RING.parse("3*b*cos(q1)/2")
    assert expression.coefficient("a") == 0
    assert set(expression.names()) == {"cos(q1)", "sin(q2)", "sqrt(2)", "a", "b"}
    assert set(expression.symbols()) == {"q1", "q2", "a", "b"}
    assert expression.constant() is None
    assert RING.parse("7/2").constant() == Fraction(7, 2)
    assert RING.number(0).constant() == 0


def test_zero_is_empty_and_false() -> None:
    zero = RING.sin("q1") ** 2 + RING.cos("q1") ** 2 - 1
    assert not zero
    assert zero == 0
    assert zero.terms == ()
    assert len(zero) == 0
    assert str(zero) == "0"
    assert zero.names() == zero.symbols() == ()
    assert zero.degree("a") == 0


@settings(max_examples=60, deadline=None)
@given(*[st.fractions(-20, 20, max_denominator=9)] * 4)
def test_the_inverse_of_a_constant_with_roots_is_exact(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction
) -> None:
    r2, r3 = RING.generator("sqrt(2)"), RING.generator("sqrt(3)")
    constant = a + b * r2 + c * r3 + d * r2 * r3
    if not constant:
        with pytest.raises(TorsorError, match="division by zero"):
            constant.inverse()
        return
    assert constant * constant.inverse() == 1
    assert constant / constant == 1
    assert constant**-2 * constant**2 == 1


def test_one_over_one_plus_root_two() -> None:
    assert RING.parse("1/(1 + sqrt(2))") == RING.parse("sqrt(2) - 1")
    assert (1 / RING.parse("1 + sqrt(2)")).evaluate() == pytest.approx(1 / (1 + math.sqrt(2)))
    assert RING.symbol("a") / RING.parse("sqrt(3)") == RING.parse("a*sqrt(3)/3")


@pytest.mark.parametrize("zero", [0, 0.0, Fraction(0), RING.number(0)])
def test_division_by_zero_is_refused(zero: object) -> None:
    with pytest.raises(TorsorError, match="division by zero"):
        RING.symbol("a") / zero


@pytest.mark.parametrize("text", ["a", "1 + a", "cos(q1)", "1 + sqrt(2)*a"])
def test_division_by_what_varies_is_refused(text: str) -> None:
    with pytest.raises(TorsorError, match="is not polynomial"):
        1 / RING.parse(text)


@pytest.mark.parametrize("other", ["a", None, [1], {}])
def test_arithmetic_with_what_is_no_number_is_a_type_error(other: object) -> None:
    a = RING.symbol("a")
    for operate in (
        lambda: a + other,
        lambda: other - a,
        lambda: a * other,
        lambda: a / other,
        lambda: a**0.5,
    ):
        with pytest.raises(TypeError):
            operate()
    assert (a == other) is False


def test_numbers_of_every_kind_mix_exactly() -> None:
    a = RING.symbol("a")
    assert a + 0.1 + 0.2 == a + Fraction(3, 10)
    assert 2 - a == -(a - 2)
    assert (a * 0.5) / 0.25 == 2 * a
    assert 1 - a * 0 == 1


def test_unknown_names_are_refused_in_one_sentence() -> None:
    a = RING.symbol("a")
    for operate in (
        lambda: a.diff("zz"),
        lambda: a.coefficient("zz"),
        lambda: a.subs({"zz": 1}),
        lambda: RING.parse("zz"),
        lambda: RING.from_term_list([Term(Fraction(1), (("zz", 1),))]),
    ):
        with pytest.raises(TorsorError, match="no symbol 'zz'"):
            operate()


def test_a_rate_that_the_ring_lacks_is_refused() -> None:
    with pytest.raises(TorsorError, match="no symbol 'dx'"):
        Ring(["x"], rates={"x": "dx"}).symbol("x").dt()


def test_a_large_expression_is_told_by_its_number_of_terms() -> None:
    large = RING.parse("(a + b + dq1 + dq2)^4")
    assert repr(large) == "<35 terms>"
    assert repr(RING.parse("a - b/2")) == "<2 terms: a - b/2>"
