"""Where mathematics stands in a text: displays, and what stands within the prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

ALIGNED = ("align", "gather", "eqnarray", "flalign", "alignat", "xalignat", "IEEEeqnarray")
"""Displays of several equations, a row each or more."""
ONE = ("equation", "multline", "displaymath", "dmath", "dgroup", "math")
"""Displays of one equation."""
ENVIRONMENTS = {f"{name}{star}" for name in (*ALIGNED, *ONE) for star in ("", "*")}

OPENING = re.compile(r"\\\\|\\[\[(]|\\begin\s*\{([A-Za-z]+\*?)\}|\$`|\$\$?|\\.", re.DOTALL)
ARGUMENTS = re.compile(r"(?:\s*\[[^\[\]]*\])?(?:\s*\{[^{}]*\})?")
WITH_ARGUMENTS = ("alignat", "xalignat", "IEEEeqnarray")
PARAGRAPH = re.compile(r"\n[ \t>]*\n")
MARKED = re.compile(r"[\\_^={}]")
HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)


@dataclass(frozen=True)
class Span:
    """Mathematics from ``start`` to ``end`` with its marks; its inside from ``first`` to ``last``.

    ``fault`` says what is wrong with it; then only its beginning is known.
    """

    start: int
    first: int
    last: int
    end: int
    inline: bool = False
    fault: str = ""


def find_math(text: str, markdown: bool = False) -> Iterator[Span]:
    """The mathematics of a text in order; what is never closed is a fault, and the rest is read.

    In Markdown a dollar sign may be money, and mathematics may stand between $` and `$.
    """
    finder = _Finder(text, markdown)
    position = 0
    while opening := OPENING.search(text, position):
        position = opening.end()
        span = finder.span(opening)
        if span is None:
            if opening[0] == "$`":
                position -= 1
            continue
        yield span
        if not span.fault:
            position = span.end


class _Finder:
    """Finds where what is opened is closed."""

    def __init__(self, text: str, markdown: bool) -> None:
        self.text = text
        self.markdown = markdown
        self.known: dict[str, int] = {}

    def span(self, opening: re.Match[str]) -> Span | None:
        """The mathematics that a mark opens; nothing if it opens none."""
        mark, start, first = opening[0], opening.start(), opening.end()
        if opening[1] is not None:
            return (
                self._environment(opening[1], start, first)
                if (opening[1] in ENVIRONMENTS)
                else None
            )
        if mark == "\\[":
            return self._closed(mark, "\\]", start, first)
        if mark == "\\(":
            return self._closed(mark, "\\)", start, first, inline=True)
        if mark == "$$":
            return self._closed(mark, "$$", start, first)
        if mark == "$`" and self.markdown:
            return self._closed(mark, "`$", start, first, inline=True)
        if mark in ("$", "$`"):
            return self._dollar(start)
        return None

    def _environment(self, name: str, start: int, first: int) -> Span:
        if name.rstrip("*") in WITH_ARGUMENTS:
            found = ARGUMENTS.match(self.text, first)
            first = found.end() if found else first
        inline = name == "math"
        return self._closed(f"\\begin{{{name}}}", f"\\end{{{name}}}", start, first, inline)

    def _closed(self, mark: str, close: str, start: int, first: int, inline: bool = False) -> Span:
        if self.known.get(close, 0) < first and self.known.get(close) != -1:
            self.known[close] = self.text.find(close, first)
        last = self.known.get(close, -1)
        if last < 0 or self._broken(mark, first, last):
            return Span(start, first, first, first, inline, f"{mark} is never closed")
        return Span(start, first, last, last + len(close), inline)

    def _broken(self, mark: str, first: int, last: int) -> bool:
        """Whether what stands between two marks shows that they do not belong together."""
        dollars = mark.startswith("$")
        for inner in OPENING.finditer(self.text, first, last):
            if inner[1] in ENVIRONMENTS and not (dollars or mark == "\\["):
                return True
            if inner[0] in ("\\[", "$$", mark) or (dollars and inner[0].startswith("$")):
                return True
        inside = self.text[first:last]
        if mark in ("\\(", "$`") or (mark == "$$" and not self.markdown):
            return bool(PARAGRAPH.search(inside))
        return self.markdown and bool(HEADING.search(inside))

    def _dollar(self, start: int) -> Span | None:
        """Mathematics between single dollar signs, within one paragraph."""
        first = start + 1
        position, end = first, min(len(self.text), first + LONGEST_INLINE)
        while True:
            last = self.text.find("$", position, end)
            if last < 0 or PARAGRAPH.search(self.text, position, last):
                fault = "" if self.markdown else "$ is never closed"
                return Span(start, first, first, first, True, fault) if fault else None
            backslashes = last - len(self.text[position:last].rstrip("\\")) - position
            if not backslashes % 2:
                break
            position = last + 1
        inside = self.text[first:last]
        if self.markdown and not _is_math(inside, self.text[last + 1 : last + 2]):
            return None
        return Span(start, first, last, last + 1, True)


LONGEST_INLINE = 4000
"""Mathematics within the prose is not longer than this."""


def _is_math(inside: str, after: str) -> bool:
    """Whether what stands between two dollar signs is mathematics rather than prices."""
    if not inside.strip() or after.isdigit():
        return False
    tight = not (inside[0].isspace() or inside[-1].isspace())
    return tight or bool(MARKED.search(inside))
