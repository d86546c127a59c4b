"""A program as LLVM functions: ``single`` for one state, ``batch`` for many, the same bits in both.

Arrays are row-major, a state in each row.
"""

from __future__ import annotations

from collections.abc import Sequence

from torsor.program.graph.program import Program, refuse_too_long
from torsor.program.jit.writing.assembly import Writer
from torsor.program.jit.writing.reduction import write_one_turn, write_reduction
from torsor.program.jit.writing.row_blocks import (
    copy_block,
    load_columns,
    row_place,
    row_places,
    rows_from,
    store_columns,
)
from torsor.program.jit.writing.set_up import turns_parameters, write_constants, write_set_up
from torsor.program.jit.writing.signature import BATCH, Signature, single
from torsor.program.jit.writing.steps import write_steps

LARGE = 4 << 20
"""Results of more bytes than this go to memory, not to a cache: they are written in order."""


def write_kernels(program: Program, float_: str, lanes: int) -> str:
    """The module: ``single`` and ``batch``.

    Constants come from a place that is told, a global of that name by itself; where parameters
    vary from row to row, each row makes its own.
    """
    refuse_too_long(program)
    parts = [
        declare_constants(program, float_),
        declare_functions(float_, lanes),
        write_reduction(),
        *(write_one_turn(float_, n) for n in dict.fromkeys((1, lanes))),
    ]
    if float_ == "float" and turns_parameters(program):
        parts += [write_one_turn("double", n) for n in dict.fromkeys((1, lanes))]
    taken = single(len(program.inputs))
    parts.append(write_single(program, float_, lanes, taken, ("ret i1 true", "ret i1 false")))
    parts.append(_batch(program, float_, lanes))
    return "\n".join(parts)


def write_kernels_set_up_once(program: Program, float_: str, lanes: int) -> str:
    """The module with one set of parameters for all states: ``set_up`` makes its constants."""
    return "\n".join(
        [write_kernels(program.set_up_once(), float_, lanes), write_set_up(program, float_)]
    )


def declare_constants(program: Program, float_: str) -> str:
    """Room for what depends on parameters alone."""
    return f"@constants = global [{max(1, len(program.constants))} x {float_}] zeroinitializer"


def take_constants(w: Writer, program: Program, inputs: dict[str, str]) -> dict[int, str]:
    """What depends on parameters alone: made in every lane, or what the set-up has made for all."""
    if program.varied:
        return write_constants(w, program, inputs)
    return load_constants(w, program)


def load_constants(w: Writer, program: Program) -> dict[int, str]:
    """What the set-up has computed, in every lane."""
    return {
        node.id: w.spread(w.load(w.float_, "%constants", i))
        for i, node in enumerate(program.constants)
    }


def write_single(
    program: Program,
    float_: str,
    wide: int,
    signature: Signature,
    answers: tuple[str, str],
    begin: Sequence[str] = (),
) -> str:
    """One state; ``answers`` end it where the mass matrix is singular, and where all is well.

    ``begin`` are lines that go before, where ``%constants`` is not among the arguments.
    """
    w = Writer(float_, 1, list(begin))
    inputs = {
        name: w.load(float_, f"%in{k}", i)
        for k, array in enumerate(program.inputs)
        for i, name in enumerate(array.names)
    }
    constants = take_constants(w, program, inputs)
    values, flag = write_steps(w, program, inputs, constants, wide)
    if flag:  # the result may be one of the inputs, which are then asked what is wrong
        w.say(f"br i1 {flag}, label %singular, label %solved")
        w.label("singular")
        w.say(answers[0])
        w.label("solved")
    w.store(float_, "%out", values)
    w.say(answers[1])
    return signature.definition(w.lines)


def _batch(program: Program, float_: str, lanes: int) -> str:
    """Blocks of rows as wide as a register, then what is left row by row; −1 or a singular row."""
    w = Writer(float_, lanes)
    bases = [w.load("ptr", "%in", k) for k in range(len(program.inputs))]
    constants = {} if program.varied else load_constants(w, program)
    width = len(program.outputs)
    wide = lanes > 1 and width >= 2 * lanes
    if wide:
        row_bytes = width * w.sine.bits // 8
        w.say(f"%room = alloca [{width} x {w.type}], align 64")
        w.say(f"%large = icmp sgt i64 %n, {LARGE // row_bytes}")
    whole = w.let(f"and i64 %n, {-lanes}")
    with w.loop("head block stored rest next", "0", whole, lanes) as row:
        inputs: dict[str, str] = {}
        for base, array in zip(bases, program.inputs, strict=True):
            columns = load_columns(w, row_places(w, base, row, array.size), array.size)
            inputs |= dict(zip(array.names, columns, strict=True))
        here = constants or take_constants(w, program, inputs)
        values, flag = write_steps(w, program, inputs, here, lanes)
        # Columns of a block go to as many rows at once: no order that memory likes. What is too
        # large for a cache is put together in one first.
        target = first = row_place(w, "%out", row, width)
        if wide:
            first = w.let(f"select i1 %large, ptr %room, ptr {target}")
        store_columns(w, rows_from(w, first, width), values)
        if wide:
            w.say("br i1 %large, label %copy, label %copied")
            w.label("copy")
            copy_block(w, "%room", target, width)
            w.say("br label %copied")
            w.label("copied")
        w.say(f"br i1 {flag}, label %failed, label %stored" if flag else "br label %stored")
    if flag:
        w.label("failed")
        w.say(f"ret i64 {row}")
    w.label("rest")
    _rest(w, program, bases, row)
    return BATCH.definition(w.lines)


def _rest(w: Writer, program: Program, bases: list[str], row: str) -> None:
    with w.loop("one call done end after", row, "%n") as at:
        places = {
            f"in{k}": row_place(w, base, at, array.size)
            for k, (base, array) in enumerate(zip(bases, program.inputs, strict=True))
        }
        out = row_place(w, "%out", at, len(program.outputs))
        bad = w.let(single(len(places)).call(**places, constants="%constants", out=out))
        w.say(f"br i1 {bad}, label %bad, label %done")
    w.label("bad")
    w.say(f"ret i64 {at}")
    w.label("end")
    w.say("ret i64 -1")


def declare_functions(float_: str, lanes: int) -> str:
    """The intrinsics, and how the branches go."""
    lines = []
    kinds = dict.fromkeys((float_, "double"))  # what depends on parameters alone is in doubles
    for kind, n in dict.fromkeys((kind, n) for kind in kinds for n in (1, lanes)):
        w = Writer(kind, n)
        t, suffix = w.type, w.suffix()
        lines.append(f"declare {t} @llvm.fma.{suffix}({t}, {t}, {t})")
        lines.append(f"declare {t} @llvm.fabs.{suffix}({t})")
        if n > 1 and kind == float_:
            mask = w.many("i1")
            lines.append(f"declare {t} @llvm.masked.load.{suffix}.p0(ptr, i32, {mask}, {t})")
            lines.append(f"declare void @llvm.masked.store.{suffix}.p0({t}, ptr, i32, {mask})")
    bits = 64 if float_ == "double" else 32
    lines.append(f'attributes #0 = {{ nounwind "prefer-vector-width"="{bits * lanes}" }}')
    lines.append('!0 = !{!"branch_weights", i32 1, i32 2000}')
    return "\n".join(lines)
