"""A dictionary as a file that an author corrects: TOML with the robot and a table of symbols."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from torsor.errors import TextError, UnknownNameError, shown, suggestion
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


def write_dictionary(dictionary: Dictionary, robot: str = "") -> str:
    """The dictionary that was found, its questions as comments, to be corrected and read back."""
    lines = [f"robot = {json.dumps(robot)}", ""] if robot else []
    for sentence in dictionary.conventions:
        lines.append(f"# {sentence}")
    if dictionary.left_out:
        lines.append(f"# left out by the text: {', '.join(dictionary.left_out)}")
    for question in dictionary.questions:
        lines.append(f"# asked: {question.text}  ({question.answer})")
    lines += ["", "[dictionary]"]
    for meaning in dictionary.meanings:
        lines.append(f"{json.dumps(meaning.symbol)} = {json.dumps(meaning.meaning)}")
    return "\n".join(lines).lstrip("\n") + "\n"
