"""Routines as machine code in memory, and records in memory for them."""

from __future__ import annotations

import ast
import ctypes
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from torsor.program.jit import cache as disk
from torsor.program.jit.cache import Head, stamp_sources
from torsor.program.jit.machine import Loaded, machine, object_code
from torsor.program.jit.routines.language import Function, Record
from torsor.program.jit.routines.names import Known, Routine, fields_of, write_constants
from torsor.program.jit.routines.translation import Translation
from torsor.program.jit.writing.kernel import declare_functions
from torsor.program.jit.writing.reduction import write_one_turn, write_reduction

C_TYPES: Mapping[str, Any] = {"int": ctypes.c_int64, "float": ctypes.c_double}
"""What ctypes calls the types of fields; all others are places."""


class Routines:
    """The routines of some modules as machine code; each is called by its name, with records."""

    def __init__(self, modules: Sequence[ModuleType]) -> None:
        texts = [inspect.getsource(module) for module in modules]
        known = _collect(modules, texts)
        key = disk.key(
            "routines", texts, known.records, known.constants, machine(),
            sys.implementation.cache_tag, stamp_sources(),
        )  # fmt: skip
        entry = disk.read(key)
        if entry is None:
            head: Head = {
                "arguments": [], "shape": [], "operations": {}, "constants": 0, "shapes": {},
            }  # fmt: skip
            entry = (head, object_code(write_routines(known), optimised=True))
            disk.write(key, *entry)
        self._loaded = Loaded(entry[1])
        self._known = known
        self._made: dict[str, Callable[..., int]] = {}

    def __getattr__(self, name: str) -> Callable[..., int]:
        if name.startswith("_") or name not in self._known.routines:
            raise AttributeError(name)
        if name not in self._made:
            signature = self._known.routines[name].signature
            self._made[name] = signature.foreign(self._loaded.address(name))
        return self._made[name]


def _collect(modules: Sequence[ModuleType], texts: Sequence[str]) -> Known:
    routines: dict[str, Routine] = {}
    records = {"Function": fields_of(Function)}
    constants: dict[str, Any] = {}
    for module, text in zip(modules, texts, strict=True):
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                routines[node.name] = Routine(node)
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, Record):
                records[name] = fields_of(value)
            elif name.isupper() and _is_constant(value):
                constants[name] = value
    return Known(routines, records, constants)


def _is_constant(value: object) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(isinstance(entry, float) for entry in value)
    return isinstance(value, int | float)


def write_routines(known: Known) -> str:
    """The module of LLVM assembly."""
    parts = [
        declare_functions("double", 1),
        "declare double @llvm.sqrt.f64(double)",
        "declare double @llvm.rint.f64(double)",
        write_reduction(),
        write_one_turn("double", 1),
        *write_constants(known),
    ]
    parts += [Translation(routine, known).write() for routine in known.routines.values()]
    return "\n".join(parts)


@cache
def _structure(name: str, fields: tuple[tuple[str, str], ...]) -> type[ctypes.Structure]:
    places = [(field, C_TYPES.get(type_, ctypes.c_void_p)) for field, type_ in fields]
    return type(name, (ctypes.Structure,), {"_fields_": places})


class Records:
    """Records in memory, and the arrays that they point to, there as long as this lives."""

    def __init__(self) -> None:
        self._held: list[object] = []

    def place(self, value: object) -> Any:
        """What a field is given: numbers as they are, of arrays and records where they are."""
        import numpy as np

        if isinstance(value, np.ndarray):
            if not value.flags.c_contiguous or value.dtype not in (np.float64, np.int64):
                raise TypeError(f"expected an array of doubles or of int64, got {value.dtype}")
            self._held.append(value)
            return value.ctypes.data
        if isinstance(value, ctypes.Structure | ctypes.Array):
            self._held.append(value)
            return ctypes.addressof(value)
        return value

    def make(self, record: type[Record], **values: object) -> Any:
        """A record; fields that are not given are zero or no place."""
        made = _structure(record.__name__, tuple(fields_of(record).items()))()
        self.fill(made, **values)
        self._held.append(made)
        return made

    def fill(self, made: Any, **values: object) -> None:
        """Set some fields."""
        for name, value in values.items():
            self.put(made, name, value)

    def put(self, made: Any, name: str, value: object) -> None:
        """Set a field."""
        if name not in {field[0] for field in made._fields_}:
            raise TypeError(f"{type(made).__name__} has no field {name}")
        setattr(made, name, self.place(value))

    def row(self, made: Sequence[Any]) -> Any:
        """Records of one kind one after another."""
        found = (type(made[0]) * len(made))(*made)
        self._held.append(found)
        return found
