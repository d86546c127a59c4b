"""The sources of the package, as a stamp: code that other sources made is not used.

All count but those in rooms after this one, which it cannot import (a contract that is checked):
a room or module that is new counts without being named.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

Stamp = tuple[str, int, int]

AFTER = ("cli", "reporting", "drawing", "motion", "referee", "__pycache__")
"""Rooms that import from this one or stand beside it."""


@lru_cache(maxsize=1)
def stamp_sources() -> tuple[Stamp | str, ...]:
    """Where the package is, and name, size and time of every source in it."""
    package = str(Path(__file__).parent.parent.parent)
    return (package, *sorted(_below(package, "")))


def _below(folder: str, under: str) -> Iterator[Stamp]:
    with os.scandir(folder) as entries:
        for entry in entries:
            name = f"{under}{entry.name}"
            if entry.name.endswith(".py"):
                seen = entry.stat()
                yield name, seen.st_size, seen.st_mtime_ns
            elif "." not in entry.name and entry.name not in AFTER and entry.is_dir():
                yield from _below(entry.path, f"{name}/")
