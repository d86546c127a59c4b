"""Single changes of a text, as slips of a pen or of a compositor make them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tests.referee.manuscripts.plain_latex import Cell, Token, Values, read_cells

COORDINATE = re.compile(r"(\\d?dot)?\s*(q|\\theta)_(\d)")
SHORT = re.compile(r"[sc]_(\d+|\{\d+\})")


@dataclass(frozen=True)
class Change:
    """One change: what it is, the text that comes of it, and the changed term therein."""

    kind: str
    text: str
    start: int
    end: int
    before: str
    after: str
    group: tuple[int, int]
    """The sum that the term stands in."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.before!r} -> {self.after!r}"


Replaced = Callable[[str, Token, str], Change]
"""A change of one token: its kind, the token, and what stands for it."""


@dataclass(frozen=True)
class Term:
    """A term of a sum: its sign and factors, and the sum that it stands in."""

    start: int
    end: int
    first: int
    last: int
    group: tuple[int, int]


def draw_change(text: str, random: Random) -> Change | None:
    """A random change; nothing where it would leave what the text states as it was."""
    cells = [c for c in read_cells(text) if _says_something(c)]
    cell = random.choice(cells)
    found = list(every_change(text, cell, cells))
    if not found:
        return None
    kind = random.choice(sorted({c.kind for c in found}))
    change = random.choice([c for c in found if c.kind == kind])
    return change if changed_cells(text, change.text) else None


def _says_something(cell: Cell) -> bool:
    """Whether a cell is an expression: neither zero nor the name of a driving force."""
    first = cell.tokens[0]
    return len(cell.tokens) > 1 or not (first.kind == "number" or first.text.startswith(r"\tau"))


def changed_cells(before: str, after: str) -> list[Cell]:
    """The cells of the changed text that are worth something else than they were."""
    found: dict[int, Cell] = {}
    for seed in (1, 2):
        old, new = Values(before, seed), Values(after, seed)
        for k, (a, b) in enumerate(zip(old.all(), new.all(), strict=True)):
            if not math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9):
                found[k] = new.cells[k]
    return list(found.values())


def every_change(text: str, cell: Cell, cells: list[Cell]) -> Iterator[Change]:
    """Every single change of a cell."""
    terms = terms_of(cell)

    def replaced(kind: str, token: Token, new: str) -> Change:
        term = next(t for t in innermost(terms) if t.start <= token.start and token.end <= t.end)
        longer = len(new) - (token.end - token.start)
        changed = text[: token.start] + new + text[token.end :]
        sum_ = (term.group[0], term.group[1] + longer)
        return Change(kind, changed, term.start, term.end + longer, token.text, new, sum_)

    others = sorted({t.text for c in cells for t in c.tokens if t.kind == "symbol"})
    raised = {t.start for t in cell.tokens if t.kind == "power"}
    for token in cell.tokens:
        if token.kind == "sign":
            yield replaced("sign", token, "-" if token.text == "+" else "+")
        elif token.kind == "function":
            yield replaced("function", token, r"\cos" if token.text == r"\sin" else r"\sin")
        elif token.kind == "number" and token.text != "0":
            for new in (str(2 * int(token.text)), "3", ""):
                yield replaced("coefficient", token, new)
        elif token.kind == "power":
            for new in ("", "^3"):
                yield replaced("power", token, new)
        elif token.kind == "symbol":
            yield from _symbol_changes(token, others, replaced, token.end in raised)
    for term in terms:
        yield from _term_changes(text, cell, term)


def _symbol_changes(
    token: Token, others: list[str], replaced: Replaced, raised: bool
) -> Iterator[Change]:
    match = COORDINATE.fullmatch(token.text)
    if match:
        dots, letter, index = match[1] or "", match[2], match[3]
        if dots:
            new = r"\ddot" if dots == r"\dot" else r"\dot"
            yield replaced("dot", token, f"{new} {letter}_{index}")
        space = " " if dots else ""
        for other in "1234":
            if other != index and any(o.endswith(f"{letter}_{other}") for o in others):
                yield replaced("index", token, f"{dots}{space}{letter}_{other}")
        return
    for other in others:
        if other != token.text and not COORDINATE.fullmatch(other):
            alike = re.sub(r"\d", "", other) == re.sub(r"\d", "", token.text)
            if bool(SHORT.fullmatch(other)) == bool(SHORT.fullmatch(token.text)):
                yield replaced("index" if alike else "symbol", token, other)
    if not raised:
        yield replaced("power", token, f"{token.text}^2")


def _term_changes(text: str, cell: Cell, term: Term) -> Iterator[Change]:
    mine = cell.tokens[term.first : term.last]
    plain = mine[1:] if mine[0].kind == "sign" else mine
    body = text[plain[0].start : term.end]
    if re.search(r"\\\\|\n", body) or body == "0":
        return
    at = plain[0].start
    doubled = f"{text[:at]}2 {text[at:]}"
    group = term.group
    if plain[0].kind != "number":
        longer = (group[0], group[1] + 2)
        yield Change("coefficient", doubled, term.start, term.end + 2, body, f"2 {body}", longer)
    again = f"{text[: term.end]} + {body}{text[term.end :]}"
    added = 3 + len(body)
    longer = (group[0], group[1] + added)
    yield Change("doubled", again, term.start, term.end + added, body, f"{body} + {body}", longer)
    if (term.start, term.end) != group:
        before, after = text[: term.start], text[term.end :]
        if term.start == group[0]:
            rest = after.lstrip()
            after = rest[1:] if rest.startswith("+") else rest
        shorter = before + after
        lost = len(text) - len(shorter)
        smaller = (group[0], group[1] - lost)
        yield Change("dropped", shorter, *smaller, body, "", smaller)


def terms_of(cell: Cell) -> list[Term]:
    """The terms of every sum of a cell, the outer ones first."""
    found: list[Term] = []
    _collect(cell.tokens, 0, len(cell.tokens), found)
    return found


def innermost(terms: list[Term]) -> list[Term]:
    """Terms by size, the smallest first."""
    return sorted(terms, key=lambda t: t.end - t.start)


def _collect(tokens: tuple[Token, ...], first: int, last: int, found: list[Term]) -> None:
    if first >= last:
        return
    group = (tokens[first].start, tokens[last - 1].end)
    depth, start = 0, first
    inner: list[tuple[int, int]] = []
    opened = 0
    for k in range(first, last):
        if tokens[k].kind == "open":
            opened = k + 1 if depth == 0 else opened
            depth += 1
        elif tokens[k].kind == "close":
            depth -= 1
            if depth == 0:
                inner.append((opened, k))
        elif tokens[k].kind == "sign" and depth == 0 and k > start:
            found.append(Term(tokens[start].start, tokens[k - 1].end, start, k, group))
            start = k
    found.append(Term(tokens[start].start, tokens[last - 1].end, start, last, group))
    for a, b in inner:
        _collect(tokens, a, b, found)
