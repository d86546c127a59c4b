"""Bodies fixed to one another as one body, exactly: rotated, shifted (Huygens-Steiner), added.

The arithmetic is over the rationals with √2 and √3, where every multiple of 15° has its sine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, prod
from typing import Any

from torsor.algebra.angles import angle_of
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula, call, name, number, product, total
from torsor.algebra.ring import ring_of
from torsor.algebra.scalars.arithmetic import summed, times
from torsor.algebra.scalars.ring import RingScalars
from torsor.robot.robot import Frame, Link, Quaternion, Six, Turn
from torsor.spatial.vectors import IDENTITY, ZERO, Matrix, Vector, rotation

ROOTS = ring_of((), roots=(2, 3))
SCALARS = RingScalars(ROOTS)
LONGEST = 1300
"""Numbers that grow beyond so many bits are rounded to ``DIGITS`` digits, and that is told."""
DIGITS = 30
MOST_PLACES = 350


@dataclass(frozen=True)
class Placement:
    """A frame in another, exactly: the turns as they are written, their matrix, the offset."""

    turns: tuple[Turn | Quaternion, ...] = ()
    R: Matrix = IDENTITY
    p: Vector = ZERO
    rounded: bool = False

    @classmethod
    def of(cls, frame: Frame) -> Placement:
        """The placement of a frame in numbers."""
        R = IDENTITY
        for turn in frame.rotation:
            R = R @ turn_matrix(turn)
        return cls(frame.rotation, R, Vector(SCALARS.value(e) for e in frame.offset))

    def __matmul__(self, inner: Placement) -> Placement:
        turns = joined_turns(inner.turns, self.turns)
        R, p = self.R @ inner.R, self.R @ inner.p + self.p
        long = _bits((*p, *(e for row in R for e in row))) > LONGEST
        if long:
            R, p = Matrix(map(_shortened, R)), _shortened(p)
        return Placement(turns, R, p, long or self.rounded or inner.rounded)

    @property
    def frame(self) -> Frame:
        """The same as a robot's data holds it."""
        x, y, z = (as_formula(e) for e in self.p)
        return Frame((x, y, z), self.turns)


def turn_matrix(turn: Turn | Quaternion) -> Matrix:
    """The matrix of one constant rotation."""
    if isinstance(turn, Turn):
        axis = Vector(SCALARS.value(e) for e in turn.axis)
        return rotation(axis, *SCALARS.sin_cos(turn.angle))
    w, x, y, z = turn.w, turn.x, turn.y, turn.z
    n = w * w + x * x + y * y + z * z
    rows = (
        (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
    )
    return Matrix([_whole(e / n) for e in row] for row in rows)


def joined_turns(
    turns: Iterable[Turn | Quaternion], after: Iterable[Turn | Quaternion] = ()
) -> tuple[Turn | Quaternion, ...]:
    """Turns after others, neighbours about one axis taken together where the sum is exact."""
    found: list[Turn | Quaternion] = list(after)
    for turn in turns:
        last = found[-1] if found else None
        if isinstance(turn, Turn) and isinstance(last, Turn) and turn.axis == last.axis:
            a, b = angle_of(last.angle), angle_of(turn.angle)
            if not (a.radian or b.radian or a.named or b.named):
                degrees = 180 * (a.half_turns + b.half_turns) % 360
                found.pop()
                if degrees:
                    signed = degrees - 360 if degrees > 180 else degrees
                    found.append(Turn(turn.axis, number(signed) * name("deg")))
                continue
        found.append(turn)
    return tuple(found)


@dataclass(frozen=True)
class RigidBody:
    """Mass, mass centre and inertia about it, in numbers."""

    m: Any
    r: Vector
    I: Matrix
    rounded: bool = False

    @classmethod
    def of(cls, link: Link) -> RigidBody:
        """A link's body."""
        xx, yy, zz, xy, xz, yz = (SCALARS.value(e) for e in link.inertia)
        r = Vector(SCALARS.value(e) for e in link.com)
        return cls(SCALARS.value(link.mass), r, Matrix(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))))

    def placed(self, at: Placement) -> RigidBody:
        """The body seen from the frame that its own frame is placed in."""
        rounded = self.rounded or at.rounded
        return RigidBody(self.m, at.R @ self.r + at.p, at.R @ self.I @ at.R.T, rounded)

    def __bool__(self) -> bool:
        return bool(self.m) or any(e for row in self.I for e in row)

    @property
    def numbers(self) -> tuple[Any, ...]:
        """Mass, mass centre, and the inertia's xx yy zz xy xz yz."""
        I = self.I
        return (self.m, *self.r, I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2])

    def shortened(self, longest: int = LONGEST) -> RigidBody:
        """The body with its numbers rounded, if they are long."""
        if _bits(self.numbers) <= longest:
            return self
        m, x, y, z, *_ = _shortened(self.numbers)
        return RigidBody(m, Vector((x, y, z)), Matrix(map(_shortened, self.I)), True)

    def link(self) -> tuple[Link, bool]:
        """The body as a robot's link, and whether a number was too long and was rounded."""
        short = self.shortened()
        mass, x, y, z, *inertia = map(as_formula, short.numbers)
        six: Six = tuple(inertia)  # type: ignore[assignment]
        return Link(mass, (x, y, z), six), short.rounded


