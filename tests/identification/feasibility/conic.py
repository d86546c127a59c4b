"""The same programmes as Clarabel solves them: log det through exponential cones. Outside truth."""

from __future__ import annotations

import clarabel
import numpy as np
import scipy.sparse as sp

Array = np.ndarray
ROOT2 = np.sqrt(2.0)
UPPER = tuple((i, j) for j in range(8) for i in range(j + 1))
"""Clarabel's order of a triangle: columns of the upper one."""


def triangle(A: Array) -> Array:
    """A symmetric matrix as Clarabel has it: √2 off the diagonal."""
    size = len(A)
    return np.array([A[i, j] * (1 if i == j else ROOT2) for i, j in UPPER if j < size])


def least_objective(R: Array, z: Array, bodies: Array, scalars: int, w: float, form: str) -> float:
    """min ‖R x − z‖² and the prior over possible links x (svec of J, ten each) and scalars ≥ 0.

    ``bodies`` (n, 4, 4) are believed; w is the prior's strength.
    """
    n, m = len(bodies), len(R)
    p = 10 * n + scalars
    more = 14 * n if form == "entropic" else 0
    N = p + more + m
    P, q = np.zeros(N), np.zeros(N)
    P[p + more :] = 2
    one = np.tile(triangle(np.eye(4)), n)
    constant = 0.0
    if form == "quadratic":
        P[: 10 * n], q[: 10 * n], constant = 2 * w, -2 * w * one, 4 * n * w
    else:
        q[: 10 * n], constant = 2 * w * one, -8 * n * w
    rows = [sp.hstack([R, sp.csc_matrix((m, more)), -sp.eye(m)])]
    right: list[Array] = [z]
    cones = [clarabel.ZeroConeT(m)]
    if scalars:
        rows.append(-sp.eye(scalars, N, 10 * n))
        right.append(np.zeros(scalars))
        cones.append(clarabel.NonnegativeConeT(scalars))
    for k in range(n):
        if form == "quadratic":
            rows.append(-sp.eye(10, N, 10 * k))
            right.append(np.zeros(10))
            cones.append(clarabel.PSDTriangleConeT(4))
            continue
        # log det Y ≥ Σ t, t ≤ log L_aa, for L lower triangular and [Y L; Lᵀ diag L] ≥ 0
        start = p + 14 * k
        below = {
            pair: start + e for e, pair in enumerate((a, b) for a in range(4) for b in range(a + 1))
        }
        block = sp.lil_matrix((36, N))
        for row, (i, j) in enumerate(UPPER):
            if j < 4:
                block[row, 10 * k + UPPER.index((i, j))] = -1
            elif i < 4:
                if i >= j - 4:
                    block[row, below[i, j - 4]] = -ROOT2
            elif i == j:
                block[row, below[i - 4, i - 4]] = -1
        rows.append(block)
        right.append(np.zeros(36))
        cones.append(clarabel.PSDTriangleConeT(8))
        for a in range(4):
            block = sp.lil_matrix((3, N))
            block[0, start + 10 + a] = block[2, below[a, a]] = -1
            rows.append(block)
            right.append(np.array([0.0, 1.0, 0.0]))
            cones.append(clarabel.ExponentialConeT())
            q[start + 10 + a] = -2 * w
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    solver = clarabel.DefaultSolver(
        sp.diags(P).tocsc(), q, sp.vstack(rows).tocsc(), np.concatenate(right), cones, settings
    )
    found = solver.solve()
    assert str(found.status) in ("Solved", "AlmostSolved"), found.status
    return float(found.obj_val) + constant
