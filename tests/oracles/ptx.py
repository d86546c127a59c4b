"""An interpreter of PTX, as far as our code uses it: all threads at once, with NumPy.

It shares nothing with what writes PTX. Each thread has its own place in the code; those that are
furthest behind go first, so that threads that have parted meet again. Addresses outside of what was
allocated, instructions that are not known and barriers that not all threads reach are errors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.oracles import ptx_arithmetic as exact
from tests.oracles.device_memory import Memory, PtxError, put_words, words

Bits = NDArray[Any]
FLOATS = {"f64": np.float64, "f32": np.float32}
SIGNED = {"s64": np.int64, "s32": np.int32}
COMPARE = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
           "gt": np.greater, "ge": np.greater_equal}  # fmt: skip
LOGIC = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
ROUNDED = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide}
WHOLE = {"add": np.add, "sub": np.subtract, "min": np.minimum, "max": np.maximum}


@dataclass
class Function:
    """Instructions as (predicate, negated, opcode, operands), and where the labels are."""

    parameters: list[str]
    code: list[tuple[str, bool, str, list[str]]] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    shared: dict[str, int] = field(default_factory=dict)
    shared_bytes: int = 0


class Module:
    """PTX that was read: functions, kernels, and the tables that it carries."""

    def __init__(self, text: str) -> None:
        self.functions: dict[str, Function] = {}
        self.memory = Memory()
        self.symbols: dict[str, int] = {}
        self.threads = 0
        text = re.sub(r"//[^\n]*", "", text)
        for name, numbers in re.findall(
            r"\.(?:const|global) \.align \d+ \.b8 (\w+)\[\d+\] = \{([^}]*)\};", text
        ):
            table = np.array([int(n) for n in numbers.split(",")], np.uint8)
            self.symbols[name] = self.memory.allocate(table)
        for match in re.finditer(
            r"\.(func|entry)\s+(?:\(([^)]*)\)\s*)?([\w$]+)\(([^)]*)\)([^{;]*)\{(.*?)\n\}",
            text,
            re.S,
        ):
            _, _, name, parameters, directives, body = match.groups()
            names = [p.split()[-1] for p in parameters.split(",") if p.strip()]
            self.functions[name] = self._read(Function(names), body)
            limit = re.search(r"\.maxntid (\d+)", directives)
            if limit:
                self.threads = int(limit[1])

    def _read(self, made: Function, body: str) -> Function:
        for kind, name, size in re.findall(r"\.shared \.align \d+ \.(b8) (\w+)\[(\d+)\];", body):
            assert kind == "b8"
            made.shared[name] = made.shared_bytes
            made.shared_bytes += int(size)
        for line in re.split(r"[;\n{}]", body):
            line = line.strip()
            if not line or line.startswith("."):
                continue
            if line.endswith(":"):
                made.labels[line[:-1]] = len(made.code)
                continue
            match = re.match(r"(?:@(!?)(%p\d+)\s+)?([\w.]+)\s*(.*)", line, re.S)
            assert match, line
            negated, predicate, opcode, rest = match.groups()
            operands = [o.strip() for o in re.split(r",(?![^(]*\))", rest)] if rest else []
            made.code.append((predicate or "", bool(negated), opcode, operands))
        return made

    def launch(
        self, kernel: str, blocks: int, threads: int, arguments: list[int], memory: Memory
    ) -> None:
        """Run a kernel to its end; arguments are 64 bits each."""
        if self.threads and threads > self.threads:
            raise PtxError(f"{threads} threads in a block; at most {self.threads}")
        function = self.functions[kernel]
        total = blocks * threads
        given = {
            name: np.full(total, value, np.uint64)
            for name, value in zip(function.parameters, arguments, strict=True)
        }
        both = Memory(memory.rooms | self.memory.rooms)
        tid = np.tile(np.arange(threads, dtype=np.uint32), blocks)
        block = np.repeat(np.arange(blocks, dtype=np.uint32), threads)
        special = {"%tid.x": tid, "%ctaid.x": block, "%ntid.x": np.full(total, threads, np.uint32)}
        shared = np.zeros((blocks, max(1, function.shared_bytes)), np.uint8)
        with np.errstate(all="ignore"):
            Run(self, function, total, given, both, special, shared, block).run()


class Run:
    """Threads on their way through one function."""

    def __init__(
        self, module: Module, function: Function, total: int, params: dict[str, Bits],
        memory: Memory, special: dict[str, Bits], shared: Bits, block: Bits,
    ) -> None:  # fmt: skip
        self.module, self.function, self.total = module, function, total
        self.params, self.memory, self.special = params, memory, special
        self.shared, self.block = shared, block
        self.registers: dict[str, Bits] = {}
        self.carry = np.zeros(total, bool)

    def run(self) -> dict[str, Bits]:
        """All threads to the end; what they have left in ``param`` space."""
        code, end = self.function.code, len(self.function.code)
        at = np.zeros(self.total, np.int64)
        waiting = np.zeros(self.total, bool)
        while True:
            ready = (at < end) & ~waiting
            if not ready.any():
                if not waiting.any():
                    return self.params
                self._pass_barrier(at, waiting, end)
                continue
            here = int(at[ready].min())
            who = np.flatnonzero(ready & (at == here))
            predicate, negated, opcode, operands = code[here]
            at[who] = here + 1
            if predicate:
                flag = self.registers[predicate][who]
                who = who[~flag if negated else flag]
                if not len(who):
                    continue
            if opcode.startswith("bra"):
                at[who] = self.function.labels[operands[0]]
            elif opcode == "ret":
                at[who] = end
            elif opcode == "bar.sync":
                waiting[who] = True
            else:
                self.execute(opcode, operands, who)

    def _pass_barrier(self, at: Bits, waiting: Bits, end: int) -> None:
        for block in np.unique(self.block[waiting]):
            mine = self.block == block
            if not waiting[mine].all() or len(np.unique(at[mine])) != 1:
                raise PtxError("not all threads of a block reach the barrier")
        waiting[:] = False

    # ── operands ──

    def read(self, operand: str, kind: str, who: Bits) -> Bits:
        """An operand's bits, as wide as the kind says."""
        bits = 64 if kind.endswith("64") else 32
        width = np.uint64 if bits == 64 else np.uint32
        if operand in self.special:
            return self.special[operand][who].astype(width)
        if operand.startswith("%"):
            return self.registers[operand][who].astype(width)
        if operand.startswith(("0d", "0f")):
            value = int(operand[2:], 16)
        elif operand in self.function.shared:
            value = self.function.shared[operand]
        elif operand in self.module.symbols:
            value = self.module.symbols[operand]
        else:
            value = int(operand, 0)
        return np.full(len(who), value & (1 << bits) - 1, width)

    def write(self, register: str, who: Bits, values: Bits) -> None:
        """A result; the others keep what they have."""
        kind: Any = bool if register.startswith("%p") else np.uint64
        if register not in self.registers:
            self.registers[register] = np.zeros(self.total, kind)
        if values.dtype.kind == "f":
            values = values.view(np.uint64 if values.dtype == np.float64 else np.uint32)
        elif values.dtype.kind == "i":
            values = values.view(np.uint64 if values.dtype == np.int64 else np.uint32)
        self.registers[register][who] = values

    def address(self, operand: str, who: Bits) -> Bits:
        """What stands in brackets: a register or a symbol, and perhaps an offset."""
        inside = operand.strip("[]")
        base, _, offset = inside.partition("+")
        found = self.read(base, "b64", who)
        return found + np.uint64(int(offset or 0) & (1 << 64) - 1)

    # ── instructions ──

    def execute(self, opcode: str, operands: list[str], who: Bits) -> None:
        """One instruction for some threads."""
        parts = opcode.split(".")
        name, kind = parts[0], parts[-1]
        if name in ("ld", "st"):
            self.move(parts, operands, who)
        elif name == "call":
            self.call(operands, who)
        elif kind == "pred":
            flags = [self.registers[o][who] for o in operands[1:]]
            self.write(operands[0], who, ~flags[0] if name == "not" else LOGIC[name](*flags))
        elif name == "selp":
            a, b = (self.read(o, kind, who) for o in operands[1:3])
            self.write(operands[0], who, np.where(self.registers[operands[3]][who], a, b))
        elif name == "cvt":
            self.convert(parts, operands, who)
        elif kind in FLOATS:
            self.floating(parts, operands, who)
        else:
            self.whole(parts, operands, who)

    def move(self, parts: list[str], operands: list[str], who: Bits) -> None:
        load, space, kind = parts[0] == "ld", parts[1], parts[-1]
        size = 8 if kind.endswith("64") else 4
        place, other = (operands[1], operands[0]) if load else (operands[0], operands[1])
        if space == "param":
            name = place.strip("[]")
            if load:
                self.write(other, who, self.params[name][who])
            else:
                self.params.setdefault(name, np.zeros(self.total, np.uint64))
                self.params[name][who] = self.read(other, kind, who)
            return
        addresses = self.address(place, who)
        if space == "shared":
            width = self.shared.shape[1]
            if int(addresses.max()) + size > width:
                raise PtxError("an address is beyond the shared memory")
            addresses = addresses.astype(np.int64) + self.block[who].astype(np.int64) * width
            room = self.shared.reshape(-1)
            if load:
                self.write(other, who, words(room, addresses, size))
            else:
                put_words(room, addresses, size, self.read(other, kind, who))
        elif load:
            self.write(other, who, self.memory.load(addresses, size))
        else:
            self.memory.store(addresses, size, self.read(other, kind, who))

    def call(self, operands: list[str], who: Bits) -> None:
        result, name, given = operands[0].strip("()"), operands[1], operands[2].strip("()")
        function = self.module.functions[name]
        taken = [g.strip() for g in given.split(",")]
        params = {p: self.params[g][who] for p, g in zip(function.parameters, taken, strict=True)}
        inner = Run(self.module, function, len(who), params, self.memory, {}, self.shared[:0],
                    self.block[who])  # fmt: skip
        left = inner.run()["func_retval0"]
        self.params.setdefault(result, np.zeros(self.total, np.uint64))
        self.params[result][who] = left

    def convert(self, parts: list[str], operands: list[str], who: Bits) -> None:
        target, source = parts[-2], parts[-1]
        value = self.read(operands[1], source, who)
        if source in FLOATS:
            value = value.view(FLOATS[source])
        elif source in SIGNED:
            value = value.view(SIGNED[source])
        kind: Any = FLOATS.get(target) or SIGNED.get(target)
        kind = kind or (np.uint64 if target.endswith("64") else np.uint32)
        if source in FLOATS and target not in FLOATS:
            raise PtxError(f"{'.'.join(parts)} is not known")
        self.write(operands[0], who, value.astype(kind))

    def floating(self, parts: list[str], operands: list[str], who: Bits) -> None:
        name, kind = parts[0], parts[-1]
        float_ = FLOATS[kind]
        read = [self.read(o, kind, who) for o in operands[1:]]
        a, *more = (bits.view(float_) for bits in read)
        if name in ROUNDED:
            if parts[1:-1] != ["rn"]:
                raise PtxError(f"{'.'.join(parts)} may be fused or rounded in any way")
            self.write(operands[0], who, ROUNDED[name](a, more[0]))
        elif name == "fma" and parts[1:-1] == ["rn"]:
            fused = exact.fma64 if kind == "f64" else exact.fma32
            self.write(operands[0], who, fused(a, *more))
        elif name == "rcp" and parts[1:-1] == ["rn"]:
            self.write(operands[0], who, float_(1) / a)
        elif name == "rcp" and parts[1:-1] == ["approx", "ftz"]:
            self.write(operands[0], who, exact.estimate_reciprocal(a))
        elif name in ("neg", "abs", "mov"):
            found = {"neg": np.negative, "abs": np.abs, "mov": np.positive}[name](a)
            self.write(operands[0], who, found)
        elif name == "setp":
            unordered = parts[1].endswith("u") and parts[1] not in COMPARE
            found = COMPARE[parts[1][:-1] if unordered else parts[1]](a, more[0])
            if unordered:
                found |= np.isnan(a) | np.isnan(more[0])
            elif parts[1] == "ne":
                found &= ~(np.isnan(a) | np.isnan(more[0]))
            self.write(operands[0], who, found)
        else:
            raise PtxError(f"{'.'.join(parts)} is not known")

    def whole(self, parts: list[str], operands: list[str], who: Bits) -> None:
        name, kind = parts[0], parts[-1]
        bits = 64 if kind.endswith("64") else 32
        if name in ("shl", "shr"):
            a, by = self.read(operands[1], kind, who), self.read(operands[2], "u32", who)
            if name == "shl":
                self.write(operands[0], who, exact.shift_left(a, by, bits))
            else:
                self.write(operands[0], who, exact.shift_right(a, by, bits, kind in SIGNED))
            return
        if name == "bfe":
            a = self.read(operands[1], kind, who)
            first, count = (int(o) for o in operands[2:])
            self.write(operands[0], who, a >> a.dtype.type(first) & a.dtype.type((1 << count) - 1))
            return
        values = [self.read(o, kind, who) for o in operands[1:]]
        if kind in SIGNED and name in ("min", "max", "setp"):
            values = [v.view(SIGNED[kind]) for v in values]
        a, b = values[0], values[1] if len(values) > 1 else values[0]
        if name == "setp":
            self.write(operands[0], who, COMPARE[parts[1]](a, b))
        elif name == "mov":
            self.write(operands[0], who, a)
        elif name == "not":
            self.write(operands[0], who, ~a)
        elif name == "neg":
            self.write(operands[0], who, a.dtype.type(0) - a)
        elif name == "clz":
            self.write(operands[0], who, exact.leading_zeros(a, bits))
        elif name in LOGIC:
            self.write(operands[0], who, LOGIC[name](a, b))
        elif name == "mul" and parts[1] == "hi" and kind == "u64":
            self.write(operands[0], who, exact.mul_hi(a, b))
        elif name == "mul" and parts[1] == "wide" and kind == "u32":
            self.write(operands[0], who, a.astype(np.uint64) * b.astype(np.uint64))
        elif name == "mul" and parts[1] == "lo":
            self.write(operands[0], who, a * b)
        elif name == "mad" and parts[1] == "lo":
            self.write(operands[0], who, a * b + values[2])
        elif name == "addc" or (name == "add" and "cc" in parts):
            before = self.carry[who].astype(a.dtype) if name == "addc" else a.dtype.type(0)
            total = a + b + before
            wrapped = (a + b < a) | (total < before)
            if "cc" in parts:
                self.carry[who] = wrapped
            self.write(operands[0], who, total)
        elif name in WHOLE and len(parts) == 2:
            self.write(operands[0], who, WHOLE[name](a, b))
        else:
            raise PtxError(f"{'.'.join(parts)} is not known")