def merged(bodies: Iterable[RigidBody]) -> RigidBody:
    """Bodies fixed to one another as one: the masses' centre, every inertia about it."""
    parts = [body for body in bodies if body]
    if len(parts) == 1:
        return parts[0]
    if sum(_bits(body.numbers) for body in parts) > LONGEST:
        parts = [body.shortened(LONGEST // 10) for body in parts]
    m = summed(body.m for body in parts)
    r = ZERO
    if m:
        for body in parts:
            r = r + times(body.m, Fraction(1) / m) * body.r
    I = Matrix([[0] * 3] * 3)
    for body in parts:
        d = body.r - r
        d2 = d.dot(d)
        steiner = [
            [times(body.m, (d2 if i == j else 0) - times(d[i], d[j])) for j in range(3)]
            for i in range(3)
        ]
        I = I + body.I + Matrix(steiner)
    return RigidBody(m, r, I, any(body.rounded for body in parts))


def as_formula(value: Any) -> Formula:
    """An exact number, with √2 and √3 where it has them, as a formula."""
    if not isinstance(value, Expression):
        return number(value)
    terms = []
    for term in value.terms:
        roots = [call("sqrt", number(int(n[5:-1]))) for n, _ in term.powers]
        terms.append(product(number(term.coefficient), *roots))
    return total(*terms, number(0))


def _bits(numbers: Iterable[Any]) -> int:
    """How long the longest numerator or denominator is."""
    found = 0
    for value in numbers:
        roots = isinstance(value, Expression)
        for part in [t.coefficient for t in value.terms] if roots else [value]:
            found = max(found, part.numerator.bit_length(), part.denominator.bit_length())
    return found


def _shortened(numbers: Iterable[Any]) -> Vector:
    """The numbers rounded to ``DIGITS`` digits, those below 1 to so many places."""
    return Vector(_whole(_rough(value)) for value in numbers)


def _rough(value: Any) -> Fraction:
    if isinstance(value, Expression):
        return sum((_rough(t.coefficient) * _root(t.powers) for t in value.terms), Fraction(0))
    exact = Fraction(value)
    places = DIGITS + max(0, exact.denominator.bit_length() - exact.numerator.bit_length()) // 3
    scale = 10 ** min(places, MOST_PLACES)
    return Fraction(round(exact * scale), scale)


def _root(powers: tuple[tuple[str, int], ...]) -> Fraction:
    """√2, √3 or √6 to ``DIGITS`` places."""
    n = prod(int(name[5:-1]) for name, _ in powers)
    return Fraction(isqrt(n * 100**DIGITS), 10**DIGITS)


def _whole(value: Fraction) -> int | Fraction:
    return int(value) if value.denominator == 1 else value
