"""Printed and derived terms beside each other, the factors in which they differ marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from torsor.document.blocks import Judged, Marked, Maths, Strong
from torsor.document.printing.tokens import Piece, Token
from torsor.referee.comparing.explanation import Difference, sort_powers
from torsor.referee.comparing.spelling import Spelled, TermSpeller
from torsor.referee.equation import Entry
from torsor.referee.errata.words import MEANING
from torsor.referee.reading.terms import Powers, Reading


def mark_slips(
    printed: Spelled | None, derived: Spelled | None, spell: TermSpeller
) -> tuple[Piece | None, Piece | None]:
    """Both terms spelled, the factors that only one of them has marked as the slip."""
    one = spell.piece(printed) if printed else None
    other = spell.piece(derived) if derived else None
    if one is None or other is None:
        return one, other
    return _marked(one, other), _marked(other, one)


def _marked(piece: Piece, other: Piece) -> Piece:
    """The piece, what the other lacks marked; with nothing in common there is nothing to mark."""
    there = Counter(other.tokens)
    tokens: list[Token] = []
    for token in piece.tokens:
        known = there[token] > 0
        there[token] -= known
        tokens.append(token if known else replace(token, slip=True))
    common = any(not token.slip for token in tokens)
    return replace(piece, tokens=tuple(tokens)) if common else piece


def slips_alone(piece: Piece | None) -> tuple[Piece, ...]:
    """Only the factors that are marked in a piece, as a small product."""
    tokens = tuple(replace(t, slip=False) for t in piece.tokens if t.slip) if piece else ()
    return (Piece("", tokens),) if tokens else ()


def judged_terms(entry: Entry, spell: TermSpeller) -> tuple[Judged, ...]:
    """The printed terms one after another, what is wrong marked, corrections beside it."""
    found: list[Judged] = []
    for reading, d in _terms(entry):
        if d is None:
            found += [Maths((spell.piece(reading),), first=not found)] if reading else []
            continue
        printed, derived = mark_slips(reading, d.derived, spell)
        hint = f"{d.kind}: {MEANING[d.kind]}"
        if printed:
            found.append(Marked(Maths((printed,), first=not found), "wrong", hint))
        beside = Maths((derived,), bool(reading)) if derived else "none"
        found.append(Marked(beside, "right", "" if reading else "missing"))
    zero = Maths((Piece("", (Token("number", number=Fraction(0)),)),))
    label = (Strong(f"{entry.place}: "),) if entry.place else ()
    return (*label, *(found or (zero,)))


def _terms(entry: Entry) -> Iterator[tuple[Reading | None, Difference | None]]:
    """Each printed term with what is wrong in it, then what is missing."""
    differences = entry.comparison.differences
    wrong = {id(d.printed.term): d for d in differences if d.printed}
    read = entry.comparison.read
    there = {id(term) for term, _ in read}
    alike = {  # an author's, multiplied out
        _content(d.printed): d for d in differences if d.printed and id(d.printed.term) not in there
    }
    for term, reading in read:
        yield reading, wrong.get(id(term)) or alike.get(_content(reading))
    yield from ((None, d) for d in differences if not d.printed and d.derived)


def _content(term: Spelled) -> tuple[Fraction, Powers]:
    """What a term is, whoever printed it."""
    return term.coefficient, sort_powers(term.powers)
