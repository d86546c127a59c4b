"""Shorter forms: the same numbers, never more terms, and sums of angles where axes are parallel."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.equations.reading import (
    SMALL,
    equations,
    magnitude,
    model,
    number,
    printed,
    quantities,
    random_values,
)

from torsor import Ring
from torsor.equations.shorter import FORMS, angle_sums, combine, linear
from torsor.equations.tree import Terms, key, terms_of

ORDERS = [order for k in (1, 2, 3) for order in permutations(FORMS, k)]
ANGLES = ("q1", "q2", "q3")


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize("form", ["tau", "matrices"])
def test_every_shorter_form_has_the_same_value(robot: str, form: str) -> None:
    shown = model(robot)
    values = random_values(shown)
    wanted = quantities(shown, form)
    sizes = {name: magnitude(e, values) for name, e in wanted.items()}
    for forms in (("squares",), ("double",), ("sums",), ("squares", "double", "sums")):
        found = equations(printed(shown, form, shorter=forms))
        assert set(found) == set(wanted)
        for name, right in found.items():
            exact = wanted[name].evaluate(values)
            assert abs(number(right, values) - exact) <= 1e-12 * sizes[name], (forms, name)


@pytest.mark.parametrize("robot", SMALL)
def test_no_shorter_form_is_longer(robot: str) -> None:
    for tau in model(robot).tau:
        for form in FORMS.values():
            assert len(form(terms_of(tau))) <= len(tau)


@pytest.mark.parametrize("order", ORDERS, ids=",".join)
def test_each_form_keeps_or_shortens_what_the_ones_before_it_left(order: tuple[str, ...]) -> None:
    for tau in model("3r").tau:
        terms = terms_of(tau)
        for form in order:
            after = FORMS[form](terms)
            assert len(after) <= len(terms)
            terms = after


def test_rttrr_and_3r_really_get_shorter() -> None:
    def count(robot: str, *forms: str) -> int:
        total = 0
        for tau in model(robot).tau:
            terms = terms_of(tau)
            for form in forms:
                terms = FORMS[form](terms)
            total += len(terms)
        return total

    assert sum(model("rttrr").terms) == 457
    assert count("rttrr", "squares") < 457
    assert count("3r", "squares") < sum(model("3r").terms)
    assert count("3r", "double") < sum(model("3r").terms)


def test_planar2r_has_its_gravity_in_the_sum_of_the_angles() -> None:
    found = equations(printed(model("planar2r"), "matrices", shorter=("sums",)))
    assert found["g[2]"] == "m2*rx2*g*cos(q1+q2) - m2*ry2*g*sin(q1+q2)"
    standard = printed(model("planar2r"), "matrices", "standard", shorter=("sums",))
    assert "g₂ = m₂ rx₂ g c₁₂ - m₂ ry₂ g s₁₂" in standard


def test_the_parallel_axes_of_ur5_meet_in_one_angle() -> None:
    gravity = model("ur5").g
    shorter = [angle_sums(terms_of(e)) for e in gravity]
    assert [len(t) for t in shorter] < [len(e) for e in gravity]
    assert sum(map(len, shorter)) < sum(map(len, gravity)) / 2
    atoms = {a for t in shorter for k in t for a, _ in k}
    assert {"cos(q2+q3)", "sin(q2+q3)", "cos(q2+q3+q4)", "sin(q2+q3+q4)"} <= atoms
    values = random_values(model("ur5"))
    for e, t in zip(gravity, shorter, strict=True):
        text = " + ".join("*".join([f"({c})", *(f"{a}^{p}" for a, p in k)]) for k, c in t.items())
        exact = e.evaluate(values)
        assert abs(number(text or "0", values) - exact) <= 1e-12 * magnitude(e, values)


def test_opposite_axes_of_scara_meet_in_the_difference_of_the_angles() -> None:
    found = equations(printed(model("scara"), "matrices", shorter=("sums",)))
    assert "cos(q2-q4)" in found["payload[1]"]
    assert "sin(q2-q4)" in found["payload[1]"]


def test_cos_or_sin_squared_is_taken_whichever_is_shorter() -> None:
    ring = Ring(["a"], ["q1"])
    one_minus = terms_of(ring.parse("a - a*cos(q1)^2"))
    assert FORMS["squares"](one_minus) == {key([("a", 1), ("sin(q1)", 2)]): 1}
    squared = terms_of(ring.parse("a*cos(q1)^2"))
    assert FORMS["squares"](squared) == squared


def test_double_angles_are_found() -> None:
    ring = Ring(["a"], ["q1"])
    product = terms_of(ring.parse("2*a*sin(q1)*cos(q1)"))
    assert FORMS["double"](product) == {key([("a", 1), ("sin(2*q1)", 1)]): 1}
    square = terms_of(ring.parse("2*a*cos(q1)^2 - a"))
    assert FORMS["double"](square) == {key([("a", 1), ("cos(2*q1)", 1)]): 1}


@st.composite
def polynomials(draw: st.DrawFn) -> Terms:
    """Small polynomials in the sines and cosines of three angles, in normal form."""
    ring = Ring(["a", "b"], ANGLES)
    total = ring.number(0)
    for _ in range(draw(st.integers(1, 6))):
        term = ring.number(Fraction(draw(st.integers(-4, 4))))
        for angle in ANGLES:
            term = term * ring.sin(angle) ** draw(st.integers(0, 2))
            term = term * ring.cos(angle) ** draw(st.integers(0, 2))
        total = total + term * ring.symbol(draw(st.sampled_from("ab")))
    return terms_of(total)


def value(terms: Terms, values: dict[str, Fraction]) -> float:
    """A sum of products in floats."""
    text = " + ".join("*".join([f"({c})", *(f"{a}^{p}" for a, p in k)]) for k, c in terms.items())
    return number(text or "0", values)


@given(polynomials(), st.permutations(list(FORMS)))
@settings(max_examples=150, deadline=None)
def test_any_polynomial_keeps_its_value_and_grows_no_longer(terms: Terms, order: list[str]) -> None:
    values = {"a": Fraction(3, 7), "b": Fraction(-5, 4)}
    values |= {"q1": Fraction(13, 10), "q2": Fraction(-7, 10), "q3": Fraction(29, 10)}
    before = value(terms, values)
    size = sum(abs(c) for c in terms.values()) * 2
    for form in order:
        after = FORMS[form](terms)
        assert len(after) <= len(terms)
        assert abs(value(after, values) - before) <= 1e-12 * float(size)
        terms = after


@pytest.mark.parametrize(
    ("a", "b", "sign", "wanted"),
    [
        ("q1", "q2", 1, ("q1+q2", 1)),
        ("q1", "q2", -1, ("q1-q2", 1)),
        ("q1+q2", "q2", -1, ("q1", 1)),
        ("q1", "q1+q2", -1, ("q2", -1)),
        ("q1+q2", "q2", 1, ("q1+2*q2", 1)),
        ("q1", "q1", -1, ("", 1)),
    ],
)
def test_sums_and_differences_of_angles_are_brought_together(
    a: str, b: str, sign: int, wanted: tuple[str, int]
) -> None:
    assert combine(a, b, sign) == wanted
    counts = linear(a)
    for name, count in linear(b).items():
        counts[name] = counts.get(name, 0) + sign * count
    assert {n: c * wanted[1] for n, c in counts.items() if c} == linear(wanted[0])
