"""JavaScript: an ES module without dependencies; results go into an array that may be given."""

from __future__ import annotations

import json
from functools import partial

from torsor.program.graph.program import SINGULAR, Program
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import words
from torsor.program.targets.shared.statements import Syntax, literal, wrap_rows, write_statements

RESERVED = words("""
abstract arguments async await boolean break byte case catch char class const continue debugger
default delete do double else enum eval export extends false final finally float for function
get goto if implements import in instanceof int interface let long native new null of package
private protected public return set short static super switch synchronized this throw throws
transient true try typeof undefined var void volatile while with yield Math Float64Array Error
NaN Infinity PARAMETERS setup
""")

SYNTAX = Syntax(literal, lambda i: f"k[{i}]", lambda x: f"Math.sign({x})", RESERVED)

write_body = partial(write_statements, line="  const {} = {};", functions=("Math.sin", "Math.cos"))


def files(package: Package) -> dict[str, str]:
    """The files by name."""
    stem = package.stem
    described = {
        "name": stem.replace("_", "-"),
        "version": "0.1.0",
        "description": first_line(),
        "private": True,
        "type": "module",
        "main": f"{stem}.mjs",
        "scripts": {"test": "node selftest.mjs"},
    }
    return {
        f"{stem}.mjs": write_module(package),
        "selftest.mjs": _selftest(package),
        "package.json": json.dumps(described, indent=2) + "\n",
    }


def write_module(package: Package) -> str:
    """The module, without its tests."""
    parts = [package.comment("//")]
    if package.parameters:
        quoted = wrap_rows([f'"{p}"' for p in package.parameters], "  ")
        parts.append(f"export const PARAMETERS = [\n{quoted},\n];\n")
        routine = SYNTAX.translate_setup(package)
        values = "\n".join(f"    {value}," for value in routine.outputs)
        lines = "\n".join(write_body(routine))
        parts.append(
            "// What the parameters alone decide, computed once.\n"
            f"export function setup(parameters) {{\n{lines}\n"
            f"  return Float64Array.of(\n{values}\n  );\n}}\n"
        )
    parts += [_function(package, p) for p in package.programs]
    return "\n".join(parts)


def _function(package: Package, p: Program) -> str:
    routine = SYNTAX.translate_function(package, p)
    out = p.output.name
    arguments = package.arguments("k", [a.name for a in p.inputs])
    arguments.append(f"{out} = new Float64Array({p.output.size})")
    lines = [f"// {out}[{p.output.extents}], row by row: {p.says}."]
    lines.append(f"export function {p.name}({', '.join(arguments)}) {{")
    lines += write_body(routine)
    for pivot, scale in routine.pivots:
        lines.append(
            f"  if (!({pivot} > {SINGULAR['double']!r} * {scale})) "
            'throw new Error("the mass matrix is singular");'
        )
    lines += [f"  {out}[{i}] = {value};" for i, value in enumerate(routine.outputs)]
    return "\n".join([*lines, f"  return {out};", "}\n"])


def _selftest(package: Package) -> str:
    def table(numbers: tuple[float, ...]) -> str:
        return "[\n" + wrap_rows(numbers, "    ") + ",\n  ]"

    checks = "\n".join(
        f'  ["{c.function}", [{", ".join(table(a) for a in c.arguments)}],\n'
        f"  {table(c.expected)}, {c.near!r}],"
        for c in package.cases.checks
    )
    setup = ""
    if package.parameters:
        setup = f"const k = robot.setup({table(package.cases.parameters)});\n"
    k = "k, " if package.parameters else ""
    return f"""// {first_line()}
// Expected numbers from {package.cases.source}.
import * as robot from "./{package.stem}.mjs";

const checks = [
{checks}
];
{setup}let wrong = 0;
for (const [name, given, expected, near] of checks) {{
  const got = robot[name]({k}...given);
  const scale = Math.max(1, ...expected.map(Math.abs));
  const error = Math.max(...expected.map((x, i) => Math.abs(got[i] - x))) / scale;
  if (!(error <= near)) {{
    console.log(`${{name}} differs: relative error ${{error}}`);
    wrong += 1;
  }}
}}
console.log(`{package.stem}: ${{checks.length}} checks, ${{wrong}} wrong`);
process.exit(wrong ? 1 : 0);
"""
