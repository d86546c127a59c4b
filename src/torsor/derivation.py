"""``torsor.derive`` and ``torsor.evaluate``: a robot's exact model, and numbers of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, Unpack

from torsor.algebra.budget import budget, usual
from torsor.algebra.expression import Expression
from torsor.algebra.numbers import missing
from torsor.arguments import validate_call
from torsor.errors import (
    ArgumentValueError,
    MissingValueError,
    TorsorError,
    UnknownNameError,
    shown,
    suggestion,
)
from torsor.formats.load import LoadOptions, Names, RobotLike, load, names_of
from torsor.formats.toml.values import value_text
from torsor.mechanics.derivatives import rate
from torsor.mechanics.kinematics import jacobian, transform
from torsor.mechanics.methods import Method
from torsor.mechanics.quantities import QUANTITIES
from torsor.model import Model
from torsor.robot.robot import Robot
from torsor.robot.values import own_values, read_values
from torsor.size import refuse_too_large

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FLOAT_DIGITS = 15


@validate_call
def derive(
    robot: RobotLike,
    method: Method | None = None,
    limit: float | None = None,
    **options: Unpack[LoadOptions],
) -> Model:
    """The exact dynamic model of a robot (anything that ``load`` takes), hypotheses applied.

    ``method`` is ``"newton-euler"`` unless the robot has no chain, ``"lagrange"`` or
    ``"virtual-work"``. A model that would take more than ``limit`` gigabytes of exact arithmetic
    (12 unless given, some five seconds) is refused. The options are those of ``load``.
    """
    model = Model(load(robot, **options), method or "", limit)
    with budget(usual() if limit is None else limit):
        refuse_too_large(model.robot)
        _ = model.tau
    return model


@validate_call
def evaluate(
    robot: RobotLike,
    values: Mapping[str, Any] | None = None,
    what: Names = "tau",
    published: bool = False,
    digits: int = 0,
    **options: Unpack[LoadOptions],
) -> dict[str, NDArray[np.float64]]:
    """Numbers from the closed form at a state, by name: arrays of ``tau``, ``M``, ``C``, ``g`` ….

    ``values`` are by symbol (``q``, ``dq``, ``ddq`` may be rows), with ``published`` over the
    numbers that come with the robot; one is needed for each symbol that occurs in what was asked.
    With ``digits``, the arrays hold texts of so many correct digits.

    >>> import torsor
    >>> torsor.evaluate("cartesian", {"m1": 1, "m2": 2, "m3": 3}, "M")["M"].diagonal()
    array([6., 5., 3.])
    """
    import numpy as np

    wanted = load(robot, **options)
    numbers = join_values(wanted, values or {}, published)
    found = evaluate_model(derive(wanted), numbers, known_quantities(names_of(what)), digits)
    return {name: np.array(value) for name, value in found.items()}


def known_quantities(names: Sequence[str]) -> tuple[str, ...]:
    """The quantities asked for (a text may name several, by commas), each known."""
    found = tuple(part.strip() for name in names for part in name.split(",") if part.strip())
    for name in found:
        if name not in QUANTITIES:
            raise UnknownNameError(
                f"what {shown(name)}: expected {', '.join(QUANTITIES)}"
                f"{suggestion(name, QUANTITIES)}"
            )
    if not found:
        raise UnknownNameError(f"what: expected one or more of {', '.join(QUANTITIES)}")
    return found


def join_values(
    robot: Robot, given: Mapping[str, Any], published: bool = False, place: str = "the values"
) -> dict[str, Any]:
    """Values by symbol, rows of q, dq, ddq laid out by coordinate, over those of the robot.

    They stay as they were written: equations show them so.
    """
    if published and not robot.values:
        raise TorsorError(f"published: {robot.name} comes without numbers")
    own = own_values(robot) if published else {}
    spread = _spread(robot, given, place)
    read_values(robot, spread, place, moving=True)
    return {name: value_text(value) for name, value in own.items()} | spread


def _spread(robot: Robot, given: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Rows of q, dq, ddq laid out by coordinate."""
    found: dict[str, Any] = {}
    for symbol, value in given.items():
        row = value.tolist() if getattr(value, "ndim", 0) == 1 else value
        if symbol in ("q", "dq", "ddq") and isinstance(row, (list, tuple)):
            if len(row) != robot.dof:
                raise ArgumentValueError(
                    f"{place}: {symbol} has {len(row)} entries, expected {robot.dof}"
                )
            found.update({f"{symbol}{k}": v for k, v in enumerate(row, 1)})
        else:
            found[symbol] = value
    return found


def evaluate_model(
    model: Model, values: Mapping[str, Any], names: Sequence[str], digits: int
) -> dict[str, Any]:
    """Numbers for each quantity, after all that is missing has been named at once."""
    found: dict[str, Any] = {}
    if {"A", "B"} & set(names):
        if digits > FLOAT_DIGITS:
            raise TorsorError(f"digits {digits}: A and B have {FLOAT_DIGITS} digits, as floats do")
        found = dict(zip("AB", map(_rows, model.state_space(values)), strict=True))
    found = {name: found[name] if name in found else _quantity(model, name) for name in names}
    lacking = missing([e for value in found.values() for e in _entries(value)], values)
    if lacking:
        wanted = f"{', '.join(names)} of {model.robot.name}"
        raise MissingValueError(f"no value for {', '.join(lacking)} (needed for {wanted})")

    def number(entry: Any, place: str) -> Any:
        try:
            value = plain(entry)
        except TorsorError as error:
            raise type(error)(f"{place}: {error}") from None
        if isinstance(value, float) and not isfinite(value):
            raise TorsorError(f"{place} is {value}, not a finite number")
        return value

    def plain(entry: Any) -> Any:
        if isinstance(entry, float) and digits:
            return f"{entry:.{digits}g}"
        if not isinstance(entry, Expression):
            return float(entry) if not digits else str(entry)
        return str(entry.evaluate(values, digits=digits)) if digits else entry.evaluate(values)

    def numbers(value: Any, place: str) -> Any:
        if not isinstance(value, tuple):
            return number(value, place)
        return [numbers(v, f"{place}[{k}]") for k, v in enumerate(value, 1)]

    return {name: numbers(value, name) for name, value in found.items()}


def _quantity(model: Model, name: str) -> Any:
    if name == "pose":
        return transform(model.chain, "tool").matrix
    if name in ("J", "Jdot"):
        geometric = jacobian(model.chain)
        J_v, J_w = geometric.J_v, geometric.J_w
        return (*J_v, *J_w) if name == "J" else (*rate(J_v), *rate(J_w))
    if name in ("f", "n"):
        return tuple(getattr(steps, name) for i, steps in model.links.items() if i)
    return model.regressor if name == "Y" else getattr(model, name)


def _rows(matrix: list[list[float]]) -> Any:
    return tuple(tuple(row) for row in matrix)


def _entries(value: Any) -> list[Any]:
    return [e for v in value for e in _entries(v)] if isinstance(value, tuple) else [value]
