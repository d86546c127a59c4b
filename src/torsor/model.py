"""A robot's exact dynamic model: what a derivation gives, its parts made when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from torsor import hooks
from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.ring import RingScalars
from torsor.arguments import validate_call
from torsor.errors import RobotError
from torsor.mechanics import derivatives
from torsor.mechanics.bodies import MovingBody, chain_bodies
from torsor.mechanics.chain import Chain, body_of, chain_of
from torsor.mechanics.drives import (
    Drive,
    drives_of,
    friction_forces,
    rotor_energy,
    rotor_forces,
    rotor_matrix,
    spring_energy,
    spring_forces,
)
from torsor.mechanics.free_bodies import free_bodies
from torsor.mechanics.lagrange import (
    Energies,
    Lagrange,
    energies,
    euler_lagrange,
    gravity_vector,
    mass_matrix,
)
from torsor.mechanics.methods import Method, choose_method
from torsor.mechanics.newton_euler import NO_LOAD, Links, NewtonEuler, Wrench, newton_euler
from torsor.mechanics.parameters.regressor import Column, columns
from torsor.mechanics.partial_velocities import tool_partial, work_of
from torsor.mechanics.payload import tool_wrench
from torsor.mechanics.tensor_form import TensorForm, christoffel, from_forces
from torsor.mechanics.virtual_work import virtual_work
from torsor.robot.motion_symbols import MotionSymbols
from torsor.robot.robot import Robot
from torsor.robot.symbols import robot_ring
from torsor.robot.values import require_known
from torsor.spatial.vectors import Matrix, Vector, zeros
from torsor.substitution import part, ring_at, round_coefficients, setting

if TYPE_CHECKING:
    from torsor.mechanics.parameters.base_parameters import BaseParameters


@dataclass(frozen=True, eq=False)
class Model(MotionSymbols):
    """The exact dynamic model of a robot; every entry an expression in normal form.

    ``tau`` are the generalised driving forces. ``links[i]`` are the steps of the two passes at
    link i (0 the base), with the joint's reactions f and n; M, C, g, payload, friction and spring
    are the tensor form; each is made when first asked for. Models are equal when robot and
    equations are, however they were derived.
    """

    robot: Robot
    method: str = ""
    """One of ``mechanics.methods``; Newton-Euler unless the robot has no chain."""
    limit: float | None = None
    """Gigabytes of exact arithmetic that a part may take; the usual limit if not given."""
    values: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What was put in the place of symbols."""
    digits: int = field(default=0, repr=False)
    """How many significant digits numbers were rounded to; 0 leaves them exact."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "method", choose_method(self.robot, self.method))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return (self.robot, self.ring, self.tau) == (other.robot, other.ring, other.tau)

    def __hash__(self) -> int:
        return hash((self.robot, self.ring, self.tau))

    def __getstate__(self) -> dict[str, Any]:
        """What it was made of, and its forces; the rest is made again where it is asked for."""
        kept = {f.name for f in fields(self)} | {"_derived"}
        return {name: value for name, value in self.__dict__.items() if name in kept}

    @validate_call
    def at(self, values: Mapping[str, Any], digits: Annotated[int, range(1001)] = 0) -> Model:
        """The model at these values, the rest symbolic; with ``digits``, its numbers rounded."""
        require_known(self.robot, values)
        both = {**self.values, **values}
        model = Model(self.robot, self.method, self.limit, both, int(digits) or self.digits)
        model.__dict__["_symbolic"] = self.symbolic
        _ = model.tau  # what cannot be put in is told at once
        return model

    @property
    def symbolic(self) -> Model:
        """The model before values were put in: itself, if none were."""
        return self._symbolic if self.values or self.digits else self

    @cached_property
    def _symbolic(self) -> Model:
        return Model(self.robot, self.method, self.limit)

    def put_values(self, expression: Expression) -> Expression:
        """An expression of the symbolic model with the values put in."""
        known = {n: v for n, v in self.values.items() if n in expression.symbols()}
        put = expression.subs(known) if known else expression
        return round_coefficients(put, self.digits).to(self.ring)

    @cached_property
    def ring(self) -> Ring:
        """The ring of the equations."""
        if self.symbolic is self:
            return robot_ring(self.robot)
        return ring_at(self.symbolic.ring, self.values)

    @setting
    def scalars(self) -> RingScalars:
        """Formulas into the ring."""
        return RingScalars(self.ring)

    @setting
    def chain(self) -> Chain:
        """The chain, its symbols as they are; a robot given by bodies has none."""
        if self.robot.bodies:
            raise RobotError(
                f"{self.robot.name!r} is given by bodies, not by a chain: it has no frames, no "
                "tool and no joint reactions; Lagrange and virtual work give its equations"
            )
        return chain_of(self.robot, self.scalars)

    @setting
    def drives(self) -> dict[int, Drive]:
        """Friction, rotors and springs, by link."""
        return {} if self.robot.bodies else drives_of(self.robot, self.scalars)

    @setting
    def bodies(self) -> list[MovingBody]:
        """Every body that moves, a carried load included."""
        if self.robot.bodies:
            return free_bodies(self.robot, self.ring, self.coordinates)
        load = self.robot.payload
        carried = load.body if load.kind == "body" else None
        return chain_bodies(self.chain, body_of(carried, self.scalars) if carried else None)

    @setting
    def load(self) -> Wrench:
        """The wrench at the tool of a load that is no body."""
        if self.robot.bodies or self.robot.payload.kind == "body":
            return NO_LOAD
        return tool_wrench(self.robot, self.chain, self.scalars)

    def vector(self, entries: Vector) -> Vector:
        """A vector with every entry an expression of the ring."""
        return Vector(self.ring.coerce(e) for e in entries)

    def _of_drives(self, forces: Callable[[Chain, dict[int, Drive]], Vector]) -> Vector:
        drives = self.drives
        return self.vector(forces(self.chain, drives) if drives else zeros(self.robot.dof))

    @setting
    def newton_euler(self) -> NewtonEuler:
        """Both passes, the load included."""
        return newton_euler(self.chain, tool_wrench(self.robot, self.chain, self.scalars))

    @part
    def links(self) -> Links:
        """Every step of the outward and inward passes, by link number."""
        return Links({i: s.map(self.vector) for i, s in self.newton_euler.links.items()})

    @part
    def energies(self) -> Energies:
        """Kinetic and potential energy of every body, of rotors and of springs, and in total."""
        rotors = rotor_energy(self.chain, self.drives) if self.drives else 0
        springs = spring_energy(self.drives)
        return energies(self.bodies, self.ring, self.coordinates, rotors, springs)

    @part
    def lagrange(self) -> Lagrange:
        """Energies, momenta, their rates, ∂L/∂q and the generalised forces."""
        return euler_lagrange(self.energies, self.coordinates)

    @setting
    def virtual_work(self) -> Vector:
        """The generalised forces of the bodies by virtual work."""
        return virtual_work(self.bodies, self.ring, self.coordinates, not self.robot.bodies)

    @validate_call
    def forces_by(self, method: Method) -> Vector:
        """The driving forces by one of the methods."""
        choose_method(self.robot, method)
        if method == "lagrange":
            return self.lagrange.forces + self.payload + self.friction
        recursive = method == "newton-euler"
        forces = self.newton_euler.tau if recursive else self.virtual_work + self.payload
        return self.vector(forces) + self.rotors + self.spring + self.friction

    @part
    def _derived(self) -> tuple[Vector, float]:
        start = perf_counter()
        return self.forces_by(self.method), perf_counter() - start

    @property
    def tau(self) -> Vector:
        """The generalised driving forces."""
        return self._derived[0]

    @property
    def seconds(self) -> float:
        """How long the driving forces took to derive."""
        return self._derived[1]

    @part
    def payload(self) -> Vector:
        """The payload's share of the driving forces: J_vᵀ f + J_wᵀ n."""
        if self.load is NO_LOAD:
            return self.vector(zeros(self.robot.dof))
        return self.vector(work_of(tool_partial(self.chain), self.load.f, self.load.n))

    @part
    def friction(self) -> Vector:
        """The share of friction."""
        return self._of_drives(friction_forces)

    @part
    def spring(self) -> Vector:
        """The share of the springs."""
        return self._of_drives(spring_forces)

    @part
    def rotors(self) -> Vector:
        """The inertial forces of the rotors, which belong to M q̈."""
        return self._of_drives(rotor_forces)

    @part
    def tensor(self) -> TensorForm:
        """M, C, g and the other shares: from τ itself where the method was Newton-Euler."""
        q, shares = self.coordinates, (self.payload, self.friction, self.spring)
        if self.method == "newton-euler":
            # A carried body belongs to M, C and g; a wrench or a weight is a share of its own.
            alone = self.robot.payload.kind == "body"
            bare = self.newton_euler.tau if alone else newton_euler(self.chain).tau
            return from_forces(self.tau, self.vector(bare), q, *shares)
        rotors = rotor_matrix(self.chain, self.drives) if self.drives else [[0] * len(q)] * len(q)
        M = mass_matrix(self.bodies, self.ring, rotors)
        return TensorForm(M, christoffel(M, q), gravity_vector(self.bodies, self.ring, q), *shares)

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

    @part
    def columns(self) -> list[Column]:
        """The parameters that τ is linear in, each with its column of the regressor."""
        return columns(self.chain, self.drives)

    @property
    def regressor(self) -> Matrix:
        """Y(q, q̇, q̈) with τ = Y π + payload; π are the values of ``columns``."""
        return Matrix(column.work for column in self.columns).T

    @part
    def base_parameters(self) -> BaseParameters:
        """The smallest set of parameters that τ is linear in."""
        from torsor.mechanics.parameters.base_parameters import base_parameters

        return base_parameters(self.robot, self.ring, self.columns)

    @property
    def Mdot(self) -> Matrix:
        """Ṁ, the time derivative of the mass matrix."""
        return derivatives.rate(self.M)

    @property
    def tau_q(self) -> Matrix:
        """∂τ/∂q."""
        return derivatives.by_coordinates(self.tau, self.coordinates)

    @property
    def tau_dq(self) -> Matrix:
        """∂τ/∂q̇."""
        return derivatives.by_velocities(self.tau, self.coordinates)

    @validate_call
    def linearised(self, values: Mapping[str, Any]) -> derivatives.Linear:
        """M δq̈ + D δq̇ + K δq = δτ about the values given, rates zero unless given."""
        require_known(self.robot, values)
        return derivatives.linearise(self.M, self.tau, self.coordinates, values)

    @validate_call
    def state_space(self, values: Mapping[str, Any]) -> derivatives.StateSpace:
        """A and B of ẋ = A x + B δτ about the values given, rates zero unless given."""
        require_known(self.robot, values)
        return derivatives.state_space(self.M, self.tau, self.coordinates, values)

    @property
    def terms(self) -> list[int]:
        """The number of terms of each driving force."""
        return [len(t) for t in self.tau]

    @validate_call
    def parse(self, text: str) -> Expression:
        """Read a text expression in the model's symbols."""
        return self.ring.parse(text)

    def _repr_latex_(self) -> str:
        return hooks.write("model", self)

    def _repr_html_(self) -> str:
        return hooks.write("html", self)

    def __repr__(self) -> str:
        terms = ", ".join(map(str, self.terms))
        return f"<Model of {self.robot.name} by {self.method}: tau has {terms} terms>"
