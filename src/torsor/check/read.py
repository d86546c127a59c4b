"""From printed mathematics to values: sums and products of terms, vectors and matrices.

Everything printed is consumed. Where two readings are possible both are kept, and the comparison
takes the one that fits; what cannot be read raises ``UnreadError`` with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product as every

from torsor.check.factors import FactorReader, is_empty, whole
from torsor.check.latex_tree import (
    Block,
    Factor,
    Function,
    Item,
    Mark,
    Nested,
    Number,
    Place,
    Punctuation,
    Sign,
    Stray,
    flat,
)
from torsor.check.readings import (
    MOST,
    ONE,
    PrintedTerm,
    Reading,
    UnreadError,
    gathered,
    inverse,
    multiplied,
    signed,
)
from torsor.check.tables import (
    Table,
    Value,
    plus,
    power,
    product,
    readings_of,
    scaled,
)

TABLES = ("bmatrix", "pmatrix", "matrix", "array", "Bmatrix", "smallmatrix")
LAYOUT = ("aligned", "align", "split", "gathered", "equation", "multline", "alignedat")
TIMES = ("dot", "star", "point")
ENDS = ("comma", "semicolon", "point")
SPACES = ("\\ ", "\\;", "\\:", "\\quad", "\\qquad", "~")
NOWHERE = Place(1, 1, 0, 0)
FACTORS = 2000
"""Products of more factors than this are not read."""


@dataclass
class Reader(FactorReader):
    """Reads sums and products; an excerpt may leave terms out behind an ellipsis."""

    excerpt: bool = False
    doubts: list[str] = field(default_factory=list)
    """What was overlooked wherever it stands; beside it readings have doubts of their own."""
    inner: dict[int, tuple[Block, list[PrintedTerm]]] = field(default_factory=dict)
    """Blocks that were read, by identity: each once, however many readings stand around it."""
    tables: dict[int, tuple[Nested, bool]] = field(default_factory=dict)
    """Whether parentheses have a table in them, by identity."""

    # sums -------------------------------------------------------------------------------------

    def terms(self, items: Sequence[Item | None]) -> list[PrintedTerm]:
        """The terms of a printed sum of numbers; ``None`` stands where a line or cell ends."""
        found = self.value(items)
        if isinstance(found, Table):
            raise UnreadError("a table where a number is expected", found.place)
        return list(found)

    def inside(self, block: Block) -> list[PrintedTerm]:
        """The sum in parentheses or braces."""
        if id(block) not in self.inner:
            self.inner[id(block)] = block, self.terms(joined(block))
        return self.inner[id(block)][1]

    def value(self, items: Sequence[Item | None]) -> Value:
        """What a run of items is: a sum of terms, or a table of such sums."""
        items = trimmed(items)
        total: Value | None = None
        numbers: list[PrintedTerm] = []
        for sign, factors in self._signed_terms(items):
            term = self._term(sign, factors)
            if isinstance(term, Table):
                total = term if total is None else plus(total, term, place_of(factors))
            else:
                numbers += term
                if len(numbers) > MOST:
                    raise UnreadError(f"the equation has more than {MOST} terms")
        if total is None:
            return tuple(numbers)
        return plus(total, tuple(numbers), total_place(total)) if numbers else total

    def _signed_terms(
        self, items: Sequence[Item | None]
    ) -> Iterator[tuple[int, list[Factor | Punctuation]]]:
        """The terms of a sum with their signs, and nothing left between them."""
        sign, pending, broken, some = 1, False, False, False
        last: Sign | None = None
        factors: list[Factor | Punctuation] = []
        for k, item in enumerate(items):
            if item is None:
                broken = True
            elif is_empty(item):
                continue
            elif isinstance(item, Sign):
                last = item
                if factors:
                    _closed(factors)
                    yield sign, factors
                    some, factors = True, []
                    sign, pending = item.value, True
                elif pending and broken:
                    if item.value != sign:
                        text = "two signs clash at a line break; the second holds"
                        self.note(item.place, text)
                        where = f"line {item.place.line}, column {item.place.column}"
                        self.doubts.append(f"{where}: two signs clash at a line break")
                    sign = item.value
                else:
                    sign, pending = (sign if pending else 1) * item.value, True
                broken = False
            elif isinstance(item, Punctuation) and item.kind == "dots":
                self._ellipsis(items, k, bool(factors))
                if self.excerpt:
                    sign, pending = sign if factors else 1, False
            elif isinstance(item, Punctuation):
                if item.kind not in (*TIMES, "slash"):
                    raise UnreadError(SENTENCES[item.kind], item.place)
                _joining(factors, item, broken)
                broken = False
            else:
                if broken and factors and not isinstance(factors[-1], Punctuation):
                    raise UnreadError("two lines or cells without a sign between them", item.place)
                if not pending and some and not factors:
                    raise UnreadError("a term begins without a sign", item.place)
                factors.append(item)
                broken = False
                if len(factors) > FACTORS:
                    raise UnreadError(f"a product of more than {FACTORS} factors", item.place)
        if factors:
            _closed(factors)
            yield sign, factors
        elif pending:
            raise UnreadError("a sign with nothing after it", last.place if last else NOWHERE)
        elif not some:
            raise UnreadError("nothing is printed where a value is expected", _first(items))

    def _ellipsis(self, items: Sequence[Item | None], k: int, within: bool) -> None:
        """An ellipsis goes on over a line's end, or leaves terms out of an excerpt."""
        here = items[k]
        assert here is not None
        before = [i for i in items[:k] if i is not None]
        after = [i for i in items[k + 1 :] if i is not None]
        at_end = k + 1 < len(items) and items[k + 1] is None and bool(after)
        at_start = k > 0 and items[k - 1] is None and bool(before)
        opens = not after or isinstance(after[0], Sign) or _is_dots(after[0])
        closes = not before or isinstance(before[-1], Sign) or _is_dots(before[-1])
        if not (
            (at_end or at_start or self.excerpt) and opens and (closes or not within or at_end)
        ):
            raise UnreadError("an ellipsis leaves something out", here.place)

    # products ---------------------------------------------------------------------------------

    def _term(self, sign: int, factors: list[Factor | Punctuation]) -> Value:
        """One printed term: a number, or a product with tables in it."""
        factors = self._divided(factors)
        if not any(self._may_be_table(f) for f in factors):
            return tuple(self._expanded(sign, factors))
        place = place_of(factors)
        text = self.text[place.start : place.end]
        total: Table | list[Reading] = [ONE]
        run: list[Factor | Punctuation] = []

        def scale(by: Sequence[Reading]) -> None:
            nonlocal total
            if isinstance(total, Table):
                total = scaled(total, by, self.budget)
            else:
                total = multiplied([total, by], self.budget)

        def close() -> None:
            if any(not isinstance(f, Punctuation) for f in run):
                scale(self._run(run))
            run.clear()

        for f in factors:
            if not self._may_be_table(f):
                run.append(f)
                continue
            close()
            assert not isinstance(f, Punctuation)
            value = self._table_value(f)
            if not isinstance(value, Table):
                scale(readings_of(value))
            elif isinstance(total, Table):
                found = product(total, value, place, text, self.budget)
                total = found if isinstance(found, Table) else readings_of(found)
            else:
                total = scaled(value, total, self.budget)
        close()
        if isinstance(total, Table):
            return -total if sign < 0 else total
        return tuple(
            PrintedTerm((signed(r, sign),), place, text, sign, True) for r in gathered(total)
        )

    def _run(self, factors: list[Factor | Punctuation]) -> list[Reading]:
        """Numbers beside tables, multiplied."""
        variants = self._variants(factors)
        found = multiplied(self.product(variants[0]), self.budget)
        return [self._in_doubt(r, factors) for r in found] if len(variants) > 1 else found

    def _in_doubt(self, reading: Reading, factors: list[Factor | Punctuation]) -> Reading:
        place = place_of(factors)
        shown = " ".join(self.text[place.start : place.end].split())
        return replace(reading, doubts=(*reading.doubts, f"{shown}: one of two readings is taken"))

    def _divided(self, factors: list[Factor | Punctuation]) -> list[Factor | Punctuation]:
        """A term with what stands behind a slash marked as a divisor."""
        found: list[Factor | Punctuation] = []
        for k, f in enumerate(factors):
            before = factors[k - 1] if k else None
            if isinstance(f, Punctuation) and f.kind == "slash":
                continue
            if isinstance(before, Punctuation) and before.kind == "slash":
                after = factors[k + 1] if k + 1 < len(factors) else None
                numbers = isinstance(f, Number) and isinstance(factors[k - 2], Number)
                if isinstance(f, (Function, Stray)) or not (
                    after is None or isinstance(after, Punctuation) or numbers
                ):
                    raise UnreadError("how far the slash reaches is not clear", before.place)
                block = Block((((f,),),), frozenset())
                found.append(Nested("over", (block,), f.place))
            else:
                found.append(f)
        return found

    def _expanded(self, sign: int, factors: list[Factor | Punctuation]) -> list[PrintedTerm]:
        """One printed term, or several where parentheses are multiplied out."""
        place = place_of(factors)
        snippet = self.text[place.start : place.end]
        variants = self._variants(factors)
        options = [multiplied(self.product(v), self.budget) for v in variants]
        if {len(o) for o in options} == {1}:
            readings = tuple(signed(o[0], sign) for o in options)
            return [PrintedTerm(tuple(dict.fromkeys(readings)), place, snippet, sign)]
        first = options[0]
        if len(options) > 1:
            first = [self._in_doubt(r, factors) for r in first]
        return [PrintedTerm((signed(r, sign),), place, snippet, sign, True) for r in first]

    def _variants(self, factors: list[Factor | Punctuation]) -> list[list[Factor]]:
        """The ways in which left superscripts can be given to marks that want one."""
        plain: list[Factor] = []
        choices: list[int] = []
        waiting = ""
        after_point = False
        for f in factors:
            if isinstance(f, Punctuation):
                after_point = True
                continue
            if is_prefix(f):
                assert isinstance(f, (Stray, Nested))
                if waiting or f.sub or not f.sup:
                    raise UnreadError("a script hangs on nothing", f.place)
                waiting = f.sup
                continue
            if waiting:
                if not isinstance(f, Mark):
                    raise UnreadError("a left superscript without a symbol", f.place)
                f, waiting = replace(f, pre=waiting), ""
            elif isinstance(f, Mark) and f.base in self.table.wants_pre and plain:
                if _may_be_left_index(plain[-1]) and not after_point:
                    choices.append(len(plain))
            plain.append(f)
            after_point = False
        if waiting:
            raise UnreadError("a script hangs on nothing", place_of(factors))
        found = []
        for taken in every((True, False), repeat=min(len(choices), 4)):
            variant: list[Factor] = list(plain)
            dropped = set()
            for index, take in zip(choices, taken, strict=False):
                if not take:
                    continue
                before, mark = variant[index - 1], variant[index]
                assert isinstance(mark, Mark)
                if isinstance(before, Number):
                    # On the line it is a factor in print; a scan may have lowered it.
                    variant[index] = replace(mark, pre=str(before.value), lowered=True)
                    dropped.add(index - 1)
                elif isinstance(before, Mark):
                    variant[index] = replace(mark, pre=before.sup)
                    variant[index - 1] = replace(before, sup="")
            found.append([f for i, f in enumerate(variant) if i not in dropped])
        return found

    # tables -----------------------------------------------------------------------------------

    def _may_be_table(self, f: Factor | Punctuation) -> bool:
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
                self._may_be_table(i) for i in items if not isinstance(i, (Sign, Punctuation))
            )
            self.tables[id(f)] = f, found
        return self.tables[id(f)][1]

    def _table_value(self, f: Factor) -> Value:
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
                entries.append(tuple(self.terms(cell)))
            rows.append(tuple(entries))
        if not rows:
            raise UnreadError("a table with nothing in it", place)
        return Table(tuple(rows), place)

    def _listed(self, f: Nested) -> bool:
        """Whether parentheses hold a list: commas between entries, semicolons between rows."""
        items = trimmed(joined(f.blocks[0]))
        return any(isinstance(i, Punctuation) and i.kind in ("comma", "semicolon") for i in items)

    def _spaced(self, f: Nested) -> bool:
        """Whether transposed brackets hold entries that only spaces keep apart."""
        if f.sup != "T" or len(self._groups(f)) < 2:
            return False
        items = (i for i in joined(f.blocks[0]) if isinstance(i, (Mark, Nested)))
        return not any(self._may_be_table(i) for i in items)

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
            for item in trimmed(joined(f.blocks[0])):
                if isinstance(item, Punctuation) and item.kind == "semicolon":
                    lines.append([[]])
                elif isinstance(item, Punctuation) and item.kind == "comma":
                    lines[-1].append([])
                else:
                    lines[-1][-1].append(item)
        else:
            lines = [self._groups(f)]
        return Table(tuple(tuple(tuple(self.terms(e)) for e in line) for line in lines), f.place)


