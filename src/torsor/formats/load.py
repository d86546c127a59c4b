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

LARGEST = 500_000
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
    if path.suffix != ".toml":
        raise RobotError(f"{_place(path)}: expected a .toml file")
    text = read_text(path, LARGEST)
    try:
        return read_toml(text, _label(path))
    except TorsorError as error:
        raise type(error)(f"{_place(path)}: {error}") from None


def read_text(path: Path, largest: int) -> str:
    """A text file whole, refused if it is missing, too large or not UTF-8."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TextError(f"{_place(path)}: not a UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TextError(f"{_place(path)} cannot be read: {reason}") from None
    if len(content) > largest:
        raise TextError(f"{_place(path)}: larger than {largest // 1000} kB, refused")
    return text


def _place(path: Path) -> str:
    """A path as messages show it: whole if it is printable and of bearable length."""
    text = str(path)
    return text if text.isprintable() and len(text) <= 200 else shown(text, 80)


def _label(path: Path) -> str:
    kept = "".join(ch for ch in path.stem if ch.isalnum() or ch in " _-+")
    return kept[:60].strip() or "robot"
