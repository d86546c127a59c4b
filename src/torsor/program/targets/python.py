"""Python with NumPy: plain functions of one state or of many, along the last axis."""

from __future__ import annotations

import keyword
from functools import partial

from torsor.program.graph.program import SINGULAR, Program
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import words
from torsor.program.targets.shared.statements import Syntax, literal, wrap_rows, write_statements

RESERVED = (
    *keyword.kwlist,
    *keyword.softkwlist,
    *words("np numpy list len range float int abs max all print setup PARAMETERS"),
)

SYNTAX = Syntax(literal, lambda i: f"k[{i}]", lambda x: f"np.sign({x})", RESERVED)

write_body = partial(
    write_statements, line="    {} = {}", entry="{}[..., {}]", functions=("np.sin", "np.cos")
)

COMMON = '''

def _real(numbers, size, name):
    """An array of floating-point numbers with ``size`` along its last axis."""
    array = np.asarray(numbers)
    if array.ndim == 0 or array.shape[-1] != size:
        raise ValueError(f"{name} has shape {array.shape}; expected (..., {size})")
    return array if np.issubdtype(array.dtype, np.inexact) else array.astype(float)


def _result(entries, shape, *arrays):
    """The entries along last axes of this shape, one result for each state of the arrays."""
    batch = np.broadcast_shapes(*(a.shape[:-1] for a in arrays), *(np.shape(e) for e in entries))
    result = np.empty((*batch, len(entries)), np.result_type(*arrays, *entries))
    for i, entry in enumerate(entries):
        result[..., i] = entry
    return result.reshape((*batch, *shape))
'''


def files(package: Package) -> dict[str, str]:
    """The files by name."""
    return {
        f"{package.stem}.py": _module(package),
        "selftest.py": _selftest(package),
        "pyproject.toml": _pyproject(package.stem),
    }


def _module(package: Package) -> str:
    parts = [package.comment("#")]
    parts.append("import numpy as np\n" + COMMON)
    if package.parameters:
        quoted = wrap_rows([f'"{p}"' for p in package.parameters], "    ")
        parts.append(f"PARAMETERS = (\n{quoted},\n)\n")
        routine = SYNTAX.translate_setup(package)
        lines = ["def setup(parameters):"]
        lines.append('    """What the parameters alone decide, in the order of PARAMETERS."""')
        n = len(package.parameters)
        lines.append(f'    parameters = _real(parameters, {n}, "parameters")')
        lines += [*write_body(routine), "    return ["]
        lines += [f"        {value}," for value in routine.outputs]
        parts.append("\n".join([*lines, "    ]\n"]))
    parts += [_function(package, p) for p in package.programs]
    return "\n\n".join(part.rstrip("\n") + "\n" for part in parts)


def _function(package: Package, p: Program) -> str:
    routine = SYNTAX.translate_function(package, p)
    names = [a.name for a in p.inputs]
    arguments = ", ".join(package.arguments("k", names))
    shape = "".join(f", {extent}" for extent in p.output.shape)
    quiet = ['@np.errstate(divide="ignore", invalid="ignore")'] if p.pivots else []
    lines = [*quiet, f"def {p.name}({arguments}):", f'    """(...{shape}): {p.says}."""']
    lines += [f'    {a.name} = _real({a.name}, {a.size}, "{a.name}")' for a in p.inputs]
    lines += write_body(routine)
    for pivot, scale in routine.pivots:
        lines.append(f"    if not np.all({pivot} > {SINGULAR['double']!r} * {scale}):")
        lines.append('        raise np.linalg.LinAlgError("the mass matrix is singular")')
    lines.append("    entries = [")
    lines += [f"        {value}," for value in routine.outputs]
    lines.append("    ]")
    lines.append(f"    return _result(entries, {p.output.shape}, {', '.join(names)})\n")
    return "\n".join(lines)


def _selftest(package: Package) -> str:
    lines = []
    for check in package.cases.checks:
        arguments = ",\n".join(_list(a) for a in check.arguments)
        lines.append(
            f'    ("{check.function}", [\n{arguments},\n    ],\n{_list(check.expected)},\n'
            f"     {check.near!r}),"
        )
    checks = "\n".join(lines)
    setup, k = "", ""
    if package.parameters:
        setup = f"k = robot.setup(\n{_list(package.cases.parameters)}\n)\n"
        k = "k, "
    return f"""# {first_line()}
# Expected numbers from {package.cases.source}.
import sys

import numpy as np
import {package.stem} as robot

CHECKS = [
{checks}
]
{setup}wrong = 0
for name, arguments, expected, near in CHECKS:
    function = getattr(robot, name)
    expected = np.array(expected)
    batches = [np.tile(a, (4, 1)) for a in arguments]
    one = function({k}*arguments)
    many = function({k}*batches)
    scale = max(1.0, np.abs(expected).max())
    errors = [np.abs(got.reshape(-1, expected.size) - expected).max() for got in (one, many)]
    if not all(e <= near * scale for e in errors) or many.shape != (4, *one.shape):
        print(f"{{name}} differs: relative error {{max(errors) / scale:g}}")
        wrong += 1
print(f"{package.stem}: {{len(CHECKS)}} checks, {{wrong}} wrong")
sys.exit(wrong != 0)
"""


def _list(numbers: tuple[float, ...]) -> str:
    entries = wrap_rows(numbers, "         ")
    return f"        [\n{entries},\n        ]"


def _pyproject(stem: str) -> str:
    return f"""# {first_line()}
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "{stem}"
version = "0.1.0"
dependencies = ["numpy>=1.20"]

[tool.setuptools]
py-modules = ["{stem}"]
"""
