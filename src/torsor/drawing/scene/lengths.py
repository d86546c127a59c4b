"""The numbers that a scheme is drawn with: lengths long enough to be seen, angles that open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from torsor.algebra.formula import Formula, Values, formula
from torsor.arguments import given as told
from torsor.drawing.scene.printed_names import by_symbol
from torsor.errors import ArgumentValueError, TorsorError
from torsor.motion.quantities import quantity
from torsor.notation.notation import NotationLike
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters, turns

SHORTEST = 0.7
"""The shortest length that has a number is drawn as this part of the longest, or longer."""

OPEN_ANGLE = 0.6
LARGEST = 1e6
DRAWABLE = 1e30
"""Longer than this nothing is, in whatever unit; squares of it are finite."""


def offsets(robot: Robot) -> Iterator[Formula]:
    """Every entry of the offsets, the tool's among them."""
    for joint in robot.joints:
        yield from joint.placement.offset
    yield from robot.tool.offset


def drawing_values(
    robot: Robot, values: Mapping[str, float] | None = None, to_scale: bool = False
) -> dict[str, float]:
    """A number for every symbol of the description.

    A length without a number is drawn as long as the longest that has one. Unless the drawing is
    to scale, short lengths are stretched, as schemes in print do; equal lengths stay equal.
    """
    known = {n: quantity(v) for n, v in robot.numbers.items()} | dict(values or {})
    lengths = [n for f in offsets(robot) for n in f.names()]
    constants = [abs(f.constant) for f in offsets(robot) if f.constant]
    if max(constants, default=0) > DRAWABLE:
        raise ArgumentValueError(
            f"{robot.name} has a length above {DRAWABLE:.0e}, which cannot be drawn"
        )
    plain = [float(constant) for constant in constants]
    sizes = plain + [abs(known[n]) for n in lengths if known.get(n)]
    longest = max(sizes, default=1.0)
    found = dict.fromkeys(parameters(robot), longest)
    found.update(known)
    for turn in turns(robot):
        found.update({n: OPEN_ANGLE for n in turn.angle.names() if n not in known})
    if not to_scale:
        for n in lengths:
            size = abs(found[n])
            if size:
                drawn = longest * SHORTEST + size * (1 - SHORTEST)
                found[n] = drawn if found[n] > 0 else -drawn
    return found


def known_numbers(
    robot: Robot, given: Values | None, names: Sequence[str], notation: NotationLike = ""
) -> dict[str, float]:
    """Numbers by symbol, each for one of these names: 0.3, ``"1/3"``, ``"30deg"``.

    A name may be the symbol's or the one that the notation prints.
    """
    found = {}
    for name, value in by_symbol(robot, given or {}, names, notation).items():
        try:
            number = quantity(formula(value))
        except (TorsorError, OverflowError):
            number = inf
        if abs(number) > LARGEST:
            raise ArgumentValueError(
                f"{name}: expected a number up to a million, got {told(value)}"
            )
        found[name] = number
    return found
