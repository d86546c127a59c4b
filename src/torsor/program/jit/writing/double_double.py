"""Sums of two doubles as LLVM assembly: what depends on parameters alone, to a hundred bits.

A value is a pair (high, low) with |low| ≤ ½ ulp(high), so that high is the value rounded to the
nearest double: the same number that exact arithmetic would have given, but for values within 2⁻⁵⁰
of an ulp from halfway. Joldes, Muller, Popescu: Tight and rigorous error bounds for basic building
blocks of double-word arithmetic, ACM TOMS 44(2), 2017; algorithms 1 to 6, 12 and 17. Low parts that
are known to be zero are None and cost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.surds import Number
from torsor.program.jit.writing.assembly import Writer


@dataclass(frozen=True)
class Pair:
    """A high part, and a low one where there is any."""

    high: str
    low: str | None = None


@dataclass(frozen=True)
class DoubleDouble:
    """Arithmetic on pairs, written with a writer of doubles."""

    w: Writer

    def number(self, value: Number) -> Pair:
        """A number, of which two doubles hold a hundred bits."""
        high = float(value)
        low = float(value - Fraction(high))
        return Pair(self.w.number(high), self.w.number(low) if low else None)

    def add(self, a: Pair, b: Pair) -> Pair:
        """The sum (algorithms 4 and 6)."""
        if a.low is None:
            a, b = b, a
        s, t = self._two_sum(a.high, b.high)
        if a.low is None:
            return Pair(s, t)
        if b.low is None:
            return self._renormalise(s, self._plus(t, a.low))
        lower, lowest = self._two_sum(a.low, b.low)
        first = self._renormalise(s, self._plus(t, lower))
        assert first.low is not None
        return self._renormalise(first.high, self._plus(lowest, first.low))

    def negative(self, a: Pair) -> Pair:
        """The value with its sign changed."""
        return Pair(self.w.negative(a.high), None if a.low is None else self.w.negative(a.low))

    def multiply(self, a: Pair, b: Pair) -> Pair:
        """The product (algorithms 3, 9 and 12)."""
        if a.low is None:
            a, b = b, a
        high = self._times(a.high, b.high)
        low = self.w.fma(a.high, b.high, self.w.negative(high))
        if a.low is None:
            return Pair(high, low)
        if b.low is None:
            return self._renormalise(high, self.w.fma(a.low, b.high, low))
        cross = self.w.fma(a.high, b.low, self._times(a.low, b.low))
        cross = self.w.fma(a.low, b.high, cross)
        return self._renormalise(high, self._plus(low, cross))

    def divide(self, a: Pair, b: Pair) -> Pair:
        """The quotient (algorithm 17)."""
        first = self.w.op("fdiv", a.high, b.high)
        back = self.multiply(b, Pair(first))
        rest = self.add(a, self.negative(back))
        return self._renormalise(first, self.w.op("fdiv", rest.high, b.high))

    def _plus(self, a: str, b: str) -> str:
        return self.w.op("fadd", a, b)

    def _minus(self, a: str, b: str) -> str:
        return self.w.op("fsub", a, b)

    def _times(self, a: str, b: str) -> str:
        return self.w.op("fmul", a, b)

    def _two_sum(self, a: str, b: str) -> tuple[str, str]:
        """A sum and what its rounding lost, exactly."""
        s = self._plus(a, b)
        back = self._minus(s, b)
        lost = self._minus(s, back)
        return s, self._plus(self._minus(a, back), self._minus(b, lost))

    def _renormalise(self, high: str, low: str) -> Pair:
        """The same sum with a low part below half a unit of the high one, which is larger."""
        s = self._plus(high, low)
        return Pair(s, self._minus(low, self._minus(s, high)))
