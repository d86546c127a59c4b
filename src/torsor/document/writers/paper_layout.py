"""How LaTeX is laid out for somebody's paper: the column's width, numbers, labels, headings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from torsor.arguments import validate_fields
from torsor.errors import ArgumentValueError, shown

POINTS = {"pt": 1.0, "bp": 72.27 / 72, "mm": 72.27 / 25.4, "cm": 72.27 / 2.54, "in": 72.27}
"""TeX's units in points."""

TYPE = 10.0
"""Points of an em: widths are those of a column set in 10 pt type."""

COLUMNS = {1: 34.5, 2: 22.99}
"""Ems of a line of LaTeX's own article, in one column and in two; most journals' are wider."""

NARROWEST, WIDEST = 12.0, 200.0
AIR = 0.954
"""The share of a line that is filled: widths are measured to about a letter."""

NUMBER = 3.0
"""Ems that an equation's number takes."""

LENGTH = re.compile(r"\s*(\d{1,6}(?:\.\d{0,6})?)\s*(pt|bp|mm|cm|in|em)\s*")
PREFIX = re.compile(r"[A-Za-z0-9:./+*@-]{1,60}")


@dataclass(frozen=True)
class PaperLayout:
    """What an author asks of LaTeX that goes into a paper."""

    width: str = ""
    """The line's width as TeX tells it (``252pt``, ``88mm``, ``3.5in``, ``25em``)."""
    columns: Annotated[int, range(0, 3)] = 0
    """1 or 2 columns of a page, where no width is told; 0 leaves it to the document."""
    numbered: bool = False
    """Whether equations are counted, by TeX."""
    labels: str = ""
    """The prefix of their labels: ``eq`` makes ``eq:tau-1``; labelled equations are counted."""
    headings: bool = True
    """Whether sections have their titles."""
    bare: bool = False
    """No comments at all: such LaTeX does not tell ``torsor check`` what it speaks of."""

    def __post_init__(self) -> None:
        validate_fields(self)
        if self.width and self.columns:
            raise ArgumentValueError("columns and a width exclude each other; expected one of them")
        if self.labels and not PREFIX.fullmatch(self.labels):
            raise ArgumentValueError(
                f"labels {shown(self.labels)}: expected letters, digits and : . / + - as in eq:arm"
            )
        self.ems(0)

    @property
    def counted(self) -> bool:
        """Whether equations bear numbers."""
        return self.numbered or bool(self.labels)

    def ems(self, usual: float) -> float:
        """The width of a line in ems; ``usual`` where nothing is asked."""
        if not self.width:
            return COLUMNS.get(self.columns, usual)
        found = LENGTH.fullmatch(self.width)
        if not found:
            raise ArgumentValueError(
                f"width {shown(self.width)}: expected a length such as 252pt, 88mm, 3.5in or 25em"
            )
        ems = float(found[1]) * (1 if found[2] == "em" else POINTS[found[2]] / TYPE)
        if not NARROWEST <= ems <= WIDEST:
            raise ArgumentValueError(
                f"width {self.width.strip()}: expected {NARROWEST:.0f}em to {WIDEST:.0f}em, "
                f"which is {NARROWEST * TYPE:.0f}pt to {WIDEST * TYPE:.0f}pt"
            )
        return ems

    def room(self, usual: float) -> float:
        """Ems that a line may fill, its number left out."""
        asked = self.ems(0)
        return (AIR * asked if asked else usual) - (NUMBER if self.counted else 0)


def slug(text: str) -> str:
    """A name as a label has it: ``tau[1]`` is ``tau-1``, ``M[1,2]`` is ``M-1-2``."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")
