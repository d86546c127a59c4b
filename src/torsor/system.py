"""A robot's equations set up over its ring: what every method of derivation starts from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.arithmetic import Scalar, summed, times
from torsor.algebra.scalars.ring import RingScalars
from torsor.errors import RobotError
from torsor.mechanics.bodies import MovingBody, carried_body, chain_bodies
from torsor.mechanics.chain import Chain, body_of, chain_of
from torsor.mechanics.drives import (
    Drive,
    drives_of,
    friction_forces,
    rotor_forces,
    rotor_matrix,
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
from torsor.mechanics.newton_euler import NO_LOAD, NewtonEuler, Wrench, newton_euler
from torsor.mechanics.partial_velocities import tool_partial, work_of
from torsor.mechanics.payload import tool_wrench
from torsor.mechanics.tensor_form import TensorForm, christoffel
from torsor.mechanics.virtual_work import virtual_work
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates, robot_ring
from torsor.spatial.vectors import Matrix, Vector


@dataclass(frozen=True)
class System:
    """A robot with its hypotheses applied, over its ring; parts are made when first asked for."""

    robot: Robot

    def __getstate__(self) -> dict[str, Robot]:
        """The robot alone: its equations are set up again."""
        return {"robot": self.robot}

    @cached_property
    def ring(self) -> Ring:
        """The ring of the robot's equations."""
        return robot_ring(self.robot)

    @cached_property
    def scalars(self) -> RingScalars:
        """Formulas into the ring."""
        return RingScalars(self.ring)

    @cached_property
    def q(self) -> tuple[str, ...]:
        """The coordinates' names."""
        return coordinates(self.robot)

    @cached_property
    def chain(self) -> Chain:
        """The chain; a robot given by bodies has none."""
        if self.robot.bodies:
            raise RobotError(
                f"{self.robot.name!r} is given by bodies, not by a chain: it has no frames, no "
                "tool and no joint reactions; Lagrange and virtual work give its equations"
            )
        return chain_of(self.robot, self.scalars)

    @cached_property
    def drives(self) -> dict[int, Drive]:
        """Friction, rotors and springs, by link."""
        return {} if self.robot.bodies else drives_of(self.robot, self.scalars)

    @cached_property
    def bodies(self) -> list[MovingBody]:
        """Every body that moves, a carried load included."""
        if self.robot.bodies:
            return free_bodies(self.robot, self.ring, self.q)
        found = chain_bodies(self.chain)
        load = self.robot.payload
        if load.kind == "body" and load.body is not None:
            found.append(carried_body(self.chain, body_of(load.body, self.scalars)))
        return found

    def vector(self, v: Vector) -> Vector:
        """A vector with every entry an expression."""
        return Vector(self.ring.coerce(e) for e in v)

    def _none(self) -> Vector:
        return self.vector(Vector((0,) * len(self.q)))

    @cached_property
    def load(self) -> Wrench:
        """The wrench at the tool of a load that is no body."""
        if self.robot.bodies or self.robot.payload.kind == "body":
            return NO_LOAD
        return tool_wrench(self.robot, self.chain, self.scalars)

    @cached_property
    def payload(self) -> Vector:
        """The generalised force of the load: J_vᵀ f + J_wᵀ n."""
        if self.load is NO_LOAD:
            return self._none()
        return self.vector(work_of(tool_partial(self.chain), self.load.f, self.load.n))

    @cached_property
    def friction(self) -> Vector:
        """The generalised friction."""
        return (
            self.vector(friction_forces(self.chain, self.drives)) if self.drives else self._none()
        )

    @cached_property
    def spring(self) -> Vector:
        """The generalised forces of the springs."""
        return self.vector(spring_forces(self.chain, self.drives)) if self.drives else self._none()

    @cached_property
    def rotors(self) -> Vector:
        """The generalised inertial forces of the rotors."""
        return self.vector(rotor_forces(self.chain, self.drives)) if self.drives else self._none()

    # the three methods --------------------------------------------------------------------------

    @cached_property
    def newton_euler(self) -> NewtonEuler:
        """Both passes, the load included."""
        return newton_euler(self.chain, tool_wrench(self.robot, self.chain, self.scalars))

    @cached_property
    def energies(self) -> Energies:
        """K and U of every body, of rotors and of springs."""
        rotors: Scalar = 0
        springs: Scalar = 0
        half = Fraction(1, 2)
        for i, drive in self.drives.items():
            rate = self.chain.links[i - 1].dq
            rotors = summed((rotors, times(times(drive.rotor, half), rate * rate)))
            stretched = times(drive.spring, half)
            if drive.stretch:
                springs = summed((springs, times(stretched, drive.stretch * drive.stretch)))
        return energies(self.bodies, self.ring, self.q, rotors, springs)

    @cached_property
    def lagrange(self) -> Lagrange:
        """Momenta, their rates, ∂L/∂q and the generalised forces."""
        return euler_lagrange(self.energies, self.q)

    @cached_property
    def virtual_work(self) -> Vector:
        """The generalised forces of the bodies by virtual work."""
        return virtual_work(self.bodies, self.ring, self.q, not self.robot.bodies)

    def tau(self, method: str) -> tuple[Expression, ...]:
        """The driving forces by one of the methods."""
        if method == "newton-euler":
            forces = self.vector(self.newton_euler.tau) + self.rotors + self.spring
        elif method == "lagrange":
            forces = self.lagrange.forces + self.payload
        else:
            forces = self.virtual_work + self.rotors + self.spring + self.payload
        return tuple(forces + self.friction)

    @cached_property
    def tensor(self) -> TensorForm:
        """M, C, g from partial velocities and energies; payload, friction, springs."""
        n = len(self.q)
        rotors = rotor_matrix(self.chain, self.drives) if self.drives else [[0] * n] * n
        M: Matrix = mass_matrix(self.bodies, self.ring, rotors)
        return TensorForm(
            M,
            christoffel(M, self.q),
            gravity_vector(self.bodies, self.ring, self.q),
            self.payload,
            self.friction,
            self.spring,
        )
