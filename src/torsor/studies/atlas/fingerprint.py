"""What no mapping of a structure's parameters can change, so that structures are told apart.

A mapping takes coordinate i to ± coordinate i with its zero shifted, and the parameters to others
one to one. It keeps how often each sliding coordinate stands in an entry of M or g as a factor, and
up to which frequency each angle does: in normal form the highest power of its sine and cosine
together. What is zero stays zero. So two structures whose fingerprints differ are two, whatever
mapping of that kind is tried.
"""

from __future__ import annotations

from torsor.algebra.expression import Expression
from torsor.model import Model

Degrees = tuple[int, ...]
"""Of an entry by coordinate; −1 throughout if it is zero."""
Fingerprint = tuple[tuple[Degrees, ...], tuple[Degrees, ...]]
"""Of the entries of M (upper triangle, row by row) and of g."""


def fingerprint(model: Model) -> Fingerprint:
    """How each entry of M and g depends on each coordinate."""
    q, n = model.coordinates, len(model.coordinates)
    masses = tuple(degrees(model.M[i, j], q) for i in range(n) for j in range(i, n))
    return masses, tuple(degrees(force, q) for force in model.g)


def degrees(entry: Expression, coordinates: tuple[str, ...]) -> Degrees:
    """How often each coordinate is a factor of an entry's terms at most."""
    if not entry:
        return (-1,) * len(coordinates)
    terms = entry.terms
    return tuple(
        max(t.power(q) + t.power(f"sin({q})") + t.power(f"cos({q})") for t in terms)
        for q in coordinates
    )
