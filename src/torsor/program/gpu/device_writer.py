"""Assembly for a GPU: one lane, pointers into the device's memory, doubles from constant memory."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from torsor.program.jit.writing.assembly import Writer, literal

GLOBAL = "ptr addrspace(1)"
"""A pointer to what the host has allocated."""
SHARED = "ptr addrspace(3)"
"""A pointer to what the threads of a block have in common."""
CONSTANT = "ptr addrspace(4)"
"""A pointer to what all threads read, and nobody writes."""

ESTIMATE = {"float": "llvm.nvvm.rcp.approx.ftz.f", "double": "llvm.nvvm.rcp.approx.ftz.d"}
"""What estimates a reciprocal."""


@dataclass
class DeviceWriter(Writer):
    """Lines of one kernel.

    An instruction on doubles has no room for a whole one: ``numbers`` collects those that have
    more than 32 bits, which an instruction then takes from constant memory.
    """

    lanes: int = 1
    quick_division: bool = False
    numbers: dict[int, int] = field(default_factory=dict)

    def number(self, value: float, lanes: int | None = None) -> str:
        """A number, written out or loaded."""
        bits: int = struct.unpack("Q", struct.pack("d", value))[0]
        if self.float_ == "float" or not bits & 0xFFFFFFFF:
            return super().number(value, lanes)
        index = self.numbers.setdefault(bits, len(self.numbers))
        place = f"getelementptr (double, {CONSTANT} @numbers, i64 {index})"
        return self.let(f"load double, {CONSTANT} {place}")

    def op(self, op: str, a: str, b: str, lanes: int | None = None) -> str:
        """A binary operation; a reciprocal may be written out."""
        if op == "fdiv" and self.quick_division and a == literal(1.0, self.float_):
            return self._reciprocal(b)
        return super().op(op, a, b, lanes)

    def _reciprocal(self, x: str) -> str:
        """1/x, rounded to the nearest: an estimate, and steps of Newton's that end with one which
        rounds rightly (Markstein, "Computation of elementary functions on the IBM RISC System/6000
        processor", 1990). NVIDIA's own division does the same after a test of x.
        """
        t, name = self.float_, ESTIMATE[self.float_]
        one, minus = literal(1.0, t), self.negative(x)
        r = self.let(f"call {t} @{name}({t} {x})")
        rest = self.fma(minus, r, one)
        if t == "double":  # of which the estimate has twenty bits
            r = self.fma(r, self.fma(rest, rest, rest), r)
            rest = self.fma(minus, r, one)
        return self.fma(r, rest, r)

    def declare_numbers(self) -> str:
        """The numbers collected, as memory that code is not to look through."""
        if not self.numbers:
            return ""
        listed = ", ".join(f"double 0x{bits:016X}" for bits in self.numbers)
        kind = "addrspace(4) externally_initialized global"
        return f"@numbers = {kind} [{len(self.numbers)} x double] [{listed}], align 8"

    def at(self, pointer: str, base: str, index: int | str) -> str:
        """Where an entry of an array stands, in some space."""
        if index == 0:
            return base
        return self.let(f"getelementptr {self.float_}, {pointer} {base}, i64 {index}")

    def fetch(self, pointer: str, base: str, index: int | str) -> str:
        """An entry of an array; what is in the device's memory does not change while code runs."""
        lasting = ", !invariant.load !1" if pointer == GLOBAL else ""
        place = self.at(pointer, base, index)
        return self.let(f"load {self.float_}, {pointer} {place}{lasting}")

    def keep(self, pointer: str, base: str, values: Sequence[str]) -> None:
        """Values as the entries of an array."""
        for i, value in enumerate(values):
            place = self.at(pointer, base, i)
            self.say(f"store {self.float_} {value}, {pointer} {place}")
