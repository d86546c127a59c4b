"""``torsor.load``: a robot from a library name, a file's path, an ETS one-liner, an atlas name."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, TypedDict

from torsor.arguments import validate_call
from torsor.errors import RobotError, TextError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.toml.reader import read_toml, robot_from_table
from torsor.robot import hypotheses
from torsor.robot.robot import Robot

LARGEST = 500_000
"""A robot file larger than this is refused."""

RobotLike = Annotated[
    Robot | str | os.PathLike[str] | Mapping[str, Any],
    "a robot, a name, a path, an ETS text or a table",
]
"""What ``load`` takes."""

Names = str | Collection[str]
"""One name, or several."""


class Description(TypedDict, total=False):
    """How a file is read, and how the robot is to differ from it: see ``load``."""

    tip: str
    rest: str
    symbolic: Names
    exact_angles: bool
    without_constraints: Names
    assume: Names
    no_hypotheses: bool
    drives: Names


class LoadOptions(Description, total=False):
    """The options of ``load``, which every verb that takes a robot takes too."""

    payload: str


def names_of(given: Names) -> tuple[str, ...]:
    """The names, of which a text alone is one."""
    return (given,) if isinstance(given, str) else tuple(given)


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


@validate_call
def load(
    robot: RobotLike,
    *,
    tip: str = "",
    rest: str = "",
    symbolic: Names = (),
    exact_angles: bool = True,
    without_constraints: Names = (),
    payload: str = "",
    assume: Names = (),
    no_hypotheses: bool = False,
    drives: Names = (),
) -> Robot:
    """A robot from a library name, a path, an ETS one-liner, a table, or a robot itself.

    ``"atlas:RTTRR-zzyzy"`` is a structure of the atlas: kinds and axes, all else general.

    A URDF or MJCF may be read up to a ``tip``, its link with the tool, with the ``rest`` of the
    tree ``"lumped"`` into the chain or ``"kept"``; ``exact_angles=False`` takes the file's angles
    as they are instead of the nearest multiples of 15° where those are meant. ``symbolic`` (any
    of ``"inertias"``, ``"lengths"``) puts symbols in the place of a file's numbers.
    ``without_constraints`` names the constraints of an MJCF that are left out of the model.

    The robot may differ from its description: by its ``payload`` (``"wrench"``,
    ``"wrench-base"``, ``"body"``, ``"weight"``, ``"none"``), by further hypotheses to ``assume``
    (``"com_at_origin"``, ``"Ixy3 = 0"``), with ``no_hypotheses`` without those that it declares,
    and by symbolic ``drives`` at every joint (``"friction"``, ``"rotors"``, ``"springs"``).
    """
    found = _read(
        robot,
        _file_options(tip, rest, exact_angles, names_of(without_constraints)),
        names_of(symbolic),
    )
    if no_hypotheses:
        found = found.declared
    if payload:
        kind, _, axes = payload.partition("-")
        found = found.with_payload(kind, axes or "tool")
    for what in names_of(drives):
        for part in what.split(","):
            found = found.with_drives(part.strip())
    further = names_of(assume)
    return hypotheses.assume(found, *further) if further else found


def _read(robot: RobotLike, options: dict[str, Any], symbolic: tuple[str, ...]) -> Robot:
    """A robot as it is described."""
    from torsor.formats.symbolic import symbolised

    if isinstance(robot, (str, os.PathLike)):
        path = Path(os.fspath(robot))
        if path.suffix.lower() in XML:
            return load_xml(path, options, symbolic)
    if options:
        raise RobotError(
            f"{', '.join(options)}: only a URDF or MJCF file is read with such options"
        )
    found = _load(robot)
    return symbolised(found, symbolic, found.source) if symbolic else found


def _load(robot: RobotLike) -> Robot:
    """A robot from anything but an XML file."""
    from torsor.formats.ets import read_ets

    if isinstance(robot, Robot):
        return robot
    if isinstance(robot, Mapping):
        return robot_from_table(robot)
    text = os.fspath(robot)
    if text in library_names():
        return library_robot(text)
    if text.startswith("atlas:"):
        from torsor.formats.atlas import read_atlas_name

        return read_atlas_name(text)
    if "(" in text and not text.endswith(".toml"):
        return read_ets(text)
    if text.endswith(".toml") or os.sep in text:
        return load_file(Path(text))
    names = library_names()
    raise UnknownNameError(
        f"no robot is called {shown(text)}{suggestion(text, names)} "
        "(a library name, a .toml file, a URDF or MJCF file, a sequence such as "
        "'Rz(q1) tx(l1) Rz(q2)', or a name of the atlas such as atlas:RTTRR-zzyzy)"
    )


def load_file(path: Path) -> Robot:
    """A robot from a file, of whatever kind its name says."""
    if path.suffix.lower() in XML:
        return load_xml(path, {}, ())
    if path.suffix != ".toml":
        raise RobotError(f"{place_of(path)}: expected a .toml, .urdf or MJCF (.xml) file")
    text = read_text(path, LARGEST)
    try:
        found = read_toml(text, label_of(path))
        if found.notation.endswith(".toml"):
            return found.redescribe(notation=str(path.parent / found.notation))
        return found
    except TorsorError as error:
        raise type(error)(f"{place_of(path)}: {error}") from None


XML = (".urdf", ".xml", ".mjcf", ".xacro")
"""The endings of XML files; in a ``.xml`` the root element tells which format it is."""


def load_xml(path: Path, options: Mapping[str, Any], symbolic: Collection[str]) -> Robot:
    """A robot from a URDF or MJCF file."""
    from torsor.formats.urdf.reader import read_urdf
    from torsor.formats.xml.tree import LARGEST, XACRO, parse_xml

    place = place_of(path)
    if path.suffix.lower() == ".xacro":
        raise RobotError(f"{place}: {XACRO}")
    content = read_bytes(path, LARGEST)
    if path.suffix.lower() != ".urdf" and parse_xml(content, place).tag.startswith("mujoco"):
        from torsor.formats.mjcf.reader import load_mjcf

        return load_mjcf(path, symbolic=symbolic, **options)
    if "without_constraints" in options:
        raise RobotError(f"{place}: without_constraints: only an MJCF has constraints to leave out")
    folder = str(path.parent.absolute())
    return read_urdf(
        content, label_of(path), file=place, symbolic=symbolic, folder=folder, **options
    )


def _file_options(
    tip: str, rest: str, exact_angles: bool, without_constraints: Collection[str]
) -> dict[str, Any]:
    """The options that differ from the usual."""
    given: dict[str, Any] = {
        "tip": tip,
        "rest": rest,
        "without_constraints": without_constraints,
    }
    found = {key: value for key, value in given.items() if value}
    return found if exact_angles else {**found, "exact_angles": False}


def read_text(path: Path, largest: int) -> str:
    """A text file whole, refused if it is missing, too large or not UTF-8."""
    try:
        return read_bytes(path, largest).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TextError(f"{place_of(path)}: not a UTF-8 text") from None


def read_bytes(path: Path, largest: int) -> bytes:
    """A file whole, refused if it is missing or too large."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TextError(f"{place_of(path)} cannot be read: {reason}") from None
    if len(content) > largest:
        raise TextError(f"{place_of(path)}: larger than {largest // 1000} kB, refused")
    return content


def place_of(path: Path) -> str:
    """A path as messages show it: whole if it is printable and of bearable length."""
    text = str(path)
    return text if text.isprintable() and len(text) <= 200 else shown(text, 80)


def label_of(path: Path) -> str:
    """A robot's name where its file gives none: that of the file."""
    kept = "".join(ch for ch in path.stem if ch.isalnum() or ch in " _-+")
    return kept[:60].strip() or "robot"
