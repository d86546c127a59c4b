"""M x = b over any scalar that divides: M = Lᵀ D L from the tip on, zeros of a tree kept zero.

After Featherstone: for a tree, row i of L has entries only where a coordinate carries coordinate
i, so nothing fills in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, S, S_co, minus, times
from torsor.mechanics.parameters.regrouping import inverse as reciprocal


@dataclass(frozen=True)
class Factors(Generic[S_co]):
    """L (unit diagonal, lower entries only), D, and 1/D."""

    L: list[list[S_co]]
    D: list[S_co]
    inverse: list[S_co]

    def solve(self, b: Sequence[S_co]) -> list[S_co]:
        """x with Lᵀ D L x = b."""
        n = len(b)
        x = list(b)
        for i in range(n - 1, -1, -1):
            for j in range(i):
                x[j] = minus(x[j], times(self.L[i][j], x[i]))
        x = [times(e, d) for e, d in zip(x, self.inverse, strict=True)]
        for i in range(n):
            for j in range(i):
                x[i] = minus(x[i], times(self.L[i][j], x[j]))
        return x


def factors(M: Sequence[Sequence[S]]) -> Factors[S]:
    """M = Lᵀ D L; M is symmetric and its upper triangle is read."""
    n = len(M)
    A: list[list[S]] = [[M[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)]
    L: list[list[S]] = [[PLAIN_ZERO] * n for _ in range(n)]
    D: list[S] = [PLAIN_ZERO] * n
    inverse: list[S] = [PLAIN_ZERO] * n
    for k in range(n - 1, -1, -1):
        D[k] = A[k][k]
        inverse[k] = reciprocal(D[k])
        for i in range(k - 1, -1, -1):
            if not _is_zero(A[k][i]):
                L[k][i] = times(A[k][i], inverse[k])
        for i in range(k):
            for j in range(i + 1):
                A[i][j] = minus(A[i][j], times(L[k][i], A[k][j]))
    return Factors(L, D, inverse)


def _is_zero(value: S) -> bool:
    return type(value) is int and value == 0
