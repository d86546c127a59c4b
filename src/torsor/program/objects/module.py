"""Programs as one LLVM module with C's calling convention: the steps of the engine, bit for bit."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.program.graph.program import Program
from torsor.program.jit.writing.assembly import Writer
from torsor.program.jit.writing.kernel import declare_functions, write_single
from torsor.program.jit.writing.reduction import write_one_turn, write_reduction
from torsor.program.jit.writing.set_up import turns_parameters, write_constants
from torsor.program.jit.writing.signature import Signature
from torsor.program.objects.architectures import Architecture


def count_constants(programs: Sequence[Program]) -> int:
    """How many numbers the set-up makes, of all programs one after another."""
    return sum(len(p.constants) for p in programs)


def write_module(
    programs: Sequence[Program],
    stem: str,
    parameters: Sequence[str],
    float_: str,
    architecture: Architecture,
) -> str:
    """The assembly: a function for each program, ``setup`` where there are parameters."""
    bits = 64 if float_ == "double" else 32
    lanes = architecture.lanes(bits)
    parts = [
        declare_functions(float_, lanes),
        write_reduction(),
        write_one_turn(float_, 1, architecture.has_doubles),
    ]
    if float_ == "float" and any(turns_parameters(p) for p in programs):
        parts.append(write_one_turn("double", 1))
    if parameters:
        parts.append(_set_up(programs, stem, parameters, float_))
    start = 0
    for program in programs:
        parts.append(_function(program, stem, bool(parameters), start, float_, lanes))
        start += len(program.constants)
    return "\n".join(parts)


def _function(
    program: Program, stem: str, set_up: bool, start: int, float_: str, lanes: int
) -> str:
    """A program as C calls it; its constants begin somewhere among those of all."""
    arguments = [(f"in{k}", "ptr") for k in range(len(program.inputs))] + [("out", "ptr")]
    begin = []
    if set_up:
        arguments.insert(0, ("k", "ptr"))
        begin.append(f"  %constants = getelementptr {float_}, ptr %k, i64 {start}")
    result, answers = "void", ("ret void", "ret void")
    if program.pivots:  # RISC-V has whole numbers extended in registers; elsewhere that is free
        result, answers = "signext i32", ("ret i32 1", "ret i32 0")
    signature = Signature(f"{stem}_{program.name}", tuple(arguments), result)
    return write_single(program, float_, lanes, signature, answers, begin)


def _set_up(programs: Sequence[Program], stem: str, parameters: Sequence[str], float_: str) -> str:
    w = Writer(float_, 1)
    inputs = {name: w.load(float_, "%parameters", i) for i, name in enumerate(parameters)}
    found: list[str] = []
    for program in programs:
        constants = write_constants(w, program, inputs)
        found += [constants[node.id] for node in program.constants]
    w.store(float_, "%k", found)
    w.say("ret void")
    arguments = (("parameters", "ptr"), ("k", "ptr"))
    return Signature(f"{stem}_setup", arguments, "void").definition(w.lines)
