"""The input of a macro processor: text to be read, in front of which expansions are put.

TeX takes the arguments of a macro from whatever comes next, be it what another macro left behind;
so arguments are read from a stack of segments, the innermost first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from torsor.referee.manuscript.traced import Traced

NAME = re.compile(r"\\([A-Za-z@]+|.)", re.DOTALL)
TOKEN = re.compile(r"\\(?:[A-Za-z@]+|.)|[^\\]", re.DOTALL)
NO_ARGUMENT = ("\\]", "\\)", "\\end", "\\\\", "$", "&")
"""What ends an equation or a part of it is no argument of a macro."""
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
SQUARE = re.compile(r"\\.|[\[\]{}]", re.DOTALL)
SPACE = re.compile(r"\s*")


class MacroError(Exception):
    """A macro that cannot be expanded, and why; it never leaves the manuscript's readers.

    ``endless`` tells that no other call of it would do better.
    """

    def __init__(self, reason: str, endless: bool = False) -> None:
        super().__init__(reason)
        self.endless = endless


@dataclass
class Segment:
    """A text of which the first part has been read; ``depth`` counts the macros it came from."""

    text: Traced
    depth: int = 0
    at: int = 0

    @property
    def done(self) -> bool:
        """Whether nothing is left of it."""
        return self.at >= len(self.text.text)


@dataclass
class Stream:
    """What is still to be read, the next last."""

    segments: list[Segment] = field(default_factory=list)

    def top(self) -> Segment | None:
        """The segment that is read next."""
        while len(self.segments) > 1 and self.segments[-1].done:
            self.segments.pop()
        return self.segments[-1] if self.segments and not self.segments[-1].done else None

    def peek(self) -> str:
        """The next character that is no space."""
        segment = self._skip_space()
        return segment.text.text[segment.at] if segment else ""

    def take(self, character: str) -> bool:
        """Read a character if it comes next."""
        if self.peek() != character:
            return False
        self.segments[-1].at += 1
        return True

    def argument(self) -> Traced:
        """The next argument: what braces hold, or a single token."""
        segment = self._skip_space()
        if segment is None:
            raise MacroError("lacks an argument")
        text = segment.text.text
        start = segment.at
        if text[start] == "}":
            raise MacroError("lacks an argument")
        if text[start] != "{":
            token = TOKEN.match(text, start)
            if token is None or token[0] in NO_ARGUMENT:
                raise MacroError("lacks an argument")
            segment.at = token.end()
            return segment.text.cut(start, segment.at)
        depth = 0
        for brace in BRACE.finditer(text, start):
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
            if not depth:
                segment.at = brace.end()
                return segment.text.cut(start + 1, brace.start())
        raise MacroError("has an argument whose brace is never closed")

    def option(self) -> Traced | None:
        """The next argument in square brackets, if there is one."""
        if self.peek() != "[":
            return None
        segment = self.segments[-1]
        start, depth = segment.at, 0
        for bracket in SQUARE.finditer(segment.text.text, start):
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket[0], 0)
            if not depth:
                segment.at = bracket.end()
                return segment.text.cut(start + 1, bracket.start())
        raise MacroError("has an option whose bracket is never closed")

    def name(self) -> str:
        """The name of a command that is defined: ``\\x`` or ``{\\x}``."""
        found = NAME.fullmatch(self.argument().text.strip())
        if not found:
            raise MacroError("defines something that is no command")
        return found[1]

    def until_brace(self) -> str:
        """The text up to the next opening brace, as the parameters of ``\\def`` are written."""
        segment = self._skip_space()
        text = segment.text.text if segment else ""
        end = text.find("{", segment.at) if segment else -1
        if segment is None or end < 0:
            raise MacroError("has no body")
        start, segment.at = segment.at, end
        return text[start:end]

    def _skip_space(self) -> Segment | None:
        while segment := self.top():
            space = SPACE.match(segment.text.text, segment.at)
            segment.at = space.end() if space else segment.at
            if not segment.done:
                return segment
            if len(self.segments) == 1:
                return None
        return None
