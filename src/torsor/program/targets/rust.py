"""Rust: a crate that is no_std without its default feature, over any type with sine and cosine."""

from __future__ import annotations

import re
from collections.abc import Iterator

from torsor.program.graph.program import SINGULAR, Program
from torsor.program.targets.shared.file_header import first_line
from torsor.program.targets.shared.identifiers import Names
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import words
from torsor.program.targets.shared.statements import Let, Routine, Syntax, wrap_rows

RESERVED = words("""
abstract as async await become box break const continue crate do dyn else enum extern false
final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self
Self static struct super trait true try type typeof union unsafe unsized use virtual where while
yield Real T Constants Singular PARAMETERS core std f32 f64 i32 usize Ok Err Some None
""")

SYNTAX = Syntax(
    lambda text: f"T::number({text})", lambda i: f"k.c[{i}]", lambda x: f"Real::sign({x})", RESERVED
)

REAL = """
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number with arithmetic, sine and cosine; implemented for f32 and f64 with the feature `std`.
pub trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A literal of the program.
    fn number(x: f64) -> Self;
    /// Sine and cosine of an angle in radians.
    fn sin_cos(self) -> (Self, Self);
    /// -1, 0 or 1.
    fn sign(self) -> Self {
        let zero = Self::number(0.0);
        if self > zero {
            Self::number(1.0)
        } else if self < zero {
            Self::number(-1.0)
        } else {
            zero
        }
    }
}

#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "std")]
impl Real for f64 {
    fn number(x: f64) -> Self {
        x
    }
    fn sin_cos(self) -> (Self, Self) {
        f64::sin_cos(self)
    }
}

#[cfg(feature = "std")]
impl Real for f32 {
    fn number(x: f64) -> Self {
        x as f32
    }
    fn sin_cos(self) -> (Self, Self) {
        f32::sin_cos(self)
    }
}

/// The mass matrix is singular at this state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular;
"""


def files(package: Package) -> dict[str, str]:
    """The files by name."""
    return {
        "Cargo.toml": _cargo(package.stem),
        "src/lib.rs": _library(package),
        "tests/selftest.rs": _selftest(package),
    }


def _library(package: Package) -> str:
    parts = [package.comment("//")]
    parts.append("#![no_std]\n#![allow(non_snake_case, clippy::all)]" + REAL)
    if package.parameters:
        quoted = wrap_rows([f'"{p}"' for p in package.parameters], "    ")
        n = len(package.parameters)
        parts.append(
            f"/// The parameters of `setup`, in order.\npub const PARAMETERS: [&str; {n}] = [\n"
            f"{quoted},\n];\n"
        )
        parts.append(
            "/// What the parameters alone decide, computed once.\n#[derive(Clone, Copy, Debug)]\n"
            f"pub struct Constants<T> {{\n    pub c: [T; {len(package.constants)}],\n}}\n"
        )
        routine = SYNTAX.translate_setup(package)
        values = "".join(f"            {value},\n" for value in routine.outputs)
        lines = "\n".join(_statements(routine))
        parts.append(
            f"pub fn setup<T: Real>(parameters: &[T; {n}]) -> Constants<T> {{\n{lines}\n"
            f"    Constants {{\n        c: [\n{values}        ],\n    }}\n}}\n"
        )
    for p in package.programs:
        parts.append(_function(package, p))
    return "\n".join(parts)


def _function(package: Package, p: Program) -> str:
    routine = SYNTAX.translate_function(package, p)
    inputs = [f"{a.name}: &[T; {a.size}]" for a in p.inputs]
    arguments = package.arguments("k: &Constants<T>", inputs)
    result = f"[T; {p.output.size}]"
    lines = [*_statements(routine)]
    for pivot, scale in routine.pivots:
        lines.append(f"    if !({pivot} > T::number({SINGULAR['double']!r}) * {scale}) {{")
        lines.append("        return Err(Singular);\n    }")
    values = "".join(f"        {value},\n" for value in routine.outputs)
    array = f"[\n{values}    ]"
    lines.append(f"    Ok({array})" if p.pivots else f"    {array}")
    kind = f"Result<{result}, Singular>" if p.pivots else result
    name = f"pub fn {p.name}<T: Real>({', '.join(arguments)}) -> {kind} {{"
    return "\n".join([f"/// {p.output.extents}: {p.says}.", name, *lines, "}\n"])


DEEP = 200
"""Scopes within scopes that a compiler surely bears; every `let` opens one till the end."""

TOGETHER = 100
"""How many names are declared by one `let` in longer functions."""


def _statements(routine: Routine) -> Iterator[str]:
    for name in routine.idle:
        yield f"    let _ = {name};"
    lines = [(name, f"{array}[{place}]") for name, array, place in routine.loads]
    for step in routine.steps:
        if isinstance(step, Let):
            lines.append((step.name, step.value))
        else:
            pair = f"({step.sine or '_'}, {step.cosine or '_'})"
            lines.append((pair, f"Real::sin_cos({step.argument})"))
    if len(lines) <= DEEP:
        yield from (f"    let {name} = {value};" for name, value in lines)
        return
    for start in range(0, len(lines), TOGETHER):
        group = lines[start : start + TOGETHER]
        names = [n for name, _ in group for n in re.findall(r"[A-Za-z]\w*", name)]
        yield f"    let (\n{wrap_rows(names, '        ')},\n    );"
        yield from (f"    {name} = {value};" for name, value in group)


def _selftest(package: Package) -> str:
    stem = package.stem
    lines = []
    if package.parameters:
        numbers = wrap_rows(package.cases.parameters, "        ")
        lines.append(f"    let k = setup(&[\n{numbers},\n    ]);")
    for p, check in package.checks:
        tables = [wrap_rows(a, "            ") for a in check.arguments]
        inputs = [f"        &[\n{table},\n        ]," for table in tables]
        arguments = package.arguments("        &k,", inputs)
        call = "\n".join([f"    let got = {p.name}(", *arguments, "    )"])
        lines.append(call + ('.expect("not singular");' if p.pivots else ";"))
        expected = wrap_rows(check.expected, "            ")
        lines.append(f'    agree("{p.name}", &got, &[\n{expected},\n        ], {check.near!r});')
    body = "\n".join(lines)
    return f"""// {first_line()}
// Expected numbers from {package.cases.source}.
#![allow(clippy::all)]
use {crate_name(stem)}::*;

fn agree(name: &str, got: &[f64], expected: &[f64], near: f64) {{
    assert_eq!(got.len(), expected.len());
    let scale = expected.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
    for (a, b) in got.iter().zip(expected) {{
        let error = (a - b).abs() / scale;
        assert!(error <= near, "{{name}}: relative error {{error:e}}");
    }}
}}

#[test]
fn agrees_with_the_closed_form() {{
{body}
}}
"""


def crate_name(stem: str) -> str:
    """The crate's name: not a word of Rust's."""
    return Names([*RESERVED, "test", "alloc", "proc_macro"]).of([stem])[stem]


def _cargo(stem: str) -> str:
    return f"""# {first_line()}
[package]
name = "{crate_name(stem)}"
version = "0.1.0"
edition = "2021"

[features]
default = ["std"]
std = []

[[test]]
name = "selftest"
required-features = ["std"]
"""
