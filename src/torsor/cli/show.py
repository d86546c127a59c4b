"""``torsor show``: a robot's joints, frames, parameters, hypotheses, symbols and numbers."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from torsor.cli.common import print_json, spell
from torsor.cli.options import AS_DESCRIBED, JsonOption, RobotArgument, Variant
from torsor.cli.terminal import terminal, visible_data

if TYPE_CHECKING:
    from torsor.robot.limits import Limits
    from torsor.robot.robot import Frame, Robot, Three

INDENT = 12
NO_BREAK = "\u00a0"
LINK_SYMBOL = re.compile(r"(?:m|r[xyz]|I[xyz]{2})(\d+)")
"""The symbols of a link: mass, mass centre and inertia, and its number."""


LIMITED = {"lower": "q", "upper": "q", "velocity": "dq", "effort": "tau"}
"""What each limit of a joint bounds."""


def show(
    robot: RobotArgument,
    variant: Variant = AS_DESCRIBED,
    json: JsonOption = False,
) -> None:
    """Show a robot: joints, frames, parameters, hypotheses, numbers and where they come from.

    Examples:

      torsor show rttrr

      torsor show "Rz(q1) tx(l1) Rz(q2) tx(l2)"
    """
    described = description(variant.load(robot))
    if json:
        print_json(described)
    else:
        _print(visible_data(described))


def description(robot: Robot) -> dict[str, Any]:
    """The robot as plain data."""
    from torsor.formats.toml.values import value_text
    from torsor.robot.symbols import motion, parameters

    joints = []
    pairs = zip(robot.joints, robot.links, strict=True)
    for i, (joint, link) in enumerate(pairs, 1):
        k = robot.coordinate.get(i)
        joints.append(
            {
                "link": i,
                "parent": joint.parent,
                "kind": joint.kind,
                "coordinate": None if k is None else f"q{k}",
                "axis": axis_text(joint.axis),
                **_frame(joint.placement),
                "mass": str(link.mass),
                "com": spell(link.com),
                "inertia": spell(link.inertia),
                "moves": None if joint.moves is None else str(joint.moves),
                "drive": spell(vars(link.drive)) if link.drive else None,
                "name": joint.name,
                "link_name": link.name,
                "limits": _limits(joint.limits) if joint.limits else None,
            }
        )
    load = robot.payload
    return {
        "robot": robot.name,
        "structure": robot.structure,
        "dof": robot.dof,
        "description": robot.description,
        "source": robot.source,
        "gravity": spell(robot.gravity),
        "base": robot.base,
        "joints": joints,
        "bodies": [
            {
                "mass": str(body.mass),
                **{key: spell(getattr(body, key)) for key in ("position", "omega", "inertia")},
            }
            for body in robot.bodies
        ],
        "tool": _frame(robot.tool),
        "payload": {
            "kind": load.kind,
            "axes": load.axes if load.kind == "wrench" else None,
            "entries": spell([e for e in load.entries if e]),
        },
        "hypotheses": list(robot.hypotheses),
        "symbols": {"motion": list(motion(robot)), "parameters": list(parameters(robot))},
        "notation": robot.notation or "standard",
        "notes": list(robot.notes),
        "values": [
            {"name": given.name, "value": value_text(given.value), "source": given.source}
            for given in robot.values
        ],
    }


def _limits(limits: Limits) -> dict[str, float | None]:
    """The limits in SI units, radians for angles."""
    numbers = zip(vars(limits), limits.numbers, strict=True)
    return {key: None if bound is None else float(bound) for key, bound in numbers}


def axis_text(axis: Three) -> str:
    """``z``, ``-x`` or the three entries."""
    from torsor.formats.fields import axis_name

    return axis_name(axis) or f"({', '.join(map(str, axis))})"


def _frame(frame: Frame) -> dict[str, Any]:
    from torsor.robot.robot import Turn

    turns = []
    for turn in frame.rotation:
        if isinstance(turn, Turn):
            turns.append(f"R{axis_text(turn.axis)}({turn.angle})")
        else:
            turns.append(f"quaternion({turn.w}, {turn.x}, {turn.y}, {turn.z})")
    return {"offset": spell(frame.offset), "rotation": turns}


def _print(d: dict[str, Any]) -> None:
    from rich.text import Text

    console = terminal(sys.stdout, highlight=False)

    def line(label: str, text: str) -> None:
        if text:
            parts = wrap(text, max(console.width - INDENT, 20), break_on_hyphens=False)
            console.print(Text(f"{label:<{INDENT}}", style="bold") + Text(parts[0]))
            for part in parts[1:]:
                console.print(Text(" " * INDENT + part))

    def heading(text: str) -> None:
        console.print(Text(f"\n{text}", style="bold"))

    console.print(Text(f"{d['robot']}, {d['structure']}, {d['dof']} coordinates", style="bold"))
    line("", d["description"])
    line("source", d["source"])
    line("gravity", _vector(d["gravity"]))
    line("hypotheses", ", ".join(d["hypotheses"]) or "none")
    load = d["payload"]
    axes = f" in {load['axes']} axes" if load["axes"] else ""
    line("payload", f"{load['kind']}{axes} {' '.join(load['entries'])}".strip())
    line("parameters", " ".join(d["symbols"]["parameters"]))
    line("notation", d["notation"])
    joints, tool = d["joints"], d["tool"]
    if d["bodies"]:
        heading("Bodies")
        rows = (_body(i, body) for i, body in enumerate(d["bodies"], 1))
        console.print(_table("body, mass, mass centre, angular velocity, inertia", rows))
    else:
        heading("Joints and frames, each in its parent's frame")
        end = ("tool", "", "", _vector(tool["offset"]), " ".join(tool["rotation"]))
        console.print(_table("link, joint, axis, offset, rotation", [*map(_joint, joints), end]))
        heading("Links: mass, mass centre in the link's frame, inertia about it")
        console.print(_table("link, mass, mass centre, inertia", map(_link, joints)))
        if any(j["name"] or j["link_name"] or j["limits"] for j in joints):
            heading("Names and limits: kept, and no part of the equations or of a simulation")
            base = [("0", "", d["base"])] if d["base"] else []
            columns = "link, joint's name, link's name, from, to, velocity, effort"
            console.print(_table(columns, [*base, *map(_name, joints)]))
    if d["values"]:
        heading("Values: one specimen's numbers, used where --published asks for them")
    for source, given in groupby(d["values"], key=itemgetter("source")):
        line("from", source or "no source is given")
        for row in _by_link(given):
            line("", row)
    if d["notes"]:
        heading("Notes")
    for note in d["notes"]:
        line("", note)


def _by_link(given: Iterable[dict[str, str]]) -> list[str]:
    """``m2 = 17.4  rx2 = 0.068 …``, a row for each link."""
    rows: dict[str, list[str]] = {}
    for entry in given:
        match = LINK_SYMBOL.fullmatch(entry["name"])
        rows.setdefault(match[1] if match else "", []).append(f"{entry['name']} = {entry['value']}")
    return [" ".join(f"{part.replace(' ', NO_BREAK)} " for part in row) for row in rows.values()]


def _vector(entries: list[str]) -> str:
    return "" if set(entries) == {"0"} else f"({', '.join(entries)})"


def _inertia(entries: list[str]) -> str:
    names = ("xx", "yy", "zz", "xy", "xz", "yz")
    kept = [(n, e) for n, e in zip(names, entries, strict=True) if e != "0"]
    if not kept:
        return "0"
    plain = all(e.startswith(f"I{n}") for n, e in kept)
    return " ".join(e if plain else f"{n}={e}" for n, e in kept)


def _table(columns: str, rows: Iterable[Iterable[str]]) -> Any:
    """Rows under their headings, which are told by commas."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns.split(", "):
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _joint(j: dict[str, Any]) -> tuple[str, ...]:
    moved = j["moves"] or j["coordinate"]
    joint = j["kind"] if moved is None else f"{j['kind']} {moved}"
    parent = "" if j["parent"] == j["link"] - 1 else f" on {j['parent']}"
    return f"{j['link']}{parent}", joint, j["axis"], _vector(j["offset"]), " ".join(j["rotation"])


