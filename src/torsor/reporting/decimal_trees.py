"""Factored sums whose numbers are decimals of everyday size.

Factoring takes the common denominator of exact fractions out of a sum, and leaves whole numbers of
twelve digits in it. Where numbers are measured they are put back, and each intermediate is scaled
so that it begins with one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from torsor.equations.tree import Product, Sum


def scale_intermediates(
    trees: Sequence[Sum], definitions: Mapping[str, Sum]
) -> tuple[list[Sum], dict[str, Sum]]:
    """The same equations, every intermediate beginning with one and no sum behind a fraction."""
    scales: dict[str, Fraction] = {}
    scaled: dict[str, Sum] = {}
    for name, body in definitions.items():  # each is made of those before it
        found = _distribute(_use(body, scales))
        scales[name] = _leading(found)
        scaled[name] = _distribute(Sum(tuple(_times(p, 1 / scales[name]) for p in found.parts)))
    return [_distribute(_use(tree, scales)) for tree in trees], scaled


def _leading(tree: Sum) -> Fraction:
    """The size of the first number that is printed."""
    if not tree.parts:
        return Fraction(1)
    first = tree.parts[0]
    inner = next((f for f, e in first.factors if isinstance(f, Sum) and e == 1), None)
    return abs(first.coefficient) * (_leading(inner) if inner else 1)


def _use(tree: Sum, scales: Mapping[str, Fraction]) -> Sum:
    """The tree with each intermediate as it is scaled."""
    parts = []
    for product in tree.parts:
        coefficient = product.coefficient
        factors: list[tuple[str | Sum, int]] = []
        for factor, exponent in product.factors:
            if isinstance(factor, Sum):
                factors.append((_use(factor, scales), exponent))
            else:
                coefficient *= scales.get(factor, Fraction(1)) ** exponent
                factors.append((factor, exponent))
        parts.append(Product(coefficient, tuple(factors)))
    return Sum(tuple(parts))


def _distribute(tree: Sum) -> Sum:
    """Coefficients put into the sum that follows them, where there is one."""
    return Sum(tuple(map(_distributed, tree.parts)))


def _distributed(product: Product) -> Product:
    sums = [k for k, (f, e) in enumerate(product.factors) if isinstance(f, Sum) and e == 1]
    inner = product.factors[sums[0]][0] if sums else None
    if not isinstance(inner, Sum):
        return product
    size, sign = abs(product.coefficient), 1 if product.coefficient > 0 else -1
    grown = _distribute(Sum(tuple(_times(part, size) for part in inner.parts)))
    factors = list(product.factors)
    factors[sums[0]] = (grown, 1)
    return Product(Fraction(sign), tuple(factors))


def _times(product: Product, factor: Fraction) -> Product:
    return Product(product.coefficient * factor, product.factors)
