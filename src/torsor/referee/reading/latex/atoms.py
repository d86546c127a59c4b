"""Single atoms of printed mathematics: numbers, letters with their accents, and their scripts."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.commands import (
    ACCENTS,
    COMBINING,
    COMBINING_ACCENTS,
    DOTTED,
    FUNCTIONS,
    LETTERS,
    PLAIN,
)
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.latex.scripts import Script, merge, merge_scripts

DIGITS = 400
"""Numbers longer than this are refused."""

NAMING = frozenset(("\\operatorname", "\\operatorname*", "\\mathrm", "\\mathop", "\\mathsf",
                    "\\mathit", "\\mathup"))  # fmt: skip
"""Fonts in which functions are named."""

OTHERWISE = ("tg", "ln", "max", "min", "det")
"""Functions whose names in a font may as well be symbols."""


def number(digits: str, place: Place) -> tree.Number:
    """A number as it is printed."""
    if len(digits) > DIGITS:
        raise UnreadError(f"a number of {len(digits)} digits is refused (at most {DIGITS})", place)
    return tree.Number(_value(digits), place, digits=digits)


@lru_cache(maxsize=4096)
def _value(digits: str) -> Fraction:
    return Fraction(digits)


def quantity(written: str, place: Place) -> tree.Number:
    """The number of a quantity with a unit, as siunitx prints it."""
    return number(written.partition("{")[2].partition("}")[0].strip(), place)


def half(written: str, place: Place) -> tree.Number:
    """A fraction of two digits without braces."""
    above, below = (int(ch) for ch in written if ch.isdigit())
    if not below:
        raise UnreadError("a division by zero", place)
    return tree.Number(Fraction(above, below), place)


def letter_mark(text: str, place: Place) -> tree.Mark:
    """A letter, maybe with Unicode's dots and accents over it."""
    base = LETTERS.get(text[0], text[0])
    if len(text) == 1:
        return tree.Mark(base, place)
    dots = sum(COMBINING.get(ch, 0) for ch in text[1:])
    accents = " ".join(COMBINING_ACCENTS[ch] for ch in text[1:] if ch in COMBINING_ACCENTS)
    return tree.Mark(base, place, dots, accents)


def unknown_letter(ch: str, place: Place) -> tree.Mark:
    """A character that is a known letter in another form, as ẋ or 𝑞; others have no place."""
    plain = unicodedata.normalize("NFKD", ch)
    known = set(COMBINING) | set(COMBINING_ACCENTS)
    letter = plain[:1].isascii() or "Α" <= plain[:1] <= "ω" or plain[:1] in LETTERS
    if ch.isalpha() and letter and plain[:1].isalpha() and set(plain[1:]) <= known:
        return letter_mark(plain, place)
    raise UnreadError(f"{ch!r} has no place in an equation", place)


def accented(command: str, argument: tree.Factor, place: Place) -> tree.Factor:
    """A mark in another font or under an accent."""
    inner: tree.Item = argument
    if tree.is_nested(argument, "group") and not (argument.sub or argument.sup):
        items = [i for line in argument.blocks[0].lines for cell in line for i in cell]
        inner = items[0] if len(items) == 1 else argument
    if isinstance(inner, (tree.Number, tree.Function)) and command in PLAIN:
        return replace(inner, place=place)
    if not isinstance(inner, tree.Mark):
        inner = tree.Mark(tree.item_text(argument), place)
    if command in PLAIN:
        return replace(inner, place=place)
    if inner.sup:
        raise UnreadError("an accent over a superscript", replace_end(place))
    if command in DOTTED:
        return replace(inner, place=place, dots=inner.dots + DOTTED[command])
    return replace(inner, place=place, accent=f"{inner.accent} {ACCENTS[command]}".strip())


def replace_end(place: Place) -> Place:
    """Only where a place begins."""
    return Place(place.line, place.column, place.start, place.start)


def is_function(command: str, mark: tree.Mark) -> bool:
    """Whether a name in a font for names is that of a function."""
    bare = not (mark.dots or mark.accent or mark.sub or mark.sup)
    known = mark.base in FUNCTIONS and (
        mark.base not in OTHERWISE or command.startswith("\\operatorname")
    )
    return command in NAMING and bare and known


def finish_factor(head: tree.Factor, scripts: list[Script]) -> tree.Factor:
    """A factor with the scripts that were printed on it."""
    if not scripts:
        return head
    sub, sup = merge_scripts(scripts)
    place = head.place.to(scripts[-1][2])
    if isinstance(head, tree.Mark):
        return tree.Mark(
            head.base, place, head.dots, head.accent, merge(head.sub, sub), merge(head.sup, sup),
            head.pre, head.lowered,
        )  # fmt: skip
    if isinstance(head, tree.Number):
        sup = merge(head.sup, sup)
        if sub:
            return tree.Mark(head.text, place, sub=sub, sup=sup)
        return replace(head, place=place, sup=sup)
    return replace(head, place=place, sub=merge(head.sub, sub), sup=merge(head.sup, sup))
