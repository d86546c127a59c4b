"""How a kernel is laid out on a GPU: what can be chosen without changing a bit of the result."""

from __future__ import annotations

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
    quick_division: bool = True
    """Whether 1/x is an estimate that is refined until it is rounded rightly, and nobody asks if x
    is a normal number: a pivot that is not (below 2⁻¹²⁶ in single precision) gives no numbers.
    Without the question there is no branch, and a third of all registers is saved."""

    def directives(self) -> str:
        """What PTX says of it, at the head of a kernel."""
        limit = f"\n.maxnreg {self.registers}" if self.registers else ""
        return f".maxntid {self.threads}, 1, 1{limit}"


DIRECT = Strategy()
"""What is taken unless told otherwise."""
STAGED = Strategy(staged=True)
