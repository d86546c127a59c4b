"""Machine code of an image in memory: written first, then never written to but run.

The bytes are those whose digest was checked, not the file's, which may change meanwhile.
"""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Mapping

from torsor.program.jit.machine import Loaded
from torsor.program.saved.robot_file import SavedRobotError


class Mapped(Loaded):
    """An image in memory, there for as long as this lives; ``places`` are those of functions."""

    def __init__(self, image: bytes, places: Mapping[str, int]) -> None:
        self.places = dict(places)
        size = len(image)
        self._memory = mmap.mmap(
            -1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE
        )
        self._memory.write(image)
        self._held = (ctypes.c_char * size).from_buffer(self._memory)
        self._begin = ctypes.addressof(self._held)
        system = ctypes.CDLL(None, use_errno=True)
        protect = system.mprotect
        protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        if protect(self._begin, size, mmap.PROT_READ | mmap.PROT_EXEC):
            reason = os.strerror(ctypes.get_errno())
            raise SavedRobotError(f"this system does not let a program load machine code: {reason}")

    def address(self, name: str) -> int:
        """Where a function is."""
        return self._begin + self.places[name]

    place = address
