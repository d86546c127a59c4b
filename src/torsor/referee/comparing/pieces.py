"""The printed terms of an author's expression, multiplied out, each with the place it comes from.

A sum is opened down to its terms, a product of sums to the products of their terms, and a name
that the text defines to the terms of its definition, so that what differs is shown where it is
printed. What would be too many pieces stays whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from torsor.algebra.expression import Expression
from torsor.errors import TorsorError
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.claims.grids import Grid
from torsor.referee.reading.latex.places import Place
from torsor.referee.reading.syntax import (
    Call,
    Entry,
    Negative,
    Node,
    Number,
    Product,
    Quotient,
    Sum,
    Symbol,
    Table,
)

MOST = 3000
DEEPEST = 12


@dataclass(frozen=True)
class Piece:
    """A printed term: its value over the author's ring, its statement and its place there."""

    value: Expression
    statement: int
    place: Place


class Opener:
    """Opens the expressions of one text."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def pieces(self, node: Node, at: int) -> list[Piece]:
        """The pieces of an expression that is a number; their values add up to its own."""
        whole = self.evaluator.scalar(node, at)
        try:
            found = self._open(node, at, 0)
        except TorsorError:
            found = [Piece(whole, at, node.place)]
        total = whole.ring.number(0)
        for piece in found:
            total = total + piece.value
        return found if total == whole else [Piece(whole, at, node.place)]

    def entry(self, side: Node, i: int, j: int, at: int) -> list[Piece] | None:
        """The pieces of one entry of a printed table; nothing where the table is computed."""
        if isinstance(side, Table) and i < len(side.rows) and j < len(side.rows[i]):
            return self.pieces(side.rows[i][j], at)
        if isinstance(side, Table) and len(side.rows) == 1 and j == 0 and i < len(side.rows[0]):
            return self.pieces(side.rows[0][i], at)
        if isinstance(side, (Symbol, Call)):
            name = side.name if isinstance(side, Symbol) else side.function
            definition = self.evaluator.definitions.of(name, at)
            if definition is not None and definition.statement != at:
                return self.entry(definition.value, i, j, definition.statement)
        return None

    def _open(self, node: Node, at: int, depth: int) -> list[Piece]:
        if depth > DEEPEST:
            return [self._closed(node, at)]
        match node:
            case Sum():
                return [p for term in node.terms for p in self._open(term, at, depth + 1)]
            case Negative():
                return [
                    Piece(-p.value, p.statement, p.place)
                    for p in self._open(node.of, at, depth + 1)
                ]
            case Product() if not node.elementwise:
                return self._product(node, at, depth)
            case Quotient():
                below = self.evaluator.scalar(node.below, at).constant()
                if not below:
                    return [self._closed(node, at)]
                return [
                    Piece(p.value / below, p.statement, p.place)
                    for p in self._open(node.above, at, depth + 1)
                ]
            case Symbol() | Entry() | Call():
                return self._name(node, at, depth)
            case _:
                return [self._closed(node, at)]

    def _closed(self, node: Node, at: int) -> Piece:
        return Piece(self.evaluator.scalar(node, at), at, node.place)

    def _product(self, node: Product, at: int, depth: int) -> list[Piece]:
        """A product of sums as the sum of products; a lone term has the place of the product."""
        if any(isinstance(self.evaluator._value(f, at), Grid) for f in node.factors):
            return [self._closed(node, at)]
        whole = self._closed(node, at)
        several = [self._open(f, at, depth + 1) for f in node.factors if not isinstance(f, Number)]
        if all(len(s) <= 1 for s in several):
            foreign = [p for s in several for p in s if p.statement != at]
            if not foreign:
                return [whole]
        total = [Piece(whole.value.ring.number(1), at, node.place)]
        for factor in node.factors:
            opened = (
                [self._closed(factor, at)] if isinstance(factor, Number)
                else self._open(factor, at, depth + 1)
            )  # fmt: skip
            if len(total) * len(opened) > MOST:
                return [whole]
            alone = len(opened) == 1 and opened[0].statement == at
            total = [
                Piece(
                    a.value * b.value,
                    *((a.statement, a.place) if alone else _nearer(a, b, at, node)),
                )
                for a in total
                for b in opened
            ]
        return total

    def _name(self, node: Symbol | Entry | Call, at: int, depth: int) -> list[Piece]:
        """A name that the text defines, opened where it is defined."""
        whole = self._closed(node, at)
        name = node.name if isinstance(node, Symbol) else ""
        if isinstance(node, Call):
            name = node.function
        if isinstance(node, Entry) and isinstance(node.of, Symbol):
            found = self.evaluator.definitions.entries_of(node.of.name, at).get(node.indices)
        elif name and not (isinstance(node, Symbol) and node.dots):
            found = self.evaluator.definitions.of(name, at, isinstance(node, Call))
        else:
            found = None
        if found is None or found.statement == at or len(whole.value) < 2:
            return [whole]
        opened = self._open(found.value, found.statement, depth + 1)
        total = whole.value.ring.number(0)
        for piece in opened:
            total = total + piece.value
        return opened if total == whole.value else [whole]


def _nearer(a: Piece, b: Piece, at: int, node: Product) -> tuple[int, Place]:
    """Of two factors' places the one that tells more: a definition's, or a sum's term."""
    if b.statement != at:
        return b.statement, b.place
    if a.statement != at:
        return a.statement, a.place
    inner = b.place
    return (at, inner) if inner != node.place else (at, a.place)
