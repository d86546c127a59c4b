"""What a report is made of, free of any typesetting language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from torsor.arguments import validate_call
from torsor.equations.printing.layout import Line
from torsor.equations.printing.tokens import Piece
from torsor.equations.relations import Word
from torsor.notation.glyph import Glyph

Pieces = tuple[Piece, ...]


@dataclass(frozen=True)
class Code:
    """A command or a name, as it is typed."""

    text: str


@dataclass(frozen=True)
class Maths:
    """A small expression within a sentence."""

    pieces: Pieces


@dataclass(frozen=True)
class Symbol:
    """A symbol within a sentence; a tuple of words is a small relation."""

    words: tuple[Word, ...]


Run = str | Code | Maths | Symbol
Text = tuple[Run, ...]
"""A sentence: plain text, and what stands in it that is not."""


@dataclass(frozen=True)
class Heading:
    """A heading; an appendix is counted by letters."""

    title: str
    level: int = 1
    appendix: bool = False


@dataclass(frozen=True)
class Paragraph:
    """Sentences; one that leads in stays with what follows."""

    text: Text
    leads: bool = False


@dataclass(frozen=True)
class Items:
    """A list, each item a sentence."""

    items: tuple[Text, ...]


@dataclass(frozen=True)
class Part:
    """One equality: lines of a sum, the entries of a matrix, or lines of words."""

    left: tuple[Word, ...]
    lines: tuple[Line, ...] = ()
    entries: tuple[tuple[Pieces, ...], ...] = ()
    words: tuple[tuple[Word, ...], ...] = ()
    transposed: bool = False
    """A column, printed as a row with a T."""


@dataclass(frozen=True)
class Display:
    """A numbered line of mathematics: one equality or several side by side."""

    number: int
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Table:
    """A table with its caption; ``widths`` are shares of the page's width."""

    caption: str
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    widths: tuple[float, ...]
    numeric: frozenset[int] = frozenset()
    """The columns of numbers, set to the right."""


@dataclass(frozen=True)
class Picture:
    """A drawing as SVG text, with its caption and its share of the page's width."""

    svg: str
    caption: str
    width: float = 0.8
    height: int = 105
    """Millimetres that it may be high at most."""


Block = Heading | Paragraph | Items | Display | Table | Picture


@dataclass(frozen=True)
class Report:
    """The whole document."""

    title: str
    subtitle: str
    author: str
    summary: Text
    blocks: tuple[Block, ...]
    explained: frozenset[Glyph] = field(default=frozenset(), repr=False)
    """Every symbol that the table of symbols explains."""
    product: str = ""
    ascii: bool = False
    """How the notation sets products and names."""

    def __repr__(self) -> str:
        return f"<Report {self.title}: {len(self.blocks)} blocks>"

    def _repr_html_(self) -> str:
        from torsor.reporting.writers.html import to_html

        return to_html(self)

    @validate_call
    def save(self, path: str | os.PathLike[str]) -> list[Path]:
        """Write it, by the suffix .pdf, .typ, .tex, .html or .md; what was written."""
        from torsor.reporting.report_files import save

        return save(self, path)


def glyphs(report: Report) -> Iterator[Glyph]:
    """Every symbol that the report's equations show."""
    for block in report.blocks:
        if isinstance(block, Display):
            for part in block.parts:
                yield from glyphs_of(part)


def glyphs_of(part: Part) -> Iterator[Glyph]:
    """Every symbol of one equality."""
    for words in (part.left, *part.words):
        yield from (word for word in words if isinstance(word, Glyph))
    runs = [line.pieces for line in part.lines] + [e for row in part.entries for e in row]
    for pieces in runs:
        for piece in pieces:
            for token in piece.tokens:
                if token.glyph is not None:
                    yield token.glyph
                yield from (glyph for _, glyph in token.inner)
