"""What an equation of a paper speaks of: ``tau[2]``, ``a_C[3]``, ``M[1,2]``, ``K`` and the like.

Targets count from 1, as papers do. A vector of a link is in the link's own axes; positions,
velocities and Jacobians of mass centres are in base axes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from torsor.algebra.expression import Expression
from torsor.algebra.scalars.arithmetic import times
from torsor.algebra.scalars.ring import RingScalar
from torsor.errors import RobotError, UnknownNameError, shown, suggestion
from torsor.mechanics.bodies import MovingBody
from torsor.mechanics.kinematics import mass_centre_jacobian, poses
from torsor.mechanics.newton_euler import STEPS
from torsor.model import Model
from torsor.spatial.vectors import ZERO, Matrix, Vector

TARGET = re.compile(r"([A-Za-z_]+)(?:\[([0-9]{1,3})(?:,([0-9]{1,3}))?\])?(?:\.([xyz]))?\Z")


@dataclass(frozen=True)
class Target:
    """What is meant: expressions in rows and columns, one by one for a scalar."""

    text: str
    name: str
    rows: tuple[tuple[Expression, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def scalar(self) -> bool:
        """Whether it is a single expression."""
        return len(self.rows) == 1 and len(self.rows[0]) == 1

    @property
    def column(self) -> bool:
        """Whether it is a column of several entries."""
        return len(self.rows) > 1 and len(self.rows[0]) == 1


def resolve(model: Model, text: str) -> Target:
    """The expressions that a target stands for in a model."""
    match = TARGET.match(text.strip())
    if not match:
        raise UnknownNameError(
            f"the target {shown(text)} cannot be read; expected tau[1], a_C[3].x, M[1,2] or K"
        )
    name, first, second, axis = match.groups()
    if name not in KNOWN:
        raise UnknownNameError(
            f"no target {shown(name)}; expected {', '.join(KNOWN)}{suggestion(name, KNOWN)}"
        )
    indices = [int(i) for i in (first, second) if i]
    try:
        value = KNOWN[name](model, indices)
    except RobotError:
        raise
    except (IndexError, KeyError, ValueError):
        raise RobotError(f"{model.robot.name} has no {text}") from None
    rows = _rows(value)
    if axis:
        if len(rows) != 3:
            raise RobotError(f"{text}: {name} is no vector of three")
        rows = (rows["xyz".index(axis)],)
    return Target(text, name, rows)


def _rows(value: Any) -> tuple[tuple[Expression, ...], ...]:
    if isinstance(value, Matrix):
        return tuple(tuple(row) for row in value)
    if isinstance(value, Vector):
        return tuple((e,) for e in value)
    return ((value,),)


def _at(values: Any, indices: list[int]) -> Any:
    """An entry by its number, counted from 1."""
    (i,) = indices
    if i < 1:
        raise IndexError
    return values[i - 1]


def _step(name: str) -> Callable[[Model, list[int]], Any]:
    def get(model: Model, indices: list[int]) -> Any:
        (i,) = indices
        return getattr(model.links[i], name)

    return get


def _matrix(name: str) -> Callable[[Model, list[int]], Any]:
    def get(model: Model, indices: list[int]) -> Any:
        whole = getattr(model, name)
        if not indices:
            return whole
        i, j = indices
        if min(i, j) < 1:
            raise IndexError
        return whole[i - 1][j - 1]

    return get


def _vector(name: str) -> Callable[[Model, list[int]], Any]:
    def get(model: Model, indices: list[int]) -> Any:
        whole = getattr(model, name)
        return _at(whole, indices) if indices else Vector(whole)

    return get


def _energy(total: str, parts: str) -> Callable[[Model, list[int]], Any]:
    def get(model: Model, indices: list[int]) -> Any:
        if not indices:
            return getattr(model, total)
        (i,) = indices
        return getattr(model.energies, parts)[i]

    return get


def _lagrange(name: str) -> Callable[[Model, list[int]], Any]:
    return lambda model, indices: _at(getattr(model.lagrange, name), indices)


def _body(model: Model, indices: list[int]) -> MovingBody[RingScalar]:
    (i,) = indices
    found = {b.number: b for b in model.bodies}
    return found[i]


def _kinetic_part(turning: bool) -> Callable[[Model, list[int]], Any]:
    """½ m v·v or ½ ω·I ω of one body."""

    def get(model: Model, indices: list[int]) -> Any:
        moving = _body(model, indices)
        rates = [model.ring.symbol(f"d{n}") for n in model.coordinates]
        partial = moving.at_centre.J_w if turning else moving.at_centre.J_v
        v = ZERO
        for column, rate in zip(partial, rates, strict=True):
            v = v + column * rate
        square = v.dot(moving.body.I_C @ v) if turning else times(moving.body.m, v.dot(v))
        return model.ring.coerce(times(square, Fraction(1, 2)))

    return get


def _position(model: Model, indices: list[int]) -> Any:
    (i,) = indices
    if model.robot.bodies:
        return Vector(model.ring.parse(e) for e in _at(model.robot.bodies, indices).position)
    pose = poses(model.chain)[i]
    centre = pose.R @ _at(model.chain.links, indices).body.r_C + pose.p
    return Vector(model.ring.coerce(e) for e in centre)


def _velocity(model: Model, indices: list[int]) -> Any:
    return Vector(e.dt() for e in _position(model, indices))


def _jacobian(turning: bool) -> Callable[[Model, list[int]], Any]:
    def get(model: Model, indices: list[int]) -> Any:
        (i,) = indices
        if model.robot.bodies:
            partial = _body(model, indices).at_centre
            whole = Matrix(partial.J_w if turning else partial.J_v).T
        else:
            geometric = mass_centre_jacobian(model.chain, i)
            whole = geometric.J_w if turning else geometric.J_v
        return Matrix([model.ring.coerce(e) for e in row] for row in whole)

    return get


KNOWN: dict[str, Callable[[Model, list[int]], Any]] = {
    "tau": lambda model, indices: _at(model.tau, indices),
    **{name: _step(name) for name in STEPS},
    "M": _matrix("M"),
    "C": _matrix("C"),
    "g": _vector("g"),
    "K": _energy("K", "kinetic"),
    "U": _energy("U", "potential"),
    "L": lambda model, indices: model.L if not indices else _at((), indices),
    "K_v": _kinetic_part(False),
    "K_w": _kinetic_part(True),
    "p": _lagrange("momenta"),
    "dp": _lagrange("momentum_rates"),
    "L_q": _lagrange("L_q"),
    "position": _position,
    "velocity": _velocity,
    "J_v": _jacobian(False),
    "J_w": _jacobian(True),
}
