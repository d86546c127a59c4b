"""``describe``, ``build``, ``cad``: a robot read, clicked together, given masses."""

from __future__ import annotations

from torsor.algebra.formula import number
from torsor.document.printing.mathml import MathmlPrinter
from torsor.document.printing.text import TextPrinter
from torsor.equations.documents import robot_speller
from torsor.errors import RobotError, TorsorError
from torsor.formats.fields import axis_name
from torsor.formats.toml.values import value_text
from torsor.formats.toml.writer import quote
from torsor.mechanics.effects import Roles, roles_of_robot
from torsor.robot.frame import Frame, Turn
from torsor.robot.hypotheses import PHRASES, STATED, impose
from torsor.robot.meanings import meaning_of
from torsor.robot.robot import Given, Robot
from torsor.robot.symbols import motion, parameters
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol import robots
from torsor.studio.protocol.robots import (
    BuildQuestion,
    Built,
    CadQuestion,
    CadValuesAnswer,
    DescribeQuestion,
    HypothesisRow,
    JointRow,
    SymbolRow,
)
from torsor.studio.reading import Reading, notation_for

MOTIONS = {"q": "coordinate", "dq": "velocity", "ddq": "acceleration"}


def answer_describe(asked: DescribeQuestion, kept: Kept) -> robots.Robot:
    """What a robot is."""
    reading = kept.reading(asked["robot"])
    robot = reading.robot
    hand = notation_for(robot, asked.get("notation"))
    tool = None
    if not robot.bodies:
        offset, rotation = _frame(robot.tool)
        tool = _row(0, len(robot.joints), "F", "", offset, rotation)
    return {
        "name": robot.name,
        "title": robot.title,
        "structure": robot.structure,
        "dof": robot.dof,
        "source": robot.source,
        "kind": reading.kind,
        "toml": reading.toml,
        "declared": list(robot.hypotheses),
        "payload": _payload(robot),
        "notation": hand.name,
        "has_chain": not robot.bodies,
        "joints": _joints(robot),
        "tool": tool,
        "hypotheses": _hypotheses(reading),
        "symbols": _symbols(robot, hand.name),
        "notes": list(robot.notes),
    }


def answer_build(asked: BuildQuestion, kept: Kept) -> Built:
    """TOML from joints that were clicked together, which is read once to see that it is right."""
    from torsor.formats.toml.reader import read_toml

    lines = [f"name = {quote(asked['name'] or 'robot')}", "joint = ["]
    for joint in asked["joints"]:
        fields = [f"kind = {quote(joint['kind'])}"]
        if joint["axis"]:
            fields.append(f"axis = {quote(joint['axis'])}")
        if any(_counts(entry) for entry in joint["offset"]):
            fields.append(f"offset = {_offset(joint['offset'])}")
        if joint.get("rotation", "").strip():
            fields.append(f"rotation = {quote(joint['rotation'].strip())}")
        lines.append(f"  {{ {', '.join(fields)} }},")
    lines.append("]")
    if any(_counts(entry) for entry in asked["tool"]):
        lines.append(f"tool = {{ offset = {_offset(asked['tool'])} }}")
    toml = "\n".join(lines) + "\n"
    with about("joints"):
        if not asked["joints"]:
            raise RobotError("the robot has no joints yet")
        read_toml(toml)
    return {"toml": toml}


def _counts(entry: str) -> bool:
    return entry.strip() not in ("", "0")


def _offset(entries: list[str]) -> str:
    return "[" + ", ".join(quote(e.strip()) if _counts(e) else "0" for e in entries) + "]"


def answer_cad(asked: CadQuestion, kept: Kept) -> CadValuesAnswer:
    """The mass properties that a CAD program prints, as values of a link."""
    from torsor.formats.cad.values import name_values, read_bodies
    from torsor.formats.toml.writer import write_toml

    robot = kept.reading(asked["robot"]).robot
    with about("text", asked["text"]):
        bodies = read_bodies("the text", asked["link"], None, "", "", asked["text"])
        found = name_values(bodies, "the text", robot, (0, 0, 0), "")
    numbers = {given.name: given for given in robot.values}
    known = set(parameters(robot))
    source = "read from a CAD program"
    numbers |= {n: Given(n, number(v), source) for n, v in found.items() if n in known}
    with_values = robot.redescribe(values=tuple(numbers.values()))
    return {
        "values": {name: float(value) for name, value in found.items()},
        "toml": write_toml(with_values, as_assumed=True),
        "notes": list(found.notes),
    }


def _payload(robot: Robot) -> str:
    load = robot.payload
    return "wrench-base" if load.kind == "wrench" and load.axes == "base" else load.kind


