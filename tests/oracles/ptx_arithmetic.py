"""The arithmetic of PTX on arrays of bits, by NumPy: what is fused is rounded once."""

from __future__ import annotations

import ctypes
import ctypes.util
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[Any]
U32, U64 = np.uint64(32), np.uint64(64)
LOW = np.uint64(0xFFFFFFFF)


def _exact_fma() -> Any:
    if hasattr(math, "fma"):
        return math.fma
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    library.fma.restype = ctypes.c_double
    library.fma.argtypes = (ctypes.c_double,) * 3
    return library.fma


FMA = np.frompyfunc(_exact_fma(), 3, 1)


def fma64(a: Bits, b: Bits, c: Bits) -> Bits:
    """a b + c with one rounding, by the system's function for it."""
    return np.asarray(FMA(a, b, c)).astype(np.float64)


def fma32(a: Bits, b: Bits, c: Bits) -> Bits:
    """a b + c with one rounding: in double precision rounded to odd, which the second keeps.

    The product is exact there. Boldo and Melquiond, "Emulation of FMA and correctly rounded sums:
    proved algorithms using rounding to odd" (2008).
    """
    p, c = a.astype(np.float64) * b.astype(np.float64), c.astype(np.float64)
    s = p + c
    back = s - p
    rest = (p - (s - back)) + (c - back)
    even = (s.view(np.uint64) & np.uint64(1)) == 0
    odd = np.where((rest > 0) == (s > 0), np.nextafter(s, np.inf * np.sign(s)), np.nextafter(s, 0))
    s = np.where(np.isfinite(s) & (rest != 0) & even & (s != 0), odd, s)
    return s.astype(np.float32)


def mul_hi(a: Bits, b: Bits) -> Bits:
    """The upper 64 bits of the product of two words."""
    a0, a1, b0, b1 = a & LOW, a >> U32, b & LOW, b >> U32
    low = a0 * b0
    first = a1 * b0 + (low >> U32)
    second = a0 * b1 + (first & LOW)
    return a1 * b1 + (first >> U32) + (second >> U32)


def leading_zeros(a: Bits, bits: int) -> Bits:
    """How many zeros a word begins with."""
    return np.array([bits - int(x).bit_length() for x in a], np.uint32)


def shift_left(a: Bits, by: Bits, bits: int) -> Bits:
    """Zero where the shift is as long as the word."""
    by = by.astype(a.dtype)
    long = by >= bits
    return np.where(long, a.dtype.type(0), a << np.where(long, a.dtype.type(0), by))


def shift_right(a: Bits, by: Bits, bits: int, signed: bool) -> Bits:
    """The sign fills up, or zero."""
    kept = np.minimum(by, bits - 1)
    if signed:
        kind = np.int64 if bits == 64 else np.int32
        return (a.view(kind) >> kept.astype(kind)).view(a.dtype)
    kept = kept.astype(a.dtype)
    return np.where(by >= bits, a.dtype.type(0), a >> kept)


def estimate_reciprocal(a: Bits) -> Bits:
    """1/a as roughly as the machine may give it: one unit off, or twenty bits of a double.

    What is not a normal number is taken for zero.
    """
    tiny = np.finfo(a.dtype).tiny
    a = np.where(np.abs(a) < tiny, a.dtype.type(0) * np.sign(a), a)
    r = a.dtype.type(1) / a
    bits = a.view(np.uint32 if a.dtype == np.float32 else np.uint64)
    if a.dtype == np.float64:
        kept = r.view(np.uint64) & np.uint64(0xFFFFFFFF00000000)
        return kept.view(np.float64)
    away = np.where(bits & 4, np.float32(0), np.float32(np.inf))
    return np.where(bits & 8, np.nextafter(r, away), r)
