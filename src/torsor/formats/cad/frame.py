"""A body's mass properties in a link's frame, in which the CAD frame lies somewhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import cos, pi, sin
from typing import Any

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula, exact
from torsor.algebra.rational_points import turn_quarters
from torsor.algebra.scalars.arithmetic import Plain
from torsor.algebra.scalars.floats import to_float
from torsor.errors import TextError
from torsor.formats.cad.mass_properties import MassProperties
from torsor.formats.fields import rotation_field
from torsor.robot.robot import Quaternion, Turn
from torsor.spatial.inertia import Body, entries, tensor
from torsor.spatial.rotations import quaternion_matrix, rotation
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import IDENTITY, Matrix, Vector

MOST_TURNS = 12


def placed(
    body: MassProperties, offset: Sequence[Any] = (0, 0, 0), rotation: Any = ""
) -> MassProperties:
    """The body in a link's frame, in which the CAD frame lies at an offset and is turned."""
    at = Transform(rotation_matrix(rotation), Vector(exact(e) for e in offset))
    given: Body[Plain] = Body(body.mass, Vector(body.com), tensor(body.inertia))
    seen = given.placed(at)
    x, y, z = (exact(e) for e in seen.r_C)
    return replace(body, com=(x, y, z), inertia=tuple(exact(e) for e in entries(seen.I_C)))


def rotation_matrix(rotation: Any) -> Matrix[Plain]:
    """The matrix of a rotation as robots' files write it; quarter turns are exact."""
    R: Matrix[Plain] = IDENTITY
    turns = rotation_field(rotation) if rotation else ()
    if len(turns) > MOST_TURNS:
        raise TextError(f"the rotation has {len(turns)} turns; at most {MOST_TURNS}")
    for turn in turns:
        R = R @ _matrix(turn)
    return R


def _matrix(turn: Turn | Quaternion) -> Matrix[Plain]:
    """The matrix of a turn, in the decimals that the floats of its sine and cosine read as."""
    if isinstance(turn, Quaternion):
        return quaternion_matrix((turn.w, turn.x, turn.y, turn.z))
    angle = angle_of(turn.angle)
    if angle.named:
        raise TextError(f"the rotation {turn.angle} is not in numbers")
    axis: Vector[Plain] = Vector(_number(e) for e in turn.axis)
    if angle.quarters is not None:
        return rotation(axis, *turn_quarters(0, 1, angle.quarters))
    radians = float(angle.half_turns % 2) * pi + float(angle.radian)
    return rotation(axis, exact(sin(radians)), exact(cos(radians)))


def _number(entry: Formula) -> Fraction:
    return exact(to_float(entry)) if entry.constant is None else entry.constant
