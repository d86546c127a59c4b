"""A display as equations: rows that begin a new one, and rows that go on with the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LAYOUTS = (
    "aligned", "split", "gathered", "alignedat", "multlined", "align", "align*", "gather",
    "gather*", "eqnarray", "eqnarray*", "alignat", "alignat*", "equation", "equation*", "array",
    "cases", "dcases", "rcases",
)  # fmt: skip
"""Environments that lay equations out; where one is all of a display it is opened."""

WHOLE = re.compile(
    r"\s*(?:\\left\s*\\\{\s*|\\displaystyle\s*)*(\\begin\s*\{([A-Za-z]+\*?)\}"
    r"(?:\s*\[[^\[\]]*\])?(?:\{[^{}]*\})?)"
)
AFTER = re.compile(
    r"(?:\s|~|[.,;]|\\right\s*\.|\\[,;:!> ]|\\q?quad(?![A-Za-z])|\\(?:non)?number(?![A-Za-z])"
    r"|\\notag(?![A-Za-z])|\\(?:label|tag\*?)\s*\{[^{}]*\}|\\\\)*"
)
BLANK = re.compile(
    r"(?:\s|&|~|\{\s*\}(?!\s*[\^_])|\\[,;:!> ]"
    r"|\\(?:q?quad|displaystyle|nonumber|notag|hfill|indent)(?![A-Za-z])"
    r"|\\(?:hspace\*?|label|tag\*?|mspace|mbox|hskip)\s*\{[^{}]*\}|\\(?:left|right)\s*\.)*"
)
LEADING = re.compile(r"(?:\s|&|\\q?quad(?![A-Za-z])|\\label\s*\{[^{}]*\})*")
PHANTOM = re.compile(r"\\[hv]?phantom\s*(?=\{)")
LABEL = re.compile(r"\\(label|tag\*?)\s*\{([^{}]*)\}")
RELATIONS = (
    "triangleq", "equiv", "coloneqq", "approx", "doteq", "eqdef", "simeq", "coloneq",
)  # fmt: skip
TOKEN = re.compile(
    r"(?P<phantom>\\[hv]?phantom\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})"
    r"|(?P<row>\\\\\*?(?:[ \t]*\[\s*-?[0-9.]+\s*[a-z]+\s*\])?)"
    r"|(?P<deeper>\\begin\s*\{[A-Za-z]+\*?\})|(?P<higher>\\end\s*\{[A-Za-z]+\*?\})"
    r"|(?P<relation>:?=|:|\{\s*=\s*\}|\\(?:" + "|".join(RELATIONS) + r")(?![A-Za-z])"
    r"|\\(?:stackrel|overset)\s*\{[^{}]*\}\s*\{\s*=\s*\})"
    r"|(?P<open>[(\[]|\\\{|\\l(?:floor|angle|brack|brace)(?![A-Za-z]))"
    r"|(?P<close>[)\]]|\\\}|\\r(?:floor|angle|brack|brace)(?![A-Za-z]))"
    r"|(?P<other>\\(?:[A-Za-z]+|.))|(?P<left>\{)|(?P<right>\})|(?P<paragraph>\n[ \t]*\n)",
    re.DOTALL,
)  # fmt: skip
JOINING = re.compile(r"(?:[-+=*/−·(\[]|\\(?:cdot|times|left\s*[(\[]|approx|equiv))\s*\Z")


MINUS = ("-", "−")


@dataclass(frozen=True)
class Row:
    """A row of a display: where it stands, and what tells whether it begins an equation."""

    start: int
    end: int
    relation: int = -1
    """Where the first relation outside brackets stands, if there is one."""
    depth: int = 0
    """How many brackets are open at its end that were not at its start."""
    apart: bool = False
    """Whether an empty line stands before it."""


@dataclass(frozen=True)
class Equation:
    """A part of a display that is one equation; ``goes_on`` if it has no left side of its own."""

    start: int
    end: int
    label: str
    goes_on: bool


def open_layout(text: str) -> tuple[int, int]:
    """Where the rows of a display stand: inside the environment that is all of it, if one is."""
    start, end = 0, len(text)
    for _ in range(4):
        whole = WHOLE.match(text, start, end)
        if not whole or whole[2] not in LAYOUTS:
            break
        last = _matching_end(text, whole.end(), end)
        if last is None or not AFTER.fullmatch(text, last[1], end):
            break
        if whole[2] in ("array", "cases", "dcases", "rcases") and not any(
            row.relation >= 0 and not _is_blank(text, row.start, row.relation)
            for row in _rows(text, whole.end(), last[0], False)
        ):
            break
        start, end = whole.end(), last[0]
    return start, end


def _matching_end(text: str, start: int, end: int) -> tuple[int, int] | None:
    depth = 1
    for mark in re.finditer(r"\\\\|\\(begin|end)\s*\{[A-Za-z]+\*?\}", text[start:end]):
        depth += {"begin": 1, "end": -1}.get(mark[1] or "", 0)
        if not depth:
            return start + mark.start(), start + mark.end()
    return None


def cut_equations(text: str, several: bool, paragraphs: bool = False) -> list[Equation]:
    """The equations of a display: a row with a left side of its own begins one.

    ``several`` tells that rows may be equations; ``paragraphs`` that an empty line parts them.
    """
    start, end = open_layout(text)
    opened = (start, end) != (0, len(text))
    rows = list(_rows(text, start, end, paragraphs))
    if not (several or opened or paragraphs):
        rows = [Row(start, end, next((r.relation for r in rows if r.relation >= 0), -1))]
    groups = _group_rows(text, rows, True) or _group_rows(text, rows, False) or []
    whole = find_label(text[:start]) or find_label(text[end:])
    return [_equation(text, group, whole) for group in groups]


def _group_rows(text: str, rows: list[Row], brackets: bool) -> list[list[Row]] | None:
    """Rows that belong together; nothing where brackets count and one is never closed."""
    groups: list[list[Row]] = []
    depth, complete = 0, False
    kept = [
        row
        for row in rows
        if not _is_blank(text, row.start, row.end) or LABEL.search(text, row.start, row.end)
    ]
    for number, row in enumerate(kept):
        after = kept[number + 1] if number + 1 < len(kept) else None
        if groups and (depth > 0 or _goes_on(text, row, groups[-1][-1], after, complete)):
            groups[-1].append(row)
        else:
            groups.append([row])
            depth, complete = 0, False
        complete = complete or row.relation >= 0
        depth = max(depth + row.depth, 0) if brackets else 0
    return groups if not depth else None


def _equation(text: str, group: list[Row], whole: str) -> Equation:
    leading = LEADING.match(text, group[0].start, group[0].end)
    first, last = leading.end() if leading else group[0].start, group[-1].end
    while last > first and text[last - 1].isspace():
        last -= 1
    label = find_label(text[group[0].start : last]) or whole
    return Equation(first, last, label, _begins_without_left(text, group[0]))


def find_label(text: str) -> str:
    """The tag, else the label, that stands in a text."""
    found = {mark[1].rstrip("*"): mark[2].strip() for mark in LABEL.finditer(text)}
    return found.get("tag") or found.get("label") or ""


def _rows(text: str, start: int, end: int, paragraphs: bool) -> Iterator[Row]:
    """The rows of a display; those of tables inside stay together."""
    begin, depth, brackets, relation, apart = start, 0, 0, -1, False
    for token in TOKEN.finditer(text, start, end):
        kind = token.lastgroup
        if kind in ("deeper", "left"):
            depth += 1
        elif kind in ("higher", "right"):
            depth -= 1
        elif depth > 0:
            continue
        elif kind == "open":
            brackets += 1
        elif kind == "close":
            brackets -= 1
        elif kind == "relation" and relation < 0 and brackets <= 0 and token[0] != ":":
            relation = token.start()
        elif kind == "row" or (kind == "paragraph" and paragraphs):
            yield Row(begin, token.start(), relation, brackets, apart)
            begin, brackets, relation = token.end(), 0, -1
            apart = kind == "paragraph"
    yield Row(begin, end, relation, brackets, apart)


def _goes_on(text: str, row: Row, before: Row, after: Row | None, complete: bool) -> bool:
    """Whether a row goes on with the equation before it, which may be ``complete`` already."""
    first = _first_of(text, row)
    if row.apart:
        return (row.relation < 0 and first in MINUS) or _begins_without_left(text, row)
    if JOINING.search(text[max(before.start, before.end - 40) : before.end]):
        return True
    if row.relation < 0:
        aligned = text[row.start : row.end].lstrip().startswith("&")
        begins = complete and not aligned and first not in ("+", *MINUS)
        return not (begins and after is not None and _ends_left(text, after))
    if _is_blank(text, row.start, row.relation):
        return True
    return first == "+" or (not complete and first in MINUS)


def _first_of(text: str, row: Row) -> str:
    """The first character of a row that prints something."""
    at = _skip_blank(text, row.start, row.end)
    return text[at : at + 1]


def _ends_left(text: str, row: Row) -> bool:
    """Whether a row has the equals sign of an equation whose left side began before it."""
    first = _first_of(text, row)
    return row.relation >= 0 and first in ("+", *MINUS)


def _begins_without_left(text: str, row: Row) -> bool:
    """Whether a row begins with a relation or a plus, so that it goes on with something.

    A phantom where the left side would stand says the same.
    """
    first = _skip_blank(text, row.start, row.end)
    leading = LEADING.match(text, row.start, row.end)
    begins = leading.end() if leading else row.start
    phantom = row.relation < 0 and PHANTOM.match(text, begins, row.end) is not None
    return phantom or first == row.relation or text[first : first + 1] == "+"


def _is_blank(text: str, start: int, end: int) -> bool:
    return _skip_blank(text, start, end) >= end


def _skip_blank(text: str, start: int, end: int) -> int:
    """Past what prints nothing: spaces, empty braces, alignment marks, phantoms."""
    while True:
        blank = BLANK.match(text, start, end)
        start = blank.end() if blank else start
        phantom = PHANTOM.match(text, start, end)
        if not phantom:
            return start
        depth = 0
        for brace in re.finditer(r"\\.|[{}]", text[phantom.end() : end], re.DOTALL):
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
            if not depth:
                start = phantom.end() + brace.end()
                break
        else:
            return end
