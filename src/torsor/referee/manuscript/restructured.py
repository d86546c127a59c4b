"""reStructuredText manuscripts: the math directive and role, and code blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from torsor.referee.manuscript.collecting import Collector
from torsor.referee.manuscript.expansion import Expander
from torsor.referee.manuscript.passage import CodeBlock, Passage
from torsor.referee.manuscript.tex import blank_comments
from torsor.referee.manuscript.traced import Source, trace

DIRECTIVE = re.compile(
    r"^([ \t]*)(?:[-*+] +)?\.\. +(math|code-block|code|sourcecode)::[ \t]*([^\n]*)$", re.MULTILINE
)
OPTION = re.compile(r"[ \t]*:([a-z-]+):[ \t]*([^\n]*)(?:\n|\Z)")
ROLE = re.compile(r":math:`([^`]*)`")
LONGEST_ROLE = 4000


@dataclass(frozen=True)
class Directive:
    """A directive: its name, what stands on its line, its label, and where its body stands."""

    name: str
    start: int
    end: int
    line: str
    label: str
    body: tuple[int, int]
    line_at: int


def read_restructured(source: Source, found: Collector) -> None:
    """The passages and the code of a reStructuredText file."""
    expander = Expander()
    directives = list(find_directives(source.text))
    starts: list[tuple[int, Directive | re.Match[str]]] = [(d.start, d) for d in directives]
    position = 0
    for directive in [*directives, None]:
        end = directive.start if directive else len(source.text)
        starts += [(r.start(), r) for r in ROLE.finditer(source.text, position, end)]
        position = directive.end if directive else end
    for _, part in sorted(starts, key=lambda item: item[0]):
        if isinstance(part, Directive):
            _collect(source, part, expander, found)
        elif "\n\n" not in part[1] and len(part[1]) < LONGEST_ROLE:
            text, failures = expander.expand(trace(source, part.start(1), part[1]))
            found.add_inline(text, failures)


def _collect(source: Source, part: Directive, expander: Expander, found: Collector) -> None:
    first, last = part.body
    if part.name != "math":
        line, _ = source.line_at(first)
        found.code.append(CodeBlock(part.line.lower(), source.text[first:last], line))
        return
    before = len(found.passages)
    for start, end in ((part.line_at, part.line_at + len(part.line)), (first, last)):
        raw = source.text[start:end]
        if raw.strip():
            plain = blank_comments(Source("", raw))
            text, failures = expander.expand(trace(source, start, plain))
            found.add_display(text, True, True, failures)
    for number in range(before, len(found.passages)):
        passage = found.passages[number]
        if part.label and not passage.label:
            found.passages[number] = Passage(passage.text, part.label)


def find_directives(text: str) -> Iterator[Directive]:
    """The directives of mathematics and code, in order; none inside another's body."""
    position = 0
    while mark := DIRECTIVE.search(text, position):
        indent = len(mark[1].expandtabs())
        first = min(mark.end() + 1, len(text))
        label = ""
        while option := OPTION.match(text, first):
            if option[1] in ("label", "name"):
                label = label or option[2].strip()
            if option.end() == first:
                break
            first = option.end()
        last = _body_end(text, first, indent)
        yield Directive(
            mark[2], mark.start(), max(last, mark.end()), mark[3].strip(), label, (first, last),
            mark.start(3),
        )  # fmt: skip
        position = max(last, mark.end())


def _body_end(text: str, first: int, indent: int) -> int:
    """Where a body ends: before the next line that is not indented more than its directive."""
    position = last = first
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        line = text[position:end].expandtabs()
        if line.strip():
            if len(line) - len(line.lstrip()) <= indent:
                break
            last = end
        position = end + 1
    return max(last, first)
