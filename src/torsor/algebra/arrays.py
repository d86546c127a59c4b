"""What arrays of numbers are, for signatures: NumPy itself is imported where it computes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]
    """Floating-point numbers of any shape; docstrings tell it: (n,), (N, n), (3, 3)."""
    Indices = NDArray[np.intp]
    """Places in an array."""
    Mask = NDArray[np.bool_]
    """True or false for each entry of an array."""
else:
    Array = ArrayLike = Indices = Mask = Any

__all__ = ["Array", "ArrayLike", "Indices", "Mask"]
