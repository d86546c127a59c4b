"""Transforms: a frame placed in another by a rotation and an offset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from torsor.algebra.scalars.arithmetic import PLAIN_ONE, PLAIN_ZERO, S_co
from torsor.spatial.vectors import IDENTITY, ZERO, Matrix, Vector


@dataclass(frozen=True)
class Transform(Generic[S_co]):
    """A frame seen from another: a point is ``R @ point + p`` there."""

    R: Matrix[S_co] = IDENTITY
    p: Vector[S_co] = ZERO

    def __matmul__(self, other: Transform[S_co]) -> Transform[S_co]:
        return Transform(self.R @ other.R, self.place(other.p))

    def place(self, point: Vector[S_co]) -> Vector[S_co]:
        """A point of the frame, seen from outside."""
        return self.p + self.R @ point

    @property
    def inverse(self) -> Transform[S_co]:
        """The way back."""
        return Transform(self.R.T, -(self.R.T @ self.p))

    @property
    def matrix(self) -> Matrix[S_co]:
        """The homogeneous 4 × 4 matrix."""
        rows = [(*row, x) for row, x in zip(self.R, self.p, strict=True)]
        zero, one = PLAIN_ZERO, PLAIN_ONE
        return Matrix((*rows, (zero, zero, zero, one)))
