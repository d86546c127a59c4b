"""How a robot's file was read: what an importer noted, as an appendix of sentences."""

from __future__ import annotations

import re
from pathlib import PurePath

from torsor.document.blocks import Block, Code, Heading, Items, Paragraph, Run, Text
from torsor.reporting.composer import Composer
from torsor.robot.robot import Robot

FILES = (".urdf", ".xml", ".mjcf")
"""Suffixes of files that an importer reads."""

TITLE = "How the file was read"
EXACT = "taken as the multiples of 15° that they are to within 1e-9 rad: "
QUOTED = re.compile(r"'([^']+)'|(?<![A-Za-z0-9])(-?[0-9.]+)deg\b|<([a-z_]+)>|\b1e-([0-9]+)\b")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def is_imported(robot: Robot) -> bool:
    """Whether the robot was read from another program's file."""
    return PurePath(robot.source).suffix.lower() in FILES


def reading_appendix(c: Composer) -> list[Block]:
    """The importer's notes as sentences; a robot that was written down by hand has none."""
    robot = c.model.robot
    if not is_imported(robot) or not robot.notes:
        return []
    told: Text = (
        "The description was read from ", Code(PurePath(robot.source).name), ". On the way this "
        "was merged, taken for granted or left out; nothing else of the file is missing in the "
        "model.",
    )  # fmt: skip
    notes = _join_exact(robot.notes)
    items = tuple(note_in_print(note) for note in notes)
    return [Heading(TITLE, 1, True), Paragraph(told, True), Items(items)]


def _join_exact(notes: tuple[str, ...]) -> list[str]:
    """The notes of angles that were as good as exact as one."""
    exact = [note.removeprefix(EXACT) for note in notes if note.startswith(EXACT)]
    others = [note for note in notes if not note.startswith(EXACT)]
    return [*([EXACT + ", ".join(exact)] if exact else []), *others]


def note_in_print(note: str) -> Text:
    """A note as a sentence: names as they are typed, degrees and powers with their signs."""
    if note.startswith(EXACT):
        rest = note.removeprefix(EXACT).replace("joint '", "'")
        note = f"angles taken as the multiples of 15° that they are to within 1e-9 rad: {rest}"
    runs: list[Run] = []
    at = 0
    for found in QUOTED.finditer(note):
        runs.append(note[at : found.start()])
        name, angle, tag, power = found.groups()
        if name or tag:
            runs.append(Code(shorten(name) if name else f"<{tag}>"))
        else:
            runs.append(f"{angle.replace('-', '−')}°" if angle else f"10⁻{power.translate(RAISED)}")
        at = found.end()
    runs.append(note[at:])
    first = runs[0]
    if isinstance(first, str):
        runs[0] = first[:1].upper() + first[1:]
    last = runs[-1]
    if not (isinstance(last, str) and last.endswith(".")):
        runs.append(".")
    return tuple(run for run in runs if run != "")


def shorten(name: str, most: int = 24) -> str:
    """A name no part of which is wider than a column."""
    parts = re.split(r"(?<=_)", name)
    return "".join(p if len(p) <= most else f"{p[: most - 1]}…" for p in parts)
