"""From printed mathematics to values: sums and products of terms, vectors and matrices.

Everything printed is consumed. Where two readings are possible both are kept, and the comparison
takes the one that fits; what cannot be read raises ``UnreadError`` with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from torsor.referee.reading.latex import runs, tree
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.left_indices import assign_left_indices
from torsor.referee.reading.matrices import (
    Multiplicand,
    PrintedMatrix,
    Value,
    multiply_values,
    to_factor,
)
from torsor.referee.reading.matrix_reader import MatrixReader
from torsor.referee.reading.terms import MOST, ONE, PrintedTerm, Sum, collect, make_terms

TIMES = ("dot", "star", "point")
FACTORS = 2000
"""Products of more factors than this are not read."""

LACKS = "a product or a division lacks a factor"


@dataclass
class SumReader(MatrixReader):
    """Reads sums and products of whatever there is."""

    def value(self, run: Sequence[tree.Item | None]) -> Value:
        """What a run of items is: a sum of terms, or a matrix of such sums."""
        total: PrintedMatrix | None = None
        numbers: list[PrintedTerm] = []
        for sign, links in self._split_terms(runs.strip_end(run)):
            term = self._term(sign, links)
            if isinstance(term, PrintedMatrix):
                total = term if total is None else total.plus(term, runs.span_of(links))
            else:
                numbers += term
                if len(numbers) > MOST:
                    raise UnreadError(f"the equation has more than {MOST} terms")
        if total is not None and numbers:
            raise UnreadError(f"a sum of a number and {total}", total.place)
        return tuple(numbers) if total is None else total

    def _split_terms(
        self, run: Sequence[tree.Item | None]
    ) -> Iterator[tuple[int, list[tree.Link]]]:
        """The terms of a sum with their signs, and nothing left between them."""
        sign, pending, broken, some = 1, False, False, False
        last: tree.Sign | None = None
        links: list[tree.Link] = []
        for k, item in enumerate(run):
            if item is None:
                broken = True
            elif runs.is_empty(item):
                continue
            elif isinstance(item, tree.Sign):
                last = item
                if links:
                    yield sign, _close(links)
                    some, links = True, []
                    sign = item.value
                elif pending and broken:
                    self._repeat(item, sign)
                    sign = item.value
                else:
                    sign = (sign if pending else 1) * item.value
                pending, broken = True, False
            elif tree.is_stop(item, "dots"):
                self._ellipsis(item, run[:k], run[k + 1 :], bool(links))
                if self.excerpt:
                    sign, pending = sign if links else 1, False
            elif isinstance(item, tree.Punctuation):
                _join(links, item, broken)
                broken = False
            else:
                if links and not isinstance(links[-1], tree.Punctuation):
                    if broken:
                        said = "two lines or cells without a sign between them"
                        raise UnreadError(said, item.place)
                    runs.refuse_adjacent_numbers(links[-1], item, self.text)
                if not pending and some and not links:
                    raise UnreadError("a term begins without a sign", item.place)
                links.append(item)
                broken = False
                if len(links) > FACTORS:
                    raise UnreadError(f"a product of more than {FACTORS} factors", item.place)
        if links:
            yield sign, _close(links)
        elif pending:
            assert last
            raise UnreadError("a sign with nothing after it", last.place)
        elif not some:
            raise UnreadError("nothing is printed where a value is expected", runs.start_of(run))

    def _repeat(self, second: tree.Sign, first: int) -> None:
        """A sign at both ends of a line break is one; of two that clash the second is read."""
        if second.value != first:
            clash = "two signs clash at a line break"
            self.note(second.place, f"{clash}; the second holds")
            self.doubts.append(f"{second.place}: {clash}")

    def _ellipsis(
        self,
        dots: tree.Punctuation,
        before: Sequence[tree.Item | None],
        after: Sequence[tree.Item | None],
        within: bool,
    ) -> None:
        """An ellipsis leaves terms out of an excerpt; over a line's end it leaves a doubt."""
        left, right = runs.solid(before), runs.solid(after)
        at_end = bool(right) and after[0] is None
        at_start = bool(left) and before[-1] is None
        opens = not right or isinstance(right[0], tree.Sign) or tree.is_stop(right[0], "dots")
        closes = not left or isinstance(left[-1], tree.Sign) or tree.is_stop(left[-1], "dots")
        placed = at_end or at_start or self.excerpt
        if not (placed and opens and (closes or not within or at_end)):
            raise UnreadError("an ellipsis leaves something out", dots.place)
        if not self.excerpt:
            said = "an ellipsis at a line's end may leave something out"
            self.doubts.append(f"{dots.place}: {said}")

    def _term(self, sign: int, links: list[tree.Link]) -> Value:
        """One printed term: a number, or a product with matrices in it."""
        links = _divide(links)
        place = runs.span_of(links)
        text = self.printed(place)
        total: Multiplicand = [ONE]
        for matrices, group in groupby(links, self.may_be_matrix):
            part = list(group)
            if not matrices and len(part) == len(links):
                return self._expand(sign, part, place, text)
            for factor in map(self._matrix_factor, part) if matrices else self._numbers(part):
                total = multiply_values(total, factor, place, text, self.budget)
        if isinstance(total, PrintedMatrix):
            return -total if sign < 0 else total
        return make_terms(collect(total), place, text, sign)

    def _matrix_factor(self, f: tree.Link) -> Multiplicand:
        assert not isinstance(f, tree.Punctuation)
        return to_factor(self.matrix_value(f))

    def _numbers(self, links: list[tree.Link]) -> Iterator[Multiplicand]:
        """The product of the numbers beside matrices, if there are any."""
        if not all(isinstance(f, tree.Punctuation) for f in links):
            ways = assign_left_indices(links, self.symbols.wants_left_index)
            found = self.budget.multiply(self.product(ways[0]))
            text = self.printed(runs.span_of(links))
            yield [r.doubt(text) for r in found] if len(ways) > 1 else found

    def _expand(self, sign: int, links: list[tree.Link], place: Place, text: str) -> Sum:
        """One printed term, or several where parentheses are multiplied out."""
        ways = assign_left_indices(links, self.symbols.wants_left_index)
        options = [self.budget.multiply(self.product(way)) for way in ways]
        if {len(o) for o in options} == {1}:
            readings = dict.fromkeys(o[0].scale(sign) for o in options)
            return (PrintedTerm(tuple(readings), place, text, sign),)
        first = [r.doubt(text) for r in options[0]] if len(options) > 1 else options[0]
        return make_terms(first, place, text, sign)


