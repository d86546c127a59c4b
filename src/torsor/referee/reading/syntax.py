"""What a text states, whatever language it is written in: LaTeX, MATLAB, Python and C meet here.

A statement is a chain of sides (``a = b = c``) or an assignment, each side a tree of the nodes
below. Symbols are the author's own; what they stand for is found later. Every node knows its place
in the text, so that what differs can be shown where it is printed. Two nodes are equal when they
state the same, wherever they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from torsor.notation.glyph import Glyph
from torsor.referee.reading.latex.places import Place


@dataclass(frozen=True)
class Number:
    """An exact number; ``digits`` is how it is printed where that has a decimal point."""

    value: Fraction
    place: Place = field(compare=False)
    digits: str = field(default="", compare=False)


@dataclass(frozen=True)
class Symbol:
    """An author's symbol: a flat name (``l_{c1}`` is lc1, ``\\theta_2`` theta2) and its dots.

    ``glyph`` is how it is printed, without its dots; ``text`` is the name that code gives it.
    """

    name: str
    place: Place = field(compare=False)
    dots: int = 0
    text: str = field(default="", compare=False)
    glyph: Glyph | None = field(default=None, compare=False)
    primes: int = 0
    """Primes on it, which are dots on a coordinate and part of the name on anything else."""


@dataclass(frozen=True)
class Sum:
    """Terms that are added; a subtracted term is a ``Negative``."""

    terms: tuple[Node, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Negative:
    """A term behind a minus."""

    of: Node
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Product:
    """Factors in their order: those that are matrices do not commute.

    ``elementwise`` tells MATLAB's ``.*`` and NumPy's ``*``, which multiply tables entry by entry;
    between numbers both are the same.
    """

    factors: tuple[Node, ...]
    place: Place = field(compare=False)
    elementwise: bool = False


@dataclass(frozen=True)
class Quotient:
    """One over the other."""

    above: Node
    below: Node
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Power:
    """A base to a power; −1 on a matrix is its inverse."""

    base: Node
    exponent: Node
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Call:
    """A function of arguments, by its plain name: sin, cos, tan, sign, sqrt, diag, dot, det …

    What is no function but a quantity that depends on something, ``M(q)``, is a call as well:
    the evaluation tells them apart.
    """

    function: str
    arguments: tuple[Node, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Table:
    """A printed vector or matrix, row by row; a column has rows of one entry."""

    rows: tuple[tuple[Node, ...], ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Transpose:
    """A transposed matrix."""

    of: Node
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Entry:
    """An entry of a table by its numbers, counted from 1: M(1,2), tau[0] as tau's first."""

    of: Node
    indices: tuple[int, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Derivative:
    """The derivative by a symbol, or by time where ``by`` is none."""

    of: Node
    by: Symbol | None
    place: Place = field(compare=False)


@dataclass(frozen=True)
class SumOver:
    """A sum over a counted index: Σ_{i=low}^{high} of."""

    index: str
    low: int
    high: Node
    of: Node
    place: Place = field(compare=False)


Node = (
    Number | Symbol | Sum | Negative | Product | Quotient | Power | Call | Table | Transpose
    | Entry | Derivative | SumOver
)  # fmt: skip


@dataclass(frozen=True)
class Statement:
    """Sides that are said to be equal, where, and as they are printed.

    An ``assignment`` comes from code: its first side is a symbol or an entry, and holds from there
    on, until it is assigned anew. ``line`` and ``column`` count from 1 in the author's file.
    """

    sides: tuple[Node, ...]
    line: int
    column: int
    text: str
    label: str = ""
    assignment: bool = False
    inline: bool = False
    """Whether it stands within the prose, where definitions do and claims seldom."""
    source: str = field(default="", compare=False, repr=False)
    """The text that its nodes have their places in."""
    where: Callable[[int], tuple[int, int]] | None = field(default=None, compare=False, repr=False)
    """From a position in that text to line and column in the author's file."""

    def place_of(self, place: Place) -> Place:
        """A node's place with its line and column in the author's file."""
        if self.where is None:
            return place
        line, column = self.where(place.start)
        return Place(line, column, place.start, place.end)

    def printed(self, place: Place) -> str:
        """What is printed at a node's place."""
        return " ".join(self.source[place.start : place.end].split()) or self.text


@dataclass(frozen=True)
class Unreadable:
    """A passage that could not be read, with its place and what was not understood."""

    line: int
    column: int
    text: str
    reason: str
    label: str = ""


CHILDREN: dict[type[object], Callable[[Any], tuple[Node, ...]]] = {
    Number: lambda n: (),
    Symbol: lambda n: (),
    Sum: lambda n: n.terms,
    Product: lambda n: n.factors,
    Call: lambda n: n.arguments,
    Negative: lambda n: (n.of,),
    Transpose: lambda n: (n.of,),
    Entry: lambda n: (n.of,),
    Derivative: lambda n: (n.of,) if n.by is None else (n.of, n.by),
    SumOver: lambda n: (n.of, n.high),
    Quotient: lambda n: (n.above, n.below),
    Power: lambda n: (n.base, n.exponent),
    Table: lambda n: tuple(e for row in n.rows for e in row),
}


def children(node: Node) -> tuple[Node, ...]:
    """The nodes right below one."""
    return CHILDREN[type(node)](node)


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, the outer first, without recursion."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        below = CHILDREN[type(here)](here)
        if below:
            waiting.extend(reversed(below))
