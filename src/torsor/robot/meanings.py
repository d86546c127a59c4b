"""What each symbol of a robot means, and its unit: told here, and asked by all that prints it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from torsor.algebra.formula import Formula, name
from torsor.robot.entries import INERTIA
from torsor.robot.frame import Frame, Turn
from torsor.robot.link import Link
from torsor.robot.payload import WRENCH
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles, coordinates, motion


@dataclass(frozen=True)
class Meaning:
    """A sort of quantity (``mass``, ``moment`` …), a phrase, a unit, and the family it is of.

    Symbols of a family, as m1 and m2 are of ``m``, are told in one row where many are listed.
    """

    sort: str
    phrase: str
    unit: str
    family: str = ""


COORDINATES = {
    "q": ("joint coordinate: angle of a revolute joint", "rad",
          "joint coordinate: displacement of a sliding joint", "m"),
    "dq": ("joint velocity", "rad/s", "joint velocity, sliding", "m/s"),
    "ddq": ("joint acceleration", "rad/s^2", "joint acceleration, sliding", "m/s^2"),
    "tau": ("generalised driving force of a revolute joint (a moment)", "N m",
            "generalised driving force of a sliding joint", "N"),
    "P": ("power of a revolute joint", "W", "power of a sliding joint", "W"),
}  # fmt: skip
"""What belongs to a coordinate: meaning and unit where it turns, and where it slides."""

DRIVES = {
    "viscous": ("viscous friction", "N m s/rad", "N s/m"),
    "coulomb": ("Coulomb friction", "N m", "N"),
    "rotor": ("rotor inertia", "kg m^2", "kg"),
    "ratio": ("gear ratio", "1", "1"),
    "spring": ("spring", "N m/rad", "N/m"),
    "rest": ("rest position of the spring", "rad", "m"),
}
"""What a drive has: meaning, and unit where the joint turns and where it slides."""

LINKS = {
    "m": Meaning("mass", "mass of {}", "kg"),
    **{
        f"r{axis}": Meaning("centre", f"{axis} of the mass centre of {{}} in {{}}", "m")
        for axis in "xyz"
    },
    **{
        f"I{axes}": Meaning(
            "moment" if axes[0] == axes[1] else "product",
            f"inertia of {{}} about its mass centre, {axes}",
            "kg m^2",
        )
        for axes in INERTIA
    },
}
"""What a link has, by the usual symbol: m1, rx1, Ixx1 …"""

FAMILIES = {
    **{
        stem: replace(meaning, phrase=meaning.phrase.format("link i", "its frame"))
        for stem, meaning in LINKS.items()
    },
    "length": Meaning("length", "lengths in the places of the mass centres", "m"),
    "gravity": Meaning("gravity", "acceleration of gravity", "m/s^2"),
    "f": Meaning("load", "force that the last link exerts on its load, by components", "N"),
    "n": Meaning("load", "moment that the last link exerts on its load, by components", "N m"),
}
"""What the symbols of a family have in common."""

UNKNOWN = Meaning("part", "a number of the description", "SI")


def coordinate_meaning(stem: str, slides: bool) -> Meaning:
    """What ``q``, ``dq``, ``ddq``, ``tau`` or ``P`` is, of a coordinate that turns or slides."""
    says, unit = COORDINATES[stem][2:] if slides else COORDINATES[stem][:2]
    return Meaning("coordinate", says, unit, stem)


def meaning_of(robot: Robot, symbol: str) -> Meaning:
    """What a symbol is: of a coordinate, or of the description."""
    known = parameter_meanings(robot)
    stem = symbol.rstrip("0123456789")
    coordinate = f"q{symbol[len(stem) :]}"
    if symbol not in known and stem in COORDINATES and coordinate in coordinates(robot):
        return coordinate_meaning(stem, coordinate not in angles(robot))
    return known.get(symbol, UNKNOWN)


def unit_of(robot: Robot, symbol: str) -> str:
    """The SI unit of a symbol."""
    return meaning_of(robot, symbol).unit


@lru_cache(maxsize=8)
def parameter_meanings(robot: Robot) -> Mapping[str, Meaning]:
    """Every symbol of the description; the first place where one stands alone tells what it is."""
    found: dict[str, Meaning] = {}
    for entry, meaning in _places(robot):
        for symbol in entry.names():
            if entry == name(symbol):
                found.setdefault(symbol, meaning)
            elif entry == -name(symbol):
                found.setdefault(symbol, replace(meaning, phrase=f"minus the {meaning.phrase}"))
    for entry, meaning in _places(robot):
        family = meaning.family if meaning.family in ("length", "gravity") else ""
        for symbol in entry.names():
            part = Meaning("part", f"part of: {meaning.phrase}", "SI", family)
            found.setdefault(symbol, part)
    moving = set(motion(robot))
    return {symbol: meaning for symbol, meaning in found.items() if symbol not in moving}


Place = tuple[Formula, Meaning]
"""A formula of the description, and what it is."""


def _places(robot: Robot) -> Iterator[Place]:
    """Every formula of the description with its meaning, the plainest first."""
    gravity = Meaning("gravity", "{} component of gravity in base axes", "m/s^2", "gravity")
    yield from _axes(robot.gravity, gravity)
    for i, (joint, link) in enumerate(zip(robot.joints, robot.links, strict=True), 1):
        yield from _frame(joint.placement, f"joint {i} in the frame of link {joint.parent}")
        yield from _link(link, f"link {i}", str(i))
        for key, (says, turning, sliding) in DRIVES.items():
            unit = turning if joint.kind == "R" else sliding
            sort = "length" if key == "rest" else "drive"
            yield getattr(link.drive, key), Meaning(sort, f"{says} of joint {i}", unit)
        if joint.moves is not None:
            yield joint.moves, Meaning("share", f"the displacement of joint {i}", "SI")
    yield from _frame(robot.tool, "the tool in the last link's frame")
    if robot.payload.body is not None:
        yield from _link(robot.payload.body, "the load", "p", "the tool's frame")
    for i, body in enumerate(robot.bodies, 1):
        yield from _entries((body.mass, *body.inertia), ("m", *_INERTIA), f"body {i}", str(i))
        yield from _axes(
            body.position, Meaning("length", f"in {{}} of body {i}'s centre", "m", "length")
        )
    if robot.payload.kind == "wrench":
        for symbol, entry in zip(WRENCH, robot.payload.wrench, strict=True):
            what, unit = ("force", "N") if symbol[0] == "f" else ("moment", "N m")
            says = f"{symbol[1]} component of the {what} on the load"
            yield entry, Meaning("load", says, unit, symbol[0])


def _axes(entries: Sequence[Formula], meaning: Meaning) -> Iterator[Place]:
    for axis, entry in zip("xyz", entries, strict=True):
        yield entry, replace(meaning, phrase=meaning.phrase.format(axis))


def _frame(frame: Frame, what: str) -> Iterator[Place]:
    yield from _axes(frame.offset, Meaning("length", f"{{}} of {what}", "m"))
    for turn in frame.rotation:
        if isinstance(turn, Turn):
            yield turn.angle, Meaning("angle", f"angle of {what}", "rad")


def _link(link: Link, what: str, label: str, frame: str = "its frame") -> Iterator[Place]:
    yield from _entries((link.mass, *link.com, *link.inertia), LINKS, what, label, frame)


_INERTIA = tuple(f"I{axes}" for axes in INERTIA)


def _entries(
    entries: Sequence[Formula], stems: Iterable[str], what: str, label: str, frame: str = ""
) -> Iterator[Place]:
    """Masses, mass centres and inertias; those in their usual symbols form families."""
    for stem, entry in zip(stems, entries, strict=True):
        family = stem if str(entry) == f"{stem}{label}" else ""
        says = LINKS[stem].phrase.format(what, frame)
        yield entry, replace(LINKS[stem], phrase=says, family=family)
