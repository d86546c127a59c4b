"""Brackets before the parser sees them: balance, depth, and delimiters that are not printed.

``\\left( … \\right. \\\\ \\left. … \\right)`` is how TeX wants brackets that go over a line: there
the invisible delimiters mean nothing. ``\\left\\{ … \\right.`` is a brace with one side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from torsor.errors import TextError
from torsor.referee.reading.latex.tokens import Token

DEPTH = 60
"""Braces, parentheses and environments nested deeper than this are refused."""

PAIRS = {
    "lparen": "rparen", "lsquare": "rsquare", "lcurly": "rcurly", "labs": "rabs",
    "lnorm": "rnorm",
}  # fmt: skip
CLOSERS = frozenset(PAIRS.values())
GROUPS = {"lbrace": "rbrace", "begin": "end"}
RELEVANT = {*PAIRS, *CLOSERS, *GROUPS, *GROUPS.values(), "lnone", "rnone"}


@dataclass
class _Open:
    """A bracket that is open: its kind, its number among the tokens, and what may close it."""

    kind: str
    at: int
    closing: int | None = None
    """The number of an invisible delimiter behind it, if there is one."""


def settle_brackets(tokens: list[Token], where: Callable[[int], str]) -> list[Token]:
    """The tokens without invisible delimiters, but for those of a brace with one side."""
    relevant = [n for n, token in enumerate(tokens) if token.kind in RELEVANT]
    _refuse_unbalanced([tokens[n] for n in relevant], where)
    if not any(tokens[n].kind in ("lnone", "rnone") for n in relevant):
        return tokens
    kept = _match([(n, tokens[n]) for n in relevant])
    invisible = ("lnone", "rnone")
    return [t for n, t in enumerate(tokens) if t.kind not in invisible or n in kept]


def _refuse_unbalanced(tokens: Sequence[Token], where: Callable[[int], str]) -> None:
    """The commonest slip, a brace too many or too few, gets its own words; so does depth."""
    braces: list[int] = []
    depth = 0
    for kind, _, start, _ in tokens:
        if kind in PAIRS or kind in GROUPS or kind == "lnone":
            depth += 1
            if depth > DEPTH:
                raise TextError(f"{where(start)}: nested more than {DEPTH} deep")
            if kind == "lbrace":
                braces.append(start)
        elif kind == "rbrace":
            depth = max(depth - 1, 0)
            if not braces:
                raise TextError(f"{where(start)}: a brace is closed that was never opened")
            braces.pop()
        else:
            depth = max(depth - 1, 0)
    if braces:
        raise TextError(f"{where(braces[-1])}: a brace is opened and never closed")


def _match(brackets: Sequence[tuple[int, Token]]) -> set[int]:
    """The numbers of the invisible delimiters that close or open a brace with one side."""
    kept: set[int] = set()
    levels: list[list[_Open]] = [[]]
    for number, (kind, *_) in brackets:
        open_here = levels[-1]
        if kind in GROUPS:
            levels.append([])
        elif kind in GROUPS.values():
            kept |= _one_sided(levels.pop() if len(levels) > 1 else [])
        elif kind in PAIRS:
            open_here.append(_Open(kind, number))
        elif kind == "lnone":
            waiting = [o for o in open_here if o.closing is not None]
            if waiting:
                waiting[-1].closing = None
            else:
                open_here.append(_Open(kind, number))
        elif kind == "rnone":
            _close_invisibly(open_here, number)
        elif open_here:
            last = open_here.pop()
            if last.kind == "lnone" and kind == "rcurly":
                kept.add(last.at)
    for level in levels:
        kept |= _one_sided(level)
    return kept


def _close_invisibly(open_here: list[_Open], number: int) -> None:
    if open_here and open_here[-1].kind == "lnone":
        open_here.pop()
        return
    for bracket in reversed(open_here):
        if bracket.closing is None:
            bracket.closing = number
            return


def _one_sided(level: Sequence[_Open]) -> set[int]:
    return {o.closing for o in level if o.closing is not None and o.kind == "lcurly"}
