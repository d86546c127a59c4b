"""A report into a file, by its suffix: whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from torsor.arguments import validate_call
from torsor.document.blocks import Document, Picture
from torsor.document.escaping import quote_typst
from torsor.document.writers.html import to_html
from torsor.document.writers.latex import safe_name, to_latex
from torsor.document.writers.markdown import to_markdown
from torsor.document.writers.typst import to_typst
from torsor.document.writers.word import find_pandoc, to_docx
from torsor.errors import MissingExtraError, TorsorError, UnknownNameError, shown, suggestion
from torsor.files import check_writable, is_stream, suffix_of, write_file, write_folder

FORMATS = (".pdf", ".typ", ".tex", ".html", ".md", ".docx")
SHARP = 300.0
"""Dots to the inch of a drawing in a Word document."""

MISSING = (
    "a PDF needs the package typst: pip install 'torsor[report]'; "
    ".typ, .tex, .html and .md need nothing"
)


def to_pdf(report: Document) -> bytes:
    """The report as PDF, set by Typst in its own fonts alone."""
    return compiled(to_typst(report))


def compiled(source: str, format: Literal["pdf", "png"] = "pdf") -> bytes:
    """Typst's source as PDF, or one page as PNG."""
    try:
        import typst
    except ImportError:
        raise MissingExtraError(MISSING) from None
    try:
        found: bytes = typst.compile(
            source.encode(), format=format, ignore_system_fonts=True, ppi=SHARP
        )
    except typst.TypstError as error:
        raise TorsorError(f"Typst could not set the report: {error}") from None
    return found


def known_suffix(path: str) -> str:
    """The suffix of a path, if a report can be written so; a pipe without one takes HTML."""
    suffix = suffix_of(path, ".html")
    if suffix not in FORMATS:
        raise UnknownNameError(
            f"{shown(path, 200)}: expected a file that ends in {', '.join(FORMATS)}"
            f"{suggestion(suffix, FORMATS)}"
        )
    return suffix


def ready(path: str) -> None:
    """Refuse a path that no report can be written to, before the work is done."""
    suffix = known_suffix(path)
    check_writable(path)
    if suffix == ".pdf":
        try:
            import typst  # noqa: F401
        except ImportError:
            raise MissingExtraError(MISSING) from None
    if suffix == ".docx":
        find_pandoc()


@validate_call
def save(report: Document, path: str | os.PathLike[str]) -> list[Path]:
    """Write the report, and for LaTeX and Markdown its figures beside it; what was written.

    A device or a pipe gets the document alone.
    """
    path = os.fspath(path)
    ready(path)
    suffix, target = known_suffix(path), Path(path)
    figure = f"{safe_name(target.stem)}-figure"
    beside: dict[str, bytes] = {}
    if suffix == ".pdf":
        content = to_pdf(report)
    elif suffix == ".typ":
        content = to_typst(report).encode()
    elif suffix == ".html":
        content = to_html(report).encode()
    elif suffix == ".docx":
        content = to_docx(report, pictures=tuple(_figures(report, figure, ".png").values()))
    elif suffix == ".tex":
        content = to_latex(report, figure).encode()
        beside = _figures(report, figure, ".pdf")
    else:
        content = to_markdown(report, figure).encode()
        beside = _figures(report, figure, ".svg")
    if is_stream(path):
        write_file(path, content)
        return [target]
    # The document last: it is there when all it needs is.
    return write_folder(target.parent, {**beside, target.name: content})


def _figures(report: Document, name: str, suffix: str) -> dict[str, bytes]:
    pictures = [block for block in report.blocks if isinstance(block, Picture)]
    found: dict[str, bytes] = {}
    for k, picture in enumerate(pictures, 1):
        try:
            data = (
                picture.svg.encode()
                if suffix == ".svg"
                else _drawn(picture, "png" if suffix == ".png" else "pdf")
            )
        except MissingExtraError:
            break  # LaTeX leaves out what is not there
        found[f"{name}-{k}{suffix}"] = data
    return found


def _drawn(picture: Picture, format: Literal["pdf", "png"]) -> bytes:
    page = "#set page(width: auto, height: auto, margin: 2pt, fill: none)\n"
    shown = f'#image(bytes({quote_typst(picture.svg, several=True)}), format: "svg")'
    return compiled(page + shown, format)
