"""How XLA calls a function of ours: the C layout of its call frame, read where it stands.

XLA promises this layout (``xla/ffi/api/c_api.h``, version 0.x) and asks a handler for the version
it was made for before it calls it. The handler is Python: it holds the lock while it reads the
frame, and machine code runs without it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import POINTER, Structure, c_char_p, c_int, c_int32, c_int64, c_size_t, c_void_p
from math import prod
from typing import NamedTuple

from torsor.errors import TorsorError

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


def make_handler(work: Callable[[Call], None], on_gpu: bool) -> ctypes._CFunctionType:
    """A C function for XLA: a sentence of ours that ``work`` raises becomes an error of XLA's."""

    def handle(address: int) -> int | None:
        frame = _Frame.from_address(address)
        if frame.extension and _tell_version(frame):
            return None
        if frame.stage != EXECUTE:
            return None
        try:
            work(_read_call(frame, on_gpu))
        except TorsorError as error:
            return _create_error(frame, str(error), FAILED_PRECONDITION)
        except BaseException as error:  # nothing may pass through XLA's frames
            return _create_error(frame, f"{type(error).__name__}: {error}", INTERNAL)
        return None

    return Handler(handle)


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
