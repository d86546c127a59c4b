"""A motion as a moving scheme: one page of HTML that needs no network, or a GIF."""

from __future__ import annotations

import html
import io
import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.algebra.formula import Values
from torsor.arguments import validate_call
from torsor.document.escaping import escape_html
from torsor.drawing.drawing import require_suffix
from torsor.drawing.palette import INK, LIGHT
from torsor.drawing.plots.time_plots import array, column
from torsor.drawing.scene.scene import scene_of
from torsor.drawing.schematic.figure import SPREAD, Figure
from torsor.drawing.shapes import Shape, polyline, trace_outline
from torsor.drawing.svg import path_data
from torsor.errors import ArrayError, MissingExtraError
from torsor.files import write_file
from torsor.formats.load import RobotLike, load

FRAMES, GIF_FRAMES = 300, 120
"""At most this many pictures; a longer motion is thinned out evenly in time."""

DRAWN, LEAST = 2000, 20
"""Joints drawn in all the pictures together; a long chain has fewer pictures, but so many."""

GIF_WIDTH = 520
LONGEST_WAIT = 65_535
"""Hundredths of a second that a picture of a GIF may stay."""
MARGIN = 16.0
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>%(title)s</title>
<style>
body { margin: 1em; font: 15px/1.4 Georgia, serif; color: black; background: white }
svg { display: block; max-width: 100%%; height: auto }
.controls { display: flex; gap: .8em; align-items: center; max-width: %(width)spx }
input { flex: 1 }
output { white-space: nowrap }
</style></head><body>
<svg xmlns="http://www.w3.org/2000/svg" width="%(width)s" height="%(height)s"
 viewBox="%(box)s" stroke-linecap="round" stroke-linejoin="round"></svg>
<div class="controls"><button type="button">pause</button>
<input type="range" min="0" max="%(last)s" value="0" aria-label="time"><output></output></div>
<script>
const times = %(times)s, pens = %(pens)s, frames = %(frames)s, path = %(path)s;
const svg = document.querySelector("svg"), slider = document.querySelector("input");
const button = document.querySelector("button"), output = document.querySelector("output");
let shown = -1, playing = true, begun = null;
function show(i) {
  if (i === shown) return;
  shown = i;
  svg.innerHTML = `<path d="${path}" fill="none" stroke="#888" stroke-dasharray="2 4"/>` +
    frames[i].map(([pen, d]) => `<path d="${d}" ${pens[pen]}/>`).join("");
  slider.value = i;
  output.textContent = times[i].toFixed(2) + " s";
}
function tick(now) {
  if (playing) {
    const first = times[0], span = times[times.length - 1] - first;
    if (begun === null) begun = now - (times[Math.max(shown, 0)] - first) * 1000;
    const t = first + (span > 0 ? ((now - begun) / 1000) %% span : 0);
    let i = times.findIndex(time => time > t);
    show(i < 0 ? times.length - 1 : Math.max(i - 1, 0));
  }
  requestAnimationFrame(tick);
}
button.onclick = () => {
  playing = !playing; begun = null; button.textContent = playing ? "pause" : "play";
};
slider.oninput = () => {
  playing = false; button.textContent = "play"; show(Number(slider.value));
};
show(0);
requestAnimationFrame(tick);
</script></body></html>
"""


@dataclass(frozen=True)
class Animation:
    """Pictures of a robot in motion, all in one box, and the way of its tool."""

    title: str
    times: tuple[float, ...]
    frames: tuple[tuple[Shape, ...], ...]
    path: Shape
    box: tuple[float, float, float, float]

    @cached_property
    def html(self) -> str:
        """A page that plays the motion in real time, complete in itself."""
        pens: dict[str, int] = {}
        frames = [
            [[pens.setdefault(_pen(s), len(pens)), path_data(s.path)] for s in frame]
            for frame in self.frames
        ]
        left, top, wide, high = self.box
        return PAGE % {
            "title": escape_html(self.title),
            "width": f"{wide:.0f}",
            "height": f"{high:.0f}",
            "box": f"{left:.1f} {top:.1f} {wide:.1f} {high:.1f}",
            "last": len(self.frames) - 1,
            "times": json.dumps([round(t, 4) for t in self.times]),
            "pens": json.dumps(list(pens)),
            "frames": json.dumps(frames, separators=(",", ":")),
            "path": json.dumps(path_data(self.path.path)),
        }

    def _repr_html_(self) -> str:
        page = html.escape(self.html, quote=True)
        size = f'width="{self.box[2] + 40:.0f}" height="{self.box[3] + 90:.0f}"'
        return f'<iframe srcdoc="{page}" {size} style="border:0"></iframe>'

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
) -> Animation:
    """The scheme moving through the coordinates q, (N, n), at the times t in seconds."""
    drawn = load(robot)
    times = column(t, "t")
    motion = array(q, "q")
    if motion.shape != (len(times), drawn.dof) or not np.all(np.isfinite(motion)):
        raise ArrayError(
            f"q: expected finite numbers of the shape {(len(times), drawn.dof)}, a row for each "
            f"time; got the shape {motion.shape}"
        )
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
    return Animation(title, tuple(times.item(i) for i in picked), tuple(frames), path, box)


def _thinned(times: Array, most: int) -> list[int]:
    """Indices of at most so many times, evenly apart."""
    if len(times) <= most:
        return list(range(len(times)))
    wanted = np.linspace(times.item(0), times.item(-1), most)
    found: list[int] = np.searchsorted(times, wanted).clip(0, len(times) - 1).tolist()
    return sorted(set(found))


def _pen(shape: Shape) -> str:
    colour = LIGHT.colour
    stroke = f'stroke="{colour(shape.stroke)}" stroke-width="{shape.width}"' if shape.width else ""
    return f'fill="{colour(shape.fill)}" {stroke}'.strip()
