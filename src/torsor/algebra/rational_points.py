"""Rational points near floats: simple fractions, points of the unit circle and of the sphere.

So a rotation or an axis that was given in floats enters exactly orthogonal, and proofs stay proofs.
"""

from __future__ import annotations

from fractions import Fraction
from math import cos, hypot, sin
from typing import TYPE_CHECKING, TypeVar

from torsor.algebra.formula import Formula, call, number, power
from torsor.algebra.scalars.arithmetic import S
from torsor.algebra.surds import square_root
from torsor.errors import TorsorError

if TYPE_CHECKING:
    from flint import nmod

E = TypeVar("E", Fraction, "nmod")
"""An exact number that divides."""

CLOSE = Fraction(1, 10**16)
"""How near the rational half-angle tangent is that stands for a float."""


def simplify(
    value: float | Fraction, within: float | Fraction = CLOSE, bound: int = 10**4
) -> Fraction:
    """A simple fraction that is no farther than ``within`` from a number."""
    exact = Fraction(value)
    while abs((near := exact.limit_denominator(bound)) - exact) > within:
        bound *= 10
    return near


def rational_sin_cos(angle: float) -> tuple[Fraction, Fraction]:
    """Sine and cosine with a rational point of the unit circle, within 1e-15 of the angle's."""
    s, c = sin(angle), cos(angle)
    # The half-angle tangent is taken in the quarter of the circle where it is smallest.
    quarter = (0 if c > 0 else 2) if abs(c) >= abs(s) else (1 if s > 0 else 3)
    u, v = turn_quarters(s, c, -quarter)
    return turn_quarters(*half_tangent(simplify(u / (1 + v))), quarter)


def half_tangent(t: E) -> tuple[E, E]:
    """Sine and cosine of the angle whose half has the tangent t."""
    below = (1 + t * t) ** -1
    return 2 * t * below, (1 - t * t) * below


def turn_quarters(s: S, c: S, count: int) -> tuple[S, S]:
    """Sine and cosine after so many quarter turns more."""
    return ((s, c), (c, -s), (-s, -c), (-c, s))[count % 4]


def rational_unit_vector(x: float, y: float, z: float) -> tuple[Fraction, Fraction, Fraction]:
    """A vector with rational entries and length exactly one, near the given direction."""
    length = hypot(x, y, z)
    entries = [x / length, y / length, z / length]
    k = max(range(3), key=lambda i: abs(entries[i]))
    away = -1 if entries[k] > 0 else 1
    # Stereographic projection from the far pole of the largest entry keeps both numbers small.
    u, v = (simplify(entries[i] / (1 + abs(entries[k]))) for i in range(3) if i != k)
    scale = 1 + u * u + v * v
    result = [2 * u / scale, 2 * v / scale]
    result.insert(k, -away * (1 - u * u - v * v) / scale)
    return result[0], result[1], result[2]


def exact_unit_vector(entries: tuple[Fraction, Fraction, Fraction]) -> tuple[Formula, ...]:
    """The direction of three exact numbers with length one: exact if √2, √3 do, else nearby."""
    norm2 = sum((e * e for e in entries), Fraction(0))
    if not norm2:
        raise TorsorError("an axis with all entries zero has no direction")
    if square_root(norm2):
        inverse = call("sqrt", power(number(norm2), -1))
        return tuple(number(e) * inverse for e in entries)
    largest = max(abs(e) for e in entries)
    return tuple(number(e) for e in rational_unit_vector(*(float(e / largest) for e in entries)))