def _name(j: dict[str, Any]) -> Iterable[str]:
    """What the robot's file calls a joint and its link, and how far it may go."""
    from torsor.robot.meanings import coordinate_meaning

    yield from (str(j["link"]), j["name"], j["link_name"])
    limits = (j["limits"] if j["kind"] != "F" else None) or {}
    for key, stem in LIMITED.items():
        bound, unit = limits.get(key), coordinate_meaning(stem, j["kind"] == "T").unit
        yield "" if bound is None else f"{bound:.6g} {unit.replace(' ', '·')}"


def _link(j: dict[str, Any]) -> tuple[str, ...]:
    inertia = "\n".join(filter(None, (_inertia(j["inertia"]), _drive(j))))
    centre = _vector(j["com"]) or ("at the origin" if j["mass"] != "0" else "")
    return str(j["link"]), j["mass"], centre, inertia


def _body(i: int, body: dict[str, Any]) -> tuple[str, ...]:
    place, omega = "\n".join(body["position"]), _vector(body["omega"])
    return str(i), body["mass"], place, omega, _inertia(body["inertia"])


def _drive(joint: dict[str, Any]) -> str:
    """What the joint's drive adds, where it has one."""
    usual = {"ratio": "1"}
    drive = joint["drive"] or {}
    return " ".join(f"{k} {v}" for k, v in drive.items() if v != usual.get(k, "0"))
