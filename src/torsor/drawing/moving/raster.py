"""Pictures of dots: shapes painted finely and made small, so that their edges are smooth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.moving.moving_scheme import MovingScheme
from torsor.drawing.palette import LIGHT, LOAD
from torsor.drawing.plots.style import COLOURS, GREYS, TEXT
from torsor.drawing.shapes import Shape, trace_outline
from torsor.errors import MissingExtraError

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

FINE = 3
HIGHEST = 0.96
"""The robot is drawn at most so many times as high as the picture is wide."""
LETTERS, ROOM = 0.04, 0.075
"""The size of letters and the height of the line above the robot, as parts of the width."""
FOOT = 0.05
"""The height of the bar of time below it."""


def import_pillow() -> None:
    """Have Pillow, or the sentence that says how to get it."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise MissingExtraError(
            "moving pictures need Pillow: pip install 'torsor[motion]'"
        ) from None


def stack(pictures: Sequence[Image]) -> Image:
    """Pictures of one size, one above another."""
    from PIL import Image as Images

    wide, high = pictures[0].size
    made = Images.new("RGB", (wide, high * len(pictures)))
    for k, picture in enumerate(pictures):
        made.paste(picture, (0, k * high))
    return made


@dataclass(frozen=True, eq=False)
class Painter:
    """Paints a moving scheme, as wide as is asked for, its box filled by the robot."""

    scheme: MovingScheme
    width: int
    fine: int = FINE
    """Dots painted for each that is kept, along each side."""

    @cached_property
    def zoom(self) -> float:
        """Dots to a unit of the drawing."""
        _, _, wide, high = self.scheme.box
        return min(self.width / wide, HIGHEST * self.width / high)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height in dots, both even as films want them."""
        high = self.scheme.box[3] * self.zoom + (ROOM + FOOT) * self.width
        return self.width // 2 * 2, max(2, round(high / 2) * 2)

    @cached_property
    def font(self) -> FreeTypeFont | ImageFont:
        """The letters of plots, or Pillow's own where Matplotlib is not there."""
        from PIL import ImageFont

        size = round(LETTERS * self.width * self.fine)
        try:
            import matplotlib

            file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "STIXGeneral.ttf"
            return ImageFont.truetype(str(file), size)
        except (ImportError, OSError):
            return ImageFont.load_default()

    def paint(self, t: float) -> Image:
        """The picture at a time since the beginning of the motion."""
        from PIL import Image as Images
        from PIL import ImageDraw as Pens

        wide, high = self.size
        big = Images.new("RGB", (wide * self.fine, high * self.fine), LIGHT.page)
        pen = Pens.Draw(big)
        times, way = self.scheme.way
        been = way[times <= t]
        self._line(pen, way, GREYS[1], 1.4)
        self._line(pen, been, COLOURS[0], 2.6)
        self._mark(pen, t)
        for shape in self.scheme.shapes(t):
            self._paint_shape(pen, shape)
        self._write(pen, t)
        self._tell_time(pen, t)
        return big.resize(self.size, Images.Resampling.LANCZOS)

    def _write(self, pen: ImageDraw, t: float) -> None:
        """Above the robot its name and the time."""
        edge, middle = 0.03 * self.width * self.fine, 0.5 * ROOM * self.width * self.fine
        right = self.size[0] * self.fine - edge
        time = f"t = {t:.2f} s"
        if self.scheme.is_carrying(t):
            time = f"with its load, {time}"
        room = right - pen.textlength(time, font=self.font) - 2 * edge
        name = self.scheme.scene.name
        while len(name) > 1 and pen.textlength(name, font=self.font) > room:
            name = f"{name[:-2]}…"
        pen.text((edge, middle), name, fill=TEXT, font=self.font, anchor="lm")
        pen.text((right, middle), time, fill=TEXT, font=self.font, anchor="rm")

    def _tell_time(self, pen: ImageDraw, t: float) -> None:
        """Below the robot how much of the motion is over, with the times of its loads."""
        wide, high = (side * self.fine for side in self.size)
        edge, y = 0.03 * wide, high - 0.45 * FOOT * wide
        whole = self.scheme.duration or 1.0

        def at(moment: float) -> float:
            return edge + (wide - 2 * edge) * min(max(moment / whole, 0.0), 1.0)

        pen.line([(edge, y), (wide - edge, y)], fill=GREYS[2], width=max(1, round(0.008 * wide)))
        pen.line([(edge, y), (at(t), y)], fill=COLOURS[0], width=max(1, round(0.008 * wide)))
        for moment, _ in self.scheme.handed:
            r = 0.009 * wide
            colour = LOAD if moment <= t else GREYS[0]
            pen.ellipse((at(moment) - r, y - r, at(moment) + r, y + r), fill=colour)

    def _mark(self, pen: ImageDraw, t: float) -> None:
        """A dot on the way wherever a load is picked up or released."""
        times, way = self.scheme.way
        r = 4.5 * self.fine * self.width / 520
        for moment, _ in self.scheme.handed:
            at = np.array([[np.interp(moment, times, way[:, k]) for k in (0, 1)]])
            ((x, y),) = self._dots(at)
            colour = LOAD if moment <= t else GREYS[1]
            pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def _dots(self, points: Array) -> list[tuple[float, float]]:
        left, top, wide, _ = self.scheme.box
        spare = (self.size[0] - wide * self.zoom) / 2
        found = ((points - (left, top)) * self.zoom + (spare, ROOM * self.width)) * self.fine
        return [(x, y) for x, y in found.tolist()]

    def _line(self, pen: ImageDraw, points: Array, colour: str, width: float) -> None:
        if len(points) > 1:
            wide = max(1, round(width * self.fine * self.width / 520))
            pen.line(self._dots(points), fill=colour, width=wide, joint="curve")

    def _paint_shape(self, pen: ImageDraw, shape: Shape) -> None:
        dots = self._dots(trace_outline(shape))
        if shape.fill != "none":
            pen.polygon(dots, fill=self._colour(shape.fill))
        if shape.width and len(dots) > 1:
            width = max(1, round(shape.width * self.zoom * self.fine))
            ends = [dots[0], dots[-1]] if shape.kind == "link" else []
            pen.line(dots, fill=self._colour(shape.stroke), width=width, joint="curve")
            for x, y in ends:  # round, as in print
                r = width / 2
                pen.ellipse((x - r, y - r, x + r, y + r), fill=self._colour(shape.stroke))

    def _colour(self, name: str) -> str:
        found = LIGHT.colour(name)
        return LIGHT.page if found == "page" else found
