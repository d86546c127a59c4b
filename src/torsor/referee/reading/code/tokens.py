"""The words of a program: names, numbers, strings, marks and ends of lines; comments are gone.

One pass from left to right. What cannot be told without a look at what stands before, MATLAB's
apostrophe and the ends of lines in brackets, is decided here, so that the parser need not ask.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from torsor.errors import TextError
from torsor.referee.reading.code.languages import Language
from torsor.referee.reading.latex.places import Place

LONGEST = 4_000_000
"""Texts of more characters than this are refused."""

SPACE = re.compile(r"[^\S\n]+")
TO_END = re.compile(r"[^\n]*")
PREPROCESSOR = re.compile(r"#(?:[^\n\\]|\\\n|\\)*")
DEFINE = re.compile(r"#[^\S\n]*define[^\S\n]+([^\W\d]\w*)[^\S\n]+(?=[\w.(+-])")
BLOCK_COMMENT = {
    "c": re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL),
    "matlab": re.compile(
        r"[%#]\{[^\S\n]*\n.*?(?:^[^\S\n]*[%#]\}[^\n]*|\Z)", re.DOTALL | re.MULTILINE
    ),
}
STRINGS = {
    "python": re.compile(
        r"""[rRbBuUfF]{0,2}(?:'''.*?(?:'''|\Z)|\"\"\".*?(?:\"\"\"|\Z)|'(?:[^'\\\n]|\\.)*'?"""
        r"""|"(?:[^"\\\n]|\\.)*"?)""",
        re.DOTALL,
    ),
    "c": re.compile(r""""(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?""", re.DOTALL),
    "matlab": re.compile(r"""'(?:[^'\n]|'')*'?|"(?:[^"\n]|"")*"?"""),
}
COMMENTS = {"python": ("#",), "c": ("//",), "matlab": ("%", "#")}
OPENING, CLOSING = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a program: its kind (name, number, text, mark, line), and what stands before."""

    kind: str
    text: str
    place: Place
    spaced: bool = False
    """Whether a space stands before it."""

    def is_mark(self, *marks: str) -> bool:
        """Whether it is one of these marks."""
        return self.kind == "mark" and self.text in marks


@dataclass
class _Scanner:
    """Where the scan stands: brackets that are open, and what was found."""

    text: str
    language: Language
    first_line: int
    found: list[Token] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def place(self, start: int, end: int) -> Place:
        row = bisect_right(self.starts, start) - 1
        return Place(row + self.first_line, start - self.starts[row] + 1, start, end)

    def add(self, kind: str, start: int, end: int, text: str | None = None) -> None:
        before = self.text[start - 1 : start]
        said = self.text[start:end] if text is None else text
        self.found.append(Token(kind, said, self.place(start, end), before.isspace()))

    def is_transpose(self, at: int) -> bool:
        """Whether an apostrophe here transposes what stands before it."""
        last = self.found[-1] if self.found else None
        if last is None or last.kind == "line":
            return False
        if self.text[at - 1].isspace() and self.open and self.open[-1] in "[{":
            return False
        ends = last.is_mark(")", "]", "}", "'", ".'")
        return ends or (last.kind in ("name", "number") and not self.text[at - 1].isspace())


def tokens_of(text: str, language: Language, first_line: int = 1) -> list[Token]:
    """The words of a text, in order, with an end of line after the last."""
    if len(text) > LONGEST:
        raise TextError(f"a text of more than {LONGEST:,} characters is not read")
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    scanner = _Scanner(text, language, first_line, starts=starts)
    at, defined, pattern = 0, -1, language.tokens
    while at < len(text):
        if defined >= 0 and at >= defined:
            scanner.add("mark", at, at, ";")
            defined = -1
        at, more = _skip(scanner, at)
        if more >= 0:
            defined = more
        if at >= len(text):
            break
        if text[at] == "\n":
            inside = scanner.open and (language.name == "python" or scanner.open[-1] == "(")
            if language.name != "c" and not inside:
                scanner.add("line", at, at + 1)
            at += 1
            continue
        at = _take(scanner, at, pattern)
    if defined >= 0:
        scanner.add("mark", len(text), len(text), ";")
    scanner.add("line", len(text), len(text))
    return scanner.found


def _skip(scanner: _Scanner, at: int) -> tuple[int, int]:
    """Past one run of space or one comment; and where a definition by #define ends, or −1."""
    text, language = scanner.text, scanner.language.name
    while at < len(text):
        here = text[at]
        space = SPACE.match(text, at)
        if space:
            at = space.end()
            continue
        if language == "c" and here == "#":
            whole = PREPROCESSOR.match(text, at)
            assert whole
            define = DEFINE.match(text, at, whole.end())
            if define:
                scanner.add("name", define.start(1), define.end(1))
                scanner.add("mark", define.end(1), define.end(1), "=")
                return define.end(), whole.end()
            at = whole.end()
            continue
        if language in BLOCK_COMMENT:
            block = BLOCK_COMMENT[language].match(text, at)
            if block:
                at = block.end()
                continue
        if any(text.startswith(mark, at) for mark in COMMENTS[language]):
            at = TO_END.match(text, at).end()  # type: ignore[union-attr]
            continue
        joined = language == "matlab" and text.startswith("...", at)
        if joined or (here == "\\" and text[at + 1 : at + 2] == "\n" and language != "matlab"):
            at = TO_END.match(text, at).end() + 1  # type: ignore[union-attr]
            continue
        break
    return min(at, len(text)), -1


def _take(scanner: _Scanner, at: int, pattern: re.Pattern[str]) -> int:
    """Take the word that begins here; where it ends."""
    text, language = scanner.text, scanner.language.name
    quoted = STRINGS[language].match(text, at)
    if quoted and not (language == "matlab" and text[at] == "'" and scanner.is_transpose(at)):
        scanner.add("text", at, quoted.end())
        return quoted.end()
    found = pattern.match(text, at)
    if not found or found.lastgroup is None:
        return at + 1
    said = found.group()
    scanner.add(found.lastgroup, at, found.end())
    if said in OPENING:
        scanner.open.append(said)
    elif said in CLOSING and scanner.open:
        scanner.open.pop()
    return found.end()
