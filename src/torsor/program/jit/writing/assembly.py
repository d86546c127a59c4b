"""What every piece of our LLVM assembly is written with: values of one or many lanes."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from torsor.program.jit.writing.sine import DOUBLE, SINGLE, Sine


@dataclass
class Writer:
    """Lines of one function over values of ``lanes`` floats of kind ``float_``."""

    float_: str
    lanes: int
    lines: list[str] = field(default_factory=list)
    block: str = "entry"
    count: int = 0

    @property
    def sine(self) -> Sine:
        """The constants of sine and cosine for this kind of float."""
        return DOUBLE if self.float_ == "double" else SINGLE

    def many(self, scalar: str, lanes: int | None = None) -> str:
        """The type of so many lanes of a scalar type."""
        lanes = lanes or self.lanes
        return scalar if lanes == 1 else f"<{lanes} x {scalar}>"

    @property
    def type(self) -> str:
        """The type of a value."""
        return self.many(self.float_)

    def let(self, text: str) -> str:
        """A new value."""
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def place(self, type_: str, base: str, index: int | str) -> str:
        """Where the entry of an array stands."""
        return self.let(f"getelementptr {type_}, ptr {base}, i64 {index}")

    def load(self, type_: str, base: str, index: int | str) -> str:
        """An entry of an array."""
        return self.let(f"load {type_}, ptr {self.place(type_, base, index)}")

    def store(self, type_: str, base: str, values: Sequence[str]) -> None:
        """Values as the entries of an array."""
        for i, value in enumerate(values):
            place = self.place(type_, base, i)
            self.say(f"store {type_} {value}, ptr {place}")

    def say(self, text: str) -> None:
        """A line that gives no value."""
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        """Begin a block."""
        self.lines.append(f"{name}:")
        self.block = name

    @contextmanager
    def loop(self, names: str, start: str, limit: str, step: int = 1) -> Iterator[str]:
        """Count from ``start`` in steps while below ``limit``; gives the count.

        The names are those of four blocks and a value: the test of the count; the body, written
        within, which ends by going to the third block; that one, which goes on to the next count;
        the block after the loop, which is left to the caller; the next count.
        """
        test, body, advance, after, following = names.split()
        came = self.block
        self.say(f"br label %{test}")
        self.label(test)
        count = self.let(f"phi i64 [ {start}, %{came} ], [ %{following}, %{advance} ]")
        more = self.let(f"icmp slt i64 {count}, {limit}")
        self.say(f"br i1 {more}, label %{body}, label %{after}")
        self.label(body)
        yield count
        self.label(advance)
        self.say(f"%{following} = add i64 {count}, {step}")
        self.say(f"br label %{test}")

    def every(self, scalar_type: str, text: str, lanes: int | None = None) -> str:
        """A constant in every lane."""
        lanes = lanes or self.lanes
        return text if lanes == 1 else "<" + ", ".join([f"{scalar_type} {text}"] * lanes) + ">"

    def number(self, value: float, lanes: int | None = None) -> str:
        """A number in every lane."""
        return self.every(self.float_, literal(value, self.float_), lanes)

    def spread(self, scalar: str) -> str:
        """A scalar value in every lane."""
        if self.lanes == 1:
            return scalar
        first = self.let(f"insertelement {self.type} poison, {self.float_} {scalar}, i32 0")
        zeros = f"<{self.lanes} x i32> zeroinitializer"
        return self.let(f"shufflevector {self.type} {first}, {self.type} poison, {zeros}")

    def suffix(self, lanes: int | None = None) -> str:
        """How intrinsics call the type."""
        lanes = lanes or self.lanes
        scalar = "f64" if self.float_ == "double" else "f32"
        return scalar if lanes == 1 else f"v{lanes}{scalar}"

    def op(self, op: str, a: str, b: str, lanes: int | None = None) -> str:
        """A binary operation."""
        return self.let(f"{op} {self.many(self.float_, lanes)} {a}, {b}")

    def fma(self, a: str, b: str, c: str, lanes: int | None = None) -> str:
        """a·b + c with one rounding."""
        t = self.many(self.float_, lanes)
        return self.let(f"call {t} @llvm.fma.{self.suffix(lanes)}({t} {a}, {t} {b}, {t} {c})")

    def negative(self, a: str, lanes: int | None = None) -> str:
        """The value with its sign changed."""
        return self.let(f"fneg {self.many(self.float_, lanes)} {a}")

    def any(self, flags: Sequence[str]) -> str:
        """Whether any lane of any flag is set."""
        t, total = self.many("i1"), flags[0]
        for flag in flags[1:]:
            total = self.let(f"or {t} {total}, {flag}")
        if self.lanes == 1:
            return total
        whole = self.let(f"bitcast {t} {total} to i{self.lanes}")
        return self.let(f"icmp ne i{self.lanes} {whole}, 0")


def literal(value: float, float_: str) -> str:
    """A float exactly, as LLVM writes it (for single precision rounded first)."""
    if float_ == "float":
        value = struct.unpack("f", struct.pack("f", value))[0]
    return f"0x{struct.unpack('Q', struct.pack('d', value))[0]:016X}"


def write_sin_cos(w: Writer, x: str, lanes: int) -> tuple[str, str]:
    """Sine and cosine of a value of so many lanes, |x| not large; see ``sine`` for the steps."""
    sine = w.sine
    t, whole = w.many(w.float_, lanes), w.many(f"i{sine.bits}", lanes)

    def number(value: float) -> str:
        return w.number(value, lanes)

    def integer(value: int) -> str:
        return w.every(f"i{sine.bits}", str(value), lanes)

    def horner(z: str, coefficients: Sequence[float]) -> str:
        total = number(coefficients[-1])
        for c in coefficients[-2::-1]:
            total = w.fma(total, z, number(c), lanes)
        return total

    shifted = w.fma(x, number(sine.per_quarter), number(sine.magic), lanes)
    minus_k = w.op("fsub", number(sine.magic), shifted, lanes)
    first, second, third = (number(part) for part in sine.quarter)
    near = w.fma(minus_k, first, x, lanes)  # exact
    if sine.short:
        # k times the short second part is exact too: where r has lost bits, low has them.
        r = w.fma(minus_k, second, near, lanes)
        low = w.fma(minus_k, second, w.op("fsub", near, r, lanes), lanes)
        low = w.fma(minus_k, third, low, lanes)
    else:
        # What the product with the second part cannot hold goes to low, whatever cancels.
        product = w.op("fmul", minus_k, second, lanes)
        left = w.fma(minus_k, second, w.negative(product, lanes), lanes)
        r = w.op("fadd", near, product, lanes)
        lost = w.op("fsub", product, w.op("fsub", r, near, lanes), lanes)
        low = w.op("fadd", lost, w.fma(minus_k, third, left, lanes), lanes)
    z = w.op("fmul", r, r, lanes)
    s = w.fma(w.op("fmul", r, z, lanes), horner(z, sine.S), low, lanes)
    s = w.op("fadd", r, s, lanes)
    # −r²/2 − r low as one product with r itself: rounding z would cost a quarter of a unit.
    half = w.fma(number(-0.5), r, w.negative(low, lanes), lanes)
    rest = w.op("fmul", w.op("fmul", z, z, lanes), horner(z, sine.C), lanes)
    c = w.op("fadd", number(1.0), w.fma(half, r, rest, lanes), lanes)
    # The quarter stands in the two lowest bits: the lower swaps, the other signs.
    bits = w.let(f"bitcast {t} {shifted} to {whole}")
    odd = w.let(f"trunc {whole} {bits} to {w.many('i1', lanes)}")
    top = sine.bits - 1
    high = w.let(f"shl {whole} {bits}, {integer(top - 1)}")
    sign_s = w.let(f"and {whole} {high}, {integer(-(1 << top))}")
    sign_c = w.let(f"xor {whole} {sign_s}, {w.let(f'shl {whole} {bits}, {integer(top)}')}")
    found = []
    for if_odd, if_even, sign in ((c, s, sign_s), (s, c, sign_c)):
        chosen = w.let(f"select {w.many('i1', lanes)} {odd}, {t} {if_odd}, {t} {if_even}")
        as_bits = w.let(f"bitcast {t} {chosen} to {whole}")
        signed = w.let(f"xor {whole} {as_bits}, {sign}")
        found.append(w.let(f"bitcast {whole} {signed} to {t}"))
    return found[0], found[1]
