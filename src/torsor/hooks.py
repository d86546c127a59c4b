"""What the package puts in for rooms that may not reach so far: how things show themselves."""

from __future__ import annotations

from collections.abc import Callable

writers: dict[str, Callable[..., str]] = {}
"""``expression`` and ``model``: each as LaTeX."""
