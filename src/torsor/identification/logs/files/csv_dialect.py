"""How a CSV is written: its header's line, the separator, the decimal mark."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from torsor.errors import TextError
from torsor.formats.load import place_of
from torsor.identification.logs.files.content import read_content
from torsor.identification.logs.files.source import Header, parse_header, to_number

SEPARATORS = ",;\t|"
COMMENTS = "#%"
MOST_COMMENTS = 1000
"""Lines before the header."""
LONGEST = 1_000_000
"""Bytes of a line."""
WORDS = re.compile(r"[^\s\[\]]+(?: ?\[[^\[\]]*\])?")
"""Cells of a header between spaces: q1 [N m]."""


@dataclass(frozen=True)
class CsvText:
    """A CSV's header and body, and how the body is written."""

    header: Header
    body: memoryview
    first: int
    """The body's first line in the file."""
    separator: str
    decimal: str


def open_text(path: Path) -> CsvText:
    """A CSV up to its body."""
    file = place_of(path)
    content = read_content(path)
    if b"\n" not in content and b"\r" in content:  # as old machines end lines
        content = content.replace(b"\r", b"\n")
    line, start, text = _header_line(file, content)
    body = memoryview(content)[start:]
    sample = _line_at(file, content, start, line + 1).strip()
    separator = _separator(text, sample)
    cells = _cells(file, text, separator)
    if cells and all(to_number(c) == to_number(c) for c in cells):
        raise TextError(f"{file}, line {line}: expected a header such as t,q1,q2,tau1,tau2")
    header = parse_header(file, f"{file}, line {line}", cells)
    comma = separator in ";\t|" and "," in sample and "." not in sample
    return CsvText(header, body, line + 1, separator, "," if comma else ".")


def _header_line(file: str, content: bytearray) -> tuple[int, int, str]:
    """The header's line number, where the next line begins, and its text.

    Comments and empty lines may stand before it; the last comment is the header if numbers follow
    it, as NumPy writes it.
    """
    comment = None
    for line, start, end in _lines(file, content):
        text = _line_at(file, content, start, line).strip()
        if not text:
            continue
        if text[0] in COMMENTS:
            comment = (line, end, text.lstrip(COMMENTS).strip())
            continue
        cells = text.replace(";", ",").replace("\t", ",").replace(" ", ",").split(",")
        numbers = [c for c in cells if c]
        if comment and numbers and all(to_number(c) == to_number(c) for c in numbers):
            return comment
        return line, end, text
    if comment:
        return comment
    raise TextError(f"{file}: empty; expected a header such as t,q1,q2,tau1,tau2 and rows")


def _lines(file: str, content: bytearray) -> Iterator[tuple[int, int, int]]:
    start = 0
    for line in range(1, MOST_COMMENTS + 1):
        if start >= len(content):
            return
        end = content.find(b"\n", start)
        end = len(content) if end < 0 else end + 1
        yield line, start, end
        start = end
    raise TextError(f"{file}: no header in its first {MOST_COMMENTS} lines")


def _line_at(file: str, content: bytearray, start: int, line: int) -> str:
    end = content.find(b"\n", start)
    end = len(content) if end < 0 else end
    if end - start > LONGEST:
        raise TextError(f"{file}, line {line}: longer than {LONGEST:,} bytes; that is no log")
    try:
        return content[start:end].decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TextError(f"{file}, line {line}: not a UTF-8 text") from None


def _separator(header: str, sample: str) -> str:
    """What stands between cells: the mark that the header has most of, outside of brackets."""
    bare = re.sub(r"\[[^\[\]]*\]", "", header)
    count, best = max((bare.count(mark), mark) for mark in SEPARATORS)
    if count:
        return best
    return " " if len(bare.split()) > 1 or len(sample.split()) > 1 else ","


def _cells(file: str, text: str, separator: str) -> list[str]:
    if separator == " ":
        return WORDS.findall(text)
    try:
        return next(csv.reader([text], delimiter=separator), [])
    except csv.Error as error:
        raise TextError(f"{file}: its header cannot be read: {error}") from None
