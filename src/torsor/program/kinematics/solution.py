"""What inverse kinematics gives: coordinates, with whether and how closely they reach."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from torsor.program.kinematics.rotation_vectors import Floats


class Solution(np.ndarray[tuple[int, ...], np.dtype[np.float64]]):
    """Coordinates of (…, n), an array like any other, that know how well they reach.

    What is computed from them, a part of them included, is a plain array.
    """

    reached: NDArray[np.bool_]
    """Whether each target is reached, (…)."""
    error: Floats
    """How far each is away in metres and radians, by the components that count: (…, 2)."""
    iterations: NDArray[np.intp]
    """The steps from the start that led to the result, (…)."""

    def __new__(
        cls, q: Floats, reached: NDArray[np.bool_], error: Floats, iterations: NDArray[np.intp]
    ) -> Solution:
        """The coordinates, seen as an array that knows more."""
        made = np.asarray(q, np.float64).view(cls)
        made.reached, made.error, made.iterations = reached, error, iterations
        return made

    def __getitem__(self, key: Any) -> Any:
        return np.asarray(self)[key]

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """What a function makes of the coordinates."""
        plain = np.asarray(array)
        return plain[()] if return_scalar else plain

    def __copy__(self) -> Solution:
        return Solution(np.array(self), self.reached, self.error, self.iterations)

    def __deepcopy__(self, memo: Any) -> Solution:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return Solution, (np.array(self), self.reached, self.error, self.iterations)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return self.__reduce__()

    def __repr__(self) -> str:
        if "reached" not in self.__dict__:  # what NumPy has made of one
            return repr(np.asarray(self))
        far, turned = np.max(self.error.reshape(-1, 2), axis=0, initial=0.0)
        count = int(np.sum(self.reached))
        told = f"{count} of {self.reached.size} reached" if self.ndim > 1 else "reached"
        told = told if count or self.ndim > 1 else "not reached"
        return f"{np.asarray(self)!r}\n{told}, off by at most {far:.2g} m, {turned:.2g} rad"
