"""A dictionary as a file that an author corrects: TOML with the robot and a table of symbols."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from torsor.errors import TextError, UnknownNameError, shown, suggestion, visible
from torsor.formats.load import read_text
from torsor.formats.toml.reader import table_of
from torsor.referee.dictionary.dictionary import Dictionary

LARGEST = 200_000
KEYS = ("robot", "dictionary")


def read_dictionary(path: str | os.PathLike[str]) -> tuple[str, tuple[str, ...]]:
    """The robot that a file names, if any (a path is relative to it), and its lines."""
    file = Path(path)
    table = table_of(read_text(file, LARGEST))
    for key in table:
        if key not in KEYS:
            raise UnknownNameError(f"{file}: unknown key {shown(key)}{suggestion(key, KEYS)}")
    entries = table.get("dictionary", {})
    if not isinstance(entries, Mapping) or not all(isinstance(v, str) for v in entries.values()):
        raise TextError(f"{file}: expected a table [dictionary] of texts, as I_1 = 'Izz1'")
    robot = table.get("robot", "")
    if not isinstance(robot, str):
        raise TextError(f"{file}: robot: expected a text")
    beside = file.parent / robot
    if robot and beside.suffix and beside.is_file():
        robot = str(beside)
    return robot, tuple(f"{name} = {value}" for name, value in entries.items())


def write_dictionary(
    dictionary: Dictionary, robot: str = "", coordinates: Mapping[str, str] | None = None
) -> str:
    """The dictionary that was found, to be corrected and read back.

    What is asked stands behind a #: to write a dictionary is not to answer its questions.
    """
    asked = {name for question in dictionary.questions for name in question.symbols}
    lines = [f"robot = {json.dumps(robot)}", ""] if robot else []
    if dictionary.conventions:
        lines += [*(f"# {_on_one_line(said)}" for said in dictionary.conventions), ""]
    lines.append("[dictionary]")
    if "*" not in asked:
        lines += [_line(name, value) for name, value in (coordinates or {}).items()]
    lines += [_line(name, "0") for name in dictionary.left_out if f"={name}" not in asked]
    lines += [_line(m.symbol, m.meaning) for m in dictionary.meanings if m.symbol not in asked]
    for question in dictionary.questions:
        lines += ["", f"# asked: {_on_one_line(question.text)} Without its #, this line answers:"]
        answers = [part.partition("=")[::2] for part in question.answer.split(";") if part.strip()]
        if not answers and "*" in question.symbols:
            answers = list((coordinates or {}).items())
        lines += [f"# {_line(name.strip(), value.strip())}" for name, value in answers]
    return "\n".join(lines) + "\n"


def _line(name: str, value: str) -> str:
    return f"{json.dumps(name)} = {json.dumps(value, ensure_ascii=False)}"


def _on_one_line(text: str) -> str:
    return " ".join(visible(text).split())
