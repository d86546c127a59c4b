"""Joints, links and bodies from plain tables, as TOML files and Python structures give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from torsor.algebra.formula import Formula, exact, formula, name
from torsor.errors import RobotError, TorsorError, shown
from torsor.formats.couplings import follow
from torsor.formats.fields import (
    Reader,
    Table,
    angle_field,
    at,
    axis_field,
    formula_field,
    inertia_field,
    known_keys,
    list_of,
    name_field,
    read_fields,
    three,
)
from torsor.formats.placements import FRAME, read_frame
from torsor.robot.coupling import in_radians, own_coordinates
from torsor.robot.joint import KINDS
from torsor.robot.limits import Limits
from torsor.robot.robot import Drive, Joint, Link, symbolic_drive, symbolic_link

JOINT = (
    "kind", "axis", "offset", "rotation", "parent", "name", "moves", "mimic", "limits", "link",
)  # fmt: skip
BODY: dict[str, Reader] = {"mass": formula_field, "com": three, "inertia": inertia_field}
DRIVE = ("viscous", "coulomb", "rotor", "ratio", "spring", "rest")
LINK = (*BODY, "friction", *DRIVE, "name")
LIMITS = ("lower", "upper", "velocity", "effort")
MIMIC = ("joint", "ratio", "offset")


def read_joints(entries: object) -> tuple[list[Joint], list[Link]]:
    """The joints and their links, couplings resolved."""
    given = list_of(entries)
    if not given:
        raise RobotError("joint: expected a list of at least one joint")
    joints: list[Joint] = []
    links: list[Link] = []
    rows: list[Table] = []
    for i, entry in enumerate(given, 1):
        place = f"joint {i}"
        row = known_keys(place, entry, JOINT)
        rows.append(row)
        joints.append(read_joint(row, i, place, joints))
        table = at(f"{place}, link", link_table, row.get("link", {}))
        links.append(at(f"{place}, link", partial(read_link, label=str(i)), table))
        if joints[-1].kind == "T":  # a slide rests at a length
            at(f"{place}, link: rest", formula_field, table.get("rest", 0))
    return coupled(joints, rows), links


def read_joint(row: Table, i: int, place: str, before: Sequence[Joint]) -> Joint:
    """One joint, its coupling apart."""
    kind = at(place, read_kind, row)
    if kind == "F":
        axis = at(f"{place}, axis", axis_field, row.get("axis", "z"))
    elif "axis" not in row:
        raise RobotError(
            f"{place}: a joint of kind {kind} needs an axis (x, y, z or three numbers)"
        )
    else:
        axis = at(f"{place}, axis", axis_field, row["axis"])
    frame = at(place, read_frame, {k: row[k] for k in FRAME if k in row})
    parent = row.get("parent", i - 1)
    if isinstance(parent, str):
        parent = by_name(parent, before, place)
    if isinstance(parent, bool) or not isinstance(parent, int) or not 0 <= parent < i:
        raise RobotError(f"{place}: expected as parent a link before it, 0 to {i - 1}")
    label = at(f"{place}, name", name_field, row["name"]) if "name" in row else ""
    limits = at(f"{place}, limits", lambda t: read_limits(t, kind), row.get("limits", {}))
    return Joint(kind, axis, frame, parent, label, limits=limits)


def read_kind(row: Table) -> str:
    """R, T (or P) or F."""
    kind = str(row.get("kind", "")).upper()
    kind = {"P": "T"}.get(kind, kind)
    if kind not in KINDS:
        raise RobotError(
            "expected kind R (revolute), T (translational) or F (fixed), "
            f"got {shown(str(row.get('kind', 'nothing')))}"
        )
    return kind


def read_limits(given: object, kind: str) -> Limits:
    """The limits of a joint that turns or slides, in numbers; angles may carry their unit."""
    table = known_keys("limits", given, LIMITS)
    if table and kind == "F":
        raise RobotError("a fixed joint has no limits")
    found = {}
    for key in table:
        turns = kind == "R" and key != "effort"
        found[key] = at(key, shift_field if turns else formula_field, table[key])
    return Limits(**found)


def by_name(text: str, joints: Sequence[Joint], place: str) -> int:
    """The number of the joint with this name."""
    names = {joint.name: k for k, joint in enumerate(joints, 1) if joint.name}
    if text not in names:
        raise RobotError(f"{place}: no earlier joint is called {shown(text)}")
    return names[text]


def link_table(given: object) -> Table:
    """The table of a link."""
    return known_keys("a link", given, LINK)


def read_link(given: object, label: str) -> Link:
    """Mass, mass centre and inertia, symbolic where not given, and what the joint's drive adds."""
    table = link_table(given)
    fields = read_fields(table, {**BODY, "name": name_field})
    return replace(symbolic_link(label), **fields, drive=read_drive(table, label))


