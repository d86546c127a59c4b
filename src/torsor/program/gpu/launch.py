"""A function on GPUs: its code loaded once for each device, launched on the caller's stream.

Needs nothing but the driver: PTX that was made elsewhere runs without LLVM.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod

from torsor.program.gpu.driver import open_driver

ITEM = {"float64": 8, "float32": 4}
"""The bytes of a number, by NumPy's names."""
MANY = 1 << 31
"""Rows that 32 bits do not count."""


@dataclass
class Kernels:
    """One kernel, for every device that it is asked for."""

    name: str
    """What it is called in sentences."""
    kernel: str
    """Its name in the module."""
    threads: int
    """Threads of a block."""
    code: Callable[[tuple[int, int]], bytes]
    """PTX for a compute capability."""
    _loaded: dict[int, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def handle(self, device: int) -> int:
        """The kernel on a device, loaded if it is not yet there."""
        with self._lock:
            if device not in self._loaded:
                driver = open_driver()
                ptx = self.code(driver.capability(device))
                with driver.current(device):
                    self._loaded[device] = driver.load(ptx, self.kernel, self.name)
            return self._loaded[device]

    def start(self, device: int, stream: int, count: int, arguments: Sequence[int]) -> None:
        """Run it for so many rows, in the order of the stream; does not wait."""
        function, driver = self.handle(device), open_driver()
        blocks = -(-count // self.threads)
        with driver.current(device):
            driver.launch(function, blocks, self.threads, stream, arguments)


@dataclass(frozen=True)
class SetUpOnce:
    """The same function for one set of parameters that all rows share: its constants made once."""

    at: int
    """Which of the arguments the parameters are."""
    constants: int
    """How many constants there are."""
    set_up: Kernels
    """What makes them."""
    after: Kernels
    """What takes them."""


@dataclass(frozen=True)
class GpuFunction:
    """A function of a robot on a GPU, for one kind of float.

    ``arguments`` are pairs (name, size), ``shape`` is that of one result. ``contiguous`` takes rows
    that all stand one after another, ``once`` is there where parameters vary.
    """

    name: str
    dtype: str
    arguments: tuple[tuple[str, int], ...]
    shape: tuple[int, ...]
    kernels: Kernels
    once: SetUpOnce | None = None
    contiguous: Kernels | None = None

    @property
    def width(self) -> int:
        """How many numbers a result has."""
        return prod(self.shape)

    def launch(
        self,
        device: int,
        stream: int,
        places: Sequence[tuple[int, int]],
        out: int,
        count: int,
    ) -> None:
        """Results of ``count`` rows to ``out``; places on that device all, nothing waited for.

        ``places`` are pairs (address, numbers from row to row; 0 where one row serves all). A row
        at which the mass matrix is singular gives no numbers (NaN).
        """
        if len(places) != len(self.arguments):
            raise TypeError(f"{self.name} takes {len(self.arguments)} arrays; got {len(places)}")
        if not count:
            return
        if self.once and not places[self.once.at][1]:
            self._launch_once(self.once, device, stream, places, out, count)
        else:
            given = [part for place in places for part in place]
            near = all(s == size for (_, s), (_, size) in zip(places, self.arguments, strict=True))
            chosen = self.contiguous if near and count < MANY else None
            (chosen or self.kernels).start(device, stream, count, [*given, 0, out, count])

    def _launch_once(
        self,
        once: SetUpOnce,
        device: int,
        stream: int,
        places: Sequence[tuple[int, int]],
        out: int,
        count: int,
    ) -> None:
        """Constants to memory that lives in the order of the stream, then the rows."""
        given = [part for k, place in enumerate(places) if k != once.at for part in place]
        driver, size = open_driver(), ITEM[self.dtype] * max(1, once.constants)
        with driver.current(device):
            room = driver.allocate_ordered(size, stream, f"the constants of {self.name}")
            try:
                once.set_up.start(device, stream, 1, [places[once.at][0], room])
                once.after.start(device, stream, count, [*given, room, out, count])
            finally:
                driver.free_ordered(room, stream)


@dataclass(frozen=True)
class GpuRollout:
    """Motions of a robot on a GPU, for one kind of float and one way to step.

    ``size`` is how many coordinates there are; ``acting`` are pairs (name, size) of what is given
    along the motions.
    """

    dtype: str
    method: str
    size: int
    acting: tuple[tuple[str, int], ...]
    kernels: Kernels

    def launch(
        self,
        device: int,
        stream: int,
        state: tuple[int, int],
        history: int,
        starts: int,
        steps: int,
        dt: float,
        acting: Sequence[tuple[int, int, int]],
    ) -> None:
        """Move every start by so many steps of dt; places on that device all, nothing waited for.

        ``state`` are the places of q and dq, which are overwritten; ``history``, if it is not 0,
        takes q and dq of every start after every step. ``acting`` are triples (address, numbers
        from start to start, numbers from step to step). A motion that meets a singular mass
        matrix goes on without numbers (NaN).
        """
        if len(acting) != len(self.acting):
            raise TypeError(f"rollout takes {len(self.acting)} arrays along; got {len(acting)}")
        (seconds,) = struct.unpack("q", struct.pack("d", dt))
        given = [part for each in acting for part in each]
        arguments = [*state, 0, history, starts, steps, seconds, *given]
        if starts and steps:
            self.kernels.start(device, stream, starts, arguments)
