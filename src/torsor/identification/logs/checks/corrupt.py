"""Rows that cannot be read: they are left out and told, unless they are most of the log."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import numpy as np

from torsor.errors import TextError, shown
from torsor.identification.logs.files.source import RawLog

HUGE = 1e12
"""No position, velocity or force is that large in any unit."""
MOST = 0.5
"""A log of which a larger part is damaged is refused."""


def drop_corrupt_rows(raw: RawLog, times: tuple[str, ...]) -> RawLog:
    """The rows in which every cell is a finite number that can be."""
    sound = np.ones(len(raw.rows.numbers), bool)
    for name, column in raw.columns.items():
        sound &= np.isfinite(column) if name in times else np.abs(column) < HUGE
    bad = np.flatnonzero(~sound)
    count = bad.size
    lost, total = raw.lost + count, raw.lost + sound.size
    if not count and lost <= MOST * total:
        return raw
    told = _tell_first(raw, bad.item(0)) if count else raw.notes[-1].removesuffix(": left out")
    if lost > MOST * total:
        raise TextError(
            f"{raw.rows.file}: {lost:,} of {total:,} rows cannot be read: {told}{_tell_column(raw)}"
        )
    note = f"{count:,} corrupt row{' is' if count == 1 else 's are'} left out: {told}" + (
        ", for one" if count > 1 else ""
    )
    return replace(
        raw,
        rows=raw.rows.take(sound),
        columns={name: column[sound] for name, column in raw.columns.items()},
        notes=(*raw.notes, note),
    )


def _tell_first(raw: RawLog, row: int) -> str:
    """Which cell of a row is wrong, and how."""
    for name, column in raw.columns.items():
        value = column.item(row)
        if abs(value) < HUGE:
            continue
        text = raw.texts.get((row, name), "")
        if text:
            return f"in {raw.rows.where(row)} {name} is {shown(text)}, not a number"
        if isnan(value):
            return f"in {raw.rows.where(row)} {name} is empty or NaN"
        return f"in {raw.rows.where(row)} {name} is {value:g}"
    return raw.rows.where(row)


def _tell_column(raw: RawLog) -> str:
    """The column that is empty throughout, if there is one."""
    empty = [name for name, column in raw.columns.items() if not np.isfinite(column).any()]
    return f" ({', '.join(empty[:4])} has no number at all)" if empty else ""
