"""Text that knows where in the author's files each of its characters comes from.

Macros and included files move text about; what is said of it has to name the place that the author
knows. A traced text is a string and a few runs: from a position on it is copied from a place in a
file, or stands there because a macro was called at that place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

WORD_END = re.compile(r"\\[A-Za-z@]+\Z")
LONGEST_WORD = 64


@dataclass(frozen=True, eq=False)
class Source:
    """One of the author's files: its name and its text."""

    name: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def line_at(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


Run = tuple[int, Source, int, bool]
"""A position in the text, a file and a position there, and whether what follows is a copy."""


@dataclass(frozen=True, eq=False)
class Traced:
    """A text and where it comes from."""

    text: str
    runs: tuple[Run, ...]

    def origin(self, position: int) -> tuple[Source, int]:
        """The file and the place in it that a character comes from."""
        at, source, offset, copied = self.runs[max(self._run(position), 0)]
        return source, offset + position - at if copied else offset

    def cut(self, start: int, end: int) -> Traced:
        """A part of the text."""
        if start <= 0 and end >= len(self.text):
            return self
        first = max(self._run(start), 0)
        runs: list[Run] = []
        for number in range(first, len(self.runs)):
            at, source, offset, copied = self.runs[number]
            if at >= end and runs:
                break
            ahead = max(start - at, 0)
            runs.append((max(at - start, 0), source, offset + ahead if copied else offset, copied))
        return Traced(self.text[start:end], tuple(runs))

    def _run(self, position: int) -> int:
        return bisect_right(self.runs, position, key=itemgetter(0)) - 1


def trace(source: Source, start: int, text: str) -> Traced:
    """A copy of what stands in a file from a position on; blanks may stand for comments."""
    return Traced(text, ((0, source, start, True),))


def place_at(text: str, whole: Traced, position: int) -> Traced:
    """Some text that stands where a macro is called."""
    source, offset = whole.origin(position)
    return Traced(text, ((0, source, offset, False),))


def join(pieces: Iterable[Traced]) -> Traced:
    """Texts in a row; a command and a letter after it are kept apart by a space."""
    texts: list[str] = []
    runs: list[Run] = []
    length = 0
    word = False
    for piece in pieces:
        if not piece.text:
            continue
        if word and piece.text[0].isalpha():
            texts.append(" ")
            length += 1
        for at, source, offset, copied in piece.runs:
            runs.append((at + length, source, offset, copied))
        texts.append(piece.text)
        length += len(piece.text)
        word = ends_in_word(piece.text)
    return Traced("".join(texts), tuple(runs))


def ends_in_word(text: str) -> bool:
    """Whether a letter that follows would become part of a command's name."""
    return bool(WORD_END.search(text[-LONGEST_WORD:]))
