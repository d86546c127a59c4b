"""A measured log: times, joint coordinates and driving forces, and what was found in them."""

from __future__ import annotations

from dataclasses import dataclass

from torsor.algebra.arrays import Array, Mask


@dataclass(frozen=True, eq=False)
class Log:
    """Rows of one recording in SI, at the joints, as they were measured: nothing is resampled.

    Rows that could not be read are left out. What stands in a row and yet must not be used as a
    driving force (saturated, stuck, a spike) is marked in ``good``.
    """

    file: str
    """The name that its user gave."""
    t: Array
    """(N,) seconds, strictly increasing, with the jitter and gaps of the recording."""
    q: Array
    """(N, n) joint coordinates, rad or m; turns are counted on where the log had wrapped them."""
    tau: Array
    """(N, n) generalised driving forces, N m or N; a spike is bridged, and not good."""
    dq: Array | None
    """(N, n) joint velocities where they were measured."""
    ddq: Array | None
    """(N, n) joint accelerations where they were measured."""
    good: Mask
    """(N, n): whether a driving force may be used."""
    notes: tuple[str, ...]
    """What was found and done, a sentence each."""
    drives: Array
    """(n, n) matrix S: the drives are displaced by S q; friction and rotors act there."""
    currents: Array | None = None
    """(N, n) motor currents in A, where the forces come from currents."""

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return int(self.q.shape[1])

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        span = self.t.item(-1) - self.t.item(0)
        return f"<Log {self.file}: {len(self)} rows of {self.n} coordinates over {span:g} s>"
