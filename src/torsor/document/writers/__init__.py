"""One writer for each format."""

from __future__ import annotations

from collections.abc import Callable

from torsor.document.blocks import Document
from torsor.document.writers.html import to_html
from torsor.document.writers.latex import to_latex
from torsor.document.writers.markdown import to_markdown
from torsor.document.writers.text import to_text
from torsor.document.writers.typst import to_typst
from torsor.errors import UnknownNameError, shown, suggestion

FORMATS: dict[str, Callable[..., str]] = {
    "text": to_text,
    "latex": to_latex,
    "markdown": to_markdown,
    "html": to_html,
    "typst": to_typst,
}


def known_format(format: str, *others: str) -> Callable[..., str]:
    """The writer of a format; ``others`` are what the caller writes by itself."""
    if format not in FORMATS:
        known = (*FORMATS, *others)
        raise UnknownNameError(
            f"no format {shown(format)}; expected {', '.join(known)}{suggestion(format, known)}"
        )
    return FORMATS[format]


def write(document: Document, format: str = "text", **options: object) -> str:
    """A document in one of the formats."""
    return known_format(format)(document, **options)
