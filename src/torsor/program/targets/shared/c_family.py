"""What C, C++ and CUDA have in common: declarations, literals, tables of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from torsor.program.graph.program import Program
from torsor.program.targets.shared.reserved_words import CPP, MACROS, C
from torsor.program.targets.shared.statements import Let, Routine, Trig

RESERVED = (*C, *CPP, *MACROS)

SINGULAR = 1e-14
"""A pivot smaller than this part of its scale counts as zero."""


def rows(numbers: Sequence[str], indent: str, wide: int = 100) -> str:
    """Numbers by commas on as many lines as they need."""
    lines, line = [], indent
    for i, number in enumerate(numbers):
        piece = number + ("," if i + 1 < len(numbers) else "")
        if len(line) + len(piece) + 1 > wide and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += piece + " "
    return "\n".join([*lines, line.rstrip()])


def apart(step: Trig, real: str, sin: str = "sin", cos: str = "cos") -> Iterator[str]:
    """Sine and cosine from a call each."""
    if step.sine:
        yield f"    const {real} {step.sine} = {sin}({step.argument});"
    if step.cosine:
        yield f"    const {real} {step.cosine} = {cos}({step.argument});"


def statements(
    routine: Routine, real: str, trig: Callable[[Trig, str], Iterator[str]] = apart
) -> Iterator[str]:
    """Every line of a function but its results, indented once."""
    for name in routine.idle:
        yield f"    (void){name};"
    for name, array, place in routine.loads:
        yield f"    const {real} {name} = {array}[{place}];"
    for step in routine.steps:
        if isinstance(step, Let):
            yield f"    const {real} {step.name} = {step.value};"
        else:
            yield from trig(step, real)


def results(program: Program, routine: Routine, near: str) -> Iterator[str]:
    """Pivots looked at first, then the output written; nothing is written where M is singular."""
    for i, (pivot, scale) in enumerate(routine.pivots, 1):
        yield f"    if (!({pivot} > {near} * {scale})) return {i};"
    for i, value in enumerate(routine.outputs):
        yield f"    {program.output.name}[{i}] = {value};"
    if program.pivots:
        yield "    return 0;"


def literal(text: str, suffix: str = "") -> str:
    """A literal that can stand anywhere."""
    return f"({text}{suffix})" if text.startswith("-") else f"{text}{suffix}"


SINGULAR_NOTE = "returns 0, or not 0 where the mass matrix is singular and nothing is written"


def describe(program: Program) -> str:
    """One line about a function."""
    note = f"; {SINGULAR_NOTE}" if program.pivots else ""
    size = " x ".join(map(str, program.output.shape))
    return f"{program.output.name}[{size}]: {program.says}{note}."
