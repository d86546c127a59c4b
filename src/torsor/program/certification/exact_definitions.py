"""The functions of the catalogue over the ring: the closed form."""

from __future__ import annotations

from functools import cached_property

from torsor.algebra.expression import Expression
from torsor.algebra.scalars.ring import RingScalar
from torsor.mechanics import kinematics
from torsor.mechanics.derivatives import by_coordinates, by_velocities, rate
from torsor.model import Model
from torsor.program.certification.definitions import Definitions
from torsor.program.functions.robot_graph import base_names
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates
from torsor.spatial.vectors import Matrix


class ExactDefinitions(Definitions[RingScalar, Expression]):
    """The closed form, over the robot's ring."""

    def __init__(self, robot: Robot) -> None:
        super().__init__(robot)
        self.model = Model(robot, "lagrange")
        self.q, self.scalars = coordinates(robot), self.model.scalars
        if not robot.bodies:
            self.chain, self.drives = self.model.chain, self.model.drives

    def coerce(self, value: RingScalar) -> Expression:
        """A ring element."""
        return self.model.ring.coerce(value)

    def factor(self, value: Expression) -> Expression:
        """The factor, which is of the same ring."""
        return value

    @cached_property
    def arguments(self) -> dict[str, Expression]:
        """The base parameters by the names of a program's argument."""
        beta = self.base_parameters()
        return dict(zip(base_names(len(beta)), map(self.coerce, beta), strict=True))

    def forces(self, *still: str) -> list[Expression]:
        """The closed form of the driving forces."""
        zero = {name: 0 for stem in still for name in self.names(stem)}
        method = "lagrange" if self.robot.bodies else "newton-euler"
        return [t.subs(zero) if zero else t for t in self.model.forces_by(method)]

    def gravity(self) -> list[Expression]:
        """g."""
        return self.flatten([self.model.tensor.g])

    def mass_matrix(self) -> list[Expression]:
        """M."""
        return self.flatten(self.model.tensor.M)

    def coriolis(self) -> list[Expression]:
        """Christoffel's C."""
        return self.flatten(self.model.tensor.C)

    def inverse_dynamics_derivatives(self) -> list[Expression]:
        """∂τ/∂q, ∂τ/∂q̇."""
        tau = self.forces()
        return self.flatten([*by_coordinates(tau, self.q), *by_velocities(tau, self.q)])

    def jacobian_rate(self) -> list[Expression]:
        """J̇ q̇."""
        J = kinematics.jacobian(self.chain)
        dq = [self.model.ring.generator(f"d{n}") for n in self.q]
        whole = Matrix([self.coerce(e) for e in row] for row in (*J.J_v, *J.J_w))
        return [self.coerce(row.dot(dq)) for row in rate(whole)]

    def kinetic_energy(self) -> list[Expression]:
        """K."""
        return [self.model.energies.K]

    def potential_energy(self) -> list[Expression]:
        """U."""
        return [self.model.energies.U]

    def mass_matrix_rate(self) -> list[Expression]:
        """Ṁ."""
        return self.flatten(rate(self.model.tensor.M))

    def regressor_derivatives(self) -> list[Expression]:
        """∂Y/∂q."""
        Y, p = self.regressor(), len(self._columns())
        rows = [Y[i : i + p] for i in range(0, len(Y), p)]
        return [e.diff(q) for row in rows for q in self.q for e in row]
