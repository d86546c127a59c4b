"""A program as a kernel: LLVM assembly for NVIDIA's GPUs, one row a thread.

The steps are those of the processor's code, every fusion and rounding the same: so are the bits.
"""

from __future__ import annotations

from torsor.program.gpu.device_writer import ESTIMATE, GLOBAL, DeviceWriter
from torsor.program.gpu.rows import Rows, write_row_number
from torsor.program.gpu.strategy import DIRECT, Strategy
from torsor.program.graph.program import Program, refuse_too_long
from torsor.program.jit.writing.reduction import write_one_turn, write_reduction
from torsor.program.jit.writing.set_up import turns_parameters, write_constants
from torsor.program.jit.writing.steps import write_steps

KERNEL = "function"
"""The kernel's name in its module."""
SET_UP = "set_up"
"""The name of the kernel that makes constants."""


def take_constants(w: DeviceWriter, program: Program, inputs: dict[str, str]) -> dict[int, str]:
    """What depends on parameters alone: made by each thread, or what a set-up has made for all."""
    if program.varied:
        return write_constants(w, program, inputs)
    return {node.id: w.fetch(GLOBAL, "%constants", i) for i, node in enumerate(program.constants)}


def write_kernel(
    program: Program, float_: str, strategy: Strategy = DIRECT, contiguous: bool = False
) -> str:
    """The module: ``function(in0, stride0, in1, stride1, …, constants, out, n)``.

    Strides are in numbers from row to row, 0 where one row serves all. Where all rows differ and
    stand one after another, a ``contiguous`` kernel saves the work of finding them. A row at which
    a pivot is zero gives no numbers.
    """
    refuse_too_long(program)
    w = DeviceWriter(float_, quick_division=strategy.quick_division)
    rows = Rows(w, program.inputs, len(program.outputs), strategy, contiguous)
    write_row_number(w)
    inputs = rows.load()
    values, flag = write_steps(w, program, inputs, take_constants(w, program, inputs), 1)
    rows.store(values, flag)
    arguments = [
        part for k in range(len(program.inputs)) for part in (f"{GLOBAL} %in{k}", f"i64 %stride{k}")
    ]
    arguments += [f"{GLOBAL} %constants", f"{GLOBAL} noalias %out", "i64 %n"]
    return module_text(w, KERNEL, arguments, program, rows.declare())


def write_set_up_kernel(program: Program, float_: str) -> str:
    """``set_up(parameters, constants)``: the constants of one set of parameters, by one thread."""
    w = DeviceWriter(float_)
    names = program.varied.names if program.varied else ()
    inputs = {name: w.fetch(GLOBAL, "%parameters", i) for i, name in enumerate(names)}
    constants = write_constants(w, program, inputs)
    w.keep(GLOBAL, "%constants", [constants[node.id] for node in program.constants])
    w.say("ret void")
    return module_text(w, SET_UP, [f"{GLOBAL} %parameters", f"{GLOBAL} %constants"], program)


def module_text(
    w: DeviceWriter, name: str, arguments: list[str], program: Program, globals_: str = ""
) -> str:
    """A kernel with all that it calls."""
    kinds = dict.fromkeys((w.float_, "double"))  # what depends on parameters alone is in doubles
    turned = kinds if turns_parameters(program) else (w.float_,)
    intrinsics = []
    if w.quick_division:
        intrinsics.append(f"declare {w.float_} @{ESTIMATE[w.float_]}({w.float_})")
    for kind in kinds:
        suffix = DeviceWriter(kind).suffix()
        intrinsics.append(f"declare {kind} @llvm.fma.{suffix}({kind}, {kind}, {kind})")
        intrinsics.append(f"declare {kind} @llvm.fabs.{suffix}({kind})")
    registers = (f"declare i32 @llvm.nvvm.read.ptx.sreg.{r}.x()" for r in ("tid", "ctaid", "ntid"))
    return "\n".join(
        [
            'target triple = "nvptx64-nvidia-cuda"',
            w.declare_numbers(),
            globals_,
            *intrinsics,
            *registers,
            "declare void @llvm.nvvm.barrier0() convergent",
            write_reduction("addrspace(1) "),
            *(write_one_turn(kind, 1) for kind in turned),
            f"define ptx_kernel void @{name}({', '.join(arguments)}) nounwind {{",
            "entry:",
            *w.lines,
            "}",
            '!0 = !{!"branch_weights", i32 1, i32 2000}',
            "!1 = !{}",
            "",
        ]
    )
