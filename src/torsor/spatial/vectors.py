"""Vectors and matrices over any scalar that adds and multiplies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from torsor.algebra.scalars.arithmetic import Scalar, minus, plus, summed, times
from torsor.arguments import given, validate_call, wrong_type, wrong_value
from torsor.errors import ArgumentTypeError, OutOfRangeError, TorsorError
from torsor.spatial.symbolic import Symbolic

NO_SCALARS = (tuple, list, str, bytes, dict, set)


def operand_error(other: Any, length: int, error: Exception) -> Exception:
    """The complaint about an operand that is no row of this length, or else what went wrong."""
    expected = f"a row of {length} entries"
    try:
        count = len(other)
    except Exception:
        return wrong_type("the other operand", other, expected)
    if count != length or isinstance(other, (str, bytes, dict, set)):
        return wrong_value("the other operand", other, expected)
    return error if isinstance(error, TorsorError) else ArgumentTypeError(str(error))


def _dot(a: Iterable[Scalar], b: Iterable[Scalar]) -> Scalar:
    return summed(times(x, y) for x, y in zip(a, b, strict=True))


class Vector(Symbolic, tuple[Scalar, ...]):
    """A vector: ``+``, ``-``, ``v.dot(w)``, ``v.cross(w)``, ``scalar * v``."""

    __slots__ = ()
    __array_ufunc__ = None  # an array may be a scalar: it leaves products to the vector

    @property
    def shape(self) -> tuple[int]:
        """How many entries."""
        return (len(self),)

    def __add__(self, other: Any) -> Vector:
        try:
            return Vector(plus(a, b) for a, b in zip(self, other, strict=True))
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    __radd__ = __add__

    def __sub__(self, other: Any) -> Vector:
        try:
            return Vector(minus(a, b) for a, b in zip(self, other, strict=True))
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    def __getitem__(self, key: Any) -> Any:
        try:
            return super().__getitem__(key)
        except IndexError:
            raise OutOfRangeError(
                f"no entry {given(key)}; there are {len(self)}, counted from 0"
            ) from None
        except TypeError:
            raise wrong_type("an index", key, "a whole number or a slice") from None

    def __neg__(self) -> Vector:
        return Vector(times(-1, a) for a in self)

    def __mul__(self, factor: Scalar) -> Vector:
        if factor is None or isinstance(factor, NO_SCALARS):
            raise wrong_type("the factor", factor, "a scalar")
        return Vector(times(factor, a) for a in self)

    __rmul__ = __mul__

    def dot(self, other: Iterable[Scalar]) -> Scalar:
        """The scalar product."""
        try:
            return _dot(self, other)
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    @validate_call
    def jacobian(self, names: Sequence[str]) -> Matrix:
        """The derivatives of the entries by these symbols, a column for each."""
        return Matrix([self.diff(name) for name in names]).T

    def cross(self, other: Vector) -> Vector:
        """The vector product of two vectors of three."""
        try:
            a, b, c = self
            x, y, z = other
            return Vector(
                (
                    minus(times(b, z), times(c, y)),
                    minus(times(c, x), times(a, z)),
                    minus(times(a, y), times(b, x)),
                )
            )
        except (TypeError, ValueError) as error:
            raise operand_error(self if len(self) != 3 else other, 3, error) from None


class Matrix(Symbolic, tuple[Vector, ...]):
    """A matrix of rows: ``A @ v``, ``A @ B``, ``A.T``, ``A[i]`` a row, ``A[i, j]`` an entry."""

    __slots__ = ()

    def __new__(cls, rows: Iterable[Iterable[Scalar]]) -> Matrix:
        """A matrix from its rows."""
        return super().__new__(cls, (Vector(row) for row in rows))

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns."""
        return len(self), len(self[0]) if self else 0

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple):
            if len(key) != 2:
                raise wrong_value("an index", key, "a row and a column")
            row, column = key
            if not isinstance(row, slice):
                return self[row][column]
            entries = [r[column] for r in super().__getitem__(row)]
            return Matrix(entries) if isinstance(column, slice) else Vector(entries)
        try:
            return super().__getitem__(key)
        except IndexError:
            raise OutOfRangeError(
                f"no row {given(key)}; there are {len(self)}, counted from 0"
            ) from None
        except TypeError:
            raise wrong_type("an index", key, "a whole number, a slice or two of them") from None

    def det(self) -> Any:
        """The determinant of a square matrix, without division: by its minors."""
        n, columns = self.shape
        if n != columns:
            raise wrong_value("the matrix", self, f"a square one; it is {n} × {columns}")
        minors: dict[tuple[int, ...], Any] = {(): 1}
        for row in reversed(self):
            size = len(next(iter(minors))) + 1
            minors = {
                chosen: summed(
                    times((-1) ** k, times(row[j], minors[chosen[:k] + chosen[k + 1 :]]))
                    for k, j in enumerate(chosen)
                )
                for chosen in combinations(range(n), size)
            }
        return minors[tuple(range(n))]

    @property
    def T(self) -> Matrix:
        """The transpose."""
        return Matrix(zip(*self, strict=True))

    def __matmul__(self, other: Any) -> Any:
        try:
            if isinstance(other, Matrix):
                return Matrix([_dot(row, column) for column in other.T] for row in self)
            return Vector(_dot(row, other) for row in self)
        except (TypeError, ValueError) as error:
            raise operand_error(other, self.shape[1], error) from None

    def __add__(self, other: Any) -> Matrix:
        try:
            return Matrix(a + b for a, b in zip(self, other, strict=True))
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    __radd__ = __add__

    def __sub__(self, other: Any) -> Matrix:
        try:
            return Matrix(a - b for a, b in zip(self, other, strict=True))
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    def __neg__(self) -> Matrix:
        return Matrix(-row for row in self)

    def __mul__(self, factor: Scalar) -> Matrix:
        if factor is None or isinstance(factor, NO_SCALARS):
            raise wrong_type("the factor", factor, "a scalar; A @ B is the product of matrices")
        return Matrix(row * factor for row in self)

    __rmul__ = __mul__


ZERO = Vector((0, 0, 0))
IDENTITY = Matrix(((1, 0, 0), (0, 1, 0), (0, 0, 1)))


def zeros(length: int) -> Vector:
    """The zero vector."""
    return Vector((0,) * length)


def skew(v: Vector) -> Matrix:
    """The matrix [v]× with ``skew(v) @ w == v.cross(w)``."""
    x, y, z = v
    return Matrix(((0, times(-1, z), y), (z, 0, times(-1, x)), (times(-1, y), x, 0)))


def outer(u: Vector, v: Vector) -> Matrix:
    """The dyad u vᵀ."""
    return Matrix([times(a, b) for b in v] for a in u)
