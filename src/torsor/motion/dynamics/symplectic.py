"""Gauss's two-stage method in (q, p): symplectic, of fourth order, with a fixed step.

With p = M q̇ the equations are q̇ = M⁻¹ p and ṗ = τ − h + (C + Cᵀ) q̇, h all forces but inertia;
after Hairer, Lubich and Wanner, *Geometric Numerical Integration* (2006), II.1.3 and VI.4.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.dynamics.equations import Equations
from torsor.motion.linear_systems import largest, solve
from torsor.motion.quantities import ScenarioError
from torsor.motion.trajectory.piecewise import hermite

ROOT = 3**0.5 / 6
A = ((0.25, 0.25 - ROOT), (0.25 + ROOT, 0.25))
ROUNDS = 60


class Gauss:
    """Steps as SciPy's solvers do: ``step``, ``t``, ``y``, ``status``, ``dense_output``."""

    def __init__(self, equations: Equations, t: float, y: Array, bound: float, step: float) -> None:
        self.equations, self.n = equations, equations.n
        self.t, self.y, self.t_old, self.y_old = t, np.array(y), t, np.array(y)
        self.bound = bound
        self.h = (bound - t) / max(1, int(np.ceil((bound - t) / step * (1 - 1e-12))))
        self.status, self.nfev = "running", 0

    def _rate(self, t: float, q: Array, p: Array, s: Array) -> tuple[Array, Array, Array]:
        """q̇, ṗ and ṡ."""
        e = self.equations
        self.nfev += 1
        dq = solve(e.arm.mass_matrix(q), p)
        y = np.concatenate((q, dq, s))
        _, force = e.matrix_and_force(t, y)
        C: Array = e.arm.coriolis(q, dq)
        J: Array = e.arm.jacobian(q) if e.arc else np.zeros((0, e.n))
        way = np.array([np.linalg.norm(J[:3] @ dq)]) if e.arc else np.zeros(0)
        return dq, force + (C + C.T) @ dq, way

    def step(self) -> None:
        """One step; the stages are iterated until they rest."""
        n, h, t = self.n, self.h, self.t
        q, s = self.y[:n], self.y[2 * n :]
        M: Array = self.equations.arm.mass_matrix(q)
        p = M @ self.y[n : 2 * n]
        start = self._rate(t, q, p, s)
        V, F, W = ([start[i]] * 2 for i in range(3))
        change = np.inf
        for _ in range(ROUNDS):
            old = np.concatenate((*V, *F))
            stages = [
                self._rate(
                    t + (0.5 + (i - 0.5) * 2 * ROOT) * h,
                    q + h * (A[i][0] * V[0] + A[i][1] * V[1]),
                    p + h * (A[i][0] * F[0] + A[i][1] * F[1]),
                    s + h * (A[i][0] * W[0] + A[i][1] * W[1]),
                )
                for i in range(2)
            ]
            V, F, W = ([stage[i] for stage in stages] for i in range(3))
            now = np.concatenate((*V, *F))
            last, change = change, largest(now - old) / (1 + largest(now))
            if change <= 4e-16 or (change < 1e-13 and change >= last):
                break
        else:
            raise ScenarioError(
                f"the symplectic step of {h:g} s does not converge at t = {t:.6g} s; take a smaller"
            )
        q_new, p_new = q + h / 2 * (V[0] + V[1]), p + h / 2 * (F[0] + F[1])
        dq_new = solve(self.equations.arm.mass_matrix(q_new), p_new)
        self.t_old, self.y_old = t, self.y
        self.y = np.concatenate((q_new, dq_new, s + h / 2 * (W[0] + W[1])))
        self.t = t + h if t + 1.5 * h < self.bound else self.bound
        if self.t >= self.bound:
            self.status = "finished"

    def dense_output(self) -> Callable[[float], Array]:
        """The last step as quintics through its ends."""
        n, e = self.n, self.equations
        times = (self.t_old, self.t)
        ends = (self.y_old, self.y)
        ddq = [e(t, y)[n : 2 * n] for t, y in zip(times, ends, strict=True)]
        q, dq = ([y[a : a + n] for y in ends] for a in (0, n))
        motion = hermite(times, q, dq, ddq)
        arcs = [y[2 * n :] for y in ends]

        def at(t: float) -> Array:
            position, velocity, _ = motion(t)
            share = (t - times[0]) / (times[1] - times[0])
            return np.concatenate((position, velocity, arcs[0] + share * (arcs[1] - arcs[0])))

        return at
