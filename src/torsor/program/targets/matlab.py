"""MATLAB and Octave: a file for each function; vectors are columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from torsor.program.graph.program import Program
from torsor.program.targets.shared.c_family import SINGULAR, literal, rows
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import words
from torsor.program.targets.shared.statements import (
    Routine,
    Syntax,
    assignments,
    translate_function,
    translate_setup,
)

RESERVED = words("""
break case catch classdef continue do else elseif end end_try_catch end_unwind_protect endarguments
endclassdef endenumeration endevents endfor endfunction endif endmethods endparfor endproperties
endspmd endswitch endwhile for function global if otherwise parfor persistent return spmd switch try
until unwind_protect unwind_protect_cleanup while sin cos sign reshape permute error pi i j e
Inf NaN arguments enumeration events methods properties import
""")

SYNTAX = Syntax(literal, lambda i: f"k({i + 1})", lambda x: f"sign({x})")


def files(package: Package) -> dict[str, str]:
    """The files by name."""
    found = {}
    if package.parameters:
        routine = translate_setup(package.constants, package.parameters, SYNTAX, RESERVED)
        lines = [f"function k = {package.stem}_setup(parameters)"]
        lines.append("% What the parameters alone decide, computed once.")
        lines += [*_head(package), *_statements(routine), *_column("k", routine.outputs), "end\n"]
        found[f"{package.stem}_setup.m"] = "\n".join(lines)
    for p in package.programs:
        found[f"{package.stem}_{p.name}.m"] = _function(package, p)
    found["selftest.m"] = _selftest(package)
    found["Makefile"] = (
        f"# {first_line()}\ntest:\n\toctave --no-gui --quiet selftest.m\n\n.PHONY: test\n"
    )
    return found


def _head(package: Package) -> Iterator[str]:
    yield from (f"% {line}".rstrip() for line in package.header)


def _function(package: Package, p: Program) -> str:
    routine = translate_function(p, package.places, SYNTAX, RESERVED)
    arguments = ", ".join([*(["k"] if package.parameters else []), *(a.name for a in p.inputs)])
    out, shape = p.output.name, p.output.shape
    lines = [f"function {out} = {package.stem}_{p.name}({arguments})"]
    lines.append(f"% {out}, {' x '.join(map(str, shape))}: {p.says}.")
    lines += [*_head(package), *_statements(routine)]
    for pivot, scale in routine.pivots:
        lines.append(f"if ~({pivot} > {SINGULAR!r} * {scale})")
        lines.append("    error('torsor:singular', 'the mass matrix is singular');\nend")
    lines += _column(out, routine.outputs)
    if len(shape) == 2:
        lines.append(f"{out} = reshape({out}, {shape[1]}, {shape[0]}).';")
    elif len(shape) > 2:
        sizes = " ".join(map(str, reversed(shape)))
        axes = " ".join(str(i) for i in range(len(shape), 0, -1))
        lines.append(f"{out} = permute(reshape({out}, [{sizes}]), [{axes}]);")
    return "\n".join([*lines, "end\n"])


def _column(name: str, values: Sequence[str]) -> Iterator[str]:
    yield f"{name} = [ ..."
    yield from (f"    {value}; ..." for value in values)
    yield "];"


def _statements(routine: Routine) -> Iterator[str]:
    def entry(array: str, place: int) -> str:
        return f"{array}({place + 1})"

    for name, value in assignments(routine, entry, "sin", "cos"):
        yield f"{name} = {value};"


def _selftest(package: Package) -> str:
    def table(numbers: tuple[float, ...]) -> str:
        entries = rows([repr(x) for x in numbers], "    ").replace(",\n", ", ...\n")
        return f"[ ...\n{entries} ...\n].'"

    by_name = {p.name: p for p in package.programs}
    lines = []
    if package.parameters:
        lines.append(f"k = {package.stem}_setup({table(package.cases.parameters)});")
    for check in package.cases.checks:
        names = [f"argument{i}" for i, _ in enumerate(check.arguments, 1)]
        lines += [f"{n} = {table(a)};" for n, a in zip(names, check.arguments, strict=True)]
        lines.append(f"expected = {table(check.expected)};")
        arguments = ", ".join([*(["k"] if package.parameters else []), *names])
        lines.append(f"got = {package.stem}_{check.function}({arguments});")
        if len(by_name[check.function].output.shape) > 1:
            lines.append("got = permute(got, ndims(got):-1:1);")
        lines.append("relative = max(abs(got(:) - expected)) / max(1, max(abs(expected)));")
        lines.append(f"if any(isnan(got(:))) || ~(relative <= {check.near!r})")
        lines.append(f"    fprintf('{check.function} differs: relative error %g\\n', relative);")
        lines.append("    wrong = wrong + 1;\nend")
    body = "\n".join(lines)
    return f"""% {first_line()}
% Expected numbers from {package.cases.source}.
wrong = 0;
{body}
fprintf('{package.stem}: {len(package.cases.checks)} checks, %d wrong\\n', wrong);
if wrong > 0
    error('torsor:selftest', 'some checks failed');
end
"""
