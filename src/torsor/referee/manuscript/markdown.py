"""Markdown manuscripts: mathematics between dollar signs and in fences, and fenced code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from torsor.referee.manuscript.collecting import Collector
from torsor.referee.manuscript.expansion import Expander
from torsor.referee.manuscript.passage import CodeBlock
from torsor.referee.manuscript.spans import find_math
from torsor.referee.manuscript.tex import blank_comments, collect_math
from torsor.referee.manuscript.traced import Source, Traced, trace

FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$", re.MULTILINE)
MATH = ("math", "{math}", "katex", "mathjax", "asciimath")
TEX = ("latex", "tex")
CODE_SPAN = re.compile(
    r"(?P<math>\$`[^`]*`\$)|(?<![$`])(?P<ticks>`+)(?!`)[^\n]*?[^`\n](?P=ticks)(?![$`])"
)
DEFINITION = re.compile(
    r"^[ \t]*\\(?:(?:re)?newcommand|providecommand|def|DeclareMathOperator)\*?(?=[\\{])[^\n]*",
    re.MULTILINE,
)
QUOTED = re.compile(r"(?<=\n)[ \t]*>[> \t]*")
"""The mark of a quotation at the beginning of a line that is not the first."""
INDENT = 200
"""A line is not looked at further back than this."""
OPTION = re.compile(r"\s*:(label|name|nowrap|class):[ \t]*([^\n]*)\n")


@dataclass(frozen=True)
class Fence:
    """A fenced block: its information, its inside and where it begins and ends."""

    language: str
    start: int
    first: int
    last: int
    end: int


def read_markdown(source: Source, found: Collector) -> None:
    """The passages and the code of a Markdown file."""
    expander = Expander()
    fences = list(find_fences(source.text))
    plain = _blank(source.text, fences)
    parts: list[tuple[int, Fence | None, int, int, bool, str]] = [
        (f.start, f, f.first, f.last, False, "") for f in fences
    ]
    taken = 0
    for span in find_math(plain, markdown=True):
        alone = _begins_line(plain, span.start)
        inline = span.inline and not (alone and "\\begin" in plain[span.first : span.last])
        inline = inline or (not alone and "\n" not in plain[span.start : span.end])
        parts.append((span.start, None, span.first, span.last, inline, span.fault))
        for new in DEFINITION.finditer(plain, taken, span.start):
            parts.append((new.start(), None, new.start(), new.end(), True, ""))
        taken = span.end
    for start, fence, first, last, inline, fault in sorted(parts, key=lambda part: part[0]):
        if fault:
            found.refuse(trace(source, 0, plain), start, fault)
            found.finish()
        elif fence and fence.language.lower() not in (*MATH, *TEX):
            line, _ = source.line_at(first)
            found.code.append(CodeBlock(fence.language.lower(), source.text[first:last], line))
        else:
            _collect(source, first, last, inline, fence, expander, found)


def _begins_line(text: str, position: int) -> bool:
    """Whether nothing but marks of quotations and lists stands before it on its line."""
    start = text.rfind("\n", max(position - INDENT, 0), position) + 1
    return (start > 0 or position <= INDENT) and not text[start:position].strip(" \t>*-+")


def _collect(
    source: Source,
    first: int,
    last: int,
    inline: bool,
    fence: Fence | None,
    expander: Expander,
    found: Collector,
) -> None:
    raw = source.text[first:last]
    if fence and fence.language == "{math}":
        while option := OPTION.match(raw):
            raw = raw[option.end() :]
            first += option.end()
    text, failures = expander.expand(_uncommented(source, first, raw))
    if fence and fence.language.lower() in TEX and any(find_math(text.text)):
        collect_math(text, failures, found)
    elif inline:
        found.add_inline(text, failures)
    else:
        found.add_display(text, True, bool(fence), failures)


def _uncommented(source: Source, first: int, raw: str) -> Traced:
    if raw.count("\n") and raw.count("\n") == len(QUOTED.findall(raw)):
        raw = QUOTED.sub(lambda mark: " " * len(mark[0]), raw)
    return trace(source, first, blank_comments(Source("", raw)))


def find_fences(text: str) -> Iterator[Fence]:
    """The fenced blocks; one that is never closed goes on to the end, as Markdown has it."""
    position = 0
    while opening := FENCE.search(text, position):
        if "`" in opening[2]:
            position = opening.end()
            continue
        first = min(opening.end() + 1, len(text))
        close = re.compile(rf"^[ \t>]*{opening[1][0]}{{{len(opening[1])},}}[ \t]*$", re.MULTILINE)
        closing = close.search(text, first)
        last = closing.start() if closing else len(text)
        position = closing.end() if closing else len(text)
        words = opening[2].split()
        yield Fence(words[0] if words else "", opening.start(), first, last, position)


def _blank(text: str, fences: list[Fence]) -> str:
    """The text with blanks where fences, code and comments stand."""
    pieces: list[str] = []
    position = 0
    for fence in fences:
        pieces += [
            _blank_code(text[position : fence.start]),
            _spaces(text[fence.start : fence.end]),
        ]
        position = fence.end
    return "".join([*pieces, _blank_code(text[position:])])


def _blank_code(text: str) -> str:
    pieces: list[str] = []
    position = 0
    while (start := text.find("<!--", position)) >= 0:
        end = text.find("-->", start)
        if end < 0:
            break
        pieces += [text[position:start], _spaces(text[start : end + 3])]
        position = end + 3
    text = "".join([*pieces, text[position:]])
    return CODE_SPAN.sub(lambda code: code["math"] or _spaces(code[0]), text)


def _spaces(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
