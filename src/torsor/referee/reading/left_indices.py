"""Left superscripts: which mark a superscript before it, or on the mark before, belongs to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import product as every

from torsor.referee.reading.runs import is_prefix, place_of
from torsor.referee.reading.terms import UnreadError
from torsor.referee.reading.tree import Factor, Mark, Nested, Number, Punctuation, Stray


def variants(factors: list[Factor | Punctuation], wants: Collection[str]) -> list[list[Factor]]:
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
        elif isinstance(f, Mark) and f.base in wants and plain:
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
                variant[index] = replace(mark, pre=before.text, lowered=True)
                dropped.add(index - 1)
            elif isinstance(before, Mark):
                variant[index] = replace(mark, pre=before.sup)
                variant[index - 1] = replace(before, sup="")
        found.append([f for i, f in enumerate(variant) if i not in dropped])
    return found


def _may_be_left_index(f: Factor) -> bool:
    """A whole number, or a mark with one for its exponent: either may belong to the next mark."""
    if isinstance(f, Number):
        return f.value.denominator == 1 and not f.power
    return isinstance(f, Mark) and f.sup.isdigit()
