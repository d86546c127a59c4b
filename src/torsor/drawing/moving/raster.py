"""Pictures of dots: shapes painted finely and made small, so that their edges are smooth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from torsor.algebra.arrays import Array
from torsor.drawing.moving.moving_scheme import MovingScheme
from torsor.drawing.palette import LIGHT
from torsor.drawing.plots.style import COLOURS, GREYS, QUIET
from torsor.drawing.shapes import Shape, trace_outline
from torsor.errors import MissingExtraError

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

FINE = 3
HIGHEST = 1.0
"""A picture is at most so many times as high as it is wide."""
LETTERS, ROOM = 0.032, 0.075
"""The size of letters and the height of the line below the robot, as parts of the width."""


def import_pillow() -> None:
    """Have Pillow, or the sentence that says how to get it."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise MissingExtraError(
            "moving pictures need Pillow: pip install 'torsor[motion]'"
        ) from None


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
        high = self.scheme.box[3] * self.zoom + ROOM * self.width
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
        for shape in self.scheme.shapes(t):
            self._paint_shape(pen, shape)
        at = (wide * self.fine - ROOM * self.width, (high - 0.5 * ROOM * self.width) * self.fine)
        pen.text(at, f"{t:.2f} s", fill=QUIET, font=self.font, anchor="rm")
        return big.resize(self.size, Images.Resampling.LANCZOS)

    def _dots(self, points: Array) -> list[tuple[float, float]]:
        left, top, wide, _ = self.scheme.box
        spare = (self.size[0] - wide * self.zoom) / 2
        found = ((points - (left, top)) * self.zoom + (spare, 0.0)) * self.fine
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
