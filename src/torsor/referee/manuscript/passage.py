"""What is found in an author's file: passages of mathematics and blocks of code."""

from __future__ import annotations

from dataclasses import dataclass

from torsor.referee.manuscript.traced import Traced
from torsor.referee.reading.syntax import Unreadable

EXCERPT = 200
"""Of what cannot be read no more than so many characters are shown."""


@dataclass(frozen=True, eq=False)
class Passage:
    """An equation or some other mathematics, its macros expanded, and where it stands.

    ``label`` is its tag or label if it has one; ``inline`` tells that it stands within the prose.
    """

    text: Traced
    label: str = ""
    inline: bool = False

    @property
    def latex(self) -> str:
        """The mathematics, as ``parse_latex`` reads it."""
        return self.text.text

    @property
    def file(self) -> str:
        """The name of the file in which it begins; the author's own file has none."""
        return self.text.origin(0)[0].name

    def line_at(self, position: int) -> tuple[int, int]:
        """Line and column in the author's file of a position in ``latex``."""
        source, offset = self.text.origin(position)
        return source.line_at(offset)


@dataclass(frozen=True)
class CodeBlock:
    """Code printed in a text: its language as the text names it, and the line it begins on."""

    language: str
    text: str
    line: int


def refuse(
    text: Traced, position: int, reason: str, label: str = "", shown: str = ""
) -> Unreadable:
    """Something that cannot be read, with its place in the author's file.

    What is ``shown`` of it is the line from its place on, unless it is given.
    """
    source, offset = text.origin(position)
    line, column = source.line_at(offset)
    said = f"{source.name}: {reason}" if source.name else reason
    if not shown:
        end = text.text.find("\n", position)
        shown = text.text[position : end if end >= 0 else None]
    return Unreadable(line, column, shown.strip()[:EXCERPT], said, label)
