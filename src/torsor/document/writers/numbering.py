"""The numbers of headings, tables and figures, for formats that do not count by themselves."""

from __future__ import annotations

from torsor.document.blocks import Heading


class Numbering:
    """Counts as the document goes on."""

    def __init__(self, numbered: bool = True) -> None:
        self.numbered = numbered
        self.counts = [0, 0]
        self.letters = False
        self.tables = 0
        self.pictures = 0

    def heading(self, heading: Heading) -> str:
        """``3 ``, ``3.1 `` or, in an appendix, ``A ``; third-level headings have none."""
        if not self.numbered:
            return ""
        if heading.appendix and not self.letters:
            self.letters, self.counts = True, [0, 0]
        if heading.level == 1:
            self.counts = [self.counts[0] + 1, 0]
        elif heading.level == 2:
            self.counts[1] += 1
        else:
            return ""
        first = chr(ord("A") + self.counts[0] - 1) if self.letters else str(self.counts[0])
        return f"{first} " if heading.level == 1 else f"{first}.{self.counts[1]} "

    def table(self) -> int:
        """The next table's number."""
        self.tables += 1
        return self.tables

    def picture(self) -> int:
        """The next figure's number."""
        self.pictures += 1
        return self.pictures
