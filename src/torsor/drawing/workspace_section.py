"""What the tool reaches: an upright section and the view from above, with the robot in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING, Annotated

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.algebra.formula import Values
from torsor.arguments import validate_call
from torsor.drawing.plots.plot import (
    WIDTH,
    Plot,
    draw_in_style,
    empty_figure,
    head,
    symbol,
)
from torsor.drawing.plots.style import COLOURS, QUIET, TINTS
from torsor.drawing.plots.time_plots import NOTHING
from torsor.drawing.reach.outline import trace_outlines
from torsor.drawing.reach.region import Flatten, Region, explore
from torsor.drawing.reach.silhouette import draw_silhouette
from torsor.drawing.reach.tool_points import ToolPoints
from torsor.drawing.scene.scene import Scene, scene_of
from torsor.formats.load import RobotLike
from torsor.motion.units import find_sliding

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LARGEST = 5_000_000
PANELS, HIGHEST = 5.0, 3.4
"""Inches for the panels side by side, and the highest."""
ROOM, BASE = 0.04, 2.5
"""Beside a region, a part of its size; and so much more beside a base on the axis."""
IN_A_LINE = 4
TICKS = 5
"""Steps of the scales, at most, along the longest side."""
FLAT = 1e-6
"""A workspace thinner than this part of its size lies in a plane."""


@dataclass(frozen=True, eq=False)
class View:
    """A plane that is looked at: its name, its axes, and whether it begins at the axis r = 0."""

    title: str
    across: str
    upwards: str
    flatten: Flatten
    silhouette: Flatten
    """The same, but for parts of the robot on the other side of the upright axis."""
    from_axis: bool = False


@validate_call
@draw_in_style
def workspace(
    robot: RobotLike,
    values: Values | None = None,
    limits: ArrayLike | None = None,
    samples: Annotated[int, range(1, LARGEST + 1)] = 300_000,
    title: str = "",
) -> Plot:
    """The section of the tool's workspace and the view from above, with the robot in them.

    ``limits`` are (lowest, highest) of each coordinate, a full turn if not given, which sliding
    coordinates cannot do without. ``samples`` postures begin the search for what is reached. A
    workspace that lies in a plane is shown in it.
    """
    tool = ToolPoints(robot, values, limits)
    scene = scene_of(tool.robot, values)
    q = [
        min(max(at, low), high)
        for at, (low, high) in zip(scene.posture, tool.bounds.tolist(), strict=True)
    ]
    hand = scene.skeleton.places(q)[-1].origin
    views = choose_views(tool, hand)
    extents = [find_extent(tool, view) for view in views]
    regions = explore(tool, list(zip([v.flatten for v in views], extents, strict=True)), samples)
    frames = [_frame(extent, view, scene, q) for extent, view in zip(extents, views, strict=True)]
    spans = np.array([np.diff(frame, axis=1)[:, 0] for frame in frames])
    scale = min(PANELS / spans[:, 0].sum(), HIGHEST / spans[:, 1].max())  # inches to the metre
    wide = max(scale * spans[:, 0].sum() + WIDTH - PANELS, 3.8 if len(views) == 1 else WIDTH)
    figure = empty_figure(wide, scale * spans[:, 1].max() + 1.65)
    ratios: list[float] = spans[:, 0].tolist()
    axes = figure.subplots(1, len(views), squeeze=False, width_ratios=ratios)
    for panel, view, region, frame in zip(axes[0], views, regions, frames, strict=True):
        _draw_region(panel, view, region, tool)
        draw_silhouette(panel, scene, q, view.silhouette)
        middle, half = frame[1, :].mean(), spans[:, 1].max() / 2
        panel.set_xlim(*frame[0, :])
        panel.set_ylim(middle - half, middle + half)
        panel.set_aspect("equal")
        _set_ticks(panel, float(spans.max()))
    told = [tell_reach(views, extents), tell_limits(tool), tell_marks(scene)]
    head(figure, title, "\n".join(told))
    return Plot(figure)


def _frame(extent: Array, view: View, scene: Scene, q: Sequence[float]) -> Array:
    """The extent of the region with the robot in it, and some room around both."""
    places = scene.skeleton.places(q).values()
    seen = view.silhouette(np.array([p for place in places for p in (place.foot, place.origin)]))
    low: Array = np.minimum(extent[:, 0], seen.min(axis=0))
    high: Array = np.maximum(extent[:, 1], seen.max(axis=0))
    room = ROOM * float(np.max(high - low))
    aside = np.array([BASE * room if view.from_axis else room, room])
    return np.stack([low - aside, high + room], axis=1)


def choose_views(tool: ToolPoints, hand: Array) -> list[View]:
    """The upright section through the hand and the view from above; one view of a flat robot."""
    points = tool.at(tool.random(2_000, np.random.default_rng(4)))
    middle: Array = points.mean(axis=0)
    _, sizes, ways = np.linalg.svd(points - middle, full_matrices=False)
    up = tool.up
    if sizes.item(2) <= FLAT * sizes.item(0):
        return [_flat_view(ways[2, :], up)]
    level = hand - up * (hand @ up)
    size = float(np.linalg.norm(level))
    out = level / size if size > 1e-9 else _level(up)[0]

    def beside(p: Array) -> Array:
        height = p @ up
        return np.stack([np.linalg.norm(p - height[:, None] * up, axis=1), height], axis=1)

    upright = np.stack([out, up], axis=1)
    return [
        View("upright section", "r", _axis_name(up), beside, lambda p: p @ upright, True),
        _onto(*_level(up), "from above"),
    ]


def _level(up: Array) -> tuple[Array, Array]:
    """Two level axes that with the upward one are right-handed."""
    k = int(np.argmax(np.abs(up)))
    across = np.zeros(3)
    across[(k + 1) % 3] = 1.0
    across -= up * (across @ up)
    across /= np.linalg.norm(across)
    return across, np.cross(up, across)


def _flat_view(normal: Array, up: Array) -> View:
    """The plane itself: upright if it stands, else seen from above."""
    k = int(np.argmax(np.abs(normal)))
    normal = normal * np.sign(normal.item(k))
    if abs(float(normal @ up)) > 0.999:
        return _onto(*_level(up), "from above")
    higher = up - normal * (up @ normal)
    higher /= np.linalg.norm(higher)
    across = np.cross(higher, normal)
    across *= np.sign(across.item(int(np.argmax(np.abs(across)))))
    return _onto(across, higher, "in its plane")


def _onto(across: Array, upwards: Array, title: str) -> View:
    axes = np.stack([across, upwards], axis=1)

    def onto(p: Array) -> Array:
        found: Array = p @ axes
        return found

    return View(title, _axis_name(across), _axis_name(upwards), onto, onto)


def _axis_name(way: Array) -> str:
    """x, −y … or just the unit where a direction is none of the base's axes."""
    k = int(np.argmax(np.abs(way)))
    if abs(way.item(k)) < 1 - 1e-9:
        return ""
    return ("" if way.item(k) > 0 else "−") + "xyz"[k]


