"""The scheme of a robot at any time of a motion, all in one box, and the way of its tool."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.scene.scene import Scene
from torsor.drawing.schematic.figure import Figure
from torsor.drawing.shapes import Shape, trace_outline
from torsor.motion.results import Event

LOOKS = 80
"""At so many times it is asked how large the pictures must be; fewer of a long chain."""
JOINTS = 2000
LEAST = 16
WAY = 600
"""Points of the tool's way, at most."""
MARGIN = 14.0


@dataclass(frozen=True, eq=False)
class MovingScheme:
    """A scene with the coordinates (N, n) that it goes through at the times (N,)."""

    scene: Scene
    times: Array
    q: Array
    events: tuple[Event, ...] = ()
    """What happened on the way: loads that were picked up and released."""

    @property
    def duration(self) -> float:
        """How long the motion takes."""
        return self.times.item(-1) - self.times.item(0)

    def posture(self, t: float) -> list[float]:
        """The coordinates at a time since the beginning."""
        at = self.times.item(0) + t
        return [float(np.interp(at, self.times, self.q[:, k])) for k in range(self.q.shape[1])]

    def figure(self, t: float) -> Figure:
        """The scheme at a time since the beginning."""
        figure = Figure(self.scene, self.posture(t))
        figure.draw_links()
        if self.is_carrying(t):
            figure.draw_load()
        return figure

    @cached_property
    def handed(self) -> list[tuple[float, int]]:
        """When loads are picked up (1) and released (-1), since the beginning."""
        kinds = {"pick-up": 1, "release": -1}
        first = self.times.item(0)
        return [(e["t"] - first, kinds[e["event"]]) for e in self.events if e["event"] in kinds]

    def is_carrying(self, t: float) -> bool:
        """Whether a load is in the hand then, as far as its pick-up or release is known."""
        before = 1 if self.handed[:1] and self.handed[0][1] < 0 else 0
        return before + sum(change for at, change in self.handed if at <= t) > 0

    def shapes(self, t: float) -> list[Shape]:
        """What is drawn then."""
        return self.figure(t).shapes()

    @cached_property
    def way(self) -> tuple[Array, Array]:
        """Times since the beginning and where the tool is on the picture then, (N, 2)."""
        t = np.linspace(0.0, self.duration, min(WAY, max(2, len(self.times))))
        points = []
        for moment in t.tolist():
            figure = Figure(self.scene, self.posture(moment))
            points.append(figure.eye.at(figure.hand))
        return t, np.array(points)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what holds every picture."""
        looks = min(LOOKS, max(LEAST, JOINTS // max(self.q.shape[1], 1)))
        times: list[float] = np.linspace(0.0, self.duration, looks).tolist()
        ink = [trace_outline(s) for t in times for s in self.shapes(t)]
        every = np.concatenate([*ink, self.way[1]])
        low: Array = every.min(axis=0) - MARGIN
        size: Array = every.max(axis=0) + MARGIN - low
        return low.item(0), low.item(1), size.item(0), size.item(1)
