"""Random states from a seed, the same on every machine, and digests of what comes out."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

CHECKED = 1_000_000
"""So many states are compared bit by bit."""
FAR = 1e5


def draw_rows(sizes: list[int], dtype: str, count: int, seed: int, far: float = FAR) -> list[Any]:
    """Arrays (count, size); the first are angles up to ``far``, the others within ±3."""
    rng = np.random.default_rng(seed)
    tops = [far] + [3.0] * (len(sizes) - 1)
    return [
        rng.uniform(-top, top, (count, size)).astype(dtype)
        for top, size in zip(tops, sizes, strict=True)
    ]


def digest(*arrays: Any) -> str:
    """Of all bits, in order."""
    total = hashlib.sha256()
    for array in arrays:
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()
