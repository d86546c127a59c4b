"""Objects run for real: linked with a program of LLVM assembly that calls them, under QEMU.

The program runs a function over states that stand in it, writes the results, and then how deep
the stack was written to: it was painted before.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

from torsor.program.jit.writing.assembly import literal
from torsor.program.objects.architectures import read_triple
from torsor.program.objects.emission import _target_machine

PAINT = 0xA5
DEPTH = 8192


@dataclass(frozen=True)
class Runner:
    """How a program asks its system, is linked and run."""

    ask: str
    """A function (number, first, second, third argument), as its bytes: no assembler is at hand."""
    write: int
    end: int
    linkers: tuple[str, ...]
    emulator: tuple[str, ...]
    entry: int = 0
    """What is added to the place of a function when it is called: Thumb code says so."""


RUNNERS = {
    "thumbv7em": Runner(
        "80b5 0746 0846 1146 1a46 00df 80bd", 4, 1,
        ("arm-none-eabi-ld", "arm-linux-gnueabihf-ld", "ld.lld"), ("qemu-arm", "-cpu", "max"), 1,
    ),
    "aarch64": Runner(
        "e80300aa e00301aa e10302aa e20303aa 010000d4 c0035fd6", 64, 93,
        ("aarch64-linux-gnu-ld", "ld.lld"), ("qemu-aarch64",),
    ),
    "riscv64": Runner(
        "93080500 13850500 93050600 13860600 73000000 67800000", 64, 93,
        ("riscv64-linux-gnu-ld", "ld.lld"), ("qemu-riscv64",),
    ),
    "x86_64": Runner(
        "4889f8 4889f7 4889d6 4889ca 0f05 c3", 1, 60, ("ld", "ld.lld"), (),
    ),
}  # fmt: skip


def find_tool(*names: str) -> str:
    """Where one of these programs is; without any a test is skipped, unless that is barred."""
    for name in names:
        if found := shutil.which(name):
            return found
    if os.environ.get("TORSOR_SKIP") == "nothing":
        pytest.fail(f"{names[0]} is not installed, and nothing may be skipped")
    pytest.skip(f"{names[0]} is not installed")


def run_object(
    code: bytes, triple: str, function: str, states: list[Any], size: int, folder: Path
) -> tuple[Any, int]:
    """Results of ``size`` numbers for rows of states, and the bytes of stack that they took."""
    platform = read_triple(triple)
    runner = RUNNERS[platform.architecture.name]
    emulator = [find_tool(runner.emulator[0]), *runner.emulator[1:]] if runner.emulator else []
    linker = find_tool(*runner.linkers)
    made = _target_machine(platform, 1)
    text = _program(runner, function, states, size)
    head = f'target datalayout = "{made.target_data}"\ntarget triple = "{platform.triple}"\n'
    with llvm.create_context() as context, llvm.parse_assembly(head + text, context) as module:
        module.verify()
        (folder / "caller.o").write_bytes(made.emit_object(module))
    (folder / "robot.o").write_bytes(code)
    link = [linker, "-e", "go", "caller.o", "robot.o", "-o", "run"]
    subprocess.run(link, cwd=folder, check=True, timeout=60)
    command = [*emulator, str(folder / "run")]
    out = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=60).stdout
    results, (deepest,) = out[:-8], struct.unpack("<q", out[-8:])
    return np.frombuffer(results, states[0].dtype).reshape(-1, size), deepest


def _program(runner: Runner, function: str, states: list[Any], size: int) -> str:
    float_ = "double" if states[0].dtype == np.float64 else "float"
    count, bytes_ = len(states[0]), states[0].itemsize
    tables, places, arguments = [], [], []
    for k, rows in enumerate(states):
        numbers = ", ".join(f"{float_} {literal(float(x), float_)}" for x in rows.ravel())
        tables.append(f"@in{k} = internal constant [{rows.size} x {float_}] [{numbers}]")
        at = f"mul i64 %i, {rows.shape[1]}"
        places.append(f"  %a{k} = {at}\n  %p{k} = getelementptr {float_}, ptr @in{k}, i64 %a{k}")
        arguments.append(f"ptr %p{k}")
    word = "i32" if runner.entry else "i64"
    asking = bytes.fromhex(runner.ask)
    ask = f"call {word} %ask"
    total = count * size * bytes_
    lines = "\n".join(places)
    return f"""
@ask = internal constant [{len(asking)} x i8] [{", ".join(f"i8 {b}" for b in asking)}],
  section ".text.ask", align 4
{chr(10).join(tables)}
@results = internal global [{count * size} x {float_}] zeroinitializer, align 16
@deepest = internal global i64 0, align 8
declare void @{function}({", ".join("ptr" for _ in range(len(states) + 1))})
declare ptr @llvm.stacksave()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @paint() noinline nounwind {{
  %room = alloca [{DEPTH} x i8], align 16
  br label %more
more:
  %i = phi i64 [ 0, %0 ], [ %next, %more ]
  %place = getelementptr i8, ptr %room, i64 %i
  store volatile i8 {PAINT}, ptr %place
  %next = add i64 %i, 1
  %on = icmp slt i64 %next, {DEPTH}
  br i1 %on, label %more, label %done
done:
  ret void
}}

define i64 @look(i64 %low) noinline nounwind {{
  br label %more
more:
  %i = phi i64 [ 0, %0 ], [ %next, %more ]
  %at = add i64 %low, %i
  %place = inttoptr i64 %at to ptr
  %byte = load volatile i8, ptr %place
  %next = add i64 %i, 1
  %on = icmp eq i8 %byte, {PAINT}
  br i1 %on, label %more, label %done
done:
  ret i64 %i
}}

define void @go() noinline nounwind "stackrealign" {{
  %ask = getelementptr i8, ptr @ask, i64 {runner.entry}
  %sp = call ptr @llvm.stacksave()
  %top = ptrtoint ptr %sp to i64
  %low = sub i64 %top, {DEPTH // 2}
  call void @paint()
  br label %more
more:
  %i = phi i64 [ 0, %0 ], [ %next, %more ]
{lines}
  %at = mul i64 %i, {size}
  %out = getelementptr {float_}, ptr @results, i64 %at
  call void @{function}({", ".join(arguments)}, ptr %out)
  %next = add i64 %i, 1
  %on = icmp slt i64 %next, {count}
  br i1 %on, label %more, label %done
done:
  %left = call i64 @look(i64 %low)
  %used = sub i64 {DEPTH // 2}, %left
  store i64 %used, ptr @deepest
  %r = ptrtoint ptr @results to {word}
  %d = ptrtoint ptr @deepest to {word}
  {ask}({word} {runner.write}, {word} 1, {word} %r, {word} {total})
  {ask}({word} {runner.write}, {word} 1, {word} %d, {word} 8)
  {ask}({word} {runner.end}, {word} 0, {word} 0, {word} 0)
  ret void
}}
"""
