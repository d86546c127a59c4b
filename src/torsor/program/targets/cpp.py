"""C++17: one header, templated on the scalar, so that automatic differentiation goes through."""

from __future__ import annotations

from collections.abc import Iterator

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
from torsor.program.targets.shared.statements import Routine, Syntax, Trig

SYNTAX = Syntax(
    lambda text: f"T({text})",
    lambda i: f"k.c[{i}]",
    lambda x: f"T(double({x} > T(0.0)) - double({x} < T(0.0)))",
    RESERVED,
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
    parts = [package.comment("//")]
    parts.append(f"#ifndef {guard}\n#define {guard}\n\n#include <cmath>\n\nnamespace {stem} {{\n")
    if package.parameters:
        names = "\n".join(f"    {p} = {i}," for i, p in enumerate(package.labels.values()))
        parts.append(f"/// Where each parameter stands.\nenum parameter : int {{\n{names}\n}};\n")
        parts.append(
            "/// What the parameters alone decide, computed once.\n" + declare_constants(package)
        )
        routine = SYNTAX.translate_setup(package)
        lines = [*_using(routine), "    constants<T> k;", *write_body(routine, "T")]
        lines += [*store_constants(routine, SYNTAX), "    return k;"]
        signature = f"constants<T> setup(const T *parameters)  // {len(package.parameters)} numbers"
        parts.append(write_template(f"inline {signature}", lines))
    for p in package.programs:
        routine = SYNTAX.translate_function(package, p)
        lines = [*_using(routine), *write_body(routine, "T")]
        lines += write_results(p, routine, f"T({SINGULAR['double']!r})")
        template = write_template(f"inline {write_signature(package, p)}", lines)
        parts.append(f"/// {describe(p)}\n{template}")
    parts.append(f"}}  // namespace {stem}\n\n#endif  // {guard}\n")
    return "\n".join(parts)


def declare_constants(package: Package) -> str:
    """The structure of what the set-up computes."""
    return f"template <typename T>\nstruct constants {{\n    T c[{len(package.constants)}];\n}};\n"


def write_template(signature: str, lines: list[str]) -> str:
    """A function over any scalar T."""
    return "\n".join(["template <typename T>", signature, "{", *lines, "}\n"])


def _using(routine: Routine) -> Iterator[str]:
    steps = [s for s in routine.steps if isinstance(s, Trig)]
    if any(s.sine for s in steps):
        yield "    using std::sin;"
    if any(s.cosine for s in steps):
        yield "    using std::cos;"


def write_signature(package: Package, p: Program) -> str:
    """A function's result, name and arguments."""
    arguments = package.arguments("const constants<T> &k", [f"const T *{a.name}" for a in p.inputs])
    arguments.append(f"T *{p.output.name}")
    return f"{'int' if p.pivots else 'void'} {p.name}({', '.join(arguments)})"


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


def write_main(package: Package, prefix: str) -> str:
    """The self-test's own function: every check, by functions with this prefix."""
    stem, setup = package.stem, ""
    if package.parameters:
        table = write_table("const double parameters", package.cases.parameters, "    ")
        setup = f"{table}\n    const auto k = {stem}::setup(parameters);\n"
    body = "\n".join(write_checks(package, prefix))
    return f"""int main()
{{
    int wrong = 0;
{setup}{body}
    std::printf("{stem}: {len(package.cases.checks)} checks, %d wrong\\n", wrong);
    return wrong != 0;
}}
"""


def _selftest(package: Package) -> str:
    return f"""// {first_line()}
// Expected numbers from {package.cases.source}.
#include "{package.stem}.hpp"

#include <cmath>
#include <cstdio>

{DIFFER}
{write_main(package, f"{package.stem}::")}"""


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
