"""The robot itself: its scheme, its frames and parameters, its numbers, its hypotheses."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import atan2, degrees, hypot
from pathlib import PurePath
from typing import Any

from torsor.algebra.formula import Formula
from torsor.document.blocks import (
    Block,
    Code,
    Heading,
    Items,
    Paragraph,
    Picture,
    Run,
    Symbol,
    Table,
    Text,
)
from torsor.equations.sections import payload_in_words
from torsor.errors import TorsorError
from torsor.reporting.composer import Composer, Item
from torsor.reporting.printed_numbers import print_angle, print_number, typeset_number
from torsor.reporting.sections.description.formulas import listed, maths
from torsor.reporting.sections.description.links import link_tables, name_table
from torsor.reporting.sections.description.numbers import values
from torsor.reporting.sections.description.reading import TITLE, is_imported
from torsor.robot.frame import Quaternion
from torsor.robot.hypotheses import PHRASES
from torsor.robot.robot import Frame, Robot, Turn

AXES = ("x", "y", "z")
TOLD_ELSEWHERE = "friction as identified"
"""A note of an identified robot, whose laws of friction have a table of their own."""


def robot_section(c: Composer) -> list[Block]:
    """Scheme, frames, links, gravity and load."""
    robot = c.model.robot
    blocks: list[Block] = [Heading("The robot"), Paragraph(_about(robot))]
    picture = scheme(robot, c.hand)
    if picture is not None:
        blocks.append(picture)
    if robot.bodies:
        blocks += _bodies(c)
    else:
        blocks += [_frames(c), *link_tables(c), *name_table(c)]
    blocks.append(Paragraph(_gravity_and_load(c)))
    if not is_imported(robot):
        told = [note for note in robot.notes if not note.startswith(TOLD_ELSEWHERE)]
        blocks += [Paragraph((note.rstrip(".") + ".",)) for note in told]
    return [*blocks, *values(c)]


def _about(robot: Robot) -> Text:
    """What robot it is, and where its description is from."""
    about = f"{robot.description.rstrip('.')}. " if robot.description else ""
    if not is_imported(robot):
        about += f"Structure {robot.structure}, {robot.dof} coordinates"
        return (about + (f". Source: {robot.source.rstrip('.')}." if robot.source else "."),)
    told: Text = (f"{about}{_of_joints(robot)} It was read from the file ",
                  Code(PurePath(robot.source).name))  # fmt: skip
    if not robot.notes:
        return (*told, ".")
    return (*told, ", whose numbers are those below; what was merged, taken for granted and left "
            "out in reading it is told in the appendix “" + TITLE + "”.")  # fmt: skip


def _of_joints(robot: Robot) -> str:
    """``The robot has six joints that turn, one of them fixed.``"""
    kinds = [joint.kind for joint in robot.joints if joint.kind != "F"]
    turning, sliding = kinds.count("R"), kinds.count("T")
    parts = [f"{n} that {verb}{'s' * (n == 1)}"
             for n, verb in ((turning, "turn"), (sliding, "slide")) if n]  # fmt: skip
    told = f"{robot.name} has {len(kinds)} moving joint{'s' * (len(kinds) > 1)}"
    told += f": {' and '.join(parts)}" if turning and sliding else (
        ", all of which turn" if len(kinds) > 1 and turning else
        ", all of which slide" if len(kinds) > 1 else "")  # fmt: skip
    coordinates = f"{robot.dof} coordinate{'s' * (robot.dof > 1)}"
    return f"{told} (structure {robot.structure}), and {coordinates}."


def scheme(robot: Robot, notation: str) -> Picture | None:
    """The kinematic scheme, where it can be drawn."""
    try:
        from torsor.drawing import scheme as drawn
    except ImportError:
        return None
    if robot.bodies:
        return None
    try:
        svg: str = drawn(robot, notation=notation).svg
    except TorsorError:
        return None
    return Picture(svg, f"Kinematic scheme of {robot.name}", 0.9)


def _turns(c: Composer, frame: Frame) -> Text:
    runs: list[Run] = []
    for turn in frame.rotation:
        if runs:
            runs.append(", then ")
        if isinstance(turn, Turn):
            runs += [f"{print_angle(turn.angle)} about ", *_axis(c, turn.axis)]
        else:
            runs.append(_of_quaternion(turn))
    return tuple(runs) or ("–",)


def _of_quaternion(turn: Quaternion) -> str:
    """The angle and the axis of a quaternion."""
    w, *xyz = (float(e) for e in (turn.w, turn.x, turn.y, turn.z))
    length = hypot(*xyz)
    angle = print_number(Fraction(degrees(2 * atan2(length, w))))
    axis = ", ".join(print_number(Fraction(e / length if length else 0.0), 4) for e in xyz)
    return f"{angle}° about ({axis})"


def _axis(c: Composer, axis: Sequence[Formula]) -> Text:
    numbers = [entry.constant for entry in axis]
    for k, name in enumerate(AXES):
        for sign, mark in ((1, ""), (-1, "−")):
            if numbers == [sign if j == k else 0 for j in range(3)]:
                return (f"{mark}{name}",)
    return listed(c, axis)


def _frames(c: Composer) -> Table:
    robot = c.model.robot
    rows: list[tuple[Text, ...]] = []
    for i, joint in enumerate(robot.joints, 1):
        parent = "" if joint.parent == i - 1 else f" on {joint.parent}"
        moved: Text = ("fixed",)
        if i in robot.displacement:
            verb = "turns by " if joint.kind == "R" else "slides by "
            moved = (verb, _displacement(c, robot.displacement[i]))
        along = _axis(c, joint.axis) if joint.kind != "F" else ("–",)
        rows.append(((f"{i}{parent}",), moved, along, _offset(c, joint.placement),
                     _turns(c, joint.placement)))  # fmt: skip
    rows.append((("tool",), ("fixed",), ("–",), _offset(c, robot.tool), _turns(c, robot.tool)))
    head: tuple[str, ...] = ("Link", "Joint", "Axis", "Origin in the frame before",
                             "Turned before by")  # fmt: skip
    widths: tuple[float, ...] = (0.1, 0.19, 0.12, 0.29, 0.3)
    if all(row[-1] == ("–",) for row in rows):  # nothing is turned
        head, rows, widths = head[:4], [row[:4] for row in rows], (0.12, 0.26, 0.2, 0.42)
    return Table(
        "Joints and frames. Each frame is attached to its link, at its joint",
        tuple((text,) for text in head), tuple(rows), widths,
    )  # fmt: skip


def _offset(c: Composer, frame: Frame) -> Text:
    return listed(c, frame.offset)


def _displacement(c: Composer, value: Formula) -> Run:
    if value.head == "name":
        name = value.parts[0]
        c.writer.atoms[name] = None
        return Symbol((c.writer.speller.glyph(name),))
    return typeset_number(value)


def _bodies(c: Composer) -> list[Block]:
    from torsor.notation.glyph import Glyph

    robot = c.model.robot
    told = (
        "The robot is given by its bodies: for each the place of its mass centre and its "
        "angular velocity, in base axes, as functions of the coordinates."
    )
    blocks: list[Block] = [Paragraph((told,), True)]
    for i, body in enumerate(robot.bodies, 1):
        place = Item(Glyph("r", str(i), accent="bar"), _parsed(c, body.position), ("body", "r"))
        turn = Item(c.notation.step("omega", i), _parsed(c, body.omega), ("body", "omega"))
        blocks += [*c.vector(place), *c.vector(turn)]
    rows = tuple(
        ((str(i),), (maths(c, b.mass),), listed(c, b.inertia[:3]), listed(c, b.inertia[3:]))
        for i, b in enumerate(robot.bodies, 1)
    )
    head = ("Body", "Mass", "Moments (xx, yy, zz)", "Products (xy, xz, yz)")
    table = Table(
        "Bodies: mass and inertia about the mass centre",
        tuple((text,) for text in head), rows, (0.1, 0.2, 0.35, 0.35),
    )  # fmt: skip
    return [*blocks, table]


def _parsed(c: Composer, values: Sequence[Formula]) -> list[Any]:
    return [c.model.ring.parse(value) for value in values]


def _gravity_and_load(c: Composer) -> Text:
    robot = c.model.robot
    unit = " m/s²" if all(e.constant is not None for e in robot.gravity) else ""
    found: list[Run] = ["Gravity is ", *listed(c, robot.gravity), f"{unit} in base axes. "]
    if robot.payload.kind == "none" or robot.bodies:
        return (*found, "No load is carried.")
    found.append(f"The load is {payload_in_words(c.model)}")
    entries = [e for e in robot.payload.entries if e]
    return (*found, ": ", *listed(c, entries), ".")


def hypotheses_section(c: Composer) -> list[Block]:
    """What was assumed, in words."""
    robot = c.model.robot
    blocks: list[Block] = [Heading("Hypotheses")]
    general = "Links are rigid and joints are without play"
    if not robot.hypotheses:
        told = f"{general}; nothing else is assumed."
        return [*blocks, Paragraph((told,))]
    items: list[Text] = [
        (Code(name), f": {PHRASES[name]}") if name in PHRASES else (Code(name),)
        for name in robot.hypotheses
    ]
    return [*blocks, Paragraph((f"{general}. Beyond that:",), True), Items(tuple(items))]
