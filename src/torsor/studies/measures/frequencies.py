"""Natural frequencies of a robot on its springs: small motions about the postures of a motion.

Where it rests, M q̈ + K q = 0 with K = ∂τ/∂q, what springs and weights resist a displacement with;
det(K − ω² M) = 0 tells the frequencies (the drives hold what the springs do not).
"""

from __future__ import annotations

from math import pi

import numpy as np

from torsor.algebra.arrays import Array
from torsor.studies.measures.tool_states import as_doubles


def natural_frequencies(mass_matrix: Array, stiffness: Array) -> Array:
    """In hertz (…, n), rising; zero where a motion is not driven back."""
    L = as_doubles(np.linalg.cholesky(mass_matrix))
    half = as_doubles(np.linalg.solve(L, stiffness))
    whole = as_doubles(np.linalg.solve(L, np.swapaxes(half, -1, -2)))
    squares = as_doubles(np.linalg.eigvalsh((whole + np.swapaxes(whole, -1, -2)) / 2))
    found: Array = np.sqrt(np.maximum(squares, 0)) / (2 * pi)
    return found
