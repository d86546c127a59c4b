"""A program as a kernel: LLVM assembly for NVIDIA's GPUs, one row a thread.

The steps are those of the processor's code, every fusion and rounding the same: so are the bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from torsor.program.gpu.device_writer import GLOBAL, DeviceWriter
from torsor.program.gpu.rows import Rows, write_row_number
from torsor.program.gpu.strategy import DIRECT, Strategy
from torsor.program.graph.program import Program, refuse_too_long
from torsor.program.jit.reduction import write_one_turn, write_reduction
from torsor.program.jit.steps import write_steps

KERNEL = "function"
"""The kernel's name in its module."""

Constants = Callable[[DeviceWriter, Program, Mapping[str, str]], dict[int, str]]
"""What gives a program's constants: by node, from the inputs of a row or from elsewhere."""


def load_constants(w: DeviceWriter, program: Program, inputs: Mapping[str, str]) -> dict[int, str]:
    """Constants that a set-up has computed before, the same for every row."""
    return {node.id: w.fetch(GLOBAL, "%constants", i) for i, node in enumerate(program.constants)}


def write_kernel(
    program: Program,
    float_: str,
    strategy: Strategy = DIRECT,
    constants: Constants = load_constants,
) -> str:
    """The module: ``function(in0, stride0, in1, stride1, …, constants, out, n)``.

    Strides are in numbers from row to row, 0 where one row serves all. A row at which a pivot is
    zero gives no numbers.
    """
    refuse_too_long(program)
    w = DeviceWriter(float_)
    rows = Rows(w, program.inputs, len(program.outputs), strategy)
    write_row_number(w)
    inputs = rows.load()
    values, flag = write_steps(w, program, inputs, constants(w, program, inputs), 1)
    rows.store(values, flag)
    arguments = [
        part for k in range(len(program.inputs)) for part in (f"{GLOBAL} %in{k}", f"i64 %stride{k}")
    ]
    arguments += [f"{GLOBAL} %constants", f"{GLOBAL} noalias %out", "i64 %n"]
    return module_text(w, KERNEL, arguments, rows.declare())


def module_text(w: DeviceWriter, name: str, arguments: list[str], globals_: str = "") -> str:
    """A kernel with all that it calls."""
    t, suffix = w.float_, w.suffix()
    registers = (f"declare i32 @llvm.nvvm.read.ptx.sreg.{r}.x()" for r in ("tid", "ctaid", "ntid"))
    return "\n".join(
        [
            'target triple = "nvptx64-nvidia-cuda"',
            w.declare_numbers(),
            globals_,
            f"declare {t} @llvm.fma.{suffix}({t}, {t}, {t})",
            f"declare {t} @llvm.fabs.{suffix}({t})",
            "declare void @llvm.nvvm.barrier0() convergent",
            *registers,
            write_reduction("addrspace(1) "),
            write_one_turn(w.float_, 1),
            f"define ptx_kernel void @{name}({', '.join(arguments)}) nounwind {{",
            "entry:",
            *w.lines,
            "}",
            '!0 = !{!"branch_weights", i32 1, i32 2000}',
            "!1 = !{}",
            "",
        ]
    )