SENTENCES = {
    "comma": "what stands after a comma is not part of a sum",
    "semicolon": "what stands after a semicolon is not part of a sum",
    "colon": "what stands after a colon is not part of a sum",
    "equals": "an equals sign inside an expression",
}


def _closed(factors: list[Factor | Punctuation]) -> None:
    last = factors[-1]
    if isinstance(last, Punctuation):
        raise UnreadError("a product or a division lacks a factor", last.place)


def _joining(factors: list[Factor | Punctuation], item: Punctuation, broken: bool) -> None:
    """A product's dot or a slash between factors; repeated at a line break it is one."""
    if not factors:
        raise UnreadError("a product or a division lacks a factor", item.place)
    last = factors[-1]
    if not isinstance(last, Punctuation):
        factors.append(item)
    elif not broken or "slash" in (last.kind, item.kind):
        raise UnreadError("a product or a division lacks a factor", item.place)


def _is_dots(item: Item) -> bool:
    return isinstance(item, Punctuation) and item.kind == "dots"


def _first(items: Sequence[Item | None]) -> Place | None:
    return next((i.place for i in items if i is not None), None)


def total_place(value: Value) -> Place:
    """Where a value begins."""
    if isinstance(value, Table):
        return value.place
    return value[0].place if value else NOWHERE


