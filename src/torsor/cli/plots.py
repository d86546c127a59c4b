"""``--plots DIR``: the plots of a result, a file for each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from torsor.errors import TorsorError, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torsor.drawing.drawing import Drawing
    from torsor.drawing.plots.plot import Plot

FORMATS = ("svg", "png", "pdf")

PlotsOption = Annotated[
    str,
    typer.Option(
        "--plots", metavar="DIR", help="Write plots into a directory.", show_default=False
    ),
]
PlotFormatOption = Annotated[str, typer.Option("--plot-format", help="svg, png or pdf.")]


def check_plots(folder: str, format: str) -> None:
    """Refuse plots that could not be written before the work begins."""
    import os

    from torsor.drawing.plots.plot import import_matplotlib

    if format not in FORMATS:
        raise TorsorError(f"--plot-format {shown(format)}: expected {', '.join(FORMATS)}")
    if not folder:
        return
    import_matplotlib()
    target = Path(folder)
    place = target if target.exists() else target.absolute().parent
    if not place.is_dir():
        raise TorsorError(
            f"--plots {shown(folder, 200)}: {shown(str(place), 200)} is not a directory"
        )
    if not os.access(place, os.W_OK | os.X_OK):
        raise TorsorError(f"--plots {shown(folder, 200)} cannot be written: Permission denied")


def write_plots(folder: str, format: str, plots: Mapping[str, Plot | Drawing]) -> None:
    """Every plot as a file of its name: all of them or none."""
    from torsor.files import write_folder

    made = {f"{name}.{format}": plot.content(f".{format}") for name, plot in plots.items()}
    write_folder(Path(folder), made)
    print(f"wrote {', '.join(made)} in {folder}", file=sys.stderr)
