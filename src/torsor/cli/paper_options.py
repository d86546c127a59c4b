"""Options of equations that go into somebody's paper: width, numbers, labels, headings."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated

import typer

from torsor.cli.common import as_options
from torsor.errors import TorsorError

if TYPE_CHECKING:
    from torsor.document import PaperLayout

ALLOWED = {
    "latex": ("width", "columns", "numbered", "labels", "no_headings", "bare"),
    "docx": ("width", "columns", "no_headings"),
}
"""The options that a format knows."""


@dataclass(frozen=True)
class PaperOptions:
    """How LaTeX or a Word document is laid out."""

    width: Annotated[
        str,
        typer.Option(
            help="With latex, docx: lines as wide as 252pt, 88mm, 3.5in or 25em, in 10pt type.",
            show_default=False,
        ),
    ] = ""
    columns: Annotated[
        int,
        typer.Option(
            help="With latex, docx: 1 or 2 columns, where no --width is given.", show_default=False
        ),
    ] = 0
    numbered: Annotated[
        bool, typer.Option("--numbered", help="With latex: number the equations.")
    ] = False
    labels: Annotated[
        str,
        typer.Option(
            metavar="PREFIX",
            help="With latex: number and label them; eq makes eq:tau-1, eq:M-1-2.",
            show_default=False,
        ),
    ] = ""
    no_headings: Annotated[
        bool, typer.Option("--no-headings", help="With latex, docx: the equations alone.")
    ] = False
    bare: Annotated[
        bool,
        typer.Option("--bare", help="With latex: no comments, so torsor check needs a robot."),
    ] = False

    def layout(self, format: str) -> PaperLayout | None:
        """The layout asked for; none where nothing is asked."""
        asked = [f.name for f in fields(self) if getattr(self, f.name) != f.default]
        if not asked:
            return None
        from torsor.document import PaperLayout

        for name in asked:
            if name not in ALLOWED.get(format, ()):
                known = " or ".join(f for f, names in ALLOWED.items() if name in names)
                raise TorsorError(f"--{name.replace('_', '-')} needs --format {known}")
        with as_options("width", "columns", "labels"):
            return PaperLayout(
                self.width, self.columns, self.numbered, self.labels, not self.no_headings,
                self.bare,
            )  # fmt: skip


AS_USUAL = PaperOptions()
