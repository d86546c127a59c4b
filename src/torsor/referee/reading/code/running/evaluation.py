"""The value of a node while a program runs, over any scalars: numbers, tables, functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic

from torsor.referee.reading import syntax as s
from torsor.referee.reading.code.running import arrays
from torsor.referee.reading.code.running.arrays import Array, Lost
from torsor.referee.reading.code.running.names import MOST, FreeNames
from torsor.referee.reading.code.running.scalars import S, Scalars
from torsor.referee.reading.latex.places import Place, UnreadError

DEEPEST = 250
LARGEST = 400
"""Vectors and ranges longer than this are refused."""


@dataclass
class Evaluation(Generic[S]):
    """The values that names have so far, and how a node is computed from them."""

    scalars: Scalars[S]
    names: FreeNames
    known: dict[str, S | Array[S] | Lost] = field(default_factory=dict)
    depth: int = 0

    def value(self, node: s.Node) -> S | Array[S]:
        """The value of a node, or an error that says what has none."""
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                raise UnreadError(f"an expression nested more than {DEEPEST} deep", node.place)
            return self._value(node)
        finally:
            self.depth -= 1

    def _value(self, node: s.Node) -> S | Array[S]:
        match node:
            case s.Number(value=number):
                return self.scalars.number(number)
            case s.Symbol():
                return self._symbol(node)
            case s.Entry():
                return self._entry(node)
            case s.Sum(terms=terms, place=place):
                total = self.value(terms[0])
                for term in terms[1:]:
                    total = self._add(total, self.value(term), place)
                return total
            case s.Negative(of=of):
                return self._each(self.value(of), lambda a: -a)
            case s.Product(factors=factors, place=place, elementwise=elementwise):
                total = self.value(factors[0])
                for factor in factors[1:]:
                    total = self._multiply(total, self.value(factor), place, elementwise)
                return total
            case s.Quotient(above=above, below=below, place=place):
                under = self.scalar(below)
                return self._each(self.value(above), lambda a: self.scalars.divide(a, under, place))
            case s.Power(base=base, exponent=exponent, place=place):
                power = self.scalar(exponent)
                return self.scalars.raise_to(self.scalar(base), power, place)
            case s.Transpose(of=of):
                inner = self.value(of)
                return arrays.transpose(inner) if isinstance(inner, Array) else inner
            case s.Table(rows=rows, place=place):
                return self._table(rows, place)
            case s.Call():
                return self._call(node)
            case s.Derivative(of=of, by=by, place=place):
                name = None if by is None else self._free(by)
                return self._each(self.value(of), lambda a: self.scalars.derive(a, name, place))
            case s.SumOver(place=place):
                raise UnreadError("a sum over an index in code", place)

    def scalar(self, node: s.Node) -> S:
        """The value of a node that has to be a number; a table of one entry is one."""
        found = self.value(node)
        if not isinstance(found, Array):
            return found
        rows = found.rows()
        if len(rows) == len(rows[0]) == 1:
            return rows[0][0]
        raise UnreadError("a table where a number is expected", node.place)

    # names ------------------------------------------------------------------------------------

    def _symbol(self, node: s.Symbol) -> S | Array[S]:
        found = self.known.get(node.name)
        if isinstance(found, Lost):
            raise UnreadError(depends(node.name, found), node.place)
        if found is not None:
            return found
        length = self.names.vectors.get(node.name, 0)
        if not length:
            return self._new(node.name, (), node.place)
        if length > LARGEST:
            raise UnreadError(f"a vector of {length} entries", node.place)
        return arrays.make_array(
            [[self._new(node.name, (i,), node.place)] for i in range(1, length + 1)]
        )

    def _new(self, name: str, indices: tuple[int, ...], place: Place) -> S:
        flat = self.names.name(name, indices)
        if len(self.names.flat) > MOST:
            raise UnreadError(f"more than {MOST:,} free symbols", place)
        return self.scalars.symbol(flat)

    def _free(self, by: s.Symbol) -> str:
        """The flat name that a derivative is by: a free symbol, or a name for one."""
        if by.name not in self.known:
            return by.name
        raise UnreadError("a derivative by what has a value", by.place)

    def _entry(self, node: s.Entry) -> S:
        if not isinstance(node.of, s.Symbol):
            table = self.value(node.of)
            if not isinstance(table, Array):
                raise UnreadError("an entry of a number", node.place)
            found = table.entries.get(table.key(node.indices))
        else:
            name = node.of.name
            known = self.known.get(name)
            if isinstance(known, Lost):
                raise UnreadError(depends(name, known), node.place)
            if known is None:
                return self._new(name, node.indices, node.place)
            if not isinstance(known, Array):
                if set(node.indices) == {1}:
                    return known
                raise UnreadError(f"an entry of {name}, which is a number", node.place)
            found = known.entries.get(known.key(node.indices))
            if found is None and known.shape is None:
                return self._new(name, node.indices, node.place)
        if found is None:
            raise UnreadError("an entry that was never assigned", node.place)
        if isinstance(found, Lost):
            raise UnreadError(depends("this entry", found), node.place)
        return found

    # arithmetic -------------------------------------------------------------------------------

    def _each(self, of: S | Array[S], change: Callable[[S], S]) -> S | Array[S]:
        return arrays.map_array(of, change) if isinstance(of, Array) else change(of)

    def _add(self, one: S | Array[S], other: S | Array[S], place: Place) -> S | Array[S]:
        if isinstance(one, Array) and isinstance(other, Array):
            return arrays.zip_arrays(one, other, lambda a, b: a + b, place)
        if isinstance(one, Array) or isinstance(other, Array):
            table, number = (one, other) if isinstance(one, Array) else (other, one)
            assert isinstance(table, Array)
            assert not isinstance(number, Array)
            return arrays.map_array(table, lambda a: a + number)
        return one + other

    def _multiply(
        self, one: S | Array[S], other: S | Array[S], place: Place, elementwise: bool
    ) -> S | Array[S]:
        if isinstance(one, Array) and isinstance(other, Array):
            if elementwise:
                return arrays.zip_arrays(one, other, lambda a, b: a * b, place)
            return self._matrix_product(one.rows(), other.rows(), place)
        if isinstance(other, Array):
            assert not isinstance(one, Array)
            return arrays.map_array(other, lambda b: one * b)
        return self._each(one, lambda a: a * other)

    def _matrix_product(
        self, one: Sequence[Sequence[S]], other: Sequence[Sequence[S]], place: Place
    ) -> S | Array[S]:
        if len(one[0]) != len(other):
            if len(one) == len(other) and len(one[0]) == len(other[0]) == 1:
                one = [[row[0] for row in one]]  # NumPy's product of two vectors
            elif len(one) == len(other) and len(one[0]) == 1:
                one = [[row[0] for row in one]]
            else:
                raise UnreadError("a product of tables whose shapes do not fit", place)
        columns = list(zip(*other, strict=True))
        found = [[self._dot(row, column) for column in columns] for row in one]
        return found[0][0] if len(found) == len(found[0]) == 1 else arrays.make_array(found)

    def _dot(self, one: Sequence[S], other: Sequence[S]) -> S:
        total = one[0] * other[0]
        for a, b in zip(one[1:], other[1:], strict=True):
            total = total + a * b
        return total

    def _table(self, rows: Sequence[Sequence[s.Node]], place: Place) -> Array[S]:
        """A printed table; an entry that has no value is lost alone."""
        found = [[self._attempt(one) for one in row] for row in rows]
        whole = [[v for v in row if not isinstance(v, Lost)] for row in found]
        lost = [v for row in found for v in row if isinstance(v, Lost)]
        if not lost:
            return arrays.join_blocks(whole, place)
        plain = not any(isinstance(v, Array) for row in whole for v in row)
        if not plain or len({len(row) for row in found}) != 1:
            raise UnreadError(lost[0].reason, place)
        table: Array[S] = Array({}, (len(found), len(found[0])))
        for i, row in enumerate(found, 1):
            for j, value in enumerate(row, 1):
                if not isinstance(value, Array):
                    table.entries[i, j] = value
        return table

    def _attempt(self, node: s.Node) -> S | Array[S] | Lost:
        try:
            return self.value(node)
        except UnreadError as error:
            return Lost(reason_of(error))

    def _call(self, node: s.Call) -> S | Array[S]:
        name, given, place = node.function, node.arguments, node.place
        if name in ("sin", "cos", "tan", "sign", "sqrt") and len(given) == 1:
            return self._each(self.value(given[0]), lambda a: self.scalars.call(name, a, place))
        if name == "reshape" and len(given) == 3:
            inner, rows, columns = self.value(given[0]), given[1], given[2]
            if isinstance(inner, Array) and isinstance(rows, s.Number):
                if isinstance(columns, s.Number):
                    return arrays.reshape(inner, int(rows.value), int(columns.value), place)
        if name == "dot" and len(given) == 2:
            one, other = self.value(given[0]), self.value(given[1])
            if isinstance(one, Array) and isinstance(other, Array):
                flat = [[v for row in a.rows() for v in row] for a in (one, other)]
                if len(flat[0]) == len(flat[1]):
                    return self._dot(*flat)
        if name == "diag" and len(given) == 1:
            return self._diagonal(self.value(given[0]), place)
        if name == "unreadable":
            raise UnreadError("it could not be read", place)
        raise UnreadError(f"the function {name} is not known here", place)

    def _diagonal(self, of: S | Array[S], place: Place) -> Array[S]:
        rows = of.rows() if isinstance(of, Array) else [[of]]
        flat = [value for row in rows for value in row]
        if len(rows) != 1 and len(rows[0]) != 1:
            raise UnreadError("the diagonal of a matrix", place)
        zero = self.scalars.number(Fraction(0))
        count = range(len(flat))
        return arrays.make_array([[flat[i] if i == j else zero for j in count] for i in count])


def depends(name: str, lost: Lost) -> str:
    """The sentence for what is built on something unread."""
    if lost.reason.startswith("it depends on"):
        return lost.reason
    return f"it depends on {name}, which was not read: {lost.reason}"[:300]


def reason_of(error: Exception) -> str:
    """The sentence without its place, which the statement has."""
    said = str(error)
    return said.partition(": ")[2] if said.startswith("line ") else said
