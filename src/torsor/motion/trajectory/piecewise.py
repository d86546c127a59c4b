"""A motion as polynomials in time, piece by piece: position, velocity and acceleration at any time.

Before its beginning and after its end a motion rests where it begins and ends.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike, Mask
from torsor.motion.quantities import ScenarioError
from torsor.motion.scenario.signals import Signal

State = tuple[Array, Array, Array]
"""Position, velocity and acceleration."""


LONGEST = 1e12
"""Seconds of one piece; their powers must stay numbers."""


class Piecewise:
    """Polynomials of degree 5 or less on consecutive intervals of time.

    ``knots`` are K + 1 times; ``coefficients`` (K, 6, n) are in powers of the time since the knot.
    ``breaks`` are times at which the acceleration jumps. ``rates`` are the coefficients with those
    of the first and second derivative beside them, (K, 6, 3 n).
    """

    def __init__(self, knots: ArrayLike, coefficients: Array, breaks: Sequence[float] = ()) -> None:
        self.knots: Array = np.asarray(knots, float)
        self.coefficients = coefficients
        self.breaks = tuple(breaks)
        self._times: list[float] = self.knots.tolist()
        good = np.isfinite(self.coefficients).all(axis=(1, 2)) & (np.diff(self.knots) < LONGEST)
        if not good.all():
            k = int(np.argmin(good))
            raise ScenarioError(
                f"no polynomial in floating-point numbers leads from t = {self._times[k]:g} s to "
                f"{self._times[k + 1]:g} s: too short or too long, or positions too far apart"
            )
        self._n: int = self.coefficients.shape[2]
        rows = [self.coefficients]
        for _ in range(2):  # the polynomials' first and second derivatives beside them
            rows.append(np.zeros_like(rows[-1]))
            rows[-1][:, :-1] = rows[-2][:, 1:] * np.arange(1, 6)[:, None]
        self.rates: Array = np.concatenate(rows, axis=2)

    @property
    def duration(self) -> float:
        """When the motion ends."""
        return self._times[-1]

    def __call__(self, t: float) -> State:
        """Position, velocity and acceleration at one time."""
        times = self._times
        if times[0] <= t <= times[-1]:
            return self._inside(t)
        q, _, _ = self._inside(min(max(t, times[0]), times[-1]))
        return q, np.zeros_like(q), np.zeros_like(q)

    def _inside(self, t: float) -> State:
        k = min(bisect_right(self._times, t), len(self._times) - 1) - 1
        s = t - self._times[k]
        s2 = s * s
        s3, s4 = s2 * s, s2 * s2
        powers: Array = np.array((1.0, s, s2, s3, s4, s4 * s))
        found = powers @ self.rates[k, :]
        n = self._n
        return found[:n], found[n : 2 * n], found[2 * n :]

    def at(self, times: ArrayLike) -> State:
        """The same at many times: arrays (N, n)."""
        t: Array = np.asarray(times, float)
        within = np.clip(t, self._times[0], self._times[-1])
        k = np.minimum(np.searchsorted(self.knots, within, "right"), len(self._times) - 1) - 1
        s = (within - self.knots[k])[:, None]
        found = self.rates[k, 5]
        for power in range(4, -1, -1):
            found = found * s + self.rates[k, power]
        q, dq, ddq = (found[:, a * self._n : (a + 1) * self._n].copy() for a in range(3))
        outside: Mask = t != within
        dq[outside] = ddq[outside] = 0.0
        return q, dq, ddq

    @property
    def end(self) -> State:
        """Position, velocity and acceleration at the end."""
        return self._inside(self._times[-1])


def join_pieces(pieces: Sequence[Piecewise]) -> Piecewise:
    """Motions one after another; where two meet the acceleration may jump."""
    knots: list[Array] = [np.zeros(1)]
    coefficients: list[Array] = []
    breaks: list[float] = []
    offset = 0.0
    for piece in pieces:
        begin = piece.knots.item(0)
        knots.append(piece.knots[1:] - begin + offset)
        coefficients.append(piece.coefficients)
        breaks += [b - begin + offset for b in piece.breaks]
        offset += piece.duration - begin
        breaks.append(offset)
    return Piecewise(np.concatenate(knots), np.concatenate(coefficients), sorted(set(breaks)))


def hermite(
    times: ArrayLike, q: ArrayLike, dq: ArrayLike, ddq: ArrayLike, breaks: Sequence[float] = ()
) -> Piecewise:
    """Quintics with these positions, velocities and accelerations at the knots."""
    knots, *rows = (np.asarray(a, np.float64) for a in (times, q, dq, ddq))
    with np.errstate(all="ignore"):  # what is not finite is refused
        return Piecewise(knots, _quintics(knots, *rows), breaks)


def _quintics(times: Array, q: Array, dq: Array, ddq: Array) -> Array:
    h = np.diff(times)[:, None]
    d = q[1:] - q[:-1]
    v0, v1, a0, a1 = dq[:-1] * h, dq[1:] * h, ddq[:-1] * h * h, ddq[1:] * h * h
    c = np.zeros((len(h), 6, q.shape[1]))
    c[:, 0], c[:, 1], c[:, 2] = q[:-1], dq[:-1], ddq[:-1] / 2
    c[:, 3] = (10 * d - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1) / h**3
    c[:, 4] = (-15 * d + 8 * v0 + 7 * v1 + 1.5 * a0 - a1) / h**4
    c[:, 5] = (6 * d - 3 * v0 - 3 * v1 - 0.5 * a0 + 0.5 * a1) / h**5
    return c


class Functions:
    """A motion given by a function of time for each coordinate."""

    def __init__(self, signals: Sequence[Signal], duration: float) -> None:
        self.signals = tuple(signals)
        self.duration = duration
        self.breaks = tuple(sorted({b for s in signals for b in s.breaks if 0 < b < duration}))

    def __call__(self, t: float) -> State:
        """Position, velocity and acceleration at one time."""
        q, dq, ddq = self.at([t])
        return q[0, :], dq[0, :], ddq[0, :]

    def at(self, times: ArrayLike) -> State:
        """The same at many times: arrays (N, n)."""
        t: Array = np.asarray(times, float)
        within = np.clip(t, 0.0, self.duration)
        jets = [s.jet(within) for s in self.signals]
        q, dq, ddq = (
            np.stack([np.broadcast_to(jet[k], t.shape) for jet in jets], axis=1).astype(float)
            for k in range(3)
        )
        outside: Mask = t != within
        dq[outside] = ddq[outside] = 0.0
        return q, dq, ddq


Motion = Piecewise | Functions
"""What gives position, velocity and acceleration at a time; it has a duration and breaks."""
