"""LaTeX that Torsor wrote, however it was edited since, as a paper that is checked by itself.

It has comments that begin with ``% torsor``: the robot's description line by line, its hash, the
notation, and before every equation what it speaks of. So a referee can check a manuscript that
quotes it with nothing else at hand. What no such comment speaks of is listed as unchecked.
"""

from __future__ import annotations

import re
from bisect import bisect
from dataclasses import dataclass, field

from torsor.equations.sections import robot_hash
from torsor.errors import TextError, shown
from torsor.formats.toml.reader import read_toml
from torsor.referee.displays import find_spans, line_at, strip_comment
from torsor.referee.paper import Equation, Paper, Unchecked

MARK = "% torsor "
LINES = 200_000
ENDS = re.compile(r"\\(?:sub)*section\b|\\(?:chapter|part|paragraph)\b|\\end\{document\}")
MACROS = re.compile(
    r"\\(?:(?:[egx]|protected@)?def|let|futurelet|(?:re)?newcommand|providecommand"
    r"|(?:re)?newenvironment|(?:New|Renew|Provide|Declare)[A-Za-z]+|newif|if[a-z]*|csname"
    r"|catcode|(?:math)?chardef|mathcode|uccode|lccode|input|include|AtBeginDocument|everymath"
    r"|everydisplay)(?![A-Za-z])"
)
"""What changes the meaning of macros or brings in text that is not here."""
ROW_SPACE = re.compile(r"\\\\\[[^\]\\{}]{0,12}\]")


def read_tex(text: str, name: str) -> Paper:
    """A paper from LaTeX that Torsor wrote; what it cannot vouch for is refused or listed."""
    if text.count("\n") >= LINES:
        raise TextError(f"a .tex file of more than {LINES} lines is refused")
    facts, marks, plain = _comments(text)
    segments = _segments(plain, marks)
    if "robot" not in facts or not any(s.targets for s in segments):
        raise TextError(
            f"{name}.tex does not carry a robot that Torsor wrote; name one by "
            f"torsor check {name}.tex --robot ROBOT, or "
            "start with torsor check --init ROBOT FILE.tex"
        )
    macro = MACROS.search(plain)
    if macro:
        raise TextError(
            f"{name}.tex, line {line_at(plain, macro.start())}: {macro[0]} may change what the "
            "equations print, and macros are not expanded; expected a document without it"
        )
    toml = "\n".join(facts["robot"]) + "\n"
    read_toml(toml, name)
    if facts.get("hash") is None or {robot_hash(toml)} != set(facts["hash"]):
        raise TextError(
            f"{name}.tex: the robot in the comments is not the one that the equations were "
            "written for, by its hash; for another robot start with "
            "torsor check --init ROBOT FILE.tex"
        )
    notations = sorted(set(facts.get("notation", [""])))
    if len(notations) > 1:
        raise TextError(f"{name}.tex names several notations: {shown(', '.join(notations))}")
    if "glyphs" in facts:
        notations = ["\n".join(facts["glyphs"]) + "\n"]
    equations: list[Equation] = []
    unchecked: list[Unchecked] = []
    unread: list[Unchecked] = []
    for segment in segments:
        place = (segment.line, 1)
        latex = segment.latex
        found = _equations(segment.targets, latex)
        label = f"line {segment.line}"
        if found:
            equations += found
        elif segment.targets:
            reason = f"expected a name for each of {', '.join(segment.targets)}, and one value"
            unread.append(Unchecked(label, f"{label}: {reason}", latex, place))
        elif segment.ended:
            unchecked.append(Unchecked(label, "no target is given for it", latex, place))
        elif segment.among:
            reason = f"{label}: no target is given for it, among equations that have theirs"
            unread.append(Unchecked(label, reason, latex, place))
        else:
            unchecked.append(Unchecked(label, "a display without a target", latex, place))
    return Paper(
        name, name, "", toml, notations[0], tuple(equations), tuple(unchecked),
        unread=tuple(unread),
    )  # fmt: skip


