"""Forces and positions that stand still where they should not: saturated, stuck or dead.

A value that is met exactly, again and again, though the robot moves, is a limit if it is an extreme
of the column, else a sensor that hangs. Where most values repeat, as in a simulation without noise,
repetition tells nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.errors import TextError
from torsor.identification.logs.checks.rests import find_grain
from torsor.identification.logs.draft import Draft

FEWEST = 5
"""Rows at an extreme before it is a limit."""
ABOVE_OTHERS = 5
"""How many times more often a limit is met than any value near it."""
NEAR = 0.1
"""What is near an extreme, as a part of the column's range."""
USUAL = 0.5
"""Where more of the values than this repeat the one before, repetition is usual."""
LONG = 10
"""A sensor hangs when it repeats so many times as often as it otherwise does (99 %) …"""
HANGS = 0.1
"""… and for so many seconds."""


def mark_flat_forces(draft: Draft, moving: Mask, passive: Collection[int] = ()) -> Draft:
    """Mark driving forces at a limit, and those of a sensor that hangs, as not good."""
    good, notes = draft.good.copy(), []
    active: Mask = np.any(moving, axis=1)
    dead = [k for k in range(draft.n) if k not in passive and np.ptp(draft.tau[:, k]) == 0]
    dead = [k for k in dead if moving[:, k].any()]
    if dead and len(dead) == draft.n - len(passive):
        raise TextError(
            f"{draft.file}: the driving forces are constant throughout; none is measured"
        )
    for k in range(draft.n):
        column, name = draft.tau[:, k], f"tau{k + 1}"
        if k in passive:
            continue
        if k in dead:
            good[:, k] = False
            notes.append(
                f"{name} is {column.item(0) + 0.0:g} throughout though q{k + 1} moves: "
                "not measured, not used"
            )
            continue
        if np.mean(np.diff(column)[active[1:]] == 0) > USUAL:
            continue
        for level, at in _limits(column, active):
            good[at, k] = False
            notes.append(
                f"{name} is saturated at {level:.4g} in {_rows(at)}, from "
                f"{draft.rows.where(int(np.argmax(at)))} on: not used"
            )
        for start, end in _hanging(draft.t, column, moving[:, k] & good[:, k]):
            good[start:end, k] = False
            notes.append(
                f"{name} stands still at {column.item(start):.4g} from {draft.rows.where(start)} "
                f"to {draft.rows.where(end - 1)} though q{k + 1} moves: not used"
            )
    return replace(draft, good=good).note(*_shorten(notes))


def _limits(column: Array, active: Mask) -> Iterator[tuple[float, Mask]]:
    """Extremes that are met exactly and far more often than the values near them.

    Where one is a limit, so is the other if it is as large.
    """
    ends = (float(column.max()), float(column.min()))
    met = [(np.abs(column - level) <= 1e-6 * abs(level)) & active for level in ends]
    limits = [_is_limit(column, *pair, active) for pair in zip(ends, met, strict=True)]
    alike = abs(ends[0] + ends[1]) <= 1e-6 * abs(ends[0])
    for level, at, limit in zip(ends, met, limits, strict=True):
        if limit or (alike and any(limits)):
            yield level, at


def _is_limit(column: Array, level: float, at: Mask, active: Mask) -> bool:
    away = np.abs(column - level)
    near = column[~at & (away < NEAR * np.ptp(column)) & active]
    most = int(np.unique(near, return_counts=True)[1].max()) if near.size else 0
    return level != 0 and int(np.count_nonzero(at)) >= max(FEWEST, ABOVE_OTHERS * most)


def find_runs(column: Array) -> tuple[Array, Array]:
    """Where runs of equal values begin, and where they end."""
    edges = np.flatnonzero(np.diff(column) != 0) + 1
    starts = np.concatenate([[0], edges])
    return starts, np.concatenate([edges, [len(column)]])


def _hanging(t: Array, column: Array, moving: Mask) -> Iterator[tuple[int, int]]:
    """Runs of equal values far longer than is usual, while the joint moves."""
    starts, ends = find_runs(column)
    lengths = ends - starts
    usual = float(np.quantile(lengths, 0.99)) if lengths.size else 1.0
    last = np.minimum(ends, len(t) - 1)
    long = (lengths >= LONG * max(usual, 1.0)) & (t[last] - t[starts] >= HANGS)
    for start, end in zip(starts[long].tolist(), ends[long].tolist(), strict=True):
        if moving[start:end].mean() > USUAL:
            yield start, end


def mark_stuck_positions(draft: Draft) -> Draft:
    """Mark rows in which a position hangs while its velocity is not zero, or before it leaps."""
    good, notes = draft.good.copy(), []
    for k in range(draft.n):
        q = draft.q[:, k]
        starts, ends = find_runs(q)
        lengths = ends - starts
        if lengths.size < 3:
            continue
        usual = max(float(np.quantile(lengths, 0.99)), 1.0)
        much = max(0.01 * float(np.ptp(q)), 3 * find_grain(q))
        usual_speed = np.quantile(np.abs(np.diff(q)) / np.diff(draft.t), 0.999)
        last = np.minimum(ends, len(q) - 1)
        long = (lengths >= min(LONG * usual, 1 + HANGS / draft.step)) & (lengths >= FEWEST)
        long &= draft.t[last] - draft.t[starts] >= 0.5 * HANGS
        for start, end in zip(starts[long].tolist(), ends[long].tolist(), strict=True):
            if draft.dq is not None:
                steps = np.diff(draft.t[start:end])
                way = np.cumsum(
                    0.5 * steps * (draft.dq[start + 1 : end, k] + draft.dq[start : end - 1, k])
                )
                wrong = bool(np.abs(way).max() > much)
            else:
                if end == len(q):
                    continue
                leap = abs(q.item(end) - q.item(end - 1))
                speed = leap / (draft.t.item(end) - draft.t.item(end - 1))
                wrong = bool(leap > much and speed > 3 * usual_speed)
            if wrong:
                good[start:end] = False
                notes.append(
                    f"q{k + 1} hangs from {draft.rows.where(start)} to {draft.rows.where(end - 1)} "
                    "while the joint moves: these rows are not used"
                )
    return replace(draft, good=good).note(*_shorten(notes))


def _rows(mask: Mask) -> str:
    count = int(np.count_nonzero(mask))
    return f"{count:,} row{'' if count == 1 else 's'}"


def _shorten(notes: list[str], most: int = 8) -> list[str]:
    """Not more sentences than are read."""
    if len(notes) <= most:
        return notes
    return [*notes[:most], f"and {len(notes) - most} more such places"]
