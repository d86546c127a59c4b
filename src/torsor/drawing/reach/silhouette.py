"""The robot as thin lines in a picture of what it reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.plots.style import COLOURS, PAPER, TEXT
from torsor.drawing.reach.region import Flatten
from torsor.drawing.scene.scene import Scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_silhouette(axes: Axes, scene: Scene, q: Sequence[float], flatten: Flatten) -> None:
    """Links as lines, joints as dots (slides as squares), and where the tool is."""
    places = scene.skeleton.places(q)
    for bone in (*scene.skeleton.bones, scene.skeleton.tool):
        place = places[bone.number or -1]
        way = flatten(np.array([*place.corners, place.origin]))
        axes.plot(
            *way.T, color=TEXT, linewidth=2.0, solid_capstyle="round", zorder=4, clip_on=False
        )
    for bone in scene.skeleton.bones:
        if bone.kind != "F":
            at: Array = flatten(places[bone.number].foot[None, :])
            axes.plot(
                *at.T, "s" if bone.kind == "T" else "o", color=PAPER, markeredgecolor=TEXT,
                markeredgewidth=1.1, markersize=4.2, zorder=5, clip_on=False,
            )  # fmt: skip
    base = flatten(places[0].origin[None, :])
    axes.plot(*base.T, "^", color=TEXT, markersize=8, zorder=3.9, clip_on=False)
    tool = flatten(places[-1].origin[None, :])
    axes.plot(
        *tool.T, "o", color=COLOURS[1], markeredgecolor=PAPER, markeredgewidth=0.8, markersize=5.5,
        zorder=6, clip_on=False,
    )  # fmt: skip
