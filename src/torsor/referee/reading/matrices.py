"""Vectors and matrices of printed sums: what may be added, multiplied, transposed and raised.

Every entry is a sum of printed terms with their places, so that a table that is scaled or added
to another is still judged term by term. What does not fit in shape is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from torsor.referee.reading.terms import (
    MOST,
    ONE,
    Budget,
    PrintedTerm,
    Reading,
    UnreadError,
    gathered,
    multiplied,
    signed,
    times,
)
from torsor.referee.reading.tree import Place

Sum = tuple[PrintedTerm, ...]
HIGHEST = 9
"""Matrices to a higher power than this are not read."""


@dataclass(frozen=True)
class Table:
    """Rows of entries, as long as they are printed."""

    rows: tuple[tuple[Sum, ...], ...]
    place: Place

    @property
    def ragged(self) -> bool:
        """Whether the rows have different lengths."""
        return len({len(row) for row in self.rows}) != 1

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns; a ragged table has no shape and takes part in nothing."""
        if self.ragged:
            raise UnreadError("a table whose rows have different lengths", self.place)
        return len(self.rows), len(self.rows[0])

    @property
    def T(self) -> Table:
        """The transpose."""
        _ = self.shape
        return Table(tuple(zip(*self.rows, strict=True)), self.place)

    def each(self, entry: Callable[[Sum], Sum]) -> Table:
        """The table of what an entry becomes."""
        return Table(tuple(tuple(entry(e) for e in row) for row in self.rows), self.place)

    def __neg__(self) -> Table:
        return self.each(negated)


Value = Sum | Table


def negated(terms: Sum) -> Sum:
    """A sum behind a minus."""
    return tuple(
        replace(t, readings=tuple(signed(r, -1) for r in t.readings), sign=-t.sign) for t in terms
    )


def readings_of(terms: Sequence[PrintedTerm]) -> list[Reading]:
    """A sum as a factor: each term as it is likeliest, with a doubt where it may be another."""
    found = []
    for term in terms:
        first = term.readings[0]
        if len(term.readings) > 1:
            doubt = f"{' '.join(term.text.split())}: one of two readings is taken"
            first = replace(first, doubts=(*first.doubts, doubt))
        found.append(first)
    return found


def plus(a: Value, b: Value, place: Place) -> Value:
    """The sum of two numbers or of two tables alike."""
    if isinstance(a, Table) and isinstance(b, Table):
        if a.shape != b.shape:
            raise UnreadError(f"a sum of {_said(a)} and {_said(b)}", place)
        rows = (tuple(map(lambda x, y: x + y, r, s)) for r, s in zip(a.rows, b.rows, strict=True))
        return Table(tuple(rows), a.place)
    if isinstance(a, Table) or isinstance(b, Table):
        table = a if isinstance(a, Table) else b
        assert isinstance(table, Table)
        raise UnreadError(f"a sum of a number and {_said(table)}", place)
    return a + b


def scaled(table: Table, factor: Sequence[Reading], budget: Budget) -> Table:
    """A table times a number, every term in its own place."""
    if tuple(factor) == (ONE,):
        return table
    _ = table.shape
    if len(factor) == 1 and not factor[0].powers and not factor[0].doubts:
        if factor[0].coefficient == -1:
            return -table
    size = sum(len(entry) for row in table.rows for entry in row) * len(factor)
    if size > MOST:
        raise UnreadError(f"the equation multiplies out to more than {MOST} terms")
    budget.spend(size)

    def entry(terms: Sum) -> Sum:
        return tuple(
            replace(t, readings=tuple(times(f, r) for r in t.readings), part=True)
            for f in factor
            for t in terms
        )

    return table.each(entry)


def product(a: Table, b: Table, place: Place, text: str, budget: Budget) -> Value:
    """A matrix times a vector or a matrix; one entry is a number."""
    (m, n), (k, p) = a.shape, b.shape
    if n != k:
        raise UnreadError(f"a product of {_said(a)} and {_said(b)}", place)
    left = [[readings_of(e) for e in row] for row in a.rows]
    right = [[readings_of(e) for e in row] for row in b.T.rows]

    def entry(row: Sequence[list[Reading]], column: Sequence[list[Reading]]) -> Sum:
        found: list[Reading] = []
        for x, y in zip(row, column, strict=True):
            found = gathered([*found, *multiplied([x, y], budget)])
        return tuple(
            PrintedTerm((r,), place, text, part=True) for r in found if r.coefficient or r.doubts
        )

    budget.spend(m * n * p)
    rows = tuple(tuple(entry(row, column) for column in right) for row in left)
    return rows[0][0] if (m, p) == (1, 1) else Table(rows, place)


def power(table: Table, exponent: int, text: str, budget: Budget) -> Value:
    """A square matrix to a small whole power."""
    if table.shape[0] != table.shape[1] or not 1 <= exponent <= HIGHEST:
        raise UnreadError(f"{_said(table)} to the power {exponent}", table.place)
    result: Value = table
    for _ in range(exponent - 1):
        assert isinstance(result, Table)
        result = product(result, table, table.place, text, budget)
    return result


def _said(table: Table) -> str:
    rows, columns = table.shape
    return f"a table of {rows} by {columns}"
