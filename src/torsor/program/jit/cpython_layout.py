"""Where Python and NumPy keep what in memory, and whether that is known of this interpreter.

The layouts are no promise of Python's or NumPy's: they are relied on only where they were seen to
hold (``SEEN``), and only after a look at a real array. Elsewhere, in free-threaded Python, and
where ``TORSOR_ARRAY_ENTRY=off`` says so, calls go through ctypes: tens of microseconds slower, the
same bits.

To extend the table: run ``TORSOR_ARRAY_ENTRY=unseen python -m pytest
tests/program/test_array_entry.py`` with the new Python or NumPy, and add it if all is well.
"""

from __future__ import annotations

import ctypes
import os
import sys
from dataclasses import dataclass
from typing import Any

SEEN = {
    "cpython": ((3, 11), (3, 12), (3, 13)),
    "numpy": ((2, 0), (2, 1), (2, 2), (2, 3), (2, 4)),
}
"""Versions with which ``tests/program/test_array_entry.py`` was run, in all pairs to be had."""

CONTIGUOUS = 0x1
ALIGNED = 0x100
WRITABLE = 0x400
TYPE = 8  # where every object keeps its type
HEAD = 16  # how long the head is that every object has
TUPLE_SIZE = 16
TUPLE_ITEMS = 24
NAMES = (sys.intern("out"),)


@dataclass(frozen=True)
class Build:
    """The facts about an interpreter and its NumPy on which layouts depend."""

    implementation: str
    python: tuple[int, int]
    numpy: tuple[int, int]
    pointer: int
    head: int
    little: bool
    free_threaded: bool


def describe_build() -> Build:
    """The facts about this process."""
    import numpy as np

    major, minor = np.__version__.split(".")[:2]
    return Build(
        sys.implementation.name,
        sys.version_info[:2],
        (int(major), int(minor)),
        ctypes.sizeof(ctypes.c_void_p),
        object.__basicsize__,
        sys.byteorder == "little",
        _free_threaded(),
    )


def _free_threaded() -> bool:
    """Whether the build can run without the lock, even if it has one now: its objects differ."""
    locked = getattr(sys, "_is_gil_enabled", None)  # from 3.13 on
    if locked is None:
        return False
    import sysconfig

    return bool(sysconfig.get_config_var("Py_GIL_DISABLED")) or not locked()


def is_known(build: Build, switch: str = "") -> bool:
    """Whether the layouts of a build are known; ``switch`` is what the user says to it."""
    if switch.lower() in ("off", "0", "no", "false"):
        return False
    sound = (
        build.implementation == "cpython"
        and build.pointer == 8
        and build.head == HEAD
        and build.little
        and not build.free_threaded
    )
    known = build.python in SEEN["cpython"] and build.numpy in SEEN["numpy"]
    return sound and (known or switch == "unseen")


def is_trusted() -> bool:
    """Whether machine code may read arrays by itself here."""
    return is_known(describe_build(), os.environ.get("TORSOR_ARRAY_ENTRY", "")) and _as_believed()


def offsets() -> dict[str, int]:
    """Where an array's header keeps what, after the head that every object has."""
    names = ("data", "nd", "dimensions", "strides", "base", "descr", "flags")
    return {name: HEAD + 8 * i for i, name in enumerate(names)}


def _as_believed() -> bool:
    """A look at a real array and a real tuple."""
    import numpy as np

    sample = np.arange(6.0)[::2]
    offset = offsets()

    def word(at: int, kind: Any = ctypes.c_int64) -> int:
        return int(kind.from_address(id(sample) + at).value)

    return (
        word(TYPE) == id(np.ndarray)
        and word(offset["descr"]) == id(np.dtype(np.float64))
        and word(offset["data"]) == sample.ctypes.data
        and word(offset["nd"], ctypes.c_int32) == 1
        and ctypes.c_int64.from_address(word(offset["dimensions"])).value == 3
        and ctypes.c_int64.from_address(word(offset["strides"])).value == 16
        and ctypes.c_int64.from_address(id(NAMES) + TUPLE_SIZE).value == 1
        and ctypes.c_int64.from_address(id(NAMES) + TUPLE_ITEMS).value == id(sys.intern("out"))
        and word(offset["flags"], ctypes.c_int32) & (ALIGNED | WRITABLE) == ALIGNED | WRITABLE
    )
