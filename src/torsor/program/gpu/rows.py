"""A kernel's rows in and out: each thread its own, or a block's together through shared memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torsor.program.gpu.device_writer import GLOBAL, SHARED, DeviceWriter
from torsor.program.gpu.strategy import SHARED_BYTES, Strategy, room_bytes
from torsor.program.graph.program import Array
from torsor.program.jit.writing.assembly import literal


class Lazy(dict[str, str]):
    """Inputs by name, each loaded where it is first used: few of them wait in registers."""

    def __init__(self, w: DeviceWriter, places: dict[str, tuple[str, str, int]]) -> None:
        super().__init__()
        self.w, self.places = w, places

    def __missing__(self, name: str) -> str:
        self[name] = self.w.fetch(*self.places[name])
        return self[name]


def write_row_number(w: DeviceWriter) -> None:
    """``%thread``, ``%first`` (the block's first row) and ``%row``, of 64 bits, ``%few`` of 32."""
    w.say("%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    w.say("%block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
    w.say("%width = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()")
    w.say("%thread = zext i32 %tid to i64")
    blocks, width = (w.let(f"zext i32 %{name} to i64") for name in ("block", "width"))
    w.say(f"%first = mul i64 {blocks}, {width}")
    w.say("%row = add i64 %first, %thread")
    w.say(f"%few = add i32 {w.let('mul i32 %block, %width')}, %tid")


def row_place(w: DeviceWriter, base: str, stride: str) -> str:
    """Where a thread's row begins: the block's first and then so many rows of few numbers."""
    block = w.at(GLOBAL, base, w.let(f"mul i64 %first, {stride}"))
    further = w.let(f"mul i32 %tid, {w.let(f'trunc i64 {stride} to i32')}")
    return w.at(GLOBAL, block, w.let(f"zext i32 {further} to i64"))


@dataclass
class Rows:
    """The inputs of a kernel and its result, for one thread."""

    w: DeviceWriter
    inputs: Sequence[Array]
    width: int
    """How many numbers a row of the result has."""
    strategy: Strategy
    contiguous: bool = False
    """Whether each input has a row for each of the result's, one after another, fewer than 2³¹."""

    def _row(self, base: str, size: int, stride: str | None = None) -> str:
        """Where a thread's row begins."""
        if stride and not self.contiguous:
            return row_place(self.w, base, stride)
        row = self.w.let("zext i32 %few to i64") if self.contiguous else "%row"
        return self.w.at(GLOBAL, base, self.w.let(f"mul nuw nsw i64 {row}, {size}"))

    @property
    def staged(self) -> bool:
        """Whether there is room for a block's rows, and they are to go there."""
        return self.strategy.staged and self._room() <= SHARED_BYTES

    def _room(self) -> int:
        sizes, item = [a.size for a in self.inputs], self.w.sine.bits // 8
        return room_bytes(sizes, self.width, item, self.strategy.threads)

    def declare(self) -> str:
        """The shared memory, if there is any."""
        if not self.staged:
            return ""
        count = self._room() // (self.w.sine.bits // 8)
        return f"@room = internal addrspace(3) global [{count} x {self.w.float_}] undef, align 16"

    def load(self) -> Lazy:
        """The inputs, from where a thread finds its row."""
        w = self.w
        if self.contiguous:
            within = w.let(f"icmp ult i32 %few, {w.let('trunc i64 %n to i32')}")
        else:
            within = w.let("icmp slt i64 %row, %n")
        if not self.staged:
            w.say(f"br i1 {within}, label %work, label %done")
            w.label("work")
            places: dict[str, tuple[str, str, int]] = {}
            for k, array in enumerate(self.inputs):
                row = self._row(f"%in{k}", array.size, f"%stride{k}")
                places |= {name: (GLOBAL, row, i) for i, name in enumerate(array.names)}
            found = Lazy(w, places)
            for name in places:  # all at once: memory is far away
                found[name]
            return found
        return self._load_staged(within)

    def _load_staged(self, within: str) -> Lazy:
        w, threads = self.w, self.strategy.threads
        end = w.let(f"add i64 %first, {threads}")
        whole = w.let(f"icmp sle i64 {end}, %n")
        for k, array in enumerate(() if self.contiguous else self.inputs):
            near = w.let(f"icmp eq i64 %stride{k}, {array.size}")
            whole = w.let(f"and i1 {whole}, {near}")
        w.say(f"%whole = and i1 {whole}, true")
        w.say("br i1 %whole, label %together, label %alone")
        w.label("together")
        begin = 0
        starts = []
        for k, array in enumerate(self.inputs):
            starts.append(begin)
            block = w.at(GLOBAL, f"%in{k}", w.let(f"mul i64 %first, {array.size}"))
            source = w.at(GLOBAL, block, "%thread")
            target = w.at(SHARED, w.at(SHARED, "@room", begin), "%thread")
            values = [w.fetch(GLOBAL, source, i * threads) for i in range(array.size)]
            for i, value in enumerate(values):
                w.keep(SHARED, w.at(SHARED, target, i * threads), [value])
            begin += array.size * threads
        w.say("call void @llvm.nvvm.barrier0()")
        w.say("br label %work")
        w.label("alone")
        w.say(f"br i1 {within}, label %own, label %done")
        w.label("own")
        for k, array in enumerate(self.inputs):
            row = self._row(f"%in{k}", array.size, f"%stride{k}")
            values = [w.fetch(GLOBAL, row, i) for i in range(array.size)]
            w.keep(SHARED, self._shared_row(starts[k], array.size), values)
        w.say("br label %work")
        w.label("work")
        places: dict[str, tuple[str, str, int]] = {}
        for k, array in enumerate(self.inputs):
            row = self._shared_row(starts[k], array.size)
            places |= {name: (SHARED, row, i) for i, name in enumerate(array.names)}
        return Lazy(w, places)

    def _shared_row(self, begin: int, size: int) -> str:
        w = self.w
        return w.at(SHARED, w.at(SHARED, "@room", begin), w.let(f"mul i64 %thread, {size}"))

    def store(self, values: Sequence[str], flag: str | None) -> None:
        """The result, not a number throughout where the flag is set; and the kernel's end."""
        w = self.w
        if flag:
            none = literal(float("nan"), w.float_)
            t = w.float_
            values = [w.let(f"select i1 {flag}, {t} {none}, {t} {value}") for value in values]
        if self.staged:
            self._store_together(values)
        w.keep(GLOBAL, self._row("%out", self.width), values)
        w.say("br label %done")
        w.label("done")
        w.say("ret void")

    def _store_together(self, values: Sequence[str]) -> None:
        w, threads = self.w, self.strategy.threads
        w.say("br i1 %whole, label %gather, label %apart")
        w.label("gather")
        w.say("call void @llvm.nvvm.barrier0()")
        w.keep(SHARED, self._shared_row(0, self.width), values)
        w.say("call void @llvm.nvvm.barrier0()")
        block = w.at(GLOBAL, "%out", w.let(f"mul i64 %first, {self.width}"))
        target, source = w.at(GLOBAL, block, "%thread"), w.at(SHARED, "@room", "%thread")
        for i in range(self.width):
            value = w.fetch(SHARED, source, i * threads)
            w.keep(GLOBAL, w.at(GLOBAL, target, i * threads), [value])
        w.say("br label %done")
        w.label("apart")
