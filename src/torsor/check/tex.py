"""Equations out of .tex files: Torsor's own, which carry their robot, and any author's.

LaTeX that Torsor writes has comments that begin with ``% torsor``: the robot's description line by
line, its hash, the notation, and before every equation what it speaks of. So a referee can check a
manuscript that quotes it with nothing else at hand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from torsor.check.latex_grammar import parse_latex
from torsor.check.latex_tree import Mark
from torsor.check.names import announced
from torsor.check.paper import Equation, Paper
from torsor.check.read import is_prefix, joined
from torsor.check.symbols import tidy
from torsor.errors import TextError
from torsor.formats.toml import read_toml
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.write.formats import robot_hash

MARK = "% torsor "
ALIGN = re.compile(r"\\(begin|end)\{align\*?\}")
ENDS = ("\\subsection", "\\section", "\\end{document}")
SEVERAL = ("align", "gather", "eqnarray", "flalign")
_QUOTES = "'''"
DISPLAYS = ("equation", "align", "gather", "multline", "displaymath", "eqnarray", "flalign")


def read_tex(text: str, name: str) -> Paper:
    """A paper from LaTeX that Torsor wrote, however it was edited since."""
    facts: dict[str, list[str]] = {}
    equations: list[Equation] = []
    target, inside = "", True
    lines: list[str] = []

    def close() -> None:
        if target:
            latex = "\n".join(lines).strip().removesuffix("\\\\").strip()
            equations.append(Equation(target, target, latex))

    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith(MARK):
            key, _, value = stripped[len(MARK) :].partition(": ")
            if key in ("target", "end"):
                close()
                target, inside, lines = value.strip(), True, []
            else:
                facts.setdefault(key, []).append(value)
        elif stripped.startswith(ENDS):
            close()
            target, lines = "", []
        elif target:
            inside = _add(line, lines, inside)
        if number > 200_000:
            raise TextError("a .tex file of more than 200000 lines is refused")
    close()
    if "robot" not in facts or not equations:
        raise TextError(
            f"{name}.tex does not carry a robot that Torsor wrote; start with "
            "torsor check --init ROBOT FILE.tex"
        )
    toml = "\n".join(facts["robot"]) + "\n"
    read_toml(toml, name)
    note = ""
    if facts.get("hash", [""])[0] != robot_hash(toml):
        note = "the robot in the comments is not the one that the equations were written for"
    notation = facts.get("notation", [""])[0]
    return Paper(name, name, "", toml, notation, tuple(equations), note=note)


def _add(line: str, lines: list[str], inside: bool) -> bool:
    """Keep what a line has of the equation, and tell whether the mathematics goes on after it.

    What stands between the end of an environment and the next beginning is text.
    """
    kept = ""
    position = 0
    text = _without_comment(line)
    for found in (*ALIGN.finditer(text), None):
        end = found.start() if found else len(text)
        part = text[position:end]
        inside = inside or any(f"\\begin{{{name}" in part for name in DISPLAYS)
        kept += part if inside else ""
        if found:
            inside, position = found[1] == "begin", found.end()
    if kept.strip():
        lines.append(kept.rstrip().removesuffix("\\\\[4pt]"))
    return inside


@dataclass(frozen=True)
class Display:
    """A displayed equation of a .tex file and the line where it begins."""

    latex: str
    line: int


def displays(text: str) -> list[Display]:
    """The displayed equations of a .tex file, in order; what is commented out is no text."""
    text = "\n".join(map(_without_comment, text.split("\n")))
    found: list[Display] = []
    position = 0
    while position < len(text):
        starts = [
            (text.find(opening, position), opening, closing)
            for opening, closing in _pairs()
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


def _without_comment(line: str) -> str:
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


def _pairs() -> list[tuple[str, str]]:
    environments = [
        (f"\\begin{{{e}{star}}}", f"\\end{{{e}{star}}}") for e in DISPLAYS for star in ("", "*")
    ]
    return [*environments, ("\\[", "\\]"), ("$$", "$$")]


def initial_toml(model: Model, notation: Notation, text: str, robot: str, title: str) -> str:
    """A paper file to start from: every displayed equation, with its target where it is plain."""
    known = announced(model, notation)
    lines = [
        f"title = {_quoted(title)}",
        'source = ""',
        f"robot = {_quoted(robot)}",
        f"notation = {_quoted(notation.name)}",
        "",
        "# Give each equation its target: tau[1], a_C[3], F[4].x, M[1,2], C[2,1], g[3], K, U, L …",
        "# Equations that cannot be checked go under [[unchecked]] with a reason.",
    ]
    for number, display in enumerate(displays(text), 1):
        target = _guess(display.latex, known)
        lines += ["", "[[equation]]", f'label = "{number} (line {display.line})"']
        lines.append(f'target = "{target}"' if target else 'target = ""   # to be filled in')
        plain = f"'''\n{display.latex}\n'''"
        lines.append(f"latex = {_quoted(display.latex) if _QUOTES in display.latex else plain}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def _guess(latex: str, known: dict[tuple[object, ...], str]) -> str:
    try:
        block = parse_latex(latex)
    except TextError:
        return ""
    for item in joined(block):
        if isinstance(item, Mark):
            return known.get((item.base, item.dots, tidy(item.sub), tidy(item.sup)), "")
        if item is not None and not is_prefix(item):
            return ""
    return ""
