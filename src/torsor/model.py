"""A robot's exact dynamic model: what a derivation gives, its parts made when asked for."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from torsor import hooks
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Values
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.ring import RingScalar, RingScalars
from torsor.arguments import validate_call
from torsor.errors import RobotError
from torsor.mechanics import derivatives, kinematics
from torsor.mechanics import drives as driven
from torsor.mechanics import lagrange as by_energies
from torsor.mechanics.bodies import MovingBody, chain_bodies
from torsor.mechanics.chain import Chain, body_of, chain_of
from torsor.mechanics.drives import DriveForces
from torsor.mechanics.free_bodies import free_bodies
from torsor.mechanics.lagrange import Energies, Lagrange
from torsor.mechanics.methods import Method, choose_method
from torsor.mechanics.newton_euler import NO_LOAD, Links, NewtonEuler, Wrench, newton_euler
from torsor.mechanics.parameters.regressor import Column, columns
from torsor.mechanics.partial_velocities import tool_partial, work_of
from torsor.mechanics.payload import tool_wrench
from torsor.mechanics.tensor_form import TensorForm, christoffel, from_forces
from torsor.mechanics.virtual_work import virtual_work
from torsor.robot.frame_names import LinkName, find_frame
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
    values: Values = field(default_factory=dict, repr=False)
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
    def at(self, values: Values, digits: Annotated[int, range(1001)] = 0) -> Model:
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
    def chain(self) -> Chain[RingScalar]:
        """The chain, its symbols as they are; a robot given by bodies has none."""
        if self.robot.bodies:
            raise RobotError(
                f"{self.robot.name!r} is given by bodies, not by a chain: it has no frames, no "
                "tool and no joint reactions; Lagrange and virtual work give its equations"
            )
        return chain_of(self.robot, self.scalars)

    @setting
    def drives(self) -> dict[int, driven.Drive[RingScalar]]:
        """Friction, rotors and springs, by link."""
        return {} if self.robot.bodies else driven.drives_of(self.robot, self.scalars)

    @setting
    def bodies(self) -> list[MovingBody[RingScalar]]:
        """Every body that moves, a carried load included."""
        if self.robot.bodies:
            return free_bodies(self.robot, self.ring, self.coordinates)
        load = self.robot.payload
        carried = load.body if load.kind == "body" else None
        return chain_bodies(self.chain, body_of(carried, self.scalars) if carried else None)

    @setting
    def load(self) -> Wrench[RingScalar]:
        """The wrench at the tool of a load that is no body."""
        if self.robot.bodies or self.robot.payload.kind == "body":
            return NO_LOAD
        return tool_wrench(self.robot, self.chain, self.scalars)

    def vector(self, entries: Vector[RingScalar]) -> Vector[Expression]:
        """A vector with every entry an expression of the ring."""
        return Vector(self.ring.coerce(e) for e in entries)

    def _of_drives(self, forces: DriveForces[RingScalar]) -> Vector[Expression]:
        drives = self.drives
        return self.vector(forces(self.chain, drives) if drives else zeros(self.robot.dof))

    def pose(self, link: LinkName = "tool") -> Matrix[Expression]:
        """The tool's frame, or a link's, seen from the base: 4 × 4."""
        return self._put(kinematics.poses(self.chain)[find_frame(self.robot, link)].matrix)

    def jacobian(self, link: LinkName = "tool") -> Matrix[Expression]:
        """The geometric Jacobian of the tool, or of a link's frame: J_v over J_w, base axes."""
        J = kinematics.jacobian(self.chain, find_frame(self.robot, link))
        return self._put((*J.J_v, *J.J_w))

    def _put(self, rows: tuple[Vector[RingScalar], ...]) -> Matrix[Expression]:
        """Rows over the symbolic ring as expressions of this model, values put in."""
        return Matrix([self.put_values(self.symbolic.ring.coerce(e)) for e in row] for row in rows)

    @setting
    def newton_euler(self) -> NewtonEuler[RingScalar]:
        """Both passes, the load included."""
        return newton_euler(self.chain, tool_wrench(self.robot, self.chain, self.scalars))

    @part
    def links(self) -> Links[Expression]:
        """Every step of the outward and inward passes, by link number."""
        return Links({i: s.map(self.vector) for i, s in self.newton_euler.links.items()})

    @part
    def energies(self) -> Energies:
        """Kinetic and potential energy of every body, of rotors and of springs, and in total."""
        rotors = driven.rotor_energy(self.chain, self.drives) if self.drives else 0
        springs = driven.spring_energy(self.drives)
        return by_energies.energies(self.bodies, self.ring, self.coordinates, rotors, springs)

    @part
    def lagrange(self) -> Lagrange:
        """Energies, momenta, their rates, ∂L/∂q and the generalised forces."""
        return by_energies.euler_lagrange(self.energies, self.coordinates)

    @setting
    def virtual_work(self) -> Vector[Expression]:
        """The generalised forces of the bodies by virtual work."""
        return virtual_work(self.bodies, self.ring, self.coordinates, not self.robot.bodies)

    @validate_call
    def forces_by(self, method: Method) -> Vector[Expression]:
        """The driving forces by one of the methods."""
        choose_method(self.robot, method)
        if method == "lagrange":
            return self.lagrange.forces + self.payload + self.friction
        recursive = method == "newton-euler"
        forces = self.newton_euler.tau if recursive else self.virtual_work + self.payload
        return self.vector(forces) + self.rotors + self.spring + self.friction

    @part
    def _derived(self) -> tuple[Vector[Expression], float]:
        start = perf_counter()
        return self.forces_by(self.method), perf_counter() - start

    @property
    def tau(self) -> Vector[Expression]:
        """The generalised driving forces."""
        return self._derived[0]

    @property
    def seconds(self) -> float:
        """How long the driving forces took to derive."""
        return self._derived[1]

    @part
    def payload(self) -> Vector[Expression]:
        """The payload's share of the driving forces: J_vᵀ f + J_wᵀ n."""
        if self.load is NO_LOAD:
            return self.vector(zeros(self.robot.dof))
        return self.vector(work_of(tool_partial(self.chain), self.load.f, self.load.n))

    @part
    def friction(self) -> Vector[Expression]:
        """The share of friction."""
        return self._of_drives(driven.friction_forces)

    @part
    def spring(self) -> Vector[Expression]:
        """The share of the springs."""
        return self._of_drives(driven.spring_forces)

    @part
    def rotors(self) -> Vector[Expression]:
        """The inertial forces of the rotors, which belong to M q̈."""
        return self._of_drives(driven.rotor_forces)

    @part
    def tensor(self) -> TensorForm:
        """M, C, g and the other shares: from τ itself where the method was Newton-Euler."""
        q, shares = self.coordinates, (self.payload, self.friction, self.spring)
        if self.method == "newton-euler":
            # A carried body belongs to M, C and g; a wrench or a weight is a share of its own.
            alone = self.robot.payload.kind == "body"
            bare = self.newton_euler.tau if alone else newton_euler(self.chain).tau
            return from_forces(self.tau, self.vector(bare), q, *shares)
        n = len(q)
        rotors = driven.rotor_matrix(self.chain, self.drives) if self.drives else [[0] * n] * n
        M = by_energies.mass_matrix(self.bodies, self.ring, rotors)
        g = by_energies.gravity_vector(self.bodies, self.ring, q)
        return TensorForm(M, christoffel(M, q), g, *shares)

    @property
    def M(self) -> Matrix[Expression]:
        """The mass matrix M(q)."""
        return self.tensor.M

    @property
    def C(self) -> Matrix[Expression]:
        """The Christoffel matrix C(q, q̇)."""
        return self.tensor.C

    @property
    def g(self) -> Vector[Expression]:
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
    def columns(self) -> list[Column[RingScalar]]:
        """The parameters that τ is linear in, each with its column of the regressor."""
        return columns(self.chain, self.drives)

    @property
    def regressor(self) -> Matrix[RingScalar]:
        """Y(q, q̇, q̈) with τ = Y π + payload; π are the values of ``columns``."""
        return Matrix(column.work for column in self.columns).T

    @part
    def base_parameters(self) -> BaseParameters:
        """The smallest set of parameters that τ is linear in."""
        from torsor.mechanics.parameters.base_parameters import base_parameters

        return base_parameters(self.robot, self.ring, self.columns)

    @property
    def Mdot(self) -> Matrix[Expression]:
        """Ṁ, the time derivative of the mass matrix."""
        return derivatives.rate(self.M)

    @property
    def tau_q(self) -> Matrix[Expression]:
        """∂τ/∂q."""
        return derivatives.by_coordinates(self.tau, self.coordinates)

    @property
    def tau_dq(self) -> Matrix[Expression]:
        """∂τ/∂q̇."""
        return derivatives.by_velocities(self.tau, self.coordinates)

    @validate_call
    def linearised(self, values: Values) -> derivatives.Linear:
        """M δq̈ + D δq̇ + K δq = δτ about the values given, rates zero unless given."""
        require_known(self.robot, values)
        return derivatives.linearise(self.M, self.tau, self.coordinates, values)

    @validate_call
    def state_space(self, values: Values) -> derivatives.StateSpace:
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
