"""How XLA calls a function of ours: the C layout of its call frame, read where it stands.

XLA promises this layout (``xla/ffi/api/c_api.h``, version 0.x) and asks a handler for the version
it was made for before it calls it. The handler is Python behind a few lines of machine code: it
holds the lock while it reads the frame, and the function's machine code runs without it.
"""

from __future__ import annotations

import ctypes
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable
from ctypes import POINTER, Structure, c_char_p, c_int, c_int32, c_int64, c_size_t, c_void_p
from math import prod
from typing import NamedTuple

from torsor.errors import TorsorError
from torsor.program.jit.machine import Loaded, object_code

MAJOR, MINOR = 0, 3
"""The newest version whose header was read; what is used here is the same in all from 0.1 on."""

METADATA = 1
EXECUTE = 3
FAILED_PRECONDITION, INTERNAL = 9, 13
FLOATS = {11: "float32", 12: "float64"}
"""Kinds of numbers by XLA's code."""


class _Head(Structure):
    """What every structure begins with."""

    _fields_ = (("size", c_size_t), ("extension", c_void_p))


class _Extension(Structure):
    _fields_ = (("size", c_size_t), ("type", c_int), ("next", c_void_p), ("metadata", c_void_p))


class _Version(Structure):
    _fields_ = (*_Head._fields_, ("major", c_int), ("minor", c_int))


class _Metadata(Structure):
    _fields_ = (("size", c_size_t), ("version", _Version), ("traits", ctypes.c_uint32))


class _Buffer(Structure):
    _fields_ = (
        *_Head._fields_,
        ("dtype", c_int),
        ("data", c_void_p),
        ("rank", c_int64),
        ("extents", POINTER(c_int64)),
    )


class _Buffers(Structure):
    """Arguments or results."""

    _fields_ = (
        *_Head._fields_,
        ("count", c_int64),
        ("types", c_void_p),
        ("places", POINTER(POINTER(_Buffer))),
    )


class _Api(Structure):
    """The functions that a handler may call, by their order in the header."""

    _fields_ = (
        *_Head._fields_,
        ("version", _Version),
        ("internal", c_void_p),
        ("functions", c_void_p * 18),
    )


CREATE_ERROR, DESTROY_ERROR, GET_STREAM, GET_DEVICE = 0, 2, 4, 17


class _Frame(Structure):
    _fields_ = (
        *_Head._fields_,
        ("api", POINTER(_Api)),
        ("context", c_void_p),
        ("stage", c_int),
        ("arguments", _Buffers),
        ("results", _Buffers),
    )


class _ErrorArguments(Structure):
    _fields_ = (*_Head._fields_, ("message", c_char_p), ("code", c_int))


class _Asked(Structure):
    """A question about the context; the answer is a stream, or the number of a device."""

    _fields_ = (*_Head._fields_, ("context", c_void_p), ("answer", c_void_p))


class Buffer(NamedTuple):
    """An array as XLA hands it over, row-major."""

    address: int
    dtype: str
    shape: tuple[int, ...]

    @property
    def numbers(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Call(NamedTuple):
    """What one call is about."""

    arguments: list[Buffer]
    result: Buffer
    device: int
    stream: int


Handler = ctypes.CFUNCTYPE(c_void_p, c_void_p)
Callback = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)
"""What our own code calls, with the frame and two words for the answer: done, and an error."""


def make_handler(work: Callable[[Call], None], on_gpu: bool) -> ctypes._CFunctionType:
    """A C function for XLA: a sentence of ours that ``work`` raises becomes an error of XLA's.

    A signal's handler may raise anywhere in Python, before the first line of this too; so machine
    code asks, and what did not come to its end is an error, never a result.
    """

    def handle(address: int, answer: int) -> None:
        frame = _Frame.from_address(address)
        told: int | None = None
        if not (frame.extension and _tell_version(frame)) and frame.stage == EXECUTE:
            try:
                work(_read_call(frame, on_gpu))
            except TorsorError as error:
                told = _create_error(frame, str(error), FAILED_PRECONDITION)
            except BaseException as error:  # nothing may pass through XLA's frames
                told = _create_error(frame, f"{type(error).__name__}: {error}", INTERNAL)
                if isinstance(error, KeyboardInterrupt):
                    start_new_thread(interrupt_main, ())  # heard when XLA has returned
        words = (c_int64 * 2).from_address(answer)
        words[1] = told or 0
        words[0] = 1

    callback = Callback(handle)
    loaded = Loaded(object_code(_write_guard(ctypes.cast(callback, c_void_p).value or 0)))
    made = Handler(loaded.address("handler"))
    made.held = callback, loaded  # type: ignore[attr-defined]
    return made


