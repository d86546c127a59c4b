"""Tables of values while a program runs: whole ones, and ones that are being filled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic

from torsor.referee.reading.code.running.scalars import S
from torsor.referee.reading.latex.places import Place, UnreadError

Indices = tuple[int, ...]


@dataclass(frozen=True)
class Lost:
    """What stands where a value could not be read: why, and where that was."""

    reason: str


@dataclass
class Array(Generic[S]):
    """Entries by their indices, counted from 1; without a shape it is filled entry by entry."""

    entries: dict[Indices, S | Lost] = field(default_factory=dict)
    shape: tuple[int, int] | None = None

    def key(self, indices: Indices) -> Indices:
        """The key of an entry: a vector's has one index or two."""
        if self.shape is None:
            short = len(indices) == 2 and indices[1] == 1 and indices not in self.entries
            return indices[:1] if short and indices[:1] in self.entries else indices
        rows, columns = self.shape
        if len(indices) == 1 and 1 in self.shape:
            indices = (*indices, 1) if columns == 1 else (1, *indices)
        if len(indices) != 2:
            raise UnreadError("one index of a table with rows and columns")
        if indices[0] > rows or indices[1] > columns:
            raise UnreadError(f"an index beyond the {rows} by {columns} entries")
        return indices

    def copy(self) -> Array[S]:
        """The same entries, to be assigned to on their own."""
        return Array(dict(self.entries), self.shape)

    def rows(self) -> list[list[S]]:
        """The entries row by row; all of them have to be known."""
        rows, columns = self.shape or self._extent()
        flat = self.shape is None and all(len(key) == 1 for key in self.entries)
        found: list[list[S]] = []
        for i in range(1, rows + 1):
            row: list[S] = []
            for j in range(1, columns + 1):
                value = self.entries.get((i,) if flat else (i, j))
                if value is None:
                    raise UnreadError(f"the entry {i if flat else (i, j)} is not assigned")
                if isinstance(value, Lost):
                    raise UnreadError(value.reason)
                row.append(value)
            found.append(row)
        return found

    def _extent(self) -> tuple[int, int]:
        """The shape of what was filled entry by entry."""
        lengths = {len(key) for key in self.entries}
        if lengths not in ({1}, {2}):
            raise UnreadError("a table whose shape is not known")
        rows = max(key[0] for key in self.entries)
        columns = 1 if lengths == {1} else max(key[1] for key in self.entries)
        if rows * columns > 4 * len(self.entries) + 4:
            raise UnreadError("a table with entries that are not assigned")
        return rows, columns


def make_array(rows: Sequence[Sequence[S]]) -> Array[S]:
    """A whole table of rows that are equally long."""
    width = len(rows[0])
    if any(len(row) != width for row in rows):
        raise UnreadError("a table whose rows have different lengths")
    entries: dict[Indices, S | Lost] = {
        (i, j): value for i, row in enumerate(rows, 1) for j, value in enumerate(row, 1)
    }
    return Array(entries, (len(rows), width))


def map_array(of: Array[S], change: Callable[[S], S]) -> Array[S]:
    """The table of what its entries become."""
    return make_array([[change(value) for value in row] for row in of.rows()])


def zip_arrays(
    first: Array[S], second: Array[S], join: Callable[[S, S], S], place: Place
) -> Array[S]:
    """Two tables entry by entry; their shapes have to agree."""
    one, other = first.rows(), second.rows()
    if (len(one), len(one[0])) != (len(other), len(other[0])):
        raise UnreadError("tables of different shapes", place)
    return make_array(
        [[join(a, b) for a, b in zip(x, y, strict=True)] for x, y in zip(one, other, strict=True)]
    )


def transpose(of: Array[S]) -> Array[S]:
    """Rows as columns."""
    return make_array([list(column) for column in zip(*of.rows(), strict=True)])


def reshape(of: Array[S], rows: int, columns: int, place: Place) -> Array[S]:
    """The entries row by row in another shape; −1 is what is left."""
    flat = [value for row in of.rows() for value in row]
    if rows == -1 and columns > 0:
        rows = len(flat) // columns
    if columns == -1 and rows > 0:
        columns = len(flat) // rows
    if rows < 1 or columns < 1 or rows * columns != len(flat):
        raise UnreadError(f"{len(flat)} entries as {rows} by {columns}", place)
    return make_array([flat[i * columns : (i + 1) * columns] for i in range(rows)])


def join_blocks(rows: Sequence[Sequence[S | Array[S]]], place: Place) -> Array[S]:
    """A table of numbers and tables as one table."""
    found: list[list[S]] = []
    for row in rows:
        blocks = [b.rows() if isinstance(b, Array) else [[b]] for b in row]
        if len({len(block) for block in blocks}) != 1:
            raise UnreadError("blocks of different heights in a row", place)
        for parts in zip(*blocks, strict=True):
            found.append([value for part in parts for value in part])
    return make_array(found)
