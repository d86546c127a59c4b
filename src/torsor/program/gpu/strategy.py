"""How a kernel is laid out on a GPU: what can be chosen without changing a bit of the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Strategy:
    """One row a thread; how rows come in, and how many threads and registers there are."""

    staged: bool = False
    """Whether a block's rows go through its shared memory, copied there in the order of addresses;
    else each thread takes its own row."""
    threads: int = 128
    """Threads of a block."""
    registers: int | None = None
    """The most registers of a thread: fewer let more threads run at once, and may spill."""
    quick_division: bool = False
    """Whether 1/x is an estimate that is refined until it is rounded rightly, and nobody asks if x
    is a normal number: a pivot that is not (below 2⁻¹²⁶ in single precision) gives no numbers.
    Without the question there is no branch, and a third of all registers is saved; but a double
    whose mantissa is all ones has its quotient's last bit wrong (benchmarks/gpu/division.cu)."""

    def directives(self) -> str:
        """What PTX says of it, at the head of a kernel."""
        limit = f"\n.maxnreg {self.registers}" if self.registers else ""
        return f".maxntid {self.threads}, 1, 1{limit}"


DIRECT = Strategy()
"""What is taken unless there is a reason for another."""
STAGED = Strategy(staged=True)
QUICK = Strategy(quick_division=True)
WIDE = 128
"""A result of more bytes than this a row is not well written by a thread alone: each number would
be a write of its own to another line of memory."""
SHARED_BYTES = 48 << 10
"""What a block may have of shared memory without asking for it."""


def room_bytes(sizes: Sequence[int], width: int, item: int, threads: int) -> int:
    """What a block's arguments, or its results, take of shared memory."""
    return max(sum(sizes), width) * item * threads


def choose_strategy(sizes: Sequence[int], width: int, item: int) -> Strategy:
    """Direct, but where results are wide: those are put in order in shared memory, if they fit.

    ``sizes`` and ``width`` are the numbers of each argument and of the result, of ``item`` bytes.
    """
    if width * item > WIDE:
        for threads in (128, 64, 32):
            if room_bytes(sizes, width, item, threads) <= SHARED_BYTES:
                return Strategy(staged=True, threads=threads)
    return DIRECT
