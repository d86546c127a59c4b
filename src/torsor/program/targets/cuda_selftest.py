"""The self-test of CUDA code: each check goes through a kernel, on the GPU or as a loop."""

from __future__ import annotations

from torsor.program.graph.program import Program
from torsor.program.targets.cpp import DIFFER, calls, parameters_table
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.package import Package


def _runner(package: Package, p: Program) -> str:
    """A function of the self-test that sends one state through the kernel."""
    k = [f"const {package.stem}::constants<double> &k"] if package.parameters else []
    arguments = [*k, *(f"const double *{a.name}" for a in p.inputs), "double *got"]
    kind = "int" if p.pivots else "void"
    kernel = f"{package.stem}::{p.name}_kernel"
    names = [*(["k"] if k else []), *(a.name for a in p.inputs), "got"]
    on_gpu = [*(["k"] if k else []), *(f"device({a.name}, {a.size})" for a in p.inputs), "out"]
    status_gpu = (["flag"], ["    int *flag = device<int>(&status, 1);"]) if p.pivots else ([], [])
    lines = [
        f"static {kind} run_{p.name}({', '.join(arguments)})",
        "{",
        *(["    int status = 0;"] if p.pivots else []),
        "#ifdef __CUDACC__",
        f"    double *out = device(got, {p.output.size});",
        *status_gpu[1],
        f"    {kernel}<double><<<1, 32>>>({', '.join([*on_gpu, *status_gpu[0]])}, 1);",
        "    must(cudaGetLastError());",
        f"    must(cudaMemcpy(got, out, {p.output.size} * sizeof(double), "
        "cudaMemcpyDeviceToHost));",
        *(
            ["    must(cudaMemcpy(&status, flag, sizeof(int), cudaMemcpyDeviceToHost));"]
            if p.pivots
            else []
        ),
        "#else",
        f"    {kernel}({', '.join([*names, *(['&status'] if p.pivots else [])])}, 1);",
        "#endif",
        *(["    return status;"] if p.pivots else []),
        "}\n",
    ]
    return "\n".join(lines)


DEVICE = """#ifdef __CUDACC__
static void must(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::printf("CUDA: %s\\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

template <typename Number>
static Number *device(const Number *numbers, int size)
{
    Number *there = nullptr;
    must(cudaMalloc(&there, size * sizeof(Number)));
    must(cudaMemcpy(there, numbers, size * sizeof(Number), cudaMemcpyHostToDevice));
    return there;
}
#endif
"""


def selftest(package: Package) -> str:
    """The text of ``selftest.cu``."""
    stem = package.stem
    setup = ""
    if package.parameters:
        setup = f"{parameters_table(package)}    const auto k = {stem}::setup(parameters);\n"
    checked = {check.function for check in package.cases.checks}
    runners = "\n".join(_runner(package, p) for p in package.programs if p.name in checked)
    return f"""// {first_line()}
// Expected numbers from {package.cases.source}.
// nvcc runs it on the GPU; any C++ compiler runs the same kernels on the CPU.
#include "{stem}.cuh"

#include <cmath>
#include <cstdio>
#include <cstdlib>

{DEVICE}
{DIFFER}
{runners}
int main()
{{
    int wrong = 0;
{setup}{calls(package, "run_")}
    std::printf("{stem}: {len(package.cases.checks)} checks, %d wrong\\n", wrong);
    return wrong != 0;
}}
"""
