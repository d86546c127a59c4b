"""Vectors and matrices over any scalar that adds and multiplies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, SupportsIndex, overload

from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, Plain, S, S_co, minus, plus, summed, times
from torsor.arguments import given, validate_call, wrong_type, wrong_value
from torsor.errors import ArgumentTypeError, OutOfRangeError, TorsorError
from torsor.spatial.symbolic import Symbolic

NO_SCALARS = (tuple, list, str, bytes, dict, set)


def operand_error(other: object, length: int, error: Exception) -> Exception:
    """The complaint about an operand that is no row of this length, or else what went wrong."""
    expected = f"a row of {length} entries"
    try:
        count = len(other)  # type: ignore[arg-type]
    except Exception:
        return wrong_type("the other operand", other, expected)
    if count != length or isinstance(other, (str, bytes, dict, set)):
        return wrong_value("the other operand", other, expected)
    return error if isinstance(error, TorsorError) else ArgumentTypeError(str(error))


def _dot(a: Iterable[S], b: Iterable[S]) -> S:
    return summed(times(x, y) for x, y in zip(a, b, strict=True))


class Vector(Symbolic, tuple[S_co, ...]):
    """A vector: ``+``, ``-``, ``v.dot(w)``, ``v.cross(w)``, ``scalar * v``."""

    __slots__ = ()
    __array_ufunc__ = None  # an array may be a scalar: it leaves products to the vector

    @property
    def shape(self) -> tuple[int]:
        """How many entries."""
        return (len(self),)

    def __add__(self, other: Iterable[S_co]) -> Vector[S_co]:  # type: ignore[override]
        try:
            return Vector(plus(a, b) for a, b in zip(self, other, strict=True))
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    __radd__ = __add__

    def __sub__(self, other: Iterable[S_co]) -> Vector[S_co]:
        try:
            return Vector(minus(a, b) for a, b in zip(self, other, strict=True))
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    @overload
    def __getitem__(self, key: SupportsIndex) -> S_co: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[S_co, ...]: ...
    def __getitem__(self, key: SupportsIndex | slice) -> S_co | tuple[S_co, ...]:
        try:
            return super().__getitem__(key)
        except IndexError:
            raise OutOfRangeError(
                f"no entry {given(key)}; there are {len(self)}, counted from 0"
            ) from None
        except TypeError:
            raise wrong_type("an index", key, "a whole number or a slice") from None

    def __neg__(self) -> Vector[S_co]:
        return Vector(times(-1, a) for a in self)

    def __mul__(self, factor: S_co | Plain) -> Vector[S_co]:  # type: ignore[override]
        if factor is None or isinstance(factor, NO_SCALARS):
            raise wrong_type("the factor", factor, "a scalar")
        return Vector(times(factor, a) for a in self)

    __rmul__ = __mul__  # type: ignore[assignment]

    def dot(self, other: Iterable[S_co]) -> S_co:
        """The scalar product."""
        try:
            return _dot(self, other)
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    @validate_call
    def jacobian(self, names: Sequence[str]) -> Matrix[S_co]:
        """The derivatives of the entries by these symbols, a column for each."""
        return Matrix([self.diff(name) for name in names]).T

    def cross(self, other: Iterable[S_co]) -> Vector[S_co]:
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


class Matrix(Symbolic, tuple[Vector[S_co], ...]):
    """A matrix of rows: ``A @ v``, ``A @ B``, ``A.T``, ``A[i]`` a row, ``A[i, j]`` an entry."""

    __slots__ = ()

    def __new__(cls, rows: Iterable[Iterable[S_co]]) -> Matrix[S_co]:
        """A matrix from its rows."""
        return super().__new__(cls, (Vector(row) for row in rows))

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns."""
        return len(self), len(self[0]) if self else 0

    @overload
    def __getitem__(self, key: SupportsIndex) -> Vector[S_co]: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[Vector[S_co], ...]: ...
    @overload
    def __getitem__(self, key: tuple[SupportsIndex, SupportsIndex]) -> S_co: ...
    @overload
    def __getitem__(self, key: tuple[SupportsIndex, slice]) -> tuple[S_co, ...]: ...
    @overload
    def __getitem__(self, key: tuple[slice, SupportsIndex]) -> Vector[S_co]: ...
    @overload
    def __getitem__(self, key: tuple[slice, slice]) -> Matrix[S_co]: ...
    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple):
            if len(key) != 2:
                raise wrong_value("an index", key, "a row and a column")
            row, column = key
            if not isinstance(row, slice):
                return self[row][column]
            rows = super().__getitem__(row)
            if isinstance(column, slice):
                return Matrix(r[column] for r in rows)
            return Vector(r[column] for r in rows)
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
    def T(self) -> Matrix[S_co]:
        """The transpose."""
        return Matrix(zip(*self, strict=True))

    @overload
    def __matmul__(self, other: Matrix[S_co]) -> Matrix[S_co]: ...
    @overload
    def __matmul__(self, other: Iterable[S_co]) -> Vector[S_co]: ...
    def __matmul__(self, other: Matrix[S_co] | Iterable[S_co]) -> Matrix[S_co] | Vector[S_co]:
        try:
            if isinstance(other, Matrix):
                return Matrix([_dot(row, column) for column in other.T] for row in self)
            return Vector(_dot(row, other) for row in self)
        except (TypeError, ValueError) as error:
            raise operand_error(other, self.shape[1], error) from None

    def __add__(self, other: Iterable[Iterable[S_co]]) -> Matrix[S_co]:  # type: ignore[override]
        try:
            return Matrix(a + b for a, b in zip(self, other, strict=True))
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    __radd__ = __add__

    def __sub__(self, other: Iterable[Iterable[S_co]]) -> Matrix[S_co]:
        try:
            return Matrix(a - b for a, b in zip(self, other, strict=True))
        except (TypeError, ValueError) as error:
            raise operand_error(other, len(self), error) from None

    def __neg__(self) -> Matrix[S_co]:
        return Matrix(-row for row in self)

    def __mul__(self, factor: S_co | Plain) -> Matrix[S_co]:  # type: ignore[override]
        if factor is None or isinstance(factor, NO_SCALARS):
            raise wrong_type("the factor", factor, "a scalar; A @ B is the product of matrices")
        return Matrix(row * factor for row in self)

    __rmul__ = __mul__  # type: ignore[assignment]


ZERO: Vector[Any] = Vector((0, 0, 0))
"""Plain zeros, a vector over every scalar."""

IDENTITY: Matrix[Any] = Matrix(((1, 0, 0), (0, 1, 0), (0, 0, 1)))
"""Plain ones and zeros, a matrix over every scalar."""


def zeros(length: int) -> Vector[Any]:
    """The zero vector."""
    return Vector((0,) * length)


def skew(v: Iterable[S]) -> Matrix[S]:
    """The matrix [v]× with ``skew(v) @ w == v.cross(w)``."""
    x, y, z = v
    zero: S = PLAIN_ZERO
    return Matrix(((zero, times(-1, z), y), (z, zero, times(-1, x)), (times(-1, y), x, zero)))


def outer(u: Vector[S], v: Vector[S]) -> Matrix[S]:
    """The dyad u vᵀ."""
    return Matrix([times(a, b) for b in v] for a in u)
