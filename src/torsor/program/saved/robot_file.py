"""The file of a saved robot: a mark, a version, a digest of all that follows; a head and images.

An image is machine code for one kind of machine and begins at a page. The digest finds damage; it
does not tell who made a file: to open one is to run a program.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torsor.errors import TorsorError, shown

MARK = b"TORSOR ARM\n"
VERSION = 1
PAGE = 4096
LARGEST = 256 << 20
BEGIN = len(MARK) + 2 + 32 + 4
"""Where the head begins: behind mark, version, digest and its own length."""


class SavedRobotError(TorsorError, ValueError):
    """A file of a saved robot that cannot be opened."""


@dataclass(frozen=True)
class RobotFile:
    """What a file has: a head of plain JSON, and images by machine."""

    head: dict[str, Any]
    images: dict[str, bytes]


def pack_robot(head: Mapping[str, Any], images: Mapping[str, bytes]) -> bytes:
    """The bytes of a file."""
    places: dict[str, list[int]] = {}
    at = 0
    body = bytearray()
    for name, image in images.items():
        places[name] = [at, len(image)]
        body += image + bytes(-len(image) % PAGE)
        at = len(body)
    text = json.dumps({**head, "images": places}).encode()
    rest = struct.pack("<I", len(text)) + text
    rest += bytes(-(BEGIN - 4 + len(rest)) % PAGE) + body
    return MARK + struct.pack("<H", VERSION) + hashlib.sha256(rest).digest() + rest


def read_robot(path: str | os.PathLike[str]) -> RobotFile:
    """A file that is whole and of a version that is known, or one sentence."""
    name = shown(os.fspath(path), 200)
    try:
        place = Path(path)
        if not place.is_file():
            kind = "there is no such file" if not place.exists() else "it is no file"
            raise SavedRobotError(f"{name} cannot be opened: {kind}")
        with place.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, TorsorError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise SavedRobotError(f"{name} cannot be opened: {reason}") from None
    if not data.startswith(MARK):
        raise SavedRobotError(f"{name} is no saved robot; expected a file that arm.save wrote")
    if len(data) < BEGIN or len(data) > LARGEST:
        raise SavedRobotError(f"{name} is damaged: it has {len(data):,} bytes")
    (version,) = struct.unpack_from("<H", data, len(MARK))
    if version != VERSION:
        raise SavedRobotError(
            f"{name} is of version {version}; this Torsor opens version {VERSION}: save it again"
        )
    digest, rest = data[len(MARK) + 2 : BEGIN - 4], data[BEGIN - 4 :]
    if hashlib.sha256(rest).digest() != digest:
        raise SavedRobotError(f"{name} is damaged: its digest is another")
    try:
        return _unpack(rest)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, struct.error):
        raise SavedRobotError(f"{name} is damaged: its head cannot be read") from None


def _unpack(rest: bytes) -> RobotFile:
    (size,) = struct.unpack_from("<I", rest)
    head: dict[str, Any] = json.loads(rest[4 : 4 + size])
    begin = 4 + size + -(BEGIN + size) % PAGE
    images = {}
    for name, (at, length) in head["images"].items():
        if not (at >= 0 and length > 0 and begin + at + length <= len(rest)):
            raise ValueError(name)
        images[name] = rest[begin + at : begin + at + length]
    return RobotFile(head, images)
