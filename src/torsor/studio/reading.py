"""From what the page says of a robot to the robot: texts alone, never a path."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from torsor.algebra.formula import Formula
from torsor.arguments import one_of
from torsor.errors import RobotError, TextError, UnknownNameError, shown, suggestion
from torsor.formats.load import LARGEST, library_names, library_robot, load
from torsor.notation.notation import Notation, load_notation, notation_names
from torsor.robot.robot import Robot
from torsor.robot.values import read_values
from torsor.studio.places import about
from torsor.studio.protocol.description import Description, Kind

WORD = re.compile(r"[RTPrtp]{1,64}\Z")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,60}\Z")
ATLAS = "atlas:"
PAYLOADS = ("wrench", "wrench-base", "body", "weight", "none")
DRIVES = ("friction", "rotors", "springs")
SYMBOLIC = ("inertias", "lengths")
MOST_HYPOTHESES = 500


@dataclass(frozen=True)
class Reading:
    """A robot as it was read: before the switches of the page, and after them."""

    described: Robot
    robot: Robot
    kind: Kind
    toml: str


def read_description(given: Description) -> Reading:
    """The robot that a description says, under its hypotheses."""
    text = given["text"]
    with about("text"):
        kind = given.get("kind") or kind_of(text)
    with about("text", text, kind == "toml"):
        described, toml = _read(text, kind, given)
    robot = described
    with about("symbolic"):
        words = given.get("symbolic") or []
        for word in words:
            one_of("symbolic", word, SYMBOLIC)
        if words and kind not in ("urdf", "mjcf"):
            robot = load(robot, symbolic=tuple(words))
    with about("payload"):
        if payload := given.get("payload"):
            robot = load(robot, payload=one_of("payload", payload, PAYLOADS))
    with about("drives"):
        for word in given.get("drives") or []:
            robot = robot.with_drives(one_of("drives", word, DRIVES))
    with about("hypotheses"):
        chosen = given.get("hypotheses")
        if chosen is not None:
            if len(chosen) > MOST_HYPOTHESES:
                raise RobotError(f"{len(chosen)} hypotheses; at most {MOST_HYPOTHESES}")
            robot = robot.redescribe(hypotheses=tuple(chosen))
    return Reading(described, robot, kind, toml)


def kind_of(text: str) -> Kind:
    """What a text most likely is."""
    bare = text.strip()
    if not bare:
        raise TextError("the robot is empty; expected a name, a sequence, a structure or a file")
    if bare in library_names() or bare.startswith(ATLAS):
        return "name"
    if bare.startswith("<") or bare.startswith("\ufeff<"):
        return "mjcf" if re.search(r"<mujoco(?:include)?[\s>/]", text[:200_000]) else "urdf"
    if WORD.match(bare):
        return "word"
    if "=" in bare or bare.startswith(("[", "#")):
        return "toml"
    return "name" if NAME.match(bare) else "line"


def _read(text: str, kind: Kind, given: Description) -> tuple[Robot, str]:
    """The robot that a text says, and its description in TOML."""
    from torsor.formats.ets import read_ets
    from torsor.formats.structure import structure_toml
    from torsor.formats.toml.reader import read_toml
    from torsor.formats.toml.writer import write_toml

    if kind == "name":
        name = text.strip()
        if name.startswith(ATLAS):
            from torsor.formats.atlas import read_atlas_name

            structure = read_atlas_name(name)
            return structure, write_toml(structure)
        if name not in library_names():
            names = library_names()
            raise UnknownNameError(f"no robot is called {shown(name)}{suggestion(name, names)}")
        return library_robot(name), library_text(name)
    if kind == "word":
        with about("axes" if given.get("axes") else "text"):
            toml = structure_toml(text, given.get("axes", ""))
        return read_toml(toml), toml
    if kind == "toml":
        if len(text) > LARGEST:
            raise TextError(f"the robot is larger than {LARGEST // 1000} kB, refused")
        robot = read_toml(text)
        if robot.notation.endswith(".toml"):
            raise RobotError(
                f"notation: a file is not read here; expected one of {', '.join(notation_names())}"
            )
        return robot, text
    xml = kind in ("urdf", "mjcf")
    robot = _read_xml(text, kind, given) if xml else read_ets(text.strip())
    return robot, write_toml(robot)


def _read_xml(text: str, kind: Kind, given: Description) -> Robot:
    tip, symbolic = given.get("tip", ""), tuple(given.get("symbolic") or ())
    if kind == "urdf":
        from torsor.formats.urdf.reader import read_urdf

        return read_urdf(text, tip=tip, symbolic=symbolic)
    from torsor.formats.mjcf.reader import read_mjcf

    return read_mjcf(text, tip=tip, symbolic=symbolic)


@lru_cache(maxsize=64)
def library_text(name: str) -> str:
    """The file of a robot of the library."""
    return (resources.files("torsor.library") / "robots" / f"{name}.toml").read_text("utf-8")


def numbers_of(robot: Robot, given: Description) -> dict[str, Formula]:
    """The numbers that stand in the equations in the place of symbols."""
    typed = {name: text for name, text in (given.get("numbers") or {}).items() if text.strip()}
    with about("numbers"):
        return read_values(robot, typed, "numbers")


def notation_for(robot: Robot, name: str | None) -> Notation:
    """A notation that comes with Torsor, by its name; nothing asks for the robot's own."""
    with about("notation"):
        return load_notation(one_of("notation", name or robot.notation or "standard",
                                    notation_names()))  # fmt: skip
