"""Vectors and matrices of printed sums: what may be added, multiplied, transposed and raised.

Every entry is a sum of printed terms with their places, so that a matrix that is scaled or added
to another is still judged term by term. What does not fit in shape is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.terms import ONE, Budget, Reading, Sum, collect, likeliest, make_terms

HIGHEST = 9
"""Matrices to a higher power than this are not read."""


@dataclass(frozen=True)
class PrintedMatrix:
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
    def T(self) -> PrintedMatrix:
        """The transpose."""
        _ = self.shape
        return PrintedMatrix(tuple(zip(*self.rows, strict=True)), self.place)

    def each(self, change: Callable[[Sum], Sum]) -> PrintedMatrix:
        """The matrix of what its entries become."""
        return PrintedMatrix(tuple(tuple(map(change, row)) for row in self.rows), self.place)

    def __neg__(self) -> PrintedMatrix:
        return self.each(lambda terms: tuple(-t for t in terms))

    def plus(self, other: PrintedMatrix, place: Place) -> PrintedMatrix:
        """The sum of two matrices alike."""
        if self.shape != other.shape:
            raise UnreadError(f"a sum of {self} and {other}", place)
        pairs = zip(self.rows, other.rows, strict=True)
        rows = (tuple(x + y for x, y in zip(*pair, strict=True)) for pair in pairs)
        return PrintedMatrix(tuple(rows), self.place)

    def __str__(self) -> str:
        rows, columns = self.shape
        return f"a table of {rows} by {columns}"


Value = Sum | PrintedMatrix
Multiplicand = list[Reading] | PrintedMatrix


def scale(matrix: PrintedMatrix, factor: Sequence[Reading], budget: Budget) -> PrintedMatrix:
    """A matrix times a number, every term in its own place."""
    if tuple(factor) == (ONE,):
        return matrix
    _ = matrix.shape
    if len(factor) == 1 and not factor[0].powers and not factor[0].doubts:
        if factor[0].coefficient == -1:
            return -matrix
    budget.expand(sum(len(entry) for row in matrix.rows for entry in row) * len(factor))
    return matrix.each(
        lambda terms: tuple(replace(t.each(f.__mul__), part=True) for f in factor for t in terms)
    )


def to_factor(value: Value) -> Multiplicand:
    """A value as it is multiplied: of each term of a number the likeliest reading."""
    return value if isinstance(value, PrintedMatrix) else likeliest(value)


def multiply_values(
    a: Multiplicand, b: Multiplicand, place: Place, text: str, budget: Budget
) -> Multiplicand:
    """The product of numbers and matrices; a row times a column is a number."""
    if isinstance(a, PrintedMatrix) and isinstance(b, PrintedMatrix):
        return to_factor(_to_value(_product(a, b, place, text, budget)))
    if isinstance(a, PrintedMatrix):
        return scale(a, b, budget)  # type: ignore[arg-type]
    return scale(b, a, budget) if isinstance(b, PrintedMatrix) else budget.multiply([a, b])


def raise_matrix(matrix: PrintedMatrix, exponent: int, text: str, budget: Budget) -> Value:
    """A square matrix to a small whole power."""
    if matrix.shape[0] != matrix.shape[1] or not 1 <= exponent <= HIGHEST:
        raise UnreadError(f"{matrix} to the power {exponent}", matrix.place)
    if exponent == 1:
        return matrix
    result = matrix
    for _ in range(exponent - 1):
        result = _product(result, matrix, matrix.place, text, budget)
    return _to_value(result)


def _product(
    a: PrintedMatrix, b: PrintedMatrix, place: Place, text: str, budget: Budget
) -> PrintedMatrix:
    (m, n), (k, p) = a.shape, b.shape
    if n != k:
        raise UnreadError(f"a product of {a} and {b}", place)
    left, right = ([[likeliest(e) for e in row] for row in x.rows] for x in (a, b.T))

    def entry(row: Sequence[list[Reading]], column: Sequence[list[Reading]]) -> Sum:
        total: list[Reading] = []
        for pair in zip(row, column, strict=True):
            total = collect([*total, *budget.multiply(pair)])
        return make_terms((r for r in total if r.coefficient or r.doubts), place, text)

    budget.spend(m * n * p)
    return PrintedMatrix(tuple(tuple(entry(r, c) for c in right) for r in left), place)


def _to_value(matrix: PrintedMatrix) -> Value:
    return matrix.rows[0][0] if matrix.shape == (1, 1) else matrix
