"""What runs a robot's functions: this machine's cores, NumPy alone, or a GPU."""

from __future__ import annotations

from dataclasses import dataclass

from torsor.errors import ArgumentTypeError, ArgumentValueError, shown


@dataclass(frozen=True)
class Engine:
    """Where and how; by default machine code on every core."""

    threads: int | None = None
    """At most so many cores work on a batch; all if none is told."""
    jit: bool = True
    """Whether functions are machine code; else NumPy runs their programs."""
    device: int | None = None
    """The GPU that arrays of the host are worked on, by number; none for this machine's cores."""


MACHINE_CODE = Engine()
"""On every core of this machine."""


def read_engine(threads: object, jit: object, device: object) -> Engine:
    """An engine that is there, or one sentence."""
    if threads is not None and (type(threads) is not int or threads < 1):
        kind = ArgumentValueError if type(threads) is int else ArgumentTypeError
        raise kind(f"threads is {shown(str(threads))}; expected a whole number above zero")
    if not isinstance(jit, bool):
        raise ArgumentTypeError(f"jit is {shown(str(jit))}; expected True or False")
    if not jit and device != "cpu":
        raise ArgumentValueError("jit=False is for this machine's cores: a GPU runs machine code")
    from torsor.program.gpu.devices import find_device

    return Engine(threads if isinstance(threads, int) else None, jit, find_device(device))
