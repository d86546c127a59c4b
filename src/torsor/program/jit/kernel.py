"""Machine code of one function as Python holds and calls it, wherever it came from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torsor.program.jit.cache import Head
from torsor.program.jit.machine import Loaded


@dataclass(frozen=True)
class Kernel:
    """Machine code of a function for one kind of float, and what holds it in memory."""

    head: Head
    loaded: Loaded
    address: int
    call: Callable[..., int]
    constants: int
    key: str
    """The digest of all that it is made from."""
    set_up: Callable[..., int] | None = None
    """What makes constants from a set of parameters, where one is for all states."""
