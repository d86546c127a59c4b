"""C99: a header and a source, no allocation, no globals."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.program.graph.program import SINGULAR, Program
from torsor.program.targets.shared.c_family import (
    RESERVED,
    describe,
    store_constants,
    write_body,
    write_checks,
    write_results,
    write_table,
)
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import like_a_macro
from torsor.program.targets.shared.statements import Syntax, literal


def files(package: Package, float32: bool = False) -> dict[str, str]:
    """The files by name."""
    real, suffix = ("float", "f") if float32 else ("double", "")
    stem = package.stem
    return {
        f"{stem}.h": write_c_header(package, real, len(package.constants)),
        f"{stem}.c": _source(package, real, suffix),
        "selftest.c": _selftest(package, real, suffix),
        "Makefile": _makefile(stem),
    }


def _comment(package: Package, more: Sequence[str] = ()) -> str:
    lines = "".join(f" * {line}".rstrip() + "\n" for line in more)
    return f"/*\n{package.comment(' *')}{lines} */\n"


def _signature(package: Package, p: Program, real: str) -> str:
    inputs = [f"const {real} {a.name}[{a.size}]" for a in p.inputs]
    arguments = package.arguments(f"const {package.stem}_constants *k", inputs)
    arguments.append(f"{real} {p.output.name}[{p.output.size}]")
    return f"{'int' if p.pivots else 'void'} {package.stem}_{p.name}({', '.join(arguments)})"


def _setup_signature(package: Package, real: str) -> str:
    n, stem = len(package.parameters), package.stem
    return f"void {stem}_setup(const {real} parameters[{n}], {stem}_constants *k)"


def write_c_header(package: Package, real: str, constants: int, more: Sequence[str] = ()) -> str:
    """The header, for so many numbers of the set-up, with lines that end its comment."""
    stem = package.stem
    guard = f"TORSOR_{stem.upper()}_H"
    parts = [_comment(package, more), f"#ifndef {guard}\n#define {guard}\n"]
    parts.append('#ifdef __cplusplus\nextern "C" {\n#endif\n')
    if package.parameters:
        places = ",\n".join(f"    {stem}_{p} = {i}" for i, p in enumerate(package.labels.values()))
        parts.append(f"/* Where each parameter stands. */\nenum {{\n{places}\n}};\n")
        parts.append(
            "/* What the parameters alone decide, computed once. */\n"
            f"typedef struct {{\n    {real} c[{constants}];\n}} {stem}_constants;\n"
        )
        parts.append(f"{_setup_signature(package, real)};\n")
    parts += [f"/* {describe(p)} */\n{_signature(package, p, real)};\n" for p in package.programs]
    parts.append(f"#ifdef __cplusplus\n}}\n#endif\n\n#endif /* {guard} */\n")
    return "\n".join(parts)


def _source(package: Package, real: str, suffix: str) -> str:
    syntax = Syntax(
        lambda text: literal(text, suffix),
        lambda i: f"k->c[{i}]",
        lambda x: f"({real})(({x} > 0) - ({x} < 0))",
        RESERVED,
        like_a_macro,
    )
    near = literal(repr(SINGULAR[real]), suffix)
    parts = [_comment(package), f'#include "{package.stem}.h"\n\n#include <math.h>\n']
    if package.parameters:
        routine = syntax.translate_setup(package)
        lines = [*write_body(routine, real, suffix), *store_constants(routine, syntax)]
        parts.append("\n".join([_setup_signature(package, real), "{", *lines, "}\n"]))
    for p in package.programs:
        routine = syntax.translate_function(package, p)
        lines = [*write_body(routine, real, suffix), *write_results(p, routine, near)]
        parts.append("\n".join([_signature(package, p, real), "{", *lines, "}\n"]))
    return "\n".join(parts)


def _selftest(package: Package, real: str, suffix: str) -> str:
    stem, tests, const = package.stem, package.cases, f"static const {real}"
    lines = ["    int wrong = 0;"]
    if package.parameters:
        table = write_table(f"{const} parameters", tests.parameters, "    ", suffix)
        lines = [table, f"    {stem}_constants k;", *lines, f"    {stem}_setup(parameters, &k);"]
    body = "\n".join([*lines, *write_checks(package, f"{stem}_", "&k", const, suffix)])
    return f"""/* {first_line()} */
/* Expected numbers from {tests.source}. */
#include "{stem}.h"

#include <math.h>
#include <stdio.h>

static int differ(const char *name, const {real} *got, const {real} *expected, int size,
                  double near)
{{
    double scale = 1, most = 0;
    int i;
    for (i = 0; i < size; i++) scale = fmax(scale, fabs((double)expected[i]));
    for (i = 0; i < size; i++) {{
        const double error = fabs((double)got[i] - (double)expected[i]) / scale;
        if (!(error <= most) && most == most) most = error;  /* not a number stays so */
    }}
    if (most <= near) return 0;
    printf("%s differs: relative error %g\\n", name, most);
    return 1;
}}

int main(void)
{{
{body}
    printf("{stem}: {len(tests.checks)} checks, %d wrong\\n", wrong);
    return wrong != 0;
}}
"""


def _makefile(stem: str) -> str:
    return f"""# {first_line()}
CFLAGS ?= -O2

test: build/selftest
\t./build/selftest

build/selftest: selftest.c {stem}.c {stem}.h
\tmkdir -p build
\t$(CC) $(CFLAGS) -std=c99 -Wall -Wextra -pedantic selftest.c {stem}.c -lm -o $@

.PHONY: test
"""
