"""Logs from Python: a mapping of arrays, a result of ``simulate``, a data frame, a record array."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.arguments import given
from torsor.errors import ArgumentTypeError, ArrayError, TorsorError
from torsor.identification.logs.files.source import (
    Header,
    RawLog,
    Rows,
    check_size,
    parse_header,
    row_numbers,
)
from torsor.motion.results import Result


@dataclass(frozen=True)
class ArrayLog:
    """Columns that are in memory."""

    header: Header
    columns: Mapping[str, Array]

    def read(self, names: Sequence[str]) -> RawLog:
        """The chosen columns."""
        file = self.header.file
        columns = {name: self.columns[name] for name in names}
        lengths = {name: len(column) for name, column in columns.items()}
        if len(set(lengths.values())) > 1:
            first, other = next(
                (a, b) for a in lengths for b in lengths if lengths[a] != lengths[b]
            )
            raise ArrayError(
                f"{file}: {first} has {lengths[first]} rows and {other} {lengths[other]}"
            )
        count = next(iter(lengths.values()))
        check_size(file, count, len(names))
        return RawLog(Rows(file, row_numbers(0, count)), columns)


def open_arrays(file: str, log: object) -> ArrayLog:
    """A log by its columns: ``t``, ``q`` (N, n) or ``q1`` …, with units in brackets if need be."""
    if isinstance(log, Result):
        units = {f"{name} [{log.units.get(name, '')}]": log.columns[name] for name in log.columns}
        return _columns_of(file, units)
    if isinstance(log, Mapping):
        return _columns_of(file, log)
    fields = getattr(getattr(log, "dtype", None), "names", None)
    if fields:
        return _columns_of(file, {name: log[name] for name in fields})  # type: ignore[index]
    names: Any = getattr(log, "column_names", getattr(log, "columns", None))
    if names is not None and hasattr(log, "__getitem__"):
        return _columns_of(file, {name: log[name] for name in names})
    raise ArgumentTypeError(
        f"{file} is a path, a mapping of arrays such as t, q, tau, a Result or a data frame, "
        f"not {given(log)}"
    )


def _columns_of(file: str, arrays: Mapping[Any, object]) -> ArrayLog:
    cells: list[str] = []
    columns: list[Array] = []
    for name, value in arrays.items():
        if not isinstance(name, str):
            raise ArgumentTypeError(f"{file} has a column {given(name)}; names are texts")
        if value is None:
            continue
        array = _floats(file, name, value)
        if array is None:
            continue
        if array.ndim == 1:
            cells.append(name)
            columns.append(array)
            continue
        stem, bracket, unit = name.partition("[")
        cells += [f"{stem.strip()}{k} {bracket}{unit}" for k in range(1, array.shape[1] + 1)]
        columns += list(array.T)
    header = parse_header(file, file, cells)
    return ArrayLog(header, dict(zip(header.units, columns, strict=True)))


def _floats(file: str, name: str, value: object) -> Array | None:
    """An array of one or two axes as floats; nothing for columns of words."""
    try:
        array: Any = np.asarray(value)
        if array.dtype.kind in "Mm":
            seconds = (array - array[:1]) / np.timedelta64(1, "s")
            array = np.where(np.isnat(array), np.nan, seconds)
        if array.dtype.kind == "O":
            array = array.astype(float)
    except TorsorError:
        raise
    except Exception:  # whatever an object does that is asked for its numbers
        return None
    if array.dtype.kind not in "fiub" or array.ndim not in (1, 2):
        return None
    if array.ndim == 2 and array.shape[1] > max(300, array.shape[0]):
        raise ArrayError(
            f"{file}: {name} has the shape {array.shape}; expected a row for each moment"
        )
    found: Array = array.astype(float)
    return found
