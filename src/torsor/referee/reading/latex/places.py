"""Where something stands in a printed text, and the error that says so."""

from __future__ import annotations

from dataclasses import dataclass

from torsor.errors import TextError


@dataclass(frozen=True)
class Place:
    """Where something stands in the text."""

    line: int
    column: int
    start: int
    end: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"

    def to(self, last: Place) -> Place:
        """From the start of this place to the end of another."""
        return Place(self.line, self.column, self.start, last.end)


class UnreadError(TextError):
    """Something printed that cannot be read, so that the equation is not judged."""

    def __init__(self, text: str, place: Place | None = None) -> None:
        super().__init__(f"{place}: {text}" if place else text)
        self.said = text
        """What is wrong, without the place."""
        self.place = place
