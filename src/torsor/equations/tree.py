"""What is printed, before any typesetting: sums of products, nested where terms are collected.

Atoms are names as the ring knows them (``m1``, ``cos(q1)``), and beyond the ring sines and cosines
of sums and multiples (``cos(q1+q2)``, ``sin(2*q2)``) and intermediates (``sigma3``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.algebra.terms import Term
from torsor.mechanics.effects import EFFECTS, Roles

Key = tuple[tuple[str, int], ...]
Terms = dict[Key, Fraction]
"""A polynomial as coefficients by sorted powers of atoms."""


@dataclass(frozen=True)
class Product:
    """A coefficient times powers of atoms and of sums in parentheses."""

    coefficient: Fraction
    factors: tuple[tuple[str | Sum, int], ...]


@dataclass(frozen=True)
class Sum:
    """Products added up, in the order in which they are printed."""

    parts: tuple[Product, ...]


def terms_of(expression: Expression) -> Terms:
    """An expression's terms as a dictionary."""
    return {tuple(sorted(t.powers)): t.coefficient for t in expression.terms}


def key(powers: Iterable[tuple[str, int]]) -> Key:
    """Powers merged and sorted, zeros dropped."""
    found: dict[str, int] = {}
    for atom, exponent in powers:
        found[atom] = found.get(atom, 0) + exponent
    return tuple(sorted((a, e) for a, e in found.items() if e))


def add_to(terms: Terms, at: Key, coefficient: Fraction) -> None:
    """Add a term, dropping it where it cancels."""
    total = terms.get(at, Fraction(0)) + coefficient
    if total:
        terms[at] = total
    else:
        terms.pop(at, None)


def flat(terms: Mapping[Key, Fraction], roles: Roles) -> Sum:
    """A plain sum, its terms and their factors in reading order."""
    ordered = sorted(terms.items(), key=lambda item: term_order(item[0], roles))
    return Sum(tuple(Product(c, factors(k, roles)) for k, c in ordered))


def factors(powers: Key, roles: Roles) -> tuple[tuple[str | Sum, int], ...]:
    """Factors in reading order: masses and inertias, lengths, sines, coordinates, rates."""
    return tuple(sorted(powers, key=lambda p: factor_order(p[0], roles)))


def factor_order(atom: str, roles: Roles) -> tuple[int, str, int]:
    """Where an atom stands in a product."""
    found = roles.places.get(atom)
    if found is None:
        found = roles.places[atom] = _factor_order(atom, roles)
    return found


def _factor_order(atom: str, roles: Roles) -> tuple[int, str, int]:
    stem, number = split_index(atom)
    if atom.startswith("sqrt"):
        place = 0
    elif atom.startswith(("sin(", "cos(")):
        return (6, atom[4:-1], atom.startswith("cos("))
    elif roles.acceleration(atom):
        place = 9
    elif roles.velocity(atom):
        place = 8
    elif atom in roles.coordinates:
        place = 7
    elif stem == "m" or stem.startswith("I"):
        place = 1
    elif atom in roles.gravity or atom in roles.payload:
        place = 5
    elif stem in ("rx", "ry", "rz"):
        place = 2
    elif stem == "sigma":
        place = 4
    else:
        place = 3
    return (place, stem, number)


def split_index(atom: str) -> tuple[str, int]:
    """``rx12`` as ("rx", 12)."""
    stem = atom.rstrip("0123456789")
    return stem, int(atom[len(stem) :] or 0)


def term_order(powers: Key, roles: Roles) -> tuple[object, ...]:
    """Accelerations, then velocity products, gravity, payload; by coordinate, then by link."""
    effect = roles.effect(Term(Fraction(1), powers))
    # Coriolis and centrifugal terms stand together, by their velocity products; a term at rest
    # whose g is a number stands with gravity.
    rank = EFFECTS.index({"centrifugal": "Coriolis", "other": "gravity"}.get(effect, effect))
    rest = sorted((factor_order(n, roles), -e) for n, e in powers)
    accelerations = sorted(number for (place, _, number), _ in rest if place == 9)
    speeds = sorted(n for (place, _, n), minus in rest if place == 8 for _ in range(-minus))
    bodies = sorted((number, stem) for (place, stem, number), _ in rest if place in (1, 2))
    return (rank, accelerations, speeds, bodies, rest)


def expand(tree: Sum, definitions: Mapping[str, Sum] | None = None) -> Terms:
    """Multiply a tree out again; what was collected must come back."""
    total: Terms = {}
    for product in tree.parts:
        partial: Terms = {(): product.coefficient}
        for factor, exponent in product.factors:
            if isinstance(factor, str) and definitions and factor in definitions:
                factor = definitions[factor]
            if isinstance(factor, str):
                partial = {key((*k, (factor, exponent))): c for k, c in partial.items()}
                continue
            inner = expand(factor, definitions)
            for _ in range(exponent):
                grown: Terms = {}
                for a, x in partial.items():
                    for b, y in inner.items():
                        add_to(grown, key((*a, *b)), x * y)
                partial = grown
        for k, c in partial.items():
            add_to(total, k, c)
    return total
