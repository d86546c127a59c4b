"""A robot from a TOML file; an error names the place and what was expected there."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from torsor.errors import RobotError, TextError
from torsor.formats.dh import read_dh
from torsor.formats.ets import read_ets
from torsor.formats.fields import (
    Reader,
    Table,
    Written,
    at,
    formula_field,
    known_keys,
    list_of,
    name_field,
    notation_field,
    plain_data,
    read_fields,
    rows_of,
    text_field,
    three,
)
from torsor.formats.placements import FRAME, read_frame, stand_on
from torsor.formats.toml.bodies import read_bodies
from torsor.formats.toml.joints import BODY, read_joints, read_link
from torsor.formats.toml.values import read_values
from torsor.formats.toml.writer import write_toml
from torsor.robot.robot import WRENCH, Frame, Link, Payload, Robot, symbolic_payload
from torsor.robot.symbols import check_angular_velocities, robot_ring

__all__ = ["read_toml", "robot_from_table", "table_of", "write_toml"]

ROBOT = (
    "name", "source", "description", "group", "notation", "gravity", "hypotheses",
    "joint", "dh", "ets", "coordinates", "body", "link", "base", "tool", "payload", "values",
    "notes",
)  # fmt: skip
WAYS: dict[str, Callable[[Table, str], Robot]] = {}
"""The readers of what a robot is made of, by the key that it stands under; filled below."""

MOST_DOTS = 500
"""A line with more dots is refused: Python's reader takes quadratic time for a dotted key."""

DEEPEST = 8
"""Tables and lists nested deeper than this are refused."""

DH = ("convention", "rows", "base", "tool")
PAYLOAD = ("kind", "axes", "wrench", "mass", "com", "inertia")


def read_toml(text: str, label: str = "robot") -> Robot:
    """A robot from TOML; an error names the place and what was expected there."""
    return robot_from_table(table_of(text, Written), label)


def robot_from_table(given: Table, label: str = "robot") -> Robot:
    """A robot from the table of a TOML file, or from the same structure made in Python."""
    _shallow(given)
    table = known_keys("the robot", plain_data(given), ROBOT)
    ways = [key for key in WAYS if key in table]
    if len(ways) != 1:
        raise RobotError(
            "the robot needs its joints in one way: 'joint', 'dh' or 'ets', or else a 'body' list"
            + (f", and has {' and '.join(ways)}" if ways else "")
        )
    name = at("name", name_field, table.get("name", label))
    robot = WAYS[ways[0]](table, name)
    if robot.bodies and (extra := {"tool", "payload", "link", "base"} & set(table)):
        raise RobotError(f"a robot given by bodies has no {' and no '.join(sorted(extra))}")
    robot = _on_base(robot, table.get("base"))
    fields = read_fields(table, FIELDS)
    robot = replace(robot, **fields | {"notes": (*robot.notes, *fields.get("notes", ()))})
    declared = list_of(table.get("hypotheses", []))
    if declared is None or not all(isinstance(h, str) for h in declared):
        raise RobotError("hypotheses: expected a list of texts")
    check_angular_velocities(robot, robot_ring(robot))
    if "values" in table:
        robot = replace(robot, values=read_values(table["values"], robot))
    return at("hypotheses", lambda texts: _assume(robot, texts), declared)


def _assume(robot: Robot, texts: list[object]) -> Robot:
    """The robot under its hypotheses, if its equations have a ring then."""
    assumed = replace(robot, hypotheses=tuple(text_field(text) for text in texts))
    robot_ring(assumed)
    return assumed


def _notes(value: object) -> tuple[str, ...]:
    texts = list_of(value)
    if texts is None:
        raise RobotError("expected a list of texts")
    return tuple(text_field(text, 1000) for text in texts)


def _shallow(table: object) -> None:
    """Refuse what is nested deeper than any robot is; nothing after this recurses far."""
    level = [table]
    for _ in range(DEEPEST):
        inner = [e.values() if isinstance(e, Mapping) else rows_of(e) or () for e in level]
        level = [v for e in inner for v in e if isinstance(v, (Mapping, list, tuple))]
        if not level:
            return
    raise RobotError(f"the robot's tables are nested more than {DEEPEST} deep")


def _from_joints(table: Table, name: str) -> Robot:
    joints, links = read_joints(table["joint"])
    tool = at("tool", read_frame, table.get("tool", {}))
    if "link" in table:
        raise RobotError("link: with 'joint', each joint carries its own link table")
    return Robot(name, tuple(joints), tuple(links), tool)


