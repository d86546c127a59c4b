"""Tables that programs write in brackets, or make by their size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from torsor.referee.reading import syntax as s
from torsor.referee.reading.code import raw as r
from torsor.referee.reading.latex.places import Place, UnreadError

LARGEST = 64
"""Tables with more rows or columns than this are not made by their size."""


def listing_table(items: Sequence[r.Raw], place: Place, node: Callable[[r.Raw], s.Node]) -> s.Table:
    """A list as a column, a list of lists as rows."""
    if not items:
        raise UnreadError("an empty list", place)
    nested = [isinstance(item, r.Listing) for item in items]
    if not any(nested):
        return s.Table(tuple((node(item),) for item in items), place)
    if not all(nested):
        raise UnreadError("a list of numbers and lists", place)
    rows = []
    for item in items:
        assert isinstance(item, r.Listing)
        if not item.items:
            raise UnreadError("an empty list", place)
        rows.append(tuple(node(one) for one in item.items))
    return s.Table(tuple(rows), place)


def size_table(name: str, sizes: Sequence[int | None], square: bool, place: Place) -> s.Table:
    """``zeros(2, 2)``, ``eye(3)``; one size makes a square in MATLAB and a vector in NumPy."""
    numbers = [n for n in sizes if n is not None]
    if len(numbers) != len(sizes) or not 0 < len(sizes) <= 2:
        raise UnreadError("a table of a size that is not printed", place)
    one = name in ("eye", "identity")
    columns = numbers[-1] if len(numbers) == 2 or square or one else 1
    rows = numbers[0]
    if not (0 < rows <= LARGEST and 0 < columns <= LARGEST):
        raise UnreadError(f"a table of {rows} by {columns}", place)
    inside = Fraction(name == "ones")
    return s.Table(
        tuple(
            tuple(s.Number(Fraction(i == j) if one else inside, place) for j in range(columns))
            for i in range(rows)
        ),
        place,
    )
