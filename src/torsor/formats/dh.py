"""Denavit-Hartenberg tables, standard, modified and Khalil's, to joints placed as Torsor does.

A row is ``alpha, a, d, theta``; the coordinate stands in theta (R) or in d (T), with a constant
added if need be. A modified row may begin with Khalil and Kleinfinger's ``gamma`` and ``b`` (A new
geometric notation for open and closed-loop robots, ICRA 1986); Khalil's own names are ``gamma, b,
alpha, d, theta, r`` and ``sigma``. A standard table's distal frames keep the link's mass centre and
inertia (``rx … Iyz``): the reader shifts them to the frame at the joint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from torsor.algebra.formula import Formula, formula, name
from torsor.algebra.scalars.formulas import FormulaScalars
from torsor.errors import RobotError, TorsorError, shown
from torsor.formats.ets import split
from torsor.formats.fields import (
    angle_field,
    at,
    axis_field,
    formula_field,
    known_keys,
    name_field,
    turn_field,
)
from torsor.formats.placements import carry_tool, read_frame, stand_on
from torsor.formats.toml.joints import by_name, read_kind, read_limits
from torsor.robot.robot import ORIGIN, ZERO, Frame, Joint, Link, Robot, Three, Turn, symbolic_link
from torsor.spatial.inertia import entries, rotate_inertia, tensor
from torsor.spatial.rotations import rotation
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import Matrix, Vector

MORE = ("kind", "name", "limits")
"""What a row may say of its joint beside where it is."""
STANDARD = ("alpha", "a", "d", "theta")
MODIFIED = (*STANDARD, "gamma", "b", "parent")
KHALIL = ("gamma", "b", "alpha", "d", "theta", "r", "sigma", "parent")
OURS = {"d": "a", "r": "d", "sigma": "kind"}
"""Khalil's names of what has another name in a modified table."""
SIGMA = {0: "R", 1: "T", 2: "F"}
KEYS = tuple(dict.fromkeys((*MODIFIED, *KHALIL, *MORE)))
CONVENTIONS = ("standard", "modified", "khalil")
X, Z = axis_field("x"), axis_field("z")


class Row:
    """A row read: which joint it is, and its constants; ``k`` is the next coordinate's number."""

    def __init__(self, table: Mapping[str, Any], k: int, convention: str) -> None:
        usual = ("a", "d", 'kind = "F"')
        length, slide, fixed = ("d", "r", "sigma = 2") if convention == "khalil" else usual
        self.alpha = at("alpha", angle_field, table.get("alpha", 0))
        self.a = at(length, formula_field, table.get("a", 0))
        self.gamma = at("gamma", angle_field, table.get("gamma", 0))
        self.b = at("b", formula_field, table.get("b", 0))
        theta = at("theta", turn_field, table.get("theta", 0))
        depth = at(slide, formula, table.get("d", 0))
        self.theta, sign_theta, q_theta = at("theta", split, theta)
        self.d, sign_d, q_d = at(slide, split, depth)
        at("theta", angle_field, self.theta)
        at(slide, formula_field, self.d)
        if q_theta is not None and q_d is not None:
            raise RobotError(f"the coordinate stands in theta and in {slide}; expected one of them")
        kind = read_kind(table) if "kind" in table else ""
        found = "R" if q_theta is not None else "T" if q_d is not None else ""
        if kind and found and kind != found:
            place = "theta" if found == "R" else slide
            raise RobotError(f"a row of kind {kind} has the coordinate in {place}")
        if not kind and not found and "theta" in table:
            turned = name(f"q{k}") + self.theta
            raise RobotError(
                f'no coordinate in this row: expected theta = "{turned}" for a joint that turns, '
                f'{slide} = "q{k}" for one that slides, or {fixed} for a fixed frame'
            )
        self.kind = kind or found or "R"  # a theta that is not said is the coordinate
        coordinate = q_theta if q_theta is not None else q_d
        if coordinate is not None and coordinate != k:
            raise RobotError(f"expected the coordinate q{k}, got q{coordinate}")
        self.axis = axis_field("z" if (sign_theta if self.kind == "R" else sign_d) > 0 else "-z")
        self.name = at("name", name_field, table["name"]) if "name" in table else ""
        self.limits = at("limits", lambda t: read_limits(t, self.kind), table.get("limits", {}))
        self.parent = table.get("parent")

    def joint(self, placement: Frame, number: int, before: Sequence[Joint]) -> Joint:
        """The joint of this row, placed in its parent's frame."""
        parent = number - 1 if self.parent is None else self.parent
        if isinstance(parent, str):
            parent = by_name(parent, before, "parent")
        if isinstance(parent, bool) or not isinstance(parent, int) or not 0 <= parent < number:
            raise RobotError(f"DH row {number}: expected as parent a row before it, or 0")
        return Joint(self.kind, self.axis, placement, parent, self.name, limits=self.limits)


