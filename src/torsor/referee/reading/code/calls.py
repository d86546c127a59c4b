"""What the functions that programs call mean, and functions of one line put in."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from torsor.referee.reading import syntax as s
from torsor.referee.reading.code import functions as f
from torsor.referee.reading.code import raw as r
from torsor.referee.reading.code.tables import size_table
from torsor.referee.reading.latex.places import Place, UnreadError

if TYPE_CHECKING:
    from torsor.referee.reading.code.meaning import Meaning

LARGEST = 20_000
"""Functions of one line are put in only where no more nodes than this come of it."""
WIDEST = 64
"""Tables with more rows or columns than this are refused."""


class DeclaredError(UnreadError):
    """A value that only makes symbols: the names on the left stay what they are."""


def call_meaning(
    meaning: Meaning, name: str, given: tuple[r.Raw, ...], place: Place
) -> s.Node | None:
    """What a function that is known by its name means; nothing for another."""
    count = len(given)
    if name in f.DECLARING:
        raise DeclaredError("a declaration", place)
    if name in f.SIZED and count:
        sizes = [meaning.whole_number(a) for g in given for a in _items(g)]
        return size_table(name, sizes, meaning.language.name == "matlab", place)
    if name in f.SAME and count:
        if isinstance(given[0], r.Quoted):
            raise DeclaredError("a declaration", place)
        if name in ("Matrix", "sym") and count > 1:
            raise UnreadError("a table by its size", place)
        return meaning.node(given[0])
    if name in ("Rational", "Fraction") and count == 2:
        return s.Quotient(meaning.node(given[0]), meaning.node(given[1]), place)
    if name in f.DERIVATIVES and count > 1:
        return _derivative(meaning, given, place)
    if name == "reshape" and count > 1:
        return _reshape(meaning, given, place)
    if name in f.COLUMNS | {"horzcat"} and count:
        row = tuple(map(meaning.node, given))
        return s.Table(tuple((n,) for n in row) if name != "horzcat" else (row,), place)
    if any(isinstance(g, r.Quoted | r.Slice) for g in given):
        return None
    if name in f.POWERS and count == 2:
        return s.Power(meaning.node(given[0]), meaning.node(given[1]), place)
    if name in f.SQUARES and count == 1:
        return s.Power(meaning.node(given[0]), s.Number(Fraction(2), place), place)
    dotted = name in f.PRODUCTS or (name == "dot" and meaning.language.name == "python")
    if (dotted or name in f.ELEMENTWISE) and count == 2:
        both = (meaning.node(given[0]), meaning.node(given[1]))
        return s.Product(both, place, name in f.ELEMENTWISE)
    if name in f.TRANSPOSES and count == 1:
        return s.Transpose(meaning.node(given[0]), place)
    if name in f.CALLS and count:
        return s.Call(f.CALLS[name], tuple(map(meaning.node, given)), place)
    return None


def _derivative(meaning: Meaning, given: Sequence[r.Raw], place: Place) -> s.Node:
    found = meaning.node(given[0])
    for i, by in enumerate(given[1:]):
        times = meaning.whole_number(by)
        if times is not None:
            by, turns = given[i], times - 1
        else:
            turns = 1
        if not 0 <= turns < 4 or (times is not None and i == 0):
            raise UnreadError("a derivative by a number", place)
        symbol = meaning.node(by)
        if isinstance(symbol, s.Entry) and isinstance(symbol.of, s.Symbol):
            flat = symbol.of.name + "_".join(map(str, symbol.indices))
            symbol = s.Symbol(flat, symbol.place, 0, flat)
        if not isinstance(symbol, s.Symbol):
            raise UnreadError("a derivative by something else than a symbol", place)
        for _ in range(turns):
            found = s.Derivative(found, None if symbol.name == "t" else symbol, place)
    return found


def _reshape(meaning: Meaning, given: Sequence[r.Raw], place: Place) -> s.Node:
    """``reshape`` with rows and columns, row by row; MATLAB's goes down the columns."""
    sizes = [meaning.whole_number(a) for g in given[1:] for a in _items(g)]
    if len(sizes) == 1 and sizes[0] is not None:
        sizes = [*sizes, 1]
    if len(sizes) != 2 or any(n is None or not -1 <= n <= WIDEST for n in sizes):
        raise UnreadError("a table of a size that is not printed", place)
    rows, columns = (s.Number(Fraction(n or 0), place) for n in sizes)
    inner = meaning.node(given[0])
    if meaning.language.name != "matlab":
        return s.Call("reshape", (inner, rows, columns), place)
    turned = s.Call("reshape", (s.Transpose(inner, place), columns, rows), place)
    return s.Transpose(turned, place)


def inline(meaning: Meaning, of: r.Lambda, given: Sequence[r.Raw], place: Place) -> s.Node:
    """A function of one line with its arguments put in."""
    if len(given) != len(of.parameters) or len(meaning.bound) > WIDEST:
        raise UnreadError("a function with other arguments than it has", place)
    values = dict(zip(of.parameters, map(meaning.node, given), strict=True))
    outer, lambdas = meaning.bound, meaning.lambdas
    meaning.bound = values
    meaning.lambdas = {n: one for n, one in lambdas.items() if one is not of}
    try:
        found = meaning.node(of.body)
    finally:
        meaning.bound, meaning.lambdas = outer, lambdas
    if sum(1 for _ in islice(s.walk(found), LARGEST + 1)) > LARGEST:
        raise UnreadError("functions within functions grow too large", place)
    return found


def _items(raw: r.Raw) -> tuple[r.Raw, ...]:
    """The sizes that a tuple, a list or a row holds."""
    if isinstance(raw, r.Listing):
        return raw.items
    if isinstance(raw, r.Rows):
        return tuple(item for row in raw.rows for item in row)
    return (raw,)
