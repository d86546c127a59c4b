"""Large angles brought into one turn, to the last bit, against mpmath."""

from __future__ import annotations

import ctypes
import math
from functools import cache
from typing import Any

import mpmath
import numpy as np

from torsor.program.jit.machine import Loaded, object_code
from torsor.program.jit.writing.reduction import PER_TURN, TURN, write_reduction
from torsor.program.jit.writing.sine import LARGEST

OPEN = """
define double @opened(double %x) {
  %r = call double @reduce(double %x)
  ret double %r
}
"""
PRECISION = 1400


@cache
def reduction() -> tuple[Any, Loaded]:
    loaded = Loaded(object_code(write_reduction() + OPEN))
    kind = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
    return kind(loaded.address("opened")), loaded


def reduce(x: float) -> float:
    found: float = reduction()[0](x)
    return found


def nearest(x: float) -> float:
    """The double nearest to x − 2π k, k the nearest whole number."""
    with mpmath.workprec(PRECISION):
        turn = 2 * mpmath.pi
        return float(mpmath.mpf(x) - turn * mpmath.nint(mpmath.mpf(x) / turn))


def nearest_to_turns(exponent: int, part: int = 1) -> list[float]:
    """The doubles m 2^exponent that come nearest to multiples of 2π/part: by convergents.

    |m 2^exponent − k 2π/part| is least, of all m up to a denominator, where k/m is a convergent.
    """
    found = []
    with mpmath.workprec(PRECISION):
        rest = mpmath.ldexp(part, exponent) / (2 * mpmath.pi)
        before, m = 1, 0  # the denominators of the convergents
        while m < 1 << 53:
            whole = int(mpmath.floor(rest))
            before, m = m, whole * m + before
            found += [k * m for k in (1, 3) if 1 << 48 < k * m < 1 << 53]
            rest = 1 / (rest - whole)
    return [math.ldexp(m, exponent) for m in found]


def test_the_constants_are_those_of_mpmath() -> None:
    with mpmath.workprec(3000):
        assert int(mpmath.floor(mpmath.ldexp(1 / (2 * mpmath.pi), 1408))) == PER_TURN
        assert int(mpmath.floor(mpmath.ldexp(2 * mpmath.pi, 125))) == TURN


def test_any_double_gives_the_nearest_one() -> None:
    rng = np.random.default_rng(0)
    mantissas = rng.integers(1 << 52, 1 << 53, 3000)
    for m, e in zip(mantissas.tolist(), rng.integers(-36, 972, 3000).tolist(), strict=True):
        for x in (math.ldexp(m, e), -math.ldexp(m, e)):
            if abs(x) > LARGEST:
                assert reduce(x) == nearest(x)


def test_every_exponent_has_its_bits_in_the_table() -> None:
    for e in range(-36, 972):
        for m in ((1 << 52) + 1, (1 << 53) - 1):
            assert reduce(math.ldexp(m, e)) == nearest(math.ldexp(m, e))


def test_doubles_that_are_nearly_whole_turns_lose_no_bit() -> None:
    hard = [math.ldexp(6381956970095103, 797)]  # the nearest of all to a multiple of π/2
    for exponent in range(-32, 971, 3):
        hard += nearest_to_turns(exponent) + nearest_to_turns(exponent, 4)
    hard = [x for x in hard if LARGEST < x < math.inf]
    assert len(hard) > 1000
    assert min(abs(nearest(x)) for x in hard) < 1e-17
    for x in hard:
        assert reduce(x) == nearest(x)
        assert reduce(-x) == -nearest(x)


def test_the_largest_and_what_is_no_number() -> None:
    top = float(np.finfo(np.float64).max)
    assert reduce(top) == nearest(top)
    assert abs(reduce(1e300)) <= math.pi
    assert all(math.isnan(reduce(x)) for x in (math.inf, -math.inf, math.nan))
