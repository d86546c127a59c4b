"""The self-test of CUDA code: each check goes through a kernel, on the GPU or as a loop."""

from __future__ import annotations

from torsor.program.graph.program import Program
from torsor.program.targets.cpp import DIFFER, write_main
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.package import Package


def _runner(package: Package, p: Program) -> str:
    """A function of the self-test that sends one state through the kernel."""
    kernel, size = f"{package.stem}::{p.name}_kernel", p.output.size
    taken = [*(f"const double *{a.name}" for a in p.inputs), "double *got"]
    taken = package.arguments(f"const {package.stem}::constants<double> &k", taken)
    on_gpu = package.arguments("k", [*(f"device({a.name}, {a.size})" for a in p.inputs), "out"])
    on_cpu = package.arguments("k", [*(a.name for a in p.inputs), "got"])
    kind, declared, flag, fetched, returned = "void", "", "", "", ""
    if p.pivots:
        kind, declared = "int", "    int status = 0;\n"
        flag = "    int *flag = device<int>(&status, 1);\n"
        fetched = "    must(cudaMemcpy(&status, flag, sizeof(int), cudaMemcpyDeviceToHost));\n"
        returned = "    return status;\n"
        on_gpu.append("flag")
        on_cpu.append("&status")
    return f"""static {kind} run_{p.name}({", ".join(taken)})
{{
{declared}#ifdef __CUDACC__
    double *out = device(got, {size});
{flag}    {kernel}<double><<<1, 32>>>({", ".join(on_gpu)}, 1);
    must(cudaGetLastError());
    must(cudaMemcpy(got, out, {size} * sizeof(double), cudaMemcpyDeviceToHost));
{fetched}#else
    {kernel}({", ".join(on_cpu)}, 1);
#endif
{returned}}}
"""


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
    checked = {check.function for check in package.cases.checks}
    runners = "\n".join(_runner(package, p) for p in package.programs if p.name in checked)
    return f"""// {first_line()}
// Expected numbers from {package.cases.source}.
// nvcc runs it on the GPU; any C++ compiler runs the same kernels on the CPU.
#include "{package.stem}.cuh"

#include <cmath>
#include <cstdio>
#include <cstdlib>

{DEVICE}
{DIFFER}
{runners}
{write_main(package, "run_")}"""
