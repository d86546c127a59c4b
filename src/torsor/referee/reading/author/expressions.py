"""Sums and products of a LaTeX tree as the nodes of ``syntax``.

Everything printed is consumed or refused with its place. What only a reader of the whole text can
know (whether ``c_1`` is a cosine, ``M(q)`` a matrix, ``q'`` a rate) is left to the evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from torsor.referee.reading.author.factors import FactorReader
from torsor.referee.reading.latex import runs, tree
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.latex.runs import Run
from torsor.referee.reading.syntax import Negative, Node, Product, Quotient, Sum

TIMES = ("dot", "star", "point")


@dataclass
class ExpressionReader(FactorReader):
    """Reads the expressions of one text."""

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
