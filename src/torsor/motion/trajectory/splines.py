"""Through via points: cubic splines (C²) and quintic splines (C⁴), with given ends.

The quintic spline at rest at both ends is the motion of least ∫ jerk² dt through its points.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import factorial
from typing import Any

import numpy as np

from torsor.motion.quantities import ScenarioError
from torsor.motion.tables import import_scipy
from torsor.motion.trajectory.piecewise import Piecewise


def cubic_spline(times: Any, points: Any, speeds: Any = None) -> Piecewise:
    """The cubic spline with these speeds (a pair: at the start, at the end) or at rest there."""
    points = np.asarray(points, float)
    ends = np.zeros((2, points.shape[1])) if speeds is None else np.asarray(speeds, float)
    cubic = import_scipy("interpolate").CubicSpline
    with _solvable():
        spline = cubic(times, points, bc_type=((1, ends[0]), (1, ends[1])))
    return _pieces(spline.x, spline.c)


def natural_spline(times: Any, points: Any) -> Piecewise:
    """The cubic spline through samples whose ends are not known ("not a knot")."""
    scipy = import_scipy("interpolate")
    points = np.asarray(points, float)
    ends = "natural" if len(points) < 4 else "not-a-knot"
    with _solvable():
        spline = scipy.CubicSpline(times, points, bc_type=ends)
    return _pieces(spline.x, spline.c)


def quintic_spline(
    times: Any, points: Any, speeds: Any = None, accelerations: Any = None
) -> Piecewise:
    """The quintic spline with these speeds and accelerations at its ends, or at rest there."""
    scipy = import_scipy("interpolate")
    points = np.asarray(points, float)
    rest = np.zeros((2, points.shape[1]))
    v = rest if speeds is None else np.asarray(speeds, float)
    a = rest if accelerations is None else np.asarray(accelerations, float)
    knots = np.asarray(times, float)
    with _solvable():
        spline = scipy.make_interp_spline(
            times, points, k=5, bc_type=([(1, v[0]), (2, a[0])], [(1, v[1]), (2, a[1])])
        )
        taylor = [spline(knots[:-1], nu=k) / factorial(k) for k in range(6)]
    return Piecewise(knots, np.stack(taylor, axis=1))


@contextmanager
def _solvable() -> Iterator[None]:
    """Points and times that leave no numbers to solve with, in a sentence."""
    try:
        with np.errstate(all="ignore"):
            yield
    except (ValueError, ArithmeticError) as error:
        raise ScenarioError(
            f"no spline leads through these points at these times: {error}"
        ) from None


def _pieces(knots: Any, c: Any) -> Piecewise:
    """From SciPy's order, the highest power first."""
    rising = c[::-1]
    coefficients = np.zeros((c.shape[1], 6, c.shape[2]))
    coefficients[:, : len(rising)] = rising.transpose(1, 0, 2)
    return Piecewise(knots, coefficients)


def cubic_hermite(times: Any, points: Any, speeds: Any) -> Piecewise:
    """Cubics with these positions and speeds at the samples."""
    hermite = import_scipy("interpolate").CubicHermiteSpline
    with _solvable():
        spline = hermite(times, points, speeds)
    return _pieces(spline.x, spline.c)
