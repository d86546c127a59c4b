"""A motion as a moving scheme: one page of HTML that needs no network, or a GIF."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.algebra.formula import Values
from torsor.arguments import validate_call
from torsor.drawing.drawing import require_suffix
from torsor.drawing.palette import INK
from torsor.drawing.plots.plot import array, column
from torsor.drawing.scene.scene import scene_of
from torsor.drawing.schematic.figure import SPREAD, Figure
from torsor.drawing.shapes import Shape, polyline, trace_outline
from torsor.drawing.viewer.page import Viewer, viewer_of
from torsor.errors import ArrayError, MissingExtraError
from torsor.files import write_file
from torsor.formats.load import RobotLike, load
from torsor.motion.motion_table import Motion

FRAMES, GIF_FRAMES = 300, 120
"""At most this many pictures; a longer motion is thinned out evenly in time."""

DRAWN, LEAST = 2000, 20
"""Joints drawn in all the pictures together; a long chain has fewer pictures, but so many."""

GIF_WIDTH = 520
LONGEST_WAIT = 65_535
"""Hundredths of a second that a picture of a GIF may stay."""
MARGIN = 16.0


@dataclass(frozen=True)
class Animation:
    """Pictures of a robot in motion, all in one box, and the way of its tool."""

    title: str
    times: tuple[float, ...]
    frames: tuple[tuple[Shape, ...], ...]
    path: Shape
    box: tuple[float, float, float, float]
    viewer: Viewer
    """The same motion in three dimensions, with curves beside it."""

    @property
    def html(self) -> str:
        """A page that plays the motion in three dimensions, complete in itself."""
        return self.viewer.html

    def _repr_html_(self) -> str | None:
        return self.viewer._repr_html_()

    def gif(self) -> bytes:
        """The motion as an animated GIF in real time."""
        try:
            from PIL import Image, ImageDraw
        except ImportError:
            raise MissingExtraError("a GIF needs Pillow: pip install 'torsor[motion]'") from None
        left, top, wide, high = self.box
        zoom = min(1.0, GIF_WIDTH / max(wide, high))
        fine = 3 * zoom
        size = (max(1, round(wide * zoom)), max(1, round(high * zoom)))
        picked = _thinned(np.array(self.times), GIF_FRAMES)
        pictures = []
        for i in picked:
            big = Image.new("L", (size[0] * 3, size[1] * 3), 255)
            pen = ImageDraw.Draw(big)
            for shape in (self.path, *self.frames[i]):
                outline = (trace_outline(shape) - (left, top)) * fine
                points = [(row.item(0), row.item(1)) for row in outline]
                if shape.fill != "none":
                    pen.polygon(points, fill=0 if shape.fill == INK else 255)
                if shape.width and len(points) > 1:
                    ink = 150 if shape is self.path else 0
                    pen.line(points, fill=ink, width=max(1, round(shape.width * fine)))
            small = big.resize(size, Image.Resampling.LANCZOS)
            pictures.append(small.quantize(16))
        gaps = np.diff(np.array(self.times)[picked], append=self.times[picked[-1]] + 0.5)
        most = LONGEST_WAIT // len(picked)  # pictures that look the same become one
        waits = [round(min(max(100 * g.item(), 2), most)) * 10 for g in gaps]
        made = io.BytesIO()
        pictures[0].save(
            made, "GIF", save_all=True, append_images=pictures[1:], duration=waits, loop=0
        )
        return made.getvalue()

    @validate_call
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write an .html or .gif file, whole or not at all."""
        path = Path(path)
        suffix = path.suffix.lower()
        require_suffix("an animation", suffix, (".html", ".gif"))
        write_file(path, self.html.encode() if suffix == ".html" else self.gif())


@validate_call
def animate(
    robot: RobotLike,
    values: Values | None,
    t: ArrayLike,
    q: ArrayLike,
    view: str = "auto",
    tau: ArrayLike | None = None,
) -> Animation:
    """A robot moving through the coordinates q, (N, n), at the times t in seconds.

    The driving forces ``tau`` are plotted beside it, where they are given.
    """
    forces = None if tau is None else array(tau, "tau")
    return animate_motion(robot, values, Motion(column(t, "t"), array(q, "q"), forces), view)


def animate_motion(
    robot: RobotLike, values: Values | None, given: Motion, view: str = "auto"
) -> Animation:
    """A robot moving along a motion, with all that is known of it."""
    drawn = load(robot)
    times, motion = given.t, given.q
    if motion.shape != (len(times), drawn.dof) or not np.all(np.isfinite(motion)):
        raise ArrayError(
            f"q: expected finite numbers of the shape {(len(times), drawn.dof)}, a row for each "
            f"time; got the shape {motion.shape}"
        )
    if given.tau is not None and given.tau.shape != motion.shape:
        raise ArrayError(f"tau: expected the shape {motion.shape}, as of q; got {given.tau.shape}")
    if np.any(np.diff(times) <= 0):
        raise ArrayError("t: expected times that increase")
    postures: list[list[float]] = motion.tolist()
    scene = scene_of(drawn, values, postures[0], view=view, spread=SPREAD)
    picked = _thinned(times, min(FRAMES, max(LEAST, DRAWN // max(drawn.dof, 1))))
    frames, way = [], []
    for i in picked:
        figure = Figure(scene, postures[i])
        figure.draw_links()
        frames.append(tuple(figure.shapes()))
        way.append(figure.eye.at(figure.hand))
    path = Shape(polyline(way), 1.0, stroke="#888", dash="2 4", kind="path")
    ink = np.concatenate(
        [trace_outline(s) for frame in frames for s in frame] + [trace_outline(path)]
    )
    low: Array = np.min(ink, axis=0) - MARGIN
    size: Array = np.max(ink, axis=0) + MARGIN - low
    box = (low.item(0), low.item(1), size.item(0), size.item(1))
    title = f"{drawn.name} in motion"
    instants = tuple(times.item(i) for i in picked)
    page = viewer_of(drawn, values, motion=given)
    return Animation(title, instants, tuple(frames), path, box, page)


def _thinned(times: Array, most: int) -> list[int]:
    """Indices of at most so many times, evenly apart."""
    if len(times) <= most:
        return list(range(len(times)))
    wanted = np.linspace(times.item(0), times.item(-1), most)
    found: list[int] = np.searchsorted(times, wanted).clip(0, len(times) - 1).tolist()
    return sorted(set(found))
