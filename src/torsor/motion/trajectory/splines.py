"""Through via points: cubic splines (C²) and quintic splines (C⁴), with given ends.

The quintic spline at rest at both ends is the motion of least ∫ jerk² dt through its points.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np

from torsor.motion.quantities import ScenarioError
from torsor.motion.tables import import_scipy
from torsor.motion.trajectory.piecewise import Piecewise


def cubic_spline(times: Any, points: Any, speeds: Any = None) -> Piecewise:
    """The cubic spline with these speeds (a pair: at the start, at the end) or at rest there."""
    ends = _pair(speeds, points)
    return _solve("CubicSpline", times, points, bc_type=((1, ends[0]), (1, ends[1])))


def natural_spline(times: Any, points: Any) -> Piecewise:
    """The cubic spline through samples whose ends are not known ("not a knot")."""
    ends = "natural" if len(points) < 4 else "not-a-knot"
    return _solve("CubicSpline", times, points, bc_type=ends)


def cubic_hermite(times: Any, points: Any, speeds: Any) -> Piecewise:
    """Cubics with these positions and speeds at the samples."""
    return _solve("CubicHermiteSpline", times, points, speeds)


def quintic_spline(
    times: Any, points: Any, speeds: Any = None, accelerations: Any = None
) -> Piecewise:
    """The quintic spline with these speeds and accelerations at its ends, or at rest there."""
    v, a = _pair(speeds, points), _pair(accelerations, points)
    ends = ([(1, v[0]), (2, a[0])], [(1, v[1]), (2, a[1])])
    return _solve("make_interp_spline", times, points, k=5, bc_type=ends)


def _pair(ends: Any, points: Any) -> Any:
    """What is given at both ends, or rest."""
    return np.zeros((2, np.shape(points)[1])) if ends is None else np.asarray(ends, float)


def _solve(which: str, times: Any, points: Any, *speeds: Any, **options: Any) -> Piecewise:
    """One of SciPy's splines as Taylor polynomials at its knots, or a sentence."""
    spline = getattr(import_scipy("interpolate"), which)
    knots = np.asarray(times, float)
    try:
        with np.errstate(all="ignore"):
            solved = spline(knots, np.asarray(points, float), *speeds, **options)
            taylor = [solved(knots[:-1], nu=k) / factorial(k) for k in range(6)]
    except (ValueError, ArithmeticError) as error:
        raise ScenarioError(
            f"no spline leads through these points at these times: {error}"
        ) from None
    return Piecewise(knots, np.stack(taylor, axis=1))
