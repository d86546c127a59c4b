"""Euler-Lagrange: energies first, then the equations of motion.

Written from partial velocities and energies alone, without any acceleration or force, so that its
agreement with Newton-Euler proves something. Equation numbers are the SCARA document's:

    K_i = ½ m v·v + ½ ω·I ω  (2),   U_i = −m g·p_C  (15),   L = K − U  (21),
    τ_i = d/dt ∂L/∂q̇_i − ∂L/∂q_i  (22),
    M = Σ m J_vᵀ J_v + J_wᵀ I J_w,   g_i = ∂U/∂q_i.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.arithmetic import plus, summed, times
from torsor.algebra.scalars.ring import RingScalar
from torsor.mechanics.bodies import MovingBody
from torsor.mechanics.partial_velocities import mass_matrix_of
from torsor.spatial.vectors import ZERO, Matrix, Vector

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Energies:
    """Kinetic and potential energy, by body (and ``"rotors"``, ``"springs"``) and in total."""

    kinetic: dict[int | str, Expression]
    potential: dict[int | str, Expression]
    K: Expression
    U: Expression

    @property
    def L(self) -> Expression:
        """The Lagrangian."""
        return self.K - self.U


@dataclass(frozen=True)
class Lagrange:
    """What the energies give: momenta, their rates, ∂L/∂q, and the generalised forces."""

    energies: Energies
    momenta: Vector[Expression]
    momentum_rates: Vector[Expression]
    L_q: Vector[Expression]
    forces: Vector[Expression]


def kinetic_energy(moving: MovingBody[RingScalar], rates: Sequence[Expression]) -> RingScalar:
    """½ m v·v + ½ ω·I ω of one body."""
    v: Vector[RingScalar] = ZERO
    w: Vector[RingScalar] = ZERO
    for J_v, J_w, rate in zip(moving.at_centre.J_v, moving.at_centre.J_w, rates, strict=True):
        v, w = v + J_v * rate, w + J_w * rate
    body = moving.body
    twice = summed((times(body.m, v.dot(v)), w.dot(body.I_C @ w)))
    return times(twice, HALF)


def potential_energy(moving: MovingBody[RingScalar]) -> RingScalar:
    """−m g·p_C of one body."""
    return times(-1, times(moving.body.m, moving.weight_potential))


def energies(
    bodies: Sequence[MovingBody[RingScalar]],
    ring: Ring,
    q: Sequence[str],
    rotors: RingScalar = 0,
    springs: RingScalar = 0,
) -> Energies:
    """The energies of all bodies, with those of rotors and springs where there are any."""
    rates = [ring.symbol(f"d{name}") for name in q]
    kinetic: dict[int | str, Expression] = {
        b.number: ring.coerce(kinetic_energy(b, rates)) for b in bodies
    }
    potential: dict[int | str, Expression] = {
        b.number: ring.coerce(potential_energy(b)) for b in bodies
    }
    if isinstance(rotors, Expression) and rotors:
        kinetic["rotors"] = rotors
    if isinstance(springs, Expression) and springs:
        potential["springs"] = springs
    zero = ring.number(0)
    return Energies(kinetic, potential, sum(kinetic.values(), zero), sum(potential.values(), zero))


def euler_lagrange(found: Energies, q: Sequence[str]) -> Lagrange:
    """The generalised forces d/dt ∂L/∂q̇ − ∂L/∂q, step by step."""
    momenta = Vector(found.K.diff(f"d{name}") for name in q)
    rates = Vector(p.dt() for p in momenta)
    slopes = Vector(found.K.diff(name) - found.U.diff(name) for name in q)
    return Lagrange(found, momenta, rates, slopes, rates - slopes)


def mass_matrix(
    bodies: Sequence[MovingBody[RingScalar]], ring: Ring, rotors: Sequence[Sequence[RingScalar]]
) -> Matrix[Expression]:
    """M(q) = Σ m J_vᵀ J_v + J_wᵀ I J_w, and what the rotors add."""
    n = len(rotors)
    M: list[list[RingScalar]] = [list(row) for row in rotors]
    for moving in bodies:
        share = mass_matrix_of(moving.body, moving.at_centre)
        for i in range(n):
            for j in range(n):
                M[i][j] = plus(M[i][j], share[i][j])
    return Matrix([ring.coerce(e) for e in row] for row in M)


def gravity_vector(
    bodies: Sequence[MovingBody[RingScalar]], ring: Ring, q: Sequence[str]
) -> Vector[Expression]:
    """g(q) = ∂U/∂q, of the weights alone."""
    U = ring.coerce(summed(potential_energy(b) for b in bodies))
    return Vector(U.diff(name) for name in q)
