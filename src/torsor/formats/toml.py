"""A robot as a TOML file, both ways; reading back what was written gives the same robot."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from torsor.algebra.formula import Formula, number
from torsor.errors import RobotError, TextError, shown
from torsor.formats.dh import read_dh
from torsor.formats.ets import read_ets
from torsor.formats.fields import (
    at,
    axis_field,
    formula_field,
    inertia_field,
    known_keys,
    name_field,
    rotation_field,
    text_field,
    three,
)
from torsor.robot import hypotheses
from torsor.robot.robot import (
    INERTIA,
    WRENCH,
    Frame,
    Joint,
    Link,
    Payload,
    Quaternion,
    Robot,
    symbolic_link,
    symbolic_payload,
)
from torsor.robot.symbols import robot_ring

ROBOT = (
    "name", "source", "description", "notation", "gravity", "hypotheses",
    "joint", "dh", "ets", "link", "tool", "payload",
)  # fmt: skip
JOINT = ("kind", "axis", "offset", "rotation", "parent", "name", "link")
LINK = ("mass", "com", "inertia")
FRAME = ("offset", "rotation")
MOST_DOTS = 500
"""A line with more dots is refused: Python's reader takes quadratic time for a dotted key."""

DEEPEST = 8
"""Tables and lists nested deeper than this are refused."""

PAYLOAD = ("kind", "axes", "wrench", "mass", "com", "inertia")


def read_toml(text: str, label: str = "robot") -> Robot:
    """A robot from TOML; an error names the place and what was expected there."""
    return robot_from_table(table_of(text), label)


def robot_from_table(table: Any, label: str = "robot") -> Robot:
    """A robot from the table of a TOML file, or from the same structure made in Python."""
    _shallow(table)
    known_keys("the robot", table, ROBOT)
    ways = [key for key in ("joint", "dh", "ets") if key in table]
    if len(ways) != 1:
        raise RobotError(
            "the robot needs its joints in one way: 'joint', 'dh' or 'ets'"
            + (f", and has {' and '.join(ways)}" if ways else "")
        )
    name = at("name", name_field, table.get("name", label))
    build = {"joint": _from_joints, "dh": _from_dh, "ets": _from_ets}[ways[0]]
    robot = build(table, name)
    robot = replace(
        robot,
        source=at("source", text_field, table.get("source", "")),
        description=at("description", text_field, table.get("description", "")),
        notation=at("notation", text_field, table.get("notation", "")),
    )
    if "gravity" in table:
        robot = replace(robot, gravity=at("gravity", three, table["gravity"]))
    if "payload" in table:
        robot = replace(robot, payload=at("payload", _payload, table["payload"]))
    declared = table.get("hypotheses", [])
    if not isinstance(declared, list) or not all(isinstance(h, str) for h in declared):
        raise RobotError("hypotheses: expected a list of texts")
    robot = replace(
        robot, hypotheses=tuple(at("hypotheses", text_field, text) for text in declared)
    )
    robot_ring(robot)
    at("hypotheses", lambda r: robot_ring(hypotheses.apply(r)), robot)
    return robot


def _shallow(table: Any) -> None:
    """Refuse what is nested deeper than any robot is; nothing after this recurses far."""
    level = [table]
    for _ in range(DEEPEST):
        inner = [e.values() if isinstance(e, Mapping) else e for e in level]
        level = [v for e in inner for v in e if isinstance(v, (Mapping, list, tuple))]
        if not level:
            return
    raise RobotError(f"the robot's tables are nested more than {DEEPEST} deep")


def _from_joints(table: Mapping[str, Any], name: str) -> Robot:
    rows = table["joint"]
    if not isinstance(rows, list) or not rows:
        raise RobotError("joint: expected a list of at least one joint")
    joints: list[Joint] = []
    links: list[Link] = []
    for i, row in enumerate(rows, 1):
        place = f"joint {i}"
        known_keys(place, row, JOINT)
        joints.append(_joint(row, i, place, joints))
        links.append(at(f"{place}, link", lambda t, i=i: _link(t, str(i)), row.get("link", {})))  # type: ignore[misc]
    tool = at("tool", _frame, table.get("tool", {}))
    _no_links(table)
    return Robot(name, tuple(joints), tuple(links), tool)


