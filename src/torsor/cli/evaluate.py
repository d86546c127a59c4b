"""``torsor eval``: numbers from the closed form."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.common import print_json, working
from torsor.cli.options import (
    AS_DESCRIBED,
    JsonOption,
    PublishedOption,
    RobotArgument,
    SetOption,
    ValuesOption,
    Variant,
    split_commas,
)

if TYPE_CHECKING:
    from torsor.model import Model

WHAT = {
    "tau": "driving forces",
    "M": "mass matrix",
    "C": "Christoffel matrix",
    "g": "gravity vector",
    "payload": "the load's share",
    "friction": "friction's share",
    "spring": "the springs' share",
    "K": "kinetic energy",
    "U": "potential energy",
    "L": "Lagrangian",
    "pose": "tool frame, 4 × 4",
    "J": "geometric Jacobian of the tool",
    "Jdot": "its rate",
    "Mdot": "the mass matrix's rate",
    "tau_q": "∂τ/∂q",
    "tau_dq": "∂τ/∂q̇",
    "Y": "regressor",
    "f": "joint forces of every link",
    "n": "joint moments of every link",
    "A": "linearised, ẋ = A x + B δτ",
    "B": "likewise",
}


FLOAT_DIGITS = 15


def evaluate(
    robot: RobotArgument,
    values: ValuesOption = "",
    set_: SetOption = [],  # noqa: B006
    what: Annotated[
        str, typer.Option(help=f"What to evaluate, by commas: {', '.join(WHAT)}.")
    ] = "tau",
    published: PublishedOption = False,
    digits: Annotated[
        int, typer.Option(help="Correct digits; 0 gives floating-point numbers.")
    ] = 0,
    variant: Variant = AS_DESCRIBED,
    json: JsonOption = False,
) -> None:
    """Evaluate the closed form at a state.

    A value is needed for each symbol that occurs in what was asked. Angles are in radians, or a
    text such as "30deg". Lists q, dq and ddq are laid out by coordinate.

    Examples:

      torsor eval planar2r --values state.json

      torsor eval rttrr --values state.json --what tau,M,g --json

      torsor eval cartesian --set m1=1 --set m2=1 --set m3=2 --what M --digits 30
    """
    from torsor.cli.values import read_values
    from torsor.derivation import derive

    wanted = variant.load(robot)
    names = asked(what)
    numbers = read_values(wanted, values, set_, published)
    with working(f"evaluating {wanted.name}"):
        model = derive(wanted)
        results = evaluated(model, numbers, names, digits)
    if json:
        print_json(results)
        return
    for name, value in results.items():
        _print(name, value)


def asked(what: str) -> tuple[str, ...]:
    """The quantities asked for, each known."""
    from torsor.errors import UnknownNameError, shown, suggestion

    names = split_commas(what)
    for name in names:
        if name not in WHAT:
            hint = suggestion(name, WHAT)
            raise UnknownNameError(f"--what {shown(name)}: expected {', '.join(WHAT)}{hint}")
    if not names:
        raise UnknownNameError(f"--what: expected one or more of {', '.join(WHAT)}")
    return names


def evaluated(
    model: Model, values: dict[str, Any], names: tuple[str, ...], digits: int
) -> dict[str, Any]:
    """Numbers for each quantity, after all that is missing has been named at once."""
    from torsor.algebra.expression import Expression
    from torsor.algebra.numbers import missing
    from torsor.errors import MissingValueError, TorsorError

    found: dict[str, Any] = {}
    if {"A", "B"} & set(names):
        if digits > FLOAT_DIGITS:
            raise TorsorError(
                f"--digits {digits}: A and B have {FLOAT_DIGITS} digits, as floats do"
            )
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
    from torsor.mechanics.derivatives import rate
    from torsor.mechanics.kinematics import jacobian, transform

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


def _print(name: str, value: Any) -> None:
    if not isinstance(value, list):
        print(f"{name} = {_number(value)}")
    elif value and isinstance(value[0], list):
        print(f"{name} =")
        rows = [[_number(e) for e in row] for row in value]
        widths = [max(len(row[j]) for row in rows) for j in range(len(rows[0]))]
        for row in rows:
            print("  " + "  ".join(e.rjust(w) for e, w in zip(row, widths, strict=True)))
    else:
        print(f"{name} = " + "  ".join(_number(e) for e in value))


def _number(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)
