"""Bodies fixed to one another as one body, exactly: rotated, shifted (Huygens-Steiner), added.

The arithmetic is over the rationals with √2 and √3, where every multiple of 15° has its sine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula, call, name, number, total
from torsor.algebra.scalars.exact import ExactScalars
from torsor.algebra.surds import Number, Surd, parts_of, simple
from torsor.robot.robot import ORIGIN, ZERO, Frame, Link, Quaternion, Six, Turn
from torsor.spatial.inertia import Body, entries, merge_bodies, tensor
from torsor.spatial.rotations import quaternion_matrix, rotation
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import IDENTITY, Matrix, Vector

SCALARS = ExactScalars()
MASSLESS = Link(ZERO, ORIGIN, (ZERO,) * 6)
LONGEST = 1300
"""Numbers that grow beyond so many bits are rounded to ``DIGITS`` digits, and that is told."""
DIGITS = 30
MOST_PLACES = 350


@dataclass(frozen=True)
class Placement(Transform[Number]):
    """A frame in another, exactly: its transform, and the turns as they are written."""

    turns: tuple[Turn | Quaternion, ...] = ()
    rounded: bool = False

    @classmethod
    def of(cls, frame: Frame) -> Placement:
        """The placement of a frame in numbers."""
        R: Matrix[Number] = IDENTITY
        for turn in frame.rotation:
            R = R @ turn_matrix(turn)
        return cls(R, Vector(SCALARS.value(e) for e in frame.offset), frame.rotation)

    def __matmul__(self, inner: Transform[Number]) -> Placement:
        whole = super().__matmul__(inner)
        turns, rounded = (
            (inner.turns, inner.rounded) if isinstance(inner, Placement) else ((), False)
        )
        R, p = whole.R, whole.p
        long = _bits((*p, *(e for row in R for e in row))) > LONGEST
        if long:
            R, p = Matrix(map(_shortened, R)), _shortened(p)
        return Placement(R, p, joined_turns(turns, self.turns), long or self.rounded or rounded)

    @property
    def frame(self) -> Frame:
        """The same as a robot's data holds it."""
        x, y, z = (as_formula(e) for e in self.p)
        return Frame((x, y, z), self.turns)


def turn_matrix(turn: Turn | Quaternion) -> Matrix[Number]:
    """The matrix of one constant rotation."""
    if isinstance(turn, Turn):
        axis = Vector(SCALARS.value(e) for e in turn.axis)
        return rotation(axis, *SCALARS.sin_cos(turn.angle))
    rows = quaternion_matrix((turn.w, turn.x, turn.y, turn.z))
    return Matrix([simple(e) for e in row] for row in rows)


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
class RigidBody(Body[Number]):
    """Mass, mass centre and inertia about it, in numbers."""

    rounded: bool = False

    @classmethod
    def of(cls, link: Link) -> RigidBody:
        """A link's body."""
        r_C = Vector(SCALARS.value(e) for e in link.com)
        return cls(SCALARS.value(link.mass), r_C, tensor(SCALARS.value(e) for e in link.inertia))

    def placed(self, at: Transform[Number]) -> RigidBody:
        """The body seen from the frame that its own frame is placed in."""
        body = super().placed(at)
        rounded = self.rounded or (isinstance(at, Placement) and at.rounded)
        return RigidBody(body.m, body.r_C, body.I_C, rounded)

    def __bool__(self) -> bool:
        return bool(self.m) or any(e for row in self.I_C for e in row)

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Mass, mass centre, and the inertia's xx yy zz xy xz yz."""
        return (self.m, *self.r_C, *entries(self.I_C))

    def shortened(self, longest: int = LONGEST) -> RigidBody:
        """The body with its numbers rounded, if they are long."""
        if _bits(self.numbers) <= longest:
            return self
        m, x, y, z, *_ = _shortened(self.numbers)
        return RigidBody(m, Vector((x, y, z)), Matrix(map(_shortened, self.I_C)), True)

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
    whole = merge_bodies(parts)
    return RigidBody(whole.m, whole.r_C, whole.I_C, any(body.rounded for body in parts))


def as_formula(value: Number) -> Formula:
    """An exact number, with √2 and √3 where it has them, as a formula."""
    a, b, c, d = parts_of(value)
    parts = ((d, 6), (b, 2), (c, 3), (a, 1))
    return total(*(number(p) * call("sqrt", number(n)) for p, n in parts), number(0))


def _bits(numbers: Iterable[Number]) -> int:
    """How long the longest numerator or denominator is."""
    parts = [part for value in numbers for part in parts_of(value)]
    return max(max(p.numerator.bit_length(), p.denominator.bit_length()) for p in parts)


def _shortened(numbers: Iterable[Number]) -> Vector[Number]:
    """The numbers rounded to ``DIGITS`` digits, those below 1 to so many places."""
    return Vector(simple(_rough(value)) for value in numbers)


def _rough(value: Number) -> Fraction:
    exact = value.decimal if isinstance(value, Surd) else Fraction(value)
    places = DIGITS + max(0, exact.denominator.bit_length() - exact.numerator.bit_length()) // 3
    scale = 10 ** min(places, MOST_PLACES)
    return Fraction(round(exact * scale), scale)