def _joint(row: Mapping[str, Any], i: int, place: str, before: list[Joint]) -> Joint:
    kind = str(row.get("kind", "")).upper()
    kind = {"P": "T"}.get(kind, kind)
    if kind not in ("R", "T", "F"):
        raise RobotError(
            f"{place}: expected kind R (revolute), T (translational) or F (fixed), "
            f"got {shown(str(row.get('kind', 'nothing')))}"
        )
    if kind == "F":
        axis = at(f"{place}, axis", axis_field, row.get("axis", "z"))
    elif "axis" not in row:
        raise RobotError(
            f"{place}: a joint of kind {kind} needs an axis (x, y, z or three numbers)"
        )
    else:
        axis = at(f"{place}, axis", axis_field, row["axis"])
    frame = at(place, _frame, {k: row[k] for k in FRAME if k in row})
    parent = row.get("parent", i - 1)
    if isinstance(parent, str):
        names = {joint.name: k for k, joint in enumerate(before, 1) if joint.name}
        if parent not in names:
            raise RobotError(f"{place}: no earlier joint is called {shown(parent)}")
        parent = names[parent]
    if isinstance(parent, bool) or not isinstance(parent, int) or not 0 <= parent < i:
        raise RobotError(f"{place}: expected as parent a link before it, 0 to {i - 1}")
    label = at(f"{place}, name", name_field, row["name"]) if "name" in row else ""
    return Joint(kind, axis, frame, parent, label)


def _frame(table: Any) -> Frame:
    known_keys("a frame", table, FRAME)
    offset = at("offset", three, table.get("offset", 0))
    rotation = at("rotation", rotation_field, table["rotation"]) if "rotation" in table else ()
    return Frame(offset, rotation)


def _link(table: Any, label: str) -> Link:
    known_keys("a link", table, LINK)
    link = symbolic_link(label)
    if "mass" in table:
        link = replace(link, mass=at("mass", formula_field, table["mass"]))
    if "com" in table:
        link = replace(link, com=at("com", three, table["com"]))
    if "inertia" in table:
        link = replace(link, inertia=at("inertia", inertia_field, table["inertia"]))
    return link


def _from_dh(table: Mapping[str, Any], name: str) -> Robot:
    dh = known_keys("dh", table["dh"], ("convention", "rows"))
    if "rows" not in dh:
        raise RobotError("dh: expected rows, a list of {alpha, a, d, theta}")
    rows = dh["rows"]
    count = len(rows) if isinstance(rows, list) else 0
    robot = at(
        "dh",
        lambda t: read_dh(rows, t, name, _links(table, count)),
        dh.get("convention", "standard"),
    )
    return _with_tool(robot, table)


def _from_ets(table: Mapping[str, Any], name: str) -> Robot:
    robot = at("ets", lambda t: read_ets(text_field(t, 100_000), name), table["ets"])
    links = _links(table, len(robot.joints))
    return _with_tool(replace(robot, links=tuple(links)), table)


def _links(table: Mapping[str, Any], count: int) -> list[Link]:
    """The links of a robot whose joints are a table or a sequence: ``[[link]]`` in order."""
    rows = table.get("link", [])
    if not isinstance(rows, list) or (rows and len(rows) != count):
        raise RobotError(f"link: expected a list of {count} links, one for each joint")
    rows = rows or [{}] * count
    return [
        at(f"link {i}", lambda t, i=i: _link(t, str(i)), row)  # type: ignore[misc]
        for i, row in enumerate(rows, 1)
    ]


def _with_tool(robot: Robot, table: Mapping[str, Any]) -> Robot:
    if "tool" not in table:
        return robot
    if robot.tool != Frame():
        raise RobotError("tool: the joints' table places the tool already")
    return replace(robot, tool=at("tool", _frame, table["tool"]))


def _no_links(table: Mapping[str, Any]) -> None:
    if "link" in table:
        raise RobotError("link: with 'joint', each joint carries its own link table")


def _payload(value: Any) -> Payload:
    if isinstance(value, str):
        return symbolic_payload(value)
    table = known_keys("a payload", value, PAYLOAD)
    payload = symbolic_payload(str(table.get("kind", "wrench")), str(table.get("axes", "tool")))
    if "wrench" in table:
        entries = table["wrench"]
        if payload.kind != "wrench" or not isinstance(entries, list) or len(entries) != 6:
            raise RobotError(f"wrench: expected six entries, {' '.join(WRENCH)}")
        payload = replace(payload, wrench=tuple(formula_field(e) for e in entries))  # type: ignore[arg-type]
    given = {key: table[key] for key in LINK if key in table}
    if given and payload.body is None:
        raise RobotError(f"a payload of kind {payload.kind} has no {' or '.join(given)}")
    if payload.kind == "weight" and set(given) - {"mass"}:
        raise RobotError("a payload of kind weight has a mass only")
    if payload.kind == "weight" and given:
        payload = replace(payload, body=replace(payload.body, mass=formula_field(given["mass"])))  # type: ignore[type-var]
    if payload.kind == "body" and given:
        payload = replace(payload, body=_link(given, "p"))
    return payload


