"""What each parameter of a robot is, and its unit: for the headers of generated files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from torsor.algebra.formula import Formula, name
from torsor.robot.robot import INERTIA, Frame, Link, Robot, Turn


@dataclass(frozen=True)
class Meaning:
    """A sort of quantity (``mass``, ``moment`` …), a phrase and a unit."""

    sort: str
    phrase: str
    unit: str


def meanings(robot: Robot, symbols: Sequence[str]) -> dict[str, Meaning]:
    """The first place where each symbol stands tells what it is."""
    found: dict[str, Meaning] = {}
    for entry, meaning in _places(robot):
        for symbol in entry.names():
            if entry == name(symbol):
                found.setdefault(symbol, meaning)
            elif entry == -name(symbol):
                phrase = f"minus the {meaning.phrase}"
                found.setdefault(symbol, replace(meaning, phrase=phrase))
    for entry, meaning in _places(robot):
        for symbol in entry.names():
            part = Meaning("part", f"part of: {meaning.phrase}", "SI")
            found.setdefault(symbol, part)
    unknown = Meaning("part", "a number of the description", "SI")
    return {symbol: found.get(symbol, unknown) for symbol in symbols}


def _places(robot: Robot) -> Iterator[tuple[Formula, Meaning]]:
    """Every formula of the description with its meaning, the plainest first."""
    yield from _axes(
        robot.gravity, Meaning("gravity", "{} component of gravity in base axes", "m/s^2")
    )
    for i, joint in enumerate(robot.joints, 1):
        yield from _frame(joint.placement, f"joint {i} in the frame of link {joint.parent}")
        yield from _link(robot.links[i - 1], f"link {i}")
        yield from _drive(robot.links[i - 1], i, joint.kind == "R")
        if joint.moves is not None:
            yield joint.moves, Meaning("share", f"the displacement of joint {i}", "SI")
    yield from _frame(robot.tool, "the tool in the last link's frame")
    if robot.payload.body is not None:
        yield from _link(robot.payload.body, "the load", "the tool's frame")
    for i, body in enumerate(robot.bodies, 1):
        yield body.mass, Meaning("mass", f"mass of body {i}", "kg")
        yield from _inertia(body.inertia, f"body {i}")
        yield from _axes(body.position, Meaning("length", f"in {{}} of body {i}'s centre", "m"))


def _axes(entries: Sequence[Formula], meaning: Meaning) -> Iterator[tuple[Formula, Meaning]]:
    for axis, entry in zip("xyz", entries, strict=True):
        yield entry, Meaning(meaning.sort, meaning.phrase.format(axis), meaning.unit)


def _frame(frame: Frame, what: str) -> Iterator[tuple[Formula, Meaning]]:
    yield from _axes(frame.offset, Meaning("length", f"{{}} of {what}", "m"))
    for turn in frame.rotation:
        if isinstance(turn, Turn):
            yield turn.angle, Meaning("angle", f"angle of {what}", "rad")


def _link(link: Link, what: str, frame: str = "its frame") -> Iterator[tuple[Formula, Meaning]]:
    yield link.mass, Meaning("mass", f"mass of {what}", "kg")
    yield from _axes(
        link.com, Meaning("centre", f"{{}} of the mass centre of {what} in {frame}", "m")
    )
    yield from _inertia(link.inertia, what)


def _inertia(entries: Sequence[Formula], what: str) -> Iterator[tuple[Formula, Meaning]]:
    for axes, entry in zip(INERTIA, entries, strict=True):
        sort = "moment" if axes[0] == axes[1] else "product"
        phrase = f"inertia of {what} about its mass centre, {axes}"
        yield entry, Meaning(sort, phrase, "kg m^2")


def _drive(link: Link, i: int, turns: bool) -> Iterator[tuple[Formula, Meaning]]:
    force, rate = ("N m", "N m s/rad") if turns else ("N", "N s/m")
    yield link.drive.viscous, Meaning("drive", f"viscous friction of joint {i}", rate)
    yield link.drive.coulomb, Meaning("drive", f"Coulomb friction of joint {i}", force)
    inertia = "kg m^2" if turns else "kg"
    yield link.drive.rotor, Meaning("drive", f"rotor inertia of joint {i}", inertia)
    yield link.drive.ratio, Meaning("drive", f"gear ratio of joint {i}", "1")
    stiffness = "N m/rad" if turns else "N/m"
    yield link.drive.spring, Meaning("drive", f"spring of joint {i}", stiffness)
    rest = "rad" if turns else "m"
    yield link.drive.rest, Meaning("length", f"rest position of the spring of joint {i}", rest)
