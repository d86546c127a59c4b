"""The printed terms of an author's expression, multiplied out, each with the place it comes from.

A sum is opened down to its terms, a product of sums to the products of their terms, and a name
that the text defines to the terms of its definition, so that what differs is shown where it is
printed. Tables are opened entry by entry, products of tables too. What would be too many pieces
stays whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from torsor.algebra.expression import Expression
from torsor.errors import TorsorError
from torsor.referee.claims.definitions import Definition
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.claims.grids import Grid, Value
from torsor.referee.reading.latex.places import Place
from torsor.referee.reading.syntax import (
    Call,
    Entry,
    Negative,
    Node,
    Product,
    Quotient,
    Sum,
    Symbol,
    Table,
    Transpose,
)

MOST = 3000
DEEPEST = 16
FACTORS = 60
"""Products of more factors than this are not opened."""
WHOLE = (0, 0)
"""The only entry of a number."""

Index = tuple[int, int]


@dataclass(frozen=True)
class Piece:
    """A printed term: its value over the author's ring, its statement and its place there.

    ``trail`` are the nodes that it came through by names, from the inner to the outer: definitions
    as a whole, and the terms in which the names are used, each with its statement.
    """

    value: Expression
    statement: int
    place: Place
    trail: tuple[tuple[int, Place], ...] = ()


class TooManyError(TorsorError):
    """More pieces than are worth showing apart."""


class Opener:
    """Opens the expressions of one text."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def pieces(self, node: Node, at: int, entry: Index = WHOLE) -> list[Piece]:
        """The pieces of an expression, or of one entry of a table; they add up to its value."""
        value = _entry(self.evaluator.value(node, at), entry)
        whole = [Piece(value, at, node.place)]
        try:
            found = self._open(node, at, entry, 0)
        except TorsorError:
            return whole
        total = value.ring.number(0)
        for piece in found:
            total = total + piece.value
        return found if total == value else whole

    def _open(self, node: Node, at: int, entry: Index, depth: int) -> list[Piece]:
        if depth > DEEPEST:
            return [self._closed(node, at, entry)]
        match node:
            case Sum():
                return [p for t in node.terms for p in self._open(t, at, entry, depth + 1)]
            case Negative():
                inner = self._open(node.of, at, entry, depth + 1)
                return [replace(p, value=-p.value) for p in inner]
            case Product() if not node.elementwise:
                return self._product(node, at, entry, depth)
            case Quotient():
                below = self.evaluator.scalar(node.below, at).constant()
                if not below:
                    return [self._closed(node, at, entry)]
                inner = self._open(node.above, at, entry, depth + 1)
                return [replace(p, value=p.value / below) for p in inner]
            case Transpose():
                return self._open(node.of, at, entry[::-1], depth + 1)
            case Table():
                i, j = entry
                if len(node.rows) == 1 and i:  # a row printed for a column
                    i, j = j, i
                return self._open(node.rows[i][j], at, WHOLE, depth + 1)
            case Symbol() | Entry() | Call():
                return self._name(node, at, entry, depth)
            case _:
                return [self._closed(node, at, entry)]

    def _closed(self, node: Node, at: int, entry: Index) -> Piece:
        return Piece(_entry(self.evaluator.value(node, at), entry), at, node.place)

    # products --------------------------------------------------------------------------------

    def _product(self, node: Product, at: int, entry: Index, depth: int) -> list[Piece]:
        """A product of sums as the sum of products; a lone term has the place of the product."""
        if len(node.factors) > FACTORS:
            return [self._closed(node, at, entry)]
        values = [self.evaluator.value(f, at) for f in node.factors]
        total = self._chain(node.factors, values, at, entry, depth)
        if len(total) == 1 and total[0].statement == at:
            return [replace(total[0], place=node.place)]
        through = (at, node.place)
        return [
            replace(p, place=_inside(p, node) if p.statement == at else p.place,
                    trail=(*p.trail, through))
            for p in total
        ]  # fmt: skip

    def _chain(
        self, factors: Sequence[Node], values: Sequence[Value], at: int, entry: Index, depth: int
    ) -> list[Piece]:
        """The pieces of a product from left to right, numbers and tables alike."""
        if len(factors) == 1:
            where = entry if isinstance(values[0], Grid) else WHOLE
            return self._open(factors[0], at, where, depth + 1)
        first, rest = factors[0], factors[1:]
        tail = self._product_shape(values[1:])
        if not isinstance(values[0], Grid):
            left = self._open(first, at, WHOLE, depth + 1)
            return _cross(left, self._chain(rest, values[1:], at, entry, depth + 1))
        if tail is None:
            left = self._open(first, at, entry, depth + 1)
            return _cross(left, self._chain(rest, values[1:], at, WHOLE, depth + 1))
        i, j = entry
        found: list[Piece] = []
        for k in range(values[0].shape[1]):
            left = self._open(first, at, (i, k), depth + 1)
            found += _cross(left, self._chain(rest, values[1:], at, (k, j), depth + 1))
            if len(found) > MOST:
                raise TooManyError("too many pieces")
        return found

    def _product_shape(self, values: Sequence[Value]) -> Index | None:
        """The shape of a product of values, or nothing where it is a number."""
        shape: Index | None = None
        for value in values:
            if isinstance(value, Grid):
                shape = value.shape if shape is None else (shape[0], value.shape[1])
                if shape == (1, 1):
                    shape = None
        return shape

    # names -----------------------------------------------------------------------------------

    def _name(self, node: Symbol | Entry | Call, at: int, entry: Index, depth: int) -> list[Piece]:
        """A name that the text defines, opened where it is defined."""
        whole = self._closed(node, at, entry)
        found, inner = self._definition(node, at, entry)
        if found is None or found.statement == at or not whole.value:
            return [whole]
        if isinstance(found.value, Call) and isinstance(node, Symbol):
            if found.value.function == {"s": "sin", "c": "cos"}.get(node.name[:1].lower()):
                return [whole]  # c_1 for cos(q_1) is no equation
        opened = self._open(found.value, found.statement, inner, depth + 1)
        total = whole.value.ring.number(0)
        for piece in opened:
            total = total + piece.value
        if total != whole.value:
            return [whole]
        whole_definition = (found.statement, found.value.place)
        return [replace(p, trail=(*p.trail, whole_definition, (at, node.place))) for p in opened]

    def _definition(
        self, node: Symbol | Entry | Call, at: int, entry: Index
    ) -> tuple[Definition | None, Index]:
        """What defines a name, or the entry of it that is asked for."""
        definitions = self.evaluator.definitions
        if isinstance(node, Entry):
            if isinstance(node.of, Symbol):
                return definitions.entries_of(node.of.name, at).get(node.indices), WHOLE
            return None, WHOLE
        if isinstance(node, Symbol) and node.dots:
            return None, WHOLE
        name = node.name if isinstance(node, Symbol) else node.function
        found = definitions.of(name, at, isinstance(node, Call))
        if found is not None:
            return found, entry
        entries = definitions.entries_of(name, at)
        i, j = entry
        for key in ((i + 1, j + 1), (j + 1, i + 1), (i + 1,)):
            if key in entries:
                return entries[key], WHOLE
        return None, WHOLE


