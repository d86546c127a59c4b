"""What a language promises beyond its results: no globals, no std, derivatives, kernels, floats."""

from __future__ import annotations

import numpy as np
import pytest
from tests.program.targets.running import STRICT, must, packaged, passes, put, tool, written

from torsor.program.targets import write_code

ARM = {"Izz1": 0, "Izz2": 0, "m1": 1, "m2": 1, "l1": 1, "rx1": 0, "ry1": 0, "rx2": 1, "ry2": 0,
       "g": 9.81}  # fmt: skip
"""One point mass at the end: singular when stretched."""


def test_c_has_no_globals_and_calls_nothing_but_sine_and_cosine(tmp_path):
    folder = written("c", packaged("driven"), tmp_path)
    must(tool("gcc"), "-std=c99", "-O2", *STRICT, "-c", "robot_3r.c", folder=folder)
    listed = must(tool("nm"), "robot_3r.o", folder=folder).splitlines()
    symbols = [line.split()[-2:] for line in listed]
    assert not {kind for kind, _ in symbols} & set("DdBbCGgSs"), symbols
    called = {name for kind, name in symbols if kind == "U"}
    assert called <= {"sin", "cos", "sincos", "_GLOBAL_OFFSET_TABLE_"}


def test_c_in_single_precision(tmp_path):
    files = write_code("planar2r", "c", float32=True)
    assert "double" not in files["planar_2r.c"].split("*/")[1]
    assert passes("c", put(files, tmp_path))


def test_rust_is_no_std_without_its_feature(tmp_path):
    folder = written("rust", packaged("driven"), tmp_path)
    assert "#![no_std]" in (folder / "src" / "lib.rs").read_text("utf-8")
    crate = ("--crate-type=lib", "--emit=metadata", "src/lib.rs", "-o", "lib.rmeta")
    must(tool("rustc"), "--edition=2021", "-D", "warnings", *crate, folder=folder)


def test_rust_of_long_functions_compiles_with_debug_information(tmp_path):
    """Every `let` is a scope within the one before; thousands overflow the compiler's stack."""
    files = write_code("panda", "rust", functions=["forward_dynamics_derivatives"])
    assert len(files["src/lib.rs"].splitlines()) > 3000
    assert passes("rust", put(files, tmp_path))


def test_nvcc_compiles_the_kernels(tmp_path):
    folder = written("cuda", packaged("scara"), tmp_path)
    must(tool("nvcc"), "-std=c++17", "-c", "selftest.cu", "-o", "selftest.o", folder=folder)


DUAL = """
#include "planar_2r.hpp"
#include <cmath>
#include <cstdio>

struct Dual {
    double x, d;
    Dual(double x_ = 0, double d_ = 0) : x(x_), d(d_) {}
};
inline Dual operator+(Dual a, Dual b) { return {a.x + b.x, a.d + b.d}; }
inline Dual operator-(Dual a, Dual b) { return {a.x - b.x, a.d - b.d}; }
inline Dual operator-(Dual a) { return {-a.x, -a.d}; }
inline Dual operator*(Dual a, Dual b) { return {a.x * b.x, a.d * b.x + a.x * b.d}; }
inline Dual operator/(Dual a, Dual b) { return {a.x / b.x, (a.d - a.x / b.x * b.d) / b.x}; }
inline Dual sin(Dual a) { return {std::sin(a.x), a.d * std::cos(a.x)}; }
inline Dual cos(Dual a) { return {std::cos(a.x), -a.d * std::sin(a.x)}; }

int main()
{
    const Dual parameters[] = {%(parameters)s};
    const auto k = planar_2r::setup(parameters);
    const double q[] = {%(q)s}, dq[] = {%(dq)s}, ddq[] = {%(ddq)s};
    for (int by = 0; by < 2; by++)
        for (int j = 0; j < 2; j++) {
            Dual Q[2], dQ[2], ddQ[2], tau[2];
            for (int i = 0; i < 2; i++) {
                Q[i] = {q[i], by == 0 && i == j ? 1.0 : 0.0};
                dQ[i] = {dq[i], by == 1 && i == j ? 1.0 : 0.0};
                ddQ[i] = ddq[i];
            }
            planar_2r::inverse_dynamics(k, Q, dQ, ddQ, tau);
            for (int i = 0; i < 2; i++) std::printf("%%.17g ", tau[i].d);
        }
}
"""


def test_automatic_differentiation_goes_through_the_cpp_header(tmp_path):
    made = packaged("planar2r", True)
    check = next(c for c in made.cases.checks if c.function == "inverse_dynamics_derivatives")
    folder = written("cpp", made, tmp_path)
    texts = [", ".join(map(repr, a)) for a in (made.cases.parameters, *check.arguments)]
    source = DUAL % dict(zip(("parameters", "q", "dq", "ddq"), texts, strict=True))
    (folder / "dual.cpp").write_text(source, "utf-8")
    must(tool("g++"), "-std=c++17", *STRICT, "dual.cpp", "-o", "dual", folder=folder)
    found = np.array(must(folder / "dual", folder=folder).split(), float).reshape(2, 2, 2)
    exact = np.array(check.expected).reshape(2, 2, 2)
    assert np.allclose(found.transpose(0, 2, 1), exact, rtol=0, atol=1e-12 * abs(exact).max())


SINGULAR_C = """
#include "planar_2r.h"
int main(void)
{
    const double q[2] = {0.3, 0}, dq[2] = {0, 0}, tau[2] = {1, 1};
    double ddq[2] = {7, 7};
    if (planar_2r_forward_dynamics(q, dq, tau, ddq) == 0) return 1;
    return ddq[0] != 7 || ddq[1] != 7;
}
"""


def test_c_tells_of_a_singular_mass_matrix_and_writes_nothing(tmp_path):
    files = write_code("planar2r", "c", ARM, ["forward_dynamics"])
    folder = put(files, tmp_path)
    (folder / "selftest.c").write_text(SINGULAR_C, "utf-8")
    assert passes("c", folder)


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_a_singular_mass_matrix_is_raised(language, tmp_path):
    folder = put(write_code("planar2r", language, ARM), tmp_path)
    call = "forward_dynamics([0.3, 0], [0, 0], [1, 1])"
    if language == "python":
        lines = ["import numpy, planar_2r", "try:", f"    planar_2r.{call}"]
        lines += [
            "except numpy.linalg.LinAlgError:",
            "    pass",
            "else:",
            "    raise SystemExit(1)",
        ]
        (folder / "selftest.py").write_text("\n".join(lines) + "\n", "utf-8")
    else:
        (folder / "selftest.mjs").write_text(
            'import { forward_dynamics } from "./planar_2r.mjs";\n'
            f"try {{ {call}; process.exit(1); }} catch (error) {{\n"
            "  if (!/singular/.test(error.message)) process.exit(2);\n}\n",
            "utf-8",
        )
    assert passes(language, folder)


def test_a_self_test_says_what_it_cannot_check():
    nearly_massless = ARM | {"Izz1": 1, "m2": "1e-12"}
    text = write_code("planar2r", "c", nearly_massless)["selftest.c"]
    assert "not checked, as M is near singular with these numbers: forward_dynamics." in text