def read_dh(
    rows: Sequence[Any],
    convention: str = "standard",
    label: str = "robot",
    links: Sequence[Link] | None = None,
    base: Any = None,
    tool: Any = None,
) -> Robot:
    """A robot from the rows of a table: mappings, or sequences in the convention's order.

    ``base`` places the first frame, ``tool`` what follows the last one. A fixed frame is massless
    unless its link is given.
    """
    if convention not in CONVENTIONS:
        raise RobotError(
            f"the DH convention {shown(str(convention))} is unknown; expected standard, modified "
            "or khalil"
        )
    if not isinstance(rows, (list, tuple)) or not rows:
        raise RobotError("a DH table needs at least one row")
    read: list[Row] = []
    for i, row in enumerate(rows, 1):
        k = 1 + sum(earlier.kind != "F" for earlier in read)
        try:
            read.append(Row(_table(row, convention), k, convention))
        except TorsorError as error:
            raise RobotError(f"DH row {i}: {error}") from None
    given = list(links) if links else [_usual_link(row, i) for i, row in enumerate(read, 1)]
    if len(given) != len(read):
        raise RobotError(f"the DH table has {len(read)} rows and {len(given)} links")
    build = _standard if convention == "standard" else _modified
    robot = stand_on(
        build(read, given, label), at("base", read_frame, {} if base is None else base)
    )
    return carry_tool(robot, at("tool", read_frame, {} if tool is None else tool))


def _usual_link(row: Row, number: int) -> Link:
    return Link(ZERO, ORIGIN, (ZERO,) * 6) if row.kind == "F" else symbolic_link(str(number))


def _table(row: Any, convention: str) -> Mapping[str, Any]:
    """A row by column, in the names of a modified table."""
    columns = {"standard": STANDARD, "modified": MODIFIED, "khalil": KHALIL}[convention]
    if isinstance(row, (list, tuple)):
        listed = columns[:7] if convention == "khalil" else STANDARD
        if len(row) > len(listed):
            raise RobotError(f"expected {', '.join(listed)}, got {len(row)} entries")
        row = dict(zip(listed, row, strict=False))
    more = MORE[1:] if convention == "khalil" else MORE
    table = known_keys("a row", row, (*columns, *more))
    if convention != "khalil":
        return table
    sigma = table.get("sigma")
    if sigma is not None and (isinstance(sigma, bool) or sigma not in SIGMA):
        raise RobotError(
            f"sigma: expected 0 (turns), 1 (slides) or 2 (fixed), got {shown(str(sigma))}"
        )
    named = {OURS.get(key, key): value for key, value in table.items()}
    return named if sigma is None else {**named, "kind": SIGMA[int(sigma)]}


def _modified(rows: list[Row], links: list[Link], label: str) -> Robot:
    """Rz(γ) Tz(b) Rx(α) Tx(a) Rz(θ) Tz(d): the frame stands at its own joint already."""
    joints: list[Joint] = []
    for i, row in enumerate(rows, 1):
        along: Vector[Formula | int] = Vector((row.a, 0, row.d))
        before: Vector[Formula | int] = Vector((0, 0, row.b))
        offset = _turn(Z, row.gamma) @ (before + _turn(X, row.alpha) @ along)
        place = _frame(offset, (Z, row.gamma), (X, row.alpha), (Z, row.theta))
        joints.append(row.joint(place, i, joints))
    return Robot(label, tuple(joints), tuple(links))


def _standard(rows: list[Row], links: list[Link], label: str) -> Robot:
    """Rz(θ) Tz(d) Tx(a) Rx(α): joint i acts before the constants of row i, which end its link."""
    joints: list[Joint] = []
    shifted = []
    before = Frame()
    for i, (row, link) in enumerate(zip(rows, links, strict=True), 1):
        place = before
        if row.theta:
            place = Frame(before.offset, (*before.rotation, Turn(Z, row.theta)))
        joints.append(row.joint(place, i, joints))
        end: Vector[Formula | int] = Vector((row.a, 0, row.d))
        shifted.append(shift(link, _turn(X, row.alpha), end) if not link.massless else link)
        before = _frame(end, (X, row.alpha))
    return Robot(label, tuple(joints), tuple(shifted), before)


def shift(link: Link, R: Matrix[Formula | int], p: Vector[Formula | int]) -> Link:
    """A link given in a frame placed at R, p, written in the axes and from the origin outside."""
    value = FormulaScalars().value
    com = Transform(R, p).place(Vector(value(e) for e in link.com))
    inertia = rotate_inertia(R, tensor(value(e) for e in link.inertia))
    xx, yy, zz, xy, xz, yz = map(formula, entries(inertia))
    return replace(link, com=_three(com), inertia=(xx, yy, zz, xy, xz, yz))


def _turn(axis: Three, angle: Formula) -> Matrix[Formula | int]:
    entries: Vector[Formula | int] = Vector(int(e.constant or 0) for e in axis)
    return rotation(entries, *FormulaScalars().sin_cos(angle))


def _frame(offset: Vector[Formula | int], *turns: tuple[Three, Formula]) -> Frame:
    return Frame(_three(offset), tuple(Turn(axis, angle) for axis, angle in turns if angle))


def _three(v: Vector[Formula | int]) -> Three:
    x, y, z = (formula(e) for e in v)
    return (x, y, z)