def _entry(value: Value, entry: Index) -> Expression:
    if not isinstance(value, Grid):
        return value
    i, j = entry
    if i >= len(value.rows) and len(value.rows) == 1:
        i, j = j, i
    return value.rows[i][j]


def _cross(left: list[Piece], right: list[Piece]) -> list[Piece]:
    if len(left) * len(right) > MOST:
        raise TooManyError("too many pieces")
    return [
        Piece(a.value * b.value, *_nearer(a, b, len(left), len(right)), _trail(a, b))
        for a in left
        for b in right
    ]


def _trail(a: Piece, b: Piece) -> tuple[tuple[int, Place], ...]:
    """What both factors came through, and where they stand."""
    return (*a.trail, *b.trail, (a.statement, a.place), (b.statement, b.place))


def _nearer(a: Piece, b: Piece, left: int, right: int) -> tuple[int, Place]:
    """Of two factors' places the one that tells more: that of a sum's term."""
    if a.statement == b.statement and (left == right == 1 or (left > 1 and right > 1)):
        return a.statement, a.place.to(b.place)
    if right > 1 or left == 1:
        chosen, other = (b, a) if right > 1 or b.statement > a.statement else (a, b)
    else:
        chosen, other = a, b
    del other
    return chosen.statement, chosen.place


def _inside(piece: Piece, node: Node) -> Place:
    return piece.place if _within(piece.place, node.place) else node.place


def _within(inner: Place, outer: Place) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end
