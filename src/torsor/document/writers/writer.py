"""What every format's writer does alike: blocks told apart, sentences put together from runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import groupby

from torsor.document.blocks import (
    Block,
    Code,
    Display,
    Document,
    Emphasis,
    Heading,
    Items,
    Judged,
    Link,
    Marked,
    Maths,
    Paragraph,
    Part,
    Picture,
    Source,
    Strong,
    Table,
    Text,
    Typesetting,
)
from torsor.document.printing.layout import Ruler, break_lines, break_words, fill
from torsor.document.printing.printer import Printer
from torsor.document.printing.tokens import Pieces, Word
from torsor.document.printing.width import EQUALS, PageRuler
from torsor.document.sheets.rows import print_sheet
from torsor.document.sheets.sheet import Sheet
from torsor.notation.glyph import Glyph

ROOM = 42.0
"""Ems of a line of an A4 page, an equation's number and a little air left out."""


def pair_terms(terms: Sequence[Judged]) -> list[tuple[Judged, ...]]:
    """The terms one by one, a wrong one with its correction: no line breaks between them."""
    found: list[tuple[Judged, ...]] = []
    for term in terms:
        last = found[-1][-1] if found else None
        corrects = isinstance(term, Marked) and term.mark == "right" and term.hint != "missing"
        if corrects and isinstance(last, Marked) and last.mark == "wrong":
            found[-1] = (*found[-1], term)
        else:
            found.append((term,))
    return found


