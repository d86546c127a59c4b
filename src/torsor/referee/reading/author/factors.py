"""Factors of a LaTeX tree: functions with their arguments, derivatives, brackets and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.referee.reading.author.marks import FUNCTIONS, MarkReader, is_exponent
from torsor.referee.reading.latex import runs, tree
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.latex.runs import Run
from torsor.referee.reading.syntax import (
    Call,
    Derivative,
    Node,
    Number,
    Quotient,
    SumOver,
    Symbol,
    Table,
)


@dataclass
class FactorReader(MarkReader):
    """Reads factors; how sums and products are read, its kind tells."""

    def read_sum(self, run: Sequence[tree.Item | None]) -> Node:
        """The terms of a sum."""
        raise NotImplementedError

    def _product(self, links: Sequence[tree.Link]) -> Node:
        raise NotImplementedError

    def _factor(self, link: tree.Factor, rest: Sequence[tree.Link]) -> tuple[int, Node]:
        """How many links a factor takes, and what it is."""
        if isinstance(link, tree.Number):
            return 1, self._raise(
                Number(link.value, link.place, _digits(link)), link.sup, link.place
            )
        if isinstance(link, tree.Function):
            return self._function(link.name, link, rest)
        if isinstance(link, tree.Stray):
            raise UnreadError("a script hangs on nothing", link.place)
        if isinstance(link, tree.Mark):
            return self._mark(link, rest)
        derivative = self._derivative(link, rest)
        if derivative:
            return derivative
        return 1, self._nested(link)

    def _mark(self, mark: tree.Mark, rest: Sequence[tree.Link]) -> tuple[int, Node]:
        after = rest[0] if rest else None
        if mark.base in FUNCTIONS and not mark.sub and not mark.dots and after is not None:
            return self._function(mark.base, mark, rest)
        if mark.base in ("∑", "∏", "∫"):
            if mark.base != "∑" or after is None:
                raise UnreadError(f"{mark.base} cannot be read", mark.place)
            return self._sum_over(mark, rest)
        symbol = self._symbol(mark)
        arguments = self._arguments(after)
        if arguments and not mark.sup:
            assert after is not None
            call = Call(symbol.name, arguments, mark.place.to(after.place))
            assert isinstance(after, tree.Nested)
            return 2, self._raise(call, after.sup, after.place)
        return 1, self._raise(symbol, mark.sup.strip("'"), mark.place)

    # functions -------------------------------------------------------------------------------

    def _function(
        self, name: str, head: tree.Mark | tree.Function, rest: Sequence[tree.Link]
    ) -> tuple[int, Node]:
        """A function and its argument: brackets, one mark, or a number and a mark."""
        name = {"sgn": "sign", "sen": "sin", "atan": "arctan"}.get(name, name)
        kept = [i for i in rest[:3] if not isinstance(i, tree.Punctuation)]
        if not kept or len(kept) != len(rest[: len(kept)]):
            raise UnreadError(f"{name} has no argument", head.place)
        after = kept[0]
        outer, used = "", 2
        argument: Node
        if isinstance(after, tree.Nested) and after.kind in ("paren", "group", "abs"):
            if after.sub:
                raise UnreadError(f"the argument of {name} cannot be read", after.place)
            outer = after.sup
            inner = runs.flatten(after.blocks[0])
            if after.kind == "group" and len(runs.solid(inner)) > 1 and len(kept) > 1:
                self._refuse_unseen(after)
            argument = self.read_sum(inner)
        elif isinstance(after, tree.Number) and len(kept) > 1 and isinstance(kept[1], tree.Mark):
            argument, used = self._product(kept[:2]), 3
        elif isinstance(after, tree.Mark):
            if is_exponent(after.sup):
                raise UnreadError(f"whether {name} or its angle is raised", after.place)
            argument = self._symbol(after)
        elif tree.is_nested(after, "fraction") or isinstance(after, tree.Number):
            argument = self._factor(after, ())[1]
        else:
            raise UnreadError(f"{name} has no argument", head.place)
        if head.sup and outer:
            raise UnreadError(f"{name} with two exponents", head.place)
        end = after.place if used == 2 else kept[1].place
        place = head.place.to(end)
        sup = (head.sup or outer).strip("'")
        return used, self._raise(Call(name, (argument,), place), sup, place)

    def _refuse_unseen(self, group: tree.Nested) -> None:
        """Braces are not printed: what is read has to be what is seen."""
        if any(isinstance(i, tree.Sign) or i is None for i in runs.flatten(group.blocks[0])):
            raise UnreadError("braces around more than a product are not seen", group.place)

    def _sum_over(self, mark: tree.Mark, rest: Sequence[tree.Link]) -> tuple[int, Node]:
        """Σ with its bounds, of all the factors behind it."""
        index, _, low = mark.sub.partition("=")
        high = mark.sup
        if not (index.isalpha() and low.isdigit() and high.isalnum() and len(high) < 3):
            raise UnreadError("the bounds of a sum cannot be read", mark.place)
        body = self._product(rest)
        top: Node = (
            Number(Fraction(int(high)), mark.place) if high.isdigit() else Symbol(high, mark.place)
        )
        return 1 + len(rest), SumOver(index, int(low), top, body, mark.place.to(body.place))

    # derivatives -----------------------------------------------------------------------------

    def _derivative(self, link: tree.Nested, rest: Sequence[tree.Link]) -> tuple[int, Node] | None:
        """d/dt and ∂/∂x, of what stands above or behind."""
        if link.kind != "fraction" or len(link.blocks) != 2:
            return None
        above, below = (runs.items_in(b) for b in link.blocks)
        if not (_is_d(above) and _is_d(below)):
            return None
        if link.sub or link.sup or len(below) != 2 or not isinstance(below[1], tree.Mark):
            raise UnreadError("a derivative that is not read", link.place)
        variable = self._symbol(below[1])
        if variable.dots == 0 and below[1].sup:
            raise UnreadError("a derivative that is not read", link.place)
        by = None if variable.name == "t" and not variable.dots else variable
        if above[1:]:
            of, used = self.read_sum(above[1:]), 1
        else:
            behind = [i for i in rest if not isinstance(i, tree.Punctuation)]
            if not behind:
                raise UnreadError("a derivative of nothing", link.place)
            taken, of = self._factor(behind[0], behind[1:])
            used = 1 + taken
        return used, Derivative(of, by, link.place.to(of.place))

    # nested ----------------------------------------------------------------------------------

    def _nested(self, f: tree.Nested) -> Node:
        """Parentheses, groups, fractions, roots and tables."""
        if f.sub:
            raise UnreadError("a subscript on parentheses", f.place)
        node: Node
        if f.kind == "fraction":
            above, below = (self.read_sum(runs.flatten(b)) for b in f.blocks)
            node = Quotient(above, below, f.place)
        elif f.kind == "over":
            return self.read_sum(runs.flatten(f.blocks[0]))
        elif f.kind == "root":
            node = Call("sqrt", (self.read_sum(runs.flatten(f.blocks[0])),), f.place)
        elif f.kind in runs.TABLES or f.kind == "vmatrix":
            node = self._table(f)
        elif f.kind in ("paren", "group"):
            node = self._list(f) or self.read_sum(runs.flatten(f.blocks[0]))
        else:
            raise UnreadError(f"{f.kind} where a value is expected", f.place)
        return self._raise(node, f.sup, f.place)

    def _table(self, f: tree.Nested) -> Table:
        rows = [row for row in runs.split_rows(f.blocks[0]) if any(map(runs.solid, row))]
        if not rows:
            raise UnreadError("a table with nothing in it", f.place)
        if len({len(row) for row in rows}) > 1:
            lengths = ", ".join(str(len(row)) for row in rows[:12])
            raise UnreadError(f"a table whose rows have {lengths} entries", f.place)

        def entry(cell: Run) -> Node:
            if not runs.solid(cell):
                raise UnreadError("a table with an empty entry", f.place)
            return self.read_sum(runs.strip_stop(cell))

        return Table(tuple(tuple(map(entry, row)) for row in rows), f.place)

    def _list(self, f: tree.Nested) -> Table | None:
        """``[a, b]`` as a row, ``[a; b]`` as a column; nothing where no comma stands."""
        if f.kind != "paren":
            return None
        items = runs.strip_end(runs.flatten(f.blocks[0]))
        if not any(tree.is_stop(i, "comma", "semicolon") for i in items):
            return None
        rows: list[list[Run]] = [[[]]]
        for item in items:
            if tree.is_stop(item, "semicolon"):
                rows.append([[]])
            elif tree.is_stop(item, "comma"):
                rows[-1].append([])
            else:
                rows[-1][-1].append(item)
        if len({len(row) for row in rows}) > 1:
            raise UnreadError("a list whose rows differ in length", f.place)
        return Table(tuple(tuple(map(self.read_sum, row)) for row in rows), f.place)


def _is_d(items: Sequence[tree.Item]) -> bool:
    if not items or not isinstance(items[0], tree.Mark):
        return False
    first = items[0]
    return first.base in ("d", "∂") and not (first.sub or first.sup or first.dots)


def _digits(number: tree.Number) -> str:
    return number.digits if "." in number.digits else ""