def place_of(factors: Sequence[Factor | Punctuation]) -> Place:
    """From the first factor to the last."""
    solid = [f.place for f in factors if not isinstance(f, Punctuation)]
    first, last = solid[0], solid[-1]
    return Place(first.line, first.column, first.start, last.end)


def trimmed(items: Sequence[Item | None]) -> list[Item | None]:
    """A run of items without the comma, semicolon or full stop that ends it."""
    kept = list(items)
    while kept and (kept[-1] is None or is_empty(kept[-1])):
        kept.pop()
    if kept and isinstance(kept[-1], Punctuation) and kept[-1].kind in ENDS:
        kept.pop()
    return kept


def table_lines(block: Block) -> list[list[list[Item | None]]]:
    """The rows of a table: a row that ends in a sign goes on, and between rules all lines do."""
    lines: list[list[list[Item | None]]] = [[list(cell) for cell in line] for line in block.lines]
    if lines and len(lines[-1]) == 1 and not lines[-1][0]:
        lines.pop()
    widths = {len(line) for line in lines}
    ruled = bool(block.ruled & set(range(1, len(lines)))) and widths == {1}
    rows: list[list[list[Item | None]]] = []
    for number, line in enumerate(lines):
        goes_on = rows and (
            (ruled and number not in block.ruled) or (not ruled and _ends_in_sign(rows[-1][-1]))
        )
        if goes_on:
            rows[-1][-1] += [None, *line[0]]
            rows[-1] += line[1:]
        else:
            rows.append(line)
    return rows


def _ends_in_sign(cell: Sequence[Item | None]) -> bool:
    solid = [i for i in cell if i is not None]
    return bool(solid) and isinstance(solid[-1], Sign)


def is_prefix(item: Item) -> bool:
    """A left superscript, which belongs to the mark after it."""
    return isinstance(item, Stray) or (
        isinstance(item, Nested) and item.kind == "group" and not flat(item.blocks[0])
    )


def joined(block: Block) -> list[Item | None]:
    """All the items of a block in order, with ``None`` where a line or a cell ends."""
    items: list[Item | None] = []
    for line in block.lines:
        for cell in line:
            if items:
                items.append(None)
            items.extend(cell)
    return items


def _may_be_left_index(f: Factor) -> bool:
    """A whole number, or a mark with one for its exponent: either may belong to the next mark."""
    if isinstance(f, Number):
        return f.value.denominator == 1 and not f.power
    return isinstance(f, Mark) and f.sup.isdigit()