def find_extent(tool: ToolPoints, view: View) -> Array:
    """How far the view's region goes: (lowest, highest) of both of its directions."""

    def farthest(k: int, sign: float) -> float:
        return tool.farthest(lambda p: view.flatten(p)[:, k], sign)

    return np.array([[farthest(k, -1.0), farthest(k, 1.0)] for k in (0, 1)])


def _draw_region(axes: Axes, view: View, region: Region, tool: ToolPoints) -> None:
    from matplotlib.patches import PathPatch, Rectangle
    from matplotlib.path import Path

    mirrored = view.from_axis and region.low.item(0) <= 0.5 * region.cell
    loops = trace_outlines(region, tool, mirrored)
    if loops:
        whole = Path.make_compound_path(*(Path(loop, closed=True) for loop in loops))
        shape = PathPatch(whole, facecolor=TINTS[1], edgecolor=COLOURS[0], linewidth=1.2)
        axes.add_patch(shape)
        if mirrored:
            far = 10 * float(np.abs(whole.vertices).max())
            shape.set_clip_path(Rectangle((0, -far), far, 2 * far, transform=axes.transData))
    strays = region.strays()
    if len(strays):
        axes.plot(*strays.T, ".", color=COLOURS[0], markersize=1.2, zorder=2)
    axes.set_title(view.title)
    across, upwards = (
        f"${name}$ [m]".replace("−", "-") if name else "[m]" for name in (view.across, view.upwards)
    )
    axes.set_xlabel(across)
    axes.set_ylabel(upwards)
    if view.from_axis:
        axes.axvline(0, color=QUIET, linewidth=0.7, linestyle=(0, (6, 2, 1, 2)), zorder=3)


def _set_ticks(axes: Axes, span: float) -> None:
    """Ticks as far apart across as upwards, and in every panel."""
    from matplotlib.ticker import MultipleLocator

    power = 10.0 ** np.floor(np.log10(span / TICKS))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= span / TICKS)
    axes.xaxis.set_major_locator(MultipleLocator(step))
    axes.yaxis.set_major_locator(MultipleLocator(step))


def tell_marks(scene: Scene) -> str:
    """What the marks of the robot's picture stand for."""
    kinds = {bone.kind for bone in scene.skeleton.bones}
    turning = "circles are turning joints" if "R" in kinds else ""
    sliding = "squares are sliding joints" if "T" in kinds else ""
    return ", ".join(
        filter(None, ("The triangle is the base", turning, sliding, "the dot is the tool."))
    )


def tell_reach(views: Sequence[View], extents: Sequence[Array]) -> str:
    """How far the tool comes, in numbers."""
    parts = []
    size = NOTHING * float(np.abs(extents[0]).max())
    rounded = np.where(np.abs(extents[0]) > size, extents[0], 0.0).tolist()
    for name, (low, high) in zip((views[0].across, views[0].upwards), rounded, strict=True):
        if name:
            parts.append(f"{name} from {low:.4g} to {high:.4g} m".replace("-", "−"))
    return f"Reaches {', '.join(parts)}." if parts else ""


def tell_limits(tool: ToolPoints) -> str:
    """Within which limits of the coordinates."""
    told: list[str] = []
    free: list[str] = []
    kinds = {f"q{k}": slides for k, slides in enumerate(find_sliding(tool.robot), 1)}
    for (name, slides), (low, high) in zip(kinds.items(), tool.bounds.tolist(), strict=True):
        if not slides and high - low >= 2 * pi * (1 - 1e-12):
            free.append(symbol(name))
        elif slides:
            told.append(f"{symbol(name)} {low:.4g} to {high:.4g} m")
        else:
            a, b = np.degrees([low, high]).tolist()
            told.append(f"{symbol(name)} {a:.4g}° to {b:.4g}°".replace("-", "−"))
    if not told:
        return "Every joint turns fully: no limits are known or given."
    told[IN_A_LINE::IN_A_LINE] = [f"\n{one}" for one in told[IN_A_LINE::IN_A_LINE]]
    rest = f"; {', '.join(free)} {'turns' if len(free) == 1 else 'turn'} fully." if free else "."
    return "Limits: " + ", ".join(told).replace(" \n", "\n") + rest
