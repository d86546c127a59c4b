"""``torsor.load``: a robot from a library name, a file's path or an ETS one-liner."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from torsor.errors import RobotError, TextError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.ets import read_ets
from torsor.formats.toml import read_toml, robot_from_table
from torsor.robot.robot import Robot

LARGEST = 2_000_000
"""A robot file larger than this is refused."""


def library_names() -> tuple[str, ...]:
    """The names of the robots that come with Torsor."""
    folder = resources.files("torsor.library") / "robots"
    return tuple(
        sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))
    )


@lru_cache(maxsize=64)
def library_robot(name: str) -> Robot:
    """A robot of the library."""
    text = (resources.files("torsor.library") / "robots" / f"{name}.toml").read_text("utf-8")
    return read_toml(text, name)


def load(robot: Any) -> Robot:
    """A robot from a library name, a path, an ETS one-liner, a table, or a robot itself."""
    if isinstance(robot, Robot):
        return robot
    if isinstance(robot, dict):
        return robot_from_table(robot)
    if not isinstance(robot, (str, os.PathLike)):
        raise RobotError(
            f"expected a robot, a name, a path or an ETS text, got {type(robot).__name__}"
        )
    text = os.fspath(robot)
    if text in library_names():
        return library_robot(text)
    if "(" in text and not text.endswith(".toml"):
        return read_ets(text)
    if text.endswith(".toml") or os.sep in text:
        return load_file(Path(text))
    names = library_names()
    raise UnknownNameError(
        f"no robot is called {shown(text)}{suggestion(text, names)} "
        "(a library name, a .toml file, or a sequence such as 'Rz(q1) tx(l1) Rz(q2)')"
    )


def load_file(path: Path) -> Robot:
    """A robot from a TOML file."""
    text = read_text(path, LARGEST)
    if path.suffix != ".toml":
        raise RobotError(f"{shown(str(path), 80)}: expected a .toml file")
    try:
        return read_toml(text, _label(path))
    except TorsorError as error:
        raise type(error)(f"{path}: {error}") from None


def read_text(path: Path, largest: int) -> str:
    """A text file whole, refused if it is missing, too large or not UTF-8."""
    try:
        if path.stat().st_size > largest:
            raise TextError(f"{path}: larger than {largest // 1_000_000} MB, refused")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise TextError(f"{path}: not a UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TextError(f"{shown(str(path), 80)} cannot be read: {reason}") from None


def _label(path: Path) -> str:
    kept = "".join(ch for ch in path.stem if ch.isalnum() or ch in " _-+")
    return kept[:60].strip() or "robot"
