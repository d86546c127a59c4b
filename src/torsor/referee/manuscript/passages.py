"""Any author's file as passages of mathematics: LaTeX, Markdown or reStructuredText.

One that cannot be read, for a display is never closed or a macro calls itself, is listed with its
place, and the rest of the text is read.
"""

from __future__ import annotations

from pathlib import Path

from torsor.errors import TextError, shown
from torsor.referee.manuscript.collecting import Collector
from torsor.referee.manuscript.markdown import read_markdown
from torsor.referee.manuscript.passage import CodeBlock, Passage
from torsor.referee.manuscript.restructured import read_restructured
from torsor.referee.manuscript.tex import read_tex
from torsor.referee.manuscript.traced import Source
from torsor.referee.reading.syntax import Unreadable

LENGTH = 4_000_000
"""Texts of more characters than this are refused."""

TEX = (".tex", ".ltx", ".latex")
MARKDOWN = (".md", ".markdown", ".mkd", ".qmd", ".rmd", ".txt")
RESTRUCTURED = (".rst", ".rest")


def read_passages(
    text: str, suffix: str, folder: Path | None = None
) -> tuple[list[Passage], list[Unreadable], list[CodeBlock]]:
    """The mathematics of a text in its order, what could not be read, and its blocks of code.

    ``folder`` is where files that a .tex file includes may be read from, and nowhere else.
    """
    if len(text) > LENGTH:
        raise TextError(f"a text of {len(text)} characters is refused (at most {LENGTH})")
    source = Source("", text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff"))
    found = Collector()
    kind = suffix.lower()
    if kind in TEX:
        read_tex(source, folder, found)
    elif kind in RESTRUCTURED:
        read_restructured(source, found)
    elif kind in MARKDOWN:
        read_markdown(source, found)
    else:
        known = ", ".join((*TEX, *MARKDOWN, *RESTRUCTURED))
        raise TextError(f"a text of the kind {shown(suffix)} is not read; expected one of {known}")
    found.finish()
    return found.passages, found.unreadable, found.code


__all__ = ["CodeBlock", "Passage", "read_passages"]
