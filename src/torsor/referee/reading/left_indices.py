"""Left superscripts: which mark a superscript before it, or on the mark before, belongs to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product as every

from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.latex.runs import is_prefix, span_of
from torsor.referee.reading.latex.tree import Factor, Link, Mark, Nested, Number, Punctuation, Stray

MOST = 4
"""Of more marks than this that may have a left superscript, only the first are tried both ways."""


def assign_left_indices(links: list[Link], wants: Callable[[Mark], bool]) -> list[list[Factor]]:
    """The ways in which left superscripts can be given to marks that want one."""
    plain: list[Factor] = []
    choices: list[int] = []
    waiting = ""
    after_point = False
    for f in links:
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
        elif isinstance(f, Mark) and plain and wants(f):
            if _may_be_left_index(plain[-1]) and not after_point:
                choices.append(len(plain))
        plain.append(f)
        after_point = False
    if waiting:
        raise UnreadError("a script hangs on nothing", span_of(links))
    ways = every((True, False), repeat=min(len(choices), MOST))
    return [
        _take(plain, [i for i, take in zip(choices, way, strict=False) if take]) for way in ways
    ]


def _take(plain: list[Factor], taken: list[int]) -> list[Factor]:
    """The factors, with what stands before some marks as their left superscripts."""
    factors: list[Factor | None] = list(plain)
    for index in taken:
        before, mark = factors[index - 1], factors[index]
        assert isinstance(mark, Mark)
        if isinstance(before, Number):
            # On the line it is a factor in print; a scan may have lowered it.
            factors[index] = replace(mark, pre=before.text, lowered=True)
            factors[index - 1] = None
        elif isinstance(before, Mark):
            factors[index] = replace(mark, pre=before.sup)
            factors[index - 1] = replace(before, sup="")
    return [f for f in factors if f is not None]


def _may_be_left_index(f: Factor) -> bool:
    """A whole number, or a mark with one for its exponent: either may belong to the next mark."""
    if isinstance(f, Number):
        return f.value.denominator == 1 and not f.sup
    return isinstance(f, Mark) and f.sup.isdigit()
