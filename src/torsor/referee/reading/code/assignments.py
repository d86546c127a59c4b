"""One statement's words as assignments: what is assigned, by which mark, and to what.

What assigns nothing (a call that prints, ``syms``, an import) is no assignment and is passed over;
a return is one, to the name of its function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from torsor.referee.reading.code import raw as r
from torsor.referee.reading.code.blocks.items import Line, split_at
from torsor.referee.reading.code.expressions import Parser
from torsor.referee.reading.code.languages import WHOLE_TYPES, Language
from torsor.referee.reading.code.tokens import CLOSING, OPENING, Token
from torsor.referee.reading.latex.places import Place, UnreadError

SILENT = (
    "import from global nonlocal assert raise del pass break continue using typedef template "
    "goto delete namespace print printf disp fprintf syms clc clear close hold"
)
IGNORED = frozenset(SILENT.split())
"""Statements that begin with these assign nothing."""


@dataclass(frozen=True)
class Assignment:
    """Targets from left to right, the mark, the value, and what a declaration says of it."""

    targets: tuple[r.Raw, ...]
    mark: str
    value: r.Raw | None
    """Nothing where the value could not be read; ``problem`` says why."""
    place: Place
    whole: bool = False
    """Whether it is declared a whole number."""
    returned: bool = False
    problem: str = ""
    declared: bool = False
    changes: bool = False
    """Whether it is a call that may change the targets, where they have a value."""


def assignments_in(line: Line, language: Language) -> list[Assignment]:
    """The assignments of a statement; one of C may declare several."""
    words = line.tokens
    head = words[0].text
    if words[0].kind == "name" and (head in IGNORED or words[0].text == "else"):
        return []
    if words[0].kind == "name" and head == "return" and language.name != "matlab":
        return _returned(words, language)
    if language.name != "c":
        found = _assignment(words, language)
        return [found] if found else _changing(words, language)
    several = []
    parts = split_at(words, ",")
    whole = declared = False
    for i, part in enumerate(parts):
        one = _assignment(part, language)
        if i == 0:
            whole, declared = _is_whole(part), bool(one and one.declared)
            if one is None and not any(any(t.is_mark("=") for t in p) for p in parts[1:]):
                return _stream(words, language)
        if one:
            several.append(replace(one, whole=whole, declared=declared))
    return several


def _returned(words: Sequence[Token], language: Language) -> list[Assignment]:
    place = words[0].place.to(words[-1].place)
    if len(words) == 1:
        return []
    value, problem = _value(words[1:], language)
    return [Assignment((), "=", value, place, returned=True, problem=problem)]


def _assignment(words: Sequence[Token], language: Language) -> Assignment | None:
    """The assignment of these words, if they are one."""
    sides: list[list[Token]] = [[]]
    mark, depth = "", 0
    for token in words:
        if token.kind == "mark" and token.text in OPENING:
            depth += 1
        elif token.kind == "mark" and token.text in CLOSING:
            depth -= 1
        if depth == 0 and token.is_mark(*language.assigning):
            mark = token.text if not mark or token.text == "=" == mark else "?"
            sides.append([])
        else:
            sides[-1].append(token)
    if not mark or not sides[0]:
        return None
    place = words[0].place.to(words[-1].place)
    declared = False
    if language.name == "c":
        sides[0], declared = _declarator(sides[0])
    elif language.name == "python":
        sides[0] = split_at(sides[0], ":")[0]
    targets = []
    for side in sides[:-1]:
        target, problem = _value(side, language)
        if target is None:
            name = next((t for t in side if t.kind == "name"), words[0])
            return Assignment((r.Name(name.text, name.place),), "=", None, place, problem=problem)
        targets.append(target)
    value, problem = _value(sides[-1], language)
    if mark == "?":
        value, problem = None, "an assignment inside an assignment"
    return Assignment(tuple(targets), mark, value, place, problem=problem, declared=declared)


def _value(words: Sequence[Token], language: Language) -> tuple[r.Raw | None, str]:
    """An expression, or why it cannot be read."""
    parser = Parser(words, language)
    try:
        found = parser.items()
        parser.finish()
    except UnreadError as error:
        return None, str(error)
    return found, ""


def _declarator(words: list[Token]) -> tuple[list[Token], bool]:
    """What C assigns to, without its type: the last name, its members and indices."""
    start, depth = len(words), 0
    for i in range(len(words) - 1, -1, -1):
        token = words[i]
        if token.kind == "mark" and token.text in CLOSING:
            depth += 1
        elif token.kind == "mark" and token.text in OPENING:
            depth -= 1
        elif depth == 0 and token.kind == "name":
            start = i
            if i == 0 or not words[i - 1].is_mark(".", "->", "::"):
                break
        elif depth == 0 and not token.is_mark(".", "->", "::"):
            break
    kept = words[start:] or words
    return kept, any(t.kind == "name" for t in words[:start])


def _is_whole(words: Sequence[Token]) -> bool:
    """Whether a declaration's type counts whole numbers."""
    names = []
    for token in words:
        if token.is_mark("="):
            break
        if token.kind == "name":
            names.append(token.text)
    return any(n in WHOLE_TYPES for n in names[:-1]) and "double" not in names


def _stream(words: Sequence[Token], language: Language) -> list[Assignment]:
    """Eigen's ``M << a, b, c, d``: its entries row by row."""
    at = next((i for i, t in enumerate(words) if t.is_mark("<<")), 0)
    if not at:
        return _changing(words, language)
    if any(t.text in ("cout", "cerr", "endl") or t.kind == "text" for t in words):
        return []
    target, _ = _value(words[:at], language)
    if not isinstance(target, (r.Name, r.Member)):
        return []
    value, problem = _value(words[at + 1 :], language)
    place = words[0].place.to(words[-1].place)
    return [Assignment((target,), "<<", value, place, problem=problem)]


CHANGING = (
    "append extend insert fill sort reverse put resize itemset fill_diagonal copyto setZero "
    "setIdentity row_del col_del"
)
METHODS = frozenset(CHANGING.split())
"""What changes the table that it is called on, or its first argument."""


def _changing(words: Sequence[Token], language: Language) -> list[Assignment]:
    """A call that may change what it is given: in C any that gets a table, else a few."""
    if language.name == "matlab":
        return []  # its functions change nothing that they are given
    value, _ = _value(words, language)
    if not isinstance(value, r.Apply) or value.bracket != "(":
        counted = language.name == "c" and any(t.is_mark("++", "--") for t in words)
        names = [r.Name(t.text, t.place) for t in words if t.kind == "name"][:1]
        return _changed(names, words) if counted else []
    called = value.of.name if isinstance(value.of, r.Member) else ""
    name = value.of.text if isinstance(value.of, r.Name) else called
    if language.name == "python" and name not in METHODS:
        return []
    owner = value.of.of if isinstance(value.of, r.Member) else None
    given = [owner, *value.arguments] if name in METHODS else list(value.arguments)
    return _changed([g for g in given if isinstance(g, r.Name)], words)


def _changed(names: Sequence[r.Name], words: Sequence[Token]) -> list[Assignment]:
    place = words[0].place.to(words[-1].place)
    said = "a call that may change what it is given"
    if not names:
        return []
    return [Assignment(tuple(names), "=", None, place, problem=said, changes=True)]
