"""C++17: one header, templated on the scalar, so that automatic differentiation goes through."""

from __future__ import annotations

from collections.abc import Iterator

from torsor.program.graph.program import Program
from torsor.program.targets.shared.c_family import (
    RESERVED,
    SINGULAR,
    describe,
    results,
    rows,
    statements,
)
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import like_a_macro
from torsor.program.targets.shared.statements import (
    Routine,
    Syntax,
    Trig,
    translate_function,
    translate_setup,
)

SYNTAX = Syntax(
    lambda text: f"T({text})",
    lambda i: f"k.c[{i}]",
    lambda x: f"T(double({x} > T(0.0)) - double({x} < T(0.0)))",
    like_a_macro,
)


def files(package: Package) -> dict[str, str]:
    """The files by name."""
    return {
        f"{package.stem}.hpp": _header(package),
        "selftest.cpp": _selftest(package),
        "CMakeLists.txt": _cmake(package.stem),
    }


def _header(package: Package) -> str:
    stem = package.stem
    guard = f"TORSOR_{stem.upper()}_HPP"
    parts = ["".join(f"// {line}".rstrip() + "\n" for line in package.header)]
    parts.append(f"#ifndef {guard}\n#define {guard}\n\n#include <cmath>\n\nnamespace {stem} {{\n")
    if package.parameters:
        names = "\n".join(f"    {p} = {i}," for i, p in enumerate(package.labels.values()))
        parts.append(f"/// Where each parameter stands.\nenum parameter : int {{\n{names}\n}};\n")
        parts.append(
            "/// What the parameters alone decide, computed once.\n"
            f"template <typename T>\nstruct constants {{\n    T c[{len(package.constants)}];\n}};\n"
        )
        routine = translate_setup(package.constants, package.parameters, SYNTAX, RESERVED)
        lines = [*_using(routine), "    constants<T> k;", *statements(routine, "T")]
        lines += [f"    k.c[{i}] = {value};" for i, value in enumerate(routine.outputs)]
        signature = f"constants<T> setup(const T *parameters)  // {len(package.parameters)} numbers"
        parts.append(_function("inline ", signature, [*lines, "    return k;"]))
    for p in package.programs:
        routine = translate_function(p, package.places, SYNTAX, RESERVED)
        lines = [*_using(routine), *statements(routine, "T")]
        lines += results(p, routine, f"T({SINGULAR!r})")
        parts.append(f"/// {describe(p)}\n" + _function("inline ", _signature(package, p), lines))
    parts.append(f"}}  // namespace {stem}\n\n#endif  // {guard}\n")
    return "\n".join(parts)


def _function(inline: str, signature: str, lines: list[str]) -> str:
    return "\n".join(["template <typename T>", f"{inline}{signature}", "{", *lines, "}\n"])


def _using(routine: Routine) -> Iterator[str]:
    steps = [s for s in routine.steps if isinstance(s, Trig)]
    if any(s.sine for s in steps):
        yield "    using std::sin;"
    if any(s.cosine for s in steps):
        yield "    using std::cos;"


def _signature(package: Package, p: Program) -> str:
    arguments = ["const constants<T> &k"] if package.parameters else []
    arguments += [f"const T *{a.name}" for a in p.inputs]
    arguments.append(f"T *{p.output.name}")
    return f"{'int' if p.pivots else 'void'} {p.name}({', '.join(arguments)})"


def calls(package: Package, prefix: str, real: str = "double") -> str:
    """Every check of the self-test as a block of C++."""
    lines = []
    by_name = {p.name: p for p in package.programs}
    for check in package.cases.checks:
        p = by_name[check.function]
        names = [a.name for a in p.inputs]
        lines.append("    {")
        for name, numbers in zip(
            [*names, "expected"], [*check.arguments, check.expected], strict=True
        ):
            entries = rows([repr(x) for x in numbers], "            ")
            lines.append(f"        const {real} {name}[] = {{\n{entries}\n        }};")
        lines.append(f"        {real} got[{p.output.size}];")
        arguments = ", ".join([*(["k"] if package.parameters else []), *names, "got"])
        call = f"{prefix}{p.name}({arguments})"
        lines.append(f"        wrong += {call} != 0;" if p.pivots else f"        {call};")
        lines.append(
            f'        wrong += differ("{p.name}", got, expected, {p.output.size}, {check.near!r});'
        )
        lines.append("    }")
    return "\n".join(lines)


DIFFER = """static int differ(const char *name, const double *got, const double *expected, int size,
                  double near)
{
    double scale = 1, most = 0;
    for (int i = 0; i < size; i++) scale = std::fmax(scale, std::fabs(expected[i]));
    for (int i = 0; i < size; i++) {
        const double error = std::fabs(got[i] - expected[i]) / scale;
        if (!(error <= most) && most == most) most = error;  /* not a number stays so */
    }
    if (most <= near) return 0;
    std::printf("%s differs: relative error %g\\n", name, most);
    return 1;
}
"""


def parameters_table(package: Package) -> str:
    """The parameters of the self-test as a table."""
    entries = rows([repr(x) for x in package.cases.parameters], "        ")
    return f"    const double parameters[] = {{\n{entries}\n    }};\n"


def _selftest(package: Package) -> str:
    stem = package.stem
    setup = ""
    if package.parameters:
        setup = f"{parameters_table(package)}    const auto k = {stem}::setup(parameters);\n"
    return f"""// {first_line()}
// Expected numbers from {package.cases.source}.
#include "{stem}.hpp"

#include <cmath>
#include <cstdio>

{DIFFER}
int main()
{{
    int wrong = 0;
{setup}{calls(package, f"{stem}::")}
    std::printf("{stem}: {len(package.cases.checks)} checks, %d wrong\\n", wrong);
    return wrong != 0;
}}
"""


def _cmake(stem: str) -> str:
    return f"""# {first_line()}
cmake_minimum_required(VERSION 3.14)
project({stem} CXX)

add_library({stem} INTERFACE)
target_include_directories({stem} INTERFACE ${{CMAKE_CURRENT_SOURCE_DIR}})
target_compile_features({stem} INTERFACE cxx_std_17)

enable_testing()
add_executable(selftest selftest.cpp)
target_link_libraries(selftest PRIVATE {stem})
add_test(NAME selftest COMMAND selftest)
"""
