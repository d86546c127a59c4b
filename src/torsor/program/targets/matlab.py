"""MATLAB and Octave: a file for each function; vectors are columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from torsor.program.graph.program import SINGULAR, Program
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import words
from torsor.program.targets.shared.statements import Syntax, literal, wrap_rows, write_statements

RESERVED = words("""
break case catch classdef continue do else elseif end end_try_catch end_unwind_protect endarguments
endclassdef endenumeration endevents endfor endfunction endif endmethods endparfor endproperties
endspmd endswitch endwhile for function global if otherwise parfor persistent return spmd switch try
until unwind_protect unwind_protect_cleanup while sin cos sign reshape permute error pi i j e
Inf NaN arguments enumeration events methods properties import
""")

SYNTAX = Syntax(literal, lambda i: f"k({i + 1})", lambda x: f"sign({x})", RESERVED)

write_body = partial(
    write_statements, line="{} = {};", entry=lambda array, place: f"{array}({place + 1})"
)


def files(package: Package) -> dict[str, str]:
    """The files by name."""
    found = {}
    if package.parameters:
        routine = SYNTAX.translate_setup(package)
        lines = [f"function k = {package.stem}_setup(parameters)"]
        lines.append("% What the parameters alone decide, computed once.")
        lines += [
            *package.comment("%").splitlines(),
            *write_body(routine),
            *_column("k", routine.outputs),
            "end\n",
        ]
        found[f"{package.stem}_setup.m"] = "\n".join(lines)
    for p in package.programs:
        found[f"{package.stem}_{p.name}.m"] = _function(package, p)
    found["selftest.m"] = _selftest(package)
    found["Makefile"] = (
        f"# {first_line()}\ntest:\n\toctave --no-gui --quiet selftest.m\n\n.PHONY: test\n"
    )
    return found


def _function(package: Package, p: Program) -> str:
    routine = SYNTAX.translate_function(package, p)
    arguments = ", ".join(package.arguments("k", [a.name for a in p.inputs]))
    out, shape = p.output.name, p.output.shape
    lines = [f"function {out} = {package.stem}_{p.name}({arguments})"]
    lines.append(f"% {out}, {p.output.extents}: {p.says}.")
    lines += [*package.comment("%").splitlines(), *write_body(routine)]
    for pivot, scale in routine.pivots:
        lines.append(f"if ~({pivot} > {SINGULAR['double']!r} * {scale})")
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


def _selftest(package: Package) -> str:
    def table(numbers: tuple[float, ...]) -> str:
        entries = wrap_rows(numbers, "    ").replace(",\n", ", ...\n")
        return f"[ ...\n{entries} ...\n].'"

    lines = []
    if package.parameters:
        lines.append(f"k = {package.stem}_setup({table(package.cases.parameters)});")
    for p, check in package.checks:
        names = [f"argument{i}" for i, _ in enumerate(check.arguments, 1)]
        lines += [f"{n} = {table(a)};" for n, a in zip(names, check.arguments, strict=True)]
        lines.append(f"expected = {table(check.expected)};")
        arguments = ", ".join(package.arguments("k", names))
        lines.append(f"got = {package.stem}_{p.name}({arguments});")
        if len(p.output.shape) > 1:
            lines.append("got = permute(got, ndims(got):-1:1);")
        lines.append("relative = max(abs(got(:) - expected)) / max(1, max(abs(expected)));")
        lines.append(f"if any(isnan(got(:))) || ~(relative <= {check.near!r})")
        lines.append(f"    fprintf('{p.name} differs: relative error %g\\n', relative);")
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
