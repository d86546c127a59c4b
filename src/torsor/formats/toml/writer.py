"""A robot as a TOML text; reading it back gives the same robot."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from torsor.algebra.formula import Formula
from torsor.formats.fields import AXES, axis_field, axis_name
from torsor.formats.toml.joints import DRIVE
from torsor.formats.toml.values import number_text
from torsor.robot import hypotheses
from torsor.robot.frame import Turn
from torsor.robot.robot import (
    INERTIA,
    Drive,
    Frame,
    FreeBody,
    Joint,
    Link,
    Payload,
    Quaternion,
    Robot,
    Six,
    Three,
    symbolic_link,
)


def write_toml(robot: Robot, as_assumed: bool = False) -> str:
    """The robot as TOML, every joint and link spelled out; as described, or as it is assumed."""
    if as_assumed:
        robot = replace(robot)
    lines = [f"name = {quote(robot.name)}"]
    for key in ("source", "description", "group", "notation"):
        if getattr(robot, key):
            lines.append(f"{key} = {quote(getattr(robot, key))}")
    lines.append(f"gravity = {_list(robot.gravity)}")
    lines.append(f"hypotheses = [{', '.join(map(quote, _listed(robot)))}]")
    robot = robot.declared
    if robot.notes:
        lines += ["notes = [", *(f"  {quote(note)}," for note in robot.notes), "]"]
    lines += _bodies(robot) if robot.bodies else _chain(robot)
    lines += _values(robot)
    return "\n".join(lines) + "\n"


def _listed(robot: Robot) -> list[str]:
    """The hypotheses; of a robot without its description, numbers that are in the data are not."""
    stays = (*hypotheses.NAMED, *(h for h in robot.hypotheses if h.startswith(hypotheses.STATED)))
    return [h for h in robot.hypotheses if h in stays or h not in robot.declared.assumed]


def _bodies(robot: Robot) -> list[str]:
    bodies = [f"  {_body(body)}," for body in robot.bodies]
    return [f"coordinates = {quote(robot.kinds)}", "body = [", *bodies, "]"]


def _chain(robot: Robot) -> list[str]:
    lines = [f"base = {quote(robot.base)}"] if robot.base else []
    lines.append("joint = [")
    for i, (joint, link) in enumerate(zip(robot.joints, robot.links, strict=True), 1):
        lines.append(f"  {_joint(joint, link, i)},")
    lines.append("]")
    if robot.tool != Frame():
        lines.append(f"tool = {_table(_frame(robot.tool))}")
    if robot.payload != Payload():
        lines.append(f"payload = {_table(_payload(robot.payload))}")
    return lines


def _values(robot: Robot) -> list[str]:
    """The numbers that come with the robot, those of one source together."""
    lines: list[str] = []
    source = None
    for given in robot.values:
        if given.source != source:
            source = given.source
            lines += ["", "[[values]]"]
            lines += [f"source = {quote(source)}"] if source else []
        number = given.value.constant
        text = quote(str(given.value)) if number is None else number_text(number)
        lines.append(f"{given.name} = {text}")
    return lines


def _joint(joint: Joint, link: Link, i: int) -> str:
    fields = {"kind": quote(joint.kind)}
    if joint.kind != "F" or joint.axis != axis_field("z"):
        fields["axis"] = _axis(joint.axis)
    fields |= _frame(joint.placement)
    if joint.parent != i - 1:
        fields["parent"] = str(joint.parent)
    if joint.moves is not None:
        fields["moves"] = quote(str(joint.moves))
    if joint.name:
        fields["name"] = quote(joint.name)
    if joint.limits:
        fields["limits"] = _table(
            {key: _value(e) for key, e in vars(joint.limits).items() if e is not None}
        )
    general = symbolic_link(str(i))
    if link != general or link.name:
        fields["link"] = _table(_link(link, general))
    return _table(fields)


def _body(body: FreeBody) -> str:
    place = {"position": _list(body.position), "omega": _list(body.omega)}
    return _table({"mass": _value(body.mass), **place, "inertia": _inertia(body.inertia)})


def _frame(frame: Frame) -> dict[str, str]:
    fields = {"offset": _list(frame.offset)} if any(frame.offset) else {}
    if frame.rotation:
        fields["rotation"] = f"[{', '.join(_turn(t) for t in frame.rotation)}]"
    return fields


def _turn(turn: Turn | Quaternion) -> str:
    if isinstance(turn, Quaternion):
        entries = ", ".join(quote(str(e)) for e in (turn.w, turn.x, turn.y, turn.z))
        return f"{{ quaternion = [{entries}] }}"
    if (letter := axis_name(turn.axis)) in AXES:
        return quote(f"R{letter}({turn.angle})")
    return f"{{ axis = {_axis(turn.axis)}, angle = {quote(str(turn.angle))} }}"


def _axis(axis: Three) -> str:
    if text := axis_name(axis):
        return quote(text)
    # An exact direction such as [1, 1, 0]/√2: every entry is a fraction of the same root.
    entries = [e.inner[0] if e.head == "product" else e for e in axis]
    return f"[{', '.join(_exact(e) for e in entries)}]"


def _link(link: Link, general: Link) -> dict[str, str]:
    """What differs from the general link, and the drive."""
    fields = {"name": quote(link.name)} if link.name else {}
    if link.mass != general.mass:
        fields["mass"] = _value(link.mass)
    if link.com != general.com:
        fields["com"] = _list(link.com)
    if link.inertia != general.inertia:
        fields["inertia"] = _inertia(link.inertia)
    drives = zip(DRIVE, link.drive.entries, Drive().entries, strict=True)
    return fields | {key: _value(own) for key, own, usual in drives if own != usual}


def _payload(payload: Payload) -> dict[str, str]:
    fields = {"kind": quote(payload.kind)}
    if payload.kind == "wrench":
        fields["axes"] = quote(payload.axes)
        if payload.wrench != Payload().wrench:
            fields["wrench"] = _list(payload.wrench)
    if payload.body is not None:
        general = symbolic_link("p")
        fields |= _link(payload.body, general) if payload.kind == "body" else {}
        if payload.kind == "weight" and payload.body.mass != general.mass:
            fields["mass"] = _value(payload.body.mass)
    return fields


def _table(fields: Mapping[str, str]) -> str:
    return f"{{ {', '.join(f'{key} = {text}' for key, text in fields.items())} }}"


def _inertia(six: Six) -> str:
    given = {key: _value(e) for key, e in zip(INERTIA, six, strict=True) if e}
    return _table(given) if given else "0"


def _list(entries: Iterable[Formula]) -> str:
    return f"[{', '.join(_value(e) for e in entries)}]"


def _value(entry: Formula) -> str:
    """A number as a decimal where it is one to the last digit; anything else as a text."""
    return _exact(entry) if entry.constant is None else number_text(entry.constant)


def _exact(entry: object) -> str:
    """An integer as it is; anything else as a text, fractions too."""
    text = str(entry)
    return text if text.lstrip("-").isdigit() else quote(text)


def quote(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
