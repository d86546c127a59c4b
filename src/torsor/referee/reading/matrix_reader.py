"""Printed vectors and matrices, and lists in brackets, as matrices of sums.

Parentheses around matrices are what the sum in them is; a row times a column is a number.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from torsor.referee.reading.factor_reader import FactorReader
from torsor.referee.reading.latex import runs, tree
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.latex.runs import Run, flatten, items_in, solid
from torsor.referee.reading.matrices import PrintedMatrix, Value, raise_matrix, scale
from torsor.referee.reading.reader import read_exponent
from torsor.referee.reading.terms import Sum, collect, invert, likeliest, make_terms

SPACES = ("\\ ", "\\;", "\\:", "\\quad", "\\qquad", "~")


@dataclass
class MatrixReader(FactorReader):
    """Reads the factors that are matrices."""

    with_matrix: dict[int, tuple[tree.Nested, bool]] = field(default_factory=dict)
    """Whether parentheses have a matrix in them, by identity."""

    def may_be_matrix(self, f: tree.Link) -> bool:
        """Whether a factor is a matrix by its look, a list, or parentheses with such in them."""
        if isinstance(f, tree.Mark):
            return isinstance(self.abbreviation(f), PrintedMatrix)
        if not isinstance(f, tree.Nested) or f.kind in ("root", "over"):
            return False
        if f.kind in runs.TABLES:
            return True
        if id(f) not in self.with_matrix:
            items = items_in(f.blocks[0])
            inner = (i for i in items if not isinstance(i, tree.Sign))
            self.with_matrix[id(f)] = f, self._is_list(f) or any(map(self.may_be_matrix, inner))
        return self.with_matrix[id(f)][1]

    def matrix_value(self, f: tree.Factor) -> Value:
        """A matrix, or what parentheses around matrices are; a row times a column is a number."""
        if isinstance(f, tree.Mark):
            meant = self.abbreviation(f)
            assert isinstance(meant, PrintedMatrix)
            return self._raise(meant, f.sup, f.place)
        assert isinstance(f, tree.Nested)
        value: Value
        if f.kind in runs.TABLES:
            value = self._matrix(f)
        elif f.kind == "fraction":
            value = self.value(flatten(f.blocks[0]))
            below = [invert(self.readings_in(f.blocks[1]), f.place)]
            if isinstance(value, PrintedMatrix):
                value = scale(value, below, self.budget)
            else:
                readings = self.budget.multiply([likeliest(value), below])
                value = make_terms(readings, f.place, self.printed(f.place))
        elif self._is_list(f):
            rows = self._split_list(f)
            value = PrintedMatrix(tuple(tuple(map(self.terms, row)) for row in rows), f.place)
        else:
            self.refuse_unseen(f)
            value = self.value(flatten(f.blocks[0]))
        if f.sub:
            raise UnreadError("a subscript on a table or on parentheses", f.place)
        return self._raise(value, f.sup, f.place)

    def _raise(self, value: Value, sup: str, place: Place) -> Value:
        """A value with what is printed on it: a transposition or a power."""
        if not sup:
            return value
        text = self.printed(place)
        if not isinstance(value, PrintedMatrix):
            exponent = read_exponent(sup, place, "parentheses")
            readings = collect(self.budget.raise_sum(likeliest(value), exponent))
            return make_terms(readings, place, text)
        if sup == "T":
            return value.T
        return raise_matrix(value, read_exponent(sup, place, "a table"), text, self.budget)

    def _matrix(self, f: tree.Nested) -> PrintedMatrix:
        """The rows and entries of a printed vector or matrix."""
        rows = runs.split_rows(f.blocks[0])
        if not rows:
            raise UnreadError("a table with nothing in it", f.place)

        def entry(cell: Run) -> Sum:
            if not solid(cell):
                raise UnreadError("a table with an empty entry", f.place)
            return self.terms(runs.strip_stop(cell))

        return PrintedMatrix(tuple(tuple(map(entry, row)) for row in rows), f.place)

    def _is_list(self, f: tree.Nested) -> bool:
        """Whether parentheses hold a list: commas between entries, semicolons between rows.

        In transposed brackets mere spaces may keep the entries apart.
        """
        if f.kind != "paren":
            return False
        items = runs.strip_end(flatten(f.blocks[0]))
        if any(tree.is_stop(i, "comma", "semicolon") for i in items):
            return True
        if f.sup != "T" or len(self._split_at_spaces(f)) < 2:
            return False
        return not any(self.may_be_matrix(i) for i in solid(items) if not isinstance(i, tree.Sign))

    def _split_at_spaces(self, f: tree.Nested) -> list[Run]:
        """The items in brackets, parted where a space command stands; signs part nothing."""
        items = items_in(f.blocks[0])
        groups: list[Run] = []
        for k, item in enumerate(items):
            gap = self.between(items[k - 1], item) if k else ""
            joint = any(isinstance(i, tree.Punctuation) for i in items[max(k - 1, 0) : k + 1])
            if not groups or (any(space in gap for space in SPACES) and not joint):
                groups.append([])
            groups[-1].append(item)
        signs = any(isinstance(i, tree.Sign) for group in groups for i in group[1:])
        return [] if signs else groups

    def _split_list(self, f: tree.Nested) -> list[list[Run]]:
        """The rows and entries of a list in brackets."""
        items = runs.strip_end(flatten(f.blocks[0]))
        if not any(tree.is_stop(i, "comma", "semicolon") for i in items):
            return [self._split_at_spaces(f)]
        rows: list[list[Run]] = [[[]]]
        for item in items:
            if tree.is_stop(item, "semicolon"):
                rows.append([[]])
            elif tree.is_stop(item, "comma"):
                rows[-1].append([])
            else:
                rows[-1][-1].append(item)
        return rows