class BlockWriter(ABC):
    """Blocks into one format; ``space`` stands between the pieces of a formula."""

    printer: Printer
    ruler: Ruler
    """In ems of the page, or in columns of the terminal."""
    space = " "

    def __init__(self, document: Document, room: float = ROOM) -> None:
        self.document = document
        self.room = room
        self.set_type(document.typesetting)

    def set_type(self, typesetting: Typesetting) -> None:
        """Set mathematics so from here on."""
        self.printer = self.make_printer(typesetting)
        self.ruler = PageRuler(typesetting.product, typesetting.ascii)

    @abstractmethod
    def make_printer(self, typesetting: Typesetting) -> Printer:
        """The format's mathematics."""

    @property
    def facts(self) -> list[str]:
        """The lines below the title, where there are any."""
        facts = self.document.facts
        return [self.items(Items(facts, bullets=False))] if facts else []

    # blocks -------------------------------------------------------------------------------------

    def body(self, blocks: Iterable[Block]) -> list[str]:
        """All blocks; equations without numbers that follow one another are set together."""
        found: list[str] = []
        for display, group in groupby(blocks, lambda block: isinstance(block, Display)):
            if not display:
                found += [text for block in group if (text := self.block(block))]
                continue
            equations = [e for e in group if isinstance(e, Display)]
            for numbered, several in groupby(equations, lambda e: e.number > 0):
                if numbered:
                    found += map(self.display, several)
                else:
                    found += self.displays([e for d in several for e in self.settle(d)])
        return found

    def block(self, block: Block) -> str:
        """One block."""
        if isinstance(block, Typesetting):
            self.set_type(block)
            return ""
        if isinstance(block, Heading):
            return self.heading(block)
        if isinstance(block, Paragraph):
            return self.paragraph(block)
        if isinstance(block, Items):
            return self.items(block)
        if isinstance(block, Table):
            return self.table(block)
        if isinstance(block, Sheet):
            return self.sheet(block)
        if isinstance(block, Picture):
            return self.picture(block)
        return self.display(block)

    @abstractmethod
    def heading(self, heading: Heading) -> str:
        """A section's title."""

    @abstractmethod
    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""

    @abstractmethod
    def items(self, items: Items) -> str:
        """A list."""

    @abstractmethod
    def table(self, table: Table) -> str:
        """A table with its caption."""

    def sheet(self, sheet: Sheet) -> str:
        """A sheet: its first rows as a table, and what is said of the others."""
        return "\n\n".join(self.body(print_sheet(sheet)))

    @abstractmethod
    def picture(self, picture: Picture) -> str:
        """A drawing with its caption."""

    @abstractmethod
    def display(self, display: Display) -> str:
        """An equation."""

    def displays(self, displays: Sequence[Display]) -> list[str]:
        """Equations without numbers, one after another."""
        return [self.display(display) for display in displays]

    # equations ----------------------------------------------------------------------------------

    def settle(self, display: Display) -> list[Display]:
        """The equation, or those of a vector's components where it is too wide."""
        part = display.parts[0]
        return [display] if not part.axes or self.fits(part) else display.components()

    def fits(self, part: Part) -> bool:
        """Whether a column fits on the page."""
        widest = max(sum(map(self.ruler.width, e)) for row in part.entries for e in row)
        return self.ruler.width_of_words(part.left) + EQUALS + 2 + widest <= self.room

    def lines(self, part: Part, head: float | None = None) -> list[str]:
        """The right-hand side line by line, if the left takes ``head``; later ones indented."""
        room = (
            self.room
            - (self.ruler.width_of_words(part.left) if head is None else head)
            - EQUALS
            - 1
        )
        if part.pieces:
            broken = break_lines(part.pieces, self.ruler, room, -1, part.starts)
            return [self.printer.sum(line.pieces, line.first) for line in broken]
        if part.entries:
            return [self.matrix(part)]
        if part.terms:
            return [
                self.terms([term for pair in pairs for term in pair])
                for pairs in fill(pair_terms(part.terms), self.width_of_all, room)
            ]
        return [self.words(words) for words in break_words(part.words, self.ruler, room)]

    def width_of(self, term: Judged) -> float:
        """About how wide a judged term is, its brackets counted."""
        run = term.run if isinstance(term, Marked) else term
        if isinstance(run, Maths):
            inside = sum(map(self.ruler.width, run.pieces))
        else:
            inside = 0.5 * len(run if isinstance(run, str) else run.text)
        return inside + (1.0 if isinstance(term, Marked) else 0.5)

    def width_of_all(self, terms: Sequence[Judged]) -> float:
        """The same of terms that stay together."""
        return sum(map(self.width_of, terms))

    def terms(self, terms: Sequence[Judged]) -> str:
        """Judged terms on one line."""
        return self.space.join(map(self.term, terms))

    def term(self, term: Judged) -> str:
        """A judged term, or the label before them."""
        if isinstance(term, Marked):
            return self.marked(term)
        return self.maths(term) if isinstance(term, Maths) else self.aside(term.text)

    @abstractmethod
    def marked(self, term: Marked) -> str:
        """A term that is wrong, or right and beside it, within a formula."""

    @abstractmethod
    def matrix(self, part: Part) -> str:
        """The entries of a matrix."""

    # sentences ----------------------------------------------------------------------------------

    def text(self, text: Text) -> str:
        """A sentence."""
        found = []
        for run in text:
            if isinstance(run, str):
                found.append(self.plain(run))
            elif isinstance(run, Code):
                found.append(self.code(run.text))
            elif isinstance(run, Strong):
                found.append(self.strong(self.plain(run.text)))
            elif isinstance(run, Emphasis):
                found.append(self.emphasis(self.plain(run.text)))
            elif isinstance(run, Link):
                found.append(self.link(run))
            elif isinstance(run, Maths):
                found.append(self.inline(self.maths(run)))
            elif isinstance(run, Source):
                found.append(self.source(run))
            elif isinstance(run, Marked):
                found.append(self.inline(self.marked(run)))
            else:
                found.append(self.inline(self.words(run.words)))
        return "".join(found)

    @abstractmethod
    def plain(self, text: str) -> str:
        """Plain text made safe, its spaces at the ends kept."""

    @abstractmethod
    def code(self, text: str) -> str:
        """A command or a name as it is typed."""

    @abstractmethod
    def strong(self, text: str) -> str:
        """A label."""

    @abstractmethod
    def emphasis(self, text: str) -> str:
        """Words in another voice."""

    def link(self, link: Link) -> str:
        """Words that lead elsewhere: the words alone, where nothing can be followed."""
        return self.plain(link.text)

    def source(self, source: Source) -> str:
        """A formula of somebody else's: what was read of it."""
        return self.inline(self.sum(source.read))

    def inline(self, formula: str) -> str:
        """A formula within a sentence."""
        return f"${formula}$"

    def maths(self, maths: Maths) -> str:
        """A small expression."""
        return self.printer.sum(maths.pieces, maths.first)

    def sum(self, pieces: Pieces) -> str:
        """A sum on one line."""
        return self.printer.sum(pieces)

    def words(self, words: Sequence[Word]) -> str:
        """A relation in symbols and signs."""
        found: list[str] = []
        for word in words:
            if isinstance(word, Glyph):
                found.append(self.printer.glyph(word))
            elif word == "^T":
                found[-1] = self.transposed(found[-1])
            elif word.startswith("text:"):
                found.append(self.aside(word[5:]))
            else:
                found.append(self.sign(word))
        return self.space.join(found)

    @abstractmethod
    def transposed(self, formula: str) -> str:
        """The formula with a T above."""

    @abstractmethod
    def aside(self, text: str) -> str:
        """Words within a formula."""

    @abstractmethod
    def sign(self, word: str) -> str:
        """An operator, a bracket or a number."""
