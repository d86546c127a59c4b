"""Robots with axes at any angles: the parameters of the twisted structure with as many joints.

Each joint after the first is turned from the one before it by alpha about their common normal.
Robots tell that normal themselves: it is an axis of one of the two joints' frames, as in any
DH table; a normal that would need a root is not looked for.
"""

from __future__ import annotations

from itertools import pairwise

from torsor.algebra.dependence import ratio
from torsor.algebra.scalars.arithmetic import minus, plus, times
from torsor.algebra.scalars.ring import RingScalar
from torsor.errors import RobotError
from torsor.formats.atlas import LETTERS, MOST_TWISTED, twisted_offset
from torsor.robot.entries import INERTIA
from torsor.spatial.inertia import entries, rotate_inertia
from torsor.spatial.vectors import Matrix, Vector
from torsor.studies.atlas.lines import Lines
from torsor.studies.atlas.mapping import Coordinate, Mapping, Pair

Three = Vector[RingScalar]
NONE: Three = Vector((0, 0, 0))


def map_twisted(laid: Lines) -> Mapping:
    """The mapping to the twisted structure; refused where its lengths are no polynomials."""
    if len(laid.lines) > MOST_TWISTED:
        raise RobotError(f"twisted structures have at most {MOST_TWISTED} joints")
    normals = _normals(laid)
    angles: dict[str, Pair] = {}
    turned: list[Pair] = [(0, 1)] * len(laid.lines)
    for i, line in enumerate(laid.lines[1:], 1):
        before = laid.lines[i - 1]
        angles[f"alpha{i + 1}"] = (
            before.axis.cross(line.axis).dot(normals[i]), before.axis.dot(line.axis),
        )  # fmt: skip
        if i == 1:
            continue
        about = (
            before.axis.cross(normals[i - 1]).dot(normals[i]), normals[i - 1].dot(normals[i]),
        )  # fmt: skip
        if before.kind == "R":
            turned[i - 1] = about
        else:
            angles[f"beta{i + 1}"] = about
    lengths, shifts, places = _measure(laid, normals, angles)
    coordinates = tuple(
        Coordinate(1, turned[i] if line.kind == "R" else shifts[i])
        for i, line in enumerate(laid.lines)
    )
    base = _triad(laid, normals[0], 0)
    parameters: dict[str, RingScalar] = dict(
        zip(("gx", "gy", "gz"), base @ laid.gravity, strict=True)
    )
    parameters |= lengths
    for i, line in enumerate(laid.lines, 1):
        # Behind a joint that turns, x is along the next common normal at the robot's zero.
        ahead = line.kind == "R" and 1 < i < len(laid.lines)
        R = _triad(laid, normals[i if ahead else i - 1], i - 1)
        centre = R @ (line.body.r_C - places[i - 1])
        parameters[f"m{i}"] = line.body.m
        parameters |= {f"r{c}{i}": e for c, e in zip(LETTERS, centre, strict=True)}
        inertia = entries(rotate_inertia(R, line.body.I_C))
        parameters |= {f"I{name}{i}": e for name, e in zip(INERTIA, inertia, strict=True)}
    return Mapping(coordinates, parameters, angles)


def _triad(laid: Lines, x: Three, i: int) -> Matrix[RingScalar]:
    """From base axes into those with this x and joint i's axis as z."""
    z = laid.lines[i].axis
    return Matrix((x, z.cross(x), z))


def _normals(laid: Lines) -> list[Three]:
    """The x axis before each joint: at right angles to its axis and to the one before."""
    found: list[Three] = []
    for i, line in enumerate(laid.lines):
        near = [laid.lines[k] for k in (i, i - 1) if k >= 0]
        candidates = [column for one in near for column in one.frame.T]
        axes = [one.axis for one in near]
        fit = [u for u in candidates if all(u.dot(axis) == 0 for axis in axes)]
        if not fit:
            raise RobotError(
                f"{laid.robot.name!r}: the common normal of the axes of {line.name} and the one "
                "before it is along no axis of their frames; expected DH parameters, whose x it is"
            )
        found.append(fit[0])
    if len(found) > 1:
        found[0] = found[1]
    return found


def _measure(
    laid: Lines, normals: list[Three], angles: dict[str, Pair]
) -> tuple[dict[str, RingScalar], list[RingScalar], list[Three]]:
    """Lengths by name, shifts of slides, and where each frame is, seen from the robot's point."""
    count, kinds = len(laid.lines), laid.kinds
    lengths: dict[str, RingScalar] = {}
    shifts: list[RingScalar] = [0] * count
    places: list[Three] = [NONE] * count
    turning = [i for i, kind in enumerate(kinds) if kind == "R"]
    for last, here in pairwise(turning):
        step = laid.lines[here].point - laid.lines[last].point
        first, x = laid.lines[last].axis, normals[last + 1]
        other = laid.lines[last + 1].axis  # the slide's in between, or this joint's own
        side = x.cross(first)
        along = _quotient(side.dot(step), angles[f"alpha{last + 2}"][0], laid)
        rest = minus(first.dot(step), times(along, first.dot(other)))
        x_name, _, z_name = twisted_offset(kinds, here + 1)
        for name in x_name.names():
            lengths[name] = x.dot(step)
        if here == last + 1:
            places[here] = times(-1, along) * other
        else:
            shifts[last + 1] = along
        if last == turning[0]:
            places[last] = rest * first
        else:
            for name in z_name.names():
                lengths[name] = minus(rest, places[last].dot(first))
    for i in range(turning[0] if turning else 0, 0, -1):
        places[i - 1] = places[i] + laid.lines[i].point - laid.lines[i - 1].point
    for i in range(1, count):
        if kinds[i] == "T" and i > (turning[0] if turning else 0):
            step = laid.lines[i].point - laid.lines[i - 1].point
            places[i] = places[i - 1] - step + shifts[i] * laid.lines[i].axis
    return lengths, shifts, places


def _quotient(value: RingScalar, sine: RingScalar, laid: Lines) -> RingScalar:
    """A length over the sine of a twist, where that is a polynomial."""
    if value == 0:
        return 0
    number = laid.ring.coerce(sine)
    if number:
        found, left = ratio(laid.ring.coerce(value), number)
        if left == 1:
            return plus(0, found)
    raise RobotError(
        f"{laid.robot.name!r}: a length over the sine of a twist, ({value})/({number}), is no "
        "polynomial; expected offsets along the axes and their common normals, as in a DH table"
    )
