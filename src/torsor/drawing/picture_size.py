"""How large a picture is, as its reader or a page's layout asks for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from torsor.errors import ArgumentValueError, shown

Resolution = Annotated[int, range(1, 2401)]
"""Dots to the inch."""

UNITS = {"px": 1.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96 / 72}
"""Pixels of a page, 96 to the inch, in each unit."""

USUAL = 192
SMALLEST, LARGEST = 16, 12_000
"""Of a picture's sides, in pixels."""

MOST = 64e6
"""Pixels of a picture: 256 MB while it is made."""

WIDTH = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*([a-z]{0,2})")


@dataclass(frozen=True)
class PictureSize:
    """A width in pixels of a page, 96 to the inch, and the dots to the inch of its PNG."""

    width: float
    dpi: float


def picture_size(
    box: tuple[float, float, float, float],
    suffix: str,
    width: str | int | None = None,
    dpi: int | None = None,
) -> PictureSize:
    """The size of a picture of this box: its own, or one as wide as is asked for.

    A width without a unit is in pixels, which are a PNG's own.
    """
    own = box[2]
    if width is None and suffix == ".svg":
        return PictureSize(own, USUAL)  # text, of any size
    if width is None:
        return _checked(PictureSize(own, dpi or USUAL), box, suffix)
    found = WIDTH.fullmatch(str(width).strip().lower())
    unit = UNITS.get((found[2] or "px") if found else "")
    if found is None or unit is None:
        raise ArgumentValueError(
            f"width: expected pixels, as 800, or 120mm, 12cm, 5in or 340pt, not {shown(str(width))}"
        )
    wide = float(found[1]) * unit
    if suffix != ".png" or unit != 1.0:
        return _checked(PictureSize(wide, dpi or USUAL), box, suffix)
    if dpi is not None:
        raise ArgumentValueError(
            f"dpi: a PNG {wide:g} pixels wide has its size; expected a width in mm, cm or in"
        )
    return _checked(PictureSize(own, 96 * wide / own), box, suffix)


def _checked(size: PictureSize, box: tuple[float, float, float, float], suffix: str) -> PictureSize:
    """The size, if it can be made: neither a speck nor larger than a machine's memory."""
    dots = size.dpi / 96 if suffix == ".png" else 1.0
    sides = size.width * dots, size.width * dots * box[3] / box[2]
    if not (min(sides) >= SMALLEST and max(sides) <= LARGEST):
        raise ArgumentValueError(
            f"a picture of {sides[0]:.0f} x {sides[1]:.0f} pixels: "
            f"expected {SMALLEST} to {LARGEST} on each side, {MOST:.0f} in all"
        )
    return size
