"""The displayed equations of any author's .tex file, and a paper file to start from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from torsor.errors import TextError
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.referee.reading.target_names import TargetMarks

SEVERAL = ("align", "gather", "eqnarray", "flalign")
_QUOTES = "'''"
DISPLAYS = ("equation", "align", "gather", "multline", "displaymath", "eqnarray", "flalign")


@dataclass(frozen=True)
class Display:
    """A displayed equation of a .tex file and the line where it begins."""

    latex: str
    line: int


def find_displays(text: str) -> list[Display]:
    """The displayed equations of a .tex file, in order; what is commented out is no text."""
    text = "\n".join(map(strip_comment, text.split("\n")))
    found: list[Display] = []
    position = 0
    while position < len(text):
        starts = [
            (text.find(opening, position), opening, closing)
            for opening, closing in delimiters()
            if text.find(opening, position) >= 0
        ]
        if not starts:
            break
        start, opening, closing = min(starts)
        end = text.find(closing, start + len(opening))
        if end < 0:
            line = text.count("\n", 0, start) + 1
            raise TextError(f"line {line}: {opening} is never closed")
        inner = text[start + len(opening) : end]
        line = text.count("\n", 0, start + len(opening)) + 1
        apart = any(f"{{{name}" in opening for name in SEVERAL)
        new = _equations(inner, line) if apart else [Display(inner.strip(), line)]
        if found and inner.strip().startswith("\\phantom"):  # one that goes on over a page
            found[-1] = _continued(found[-1], new.pop(0).latex)
        found += new
        position = end + len(closing)
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


def delimiters() -> list[tuple[str, str]]:
    """How displays open and close."""
    environments = [
        (f"\\begin{{{e}{star}}}", f"\\end{{{e}{star}}}") for e in DISPLAYS for star in ("", "*")
    ]
    return [*environments, ("\\[", "\\]"), ("$$", "$$")]


def write_paper_template(
    model: Model, notation: Notation, text: str, robot: str, title: str
) -> str:
    """A paper file to start from: every displayed equation, with its target where it is plain."""
    marks = TargetMarks(model, notation)
    lines = [
        f"title = {_quoted(title)}",
        'source = ""',
        f"robot = {_quoted(robot)}",
        f"notation = {_quoted(notation.name)}",
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
