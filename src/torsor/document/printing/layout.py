"""Equations over lines: broken between terms, never wider than the page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from torsor.document.printing.tokens import Piece, Token, Word, between

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Line:
    """Pieces that stand on one line; ``first`` tells that the equation begins here.

    ``sources`` are the places, in what was broken, of the pieces that they are or are a part of.
    """

    pieces: tuple[Piece, ...]
    first: bool
    sources: tuple[int, ...]


class Ruler(Protocol):
    """What tells how wide mathematics is: in columns of a terminal, or in ems of a page."""

    gap: float
    """What stands between two pieces beside their own widths."""

    def width(self, piece: Piece) -> float:
        """The width of a piece that does not begin an equation."""
        ...

    def width_of_words(self, words: Sequence[Word]) -> float:
        """The width of a relation in words."""
        ...


def break_lines(
    pieces: Sequence[Piece],
    ruler: Ruler,
    room: float,
    used: float,
    starts: Collection[int] = (),
) -> list[Line]:
    """Fill lines of ``room``, of which ``used`` is taken on the first; some pieces begin lines."""
    lines: list[Line] = []
    current: list[Piece] = []
    sources: list[int] = []
    filled = used
    for place, piece in enumerate(pieces):
        for part, width in split(piece, ruler, room, 0 if place else used):
            begins = place in starts and place not in sources
            if current and (begins or filled + width >= room):
                lines.append(Line(tuple(current), not lines, tuple(sources)))
                current, sources, filled = [], [], 0
            current.append(part)
            sources.append(place)
            filled += width + ruler.gap
    lines.append(Line(tuple(current), not lines, tuple(sources)))
    return lines


def split(piece: Piece, ruler: Ruler, room: float, used: float = 0) -> list[tuple[Piece, float]]:
    """A piece with its width; one that is wider than a line in parts, between its factors."""
    width = ruler.width(piece)
    ends = [i for i in range(1, len(piece.tokens)) if between(piece.tokens, i)]
    if used + width < room or not ends:
        return [(piece, width)]
    heads = [Piece(piece.sign, (*piece.tokens[:i], Token("times"))) for i in ends]
    widths = [(head, ruler.width(head)) for head in heads]
    fitting = [(head, wide) for head, wide in widths if used + wide < room]
    chosen = fitting[-1] if fitting else widths[0]
    rest = Piece("", piece.tokens[len(chosen[0].tokens) - 1 :])
    return [chosen, *split(rest, ruler, room)]


def group_starts(pieces: Sequence[Piece], ruler: Ruler, long: float) -> frozenset[int]:
    """Where the long sums in brackets begin, and what follows them: lines begin there."""
    found: set[int] = set()
    depth, begin, wide = 0, 0, 0.0
    for place, piece in enumerate(pieces):
        if not depth:
            begin, wide = place, 0.0
        wide += ruler.width(piece)
        depth += sum((t.kind == "open") - (t.kind == "close") for t in piece.tokens)
        if not depth and place > begin and wide > long:
            found |= {begin, place + 1}
    return frozenset(found & set(range(1, len(pieces))))


def break_words(words: Iterable[Word], ruler: Ruler, room: float) -> list[list[Word]]:
    """A relation over lines, broken before a plus, an equals sign or a remark."""
    runs: list[list[Word]] = [[]]
    for word in words:
        if isinstance(word, str) and (word in ("+", "=") or word.startswith("text:")):
            runs.append([])
        runs[-1].append(word)
    lines: list[list[Word]] = [[]]
    for run in runs:
        if lines[-1] and ruler.width_of_words([*lines[-1], *run]) > room:
            lines.append([])
        lines[-1] += run
    return lines


def fill(
    things: Iterable[Thing], width: Callable[[Thing], float], room: float
) -> list[list[Thing]]:
    """Things one after another, on as many lines as they need."""
    lines: list[list[Thing]] = [[]]
    filled = 0.0
    for thing in things:
        wide = width(thing)
        if lines[-1] and filled + wide > room:
            lines.append([])
            filled = 0.0
        lines[-1].append(thing)
        filled += wide
    return lines
