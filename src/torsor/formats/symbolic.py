"""Symbols in the place of a robot's numbers; the numbers stay with the robot as values."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from torsor.algebra.formula import Formula, exact, name, number
from torsor.algebra.scalars.floats import to_float
from torsor.errors import UnknownNameError, shown
from torsor.robot.robot import INERTIA, Frame, Given, Joint, Link, Robot
from torsor.robot.symbols import parameters

WHAT = ("inertias", "lengths")


def symbolised(robot: Robot, what: Collection[str], source: str = "") -> Robot:
    """The robot with ``m1 rx1 … Ixx1 …`` and ``px1 py1 pz1`` for its numbers that are not zero."""
    if isinstance(what, str):
        what = [part.strip() for part in what.split(",") if part.strip()]
    for part in what:
        if part not in WHAT:
            raise UnknownNameError(f"symbolic {shown(str(part))}: expected {' or '.join(WHAT)}")
    if not what:
        return robot
    return _symbolise(robot, what, None, source)


def symbolise_entries(robot: Robot, names: Collection[str]) -> Robot:
    """The robot with symbols for the numbers that would have these names, zeros too."""
    return _symbolise(robot, WHAT, set(names), robot.source)


def _symbolise(
    robot: Robot, what: Collection[str], only: Collection[str] | None, source: str
) -> Robot:
    described = robot.declared
    taken = set(parameters(described))
    values: list[Given] = []

    def named(symbol: str, entry: Formula) -> Formula:
        unwanted = not entry if only is None else symbol not in only
        if unwanted or any(entry.names()) or symbol in taken:
            return entry
        values.append(Given(symbol, number(_rational(entry)), source))
        return name(symbol)

    def link(i: int | str, old: Link) -> Link:
        x, y, z = (named(f"r{a}{i}", e) for a, e in zip("xyz", old.com, strict=True))
        inertia = (named(f"I{a}{i}", e) for a, e in zip(INERTIA, old.inertia, strict=True))
        return replace(
            old,
            mass=named(f"m{i}", old.mass),
            com=(x, y, z),
            inertia=tuple(inertia),  # type: ignore[arg-type]
        )

    def frame(label: str, old: Frame) -> Frame:
        x, y, z = (named(f"p{a}{label}", e) for a, e in zip("xyz", old.offset, strict=True))
        return replace(old, offset=(x, y, z))

    joints, links, tool = described.joints, described.links, described.tool
    if "lengths" in what:
        placed: list[Joint] = []
        for i, joint in enumerate(joints, 1):
            placed.append(replace(joint, placement=frame(str(i), joint.placement)))
        joints, tool = tuple(placed), frame("t", tool)
    if "inertias" in what:
        links = tuple(link(i, old) for i, old in enumerate(links, 1))
    load = robot.payload
    if only is not None and load.body is not None:
        load = replace(load, body=link("p", load.body))
    known = (*robot.values, *values)
    return robot.redescribe(joints=joints, links=links, tool=tool, payload=load, values=known)


def name_source(robot: Robot, file: str, what: Collection[str]) -> Robot:
    """The robot that tells the file it is from, with symbols in the place of its numbers."""
    source = file.replace("\\", "/").rpartition("/")[2]
    return symbolised(replace(robot, source=source if source.isprintable() else ""), what, source)


def _rational(entry: Formula) -> Fraction:
    """The number itself, or the shortest decimal of the float where √2 or √3 stand in it."""
    constant = entry.constant
    return exact(to_float(entry)) if constant is None else constant
