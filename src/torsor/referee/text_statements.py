"""The statements of a text in any form that is read: LaTeX, Markdown, reStructuredText, code."""

from __future__ import annotations

import re
from pathlib import Path

from torsor.errors import TextError
from torsor.referee.manuscript.passages import read_passages
from torsor.referee.naming.code_names import name_code
from torsor.referee.reading.author.statements import read_statements
from torsor.referee.reading.syntax import Statement, Unreadable

CODE = {".m": "matlab", ".py": "python", ".c": "c", ".h": "c", ".cpp": "c", ".cc": "c", ".hpp": "c"}
FENCES = {
    "matlab": "matlab",
    "octave": "matlab",
    "python": "python",
    "py": "python",
    "c": "c",
    "cpp": "c",
    "c++": "c",
}
PLACE = re.compile(r"line ([0-9]+), column ([0-9]+): ")
MOST = 20_000
"""Texts with more equations than this are refused."""


def is_manuscript(name: str) -> bool:
    """Whether a path is that of a text that this module reads."""
    suffix = Path(name).suffix.lower()
    return suffix in CODE or suffix in (".tex", ".ltx", ".md", ".markdown", ".rst", ".txt")


def read_text_statements(
    text: str, suffix: str, count: int, folder: Path | None = None
) -> tuple[list[Statement], list[Unreadable]]:
    """The statements of a text in any of the forms that are read, and what could not be."""
    if suffix in CODE:
        return _code(text, CODE[suffix], count)
    passages, unread, blocks = read_passages(text, suffix, folder)
    unread = list(unread)
    statements: list[Statement] = []
    for passage in passages:
        try:
            statements += read_statements(
                passage.latex, passage.line_at, passage.label, passage.inline
            )
        except TextError as error:
            if not passage.inline:
                said, position = _placed(str(error), passage.latex)
                line, column = passage.line_at(position)
                unread.append(Unreadable(line, column, passage.latex, said, passage.label))
        if len(statements) > MOST:
            raise TextError(f"a text with more than {MOST} equations is refused")
    for block in blocks:
        language = FENCES.get(block.language.lower())
        if language:
            found, failed = _code(block.text, language, count, block.line)
            statements += found
            unread += failed
    return statements, unread


def _code(
    text: str, language: str, count: int, line: int = 1
) -> tuple[list[Statement], list[Unreadable]]:
    from torsor.referee.reading.code import read_code

    found, unread = read_code(text, language, line)
    return name_code(found, count), unread


def _placed(sentence: str, latex: str) -> tuple[str, int]:
    """A reader's sentence without its place, and the place as a position in the mathematics."""
    match = PLACE.match(sentence)
    if not match:
        return sentence, 0
    lines = latex.split("\n")[: int(match[1]) - 1]
    position = sum(len(line) + 1 for line in lines) + int(match[2]) - 1
    return sentence[match.end() :], min(position, max(len(latex) - 1, 0))
