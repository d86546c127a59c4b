"""Machine code kept on disk, keyed by content; what is damaged or not ours is as if not there.

The sources of the package are part of the content: code that other sources made is not used.
An entry is a mark, a digest of the key and the rest, and the rest: a short JSON head and the code.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import struct
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

MARK = b"TORSOR\x01\n"
NAMED = re.compile(r"[0-9a-f]{64}\Z|\.new-")
LARGEST = 64 << 20
ROOM = 512 << 20
"""All entries together; beyond, the oldest go."""

AFTER = ("cli", "reporting", "drawing", "motion", "referee", "__pycache__")
"""Rooms that import from this one or stand beside it: all other sources count, new ones too."""


class Head(TypedDict):
    """What is told of a function's code: its arguments with sizes, what it gives, what it needs."""

    arguments: list[tuple[str, int]]
    shape: list[int]
    operations: dict[str, int]
    constants: int
    shapes: dict[str, list[int]]


Entry = tuple[Head, bytes]
Stamp = tuple[str, int, int]


def folder() -> Path | None:
    """Where entries are; nothing if caching is off (TORSOR_CACHE=off) or there is no home."""
    named = os.environ.get("TORSOR_CACHE", "")
    if named in ("off", "0"):
        return None
    if named:
        return Path(named)
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    except RuntimeError:
        return None
    return Path(base) / "torsor"


def key(*parts: object) -> str:
    """The name of an entry: a digest of all that it is made from."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@lru_cache(maxsize=1)
def stamp_sources() -> tuple[Stamp | str, ...]:
    """Where the package is, and name, size and time of every source in it."""
    package = str(Path(__file__).parent.parent.parent)
    return (package, *sorted(_stamp_folder(package, "")))


def _stamp_folder(folder: str, under: str) -> Iterator[Stamp]:
    with os.scandir(folder) as entries:
        for entry in entries:
            name = f"{under}{entry.name}"
            if entry.name.endswith(".py"):
                seen = entry.stat()
                yield name, seen.st_size, seen.st_mtime_ns
            elif "." not in entry.name and entry.name not in AFTER and entry.is_dir():
                yield from _stamp_folder(entry.path, f"{name}/")


def read(key: str) -> Entry | None:
    """An entry that is whole and ours, else nothing."""
    where = folder()
    if where is None:
        return None
    try:
        if not (where / key).is_file():  # a pipe would keep us waiting
            return None
        with (where / key).open("rb") as file:
            seen = os.fstat(file.fileno())
            if hasattr(os, "getuid") and (seen.st_uid != os.getuid() or seen.st_mode & 0o022):
                return None
            content = file.read(LARGEST)
        return _open_entry(key, content)
    except (OSError, ValueError, struct.error):
        return None


def _open_entry(key: str, content: bytes) -> Entry | None:
    start = len(MARK) + 32
    if content[: len(MARK)] != MARK or content[len(MARK) : start] != _digest(key, content[start:]):
        return None
    (size,) = struct.unpack_from("<I", content, start)
    head: Head = json.loads(content[start + 4 : start + 4 + size])
    return head, content[start + 4 + size :]


def write(key: str, head: Head, code: bytes) -> None:
    """Keep an entry; a disk that is full or not ours to write is no reason to fail."""
    where = folder()
    if where is None:
        return
    text = json.dumps(head).encode()
    rest = struct.pack("<I", len(text)) + text + code
    try:
        where.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=where, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(MARK + _digest(key, rest) + rest)
            Path(name).replace(where / key)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        _make_room(where)
    except OSError:
        return


def _make_room(where: Path) -> None:
    with os.scandir(where) as files:  # what is not named as we name entries is not ours to remove
        ours = [(e.stat(), e.path) for e in files if NAMED.match(e.name) and e.is_file()]
    entries = sorted((seen.st_mtime, seen.st_size, path) for seen, path in ours)
    total = sum(size for _, size, _ in entries)
    for _, size, path in entries:
        if total <= ROOM:
            break
        Path(path).unlink(missing_ok=True)
        total -= size


def _digest(key: str, rest: bytes) -> bytes:
    return hashlib.sha256(key.encode() + rest).digest()
