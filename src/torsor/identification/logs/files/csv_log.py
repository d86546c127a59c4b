"""Logs in CSV: a hundred thousand rows in a moment, and the line of each row that is damaged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.errors import TextError
from torsor.identification.logs.files.csv_dialect import LONGEST, CsvText, open_text
from torsor.identification.logs.files.pyarrow_extra import import_pyarrow
from torsor.identification.logs.files.source import (
    Header,
    RawLog,
    Rows,
    check_size,
    row_numbers,
    to_number,
)

MOST_TEXTS = 100
"""Unreadable cells that are remembered for messages."""
EMPTY = ["", "nan", "NaN", "NAN", "null", "NULL", "None", "NA", "N/A", "#N/A", "-"]


@dataclass(frozen=True)
class CsvLog:
    """A CSV whose header is read."""

    text: CsvText

    @classmethod
    def open(cls, path: Path) -> CsvLog:
        """Read a file up to its rows."""
        return cls(open_text(path))

    @property
    def header(self) -> Header:
        """The names and units of all columns."""
        return self.text.header

    def read(self, names: Sequence[str]) -> RawLog:
        """The chosen columns; lines with a wrong number of cells are left out and told."""
        text, file = self.text, self.header.file
        body: Any = text.body
        if text.separator == " ":
            body = re.sub(rb"[ \t]+", b" ", re.sub(rb"(?m)^[ \t]+|[ \t\r]+$", b"", body))
        lines = _count_lines(body)
        check_size(file, lines, len(names))
        numbers = row_numbers(text.first, lines)
        parser = _Parser(self.header, tuple(names), text.separator, text.decimal)
        table = parser.read(body)
        told, lost = "", 0
        if table is None or table.num_rows != lines:
            kept, told, lost = _sound_lines(body, parser.separator, len(self.header.units), numbers)
            if not kept.any():
                raise TextError(f"{file}: {told or 'a header and no rows'}")
            numbers = numbers[kept]
            table = parser.read(_take_lines(body, kept))
            if table is None or table.num_rows != numbers.size:
                raise TextError(f"{file}: its rows cannot be told apart; are there stray quotes?")
        columns, texts = parser.columns(table)
        notes = (f"{told}: left out",) if told else ()
        return RawLog(Rows(file, numbers, "line"), columns, notes, texts, lost)


@dataclass(frozen=True)
class _Parser:
    """PyArrow's reader of CSV, asked for some columns."""

    header: Header
    names: tuple[str, ...]
    separator: str
    decimal: str

    def read(self, body: Any) -> Any:
        """The chosen columns, as text if they are not all numbers; nothing if lines are uneven."""
        pa = import_pyarrow()
        called = [f"c{k}" for k in range(len(self.header.units))]
        places = dict(zip(self.header.units, called, strict=True))
        for kind in (pa.float64(), pa.binary()):
            try:
                return pa.csv.read_csv(
                    pa.py_buffer(body),
                    pa.csv.ReadOptions(column_names=called, block_size=2 * LONGEST),
                    pa.csv.ParseOptions(delimiter=self.separator, newlines_in_values=False),
                    pa.csv.ConvertOptions(
                        column_types=dict.fromkeys(called, kind),
                        include_columns=[places[name] for name in self.names],
                        null_values=EMPTY,
                        check_utf8=False,
                        decimal_point=self.decimal,
                    ),
                )
            except pa.ArrowInvalid:
                continue
        return None

    def columns(self, table: Any) -> tuple[dict[str, Array], dict[tuple[int, str], str]]:
        """Columns of floats, NaN where a cell is empty or no number."""
        pa = import_pyarrow()
        columns: dict[str, Array] = {}
        texts: dict[tuple[int, str], str] = {}
        for name, column in zip(self.names, table.columns, strict=True):
            if pa.types.is_floating(column.type):
                columns[name] = np.asarray(column.to_numpy(), float)
                continue
            try:
                columns[name] = self._numbers(pa, column)
            except pa.ArrowInvalid:
                cells = [bytes(c).decode("utf-8", "replace").strip() for c in column.to_pylist()]
                points = [c.replace(",", ".") for c in cells] if self.decimal == "," else cells
                columns[name] = np.array([to_number(c) for c in points])
                for row in np.flatnonzero(np.isnan(columns[name])).tolist():
                    if len(texts) < MOST_TEXTS:
                        texts[row, name] = cells[row]
        return columns, texts

    def _numbers(self, pa: Any, column: Any) -> Array:
        """Text that is numbers all the same, in a file that has other text."""
        text = pa.compute.utf8_trim_whitespace(column.cast(pa.string()))
        if self.decimal == ",":
            text = pa.compute.replace_substring(text, ",", ".")
        empty = pa.compute.is_in(text, value_set=pa.array(EMPTY))
        numbers = pa.compute.if_else(empty, pa.scalar(None, pa.string()), text).cast(pa.float64())
        return np.asarray(numbers.to_numpy(), float)


def _count_lines(body: Any) -> int:
    letters = np.frombuffer(body, np.uint8)
    if not letters.size:
        return 0
    return int(np.count_nonzero(letters == ord("\n"))) + int(letters[-1] != ord("\n"))


def _bounds(letters: Any) -> tuple[Indices, Indices]:
    """Where each line begins and ends, its line end apart."""
    ends = np.flatnonzero(letters == ord("\n"))
    if not ends.size or ends[-1] != letters.size - 1:
        ends = np.append(ends, letters.size)
    return np.concatenate([[0], ends[:-1] + 1]), ends


def _sound_lines(body: Any, separator: str, cells: int, numbers: Indices) -> tuple[Mask, str, int]:
    """The lines with as many cells as the header; a sentence on the others, and their count."""
    letters = np.frombuffer(body, np.uint8)
    starts, ends = _bounds(letters)
    quotes = np.cumsum(letters == ord('"'), dtype=np.uint8)
    lengths = np.minimum(ends + 1, letters.size) - starts
    before = np.where(starts > 0, quotes[starts - 1], 0).astype(np.uint8)
    outside = ((quotes - np.repeat(before, lengths)) & 1) == 0
    marks = np.add.reduceat((letters == ord(separator)) & outside, starts, dtype=np.int64)
    last = np.maximum(ends - 1, 0)
    empty = (ends == starts) | ((ends == starts + 1) & (letters[last] == ord("\r")))
    sound = (marks == cells - 1) & outside[last] & ~empty
    bad = np.flatnonzero(~sound & ~empty)
    if not bad.size:
        return sound, "", 0
    first, count = bad.item(0), bad.size
    told = (
        f"line {numbers.item(first)} has {marks.item(first) + 1} cells, the header {cells}"
        if count == 1
        else f"{count:,} lines have other than the header's {cells} cells, "
        f"as line {numbers.item(first)} with {marks.item(first) + 1}"
    )
    return sound, told, count


def _take_lines(body: Any, kept: Mask) -> bytes:
    letters = np.frombuffer(body, np.uint8)
    starts, ends = _bounds(letters)
    return letters[np.repeat(kept, np.minimum(ends + 1, letters.size) - starts)].tobytes()
