"""CUDA C++: a function for one state and a kernel with one thread to a state.

Without nvcc the same header is plain C++: a kernel is then a loop over the states.
"""

from __future__ import annotations

from collections.abc import Iterator

from torsor.program.graph.program import SINGULAR, Program
from torsor.program.targets.cpp import declare_constants, write_signature, write_template
from torsor.program.targets.cuda_selftest import selftest
from torsor.program.targets.shared.c_family import RESERVED as COMMON
from torsor.program.targets.shared.c_family import (
    describe,
    store_constants,
    write_body,
    write_results,
)
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import like_a_macro, words
from torsor.program.targets.shared.statements import Syntax, Trig

RESERVED = (
    *COMMON,
    *words("threadIdx blockIdx blockDim gridDim warpSize dim3 sincos sincosf status count state"),
)
SYNTAX = Syntax(
    lambda text: f"T({text})",
    lambda i: f"k.c[{i}]",
    lambda x: f"T(({x} > T(0)) - ({x} < T(0)))",
    RESERVED,
    like_a_macro,
)

SHIM = """#ifndef TORSOR_DEVICE
#ifdef __CUDACC__
#define TORSOR_DEVICE __host__ __device__ inline
#define TORSOR_KERNEL __global__ void
#define TORSOR_FIRST (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x)
#define TORSOR_STRIDE (static_cast<long long>(gridDim.x) * blockDim.x)
#else
#define TORSOR_DEVICE inline
#define TORSOR_KERNEL void
#define TORSOR_FIRST 0LL
#define TORSOR_STRIDE 1LL
#endif
namespace torsor_sincos {
TORSOR_DEVICE void sine_cosine(double x, double *s, double *c)
{
#ifdef __CUDA_ARCH__
    sincos(x, s, c);
#else
    *s = std::sin(x);
    *c = std::cos(x);
#endif
}
TORSOR_DEVICE void sine_cosine(float x, float *s, float *c)
{
#ifdef __CUDA_ARCH__
    sincosf(x, s, c);
#else
    *s = std::sin(x);
    *c = std::cos(x);
#endif
}
}  // namespace torsor_sincos
#endif
"""


def files(package: Package) -> dict[str, str]:
    """The files by name."""
    return {
        f"{package.stem}.cuh": _header(package),
        "selftest.cu": selftest(package),
        "Makefile": _makefile(package.stem),
    }


def _write_pair(step: Trig) -> Iterator[str]:
    """Sine and cosine from one call."""
    sine, cosine = step.sine or f"{step.cosine}_s", step.cosine or f"{step.sine}_c"
    yield f"    T {sine}, {cosine};"
    yield f"    torsor_sincos::sine_cosine({step.argument}, &{sine}, &{cosine});"


def _header(package: Package) -> str:
    stem = package.stem
    guard = f"TORSOR_{stem.upper()}_CUH"
    parts = [package.comment("//")]
    parts.append(f"#ifndef {guard}\n#define {guard}\n\n#include <cmath>\n\n{SHIM}")
    parts.append(f"namespace {stem} {{\n")
    if package.parameters:
        parts.append(
            "// What the parameters alone decide, computed once on the host.\n"
            + declare_constants(package)
        )
        routine = SYNTAX.translate_setup(package)
        lines = ["    constants<T> k;", *write_body(routine, "T", pair=_write_pair)]
        lines += [*store_constants(routine, SYNTAX), "    return k;"]
        parts.append(write_template("TORSOR_DEVICE constants<T> setup(const T *parameters)", lines))
    for p in package.programs:
        parts += [_function(package, p), _kernel(package, p)]
    parts.append(f"}}  // namespace {stem}\n\n#endif  // {guard}\n")
    return "\n".join(parts)


def _function(package: Package, p: Program) -> str:
    routine = SYNTAX.translate_function(package, p)
    # The threshold of single precision is its own.
    near = f"(sizeof(T) < 8 ? T(1e-6) : T({SINGULAR['double']!r}))"
    lines = [*write_body(routine, "T", pair=_write_pair), *write_results(p, routine, near)]
    template = write_template(f"TORSOR_DEVICE {write_signature(package, p)}", lines)
    return f"// {describe(p)}\n{template}"


def _kernel(package: Package, p: Program) -> str:
    arguments = package.arguments("const constants<T> k", [f"const T *{a.name}" for a in p.inputs])
    arguments += [f"T *{p.output.name}", *(["int *status"] if p.pivots else []), "long long count"]
    rows = [f"{a.name} + {a.size} * state" for a in (*p.inputs, p.output)]
    given = package.arguments("k", rows)
    call = f"{package.stem}::{p.name}({', '.join(given)});"
    said = "; status is 0 where it could be solved" if p.pivots else ""
    return f"""// The same for count states, each a row of every array{said}.
template <typename T>
TORSOR_KERNEL {p.name}_kernel({", ".join(arguments)})
{{
    for (long long state = TORSOR_FIRST; state < count; state += TORSOR_STRIDE) {{
        {"status[state] = " if p.pivots else ""}{call}
    }}
}}
"""


def _makefile(stem: str) -> str:
    return f"""# {first_line()}
NVCC ?= nvcc
CXX ?= c++

test: build/selftest
\t./build/selftest

cpu: build/selftest_cpu
\t./build/selftest_cpu

build/selftest: selftest.cu {stem}.cuh
\tmkdir -p build
\t$(NVCC) -O2 -std=c++17 selftest.cu -o $@

build/selftest_cpu: selftest.cu {stem}.cuh
\tmkdir -p build
\t$(CXX) -O2 -std=c++17 -x c++ selftest.cu -o $@

.PHONY: test cpu
"""
