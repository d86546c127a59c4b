"""A finished drawing: shapes and labels, shown in notebooks and saved as SVG, PNG or PDF."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from torsor.arguments import choice, validate_call
from torsor.drawing.palette import LIGHT, Palette
from torsor.drawing.picture_size import PictureSize, Resolution, picture_size
from torsor.drawing.shapes import Label, Shape
from torsor.drawing.svg import write_svg
from torsor.errors import ArgumentValueError, MissingExtraError, shown
from torsor.files import write_file

if TYPE_CHECKING:
    from torsor.drawing.scene.view import View

SUFFIXES = (".svg", ".png", ".pdf")
Suffix = Annotated[str, choice(SUFFIXES)]
PAGE = """#set document(date: none)
#set page(width: auto, height: auto, margin: 0pt, fill: none)
#image(bytes(sys.inputs.svg), format: "svg", width: {width}pt)
"""


Point = tuple[float, float]
"""In pixels, y downwards."""


@dataclass(frozen=True)
class Mark:
    """Where a frame's joint is drawn, and how far along its axis from the frame's origin."""

    point: Point
    shift: float
    kind: str


@dataclass(frozen=True)
class Drawing:
    """Shapes from the first drawn to the last, labels, and the box that holds them all."""

    shapes: tuple[Shape, ...]
    labels: tuple[Label, ...]
    box: tuple[float, float, float, float]
    title: str = ""
    palette: Palette = LIGHT
    q: tuple[float, ...] = ()
    values: Mapping[str, float] = field(default_factory=dict)
    view: View | None = None
    scale: float = 1.0
    marks: Mapping[int | str, Mark] = field(default_factory=dict)
    """The drawn frames, by link number (0 the base) and ``"tool"``."""
    links: Mapping[int | str, tuple[Point, ...]] = field(default_factory=dict)
    """The ways of the links on the picture, from body to body, by the joint that each leads to."""
    bodies: Mapping[int, tuple[Point, ...]] = field(default_factory=dict)
    """Points along the outlines of the joints' bodies, by link number."""

    def __repr__(self) -> str:
        return f"<Drawing {self.title}: {len(self.shapes)} shapes, {len(self.labels)} labels>"

    @cached_property
    def svg(self) -> str:
        """The drawing as an SVG document."""
        return self._svg()

    def _svg(self, width: float | None = None) -> str:
        return write_svg(self.shapes, self.labels, self.box, self.title, self.palette, width)

    def _repr_svg_(self) -> str:
        return self.svg

    @validate_call
    def content(
        self,
        suffix: Suffix,
        width: str | int | None = None,
        dpi: Resolution | None = None,
    ) -> bytes:
        """The drawing as the bytes of an .svg, .png or .pdf file.

        ``width`` is the picture's, as ``"120mm"``, ``"3.5in"`` or in pixels, 800. A PNG has 192
        dots to the inch unless ``dpi`` or its width in pixels says otherwise.
        """
        require_suffix("a drawing", suffix, SUFFIXES)
        size = picture_size(self.box, suffix, width, dpi)
        if suffix == ".svg":
            return (self._svg(size.width) if width else self.svg).encode()
        return convert_svg(self.svg, size, "png" if suffix == ".png" else "pdf")

    @validate_call
    def save(
        self,
        path: str | os.PathLike[str],
        width: str | int | None = None,
        dpi: Resolution | None = None,
    ) -> None:
        """Write the file, whole or not at all; its name tells the format."""
        path = Path(path)
        write_file(path, self.content(path.suffix.lower(), width, dpi))


def require_suffix(what: str, suffix: str, known: Sequence[str]) -> None:
    """Complain of a file that cannot be written so."""
    if suffix not in known:
        raise ArgumentValueError(
            f"{what} cannot be written as {shown(suffix)}; expected {', '.join(known)}"
        )


def convert_svg(svg: str, size: PictureSize, format: Literal["png", "pdf"]) -> bytes:
    """An SVG document as PNG or PDF, through typst."""
    try:
        import typst
    except ImportError:
        raise MissingExtraError(
            "PNG and PDF drawings need typst: pip install 'torsor[report]'"
        ) from None
    page = PAGE.format(width=f"{size.width * 0.75:.3f}").encode()  # a CSS pixel is 3/4 of a point
    ppi = size.dpi if format == "png" else None
    return bytes(typst.compile(page, format=format, ppi=ppi, sys_inputs={"svg": svg}))