def _from_dh(table: Table, name: str) -> Robot:
    dh = known_keys("dh", table["dh"], DH)
    if "rows" not in dh:
        raise RobotError("dh: expected rows, a list of {alpha, a, d, theta}")
    for key in ("base", "tool"):
        if key in dh and key in table and not isinstance(table[key], str):
            raise RobotError(f"dh: {key}: the robot has its {key} already")
    rows: Any = dh["rows"]
    count = len(rows) if isinstance(rows, list) else 0
    links = _links(table, count) if "link" in table else None
    tool = dh.get("tool", table.get("tool"))
    convention: Any = dh.get("convention", "standard")
    return at("dh", lambda t: read_dh(rows, t, name, links, dh.get("base"), tool), convention)


def _from_ets(table: Table, name: str) -> Robot:
    robot = at("ets", lambda t: read_ets(text_field(t, 100_000), name), table["ets"])
    robot = replace(robot, links=tuple(_links(table, len(robot.joints))))
    if "tool" not in table:
        return robot
    if robot.tool != Frame():
        raise RobotError("tool: the sequence places the tool already")
    return replace(robot, tool=at("tool", read_frame, table["tool"]))


def _links(table: Table, count: int) -> list[Link]:
    """The links of a robot whose joints are a table or a sequence: ``[[link]]`` in order."""
    rows = list_of(table.get("link", []))
    if rows is None or (rows and len(rows) != count):
        raise RobotError(f"link: expected a list of {count} links, one for each joint")
    return [
        at(f"link {i}", partial(read_link, label=str(i)), row)
        for i, row in enumerate(rows or [{}] * count, 1)
    ]


def _on_base(robot: Robot, base: object) -> Robot:
    """The robot on its base, where that is placed somewhere."""
    if base is None or isinstance(base, str):
        return robot
    place = base
    if isinstance(base, Mapping):
        known_keys("base", base, ("name", *FRAME))
        place = {key: value for key, value in base.items() if key != "name"}
    return stand_on(robot, at("base", read_frame, place))


def _base_name(value: object) -> str:
    """What the base is called: its text, or the name in its table."""
    if isinstance(value, str):
        return name_field(value)
    if isinstance(value, Mapping) and "name" in value:
        return at("name", name_field, value["name"])
    return ""


def _payload(value: object) -> Payload:
    if isinstance(value, str):
        return symbolic_payload(value)
    table = known_keys("a payload", value, PAYLOAD)
    payload = symbolic_payload(str(table.get("kind", "wrench")), str(table.get("axes", "tool")))
    if "wrench" in table:
        entries = list_of(table["wrench"])
        if payload.kind != "wrench" or entries is None or len(entries) != 6:
            raise RobotError(f"wrench: expected six entries, {' '.join(WRENCH)}")
        payload = replace(payload, wrench=tuple(formula_field(e) for e in entries))  # type: ignore[arg-type]
    given = {key: table[key] for key in BODY if key in table}
    if given and payload.body is None:
        raise RobotError(f"a payload of kind {payload.kind} has no {' or '.join(given)}")
    if payload.kind == "weight" and set(given) - {"mass"}:
        raise RobotError("a payload of kind weight has a mass only")
    if payload.kind == "weight" and given:
        payload = replace(payload, body=replace(payload.body, mass=formula_field(given["mass"])))  # type: ignore[type-var]
    if payload.kind == "body" and given:
        payload = replace(payload, body=read_link(given, "p"))
    return payload


FIELDS: dict[str, Reader] = {
    "source": text_field,
    "description": text_field,
    "notation": notation_field,
    "group": text_field,
    "base": _base_name,
    "notes": _notes,
    "gravity": three,
    "payload": _payload,
}
"""What a robot says of itself beside what it is made of."""

WAYS.update(joint=_from_joints, dh=_from_dh, ets=_from_ets, body=read_bodies)


def table_of(text: str, parse_float: Callable[[str], object] = float) -> dict[str, object]:
    """The plain table of a TOML text (a robot's, a notation's or a values file's)."""
    lines = text.split("\n")
    if any(line.count(".") > MOST_DOTS for line in lines):
        raise TextError(f"malformed TOML: a line with more than {MOST_DOTS} dots is refused")
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        end = f"at line {len(lines)}, column {len(lines[-1]) + 1}"
        message = str(error).replace("at end of document", end)
        raise TextError(f"malformed TOML: {message[:1].lower()}{message[1:]}") from None
    except RecursionError:
        raise TextError("malformed TOML: nested too deep") from None
    except ValueError as error:  # Python refuses a whole number of thousands of digits
        raise TextError(f"malformed TOML: {error}") from None
