"""Displays and inline mathematics become passages, or are listed with what is wrong with them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from torsor.referee.manuscript.expansion import Failure
from torsor.referee.manuscript.passage import CodeBlock, Passage, refuse
from torsor.referee.manuscript.rows import Equation, cut_equations, find_label
from torsor.referee.manuscript.traced import Traced, join, place_at
from torsor.referee.reading.syntax import Unreadable

BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
ROW = re.compile(r"\\\\")
LISTED = 2000
"""No more passages than this are listed as unreadable."""


@dataclass
class Collector:
    """What has been found in a manuscript so far, in the order of the text."""

    passages: list[Passage] = field(default_factory=list)
    unreadable: list[Unreadable] = field(default_factory=list)
    code: list[CodeBlock] = field(default_factory=list)
    last: int | None = None
    """Where the last display that was read stands among the passages."""

    more: list[Traced] = field(default_factory=list)
    more_label: str = ""
    """What goes on with the last display, and the label that stands there."""

    def finish(self) -> None:
        """Join what goes on with the last display to it."""
        if self.more and self.last is not None:
            before = self.passages[self.last]
            whole = join((before.text, *self.more))
            self.passages[self.last] = Passage(whole, before.label or self.more_label)
        self.more, self.more_label, self.last = [], "", None

    def refuse(
        self, text: Traced, position: int, reason: str, label: str = "", shown: str = ""
    ) -> None:
        """List what cannot be read; beyond a bound only that there is more of it."""
        if len(self.unreadable) < LISTED:
            self.unreadable.append(refuse(text, position, reason, label, shown))
        elif len(self.unreadable) == LISTED:
            said = f"{LISTED} passages before this one cannot be read; no more are listed"
            self.unreadable.append(refuse(text, position, said))

    def add_display(
        self,
        text: Traced,
        several: bool = True,
        paragraphs: bool = False,
        failures: Sequence[Failure] = (),
    ) -> None:
        """The equations of a display; one that has no left side goes on with the last display."""
        fault = find_unbalanced(text.text)
        if fault and not several:
            self.refuse(text, *fault, find_label(text.text), text.text)
            self.finish()
            return
        cut = _cut_anyhow(text.text) if fault else cut_equations(text.text, several, paragraphs)
        for equation in cut:
            self._add(text, equation, failures)

    def add_inline(self, text: Traced, failures: Sequence[Failure] = ()) -> None:
        """Mathematics within the prose."""
        fault = find_unbalanced(text.text)
        fault = (failures[0].position, failures[0].reason) if failures else fault
        if fault:
            self.refuse(text, *fault, shown=text.text)
        elif text.text.strip():
            self.passages.append(Passage(_strip(text), "", True))

    def _add(self, text: Traced, equation: Equation, failures: Sequence[Failure]) -> None:
        part = text.cut(equation.start, equation.end)
        fault = find_unbalanced(part.text)
        at = bisect_left(failures, equation.start, key=attrgetter("position"))
        if at < len(failures) and failures[at].position < equation.end:
            fault = failures[at].position - equation.start, failures[at].reason
        if fault:
            self.refuse(part, *fault, equation.label, part.text)
            self.finish()
        elif equation.goes_on and self.last is not None:
            self.more += [place_at(" \\\\\n", part, 0), part]
            self.more_label = self.more_label or equation.label
        else:
            self.finish()
            self.last = len(self.passages)
            self.passages.append(Passage(part, equation.label))


def find_unbalanced(text: str) -> tuple[int, str] | None:
    """Where a brace is opened and never closed, or closed and never opened; and these words."""
    opened: list[int] = []
    for brace in BRACE.finditer(text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif brace[0] == "}":
            if not opened:
                return brace.start(), "a brace is closed that was never opened"
            opened.pop()
    return (opened[-1], "a brace is opened and never closed") if opened else None


def _cut_anyhow(text: str) -> list[Equation]:
    """The rows of a display whose braces do not match, so that only one of them is lost."""
    found: list[Equation] = []
    start = 0
    for end in [*(row.start() for row in ROW.finditer(text)), len(text)]:
        if text[start:end].strip():
            found.append(Equation(start, end, find_label(text[start:end]), False))
        start = end + 2
    return found


def _strip(text: Traced) -> Traced:
    whole = text.text
    return text.cut(len(whole) - len(whole.lstrip()), len(whole.rstrip()))
