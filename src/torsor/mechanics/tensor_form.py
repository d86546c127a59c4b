"""The tensor form τ = M(q) q̈ + C(q, q̇) q̇ + g(q) + payload + friction + springs.

C is the Christoffel one whatever the method, so that Ṁ − 2C is skew:
C_ij = Σ_k ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i) q̇_k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.arguments import validate_call
from torsor.spatial.vectors import Matrix, Vector


@dataclass(frozen=True)
class TensorForm:
    """Every share of the driving forces, entry by entry exact."""

    M: Matrix[Expression]
    C: Matrix[Expression]
    g: Vector[Expression]
    payload: Vector[Expression]
    friction: Vector[Expression]
    spring: Vector[Expression]

    @validate_call
    def forces(
        self, rates: Vector[Expression], accelerations: Vector[Expression]
    ) -> Vector[Expression]:
        """The driving forces put together again."""
        return (
            self.M @ accelerations
            + self.C @ rates
            + self.g
            + self.payload
            + self.friction
            + self.spring
        )


def from_forces(
    tau: Sequence[Expression],
    bare: Sequence[Expression],
    q: Sequence[str],
    payload: Vector[Expression],
    friction: Vector[Expression],
    spring: Vector[Expression],
) -> TensorForm:
    """Read M and g off the driving forces: τ is linear in q̈, and ``bare`` at rest is g.

    ``bare`` are the driving forces without load, friction and springs.
    """
    rest = {f"{d}{name}": 0 for name in q for d in ("d", "dd")}
    M = Matrix([t.diff(f"dd{name}") for name in q] for t in tau)
    g = Vector(t.subs({n: v for n, v in rest.items() if t.degree(n)}) for t in bare)
    return TensorForm(M, christoffel(M, q), g, payload, friction, spring)


def christoffel(M: Matrix[Expression], q: Sequence[str]) -> Matrix[Expression]:
    """C(q, q̇) by the Christoffel symbols of the first kind."""
    n = len(q)
    half = Fraction(1, 2)
    ring = M[0][0].ring
    dM = [[[M[i][j].diff(name) for name in q] for j in range(n)] for i in range(n)]
    speed = [ring.symbol(f"d{name}") for name in q]

    def entry(i: int, j: int) -> Expression:
        total = ring.number(0)
        for k in range(n):
            total = total + (dM[i][j][k] + dM[i][k][j] - dM[j][k][i]) * speed[k]
        return total * half

    return Matrix([entry(i, j) for j in range(n)] for i in range(n))
