"""More of the model: Ṁ, J̇, ∂τ/∂q, ∂τ/∂q̇, and the linearisation about an operating point.

About q₀, q̇₀, q̈₀ the model is  M δq̈ + D δq̇ + K δq = δτ  with  D = ∂τ/∂q̇,  K = ∂τ/∂q; once every
value is a number, ẋ = A x + B δτ for x = (δq, δq̇) with A = [0 1; −M⁻¹K −M⁻¹D], B = [0; M⁻¹].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from flint import fmpq, fmpq_mat

from torsor.algebra.expression import Expression
from torsor.algebra.formula import Value, Values
from torsor.algebra.numbers import evaluate_rational, missing
from torsor.algebra.scalars.ring import RingScalar
from torsor.errors import MissingValueError, TorsorError
from torsor.spatial.vectors import Matrix, Vector


@overload
def rate(matrix: Matrix[Expression]) -> Matrix[Expression]: ...
@overload
def rate(matrix: Matrix[RingScalar]) -> Matrix[RingScalar]: ...
def rate(matrix: Matrix[RingScalar]) -> Matrix[RingScalar]:
    """The time derivative of a matrix: Ṁ of M, J̇ of J."""
    return Matrix([e.dt() if isinstance(e, Expression) else 0 for e in row] for row in matrix)


def by_coordinates(tau: Sequence[Expression], q: Sequence[str]) -> Matrix[Expression]:
    """∂τ/∂q."""
    return Matrix([t.diff(name) for name in q] for t in tau)


def by_velocities(tau: Sequence[Expression], q: Sequence[str]) -> Matrix[Expression]:
    """∂τ/∂q̇."""
    return Matrix([t.diff(f"d{name}") for name in q] for t in tau)


StateSpace = tuple[list[list[float]], list[list[float]]]
"""A and B of ẋ = A x + B δτ."""


@dataclass(frozen=True)
class Linear:
    """M δq̈ + D δq̇ + K δq = δτ, each entry exact at the operating point."""

    M: Matrix[Expression]
    D: Matrix[Expression]
    K: Matrix[Expression]

    def state_space(self) -> StateSpace:
        """A and B of ẋ = A x + B δτ; every entry must be a number by now."""
        return _state_space((self.M, self.D, self.K), {})


def state_space(
    M: Matrix[Expression], tau: Sequence[Expression], q: Sequence[str], values: Values
) -> StateSpace:
    """A and B about the values given: those of the linearisation, straight in numbers."""
    return _state_space((M, by_velocities(tau, q), by_coordinates(tau, q)), _point(q, values))


def _state_space(matrices: Sequence[Matrix[Expression]], values: Values) -> StateSpace:
    names = missing([e for matrix in matrices for row in matrix for e in row], values)
    if names:
        raise MissingValueError(f"no value for {', '.join(names)} (needed for A and B)")
    M, D, K = (_numbers(matrix, values) for matrix in matrices)
    n = len(matrices[0])
    try:
        inverse = M.inv()
    except ZeroDivisionError:
        raise TorsorError("the mass matrix is singular at the operating point") from None
    stiffness, damping = inverse * K, inverse * D
    A = [[0.0] * n + [float(i == j) for j in range(n)] for i in range(n)]
    B = [[0.0] * n for _ in range(n)]
    for i in range(n):
        row = [-stiffness[i, j] for j in range(n)] + [-damping[i, j] for j in range(n)]
        A.append([_float(e) for e in row])
        B.append([_float(inverse[i, j]) for j in range(n)])
    return A, B


def linearise(
    M: Matrix[Expression], tau: Sequence[Expression], q: Sequence[str], values: Values
) -> Linear:
    """Linearise about the values given; velocities and accelerations not given are zero."""
    point = _point(q, values)

    def at(matrix: Matrix[Expression]) -> Matrix[Expression]:
        return Matrix(Vector(_at(e, point) for e in row) for row in matrix)

    return Linear(at(M), at(by_velocities(tau, q)), at(by_coordinates(tau, q)))


def _point(q: Sequence[str], values: Values) -> dict[str, Value]:
    """The operating point: at rest where nothing else is said."""
    rest: dict[str, Value] = {f"{d}{name}": 0 for name in q for d in ("d", "dd")}
    return rest | dict(values)


def _at(expression: Expression, point: Values) -> Expression:
    present = set(expression.symbols())
    return expression.subs({n: v for n, v in point.items() if n in present})


def _numbers(matrix: Matrix[Expression], values: Values) -> fmpq_mat:
    return fmpq_mat([[evaluate_rational(e, values) for e in row] for row in matrix])


def _float(number: fmpq) -> float:
    return int(number.p) / int(number.q)
