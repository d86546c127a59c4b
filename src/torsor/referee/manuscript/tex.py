"""LaTeX manuscripts: comments taken out, macros expanded, files included, mathematics found."""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import attrgetter
from pathlib import Path

from torsor.referee.manuscript.collecting import Collector
from torsor.referee.manuscript.expansion import Expander, Failure
from torsor.referee.manuscript.including import Includer
from torsor.referee.manuscript.passage import CodeBlock
from torsor.referee.manuscript.spans import ALIGNED, find_math
from torsor.referee.manuscript.traced import Source, Traced, trace

LISTING = r"verbatim\*?|Verbatim|lstlisting|minted|comment|filecontents\*?"
UNREAD = re.compile(
    rf"\\begin\s*\{{({LISTING})\}}(?:\[([^\[\]]*)\])?(?:\{{([^{{}}]*)\}})?"
    r"|\\verb\*?([^A-Za-z\s*])|\\iffalse(?![A-Za-z])|\\end\s*\{document\}|\\.|%[^\n]*\n?",
    re.DOTALL,
)
LANGUAGE = re.compile(r"language\s*=\s*(?:\[[^\]]*\])?\s*\{?([A-Za-z+]+)")
SEVERAL = re.compile(r"\\begin\s*\{(?:" + "|".join(ALIGNED) + r")\*?\}")
BREAKS = re.compile(r"[^\n]")


def read_tex(source: Source, folder: Path | None, found: Collector) -> None:
    """The passages of a .tex file and of what it includes."""
    includer = Includer(folder, lambda part: blank_comments(part, found))
    text = trace(source, 0, blank_comments(source, found))
    expanded, failures = Expander(scoped=True, include=includer.read).expand(text)
    collect_math(expanded, failures, found)


def collect_math(
    text: Traced, failures: list[Failure], found: Collector, inline: bool = True
) -> None:
    """The mathematics of expanded LaTeX; a failure outside of it is listed by itself."""
    failures = sorted(failures, key=attrgetter("position"))
    used: set[int] = set()
    for span in find_math(text.text):
        if span.fault:
            found.refuse(text, span.start, span.fault)
            found.finish()
            continue
        low = bisect_left(failures, span.first, key=attrgetter("position"))
        high = bisect_left(failures, span.last, key=attrgetter("position"))
        used.update(range(low, high))
        inside = [Failure(f.position - span.first, f.reason) for f in failures[low:high]]
        part = text.cut(span.first, span.last)
        if span.inline:
            if inline:
                found.add_inline(part, inside)
        else:
            several = bool(SEVERAL.match(text.text, span.start))
            found.add_display(part, several, failures=inside)
    seen: set[str] = set()
    for number, failure in enumerate(failures):
        if number not in used and failure.reason not in seen:
            seen.add(failure.reason)
            found.refuse(text, failure.position, failure.reason)


def blank_comments(source: Source, found: Collector | None = None) -> str:
    """The text of a file with blanks where comments and listings stand; listings are kept."""
    text = source.text
    if "\\" not in text and "%" not in text:
        return text
    pieces: list[str] = []
    position = 0
    while mark := UNREAD.search(text, position):
        pieces.append(text[position : mark.start()])
        end = _unread_until(text, mark)
        if end is None:
            pieces.append(mark[0])
            position = mark.end()
            continue
        hidden = text[mark.start() : end]
        if mark[0][0] == "%" and hidden[-1] == "\n":
            line = text.rfind("\n", 0, mark.start()) + 1
            alone = not text[line : mark.start()].strip()
            pieces.append(" " * (len(hidden) - 1) + (" " if alone else "\n"))
        else:
            pieces.append(BREAKS.sub(" ", hidden))
        if mark[1] in ("lstlisting", "minted") and found is not None:
            found.code.append(_listing(source, mark, end))
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


def _unread_until(text: str, mark: re.Match[str]) -> int | None:
    """Where what is no text ends; nothing if a mark begins no such thing."""
    if mark[0][0] == "%":
        return mark.end()
    if mark[1]:
        close = f"\\end{{{mark[1]}}}"
        end = text.find(close, mark.end())
        return len(text) if end < 0 else end + len(close)
    if mark[4]:
        end = text.find(mark[4], mark.end())
        return end + 1 if 0 <= end < mark.end() + 500 else None
    if mark[0].startswith("\\iffalse"):
        end = text.find("\\fi", mark.end())
        return len(text) if end < 0 else end + 3
    return len(text) if mark[0].startswith("\\end") else None


def _listing(source: Source, mark: re.Match[str], end: int) -> CodeBlock:
    language = LANGUAGE.search(mark[2] or "")
    name = mark[3] if mark[1] == "minted" else language[1] if language else ""
    last = source.text.rfind("\\end", 0, end)
    line, _ = source.line_at(mark.end())
    return CodeBlock((name or "").lower(), source.text[mark.end() : max(last, mark.end())], line)
