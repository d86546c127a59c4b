"""Times: they advance, they are seconds, and how evenly they do so is told."""

from __future__ import annotations

import numpy as np

from torsor.errors import TextError
from torsor.identification.logs.draft import Draft

FEWEST = 50
"""Rows of a log."""
SHORTEST = 0.5
"""Seconds of a log."""
MOST_EQUAL = 0.05
"""A log of which more rows have the time of the row before is refused."""
SLOWEST = 0.5
"""A usual step from here on, in s, is no measurement of a motion: the unit is suspected."""
GAP = 2.0
"""A step of more than so many usual ones is a gap."""


def check_advancing(draft: Draft) -> Draft:
    """Refuse times that run backwards; leave out rows with the time of the row before."""
    if len(draft.t) < 2:
        raise TextError(
            f"{draft.file}: {_rows(len(draft.t))} to be used; expected {FEWEST} or more"
        )
    steps = np.diff(draft.t)
    back = np.flatnonzero(steps < 0)
    if back.size:
        row = back.item(0) + 1
        raise TextError(
            f"{draft.rows.place(row)}: t runs backwards: {draft.t.item(row):.9g} after "
            f"{draft.t.item(row - 1):.9g} s"
            + ("; are there two recordings in it?" if back.size < 10 else "")
        )
    still = np.concatenate([[False], steps == 0])
    count = int(np.count_nonzero(still))
    if not count:
        return draft
    first = int(np.argmax(still))
    if count > MOST_EQUAL * len(still) and not _repeated(draft, still):
        raise TextError(
            f"{draft.rows.place(first)}: t stands still at {draft.t.item(first):.9g} s, and in "
            f"{count:,} of {len(still):,} rows; the times are too coarse for these rows"
        )
    where = draft.rows.where(first) + (", for one" if count > 1 else "")
    return draft.keep(~still).note(
        f"{_rows(count)} with the time of the row before left out: {where}"
    )


def _repeated(draft: Draft, still: np.typing.NDArray[np.bool_]) -> bool:
    """Whether these rows say what the row before them says."""
    rows = np.flatnonzero(still)
    return bool(
        (draft.q[rows] == draft.q[rows - 1]).all()
        and (draft.tau[rows] == draft.tau[rows - 1]).all()
    )


def check_length(draft: Draft) -> Draft:
    """Refuse a log too short to tell anything."""
    rows, span = len(draft.t), draft.t.item(-1) - draft.t.item(0)
    if rows < FEWEST or span < SHORTEST:
        raise TextError(
            f"{draft.file}: {_rows(rows)} over {span:.3g} s; expected {FEWEST} rows and "
            f"{SHORTEST:g} s at least" + ("; is t in another unit?" if rows >= FEWEST else "")
        )
    return draft


def check_seconds(draft: Draft) -> Draft:
    """Refuse steps so long that no motion is seen in them: other units than seconds."""
    step = draft.step
    if step < SLOWEST:
        return draft
    if np.allclose(np.diff(draft.t), 1.0, atol=1e-9):
        raise TextError(f"{draft.file}: t counts rows; expected the times at which they were taken")
    unit = "ms" if step < 200 else "us" if step < 200_000 else "ns"
    raise TextError(
        f"{draft.file}: from row to row there are {step:.4g} s, in which a robot's motion is not "
        f"seen; is t in another unit? It is written t [{unit}]"
    )


def tell_times(draft: Draft) -> Draft:
    """How many rows there are, how even they are, and the gaps."""
    steps = np.diff(draft.t)
    step, longest, shortest = draft.step, float(steps.max()), float(steps.min())
    span = draft.t.item(-1) - draft.t.item(0)
    even = longest - shortest <= 0.01 * step
    told = f"{_rows(len(draft.t))} over {span:.4g} s in steps of {_ms(step)}" + (
        "" if even else f" (from {_ms(shortest)} to {_ms(longest)})"
    )
    wide = steps > GAP * step
    gaps = int(np.count_nonzero(wide))
    if not gaps:
        return draft.note(told)
    row = int(np.argmax(steps)) + 1
    return draft.note(
        told,
        f"{gaps:,} gap{'s' if gaps > 1 else ''} of more than {GAP:g} steps, "
        f"{'the largest' if gaps > 1 else 'one'} of {_ms(longest)} before t = "
        f"{draft.t.item(row):.4g} s ({draft.rows.where(row)}): the times are taken as they are",
    )


def tell_repeated(draft: Draft) -> Draft:
    """Rows that say what the row before says, at another time."""
    same = (np.diff(draft.q, axis=0) == 0).all(axis=1) & (np.diff(draft.tau, axis=0) == 0).all(
        axis=1
    )
    share = float(np.mean(same))
    if share < 0.005:
        return draft
    return draft.note(
        f"{100 * share:.1f} % of the rows repeat the row before at a later time; they are kept"
    )


def _rows(count: int) -> str:
    return f"{count:,} row{'' if count == 1 else 's'}"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"
