"""Single rows that leave their neighbours far and come back at once: no motion does that."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.identification.logs.draft import Draft

REACH = 8
"""Rows looked at on either side."""
STRAYS = 3
"""Neighbours that may be as wrong as the row itself."""
FROM_NEIGHBOURS = 8.0
"""How often the spread of its neighbours a spike is away from them."""
FROM_USUAL = 12.0
"""How often the usual large change (95 %) from row to row it is away."""
MOST = 0.01
"""Where more of a column's rows look like spikes, that is how it is."""


def remove_spikes(draft: Draft) -> Draft:
    """Leave out rows with a spike in a position or velocity; bridge one in a driving force."""
    wrong = np.zeros(len(draft.t), bool)
    told = []
    for stem, block in (("q", draft.q), ("dq", draft.dq)):
        if block is None:
            continue
        for k, column in enumerate(block.T, 1):
            rows = find_spikes(draft.t, column)
            wrong[rows] = True
            if rows.size:
                told.append(f"{stem}{k} ({_list(draft, rows, column)})")
    count = int(np.count_nonzero(wrong))
    note = (
        f"{count:,} row{' with a spike is' if count == 1 else 's with spikes are'} left out: "
        f"{', '.join(told)}"
        if count
        else ""
    )
    return _bridge_forces(draft.keep(~wrong).note(note))


def _bridge_forces(draft: Draft) -> Draft:
    tau, good, told = draft.tau.copy(), draft.good.copy(), []
    for k in range(draft.n):
        rows = find_spikes(draft.t, tau[:, k])
        if not rows.size:
            continue
        told.append(f"tau{k + 1} ({_list(draft, rows, tau[:, k])})")
        good[rows, k] = False
        sound = np.ones(len(draft.t), bool)
        sound[rows] = False
        tau[rows, k] = np.interp(draft.t[rows], draft.t[sound], tau[sound, k])
    note = f"spikes in driving forces are bridged and not used: {', '.join(told)}" if told else ""
    return replace(draft, tau=tau, good=good).note(note)


def _list(draft: Draft, rows: Indices, column: Array) -> str:
    first = rows.item(0)
    one = f"{column.item(first):.4g} in {draft.rows.where(first)}"
    return one if rows.size == 1 else f"{rows.size:,}, as {one}"


def find_spikes(t: Array, column: Array) -> Indices:
    """Rows that are far from the line through their neighbours on either side."""
    change = np.abs(np.diff(column))
    if not change.any():
        return np.zeros(0, np.intp)
    usual = float(np.quantile(change, 0.95)) or float(np.median(change[change > 0]))
    jumps: Mask = change > 0.5 * FROM_USUAL * usual
    nearby = np.flatnonzero(np.append(jumps, False) | np.append(False, jumps))
    rows = nearby[(nearby >= REACH) & (nearby < len(column) - REACH)]
    if not rows.size or rows.size > 4 * MOST * len(column):
        return np.zeros(0, np.intp)
    beside = np.delete(np.arange(-REACH, REACH + 1), REACH)
    window, when = column[rows[:, None] + beside], t[rows[:, None] + beside]
    left, right = np.median(window[:, :REACH], axis=1), np.median(window[:, REACH:], axis=1)
    before, after = np.median(when[:, :REACH], axis=1), np.median(when[:, REACH:], axis=1)
    slope = (right - left) / (after - before)
    line = left[:, None] + slope[:, None] * (when - before[:, None])
    spread = np.sort(np.abs(window - line), axis=1)[:, -1 - STRAYS]
    away = np.abs(column[rows] - left - slope * (t[rows] - before))
    found = rows[(away > FROM_NEIGHBOURS * spread) & (away > FROM_USUAL * usual)]
    return found if found.size <= MOST * len(column) else np.zeros(0, np.intp)