def _frame(frame: Frame) -> tuple[list[str], list[str]]:
    turns = [
        f"R{axis_name(turn.axis) or _vector(turn.axis)}({turn.angle})"
        if isinstance(turn, Turn)
        else f"quaternion({turn.w}, {turn.x}, {turn.y}, {turn.z})"
        for turn in frame.rotation
    ]
    return [str(entry) for entry in frame.offset], turns


def _vector(entries: tuple[object, ...]) -> str:
    return f"({', '.join(map(str, entries))})"


def _row(
    number: int, parent: int, kind: str, axis: str, offset: list[str], rotation: list[str]
) -> JointRow:
    return {
        "number": number, "parent": parent, "kind": kind, "axis": axis,  # type: ignore[typeddict-item]
        "offset": offset, "rotation": rotation, "coordinate": "", "mass": "", "com": [],
        "inertia": [],
    }  # fmt: skip


def _joints(robot: Robot) -> list[JointRow]:
    rows = []
    for i, (joint, link) in enumerate(zip(robot.joints, robot.links, strict=True), 1):
        axis = axis_name(joint.axis) or _vector(joint.axis)
        row = _row(i, joint.parent, joint.kind, axis, *_frame(joint.placement))
        row["coordinate"] = str(robot.displacement.get(i, ""))
        row["mass"] = str(link.mass)
        row["com"] = [str(entry) for entry in link.com]
        row["inertia"] = [str(entry) for entry in link.inertia]
        rows.append(row)
    return rows


def _hypotheses(reading: Reading) -> list[HypothesisRow]:
    """Those that have names, those that the description declares, those that were made."""
    declared = reading.described.hypotheses
    on = reading.robot.hypotheses
    rows: list[HypothesisRow] = []
    for name in dict.fromkeys((*PHRASES, *declared, *on)):
        refused = ""
        if name not in on:
            try:
                impose(reading.robot.declared, [name])
            except TorsorError as error:
                refused = str(error)
        says = PHRASES.get(name, name)
        if name.startswith(STATED):
            says = "left out when the file was read"
        rows.append(
            {"name": name, "says": says, "on": name in on, "declared": name in declared,
             "refused": refused}
        )  # fmt: skip
    return rows


def _symbols(robot: Robot, notation: str) -> list[SymbolRow]:
    """Every symbol that may stand in the equations, the coordinates first."""
    speller = robot_speller(robot, notation_for(robot, notation))
    mathml, texts = MathmlPrinter(speller.notation.product), TextPrinter(ascii=False)
    roles, owners = roles_of_robot(robot), _owners(robot)
    given = {one.name: one for one in robot.values}
    rows: list[SymbolRow] = []
    for name in (*motion(robot), *parameters(robot)):
        meaning, glyph = meaning_of(robot, name), speller.glyph(name)
        own = given.get(name)
        rows.append(
            {
                "name": name,
                "mathml": mathml.glyph(glyph),
                "text": texts.glyph(glyph),
                "meaning": meaning.phrase,
                "unit": meaning.unit,
                "kind": _kind(robot, name, roles),  # type: ignore[typeddict-item]
                "link": owners.get(name, -1),
                "value": None if own is None else _number(own),
                "source": "" if own is None else own.source,
            }
        )
    return rows


def _number(given: Given) -> float | None:
    from torsor.motion.quantities import quantity

    try:
        return quantity(value_text(given.value))
    except TorsorError:
        return None


def _kind(robot: Robot, name: str, roles: Roles) -> str:
    if name in motion(robot):
        return MOTIONS[name.rstrip("0123456789")]
    if name in roles.gravity:
        return "gravity"
    return "payload" if name in roles.payload else "parameter"


def _owners(robot: Robot) -> dict[str, int]:
    """The link that each symbol is of; the load is 0."""
    found: dict[str, int] = {}
    for entry in robot.payload.entries:
        found.update(dict.fromkeys(entry.names(), 0))
    for i, link in enumerate(robot.links, 1):
        for entry in (link.mass, *link.com, *link.inertia, *link.drive.entries):
            for name in entry.names():
                found.setdefault(name, i)
    for i, body in enumerate(robot.bodies, 1):
        for entry in (body.mass, *body.inertia):
            for name in entry.names():
                found.setdefault(name, i)
    frames = [(joint.parent, joint.placement) for joint in robot.joints]
    for parent, frame in (*frames, (len(robot.joints), robot.tool)):
        if parent:
            for entry in frame.offset:
                for name in entry.names():
                    found.setdefault(name, parent)
    for i, k in robot.coordinate.items():
        found |= {f"{stem}q{k}": i for stem in ("", "d", "dd")}
    return found
