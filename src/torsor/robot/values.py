"""Numbers for a robot's symbols: those that are given go over the robot's own.

Whoever needs numbers (compiled code, a simulation, a file, the command line) asks here, so that a
name or a number that is refused in one place is refused in all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from numbers import Real

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula, Values, formula
from torsor.arguments import given
from torsor.errors import (
    ArgumentTypeError,
    MissingValueError,
    TorsorError,
    UnknownNameError,
    shown,
    suggestion,
)
from torsor.robot.entries import INERTIA
from torsor.robot.payload import WRENCH
from torsor.robot.robot import Robot
from torsor.robot.symbols import motion, parameters, robot_ring, symbol_names


def merge_values(
    robot: Robot, values: Values | None, place: str = "values", made: Robot | None = None
) -> dict[str, Formula]:
    """The numbers of a robot's parameters: its own, and over them the values given.

    ``made`` is what was made of the robot, as with another load: its symbols are known too.
    """
    return own_values(robot) | read_values(robot, values or {}, place, made)


def own_values(robot: Robot) -> dict[str, Formula]:
    """The numbers that come with the robot, as far as its symbols are still in it."""
    left = set(parameters(robot))
    return {name: value for name, value in robot.numbers.items() if name in left}


def read_values(
    robot: Robot,
    values: Values,
    place: str = "values",
    made: Robot | None = None,
    moving: bool = False,
) -> dict[str, Formula]:
    """Values as exact numbers, each for a parameter of the robot or, if ``moving``, of its motion.

    Symbols that a hypothesis has put a number to are welcome, and unused.
    """
    if not isinstance(values, Mapping) or not all(isinstance(name, str) for name in values):
        raise ArgumentTypeError(f"{place}: no mapping from symbols to numbers")
    robots = (robot, robot.declared, *([made] if made else []))
    known = dict.fromkeys(name for one in robots for name in parameters(one))
    require_symbols(robot, values, (*motion(robot), *known) if moving else known, place)
    return {name: _number(robots, name, value, place) for name, value in values.items()}


def _number(robots: Iterable[Robot], name: str, value: object, place: str) -> Formula:
    """A finite number; one with a unit for an angle only."""
    if value is None or (isinstance(value, str) and not value):
        raise MissingValueError(f"{place}: {name} is empty; expected a number")
    if isinstance(value, bool) or not isinstance(value, (Real, Decimal, str, Formula)):
        raise ArgumentTypeError(f"{place}: {name}: expected a number, got {_shown(value)}")
    try:
        read = value if isinstance(value, Formula) else formula(value)  # type: ignore[arg-type]
        if read.constant is None:
            if any(read.names()) or not any(name in robot_ring(r).angles for r in robots):
                raise TorsorError(f"{shown(str(value))} is not a number")
            angle_of(read)
    except TorsorError as error:
        raise type(error)(f"{place}: {name}: {error}") from None
    return read


def _shown(value: object) -> str:
    try:
        return shown(str(value))
    except Exception:  # an object that cannot show itself
        return given(value)


def require_symbols(
    robot: Robot, names: Iterable[str], known: Collection[str], place: str = "values"
) -> None:
    """Complain of a name that is none of the symbols known of a robot."""
    for name in names:
        if name not in known:
            hint = suggestion(name, known)
            raise UnknownNameError(f"{place}: {shown(name)} is no symbol of {robot.name}{hint}")


def require_known(robot: Robot, values: Values) -> None:
    """Complain of a name that no model of the robot could have.

    The symbols of the general link and its drive are welcome, though a hypothesis or a number may
    have taken their place.
    """
    stems = ("m", "rx", "ry", "rz", *(f"I{e}" for e in INERTIA), "fv", "fc", "Im", "N", "k")
    general = {f"{stem}{i}" for stem in stems for i in (*range(1, robot.frames + 1), "p")}
    names = [n for n in values if n not in general and n not in WRENCH]
    require_symbols(robot, names, (*symbol_names(robot), *robot_ring(robot).angles))
