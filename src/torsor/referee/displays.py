"""The displayed equations of any author's .tex file, and a paper file to start from."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from torsor.errors import TextError
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.referee.target_marks import TargetMarks

SEVERAL = ("align", "gather", "eqnarray", "flalign")
_QUOTES = "'''"
DISPLAYS = ("equation", "align", "gather", "multline", "displaymath", "eqnarray", "flalign")
CLOSING = {
    f"\\begin{{{name}{star}}}": f"\\end{{{name}{star}}}" for name in DISPLAYS for star in ("", "*")
} | {"\\[": "\\]", "$$": "$$"}
"""How displays open and close."""

KNOWN = "|".join(map(re.escape, ("\\\\", *CLOSING)))
"""What opens a display, and the end of a row, of which the [ in \\\\[4pt] is part."""

BEGIN = r"\\begin\s*\{([^{}]*)\}"
TEXT = (
    "document", "abstract", "itemize", "enumerate", "description", "figure", "table", "tabular",
    "center", "quote", "quotation", "flushleft", "flushright", "minipage", "titlepage",
    "thebibliography", "appendices", "subequations",
)  # fmt: skip
"""Environments of text, whose mathematics is in displays of their own."""


@dataclass(frozen=True)
class Display:
    """A displayed equation of a .tex file and the line where it begins."""

    latex: str
    line: int


def find_displays(text: str) -> list[Display]:
    """The displayed equations of a .tex file, in order; what is commented out is no text."""
    text = "\n".join(map(strip_comment, text.split("\n")))
    found: list[Display] = []
    for start, first, last, _ in find_spans(text):
        inner, line = text[first:last], line_at(text, first)
        apart = any(f"{{{name}" in text[start:first] for name in SEVERAL)
        new = _equations(inner, line) if apart else [Display(inner.strip(), line)]
        if found and inner.strip().startswith("\\phantom"):  # one that goes on over a page
            found[-1] = _continued(found[-1], new.pop(0).latex)
        found += new
    return found


def strip_comment(line: str) -> str:
    """A line up to a percent sign that no backslash makes a mark."""
    at = line.find("%")
    while at > 0 and (len(line[:at]) - len(line[:at].rstrip("\\"))) % 2:
        at = line.find("%", at + 1)
    return line if at < 0 else line[:at]


def _continued(display: Display, row: str) -> Display:
    return replace(display, latex=f"{display.latex} \\\\\n{row.strip()}")


def _equations(inner: str, line: int) -> list[Display]:
    """The equations of an align or gather: a row with a left-hand side of its own begins one."""
    found: list[Display] = []
    for row, at in _rows(inner):
        left, equals, _ = row.partition("=")
        first = line + inner.count("\n", 0, at + len(row) - len(row.lstrip()))
        if found and not (equals and left.replace("&", "").strip()):
            found[-1] = _continued(found[-1], row)
        elif row.strip():
            found.append(Display(row.strip(), first))
    return found


def _rows(inner: str) -> list[tuple[str, int]]:
    """The rows of an environment and where they begin; those of tables inside stay together."""
    rows, start, depth, i = [], 0, 0, 0
    while i < len(inner):
        if inner.startswith(("\\begin{", "{"), i):
            depth += 1
        elif inner.startswith(("\\end{", "}"), i):
            depth -= 1
        elif not depth and inner.startswith("\\\\", i):
            rows.append((inner[start:i], start))
            start = i + 2
            if inner.startswith("[", start) and "]" in inner[start : start + 12]:
                start = inner.index("]", start) + 1  # the space after a row, as in \\[4pt]
        i += 2 if inner[i] == "\\" and not inner.startswith(("\\b", "\\e"), i) else 1
    return [*rows, (inner[start:], start)]


def find_spans(text: str, unknown: bool = False) -> list[tuple[int, int, int, int]]:
    """Where displays begin, where their insides begin and end, and where they end.

    With ``unknown`` an environment of an unknown name is a display too, unless it holds one.
    """
    opening = re.compile(KNOWN + (rf"|{BEGIN}" if unknown else ""))
    ends: dict[str, int] = {}
    found = []
    position = 0
    while start := opening.search(text, position):
        position = start.end()
        name = start[1] if unknown else None
        if start[0] == "\\\\" or name in TEXT:
            continue
        close = CLOSING.get(start[0], f"\\end{{{name}}}")
        if ends.get(close, 0) < position:
            ends[close] = text.find(close, position)
        end = ends[close]
        if end < 0:
            raise TextError(f"line {line_at(text, start.start())}: {start[0]} is never closed")
        inside = opening.finditer(text, position, end) if start[0] not in CLOSING else ()
        if any(inner[0] != "\\\\" for inner in inside):
            continue
        found.append((start.start(), start.end(), end, end + len(close)))
        position = end + len(close)
    return found


def line_at(text: str, position: int) -> int:
    """The number of the line that a position is in."""
    return text.count("\n", 0, position) + 1


def write_paper_template(
    model: Model, notation: Notation, text: str, robot: str, title: str, hand: str = ""
) -> str:
    """A paper file to start from: every displayed equation, with its target where it is plain.

    ``hand`` is what the paper file says for the notation: its name if not given, or its path.
    """
    marks = TargetMarks(model, notation)
    lines = [
        f"title = {_quoted(title)}",
        'source = ""',
        f"robot = {_quoted(robot)}",
        f"notation = {_quoted(hand or notation.name)}",
        "",
        "# Give each equation its target: tau[1], a_C[3], F[4].x, M[1,2], C[2,1], g[3], K, U, L …",
        "# Equations that cannot be checked go under [[unchecked]] with a reason.",
    ]
    for number, display in enumerate(find_displays(text), 1):
        target = marks.guess(display.latex)
        lines += ["", "[[equation]]", f'label = "{number} (line {display.line})"']
        lines.append(f'target = "{target}"' if target else 'target = ""   # to be filled in')
        plain = f"'''\n{display.latex}\n'''"
        lines.append(f"latex = {_quoted(display.latex) if _QUOTES in display.latex else plain}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)