def _divide(links: list[tree.Link]) -> list[tree.Link]:
    """A term with what stands behind a slash marked as a divisor."""
    divided: list[tree.Link] = []
    for k, f in enumerate(links):
        before = links[k - 1] if k else None
        if tree.is_stop(f, "slash"):
            continue
        if tree.is_stop(before, "slash"):
            after = links[k + 1] if k + 1 < len(links) else None
            numbers = isinstance(f, tree.Number) and isinstance(links[k - 2], tree.Number)
            ends = after is None or isinstance(after, tree.Punctuation) or numbers
            if isinstance(f, (tree.Function, tree.Stray)) or not ends:
                raise UnreadError("how far the slash reaches is not clear", before.place)
            f = tree.Nested("over", (tree.Block((((f,),),), frozenset()),), f.place)
        divided.append(f)
    return divided


def _close(links: list[tree.Link]) -> list[tree.Link]:
    """A product that ends in a factor."""
    if isinstance(links[-1], tree.Punctuation):
        raise UnreadError(LACKS, links[-1].place)
    return links


def _join(links: list[tree.Link], item: tree.Punctuation, broken: bool) -> None:
    """A product's dot or a slash between factors; repeated at a line break it is one."""
    if item.kind == "equals":
        raise UnreadError("an equals sign inside an expression", item.place)
    if item.kind not in (*TIMES, "slash"):
        raise UnreadError(f"what stands after a {item.kind} is not part of a sum", item.place)
    last = links[-1] if links else None
    if last is not None and not isinstance(last, tree.Punctuation):
        links.append(item)
    elif last is None or not broken or "slash" in (last.kind, item.kind):
        raise UnreadError(LACKS, item.place)
