"""``torsor show``: a robot's joints, frames, parameters, hypotheses, symbols and numbers."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from torsor.cli.common import (
    AssumeOption,
    JsonOption,
    NoHypothesesOption,
    PayloadOption,
    RobotArgument,
    WithOption,
    print_json,
    robot_from,
)
from torsor.cli.terminal import terminal, visible_data

if TYPE_CHECKING:
    from torsor.robot.limits import Limits
    from torsor.robot.robot import Frame, Robot

INDENT = 12
NO_BREAK = "\u00a0"
LINK_SYMBOL = re.compile(r"(?:m|r[xyz]|I[xyz]{2})(\d+)")
"""The symbols of a link: mass, mass centre and inertia, and its number."""


LIMITED = {"lower": "q", "upper": "q", "velocity": "dq", "effort": "tau"}
"""What each limit of a joint bounds."""


def show(
    robot: RobotArgument,
    payload: PayloadOption = "",
    assume: AssumeOption = [],  # noqa: B006 - typer wants a list
    no_hypotheses: NoHypothesesOption = False,
    with_: WithOption = [],  # noqa: B006
    json: JsonOption = False,
) -> None:
    """Show a robot: joints, frames, parameters, hypotheses, numbers and where they come from.

    Examples:

      torsor show rttrr

      torsor show "Rz(q1) tx(l1) Rz(q2) tx(l2)"
    """
    described = description(robot_from(robot, payload, assume, no_hypotheses, with_))
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
                "com": [str(e) for e in link.com],
                "inertia": [str(e) for e in link.inertia],
                "moves": None if joint.moves is None else str(joint.moves),
                "drive": {k: str(e) for k, e in vars(link.drive).items()} if link.drive else None,
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
        "gravity": [str(e) for e in robot.gravity],
        "base": robot.base,
        "joints": joints,
        "bodies": [
            {
                "mass": str(body.mass),
                "position": [str(e) for e in body.position],
                "omega": [str(e) for e in body.omega],
                "inertia": [str(e) for e in body.inertia],
            }
            for body in robot.bodies
        ],
        "tool": _frame(robot.tool),
        "payload": {
            "kind": load.kind,
            "axes": load.axes if load.kind == "wrench" else None,
            "entries": [str(e) for e in load.entries if e],
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


def axis_text(axis: tuple[Any, ...]) -> str:
    """``z``, ``-x`` or the three entries."""
    from torsor.formats.fields import axis_field

    for text in ("x", "y", "z", "-x", "-y", "-z"):
        if axis == axis_field(text):
            return text
    return "(" + ", ".join(map(str, axis)) + ")"


def _frame(frame: Frame) -> dict[str, Any]:
    from torsor.robot.robot import Turn

    turns = []
    for turn in frame.rotation:
        if isinstance(turn, Turn):
            turns.append(f"R{axis_text(turn.axis)}({turn.angle})")
        else:
            turns.append(f"quaternion({turn.w}, {turn.x}, {turn.y}, {turn.z})")
    return {"offset": [str(e) for e in frame.offset], "rotation": turns}


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
    if d["bodies"]:
        heading("Bodies")
        console.print(_bodies(d["bodies"]))
    else:
        heading("Joints and frames, each in its parent's frame")
        console.print(_joints(d))
        heading("Links: mass, mass centre in the link's frame, inertia about it")
        console.print(_links(d))
        if any(j["name"] or j["link_name"] or j["limits"] for j in d["joints"]):
            heading("Names and limits: kept, and no part of the equations or of a simulation")
            console.print(_named(d))
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


def _table(*columns: str) -> Any:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _joints(d: dict[str, Any]) -> Any:
    from rich.text import Text

    table = _table("link", "joint", "axis", "offset", "rotation")
    for j in d["joints"]:
        moved = j["moves"] or j["coordinate"]
        joint = j["kind"] if moved is None else f"{j['kind']} {moved}"
        parent = "" if j["parent"] == j["link"] - 1 else f" on {j['parent']}"
        cells = (f"{j['link']}{parent}", joint, j["axis"], _vector(j["offset"]))
        table.add_row(*map(Text, (*cells, " ".join(j["rotation"]))))
    tool = d["tool"]
    table.add_row(*map(Text, ("tool", "", "", _vector(tool["offset"]), " ".join(tool["rotation"]))))
    return table


def _named(d: dict[str, Any]) -> Any:
    """What the robot's file calls its joints and links, and how far each may go."""
    from rich.text import Text

    from torsor.robot.meanings import coordinate_meaning

    table = _table("link", "joint's name", "link's name", "from", "to", "velocity", "effort")
    if d["base"]:
        table.add_row(*map(Text, ("0", "", d["base"], "", "", "", "")))
    for j in d["joints"]:
        cells = [str(j["link"]), j["name"], j["link_name"]]
        limits = (j["limits"] if j["kind"] != "F" else None) or {}
        for key, stem in LIMITED.items():
            bound, unit = limits.get(key), coordinate_meaning(stem, j["kind"] == "T").unit
            cells.append("" if bound is None else f"{bound:.6g} {unit.replace(' ', '·')}")
        table.add_row(*map(Text, cells))
    return table


def _links(d: dict[str, Any]) -> Any:
    from rich.text import Text

    table = _table("link", "mass", "mass centre", "inertia")
    for j in d["joints"]:
        inertia = "\n".join(filter(None, (_inertia(j["inertia"]), _drive(j))))
        centre = _vector(j["com"]) or ("at the origin" if j["mass"] != "0" else "")
        table.add_row(*map(Text, (str(j["link"]), j["mass"], centre, inertia)))
    return table


def _bodies(bodies: list[dict[str, Any]]) -> Any:
    from rich.text import Text

    table = _table("body", "mass", "mass centre", "angular velocity", "inertia")
    for i, body in enumerate(bodies, 1):
        cells = (str(i), body["mass"], "\n".join(body["position"]), _vector(body["omega"]))
        table.add_row(*map(Text, (*cells, _inertia(body["inertia"]))))
    return table


def _drive(joint: dict[str, Any]) -> str:
    """What the joint's drive adds, where it has one."""
    usual = {"ratio": "1"}
    drive = joint["drive"] or {}
    return " ".join(f"{k} {v}" for k, v in drive.items() if v != usual.get(k, "0"))