def read_drive(table: Table, label: str) -> Drive:
    """Friction, rotor and spring; ``true`` stands for the usual symbols."""
    drive = Drive()
    usual = {"friction": "friction", "rotor": "rotors", "spring": "springs"}
    for key, what in usual.items():
        value = table.get(key)
        if value is True:
            drive = drive.merge(symbolic_drive(label, what))
        elif key == "friction" and value is not None and value is not False:
            raise RobotError("friction: expected true; give numbers as viscous and coulomb")
    for key in DRIVE:
        value = table.get(key)
        if value is None or isinstance(value, bool):
            continue
        read = at(key, shift_field if key == "rest" else formula_field, value)
        drive = replace(drive, **{key: in_radians(read)})
    return drive


def shift_field(value: object) -> Formula:
    """A spring's rest position or a follower's offset: a length, or an angle with its unit."""
    try:
        return formula_field(value)
    except TorsorError:
        return angle_field(value)


def coupled(joints: list[Joint], rows: Sequence[Table]) -> list[Joint]:
    """Joints whose displacement is a combination of coordinates; plain robots stay as they are."""
    if not any("moves" in row or "mimic" in row for row in rows):
        return joints
    moves: dict[int, Formula] = {}
    follows: dict[int, tuple[int, Formula, Formula]] = {}
    for i, (row, joint) in enumerate(zip(rows, joints, strict=True), 1):
        place = f"joint {i}"
        if joint.kind == "F" and ("moves" in row or "mimic" in row):
            raise RobotError(f"{place}: a fixed joint does not move")
        if "moves" in row and "mimic" in row:
            raise RobotError(f"{place}: expected moves or mimic, not both")
        if "moves" in row:
            moves[i] = at(f"{place}, moves", _moves, row["moves"])
        if "mimic" in row:
            follows[i] = at(f"{place}, mimic", lambda t: _mimic(t, joints), row["mimic"])
    leading = [i for i, joint in enumerate(joints, 1) if joint.kind != "F" and i not in follows]
    for i, k in zip(leading, own_coordinates([moves.get(i) for i in leading]), strict=True):
        if k is not None:
            moves[i] = name(f"q{k}")
    for i in follows:
        moves[i] = _followed(i, follows, moves)
    return [replace(joint, moves=moves.get(i)) for i, joint in enumerate(joints, 1)]


def _moves(value: object) -> Formula:
    return formula(value if isinstance(value, (str, Formula)) else exact(value))


def _mimic(given: object, joints: Sequence[Joint]) -> tuple[int, Formula, Formula]:
    table = known_keys("mimic", given, MIMIC)
    target = table.get("joint")
    if isinstance(target, str):
        target = by_name(target, joints, "mimic")
    if isinstance(target, bool) or not isinstance(target, int) or not 1 <= target <= len(joints):
        raise RobotError(f"expected the number or name of a joint, got {shown(str(target))}")
    if joints[target - 1].kind == "F":
        raise RobotError(f"joint {target} is fixed and cannot be followed")
    ratio = formula_field(table.get("ratio", 1))
    if ratio.constant is None:
        raise RobotError(f"the ratio {ratio} is not a number")
    return target, ratio, at("offset", shift_field, table.get("offset", 0))


def _followed(
    i: int, follows: Mapping[int, tuple[int, Formula, Formula]], moves: Mapping[int, Formula]
) -> Formula:
    """Follow mimic joints to one that moves by itself; a circle of them is refused."""
    chain, factor, offset = follow(i, follows, formula(1))
    if chain[-1] in chain[:-1]:
        circle = " → ".join(map(str, chain))
        raise RobotError(f"the coupling runs in a circle: joint {circle}")
    base = moves[chain[-1]]
    for part in base.inner if base.head == "sum" else (base,):
        offset = factor * part + offset
    return offset
