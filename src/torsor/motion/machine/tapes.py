"""Signals as tapes: texts of a scenario as lists of operations for ``functions.play``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import ANGLE_UNITS
from torsor.motion.machine.functions import ADD, COSINE, INVERSE, MULTIPLY, POWER, SIGN, SINE
from torsor.motion.machine.records import Tape
from torsor.motion.scenario.signals import Signal, finite_float
from torsor.program.jit.routines.loading import Records

FUNCTIONS = {"sin": SINE, "cos": COSINE, "sign": SIGN}
Jet = tuple[int, int, int]
"""The registers of a value and its first and second derivative."""


class TapeWriter:
    """Registers and operations; what was computed once is taken from where it is."""

    def __init__(self) -> None:
        self.registers = [0.0]
        self.steps: list[tuple[int, int, int, int]] = []
        self._known: dict[object, int] = {}
        self.zero, self.one = self.constant(0.0), self.constant(1.0)

    def constant(self, value: float) -> int:
        """The register of a number."""
        if value not in self._known:
            self._known[value] = len(self.registers)
            self.registers.append(value)
        return self._known[value]

    def operate(self, code: int, a: int, b: int = 0) -> int:
        """The register of a result."""
        key = (code, a, b)
        if key not in self._known:
            self._known[key] = len(self.registers)
            self.steps.append((*key, len(self.registers)))
            self.registers.append(0.0)
        return self._known[key]

    def add(self, a: int, b: int) -> int:
        """a + b."""
        if self.zero in (a, b):
            return a if b == self.zero else b
        return self.operate(ADD, a, b)

    def multiply(self, a: int, b: int) -> int:
        """a · b."""
        if self.zero in (a, b):
            return self.zero
        if self.one in (a, b):
            return a if b == self.one else b
        return self.operate(MULTIPLY, a, b)

    def power(self, a: int, exponent: int) -> int:
        """A whole power."""
        if exponent < 0:
            return self.operate(INVERSE, self.power(a, -exponent))
        return {0: self.one, 1: a}.get(exponent) or self.operate(POWER, a, exponent)

    def value(self, f: Formula) -> int:
        """The register of a formula's value; the variable stands in the first."""
        if f.head == "number":
            return self.constant(float(finite_float(f.parts[0])))
        if f.head == "name":
            unit = ANGLE_UNITS.get(f.parts[0])
            return 0 if unit is None else self.constant(float(unit))
        if f.head == "call":
            name, argument = f.parts
            if name == "sqrt":
                return self.constant(float(finite_float(argument.parts[0]) ** 0.5))
            return self.operate(FUNCTIONS[name], self.value(argument))
        if f.head == "power":
            return self.power(self.value(f.parts[0]), f.parts[1])
        found, *rest = (self.value(part) for part in f.parts)
        for other in rest:
            found = (self.add if f.head == "sum" else self.multiply)(found, other)
        return found

    def jet(self, f: Formula) -> Jet:
        """The same with both derivatives."""
        if f.head == "name" and f.parts[0] not in ANGLE_UNITS:
            return 0, self.one, self.zero
        if f.head in ("number", "name") or (f.head == "call" and f.parts[0] == "sqrt"):
            return self.value(f), self.zero, self.zero
        if f.head in ("sum", "product"):
            found, *rest = (self.jet(part) for part in f.parts)
            for other in rest:
                found = (self._add_jets if f.head == "sum" else self._multiply_jets)(found, other)
            return found
        if f.head == "power":
            base, n = f.parts
            u = self.jet(base)
            second = self.power(u[0], n - 2) if n != 1 else self.zero
            rates = (
                self.multiply(self.constant(float(n)), self.power(u[0], n - 1)),
                self.multiply(self.constant(float(n * (n - 1))), second),
            )
            return self._chain(self.power(u[0], n), *rates, u)
        name, argument = f.parts
        u = self.jet(argument)
        if name == "sign":
            return self.operate(SIGN, u[0]), self.zero, self.zero
        s, c = self.operate(SINE, u[0]), self.operate(COSINE, u[0])
        minus = self.constant(-1.0)
        if name == "sin":
            return self._chain(s, c, self.multiply(minus, s), u)
        return self._chain(c, self.multiply(minus, s), self.multiply(minus, c), u)

    def _chain(self, value: int, first: int, second: int, u: Jet) -> Jet:
        """A function of u by its own derivatives."""
        bent = self.multiply(second, self.multiply(u[1], u[1]))
        return (value, self.multiply(first, u[1]), self.add(bent, self.multiply(first, u[2])))

    def _add_jets(self, a: Jet, b: Jet) -> Jet:
        return self.add(a[0], b[0]), self.add(a[1], b[1]), self.add(a[2], b[2])

    def _multiply_jets(self, a: Jet, b: Jet) -> Jet:
        def times(i: int, k: int) -> int:
            return self.multiply(a[i], b[k])

        crossed = self.multiply(self.constant(2.0), times(1, 1))
        return (
            times(0, 0),
            self.add(times(1, 0), times(0, 1)),
            self.add(self.add(times(2, 0), crossed), times(0, 2)),
        )

    def record(self, records: Records, results: Sequence[int]) -> Any:
        """The tape in memory."""
        return records.make(
            Tape,
            length=len(self.steps),
            steps=np.array(self.steps or [(0, 0, 0, 0)], np.int64).ravel(),
            registers=np.array(self.registers),
            results=np.array(results, np.int64),
            count=len(results),
        )


def write_values(records: Records, signals: Sequence[Signal]) -> Any:
    """A tape of the signals' values."""
    writer = TapeWriter()
    return writer.record(records, [writer.value(s.tree) for s in signals])


def write_motion(records: Records, signals: Sequence[Signal]) -> Any:
    """A tape of all values, then all first and all second derivatives."""
    writer = TapeWriter()
    jets = [writer.jet(s.tree) for s in signals]
    return writer.record(records, [jet[k] for k in range(3) for jet in jets])
