"""Linear dependence over polynomials: exact, in lowest terms, and without division if possible."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from flint import fmpz

from torsor import Expression, Ring, TorsorError
from torsor.algebra.dependence import Basis, by_monomial, dependence, ratio, residues
from torsor.algebra.scalars.residues import PRIME, root

RING = Ring(["a", "b", "c"], angles=["t"], roots=[2, 3])


def of(text: str) -> Expression:
    return RING.parse(text)


def vector(*texts: str) -> dict[Any, Expression]:
    """A vector by its entries, without those that are zero."""
    return {i: of(text) for i, text in enumerate(texts) if of(text)}


# quotients ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("above", "below", "quotient"),
    [
        ("a^2 - b^2", "a - b", "a + b"),
        ("6*a*b", "4*b", "3/2*a"),
        ("a", "sqrt(2)", "a*sqrt(2)/2"),
        ("a", "sqrt(2) + sqrt(3)", "a*(sqrt(3) - sqrt(2))"),
        ("3*a*b*sqrt(2)", "sqrt(3)*b", "a*sqrt(2)*sqrt(3)"),
        ("1 - cos(t)^2", "sin(t)", "sin(t)"),
        ("a*sin(t)*(1 + cos(t))", "1 + cos(t)", "a*sin(t)"),
        ("b*(cos(t)^2 - 1/2)", "cos(t)*sqrt(2)/2 - 1/2", "b*(sqrt(2)*cos(t) + 1)"),
        ("0", "a + b", "0"),
    ],
)
def test_a_polynomial_quotient_is_found_through_every_relation(
    above: str, below: str, quotient: str
) -> None:
    assert ratio(of(above), of(below)) == (of(quotient), 1)


@pytest.mark.parametrize(
    ("above", "below", "lowest"),
    [
        ("a*b", "a*c", ("b", "c")),
        ("sin(t)*cos(t)", "cos(t)^2", ("sin(t)", "cos(t)")),
        ("a + b", "a - b", ("a + b", "a - b")),
    ],
)
def test_what_is_none_is_in_lowest_terms(above: str, below: str, lowest: tuple[str, str]) -> None:
    found, under = ratio(of(above), of(below))
    assert found * of(lowest[1]) == under * of(lowest[0])
    assert under.degree("a") <= 1
    assert len(under) == len(of(lowest[1]))


# dependence ---------------------------------------------------------------------------------------


def combination(factors: list[Expression], support: list[Any]) -> dict[Any, Expression]:
    keys = {key for v in support for key in v}
    zero = RING.number(0)
    sums = {
        k: sum((f * v.get(k, zero) for f, v in zip(factors, support, strict=True)), zero)
        for k in keys
    }
    return {k: e for k, e in sums.items() if e}


@pytest.mark.parametrize(
    "factors",
    [
        ["a", "b"],
        ["a^2 + 1", "-3/4"],
        ["sin(t)", "cos(t)*c"],
        ["sqrt(2)*b", "0"],
    ],
)
def test_a_polynomial_combination_is_found_again(factors: list[str]) -> None:
    support = [vector("a", "b*cos(t)", "0", "1"), vector("c", "a - b", "sqrt(3)", "0")]
    wanted = [of(f) for f in factors]
    assert dependence(support, combination(wanted, support), RING) == (wanted, 1)


def test_a_rational_combination_comes_with_its_denominator() -> None:
    support = [vector("a", "a*b"), vector("0", "c")]
    target = vector("b", "b^2 + 1")  # b/a times the first, 1/c times the second
    factors, below = dependence(support, target, RING)
    assert (factors, below) == ([of("b*c"), of("a")], of("a*c"))


def test_what_is_no_combination_is_none() -> None:
    assert dependence([vector("a", "b")], vector("a", "c"), RING) is None


def test_coefficients_by_monomial() -> None:
    entries = [of("a*b*cos(t) + 2*a*cos(t) - c"), 0, of("b")]
    assert by_monomial(entries, {"a", "cos(t)"}, RING) == {
        (0, (("cos(t)", 1), ("a", 1))): of("b + 2"),
        (0, ()): of("-c"),
        (2, ()): of("b"),
    }


# bases --------------------------------------------------------------------------------------------


def basis(vectors: dict[str, dict[Any, Expression]]) -> Basis:
    """A basis of some vectors, each with itself as companion."""
    own = {name: {name: RING.number(1)} for name in vectors}
    return Basis(RING, partial(residues, vectors), vectors.__getitem__, own)


def total(found: Basis, names: list[str]) -> dict[Any, Expression]:
    """Σ vector ⊗ companion, entry by entry."""
    entries: dict[Any, Expression] = {}
    for name in found.names:
        for key, entry in found.vector(name).items():
            for other in names:
                share = found.companions[name].get(other, 0)
                place = (key, other)
                entries[place] = entries.get(place, RING.number(0)) + entry * share
    return {place: e for place, e in entries.items() if e}


CASES = {
    "independent": {"x": vector("a", "0"), "y": vector("0", "b")},
    "a sum": {"x": vector("1", "0"), "y": vector("0", "1"), "z": vector("a", "b")},
    "nothing": {"x": vector("a", "b"), "y": vector("0", "0")},
    "the simpler one comes last": {"x": vector("a", "a*b"), "y": vector("1", "b")},
    "a common factor to be found": {
        "x": vector("a*cos(t)", "b*cos(t)"),
        "y": vector("a*sin(t)", "b*sin(t)"),
    },
    "exchanged through a root": {
        "x": vector("a", "b"),
        "y": vector("sqrt(2)", "0"),
        "z": vector("0", "1 + sqrt(3)"),
    },
}


@pytest.mark.parametrize("case", CASES)
def test_a_basis_is_as_small_as_can_be_and_the_sum_stays(case: str) -> None:
    vectors = CASES[case]
    found = basis(vectors)
    sizes = {"independent": 2, "a sum": 2, "nothing": 1, "the simpler one comes last": 1}
    sizes |= {"a common factor to be found": 1, "exchanged through a root": 2}
    assert len(found.names) == sizes[case]
    wanted = {(key, name): e for name, v in vectors.items() for key, e in v.items()}
    assert total(found, list(vectors)) == wanted


def test_without_a_division_some_have_no_basis() -> None:
    """Three vectors of a plane in general position: every one needs a quotient of the others."""
    vectors = {"x": vector("a", "0"), "y": vector("0", "b"), "z": vector("b", "c")}
    with pytest.raises(TorsorError, match="cannot be grouped without a division"):
        basis(vectors)


def test_a_point_that_misleads_is_drawn_anew() -> None:
    """At a point where everything vanishes all seems dependent; the exact solution says no."""
    vectors = {"u": vector("a", "b"), "v": vector("b", "a"), "w": vector("a + b", "a + b")}
    seeds = []

    def draw(random: Random) -> dict[str, list[Any]]:
        true = residues(vectors, random)
        seeds.append(random)
        return true if len(seeds) > 2 else {n: [0] * len(e) for n, e in true.items()}

    found = Basis(RING, draw, vectors.__getitem__, {n: {n: 1} for n in vectors})
    assert len(seeds) == 3
    assert found.names == ["u", "v"]
    assert found.companions == {"u": {"u": 1, "w": 1}, "v": {"v": 1, "w": 1}, "w": {"w": 1}}
    with pytest.raises(TorsorError, match="random point"):
        Basis(RING, lambda _: {"u": [0, 0]}, vectors.__getitem__, {"u": {}})


def test_the_prime_has_the_roots_and_fits_a_word_of_a_browser() -> None:
    assert PRIME < 2**31
    assert fmpz(PRIME).is_prime()
    assert root(2) ** 2 == 2
    assert root(3) ** 2 == 3
    assert (PRIME - 3) % 4 == 0, "1 + t² has an inverse for every t"
