"""Values of an author's expressions: exact scalars, and grids (vectors and matrices) of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import fmpq_mpoly

from torsor.algebra.expression import Expression
from torsor.referee.reading.latex.places import Place, UnreadError

ENTRIES = 10_000
"""Tables with more entries than this are refused."""


@dataclass(frozen=True)
class Grid:
    """Rows of expressions, all of one length."""

    rows: tuple[tuple[Expression, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def T(self) -> Grid:
        """The transpose."""
        return Grid(tuple(zip(*self.rows, strict=True)))

    @property
    def entries(self) -> tuple[Expression, ...]:
        """All entries, row by row."""
        return tuple(e for row in self.rows for e in row)

    def each(self, change: Callable[[Expression], Expression]) -> Grid:
        """The grid of what its entries become."""
        return Grid(tuple(tuple(map(change, row)) for row in self.rows))

    def __str__(self) -> str:
        return "a table of {} by {}".format(*self.shape)


Value = Expression | Grid


def add(a: Value, b: Value, place: Place) -> Value:
    """The sum of two values alike; zero goes with everything."""
    if isinstance(a, Grid) and isinstance(b, Grid):
        if a.shape != b.shape and a.shape == b.shape[::-1] and 1 in a.shape:
            b = b.T  # a row printed for a column
        if a.shape != b.shape:
            raise UnreadError(f"a sum of {a} and {b}", place)
        pairs = zip(a.rows, b.rows, strict=True)
        return Grid(tuple(tuple(x + y for x, y in zip(r, s, strict=True)) for r, s in pairs))
    if isinstance(a, Grid) or isinstance(b, Grid):
        grid, number = (a, b) if isinstance(a, Grid) else (b, a)
        if isinstance(number, Expression) and not number:
            return grid
        raise UnreadError(f"a sum of a number and {grid}", place)
    return a + b


def negate(a: Value) -> Value:
    """The value with its sign turned."""
    return a.each(lambda e: -e) if isinstance(a, Grid) else -a


def multiply(a: Value, b: Value, place: Place, elementwise: bool = False) -> Value:
    """The product of numbers and grids; a row times a column is a number."""
    if isinstance(a, Grid) and isinstance(b, Grid):
        if elementwise and a.shape == b.shape:
            pairs = zip(a.rows, b.rows, strict=True)
            return Grid(tuple(tuple(x * y for x, y in zip(r, s, strict=True)) for r, s in pairs))
        (m, n), (k, p) = a.shape, b.shape
        if n != k:
            raise UnreadError(f"a product of {a} and {b}", place)
        if m * p > ENTRIES:
            raise UnreadError(f"a table of more than {ENTRIES} entries", place)
        columns = b.T.rows
        rows = tuple(tuple(_dot(row, column) for column in columns) for row in a.rows)
        return rows[0][0] if (m, p) == (1, 1) else Grid(rows)
    if isinstance(a, Grid):
        return _scale(a, b)
    return _scale(b, a) if isinstance(b, Grid) else a * b


def _scale(grid: Grid, factor: Value) -> Grid:
    assert not isinstance(factor, Grid)
    return grid.each(lambda e: e * factor)


def _dot(row: tuple[Expression, ...], column: tuple[Expression, ...]) -> Expression:
    total = row[0] * column[0]
    for x, y in zip(row[1:], column[1:], strict=True):
        total = total + x * y
    return total


def divide(a: Value, b: Value, place: Place) -> Value:
    """One over the other, where the division goes out."""
    if isinstance(b, Grid):
        raise UnreadError("a division by a table", place)
    if not b:
        raise UnreadError("a division by zero", place)
    divisor = b.constant()
    if divisor is not None:
        return a.each(lambda e: e / divisor) if isinstance(a, Grid) else a / divisor
    return a.each(lambda e: _divide(e, b, place)) if isinstance(a, Grid) else _divide(a, b, place)


def _divide(a: Expression, b: Expression, place: Place) -> Expression:
    quotient, rest = divmod(a.poly, b.poly)
    if rest or b.flags:
        raise UnreadError("a division that cannot be carried out", place)
    assert isinstance(quotient, fmpq_mpoly)
    return a.ring.reduce(quotient)


def power(a: Value, exponent: int, place: Place) -> Value:
    """A small whole power; the square of a column is its length squared."""
    if exponent < 0 or exponent > 12:
        raise UnreadError(f"the power {exponent} cannot be carried out", place)
    if not isinstance(a, Grid):
        return a**exponent
    if 1 in a.shape and exponent == 2:
        column = a if a.shape[1] == 1 else a.T
        return multiply(column.T, column, place)
    if a.shape[0] != a.shape[1] or not exponent:
        raise UnreadError(f"{a} to the power {exponent}", place)
    total: Value = a
    for _ in range(exponent - 1):
        total = multiply(total, a, place)
    return total
