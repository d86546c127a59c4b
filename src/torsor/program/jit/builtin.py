"""A single call without conversions: a Python built-in made at run time.

It takes plain arrays of one state, checks them (kind, type, shape, strides), makes the result and
calls ``single``; anything else (lists, batches, keywords, wrong shapes) it hands to a Python
function, which converts or complains. What it knows about memory layouts is in ``cpython_layout``.
"""

from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING, Any

from torsor.program.jit.cpython_layout import (
    ALIGNED,
    CONTIGUOUS,
    TUPLE_ITEMS,
    TUPLE_SIZE,
    TYPE,
    WRITABLE,
    offsets,
)
from torsor.program.jit.machine import FLOATS, Loaded
from torsor.program.jit.writing.signature import ENTRY, single

if TYPE_CHECKING:
    from torsor.program.graph.program import Program

TABLE = ("ndarray", "descriptor", "new", "call", "out", "drop")
"""What the code needs to know, filled in when it is loaded."""

NEW_INDEX = 93  # PyArray_New in NumPy's table of functions
KEYWORDS_FASTCALL = 0x80 | 0x02


def write_entry(program: Program, float_: str) -> str:
    """``entry`` over the program's ``single``; ``self`` is the tuple that ``built_in`` makes."""
    offset = offsets()
    number = 12 if float_ == "double" else 11
    size = FLOATS[float_] // 8
    count = len(program.inputs)
    shape = program.output.shape
    globals_ = [
        f"@table = global [{len(TABLE)} x i64] zeroinitializer",
        f"@shape = internal constant [{len(shape)} x i64] "
        f"[{', '.join(f'i64 {extent}' for extent in shape)}]",
    ]
    lines = [
        "  %count = and i64 %nargs, 9223372036854775807",
        f"  %enough = icmp eq i64 %count, {count}",
        "  %plain = icmp eq ptr %names, null",
        *_go_on("%enough", "named"),
        "  br i1 %plain, label %arg0, label %keyword",
        # One keyword, and that is the interned "out": its value stands behind the arguments.
        "keyword:",
        *_field("many", "%names", TUPLE_SIZE, "i64"),
        "  %alone = icmp eq i64 %many, 1",
        *_go_on("%alone", "first"),
        *_same("word", "%names", TUPLE_ITEMS, "out"),
        "  br label %arg0",
    ]
    for k, array in enumerate(program.inputs):
        after = f"arg{k + 1}" if k + 1 < count else "make"
        lines += [
            f"arg{k}:",
            f"  %p{k} = getelementptr ptr, ptr %args, i64 {k}",
            f"  %a{k} = load ptr, ptr %p{k}",
            *_same(f"kind{k}", f"%a{k}", TYPE, "ndarray"),
            *_same(f"type{k}", f"%a{k}", offset["descr"], "descriptor"),
            *_field(f"nd{k}", f"%a{k}", offset["nd"], "i32"),
            f"  %one{k} = icmp eq i32 %nd{k}, 1",
            *_go_on(f"%one{k}", f"flat{k}"),
            *_field(f"dims{k}", f"%a{k}", offset["dimensions"], "ptr"),
            f"  %dim{k} = load i64, ptr %dims{k}",
            f"  %dime{k} = icmp eq i64 %dim{k}, {array.size}",
            *_field(f"strs{k}", f"%a{k}", offset["strides"], "ptr"),
            f"  %str{k} = load i64, ptr %strs{k}",
            f"  %stre{k} = icmp eq i64 %str{k}, {size}",
            *_field(f"flag{k}", f"%a{k}", offset["flags"], "i32"),
            f"  %bit{k} = and i32 %flag{k}, {ALIGNED}",
            f"  %al{k} = icmp ne i32 %bit{k}, 0",
            f"  %both{k} = and i1 %dime{k}, %stre{k}",
            f"  %ok{k} = and i1 %both{k}, %al{k}",
            *_field(f"data{k}", f"%a{k}", offset["data"], "ptr"),
            f"  br i1 %ok{k}, label %{after}, label %slow",
        ]
    one = single(count)
    given = {f"in{k}": f"%data{k}" for k in range(count)} | {"constants": "@constants"}
    lines += [
        "make:",
        "  br i1 %plain, label %fresh, label %given",
        "given:",
        f"  %resultp = getelementptr ptr, ptr %args, i64 {count}",
        "  %result = load ptr, ptr %resultp",
        *_same("okind", "%result", TYPE, "ndarray"),
        *_same("otype", "%result", offset["descr"], "descriptor"),
        *_field("ond", "%result", offset["nd"], "i32"),
        f"  %oone = icmp eq i32 %ond, {len(shape)}",
        *_go_on("%oone", "extents"),
        *_field("odims", "%result", offset["dimensions"], "ptr"),
        *_extents(shape),
        *_field("oflag", "%result", offset["flags"], "i32"),
        f"  %obits = and i32 %oflag, {CONTIGUOUS | ALIGNED | WRITABLE}",
        f"  %oready = icmp eq i32 %obits, {CONTIGUOUS | ALIGNED | WRITABLE}",
        *_field("odata", "%result", offset["data"], "ptr"),
        *_go_on("%oready", "into"),
        f"  %wrong = {one.call(**given, out='%odata')}",
        "  br i1 %wrong, label %slow, label %given_back",
        "given_back:",
        "  %count_before = load i32, ptr %result",
        "  %immortal = icmp slt i32 %count_before, 0",
        "  br i1 %immortal, label %kept, label %counted",
        "counted:",
        "  %count_after = add i32 %count_before, 1",
        "  store i32 %count_after, ptr %result",
        "  br label %kept",
        "kept:",
        "  ret ptr %result",
        "fresh:",
        *_pointer("new", "new"),
        *_pointer("type", "ndarray"),
        f"  %out = call ptr %new(ptr %type, i32 {len(shape)}, ptr @shape, i32 {number}, "
        "ptr null, ptr null, i32 0, i32 0, ptr null)",
        "  %none = icmp eq ptr %out, null",
        "  br i1 %none, label %failed, label %run",
        "failed:",
        "  ret ptr null",
        "run:",
        f"  %outp = getelementptr i8, ptr %out, i64 {offset['data']}",
        "  %outd = load ptr, ptr %outp",
        f"  %bad = {one.call(**given, out='%outd')}",
        "  br i1 %bad, label %dropped, label %done",
        "dropped:",
        *_pointer("drop", "drop"),
        "  call void %drop(ptr %out)",
        "  br label %slow",
        "done:",
        "  ret ptr %out",
        "slow:",
        *_pointer("call", "call"),
        *_field("otherwise", "%self", TUPLE_ITEMS, "ptr"),
        "  %answer = call ptr %call(ptr %otherwise, ptr %args, i64 %nargs, ptr %names)",
        "  ret ptr %answer",
    ]
    return "\n".join([*globals_, ENTRY.definition(lines)])


