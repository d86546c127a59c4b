"""From columns to the joints: signs, zeros and units; motors through their gears and couplings.

Motors stand at φ = ratio · S q. So do their rates, and by virtual work forces of motors are
Sᵀ (ratio · τ) at the joints.
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.logs.columns import Selection
from torsor.identification.logs.draft import Draft
from torsor.identification.logs.files.source import RawLog
from torsor.identification.logs.mapping import Currents, Mapping, Quantity

EPOCH = 1e7
"""Times beyond this, in seconds, are counted from the first."""


def to_joint_side(raw: RawLog, selection: Selection, mapping: Mapping, n: int) -> Draft:
    """Positions, rates and driving forces at the joints in SI."""
    S = np.eye(n) if mapping.drives.of is None else mapping.drives.of
    ratio = np.broadcast_to(np.asarray(mapping.drives.ratio, float), (n,))
    found: dict[str, Array | None] = dict.fromkeys(("q", "dq", "ddq", "tau"))
    currents = None
    for stem, columns in selection.quantities.items():
        quantity = mapping.quantity(stem) or Quantity(columns="{}")
        rows = len(raw.rows.numbers)
        block = np.stack(
            [np.zeros(rows) if c is None else raw.columns[c] for c in columns.names], 1
        )
        zero = np.where([c is None for c in columns.names], 0.0, quantity.zero)
        block = (block - zero) * (columns.factors * quantity.scale * quantity.sign)
        if isinstance(quantity, Currents):
            currents = block
            block = block * quantity.gain
        if quantity.side == "motor":
            block = (block * ratio) @ S if stem == "tau" else (block / ratio) @ np.linalg.inv(S).T
        found[stem] = block
    q, tau = found["q"], found["tau"]
    assert q is not None and tau is not None  # the selection has both
    t, notes = _times(raw, selection)
    return Draft(
        file=raw.rows.file, rows=raw.rows, t=t, q=q, dq=found["dq"], ddq=found["ddq"], tau=tau,
        good=np.ones(tau.shape, bool), notes=(*raw.notes, *notes), drives=S, currents=currents,
    )  # fmt: skip


def _times(raw: RawLog, selection: Selection) -> tuple[Array, list[str]]:
    """Seconds; columns of times are added, far from zero they are counted from the first."""
    parts = [(raw.columns[name], factor) for name, factor in selection.t]
    start = sum(float(column[0]) * factor for column, factor in parts)
    if abs(start) <= EPOCH:
        start, since = 0.0, [0.0] * len(parts)
        notes = []
    else:
        since = [float(column[0]) for column, _ in parts]
        notes = [f"its times are counted from the first, {start:.3f} s"]
    total = np.zeros(len(raw.rows.numbers))
    for (column, factor), first in zip(parts, since, strict=True):
        total += (column - first) * factor
    return total, notes
