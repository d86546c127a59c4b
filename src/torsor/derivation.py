"""``torsor.derive``: from a robot to its exact model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from time import perf_counter
from typing import Annotated, TypeVar

from torsor.algebra.budget import budget, usual
from torsor.algebra.expression import Expression
from torsor.arguments import choice, validate_call
from torsor.errors import ArgumentValueError, RobotError, shown, suggestion
from torsor.formats.load import RobotLike, load
from torsor.mechanics.chain import Chain
from torsor.mechanics.lagrange import Lagrange
from torsor.mechanics.newton_euler import LinkSteps, newton_euler
from torsor.mechanics.parameters.base_parameters import BaseParameters, base_parameters
from torsor.mechanics.parameters.regressor import Column, columns
from torsor.mechanics.tensor_form import TensorForm, from_forces
from torsor.model import Model
from torsor.size import refuse_too_large
from torsor.spatial.vectors import Vector
from torsor.system import System

T = TypeVar("T")
METHODS = ("newton-euler", "lagrange", "virtual-work")
Method = Annotated[str, choice(METHODS)]


@validate_call
def derive(robot: RobotLike, method: Method | None = None, limit: float | None = None) -> Model:
    """The exact dynamic model of a robot (anything that ``load`` takes), hypotheses applied.

    ``method`` is ``"newton-euler"`` unless the robot has no chain, ``"lagrange"`` or
    ``"virtual-work"``. A model that would take more than ``limit`` gigabytes of exact arithmetic
    (12 unless given, some five seconds) is refused.
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
    with budget(usual() if limit is None else limit):
        refuse_too_large(given)
        system = System(given)
        tau = system.tau(method)
    return model_of(system, method, tau, perf_counter() - start, limit)


def model_of(
    system: System,
    method: str,
    tau: tuple[Expression, ...],
    seconds: float,
    limit: float | None = None,
) -> Model:
    """The model of a system whose driving forces were derived by a method."""
    parts = SystemParts(system, method, tau, limit)
    return Model(system.robot, method, seconds, system.ring, Vector(tau), parts)


def counted(make: Callable[[SystemParts], T]) -> Callable[[SystemParts], T]:
    """A part, made within a budget of its own."""

    @wraps(make)
    def within(parts: SystemParts) -> T:
        with budget(usual() if parts.limit is None else parts.limit):
            return make(parts)

    return within


@dataclass(frozen=True)
class SystemParts:
    """The parts of a model from the system that its driving forces were derived from."""

    system: System
    method: str
    tau: tuple[Expression, ...]
    limit: float | None = None

    @counted
    def chain(self) -> Chain:
        """The robot over its ring."""
        return self.system.chain

    @counted
    def links(self) -> dict[int, LinkSteps]:
        """The steps of both passes."""
        return {i: self._in_ring(s) for i, s in self.system.newton_euler.links.items()}

    def _in_ring(self, steps: LinkSteps) -> LinkSteps:
        return LinkSteps(*(self.system.vector(getattr(steps, f.name)) for f in fields(steps)))

    @counted
    def tensor(self) -> TensorForm:
        """M, C, g and the other shares: from τ itself where the method was Newton-Euler."""
        system = self.system
        if self.method != "newton-euler":
            return system.tensor
        # A carried body belongs to M, C and g; a wrench or a weight is the payload's own share.
        loaded = system.robot.payload.kind != "body"
        bare = newton_euler(system.chain).tau if loaded else system.newton_euler.tau
        return from_forces(
            self.tau,
            system.vector(bare),
            system.q,
            system.payload,
            system.friction,
            system.spring,
        )

    @counted
    def lagrange(self) -> Lagrange:
        """Energies, momenta and their rates."""
        return self.system.lagrange

    @counted
    def columns(self) -> list[Column]:
        """The columns of the regressor."""
        return columns(self.system.chain, self.system.drives)

    @counted
    def base_parameters(self) -> BaseParameters:
        """The smallest set of parameters."""
        return base_parameters(self.system.robot, self.system.ring, self.columns())
