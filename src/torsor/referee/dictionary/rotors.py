"""Rotors carried by links, with their full kinetic energy: a convention that texts may ask for.

The rotor of joint i spins at s N θ̇ᵢ about the joint's axis and is carried by the link before it, so
that its angular velocity about its own axis is ωᵢ₋₁·zᵢ + s N θ̇ᵢ and its energy Im/2 times the
square (Siciliano et al., Robotics, section 7.1). The robot's own drives have N² Im on the diagonal
alone; masses and transverse inertias of rotors are counted to the links that carry them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.mechanics.kinematics import jacobian, poses
from torsor.mechanics.tensor_form import christoffel
from torsor.model import Model
from torsor.spatial.vectors import Matrix, Vector

ROTORS = ("carried", "carried-same", "against", "against-same")
"""Each joint its own rotor or all the same; spinning with the joint or against it."""


@dataclass(frozen=True, eq=False)
class CarriedRotors(Model):
    """A model with rotors of symbolic inertia behind symbolic gears, carried by the links."""

    rotor_kind: str = "carried"

    @cached_property
    def ring(self) -> Ring:
        """The robot's ring, with the rotors' inertias Im and gear ratios N."""
        base = Model(self.robot).ring
        return base.extended(dict.fromkeys(n for i in self._joints for n in self._names(i)))

    @property
    def _joints(self) -> list[int]:
        return [i for i, joint in enumerate(self.robot.joints, 1) if joint.kind == "R"]

    def _names(self, joint: int) -> tuple[str, str]:
        number = "" if self.rotor_kind.endswith("-same") else str(joint)
        return f"Im{number}", f"N{number}"

    @cached_property
    def rotor_matrix(self) -> Matrix[Expression]:
        """Σ Im a aᵀ, where a·q̇ is a rotor's speed about its own axis."""
        ring, n = self.ring, self.robot.dof
        sense = -1 if self.rotor_kind.startswith("against") else 1
        known = poses(self.chain)
        total = [[ring.number(0)] * n for _ in range(n)]
        for i in self._joints:
            inertia, ratio = (ring.symbol(name) for name in self._names(i))
            axis = known[i].R @ self.chain.links[i - 1].axis
            parent = self.robot.joints[i - 1].parent
            carried = jacobian(self.chain, parent).J_w.T if parent else None
            shares = self.robot.shares(i)
            speed = []
            for k in range(1, n + 1):
                turning = ring.coerce(carried[k - 1].dot(axis)) if carried is not None else 0
                speed.append(ratio * (sense * shares.get(k, Fraction(0))) + turning)
            for j in range(n):
                for k in range(n):
                    total[j][k] = total[j][k] + inertia * speed[j] * speed[k]
        return Matrix(total)

    @cached_property
    def tau(self) -> Vector[Expression]:
        """The driving forces with the rotors' share, from which M and C are read off."""
        rates, accelerations = (
            Vector(self.ring.symbol(f"{d}{q}") for q in self.coordinates) for d in ("d", "dd")
        )
        turning = christoffel(self.rotor_matrix, self.coordinates) @ rates
        return super().tau + self.rotor_matrix @ accelerations + turning

    @property
    def K(self) -> Expression:
        """The kinetic energy with the rotors' share."""
        rates = Vector(self.ring.symbol(f"d{q}") for q in self.coordinates)
        return super().K + rates.dot(self.rotor_matrix @ rates) * Fraction(1, 2)

    @property
    def L(self) -> Expression:
        """The Lagrangian."""
        return self.K - self.U
