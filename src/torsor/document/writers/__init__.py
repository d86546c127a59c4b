"""One writer for each format."""

from __future__ import annotations

from collections.abc import Callable

from torsor.document.blocks import Document
from torsor.document.writers.html import to_html
from torsor.document.writers.latex import to_latex
from torsor.document.writers.markdown import to_markdown
from torsor.document.writers.text import to_text
from torsor.document.writers.typst import to_typst
from torsor.document.writers.word import to_docx
from torsor.errors import ArgumentValueError, UnknownNameError, shown, suggestion

FORMATS: dict[str, Callable[..., str]] = {
    "text": to_text,
    "latex": to_latex,
    "markdown": to_markdown,
    "html": to_html,
    "typst": to_typst,
}


FILES: dict[str, Callable[..., bytes]] = {"docx": to_docx}
"""Formats that are no text."""


def known_format(format: str, *others: str) -> None:
    """Refuse what is no format; ``others`` are what the caller writes by itself."""
    known = (*FORMATS, *FILES, *others)
    if format not in known:
        raise UnknownNameError(
            f"no format {shown(format)}; expected {', '.join(known)}{suggestion(format, known)}"
        )


def write(document: Document, format: str = "text", **options: object) -> str:
    """A document in one of the formats that are text."""
    if format not in FORMATS:
        known_format(format)
        raise ArgumentValueError(f"{format} is no text; expected write_bytes for it")
    return FORMATS[format](document, **options)


def write_bytes(document: Document, format: str, **options: object) -> bytes:
    """A document in any format, as a file has it."""
    if format in FILES:
        return FILES[format](document, **options)
    return write(document, format, **options).encode()
