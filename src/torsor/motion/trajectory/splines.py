"""Through via points: cubic splines (C²) and quintic splines (C⁴), with given ends.

The quintic spline at rest at both ends is the motion of least ∫ jerk² dt through its points.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial
from typing import Any, Protocol

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.motion.quantities import ScenarioError
from torsor.motion.tables import require_scipy
from torsor.motion.trajectory.piecewise import Piecewise


class Spline(Protocol):
    """One of SciPy's splines: its derivative of order ``nu`` at places."""

    def __call__(self, x: Array, nu: int = 0) -> Array:
        """The derivative at each x."""
        ...


def cubic_spline(times: ArrayLike, points: ArrayLike, speeds: ArrayLike | None = None) -> Piecewise:
    """The cubic spline with these speeds (a pair: at the start, at the end) or at rest there."""
    with require_scipy():
        from scipy.interpolate import CubicSpline
    v0, v1 = _ends(speeds, points)
    return _solve(lambda t, q: CubicSpline(t, q, bc_type=((1, v0), (1, v1))), times, points)


def natural_spline(times: Array, points: Array) -> Piecewise:
    """The cubic spline through samples whose ends are not known ("not a knot")."""
    with require_scipy():
        from scipy.interpolate import CubicSpline
    if len(points) < 4:
        return _solve(lambda t, q: CubicSpline(t, q, bc_type="natural"), times, points)
    return _solve(CubicSpline, times, points)


def cubic_hermite(times: Array, points: Array, speeds: Array) -> Piecewise:
    """Cubics with these positions and speeds at the samples."""
    with require_scipy():
        from scipy.interpolate import CubicHermiteSpline
    return _solve(lambda t, q: CubicHermiteSpline(t, q, speeds), times, points)


def quintic_spline(
    times: ArrayLike,
    points: ArrayLike,
    speeds: ArrayLike | None = None,
    accelerations: ArrayLike | None = None,
) -> Piecewise:
    """The quintic spline with these speeds and accelerations at its ends, or at rest there."""
    with require_scipy():
        from scipy.interpolate import make_interp_spline
    (v0, v1), (a0, a1) = _ends(speeds, points), _ends(accelerations, points)
    ends: Any = ([(1, v0), (2, a0)], [(1, v1), (2, a1)])  # the stub knows no rows
    return _solve(lambda t, q: make_interp_spline(t, q, k=5, bc_type=ends), times, points)


def _ends(given: ArrayLike | None, points: ArrayLike) -> tuple[Array, Array]:
    """What is given at both ends, or rest."""
    both = np.zeros((2, np.shape(points)[1])) if given is None else np.asarray(given, np.float64)
    return both[0, :], both[1, :]


def _solve(
    make: Callable[[Array, Array], Spline], times: ArrayLike, points: ArrayLike
) -> Piecewise:
    """One of SciPy's splines as Taylor polynomials at its knots, or a sentence."""
    knots = np.asarray(times, np.float64)
    try:
        with np.errstate(all="ignore"):
            spline = make(knots, np.asarray(points, np.float64))
            taylor = [spline(knots[:-1], nu=k) / factorial(k) for k in range(6)]
    except (ValueError, ArithmeticError) as error:
        raise ScenarioError(
            f"no spline leads through these points at these times: {error}"
        ) from None
    return Piecewise(knots, np.stack(taylor, axis=1))
