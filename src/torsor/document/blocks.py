"""What a document is made of, free of any typesetting language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from torsor.document.printing.tokens import Pieces, Word
from torsor.document.sheets.sheet import Sheet
from torsor.notation.glyph import Glyph, component_of


@dataclass(frozen=True)
class Code:
    """A command or a name, as it is typed."""

    text: str


@dataclass(frozen=True)
class Strong:
    """A label: bold where there is bold."""

    text: str


@dataclass(frozen=True)
class Emphasis:
    """Words said in another voice."""

    text: str


@dataclass(frozen=True)
class Link:
    """Words that lead to a heading of the same document, where a page can lead anywhere."""

    text: str
    anchor: str


@dataclass(frozen=True)
class Maths:
    """A small expression within a sentence; ``first`` tells that no plus begins it."""

    pieces: Pieces
    first: bool = True


@dataclass(frozen=True)
class Source:
    """A formula as its author typed it in LaTeX, and what was read of it.

    A terminal and Markdown show the source; where it could do harm, what was read is set anew.
    """

    latex: str
    read: Pieces


@dataclass(frozen=True)
class Symbol:
    """A symbol within a sentence; a tuple of words is a small relation."""

    words: tuple[Word, ...]


@dataclass(frozen=True)
class Marked:
    """A formula's term that is ``wrong`` as printed, or that is ``right`` and stands corrected.

    Where both stand side by side they are ``printed`` and ``derived``: coloured, nothing added.
    """

    run: Maths | str
    mark: str
    hint: str = ""


Judged = Maths | Marked | Strong
"""A term of an equation that is judged, or the label before them."""

Run = str | Code | Strong | Emphasis | Link | Maths | Source | Symbol | Marked
Text = tuple[Run, ...]
"""A sentence: plain text, and what stands in it that is not."""


@dataclass(frozen=True)
class Heading:
    """A heading; an appendix is counted by letters."""

    title: str
    level: int = 1
    appendix: bool = False
    anchor: str = ""
    """The name by which links of a page lead here."""


@dataclass(frozen=True)
class Paragraph:
    """Sentences; one that leads in stays with what follows."""

    text: Text
    leads: bool = False


@dataclass(frozen=True)
class Items:
    """A list, each item a sentence; without bullets, lines one below another."""

    items: tuple[Text, ...]
    bullets: bool = True


@dataclass(frozen=True)
class Part:
    """One equality: a sum, the entries of a matrix, words, or terms that are judged."""

    left: tuple[Word, ...]
    pieces: Pieces = ()
    entries: tuple[tuple[Pieces, ...], ...] = ()
    words: tuple[Word, ...] = ()
    terms: tuple[Judged, ...] = ()
    transposed: bool = False
    """A column, printed as a row with a T."""
    axes: str = ""
    """A vector's axes: where it is too wide for the page it is given by its components."""
    starts: frozenset[int] = frozenset()
    """The pieces of a long sum with which a line begins, as a group of its terms does."""


@dataclass(frozen=True)
class Display:
    """A line of mathematics: one equality or several side by side; maybe with a number.

    ``target`` is its name in a paper file, by which LaTeX that Torsor wrote is read back.
    """

    number: int
    parts: tuple[Part, ...]
    target: str = ""

    def components(self) -> list[Display]:
        """A vector's components, an equation each."""
        (part,) = self.parts
        (left,) = part.left
        assert isinstance(left, Glyph)
        return [
            Display(
                0,
                (Part((component_of(left, x),), pieces),),
                f"{self.target}.{x}" if self.target else "",
            )
            for x, (pieces,) in zip(part.axes, part.entries, strict=True)
        ]


@dataclass(frozen=True)
class Table:
    """A table, maybe with a caption; ``widths`` are shares of the page's width."""

    caption: str
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    widths: tuple[float, ...]
    numeric: frozenset[int] = frozenset()
    """The columns of numbers, set to the right."""
    stacked: bool = False
    """Cells are formulas: in text each stands on a line of its own, below the first."""
    dense: bool = False
    """Many columns of numbers, set small."""


@dataclass(frozen=True)
class Picture:
    """A drawing as SVG text, with its caption and its share of the page's width."""

    svg: str
    caption: str
    width: float = 0.8
    height: int = 105
    """Millimetres that it may be high at most."""


@dataclass(frozen=True)
class Typesetting:
    """How a notation sets products and names; as a block, it holds from here on."""

    product: str = ""
    ascii: bool = False


Block = Heading | Paragraph | Items | Display | Table | Sheet | Picture | Typesetting


@dataclass(frozen=True)
class Document:
    """A whole document; ``numbered`` headings are those of a report."""

    title: str
    """What stands above all."""
    blocks: tuple[Block, ...]
    """Headings, paragraphs, equations, tables, figures, lists."""
    subtitle: str = ""
    """What stands below the title."""
    author: str = ""
    """Who hands it on."""
    summary: Text = ()
    """What the reader holds, in a few sentences."""
    facts: tuple[Text, ...] = ()
    """Lines below the title that say what the document is of."""
    typesetting: Typesetting = Typesetting()
    """How its notation sets products and names."""
    numbered: bool = False
    """Whether headings and equations bear numbers."""
    comments: tuple[str, ...] = ()
    """Lines by which LaTeX that Torsor wrote is known again."""
    explained: frozenset[Glyph] = frozenset()
    """Every symbol that the document's table of symbols explains."""


def labelled(label: str, text: str) -> Text:
    """A line that says what it speaks of."""
    return (Strong(f"{label}:"), f" {text}")


def plain_words(text: Text) -> str:
    """The words of a sentence, its mathematics left out."""
    named = (Code, Strong, Emphasis, Link)
    return "".join(
        r if isinstance(r, str) else r.text if isinstance(r, named) else "" for r in text
    )


def glyphs(document: Document) -> Iterator[Glyph]:
    """Every symbol that the document's equations show."""
    for block in document.blocks:
        if isinstance(block, Display):
            for part in block.parts:
                yield from glyphs_of(part)


def glyphs_of(part: Part) -> Iterator[Glyph]:
    """Every symbol of one equality."""
    yield from (word for word in (*part.left, *part.words) if isinstance(word, Glyph))
    for pieces in (part.pieces, *(e for row in part.entries for e in row)):
        for piece in pieces:
            for token in piece.tokens:
                if token.glyph is not None:
                    yield token.glyph
                yield from (glyph for _, glyph in token.inner)
