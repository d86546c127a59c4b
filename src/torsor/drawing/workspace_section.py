"""The section of a robot's workspace: how far out and how high the tool reaches."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.algebra.formula import Values
from torsor.algebra.scalars.floats import FloatScalars
from torsor.arguments import validate_call
from torsor.drawing.plots.time_plots import COLOURS, Plot, array, draw_in_style, panels
from torsor.drawing.scene.view import upwards
from torsor.errors import MissingValueError, RobotError, TorsorError
from torsor.formats.load import RobotLike, load
from torsor.robot.robot import Robot

CELLS = 140
LARGEST = 5_000_000
AT_ONCE = 50_000
"""Postures held at once."""


def reach(
    robot: RobotLike,
    values: Values | None = None,
    limits: ArrayLike | None = None,
    samples: int = 400_000,
    seed: int = 1,
) -> tuple[Array, Array]:
    """Distance from the upright axis through the base and height of the tool, at random postures.

    ``limits`` are (lowest, highest) of each coordinate; a full turn if not given, which sliding
    coordinates cannot do without. Half of the postures have coordinates at their limits.
    """
    from torsor.program.arm import compile

    loaded = load(robot)
    if loaded.bodies:
        raise RobotError(f"{loaded.name!r} is given by bodies and has no tool that reaches")
    if not 1 <= samples <= LARGEST:
        raise TorsorError(f"samples: expected 1 to {LARGEST}, got {samples}")
    bounds = _bounds(loaded, limits)
    arm = compile(loaded, values)
    if lacking := arm.missing("forward_kinematics"):
        raise MissingValueError(f"no value for {', '.join(lacking)}")
    random = np.random.default_rng(seed)
    low, high = bounds[:, 0], bounds[:, 1]
    points = np.empty((samples, 3))
    with np.errstate(all="ignore"):  # what is not finite is refused below
        for begin in range(0, samples, AT_ONCE):
            count = min(AT_ONCE, samples - begin)
            q = low + (high - low) * random.random((count, loaded.dof))
            held = random.random((count // 2, loaded.dof))
            half = q[: count // 2]
            half[held < 0.2] = np.broadcast_to(low, half.shape)[held < 0.2]
            half[held > 0.8] = np.broadcast_to(high, half.shape)[held > 0.8]
            T: Array = arm.forward_kinematics(q)
            poses = T.reshape(count, -1, 4)
            points[begin : begin + count] = poses[:, :3, 3]
            bad = np.flatnonzero(~np.isfinite(points[begin : begin + count]).all(axis=1))
            if bad.size:
                at = ", ".join(f"{v:.4g}" for v in q[bad.item(0), :].tolist())
                raise TorsorError(f"{loaded.name}: the tool's point is not finite at q = {at}")
        up = upwards(
            [float(FloatScalars(dict.fromkeys(e.names(), 1.0)).value(e)) for e in loaded.gravity]
        )
        height = points @ up
        r: Array = np.linalg.norm(points - height[:, None] * up, axis=1)
    if not np.isfinite(r).all():
        raise TorsorError(f"{loaded.name}: the tool's distance from the base is not finite")
    return r, height


@validate_call
@draw_in_style
def workspace(
    robot: RobotLike,
    values: Values | None = None,
    limits: ArrayLike | None = None,
    samples: Annotated[int, range(1, LARGEST + 1)] = 400_000,
    title: str = "",
) -> Plot:
    """The r–z section of the tool's workspace, from the compiled forward kinematics."""
    r, z = reach(robot, values, limits, samples)
    figure, (axes,) = panels(1, 4.2, square=True)
    far, low, high = float(np.max(r)), float(np.min(z)), float(np.max(z))
    size = max(far, high - low, 1e-9)
    cell = size / CELLS
    pad = 2 * cell
    edges_r: Array = np.arange(0, far + pad, cell)
    edges_z: Array = np.arange(low - pad, high + pad + cell, cell)
    count, _, _ = np.histogram2d(r, z, (edges_r, edges_z))
    inside = np.pad((count > 0).astype(float), ((1, 1), (0, 0)))
    inside[0, :] = inside[1, :]  # so that the outline does not run along the axis
    middles = (edges_r[:-1] + edges_r[1:]) / 2
    x = np.concatenate([[-cell / 2], middles, [middles.item(-1) + cell]])
    y = (edges_z[:-1] + edges_z[1:]) / 2
    axes.contourf(x, y, inside.T, levels=[0.5, 1.5], colors=[COLOURS[5]], alpha=0.35)
    axes.contour(x, y, inside.T, levels=[0.5], colors=["black"], linewidths=0.9)
    axes.plot([0], [0], "s", color="black", markersize=4)
    axes.axvline(0, color="black", linewidth=0.6, linestyle=(0, (6, 2, 1, 2)))
    axes.set_aspect("equal")
    axes.set_xlim(left=-pad)
    axes.set_xlabel("r [m]")
    axes.set_ylabel("z [m]")
    if title:
        figure.suptitle(title, parse_math=False)
    return Plot(figure)


def _bounds(robot: Robot, limits: ArrayLike | None) -> Array:
    if limits is None:
        slides = [f"joint {i}" for i, j in enumerate(robot.joints, 1) if j.kind == "T"]
        if slides:
            raise TorsorError(
                f"{robot.name}: {slides[0]} slides; expected limits for every coordinate"
            )
        return np.array([(-np.pi, np.pi)] * robot.dof)
    bounds = array(limits, "limits")
    if bounds.shape != (robot.dof, 2) or not np.all(np.isfinite(bounds)):
        raise TorsorError(f"limits: expected {robot.dof} pairs of finite numbers (lowest, highest)")
    if np.any(bounds[:, 0] > bounds[:, 1]):
        raise TorsorError("limits: expected the lowest first in each pair")
    return bounds
