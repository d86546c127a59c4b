"""Memory of processes that measure block after block: asked for once, not for each block."""

from __future__ import annotations

import ctypes
from functools import lru_cache

TRIM, MAP = -1, -3
"""Of glibc's ``mallopt``: what is free is given back above so much; arrays so large are mapped."""
FREE, LARGE = 1_000_000_000, 1 << 25
"""Bytes; glibc takes no more for the second."""


@lru_cache(maxsize=1)
def keep_memory() -> None:
    """Give nothing back to the system between blocks: half of the time went into that."""
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):  # another C library
        return
    set_option(TRIM, FREE)
    set_option(MAP, LARGE)
