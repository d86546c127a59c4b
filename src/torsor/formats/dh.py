"""Denavit-Hartenberg tables, standard and modified, to joints placed as Torsor places them.

A row is ``alpha, a, d, theta``; the coordinate stands in theta (R) or in d (T), with a constant
added if need be. A standard table's distal frames keep the link's mass centre and inertia
(``rx … Iyz``): the reader shifts them to the frame at the joint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from torsor.algebra.formula import Formula, formula
from torsor.algebra.scalars.arithmetic import PLAIN_ZERO
from torsor.algebra.scalars.formulas import FormulaScalars
from torsor.errors import RobotError, TorsorError, shown
from torsor.formats.ets import split
from torsor.formats.fields import angle_field, at, axis_field, formula_field, known_keys
from torsor.robot.robot import Frame, Joint, Link, Robot, Three, Turn, symbolic_link
from torsor.spatial.inertia import entries, rotate_inertia, tensor
from torsor.spatial.rotations import rotation
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import Matrix, Vector

KEYS = ("alpha", "a", "d", "theta")
X, Z = axis_field("x"), axis_field("z")


class Row:
    """A row read: which joint it is, and its constants."""

    def __init__(self, table: Mapping[str, Any], number: int) -> None:
        self.alpha = at("alpha", angle_field, table.get("alpha", 0))
        self.a = at("a", formula_field, table.get("a", 0))
        theta = at("theta", formula, table.get("theta", f"q{number}" if "d" not in table else 0))
        depth = at("d", formula, table.get("d", 0))
        self.theta, sign_theta, q_theta = at("theta", split, theta)
        self.d, sign_d, q_d = at("d", split, depth)
        if (q_theta is None) == (q_d is None):
            # A table of constants alone names its joints R, as most published tables do.
            if q_theta is not None:
                raise RobotError("the coordinate stands in theta and in d; expected one of them")
            q_theta, sign_theta = number, 1
        self.kind = "R" if q_theta is not None else "T"
        coordinate = q_theta if q_theta is not None else q_d
        if coordinate != number:
            raise RobotError(f"expected the coordinate q{number}, got q{coordinate}")
        self.axis = axis_field("z" if (sign_theta if self.kind == "R" else sign_d) > 0 else "-z")
        at("theta", angle_field, self.theta)
        at("d", formula_field, self.d)


def read_dh(
    rows: Sequence[Any],
    convention: str = "standard",
    label: str = "robot",
    links: Sequence[Link] | None = None,
) -> Robot:
    """A robot from the rows of a table: mappings or sequences of alpha, a, d, theta."""
    if convention not in ("standard", "modified"):
        raise RobotError(
            f"the DH convention {shown(str(convention))} is unknown; expected standard or modified"
        )
    if not isinstance(rows, (list, tuple)) or not rows:
        raise RobotError("a DH table needs at least one row")
    read = []
    for i, row in enumerate(rows, 1):
        try:
            read.append(Row(_table(row), i))
        except TorsorError as error:
            raise RobotError(f"DH row {i}: {error}") from None
    given = list(links) if links else [symbolic_link(str(i)) for i in range(1, len(read) + 1)]
    if len(given) != len(read):
        raise RobotError(f"the DH table has {len(read)} rows and {len(given)} links")
    build = _standard if convention == "standard" else _modified
    return build(read, given, label)


def _table(row: Any) -> Mapping[str, Any]:
    if not isinstance(row, (list, tuple)):
        return known_keys("a row", row, KEYS)
    if len(row) > len(KEYS):
        raise RobotError(f"expected {', '.join(KEYS)}, got {len(row)} entries")
    return dict(zip(KEYS, row, strict=False))


def _modified(rows: list[Row], links: list[Link], label: str) -> Robot:
    """Rx(α) Tx(a) Rz(θ) Tz(d): the frame stands at its own joint already."""
    joints = []
    for i, row in enumerate(rows):
        R = _turn_x(row.alpha)
        offset = R @ Vector((row.a, PLAIN_ZERO, row.d))
        joints.append(Joint(row.kind, row.axis, _frame(offset, (X, row.alpha), (Z, row.theta)), i))
    return Robot(label, tuple(joints), tuple(links))


def _standard(rows: list[Row], links: list[Link], label: str) -> Robot:
    """Rz(θ) Tz(d) Tx(a) Rx(α): joint i acts before the constants of row i, which end its link."""
    joints, shifted = [], []
    before = Frame()
    for i, (row, link) in enumerate(zip(rows, links, strict=True)):
        place = before
        if row.theta:
            place = Frame(before.offset, (*before.rotation, Turn(Z, row.theta)))
        joints.append(Joint(row.kind, row.axis, place, i))
        end: Vector[Formula | int] = Vector((row.a, 0, row.d))
        shifted.append(shift(link, _turn_x(row.alpha), end))
        before = _frame(end, (X, row.alpha))
    return Robot(label, tuple(joints), tuple(shifted), before)


def shift(link: Link, R: Matrix[Formula | int], p: Vector[Formula | int]) -> Link:
    """A link given in a frame placed at R, p, written in the axes and from the origin outside."""
    value = FormulaScalars().value
    com = Transform(R, p).place(Vector(value(e) for e in link.com))
    inertia = rotate_inertia(R, tensor(value(e) for e in link.inertia))
    xx, yy, zz, xy, xz, yz = map(formula, entries(inertia))
    return replace(link, com=_three(com), inertia=(xx, yy, zz, xy, xz, yz))


def _turn_x(alpha: Formula) -> Matrix[Formula | int]:
    axis: Vector[Formula | int] = Vector((1, 0, 0))
    return rotation(axis, *FormulaScalars().sin_cos(alpha))


def _frame(offset: Vector[Formula | int], *turns: tuple[Three, Formula]) -> Frame:
    return Frame(_three(offset), tuple(Turn(axis, angle) for axis, angle in turns if angle))


def _three(v: Vector[Formula | int]) -> Three:
    x, y, z = (formula(e) for e in v)
    return (x, y, z)
