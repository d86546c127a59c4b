"""What a derivation returns: a robot's exact model, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Protocol

from torsor import hooks
from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.arguments import given, validate_call
from torsor.errors import UnknownKeyError
from torsor.mechanics.chain import Chain
from torsor.mechanics.derivatives import (
    Linear,
    StateSpace,
    by_coordinates,
    by_velocities,
    linearise,
    rate,
    state_space,
)
from torsor.mechanics.lagrange import Energies, Lagrange
from torsor.mechanics.newton_euler import LinkSteps
from torsor.mechanics.parameters.base_parameters import BaseParameters
from torsor.mechanics.parameters.regressor import Column
from torsor.mechanics.tensor_form import TensorForm
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates
from torsor.robot.values import require_known
from torsor.spatial.vectors import Matrix, Vector


class Links(dict[int, LinkSteps]):
    """The steps at each link, by its number: 0 the base, then 1 … n."""

    def __missing__(self, link: object) -> LinkSteps:
        raise UnknownKeyError(f"no link {given(link)}; there are 0 to {len(self) - 1}")


class Parts(Protocol):
    """What makes the parts of a model; plain data, so that a model can be sent elsewhere."""

    def chain(self) -> Chain: ...  # noqa: D102

    def links(self) -> dict[int, LinkSteps]: ...  # noqa: D102

    def tensor(self) -> TensorForm: ...  # noqa: D102

    def lagrange(self) -> Lagrange: ...  # noqa: D102

    def columns(self) -> list[Column]: ...  # noqa: D102

    def base_parameters(self) -> BaseParameters: ...  # noqa: D102


@dataclass(frozen=True)
class Model:
    """The exact dynamic model of a robot; every entry an expression in normal form.

    ``tau`` are the generalised driving forces. ``links[i]`` are the steps of the two passes at
    link i (0 the base), with the joint's reactions f and n; M, C, g, payload, friction and spring
    are the tensor form; all but ``tau`` is made when first asked for. Models are equal when robot
    and equations are, however they were derived.
    """

    robot: Robot
    method: str = field(compare=False)
    seconds: float = field(compare=False)
    ring: Ring
    tau: Vector
    _parts: Parts = field(repr=False, compare=False)
    values: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """The numbers that were put in the place of symbols."""

    def __getstate__(self) -> dict[str, Any]:
        """What it was made of; the rest is made again where it is asked for."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @cached_property
    def chain(self) -> Chain:
        """The robot over its ring."""
        return self._parts.chain()

    @cached_property
    def links(self) -> Links:
        """Every step of the outward and inward passes, by link number."""
        return Links(self._parts.links())

    @cached_property
    def tensor(self) -> TensorForm:
        """M, C, g and the other shares of the driving forces."""
        return self._parts.tensor()

    @property
    def M(self) -> Matrix:
        """The mass matrix M(q)."""
        return self.tensor.M

    @property
    def C(self) -> Matrix:
        """The Christoffel matrix C(q, q̇)."""
        return self.tensor.C

    @property
    def g(self) -> Vector:
        """The gravity vector g(q)."""
        return self.tensor.g

    @property
    def payload(self) -> Vector:
        """The payload's share of the driving forces."""
        return self.tensor.payload

    @property
    def friction(self) -> Vector:
        """The share of friction."""
        return self.tensor.friction

    @property
    def spring(self) -> Vector:
        """The share of the springs."""
        return self.tensor.spring

    @cached_property
    def lagrange(self) -> Lagrange:
        """Energies, momenta and their rates."""
        return self._parts.lagrange()

    @property
    def energies(self) -> Energies:
        """Kinetic and potential energy, by link and in total."""
        return self.lagrange.energies

    @property
    def K(self) -> Expression:
        """The kinetic energy."""
        return self.energies.K

    @property
    def U(self) -> Expression:
        """The potential energy."""
        return self.energies.U

    @property
    def L(self) -> Expression:
        """The Lagrangian."""
        return self.energies.L

    @cached_property
    def columns(self) -> list[Column]:
        """The parameters that τ is linear in, each with its column of the regressor."""
        return self._parts.columns()

    @property
    def regressor(self) -> Matrix:
        """Y(q, q̇, q̈) with τ = Y π + payload; π are the values of ``columns``."""
        return Matrix(column.work for column in self.columns).T

    @cached_property
    def base_parameters(self) -> BaseParameters:
        """The smallest set of parameters that τ is linear in."""
        return self._parts.base_parameters()

    @property
    def M_rate(self) -> Matrix:
        """Ṁ, the time derivative of the mass matrix."""
        return rate(self.M)

    @property
    def tau_by_q(self) -> Matrix:
        """∂τ/∂q."""
        return by_coordinates(self.tau, self.coordinates)

    @property
    def tau_by_dq(self) -> Matrix:
        """∂τ/∂q̇."""
        return by_velocities(self.tau, self.coordinates)

    @validate_call
    def linearised(self, values: Mapping[str, Any]) -> Linear:
        """M δq̈ + D δq̇ + K δq = δτ about the values given, rates zero unless given."""
        require_known(self.robot, values)
        return linearise(self.M, self.tau, self.coordinates, values)

    @validate_call
    def state_space(self, values: Mapping[str, Any]) -> StateSpace:
        """A and B of ẋ = A x + B δτ about the values given, rates zero unless given."""
        require_known(self.robot, values)
        return state_space(self.M, self.tau, self.coordinates, values)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """``q1 … qn``."""
        return coordinates(self.robot)

    @property
    def terms(self) -> list[int]:
        """The number of terms of each driving force."""
        return [len(t) for t in self.tau]

    @validate_call
    def parse(self, text: str) -> Expression:
        """Read a text expression in the model's symbols."""
        return self.ring.parse(text)

    def _repr_latex_(self) -> str:
        if "model" not in hooks.writers:
            return repr(self)
        return hooks.writers["model"](self)

    def __repr__(self) -> str:
        terms = ", ".join(map(str, self.terms))
        return f"<Model of {self.robot.name} by {self.method}: tau has {terms} terms>"
