"""``torsor.derive``: from a robot to its exact model."""

from __future__ import annotations

from dataclasses import fields
from time import perf_counter
from typing import Annotated

from torsor.algebra.expression import Expression
from torsor.algebra.vectors import Vector
from torsor.arguments import choice, validate_call
from torsor.errors import ArgumentValueError, RobotError, shown, suggestion
from torsor.formats.load import RobotLike, load
from torsor.mechanics.base_parameters import BaseParameters, base_parameters
from torsor.mechanics.lagrange import in_ring
from torsor.mechanics.newton_euler import LinkSteps, newton_euler
from torsor.mechanics.regressor import Column, columns
from torsor.mechanics.tensor_form import TensorForm, from_forces
from torsor.model import Model
from torsor.robot import hypotheses
from torsor.size import refuse_too_large
from torsor.system import System

METHODS = ("newton-euler", "lagrange", "virtual-work")
Method = Annotated[str, choice(METHODS)]


@validate_call
def derive(robot: RobotLike, method: Method | None = None) -> Model:
    """The exact dynamic model of a robot (anything that ``load`` takes), hypotheses applied.

    ``method`` is ``"newton-euler"`` unless the robot has no chain, ``"lagrange"`` or
    ``"virtual-work"``.
    """
    given = load(robot)
    if method is None:
        method = "lagrange" if given.bodies else "newton-euler"
    if method not in METHODS:
        raise ArgumentValueError(
            f"the method {shown(method)} is unknown; expected {', '.join(METHODS)}"
            f"{suggestion(method, METHODS)}"
        )
    if method == "newton-euler" and given.bodies:
        raise RobotError(
            f"{given.name!r} is given by bodies, not by a chain, and Newton-Euler goes from joint "
            "to joint; derive it by lagrange or virtual-work"
        )
    start = perf_counter()
    ready = hypotheses.apply(given)
    refuse_too_large(ready)
    system = System(ready)
    tau = system.tau(method)
    return model_of(system, method, tau, perf_counter() - start)


def model_of(system: System, method: str, tau: tuple[Expression, ...], seconds: float) -> Model:
    """The model of a system whose driving forces were derived by a method."""

    def links() -> dict[int, LinkSteps]:
        steps = system.newton_euler.links
        return {i: _in_ring(s, system) for i, s in steps.items()}

    def tensor() -> TensorForm:
        if method != "newton-euler":
            return system.tensor
        # A carried body belongs to M, C and g; a wrench or a weight is the payload's own share.
        loaded = system.robot.payload.kind != "body"
        bare = newton_euler(system.chain).tau if loaded else system.newton_euler.tau
        return from_forces(
            tau,
            system.vector(bare),
            system.q,
            system.payload,
            system.friction,
            system.spring,
        )

    def parameter_columns() -> list[Column]:
        return columns(system.chain, system.drives)

    def base() -> BaseParameters:
        return base_parameters(system.robot, system.ring, parameter_columns())

    later = {
        "chain": lambda: system.chain,
        "links": links,
        "tensor": tensor,
        "lagrange": lambda: system.lagrange,
        "columns": parameter_columns,
        "base_parameters": base,
    }
    return Model(system.robot, method, seconds, system.ring, Vector(tau), later)


def _in_ring(steps: LinkSteps, system: System) -> LinkSteps:
    return LinkSteps(
        *(Vector(in_ring(e, system.ring) for e in getattr(steps, f.name)) for f in fields(steps))
    )