def _equations(targets: tuple[str, ...], latex: str) -> list[Equation]:
    """The equations of some targets; several are of one value: a = b = c = 0."""
    if len(targets) == 1:
        return [Equation(targets[0], targets[0], latex)]
    *names, value = (side.replace("&", " ").strip() for side in latex.split("="))
    names = [side.removeprefix("{}").strip() for side in names]
    value = value.removeprefix("{}").strip()
    names = [side.removesuffix("{}").strip() for side in names]
    if len(names) != len(targets) or not value or not all(names):
        return []
    return [Equation(t, t, f"{n} = {value}") for t, n in zip(targets, names, strict=True)]


@dataclass(frozen=True)
class _Mark:
    """A comment that says what comes after it: targets, or that it has none."""

    at: int
    targets: tuple[str, ...]


@dataclass
class _Segment:
    """What stands under one mark, or under none."""

    line: int
    targets: tuple[str, ...] = ()
    ended: bool = False
    """Whether a comment says that it has no target."""
    among: bool = False
    """Whether it has no comment and stands in a display whose other equations have theirs."""
    pieces: list[str] = field(default_factory=list)

    @property
    def latex(self) -> str:
        rows = ROW_SPACE.sub(r"\\\\", "\n".join(self.pieces))
        return rows.strip().removesuffix("\\\\").strip()


def _comments(text: str) -> tuple[dict[str, list[str]], list[_Mark], str]:
    """The facts and marks that comments carry, and the text with blanks in the comments' place."""
    facts: dict[str, list[str]] = {}
    marks: list[_Mark] = []
    lines, at = [], 0
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped.startswith(MARK):
            key, _, value = stripped[len(MARK) :].partition(":")
            value = value.removeprefix(" ")
            if key in ("target", "end"):
                marks.append(_Mark(at, tuple(value.split()) if key == "target" else ()))
            else:
                facts.setdefault(key, []).append(value)
        kept = strip_comment(line)
        lines.append(kept + " " * (len(line) - len(kept)))
        at += len(line) + 1
    return facts, marks, "\n".join(lines)


def _segments(text: str, marks: list[_Mark]) -> list[_Segment]:
    """The displays of a document, cut where marks stand; what goes on in another is joined."""
    found: list[_Segment] = []
    breaks = [m.start() for m in re.finditer("\n", text)]
    waiting: _Mark | None = None
    current: _Segment | None = None
    rest = list(reversed(marks))

    def end_waiting() -> None:
        """A mark that no display follows is a display with nothing in it."""
        nonlocal waiting
        if waiting is not None and waiting.targets:
            found.append(_Segment(bisect(breaks, waiting.at) + 1, waiting.targets))
        waiting = None

    def between(start: int, end: int) -> None:
        """Text: a mark holds for the next display, a heading ends what came before."""
        nonlocal waiting, current
        last = max((m.start() + start for m in ENDS.finditer(text[start:end])), default=-1)
        while rest and rest[-1].at < end:
            end_waiting()
            waiting, current = rest.pop(), None
        if last >= 0:
            current = None
            if waiting is not None and waiting.at < last:
                end_waiting()

    position = 0
    for start, first, last, end in find_spans(text, unknown=True):
        between(position, start)
        inside = []
        while rest and rest[-1].at < last:
            inside.append(rest.pop())
        cuts = [first, *(m.at for m in inside), last]
        for number, mark in enumerate([waiting, *inside]):
            raw = text[cuts[number] : cuts[number + 1]]
            piece = raw.strip()
            if mark is None and piece and current is not None and _goes_on(piece):
                current.pieces.append(piece)
            elif piece or (mark is not None and mark.targets and (number or not inside)):
                at = cuts[number] + len(raw) - len(raw.lstrip())
                targets = mark.targets if mark is not None else ()
                named = mark is not None and not mark.targets
                among = mark is None and any(m.targets for m in inside)
                current = _Segment(bisect(breaks, at) + 1, targets, named, among, [piece])
                found.append(current)
        waiting, position = None, end
    between(position, len(text))
    end_waiting()
    return found


def _goes_on(piece: str) -> bool:
    """Whether a display goes on with the equation before it: it has no left-hand side."""
    return piece.startswith("\\phantom") or "=" not in piece.partition("\\\\")[0]
