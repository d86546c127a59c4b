"""What every format's writer does alike: blocks told apart, sentences put together from runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from torsor.equations.printing.layout import Line
from torsor.equations.printing.printer import Printer
from torsor.equations.relations import Word
from torsor.notation.glyph import Glyph
from torsor.reporting.blocks import (
    Block,
    Code,
    Display,
    Heading,
    Items,
    Maths,
    Paragraph,
    Picture,
    Pieces,
    Table,
    Text,
)


class BlockWriter(ABC):
    """Blocks into one format; ``space`` stands between the pieces of a formula."""

    printer: Printer
    space = " "

    def block(self, block: Block) -> str:
        """One block."""
        if isinstance(block, Heading):
            return self.heading(block)
        if isinstance(block, Paragraph):
            return self.paragraph(block)
        if isinstance(block, Items):
            return self.items(block)
        if isinstance(block, Table):
            return self.table(block)
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

    @abstractmethod
    def picture(self, picture: Picture) -> str:
        """A drawing with its caption."""

    @abstractmethod
    def display(self, display: Display) -> str:
        """A numbered equation."""

    def text(self, text: Text) -> str:
        """A sentence."""
        found = []
        for run in text:
            if isinstance(run, str):
                found.append(self.plain(run))
            elif isinstance(run, Code):
                found.append(self.code(run.text))
            elif isinstance(run, Maths):
                found.append(self.inline(self.sum(run.pieces)))
            else:
                found.append(self.inline(self.words(run.words)))
        return "".join(found)

    @abstractmethod
    def plain(self, text: str) -> str:
        """Plain text made safe, its spaces at the ends kept."""

    @abstractmethod
    def code(self, text: str) -> str:
        """A command or a name as it is typed."""

    def inline(self, formula: str) -> str:
        """A formula within a sentence."""
        return f"${formula}$"

    def sum(self, pieces: Pieces) -> str:
        """A sum on one line."""
        return self.space.join(self.printer.piece(p, i == 0) for i, p in enumerate(pieces))

    def line(self, line: Line) -> str:
        """One line of a sum that is broken over several."""
        pieces = enumerate(line.pieces)
        return self.space.join(self.printer.piece(p, line.first and i == 0) for i, p in pieces)

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
