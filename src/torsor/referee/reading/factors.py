"""Sums, products and factors of a LaTeX tree as the nodes of ``syntax``.

Everything printed is consumed or refused with its place. What only a reader of the whole text can
know (whether ``c_1`` is a cosine, ``M(q)`` a matrix, ``q'`` a rate) is left to the evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from torsor.notation.glyph import Glyph
from torsor.notation.notation import GREEK
from torsor.referee.reading.latex import runs, tree
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.latex.runs import Run
from torsor.referee.reading.syntax import (
    Call,
    Derivative,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    SumOver,
    Symbol,
    Table,
    Transpose,
)

SPELLED = {letter: name for name, letter in GREEK.items()} | {
    "∂": "partial", "π": "pi", "Π": "Pi", "Σ": "Sigma", "Ξ": "Xi", "υ": "upsilon", "Υ": "Upsilon",
}  # fmt: skip
TRANSPOSED = ("T", "⊤", "mathrm~T", "t")
QUIET = ("vec", "overrightarrow", "underline")
"""Accents that say only that something is a vector."""

TIMES = ("dot", "star", "point")
FUNCTIONS = (
    "sin", "cos", "tan", "sgn", "sign", "sqrt", "arctan", "atan", "atan2", "tanh", "exp", "log",
    "ln", "diag", "arcsin", "arccos", "cot", "sinh", "cosh", "det", "tr",
)  # fmt: skip
COORDINATE_LIKE = (
    "q",
    "θ",
    "ϑ",
    "φ",
    "ϕ",
    "t",
    "x",
    "Θ",
    "Φ",
    "α",
    "β",
    "γ",
    "ψ",
    "u",
    "τ",
    "π",
    "d",
)
"""Letters that arguments have: M(q), g(θ), τ(t), Y(q, q̇, q̈)."""


def flat_name(mark: tree.Mark) -> str:
    """A mark as a plain name: θ_2 is theta2, l_{c1} is lc1, J_{v_1} is Jv1."""
    accents = "".join(a for a in mark.accent.split() if a not in QUIET)
    raised = mark.sup if _names(mark.sup) else ""
    parts = (mark.pre and f"{mark.pre}_", mark.base, accents, mark.sub, raised)
    return "".join(_spell(part) for part in parts if part)


def _spell(text: str) -> str:
    letters = (SPELLED.get(ch, ch) for ch in text)
    return "".join(ch for ch in "".join(letters) if (ch.isascii() and ch.isalnum()) or ch == "_")


def _names(sup: str) -> bool:
    """Whether a superscript is part of a name: neither power, transposition nor primes."""
    bare = sup.strip("'")
    number = bare.removeprefix("-").replace(".", "").isdigit()
    return bool(bare) and not number and bare not in TRANSPOSED


def _exponent(sup: str) -> bool:
    digits = sup.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 3


@dataclass
class FactorReader:
    """Reads the items of one text."""

    latex: str
    seen: dict[tuple[str, ...], tuple[str, Glyph, int]] = field(default_factory=dict)
    """The marks that were read, by their look."""

    # sums ------------------------------------------------------------------------------------

    def read_sum(self, run: Sequence[tree.Item | None]) -> Node:
        """The terms of a sum, with nothing left between them."""
        terms: list[Node] = []
        for sign, links in self._split_terms(runs.strip_end(run)):
            term = self._term(links)
            terms.append(term if sign > 0 else Negative(term, term.place))
        if not terms:
            raise UnreadError("nothing is printed where a value is expected", runs.start_of(run))
        return (
            terms[0] if len(terms) == 1 else Sum(tuple(terms), terms[0].place.to(terms[-1].place))
        )

    def _split_terms(self, run: Run) -> Iterator[tuple[int, list[tree.Link]]]:
        sign, pending, broken = 1, False, False
        last: tree.Item | None = None
        links: list[tree.Link] = []
        for item in run:
            if item is None:
                broken = True
                continue
            if runs.is_empty(item):
                continue
            if isinstance(item, tree.Sign):
                if links:
                    yield sign, self._close(links)
                    links, sign = [], item.value
                elif pending and broken and item.value != sign:
                    raise UnreadError("two signs clash at a line break", item.place)
                elif not (pending and broken):
                    sign = (sign if pending else 1) * item.value
                pending = True
            elif tree.is_stop(item, "dots"):
                raise UnreadError("an ellipsis leaves something out", item.place)
            elif isinstance(item, tree.Punctuation):
                if item.kind not in (*TIMES, "slash"):
                    raise UnreadError(f"a {item.kind} within a sum", item.place)
                if not links and not (broken and last is not None):
                    raise UnreadError("a product or a division lacks a factor", item.place)
                if links and isinstance(links[-1], tree.Punctuation):
                    if not broken:
                        raise UnreadError("a product or a division lacks a factor", item.place)
                    links.pop()
                links.append(item)
            else:
                if broken and links and not isinstance(links[-1], tree.Punctuation):
                    said = "two lines or cells without a sign between them"
                    raise UnreadError(said, item.place)
                links.append(item)
                pending = False
            last, broken = item, False
        if links:
            yield sign, self._close(links)
        elif pending and last is not None:
            raise UnreadError("a sign with nothing after it", last.place)

    def _close(self, links: list[tree.Link]) -> list[tree.Link]:
        if isinstance(links[-1], tree.Punctuation) and links[-1].kind == "point":
            links = links[:-1]
        if isinstance(links[-1], tree.Punctuation):
            raise UnreadError("a product or a division lacks a factor", links[-1].place)
        return links

    # products --------------------------------------------------------------------------------

    def _term(self, links: list[tree.Link]) -> Node:
        """A product; a slash divides by the one factor behind it."""
        return self._product(self._divide(links))

    def _divide(self, links: list[tree.Link]) -> list[tree.Link]:
        """A term whose slashes have become fractions of the factors around them."""
        found: list[tree.Link] = []
        k = 0
        while k < len(links):
            link = links[k]
            if not tree.is_stop(link, "slash"):
                found.append(link)
                k += 1
                continue
            below = links[k + 1]
            after = links[k + 2] if k + 2 < len(links) else None
            ends = after is None or isinstance(after, tree.Punctuation)
            numbers = isinstance(below, tree.Number) and isinstance(found[-1], tree.Number)
            spaced = isinstance(below, tree.Number) and after is not None
            if isinstance(below, (tree.Function, tree.Stray, tree.Punctuation)) or not (
                ends or numbers or spaced
            ):
                raise UnreadError("how far the slash reaches is not clear", link.place)
            found.append(
                tree.Nested("over", (tree.Block((((below,),),), frozenset()),), below.place)
            )
            k += 2
        return found

    def _product(self, links: Sequence[tree.Link]) -> Node:
        links = _spell_functions(links)
        factors: list[Node] = []
        k = 0
        while k < len(links):
            link = links[k]
            if isinstance(link, tree.Punctuation):
                k += 1
                continue
            if runs.is_prefix(link):
                if k + 1 >= len(links) or not isinstance(links[k + 1], tree.Mark):
                    raise UnreadError("a script hangs on nothing", link.place)
                k += 1
                assert isinstance(link, (tree.Stray, tree.Nested))
                mark = links[k]
                assert isinstance(mark, tree.Mark)
                pre = link.sup + (f"_{link.sub}" if link.sub else "")
                link = replace(mark, pre=pre + mark.pre)
            used, node = self._factor(link, links[k + 1 :])
            if tree.is_nested(link, "over"):
                above = factors.pop()
                node = Quotient(above, node, above.place.to(node.place))
            factors.append(node)
            k += used
        if len(factors) == 1:
            return factors[0]
        return Product(tuple(factors), factors[0].place.to(factors[-1].place))

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

    def _symbol(self, mark: tree.Mark) -> Symbol:
        look = (mark.base, mark.sub, mark.sup, mark.pre, mark.accent)
        name, glyph, primes = self.seen.get(look) or self._see(mark, look)
        return Symbol(name, mark.place, mark.dots, glyph=glyph, primes=primes)

    def _see(self, mark: tree.Mark, look: tuple[str, ...]) -> tuple[str, Glyph, int]:
        """The name and the glyph of a mark, found once for each look."""
        sup = mark.sup if _names(mark.sup) else ""
        accent = next((a for a in mark.accent.split() if a in ("hat", "bar")), "")
        glyph = Glyph(mark.base, mark.sub, sup, mark.pre, 0, accent)
        self.seen[look] = flat_name(mark), glyph, mark.sup.count("'")
        return self.seen[look]

    def _raise(self, node: Node, sup: str, place: Place) -> Node:
        """A factor with what is printed on it: a power, an inverse or a transposition."""
        if not sup or (isinstance(node, Symbol) and _names(sup)):
            return node
        if sup in TRANSPOSED:
            return Transpose(node, place)
        if not _exponent(sup):
            raise UnreadError(f"the superscript {sup[:20]} cannot be read", place)
        return Power(node, Number(Fraction(int(sup)), place), place)

    def _arguments(self, after: tree.Link | None) -> tuple[Node, ...]:
        """What stands in a bracket of arguments, as (q, q̇); nothing if it is a factor."""
        if not tree.is_nested(after, "paren") or after.sub or _exponent(after.sup):
            return ()
        inner = runs.items_in(after.blocks[0])
        marks = [i for i in inner[::2] if isinstance(i, tree.Mark)]
        commas = [i for i in inner[1::2] if tree.is_stop(i, "comma")]
        if not inner or len(marks) + len(commas) != len(inner):
            return ()
        if any(m.base not in COORDINATE_LIKE or m.sup.strip("'T") for m in marks):
            return ()
        return tuple(self._symbol(m) for m in marks)

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
            if _exponent(after.sup):
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


def _spell_functions(links: Sequence[tree.Link]) -> Sequence[tree.Link]:
    """Letters in a row that spell a sine or a cosine, nothing between them, as the function."""
    if not any(isinstance(f, tree.Mark) and f.base in ("s", "c") for f in links):
        return links
    found: list[tree.Link] = []
    k = 0
    while k < len(links):
        three = links[k : k + 3]
        marks = [f for f in three if isinstance(f, tree.Mark) and not (f.dots or f.accent or f.sub)]
        if len(marks) == 3 and k + 3 < len(links):
            word = "".join(m.base for m in marks)
            close = marks[0].place.end == marks[1].place.start
            close = close and marks[1].place.end == marks[2].place.start
            if word in ("sin", "cos") and close and not (marks[0].sup or marks[1].sup):
                place = marks[0].place.to(marks[2].place)
                found.append(tree.Function(word, place, marks[2].sup))
                k += 3
                continue
        found.append(links[k])
        k += 1
    return found


def _is_d(items: Sequence[tree.Item]) -> bool:
    if not items or not isinstance(items[0], tree.Mark):
        return False
    first = items[0]
    return first.base in ("d", "∂") and not (first.sub or first.sup or first.dots)


def _digits(number: tree.Number) -> str:
    return number.digits if "." in number.digits else ""
