"""The bytes of a file, unpacked if need be, in bounded memory."""

from __future__ import annotations

import gzip
import zlib
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from torsor.errors import TextError
from torsor.formats.load import place_of
from torsor.identification.logs.files.source import LARGEST

CHUNK = 1 << 22
MAGIC = b"\x1f\x8b"
MOST_PACKED = 300
"""What unpacks to more than this many times its size is no log: numbers pack to a tenth."""
FREE = 1 << 24
"""Bytes that may be unpacked before that is asked."""


def read_content(path: Path) -> bytearray:
    """A text file whole; gzip is told by its first bytes, not by its name."""
    file = place_of(path)
    try:
        if path.is_dir():
            raise TextError(f"{file}: a directory, not a log; a ROS 2 bag has metadata.yaml in it")
        with ExitStack() as stack:
            raw: BinaryIO = stack.enter_context(path.open("rb"))
            if path.is_file() and not path.stat().st_size:
                raise TextError(f"{file}: an empty file")
            packed = path.is_file() and raw.read(2) == MAGIC
            if path.is_file():
                raw.seek(0)
            stream = stack.enter_context(gzip.GzipFile(fileobj=raw)) if packed else raw
            return _read_bounded(file, stream, raw if packed else None)
    except TextError:
        raise
    except EOFError:
        raise TextError(f"{file}: the gzip file ends too early; was it copied whole?") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise TextError(f"{file}: cannot be unpacked: {error}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TextError(f"{file} cannot be read: {reason}") from None


def _read_bounded(file: str, stream: BinaryIO | gzip.GzipFile, raw: BinaryIO | None) -> bytearray:
    content = bytearray()
    while chunk := stream.read(CHUNK):
        if not content and b"\0" in chunk[:4096]:
            raise TextError(f"{file}: not a text of numbers; expected CSV in UTF-8")
        content += chunk
        if len(content) > LARGEST:
            unpacked = " when unpacked" if raw else ""
            raise TextError(f"{file}: larger than {LARGEST // 1_000_000} MB{unpacked}, refused")
        if raw and len(content) > FREE and len(content) > MOST_PACKED * raw.tell():
            raise TextError(
                f"{file}: unpacks to more than {MOST_PACKED} times its size; that is no log"
            )
    return content