def _extents(shape: tuple[int, ...]) -> list[str]:
    """Go on only if the result has the right shape."""
    lines = []
    for i, extent in enumerate(shape):
        lines += [
            *_field(f"extent{i}", "%odims", 8 * i, "i64"),
            f"  %same{i} = icmp eq i64 %extent{i}, {extent}",
            *_go_on(f"%same{i}", f"extent{i}ok"),
        ]
    return lines


def _field(name: str, array: str, offset: int, type_: str) -> list[str]:
    """A field of a header as ``%name``."""
    return [
        f"  %{name}p = getelementptr i8, ptr {array}, i64 {offset}",
        f"  %{name} = load {type_}, ptr %{name}p",
    ]


def _same(name: str, array: str, offset: int, entry: str) -> list[str]:
    """Go on only if a field is what the table says."""
    return [
        *_field(name, array, offset, "i64"),
        f"  %{name}w = load i64, ptr {_table(entry)}",
        f"  %{name}e = icmp eq i64 %{name}, %{name}w",
        *_go_on(f"%{name}e", f"{name}ok"),
    ]


def _go_on(flag: str, block: str) -> list[str]:
    """Go on with a block if a flag is set; else the call is one for Python."""
    return [f"  br i1 {flag}, label %{block}, label %slow", f"{block}:"]


def _pointer(name: str, entry: str) -> list[str]:
    """A pointer of the table as ``%name``."""
    return [
        f"  %{name}i = load i64, ptr {_table(entry)}",
        f"  %{name} = inttoptr i64 %{name}i to ptr",
    ]


def _table(entry: str) -> str:
    index = TABLE.index(entry)
    if not index:
        return "@table"
    return f"getelementptr ([{len(TABLE)} x i64], ptr @table, i64 0, i64 {index})"


class _Method(ctypes.Structure):
    """Python's description of a built-in."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("says", ctypes.c_char_p),
    )


class Held(tuple[Any, ...]):
    """What a built-in has as itself; sent elsewhere, it is made anew there."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        made: tuple[Any, ...] = self[0].made_by
        return made

    def call(self, *arrays: Any, **named: Any) -> Any:
        """What the built-in does, for those who follow Python and not machine code.

        ``torch.compile`` looks a built-in up as a method of what it has as itself.
        """
        return self[0](*arrays, **named)


def make_builtin(loaded: Loaded, name: str, says: str, float_: str, otherwise: Any) -> Any:
    """The entry as a Python function; what it cannot do is done by ``otherwise``.

    Python keeps pointers to the description and to the code: both stand in the tuple that the
    function has as itself. A tuple, because it is not taken apart by the garbage collector: it
    goes when the function is gone, and not before.
    """
    import numpy as np
    from numpy._core import multiarray

    python = ctypes.pythonapi
    python.PyCapsule_GetPointer.restype = ctypes.c_void_p
    python.PyCapsule_GetPointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
    functions = python.PyCapsule_GetPointer(multiarray._ARRAY_API, None)
    new: Any = (ctypes.c_void_p * (NEW_INDEX + 1)).from_address(functions)[NEW_INDEX]
    call: Any = ctypes.cast(python.PyObject_Vectorcall, ctypes.c_void_p).value
    dtype = np.dtype(np.float64 if float_ == "double" else np.float32)
    table = (ctypes.c_int64 * len(TABLE)).from_address(loaded.place("table"))
    drop: Any = ctypes.cast(python.Py_DecRef, ctypes.c_void_p).value
    table[:] = [id(np.ndarray), id(dtype), new, call, id(sys.intern("out")), drop]
    method = _Method(name.encode(), loaded.address("entry"), KEYWORDS_FASTCALL, says.encode())
    itself = Held((otherwise, method, loaded))
    setattr(Held, name, Held.call)
    python.PyCFunction_NewEx.restype = ctypes.py_object
    python.PyCFunction_NewEx.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    return python.PyCFunction_NewEx(ctypes.addressof(method), itself, None)
