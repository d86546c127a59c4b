"""Macros expanded in a text, with bounds on depth, number and length.

Definitions hold from where they stand; in a .tex file until their group ends, in the mathematics of
Markdown and reStructuredText from there on, as MathJax has it. A call that cannot be expanded, for
it calls itself or is a program, stays as it is and is listed: only what it stands in is unread.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from torsor.referee.manuscript.macros import (
    DEFINING,
    Definition,
    Macro,
    read_arguments,
    read_definition,
    substitute,
)
from torsor.referee.manuscript.stream import MacroError, Segment, Stream
from torsor.referee.manuscript.traced import Traced, ends_in_word, join, place_at

DEPTH = 50
"""Macros within macros deeper than this are not expanded."""
CALLS = 5_000
"""A call that becomes more calls than this is not expanded."""
LENGTH = 200_000
"""A call that becomes longer than this is not expanded."""
ALL_CALLS = 400_000
"""A text with more calls than this is read without expanding the rest."""
ALL_LENGTH = 16_000_000
"""A text that becomes longer than this is read without expanding the rest."""
FILES = 8
"""Files included in files deeper than this are not read."""

SCAN = re.compile(r"\\(?:[A-Za-z@]+|.)|[{}]", re.DOTALL)
COMMAND = re.compile(r"\\(?:[A-Za-z@]+|.)", re.DOTALL)
ENVIRONMENT = re.compile(r"\s*\{([^{}]*)\}")
DROPPED = frozenset(("long", "protected", "outer", "global", "xspace", "makeatletter",
                     "makeatother"))  # fmt: skip
SPECIAL = DEFINING | DROPPED | {"ensuremath", "begin", "end", "begingroup", "endgroup"}
INPUTS = frozenset(("input", "include", "subfile"))


@dataclass(frozen=True)
class Failure:
    """A call that was left as it is: where it stands in the expanded text, and why."""

    position: int
    reason: str


USUAL = {
    "SI": Macro("#1", 2),
    "qty": Macro("#1", 2),
    "num": Macro("#1", 1),
    "si": Macro("", 1),
    "unit": Macro("", 1),
}
"""Macros of packages that authors take for granted: numbers without their units."""


@dataclass
class Expander:
    """Expands the macros of one manuscript, part by part in the order of the text."""

    scoped: bool = False
    """Whether definitions end with the group that they stand in."""
    include: Callable[[str], Traced] | None = None
    """What gives the text of an included file, if files may be included; it may refuse."""
    macros: dict[str, Macro] = field(default_factory=lambda: dict(USUAL))
    environments: dict[str, tuple[Macro, Macro]] = field(default_factory=dict)
    calls: int = 0
    length: int = 0

    def expand(self, text: Traced) -> tuple[Traced, list[Failure]]:
        """A text without definitions and without calls of what they define."""
        if "\\" not in text.text:
            return text, []
        return _Expansion(self, Stream([Segment(text)])).run()


class _Expansion:
    """The expansion of one part of a text."""

    def __init__(self, expander: Expander, stream: Stream) -> None:
        self.all = expander
        self.stream = stream
        self.out: list[Traced] = []
        self.size = 0
        self.failures: list[Failure] = []
        self.groups: list[dict[str, Macro | None]] = []
        self.call: tuple[str, int, int, Traced] | None = None
        """The outermost call: its name, how much was written before it, and how it is written."""
        self.groups_before = 0
        self.count = 0
        self.everywhere = False

    def run(self) -> tuple[Traced, list[Failure]]:
        while segment := self.stream.top():
            if segment.depth == 0:
                self.call = None
            try:
                self._step(segment)
            except MacroError as error:
                self._give_up(error)
        return join(self.out), self.failures

    def _step(self, segment: Segment) -> None:
        """Copy up to the next command that means something, and do what it says."""
        text, start = segment.text.text, segment.at
        scan = SCAN if self.all.scoped else COMMAND
        for token in scan.finditer(text, start):
            mark = token[0]
            if len(mark) == 1:
                self._group(mark)
                continue
            name = mark[1:]
            if name in self.all.macros or name in SPECIAL or (name in INPUTS and self.all.include):
                self._write(segment.text.cut(start, token.start()))
                segment.at = token.end()
                self._command(name, segment, token.start())
                return
        self._write(segment.text.cut(start, len(text)))
        segment.at = len(text)

    def _command(self, name: str, segment: Segment, at: int) -> None:
        whole = segment.text
        if segment.depth == 0:
            self.call = name, len(self.out), self.size, whole.cut(at, segment.at)
            self.count, self.groups_before = 0, len(self.groups)
        if name in self.all.macros:
            self._expand(self.all.macros[name], name, segment, at)
        elif name in DEFINING:
            self._define(read_definition(name, self.stream, self.all.macros))
        elif name in ("begin", "end"):
            self._environment(name, segment, at)
        elif name in ("begingroup", "endgroup"):
            self._group("{" if name == "begingroup" else "}")
        elif name == "ensuremath":
            self._push(self.stream.argument(), segment.depth + 1)
        elif name in INPUTS and self.all.include:
            self._include(name)
        elif name == "global":
            self.everywhere = True

    def _include(self, name: str) -> None:
        file = self.stream.argument().text.strip()
        if sum(not segment.depth for segment in self.stream.segments) > FILES:
            raise MacroError(f"files are included more than {FILES} deep: {file[:80]}")
        try:
            text = self.all.include(file) if self.all.include else None
        except MacroError as error:
            raise MacroError(f"\\{name}{{{file[:80]}}} {error}") from None
        if text is None or not text.text:
            return
        opened = text.origin(0)[0].name
        if any(s.text.origin(0)[0].name == opened for s in self.stream.segments if not s.depth):
            raise MacroError(f"\\{name}{{{file[:80]}}} includes itself")
        self.stream.segments.append(Segment(text, 0))

    def _environment(self, name: str, segment: Segment, at: int) -> None:
        """\\begin and \\end: of an environment of the author's own they are macros."""
        found = ENVIRONMENT.match(segment.text.text, segment.at)
        own = self.all.environments.get(found[1]) if found else None
        if self.all.scoped and name == "begin":
            self._group("{")
        if found and own:
            segment.at = found.end()
            self._expand(own[name == "end"], found[1], segment, at)
        else:
            self._write(segment.text.cut(at, segment.at))
        if self.all.scoped and name == "end":
            self._group("}")

    def _expand(self, macro: Macro, name: str, segment: Segment, at: int) -> None:
        depth, whole = segment.depth + 1, segment.text
        self.all.calls += 1
        self.count += 1
        if macro.refused:
            raise MacroError(f"the macro \\{name} {macro.refused}")
        if depth > DEPTH or self.count > CALLS:
            raise MacroError(f"the macro \\{name} calls itself, or too many others", True)
        if self.all.calls > ALL_CALLS or self.all.length > ALL_LENGTH:
            raise MacroError(f"more macros than can be expanded: \\{name} is left")
        body = macro.body
        if macro.starred and self.stream.take("*"):
            body = macro.starred
        try:
            arguments = read_arguments(macro, self.stream)
        except MacroError as error:
            raise MacroError(f"the macro \\{name} {error}") from None
        self._push(substitute(body, arguments, whole, at), depth)

    def _push(self, text: Traced, depth: int) -> None:
        self.all.length += len(text.text)
        waiting = sum(len(s.text.text) - s.at for s in self.stream.segments if s.depth)
        before = self.call[2] if self.call else self.size
        if waiting + len(text.text) + self.size - before > LENGTH:
            name = self.call[0] if self.call else ""
            raise MacroError(f"the macro \\{name} becomes too long", True)
        self.stream.segments.append(Segment(text, depth))

    def _define(self, new: Definition) -> None:
        everywhere, self.everywhere = new.everywhere or self.everywhere, False
        if new.closing is not None:
            self.all.environments[new.name] = new.macro, new.closing
            return
        old = self.all.macros.get(new.name)
        if new.provided and old:
            return
        if self.groups and not everywhere:
            self.groups[-1].setdefault(new.name, old)
        self.all.macros[new.name] = new.macro

    def _group(self, brace: str) -> None:
        """A group begins, or ends and takes its definitions with it."""
        if brace == "{":
            self.groups.append({})
        elif self.groups:
            for name, old in self.groups.pop().items():
                if old is None:
                    self.all.macros.pop(name, None)
                else:
                    self.all.macros[name] = old

    def _write(self, text: Traced) -> None:
        if not text.text:
            return
        if self.out and text.text[0].isalpha() and ends_in_word(self.out[-1].text):
            self._write(place_at(" ", text, 0))
        self.out.append(text)
        self.size += len(text.text)

    def _give_up(self, error: MacroError) -> None:
        """Leave the outermost call as it is written, and all that it became out."""
        segments = self.stream.segments
        while len(segments) > 1 and segments[-1].depth:
            segments.pop()
        if self.call:
            name, kept, self.size, written = self.call
            del self.out[kept:]
            while len(self.groups) > self.groups_before:
                self._group("}")
            macro = self.all.macros.get(name)
            if macro and error.endless:
                refused = "calls itself, or becomes too long"
                self.all.macros[name] = replace(macro, refused=refused)
            self._write(written)
            self.failures.append(Failure(self.size - len(written.text), str(error)))
        self.call = None