def _write_guard(callback: int) -> str:
    """``handler`` in LLVM's assembly: the callback, and an error where it gave no answer."""
    message = "the call was interrupted"
    api, create = _Frame.api.offset, _Api.functions.offset + 8 * CREATE_ERROR
    fields = {
        _ErrorArguments.size.offset: f"i64 {_ErrorArguments.code.offset + 4}",
        _ErrorArguments.extension.offset: "ptr null",
        _ErrorArguments.message.offset: "ptr @message",
        _ErrorArguments.code.offset: f"i32 {INTERNAL}",
    }
    lines = [
        f'@message = internal constant [{len(message) + 1} x i8] c"{message}\\00"',
        "define ptr @handler(ptr %frame) {",
        "  %answer = alloca [2 x i64], align 8",
        "  store [2 x i64] zeroinitializer, ptr %answer",
        f"  call void inttoptr (i64 {callback} to ptr)(ptr %frame, ptr %answer)",
        "  %done = load i64, ptr %answer",
        "  %whole = icmp eq i64 %done, 1",
        "  br i1 %whole, label %told, label %lost",
        "told:",
        "  %place = getelementptr i64, ptr %answer, i64 1",
        "  %error = load ptr, ptr %place",
        "  ret ptr %error",
        "lost:",
        f"  %given = alloca [{ctypes.sizeof(_ErrorArguments)} x i8], align 8",
    ]
    for offset, value in fields.items():
        lines.append(f"  %at{offset} = getelementptr i8, ptr %given, i64 {offset}")
        lines.append(f"  store {value}, ptr %at{offset}")
    lines += [
        f"  %apis = getelementptr i8, ptr %frame, i64 {api}",
        "  %api = load ptr, ptr %apis",
        f"  %creates = getelementptr i8, ptr %api, i64 {create}",
        "  %create = load ptr, ptr %creates",
        "  %made = call ptr %create(ptr %given)",
        "  ret ptr %made",
        "}",
    ]
    return "\n".join(lines)


def _tell_version(frame: _Frame) -> bool:
    """Answer XLA's question before the first call."""
    extension = _Extension.from_address(frame.extension)
    if extension.type != METADATA or not extension.metadata:
        return False
    metadata = _Metadata.from_address(extension.metadata)
    known = min(MINOR, frame.api.contents.version.minor) if frame.api else MINOR
    metadata.version.major, metadata.version.minor = MAJOR, known
    metadata.traits = 0
    return True


def _read_call(frame: _Frame, on_gpu: bool) -> Call:
    arguments = [_read_buffer(frame.arguments, k) for k in range(frame.arguments.count)]
    device = stream = 0
    if on_gpu:
        stream = _ask(frame, GET_STREAM)
        device = c_int32(_ask(frame, GET_DEVICE) & 0xFFFFFFFF).value
    return Call(arguments, _read_buffer(frame.results, 0), device, stream)


def _read_buffer(buffers: _Buffers, k: int) -> Buffer:
    buffer = buffers.places[k].contents
    shape = tuple(buffer.extents[: buffer.rank])
    return Buffer(buffer.data or 0, FLOATS.get(buffer.dtype, ""), shape)


def _function(frame: _Frame, index: int) -> Callable[..., int | None]:
    api = frame.api.contents
    end = _Api.functions.offset + (index + 1) * ctypes.sizeof(c_void_p)
    if api.size < end:
        raise TorsorError("this JAX is too old to tell on which GPU it runs; install a newer one")
    return Handler(api.functions[index])


def _ask(frame: _Frame, index: int) -> int:
    asked = _Asked(ctypes.sizeof(_Asked), None, frame.context, None)
    error = _function(frame, index)(ctypes.addressof(asked))
    if error:
        destroyed = _Asked(ctypes.sizeof(_Asked), None, error, None)
        destroyed.size = _Asked.answer.offset
        _function(frame, DESTROY_ERROR)(ctypes.addressof(destroyed))
        raise TorsorError("XLA does not tell on which stream of which GPU it runs")
    return asked.answer or 0


def _create_error(frame: _Frame, sentence: str, code: int) -> int | None:
    size = _ErrorArguments.code.offset + ctypes.sizeof(c_int)
    given = _ErrorArguments(size, None, sentence.encode(), code)
    return _function(frame, CREATE_ERROR)(ctypes.addressof(given))
