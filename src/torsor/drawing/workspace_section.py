"""The section of a robot's workspace: how far out and how high the tool reaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from torsor.algebra.scalars.floats import FloatScalars
from torsor.arguments import validate_call
from torsor.drawing.plots.time_plots import COLOURS, Plot, array, draw_in_style, panels
from torsor.drawing.schematic.lengths import offsets
from torsor.drawing.schematic.view import upwards
from torsor.errors import MissingValueError, RobotError, TorsorError
from torsor.formats.load import RobotLike, load
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters, turns
from torsor.robot.values import merge_values

CELLS = 140
LARGEST = 5_000_000
AT_ONCE = 50_000
"""Postures held at once."""


def reach(
    robot: RobotLike,
    values: Mapping[str, Any] | None = None,
    limits: Any = None,
    samples: int = 400_000,
    seed: int = 1,
) -> tuple[Any, Any]:
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
    arm = compile(loaded, _geometry(loaded, values))
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
            poses = arm.forward_kinematics(q).reshape(count, -1, 4)
            points[begin : begin + count] = poses[:, :3, 3]
            bad = np.flatnonzero(~np.isfinite(points[begin : begin + count]).all(axis=1))
            if bad.size:
                at = ", ".join(f"{v:.4g}" for v in q[bad[0]])
                raise TorsorError(f"{loaded.name}: the tool's point is not finite at q = {at}")
        up = upwards(
            [float(FloatScalars(dict.fromkeys(e.names(), 1.0)).value(e)) for e in loaded.gravity]
        )
        height = points @ up
        r = np.linalg.norm(points - height[:, None] * up, axis=1)
    if not np.isfinite(r).all():
        raise TorsorError(f"{loaded.name}: the tool's distance from the base is not finite")
    return r, height


@validate_call
@draw_in_style
def workspace(
    robot: RobotLike,
    values: Mapping[str, Any] | None = None,
    limits: Any = None,
    samples: Annotated[int, range(1, LARGEST + 1)] = 400_000,
    title: str = "",
) -> Plot:
    """The r–z section of the tool's workspace, from the compiled forward kinematics."""
    r, z = reach(robot, values, limits, samples)
    figure, (axes,) = panels(1, 4.2, square=True)
    size = max(float(r.max()), float(np.ptp(z)), 1e-9)
    cell = size / CELLS
    pad = 2 * cell
    edges_r = np.arange(0, r.max() + pad, cell)
    edges_z = np.arange(z.min() - pad, z.max() + pad + cell, cell)
    count, _, _ = np.histogram2d(r, z, (edges_r, edges_z))
    inside = np.pad((count > 0).astype(float), ((1, 1), (0, 0)))
    inside[0] = inside[1]  # so that the outline does not run along the axis
    middles = (edges_r[:-1] + edges_r[1:]) / 2
    x = np.concatenate([[-cell / 2], middles, [middles[-1] + cell]])
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


def _bounds(robot: Robot, limits: Any) -> Any:
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


def _geometry(robot: Robot, values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Numbers for the lengths and angles; masses do not matter here, and any number will do."""
    given: dict[str, Any] = dict(merge_values(robot, values))
    shape = {n for f in offsets(robot) for n in f.names()}
    shape |= {n for turn in turns(robot) for n in turn.angle.names()}
    for joint in robot.joints:
        shape |= {n for e in joint.axis for n in e.names()}
    lacking = sorted(shape - set(given))
    if lacking:
        raise MissingValueError(f"no value for {', '.join(lacking)}")
    return {n: given.get(n, 1) for n in parameters(robot)} | given
