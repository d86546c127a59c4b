"""LaTeX to put into a paper: equations counted and labelled by TeX, headings where wanted."""

from __future__ import annotations

from torsor.document.blocks import Display, Document, Heading
from torsor.document.writers.latex_writer import LatexWriter
from torsor.document.writers.paper_layout import PaperLayout, slug

PACKAGES = {
    "\\color{": "xcolor",
    "\\begin{longtable}": "longtable",
    "\\arraybackslash": "array",
    "\\toprule": "booktabs",
    "\\includegraphics": "graphicx",
}
"""What a body may use beside amsmath, and where it is from."""


class PaperWriter(LatexWriter):
    """Blocks into LaTeX as an author wants it."""

    def __init__(
        self, document: Document, layout: PaperLayout, room: float, figure: str = "figure"
    ) -> None:
        super().__init__(document, layout.room(room), figure)
        self.layout = layout
        self.commented = not layout.bare and self.commented
        self.environment = "align" if layout.counted else "align*"
        displays = (block for block in document.blocks if isinstance(block, Display))
        self.targets = {
            slug(target) for display in displays for target in _with_components(display)
        }
        self.used: set[str] = set()

    def heading(self, heading: Heading) -> str:
        """A section's title, or a group's end."""
        return super().heading(heading) if self.layout.headings else ""

    def close_row(self, display: Display, last: bool) -> str:
        """The number of an equation stands at its last row."""
        if not self.layout.counted:
            return ""
        if not last:
            return " \\notag"
        return f" \\label{{{self.label(display)}}}" if self.layout.labels else ""

    def label(self, display: Display) -> str:
        """The equation's label: by what it speaks of, or else by its left-hand side."""
        prefix = self.layout.labels
        prefix += ":" if prefix[-1].isalnum() else ""
        name = slug(display.target.partition(" ")[0])
        taken = self.used if name else self.used | self.targets
        name = start = name or slug(self.words(display.parts[0].left)) or "equation"
        further = 2
        while name in taken:
            name, further = f"{start}-no{further}", further + 1
        self.used.add(name)
        return prefix + name


def _with_components(display: Display) -> list[str]:
    targets = display.target.split()
    axes = display.parts[0].axes
    return [*targets, *(f"{target}.{x}" for target in targets for x in axes)]


def packages_of(body: str) -> tuple[str, ...]:
    """The packages that a body needs."""
    return ("amsmath", *(name for mark, name in PACKAGES.items() if mark in body))
