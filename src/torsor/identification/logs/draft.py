"""A log in the making: arrays at the joints, where their rows stood, and what was found so far."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.identification.logs.files.source import Rows
from torsor.identification.logs.log import Log


@dataclass(frozen=True)
class Draft:
    """See ``Log``; the checks take one and give another."""

    file: str
    rows: Rows
    t: Array
    q: Array
    dq: Array | None
    ddq: Array | None
    tau: Array
    good: Mask
    notes: tuple[str, ...]
    drives: Array
    currents: Array | None

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return int(self.q.shape[1])

    @property
    def step(self) -> float:
        """The usual time from row to row."""
        return float(np.median(np.diff(self.t)))

    def keep(self, kept: Mask) -> Draft:
        """Some of the rows."""
        if kept.all():
            return self
        return replace(
            self,
            rows=self.rows.take(kept),
            t=self.t[kept],
            q=self.q[kept],
            dq=None if self.dq is None else self.dq[kept],
            ddq=None if self.ddq is None else self.ddq[kept],
            tau=self.tau[kept],
            good=self.good[kept],
            currents=None if self.currents is None else self.currents[kept],
        )

    def note(self, *sentences: str) -> Draft:
        """The same with more said of it."""
        return replace(self, notes=(*self.notes, *(s for s in sentences if s)))

    def log(self) -> Log:
        """What is handed over."""
        return Log(
            self.file, self.t, self.q, self.tau, self.dq, self.ddq, self.good, self.notes,
            self.drives, self.currents,
        )  # fmt: skip
