"""What C, C++ and CUDA have in common: bodies of functions, tables, checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from torsor.program.graph.program import Program
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import CPP, MACROS, C
from torsor.program.targets.shared.statements import (
    Routine,
    Syntax,
    Trig,
    wrap_rows,
    write_statements,
)

RESERVED = (*C, *CPP, *MACROS)

NEAR32 = {False: 1e-4, True: 1e-2}
"""How near results of single precision must be, and those of what divides by the mass matrix."""


def write_body(
    routine: Routine,
    real: str,
    suffix: str = "",
    pair: Callable[[Trig], Iterator[str]] | None = None,
) -> Iterator[str]:
    """Every line of a function but its results, indented once."""
    yield from (f"    (void){name};" for name in routine.idle)
    functions = (f"sin{suffix}", f"cos{suffix}")
    line = f"    const {real} {{}} = {{}};"
    yield from write_statements(routine, line, functions=functions, pair=pair)


def store_constants(routine: Routine, syntax: Syntax) -> list[str]:
    """The results of the set-up."""
    return [f"    {syntax.constant(i)} = {value};" for i, value in enumerate(routine.outputs)]


def write_table(declared: str, numbers: Sequence[float], indent: str, suffix: str = "") -> str:
    """An array of numbers."""
    entries = wrap_rows(numbers, f"{indent}    ", suffix)
    return f"{indent}{declared}[] = {{\n{entries}\n{indent}}};"


def write_checks(
    package: Package, prefix: str, k: str = "k", const: str = "const double", suffix: str = ""
) -> Iterator[str]:
    """Every check of the self-test as a block; ``const`` is how its numbers are declared."""
    for p, check in package.checks:
        names, size = [a.name for a in p.inputs], p.output.size
        yield "    {"
        for name, numbers in zip(names, check.arguments, strict=True):
            yield write_table(f"{const} {name}", numbers, "        ", suffix)
        yield write_table(f"{const} expected", check.expected, "        ", suffix)
        yield f"        {const.rsplit(maxsplit=1)[-1]} got[{size}];"
        call = f"{prefix}{p.name}({', '.join([*package.arguments(k, names), 'got'])})"
        yield f"        wrong += {call} != 0;" if p.pivots else f"        {call};"
        near = NEAR32[bool(p.pivots)] if suffix else check.near
        yield f'        wrong += differ("{p.name}", got, expected, {size}, {near!r});'
        yield "    }"


def write_results(program: Program, routine: Routine, near: str) -> Iterator[str]:
    """Pivots looked at first, then the output written; nothing is written where M is singular."""
    for i, (pivot, scale) in enumerate(routine.pivots, 1):
        yield f"    if (!({pivot} > {near} * {scale})) return {i};"
    for i, value in enumerate(routine.outputs):
        yield f"    {program.output.name}[{i}] = {value};"
    if program.pivots:
        yield "    return 0;"


SINGULAR_NOTE = "returns 0, or not 0 where the mass matrix is singular and nothing is written"


def describe(program: Program) -> str:
    """One line about a function."""
    note = f"; {SINGULAR_NOTE}" if program.pivots else ""
    return f"{program.output.name}[{program.output.extents}]: {program.says}{note}."
