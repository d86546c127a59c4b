"""Files that a paper names: they are looked for beside the paper, wherever one works."""

from __future__ import annotations

import os
from pathlib import Path

from torsor.formats.load import XML, library_names


def is_robot_file(robot: str) -> bool:
    """Whether a paper's robot is a file: no library name, no sequence and no text of a file."""
    if "\n" in robot or robot in library_names():
        return False
    if robot.endswith(".toml") or Path(robot).suffix.lower() in XML:
        return True
    return os.sep in robot and "(" not in robot


def is_notation_file(notation: str) -> bool:
    """Whether a notation is a file, not a name and not the text of a file."""
    return notation.endswith(".toml")


def beside(folder: str, path: str) -> str:
    """A path as a file in a folder names it."""
    return os.path.join(folder, path)  # noqa: PTH118  a Path would lose the dot of ./arm


def path_from(output: str, path: str) -> str:
    """A path as a file at ``output`` is to name it; as it is where nothing is written to a file."""
    if not output:
        return path
    try:
        found = os.path.relpath(path, Path(output).parent)
    except ValueError:  # on another drive
        found = str(Path(path).resolve())
    return found.replace(os.sep, "/")
