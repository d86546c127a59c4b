"""Printed vectors and matrices, and lists in brackets, as tables of sums.

Parentheses around tables are what the sum in them is; a row times a column is a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from torsor.referee.reading.factor_reader import FactorReader, whole
from torsor.referee.reading.matrices import Table, Value, power, readings_of, scaled
from torsor.referee.reading.runs import TABLES, joined, stripped, table_lines, trimmed
from torsor.referee.reading.terms import (
    ONE,
    PrintedTerm,
    UnreadError,
    gathered,
    inverse,
    multiplied,
)
from torsor.referee.reading.tree import (
    Block,
    Factor,
    Item,
    Mark,
    Nested,
    Place,
    Punctuation,
    Sign,
)

SPACES = ("\\ ", "\\;", "\\:", "\\quad", "\\qquad", "~")


@dataclass
class TableReader(FactorReader):
    """Reads tables; how sums are read is told by the reader of sums."""

    tables: dict[int, tuple[Nested, bool]] = field(default_factory=dict)
    """Whether parentheses have a table in them, by identity."""

    def value(self, items: Sequence[Item | None]) -> Value:
        """What a run of items is."""
        raise NotImplementedError

    def terms(self, items: Sequence[Item | None]) -> list[PrintedTerm]:
        """The terms of a printed sum of numbers."""
        raise NotImplementedError

    def may_be_table(self, f: Factor | Punctuation) -> bool:
        """Whether a factor is a table by its look, a list, or parentheses with such in them."""
        if isinstance(f, Mark):
            return isinstance(self.abbreviation(f), Table)
        if not isinstance(f, Nested) or f.kind in ("root", "over"):
            return False
        if f.kind in TABLES:
            return True
        if id(f) not in self.tables:
            items = [i for i in joined(f.blocks[0]) if i is not None]
            found = f.kind == "paren" and (self._listed(f) or self._spaced(f))
            found = found or any(
                self.may_be_table(i) for i in items if not isinstance(i, (Sign, Punctuation))
            )
            self.tables[id(f)] = f, found
        return self.tables[id(f)][1]

    def table_value(self, f: Factor) -> Value:
        """A table, or what parentheses around tables are; a row times a column is a number."""
        if isinstance(f, Mark):
            found = self.abbreviation(f)
            assert isinstance(found, Table)
            return self._scripted(found, f.sup, "", f.place)
        assert isinstance(f, Nested)
        value: Value
        if f.kind in TABLES:
            value = self.table_of(f.blocks[0], f.place)
        elif f.kind == "fraction":
            value = self.value(joined(f.blocks[0]))
            below = [inverse(readings_of(self.inside(f.blocks[1])), f.place)]
            if not isinstance(value, Table):
                value = tuple(
                    PrintedTerm((r,), f.place, self._between(f.place), part=True)
                    for r in multiplied([readings_of(value), below], self.budget)
                )
            else:
                value = scaled(value, below, self.budget)
        elif f.kind == "paren" and (self._listed(f) or self._spaced(f)):
            value = self._list(f)
        else:
            if f.kind == "group":
                self.invisible(f)
            value = self.value(joined(f.blocks[0]))
        return self._scripted(value, f.sup, f.sub, f.place)

    def _between(self, place: Place) -> str:
        return self.text[place.start : place.end]

    def _scripted(self, value: Value, sup: str, sub: str, place: Place) -> Value:
        """A value with what is printed on it: a transposition or a power."""
        if sub:
            raise UnreadError("a subscript on a table or on parentheses", place)
        if not sup:
            return value
        if isinstance(value, Table):
            if sup == "T":
                return value.T
            exponent = whole(sup, place, "a table")
            return power(value, exponent, self._between(place), self.budget)
        exponent = whole(sup, place, "parentheses")
        readings = [ONE]
        for _ in range(exponent):
            readings = gathered(multiplied([readings, readings_of(value)], self.budget))
        return tuple(PrintedTerm((r,), place, self._between(place), part=True) for r in readings)

    def table_of(self, block: Block, place: Place) -> Table:
        """The rows and entries of a printed vector or matrix."""
        rows = []
        for line in table_lines(block):
            entries = []
            for cell in line:
                if not any(i is not None for i in cell):
                    raise UnreadError("a table with an empty entry", place)
                entries.append(tuple(self.terms(trimmed(cell))))
            rows.append(tuple(entries))
        if not rows:
            raise UnreadError("a table with nothing in it", place)
        return Table(tuple(rows), place)

    def _listed(self, f: Nested) -> bool:
        """Whether parentheses hold a list: commas between entries, semicolons between rows."""
        items = stripped(joined(f.blocks[0]))
        return any(isinstance(i, Punctuation) and i.kind in ("comma", "semicolon") for i in items)

    def _spaced(self, f: Nested) -> bool:
        """Whether transposed brackets hold entries that only spaces keep apart."""
        if f.sup != "T" or len(self._groups(f)) < 2:
            return False
        items = (i for i in joined(f.blocks[0]) if isinstance(i, (Mark, Nested)))
        return not any(self.may_be_table(i) for i in items)

    def _groups(self, f: Nested) -> list[list[Item | None]]:
        """The items in brackets, parted where a space command stands; signs part nothing."""
        items = [i for i in joined(f.blocks[0]) if i is not None]
        groups: list[list[Item | None]] = []
        for k, item in enumerate(items):
            gap = self.text[items[k - 1].place.end : item.place.start] if k else ""
            joint = isinstance(item, Punctuation) or (k and isinstance(items[k - 1], Punctuation))
            if not groups or (any(space in gap for space in SPACES) and not joint):
                groups.append([])
            groups[-1].append(item)
        signs = any(isinstance(i, Sign) for group in groups for i in group[1:])
        return [] if signs else groups

    def _list(self, f: Nested) -> Table:
        """A row, or rows, written in brackets."""
        if self._listed(f):
            lines: list[list[list[Item | None]]] = [[[]]]
            for item in stripped(joined(f.blocks[0])):
                if isinstance(item, Punctuation) and item.kind == "semicolon":
                    lines.append([[]])
                elif isinstance(item, Punctuation) and item.kind == "comma":
                    lines[-1].append([])
                else:
                    lines[-1][-1].append(item)
        else:
            lines = [self._groups(f)]
        return Table(tuple(tuple(tuple(self.terms(e)) for e in line) for line in lines), f.place)