# writing ------------------------------------------------------------------------------------------


def write_toml(robot: Robot) -> str:
    """The robot as TOML, every joint and link spelled out."""
    lines = [f"name = {_string(robot.name)}"]
    for key in ("source", "description", "notation"):
        if getattr(robot, key):
            lines.append(f"{key} = {_string(getattr(robot, key))}")
    lines.append(f"gravity = {_list(robot.gravity)}")
    # A value that a hypothesis has put in already stands in the file itself.
    listed = [h for h in robot.hypotheses if h in hypotheses.NAMED or h not in robot.assumed]
    lines.append(f"hypotheses = [{', '.join(map(_string, listed))}]")
    lines.append("joint = [")
    for i, (joint, link) in enumerate(zip(robot.joints, robot.links, strict=True), 1):
        lines.append(f"  {{ {', '.join(_joint_fields(joint, link, i))} }},")
    lines.append("]")
    if robot.tool != Frame():
        lines.append(f"tool = {{ {', '.join(_frame_fields(robot.tool))} }}")
    if robot.payload != Payload():
        lines.append(f"payload = {{ {', '.join(_payload_fields(robot.payload))} }}")
    return "\n".join(lines) + "\n"


def _joint_fields(joint: Joint, link: Link, i: int) -> list[str]:
    fields = [f"kind = {_string(joint.kind)}"]
    if joint.kind != "F" or joint.axis != axis_field("z"):
        fields.append(f"axis = {_axis(joint.axis)}")
    fields += _frame_fields(joint.placement)
    if joint.parent != i - 1:
        fields.append(f"parent = {joint.parent}")
    if joint.name:
        fields.append(f"name = {_string(joint.name)}")
    general = symbolic_link(str(i))
    if link != general:
        fields.append(f"link = {{ {', '.join(_link_fields(link, general))} }}")
    return fields


def _frame_fields(frame: Frame) -> list[str]:
    fields = [f"offset = {_list(frame.offset)}"] if any(frame.offset) else []
    if frame.rotation:
        fields.append(f"rotation = [{', '.join(_turn(t) for t in frame.rotation)}]")
    return fields


def _turn(turn: Any) -> str:
    if isinstance(turn, Quaternion):
        entries = ", ".join(_string(str(e)) for e in (turn.w, turn.x, turn.y, turn.z))
        return f"{{ quaternion = [{entries}] }}"
    for letter in "xyz":
        if turn.axis == axis_field(letter):
            return _string(f"R{letter}({turn.angle})")
    return f"{{ axis = {_axis(turn.axis)}, angle = {_string(str(turn.angle))} }}"


def _axis(axis: tuple[Formula, ...]) -> str:
    for text in ("x", "y", "z", "-x", "-y", "-z"):
        if axis == axis_field(text):
            return _string(text)
    # An exact direction such as [1, 1, 0]/√2: every entry is a fraction of the same root.
    return _list([_without_roots(e) for e in axis])


def _without_roots(entry: Formula) -> Formula:
    if entry.head == "product":
        entry = entry.parts[0]
    return number(1) if entry.head == "call" else entry


def _link_fields(link: Link, general: Link) -> list[str]:
    fields = []
    if link.mass != general.mass:
        fields.append(f"mass = {_value(link.mass)}")
    if link.com != general.com:
        fields.append(f"com = {_list(link.com)}")
    if link.inertia != general.inertia:
        given = [(k, e) for k, e in zip(INERTIA, link.inertia, strict=True) if e]
        entries = ", ".join(f"{k} = {_value(e)}" for k, e in given)
        fields.append(f"inertia = {{ {entries} }}" if given else "inertia = 0")
    return fields


def _payload_fields(payload: Payload) -> list[str]:
    fields = [f"kind = {_string(payload.kind)}"]
    if payload.kind == "wrench":
        fields.append(f"axes = {_string(payload.axes)}")
        if payload.wrench != Payload().wrench:
            fields.append(f"wrench = {_list(payload.wrench)}")
    if payload.body is not None:
        general = symbolic_link("p")
        fields += _link_fields(payload.body, general) if payload.kind == "body" else []
        if payload.kind == "weight" and payload.body.mass != general.mass:
            fields.append(f"mass = {_value(payload.body.mass)}")
    return fields


def _list(entries: Any) -> str:
    return f"[{', '.join(_value(e) for e in entries)}]"


def _value(entry: Any) -> str:
    text = str(entry)
    return text if text.lstrip("-").isdigit() else _string(text)


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def table_of(text: str, parse_float: Callable[[str], Any] = float) -> Any:
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
