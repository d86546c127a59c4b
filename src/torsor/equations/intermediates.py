"""Named intermediates, as MATLAB's subexpr makes them: σ₁ = …, each defined once.

Terms are collected behind their motion, the coefficients factored by their most frequent atom, and
every sum that then stands in two places or more gets a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from torsor.equations.tree import Key, Product, Sum, Terms, factors, flat, key, term_order
from torsor.mechanics.effects import Roles


@dataclass(frozen=True)
class Named:
    """The sums with σ in them, and what each σ is, in an order in which they can be computed."""

    sums: tuple[Sum, ...]
    definitions: dict[str, Sum]


def name_intermediates(
    expressions: Sequence[Terms], roles: Roles, depth: int = 4, size: int = 2
) -> Named:
    """Factor to ``depth`` levels and name every repeated sum of at least ``size`` terms."""
    trees = [_by_motion(terms, roles, depth) for terms in expressions]
    counts: Counter[Sum] = Counter()
    for tree in trees:
        _count(tree, counts, size)
    definitions: dict[str, Sum] = {}
    names: dict[Sum, str] = {}

    def rename(tree: Sum) -> Sum:
        parts = []
        for product in tree.parts:
            new: list[tuple[str | Sum, int]] = []
            for factor, exponent in product.factors:
                if isinstance(factor, str):
                    new.append((factor, exponent))
                elif counts[factor] > 1 and len(factor.parts) >= size:
                    if factor not in names:
                        body = rename(factor)
                        names[factor] = f"sigma{len(definitions) + 1}"
                        definitions[names[factor]] = body
                    new.append((names[factor], exponent))
                else:
                    new.append((rename(factor), exponent))
            parts.append(Product(product.coefficient, tuple(new)))
        return Sum(tuple(parts))

    return Named(tuple(rename(tree) for tree in trees), definitions)


def canonical(tree: Sum) -> tuple[Fraction, Sum]:
    """A sum as a number times the same sum in whole coefficients, the first one positive."""
    sizes = [p.coefficient for p in tree.parts]
    above, below = gcd(*(c.numerator for c in sizes)), lcm(*(c.denominator for c in sizes))
    scale = Fraction(above if sizes[0] > 0 else -above, below)
    return scale, Sum(tuple(Product(p.coefficient / scale, p.factors) for p in tree.parts))


def _count(tree: Sum, counts: Counter[Sum], size: int) -> None:
    for product in tree.parts:
        for factor, _ in product.factors:
            if isinstance(factor, Sum):
                counts[factor] += 1
                if counts[factor] == 1 or len(factor.parts) < size:
                    _count(factor, counts, size)


def _by_motion(terms: Terms, roles: Roles, depth: int) -> Sum:
    groups: dict[Key, Terms] = {}
    for powers, c in terms.items():
        motion = roles.motion(powers)
        groups.setdefault(motion, {})[tuple(p for p in powers if p not in motion)] = c
    parts: list[Product] = []
    for motion in sorted(groups, key=lambda k: term_order(k, roles)):
        tree = factored(groups[motion], roles, depth)
        if len(tree.parts) == 1 or not motion:
            parts += [
                Product(p.coefficient, (*p.factors, *factors(motion, roles))) for p in tree.parts
            ]
        else:
            scale, standard = canonical(tree)
            parts.append(Product(scale, ((standard, 1), *factors(motion, roles))))
    return Sum(tuple(parts))


def factored(terms: Terms, roles: Roles, depth: int) -> Sum:
    """Take the most frequent atom out in front, again and again, to ``depth`` levels."""
    rest = dict(terms)
    parts: list[Product] = []
    while depth > 0 and len(rest) > 1:
        counts = Counter(atom for powers in rest for atom, _ in powers)
        if not counts:
            break
        atom, often = min(counts.items(), key=lambda item: (-item[1], item[0]))
        if often < 2:
            break
        inside: Terms = {}
        for powers in [p for p in rest if any(a == atom for a, _ in p)]:
            lowered = tuple((a, e - (a == atom)) for a, e in powers if e > (a == atom))
            inside[lowered] = rest.pop(powers)
        inner = factored(inside, roles, depth - 1)
        if len(inner.parts) == 1:
            parts.append(_times(atom, inner.parts[0], roles))
        else:
            scale, standard = canonical(inner)
            parts.append(Product(scale, ((atom, 1), (standard, 1))))
    return Sum((*parts, *flat(rest, roles).parts))


def _times(atom: str, product: Product, roles: Roles) -> Product:
    """One more factor, its powers together and sums in parentheses last."""
    atoms = [(a, e) for a, e in product.factors if isinstance(a, str)]
    sums = [(a, e) for a, e in product.factors if isinstance(a, Sum)]
    return Product(product.coefficient, (*factors(key((*atoms, (atom, 1))), roles), *sums))
