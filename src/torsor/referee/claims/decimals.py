"""Rounded numbers: a printed model of numbers agrees to its digits, or it does not.

Each printed decimal is its value and an unknown error of half a unit in its last place. The
expression is kept linear in these errors, so that every coefficient has a tolerance of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from torsor.algebra.expression import Expression

PREFIX = "printed_"


def half_unit(digits: str) -> Fraction:
    """Half a unit in the last printed place: 0.360 is good to 0.0005."""
    mantissa, _, exponent = digits.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    scale = Fraction(10) ** int(exponent) if exponent else Fraction(1)
    return scale / (2 * Fraction(10) ** places)


def settle(
    printed: Expression, wanted: Expression, values: Mapping[str, tuple[Fraction, Fraction]]
) -> Expression:
    """The printed expression with each coefficient that agrees to its digits made exact.

    ``values`` are the printed numbers by their symbols: value and half unit. What is printed with
    too few digits to tell it from nothing is left as it is.
    """
    present = [n for n in printed.names() if n in values]
    nominal = printed.subs({n: values[n][0] for n in present})
    tolerance: dict[tuple[tuple[str, int], ...], Fraction] = {}
    for name in present:
        slope = printed.diff(name).subs({n: values[n][0] for n in present})
        for term in slope.terms:
            key = tuple(sorted(term.powers))
            share = abs(term.coefficient) * values[name][1]
            tolerance[key] = tolerance.get(key, Fraction(0)) + share
    exact = {tuple(sorted(t.powers)): t.coefficient for t in wanted.terms}

    terms = []
    for term in nominal.terms:
        key = tuple(sorted(term.powers))
        right = exact.get(key)
        close = right is not None and abs(term.coefficient - right) <= tolerance.get(key, 0)
        terms.append(type(term)(right, term.powers) if close and right is not None else term)
    return nominal.ring.from_term_list(terms)
