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

import numpy as np
import pytest

from torsor.program.jit.writing.assembly import literal
from torsor.program.objects.architectures import Platform, read_triple
from torsor.program.objects.emission import compile_module

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


THUMB = Runner(
    "80b5 0746 0846 1146 1a46 00df 80bd", 4, 1,
    ("arm-none-eabi-ld", "arm-linux-gnueabihf-ld", "ld.lld"), ("qemu-arm", "-cpu", "max"), 1,
)  # fmt: skip
"""On an application processor, which runs the small cores' code: QEMU has no others for programs
that ask a system."""

RUNNERS = {
    "thumbv7em": THUMB,
    "thumbv8m.main": THUMB,
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


def run_image(
    image: bytes, place: int, triple: str, states: list[Any], size: int, folder: Path
) -> Any:
    """Results of an image's ``batch``, whose code stands there, from a page on."""
    platform = read_triple(triple)
    tables, _, _ = _tables(states)
    float_ = _float_of(states)
    puts = "\n".join(
        f"  %w{k} = getelementptr ptr, ptr %in, i64 {k}\n  store ptr @in{k}, ptr %w{k}"
        for k in range(len(states))
    )
    count = len(states[0])
    text = f"""
@image = internal constant [{len(image)} x i8] [{", ".join(f"i8 {b}" for b in image)}],
  section ".text.image", align 4096
{tables}
@results = internal global [{count * size} x {float_}] zeroinitializer, align 16
define void @go() noinline nounwind "stackrealign" {{
  %in = alloca ptr, i64 {len(states)}
{puts}
  %batch = getelementptr i8, ptr @image, i64 {place}
  call i64 %batch(ptr %in, ptr null, ptr @results, i64 {count})
  %r = ptrtoint ptr @results to i64
{_say("%r", count * size * states[0].itemsize, RUNNERS[platform.architecture.name])}
  ret void
}}
"""
    out = _run(text, platform, None, folder)
    return np.frombuffer(out, states[0].dtype).reshape(-1, size)


def run_object(
    code: bytes, triple: str, function: str, states: list[Any], size: int, folder: Path
) -> tuple[Any, int]:
    """Results of ``size`` numbers for rows of states, and the bytes of stack that they took."""
    platform = read_triple(triple)
    text = _program(RUNNERS[platform.architecture.name], function, states, size)
    out = _run(text, platform, code, folder)
    results, (deepest,) = out[:-8], struct.unpack("<q", out[-8:])
    return np.frombuffer(results, states[0].dtype).reshape(-1, size), deepest


def _run(text: str, platform: Platform, code: bytes | None, folder: Path) -> bytes:
    """What a program writes, linked with an object if there is one."""
    runner = RUNNERS[platform.architecture.name]
    emulator = [find_tool(runner.emulator[0]), *runner.emulator[1:]] if runner.emulator else []
    linker = find_tool(*runner.linkers)
    (folder / "caller.o").write_bytes(compile_module(text + _asking(runner), platform))
    objects = ["caller.o"]
    if code is not None:
        (folder / "robot.o").write_bytes(code)
        objects.append("robot.o")
    link = [linker, "-e", "go", *objects, "-o", "run"]
    subprocess.run(link, cwd=folder, check=True, timeout=60)
    command = [*emulator, str(folder / "run")]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=60).stdout


def _asking(runner: Runner) -> str:
    words = bytes.fromhex(runner.ask)
    return f"""
@ask = internal constant [{len(words)} x i8] [{", ".join(f"i8 {b}" for b in words)}],
  section ".text.ask", align 4
"""


def _say(place: str, size: int, runner: Runner) -> str:
    """Write so many bytes from a place, and end."""
    word = "i32" if runner.entry else "i64"
    return f"""
  %ask = getelementptr i8, ptr @ask, i64 {runner.entry}
  call {word} %ask({word} {runner.write}, {word} 1, {word} {place}, {word} {size})
  call {word} %ask({word} {runner.end}, {word} 0, {word} 0, {word} 0)"""


def _float_of(states: list[Any]) -> str:
    return "double" if states[0].dtype == np.float64 else "float"


def _tables(states: list[Any]) -> tuple[str, str, str]:
    """The states in a program; where the row of a count ``%i`` stands; those as arguments."""
    float_ = _float_of(states)
    tables, places, arguments = [], [], []
    for k, rows in enumerate(states):
        numbers = ", ".join(f"{float_} {literal(float(x), float_)}" for x in rows.ravel())
        tables.append(f"@in{k} = internal constant [{rows.size} x {float_}] [{numbers}]")
        places.append(f"  %a{k} = mul i64 %i, {rows.shape[1]}")
        places.append(f"  %p{k} = getelementptr {float_}, ptr @in{k}, i64 %a{k}")
        arguments.append(f"ptr %p{k}")
    return "\n".join(tables), "\n".join(places), ", ".join(arguments)


def _program(runner: Runner, function: str, states: list[Any], size: int) -> str:
    tables, places, arguments = _tables(states)
    float_ = _float_of(states)
    count = len(states[0])
    word = "i32" if runner.entry else "i64"
    total = count * size * states[0].itemsize
    return f"""
{tables}
@written = internal global {{ [{count * size} x {float_}], i64 }} zeroinitializer, align 16
declare void @{function}({", ".join("ptr" for _ in range(len(states) + 1))})
declare ptr @llvm.stacksave()

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
  %sp = call ptr @llvm.stacksave()
  %top = ptrtoint ptr %sp to i64
  %low = sub i64 %top, {DEPTH // 2}
  call void @paint()
  br label %more
more:
  %i = phi i64 [ 0, %0 ], [ %next, %more ]
{places}
  %at = mul i64 %i, {size}
  %out = getelementptr {float_}, ptr @written, i64 %at
  call void @{function}({arguments}, ptr %out)
  %next = add i64 %i, 1
  %on = icmp slt i64 %next, {count}
  br i1 %on, label %more, label %done
done:
  %left = call i64 @look(i64 %low)
  %used = sub i64 {DEPTH // 2}, %left
  %deepest = getelementptr i8, ptr @written, i64 {total}
  store i64 %used, ptr %deepest
  %r = ptrtoint ptr @written to {word}
{_say("%r", total + 8, runner)}
  ret void
}}
"""
