"""Robots without a chain: bodies by mass-centre positions and angular velocities."""

from __future__ import annotations

from torsor.algebra.formula import Formula, name, total
from torsor.errors import RobotError, UnknownNameError, shown
from torsor.formats.fields import (
    Table,
    at,
    formula_field,
    inertia_field,
    known_keys,
    list_of,
    three,
)
from torsor.robot.coupling import numbered
from torsor.robot.robot import INERTIA, FreeBody, Payload, Robot, Six, Three

BODY = ("mass", "position", "omega", "rotation_jacobian", "inertia")


def read_bodies(table: Table, label: str) -> Robot:
    """A robot from ``coordinates``, a word such as RRT, and a list of bodies."""
    kinds = str(table.get("coordinates", "")).upper().replace("P", "T")
    if not kinds or set(kinds) - set("RT") or len(kinds) > 60:
        raise RobotError("coordinates: expected a word of R and T, one letter for each coordinate")
    rows = list_of(table["body"])
    if not rows:
        raise RobotError("body: expected a list of at least one body")
    bodies = tuple(_body(row, i, kinds) for i, row in enumerate(rows, 1))
    return Robot(label, (), (), payload=Payload("none"), bodies=bodies, kinds=kinds)


def _body(given: object, i: int, kinds: str) -> FreeBody:
    place = f"body {i}"
    row = known_keys(place, given, BODY)
    if "position" not in row:
        raise RobotError(f"{place}: expected its mass centre's position, three expressions")
    if "omega" in row and "rotation_jacobian" in row:
        raise RobotError(f"{place}: expected omega or rotation_jacobian, not both")
    position = at(f"{place}, position", three, row["position"])
    for entry in position:
        _consistent(entry, place, kinds, rates=False)
    if "rotation_jacobian" in row:
        omega = at(
            f"{place}, rotation_jacobian", lambda t: _columns(t, kinds), row["rotation_jacobian"]
        )
    else:
        omega = at(f"{place}, omega", three, row.get("omega", 0))
    for entry in omega:
        _consistent(entry, place, kinds, rates=True)
    usual: Six = tuple(name(f"I{e}{i}") for e in INERTIA)  # type: ignore[assignment]
    inertia = at(f"{place}, inertia", inertia_field, row["inertia"]) if "inertia" in row else usual
    mass = at(f"{place}, mass", formula_field, row.get("mass", f"m{i}"))
    return FreeBody(mass, position, omega, inertia)


def _columns(given: object, kinds: str) -> Three:
    """J_w as three rows: ω = J_w q̇."""
    rows = [list_of(row) or [] for row in list_of(given) or []]
    if len(rows) != 3 or any(len(row) != len(kinds) for row in rows):
        raise RobotError(f"expected three rows of {len(kinds)} entries")
    x, y, z = (
        total(*(formula_field(e) * name(f"dq{k}") for k, e in enumerate(row, 1))) for row in rows
    )
    return (x, y, z)


def _consistent(entry: Formula, place: str, kinds: str, rates: bool) -> None:
    """Only coordinates that exist, used as what they are."""
    inside = {n for fn, argument in entry.calls() if fn in ("sin", "cos") for n in argument.names()}
    for symbol in entry.names():
        bare = symbol.lstrip("d") if symbol.startswith(("dq", "ddq")) else symbol
        k = numbered(bare)
        if not k:
            continue
        if k > len(kinds):
            raise UnknownNameError(
                f"{place}: {symbol} is beyond the {len(kinds)} coordinates q1 … q{len(kinds)}"
            )
        if symbol != bare and (not rates or symbol.startswith("dd")):
            raise RobotError(f"{place}: {symbol} has no place in {shown(str(entry))}")
        if symbol == bare and kinds[k - 1] == "T" and symbol in inside:
            raise RobotError(f"{place}: {symbol} slides (T) and stands in a sine or cosine")
        if symbol == bare and kinds[k - 1] == "R" and symbol not in inside:
            raise RobotError(f"{place}: {symbol} turns (R) and stands outside of sine and cosine")
