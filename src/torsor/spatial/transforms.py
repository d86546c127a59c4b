"""Transforms: a frame placed in another by a rotation and an offset."""

from __future__ import annotations

from dataclasses import dataclass

from torsor.spatial.vectors import IDENTITY, ZERO, Matrix, Vector


@dataclass(frozen=True)
class Transform:
    """A frame seen from another: a point is ``R @ point + p`` there."""

    R: Matrix = IDENTITY
    p: Vector = ZERO

    def __matmul__(self, other: Transform) -> Transform:
        return Transform(self.R @ other.R, self.place(other.p))

    def place(self, point: Vector) -> Vector:
        """A point of the frame, seen from outside."""
        turned: Vector = self.R @ point
        return self.p + turned

    @property
    def inverse(self) -> Transform:
        """The way back."""
        return Transform(self.R.T, -(self.R.T @ self.p))

    @property
    def matrix(self) -> Matrix:
        """The homogeneous 4 × 4 matrix."""
        rows = [(*row, x) for row, x in zip(self.R, self.p, strict=True)]
        return Matrix((*rows, (0, 0, 0, 1)))
