"""What routines may name: their types, each other, records, and constants of their modules."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from torsor.program.jit.routines.language import Record
from torsor.program.jit.writing.assembly import literal
from torsor.program.jit.writing.signature import Signature

SCALARS = {"int": "i64", "float": "double", "bool": "i1", "None": "void"}
ARRAYS = {"Floats": "double", "Integers": "i64"}


@dataclass(frozen=True)
class Value:
    """What an expression gives: its type as annotations tell it, and LLVM's name of it."""

    type: str
    name: str


@dataclass(frozen=True)
class Routine:
    """A routine's syntax tree, with the types that it tells."""

    tree: ast.FunctionDef

    @property
    def name(self) -> str:
        """What it is called."""
        return self.tree.name

    @property
    def arguments(self) -> list[tuple[str, str]]:
        """Names and types of its arguments."""
        return [(a.arg, _annotated(a.annotation)) for a in self.tree.args.args]

    @property
    def result(self) -> str:
        """The type of what it gives."""
        return _annotated(self.tree.returns)

    @property
    def signature(self) -> Signature:
        """The same as LLVM has it."""
        taken = tuple((name, low_type(type_)) for name, type_ in self.arguments)
        return Signature(self.name, taken, low_type(self.result))


def _annotated(annotation: ast.expr | None) -> str:
    return ast.unparse(annotation) if annotation is not None else "None"


def low_type(type_: str) -> str:
    """LLVM's type; arrays and records are places."""
    return SCALARS.get(type_, "ptr")


@dataclass(frozen=True)
class Known:
    """What routines may name: each other, records, and constants of their modules."""

    routines: Mapping[str, Routine]
    records: Mapping[str, Mapping[str, str]]
    """The fields of each record with their types, in order."""
    constants: Mapping[str, float | int | Sequence[float]]


def fields_of(record: type[Record]) -> dict[str, str]:
    """A record's fields and their types, as they are written."""
    return {name: str(told) for name, told in record.__annotations__.items()}


def write_constants(known: Known) -> list[str]:
    """The tables among the constants."""
    found = []
    for name, value in known.constants.items():
        if isinstance(value, Sequence):
            entries = ", ".join(f"double {literal(float(v), 'double')}" for v in value)
            found.append(f"@{name} = internal constant [{len(value)} x double] [{entries}]")
    return found
