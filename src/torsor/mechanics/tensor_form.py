"""The tensor form τ = M(q) q̈ + C(q, q̇) q̇ + g(q) + payload, from the driving forces.

M and g are read off: τ is linear in q̈, and g is what is left at rest without load. C is the
Christoffel one, C_ij = Σ_k ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i) q̇_k, so that Ṁ − 2C is skew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.algebra.vectors import Matrix, Vector
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates


@dataclass(frozen=True)
class TensorForm:
    """M, C, g and the payload's share, entry by entry exact."""

    M: Matrix
    C: Matrix
    g: Vector
    payload: Vector


def tensor_form(
    robot: Robot, tau: Sequence[Expression], unloaded: Sequence[Expression]
) -> TensorForm:
    """Split the driving forces; ``unloaded`` are those without the wrench at the tool."""
    q = coordinates(robot)
    rest = {f"{d}{name}": 0 for name in q for d in ("d", "dd")}
    M = Matrix([t.diff(f"dd{name}") for name in q] for t in tau)
    g = Vector(t.subs(rest) for t in unloaded)
    payload = Vector(t - u for t, u in zip(tau, unloaded, strict=True))
    return TensorForm(M, christoffel(M, q), g, payload)


def christoffel(M: Matrix, q: Sequence[str]) -> Matrix:
    """C(q, q̇) by the Christoffel symbols of the first kind."""
    n = len(q)
    half = Fraction(1, 2)
    ring = M[0][0].ring
    dM = [[[M[i][j].diff(name) for name in q] for j in range(n)] for i in range(n)]
    speed = [ring.symbol(f"d{name}") for name in q]

    def entry(i: int, j: int) -> Expression:
        total: Expression = ring.number(0)
        for k in range(n):
            total = total + (dM[i][j][k] + dM[i][k][j] - dM[j][k][i]) * speed[k]
        return total * half

    return Matrix([entry(i, j) for j in range(n)] for i in range(n))
