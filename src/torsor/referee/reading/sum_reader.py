"""From printed mathematics to values: sums and products of terms, vectors and matrices.

Everything printed is consumed. Where two readings are possible both are kept, and the comparison
takes the one that fits; what cannot be read raises ``UnreadError`` with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from torsor.referee.reading.left_indices import variants
from torsor.referee.reading.matrices import (
    Table,
    Value,
    plus,
    product,
    readings_of,
    scaled,
)
from torsor.referee.reading.matrix_reader import TableReader
from torsor.referee.reading.runs import apart, is_empty, joined, place_of, stripped
from torsor.referee.reading.terms import (
    MOST,
    ONE,
    PrintedTerm,
    Reading,
    UnreadError,
    gathered,
    multiplied,
    signed,
)
from torsor.referee.reading.tree import (
    Block,
    Factor,
    Function,
    Item,
    Nested,
    Number,
    Place,
    Punctuation,
    Sign,
    Stray,
)

TIMES = ("dot", "star", "point")
NOWHERE = Place(1, 1, 0, 0)
FACTORS = 2000
"""Products of more factors than this are not read."""


@dataclass
class Reader(TableReader):
    """Reads sums and products; an excerpt may leave terms out behind an ellipsis."""

    excerpt: bool = False
    doubts: list[str] = field(default_factory=list)
    """What was overlooked wherever it stands; beside it readings have doubts of their own."""
    inner: dict[int, tuple[Block, list[PrintedTerm]]] = field(default_factory=dict)
    """Blocks that were read, by identity: each once, however many readings stand around it."""

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
        items = stripped(items)
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
                    self._repeated(item, sign)
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
                if factors and not isinstance(factors[-1], Punctuation):
                    apart(factors[-1], item, self.text)
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

    def _repeated(self, second: Sign, first: int) -> None:
        """A sign at both ends of a line break is one; of two that clash the second is read."""
        if second.value != first:
            clash = "two signs clash at a line break"
            self.note(second.place, f"{clash}; the second holds")
            where = f"line {second.place.line}, column {second.place.column}"
            self.doubts.append(f"{where}: {clash}")

    def _ellipsis(self, items: Sequence[Item | None], k: int, within: bool) -> None:
        """An ellipsis leaves terms out of an excerpt; over a line's end it leaves a doubt."""
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
        if not self.excerpt:
            where = f"line {here.place.line}, column {here.place.column}"
            self.doubts.append(f"{where}: an ellipsis at a line's end may leave something out")

    # products ---------------------------------------------------------------------------------

    def _term(self, sign: int, factors: list[Factor | Punctuation]) -> Value:
        """One printed term: a number, or a product with tables in it."""
        factors = self._divided(factors)
        if not any(self.may_be_table(f) for f in factors):
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
            if not self.may_be_table(f):
                run.append(f)
                continue
            close()
            assert not isinstance(f, Punctuation)
            value = self.table_value(f)
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
        ways = variants(factors, self.table.wants_pre)
        found = multiplied(self.product(ways[0]), self.budget)
        return [self._in_doubt(r, factors) for r in found] if len(ways) > 1 else found

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
        ways = variants(factors, self.table.wants_pre)
        options = [multiplied(self.product(way), self.budget) for way in ways]
        if {len(o) for o in options} == {1}:
            readings = tuple(signed(o[0], sign) for o in options)
            return [PrintedTerm(tuple(dict.fromkeys(readings)), place, snippet, sign)]
        first = options[0]
        if len(options) > 1:
            first = [self._in_doubt(r, factors) for r in first]
        return [PrintedTerm((signed(r, sign),), place, snippet, sign, True) for r in first]


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
