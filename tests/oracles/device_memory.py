"""Device memory as the interpreter of PTX sees it: what was allocated, and nothing beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[Any]


class PtxError(Exception):
    """Code that does what it must not."""


@dataclass
class Memory:
    """What was allocated, by address: nothing else may be touched."""

    rooms: dict[int, Bits] = field(default_factory=dict)

    def allocate(self, content: Bits) -> int:
        """Bytes as device memory, which is the array's own."""
        address = int(content.ctypes.data)
        self.rooms[address] = content.view(np.uint8)
        return address

    def _room(self, addresses: Bits, size: int) -> tuple[Bits, Bits]:
        least, most = int(addresses.min()), int(addresses.max())
        for begin, room in self.rooms.items():
            if begin <= least and most + size <= begin + len(room):
                offset = addresses - np.uint64(begin)
                if (addresses % np.uint64(size)).any():
                    raise PtxError("an address is not aligned")
                return room, offset.astype(np.int64)
        raise PtxError(f"addresses from {least:#x} to {most:#x} are not all in one allocation")

    def load(self, addresses: Bits, size: int) -> Bits:
        """Words of so many bytes."""
        room, offset = self._room(addresses, size)
        return words(room, offset, size)

    def store(self, addresses: Bits, size: int, values: Bits) -> None:
        """Words of so many bytes to their places."""
        room, offset = self._room(addresses, size)
        put_words(room, offset, size, values)


def words(room: Bits, offset: Bits, size: int) -> Bits:
    """Words that stand at these bytes."""
    parts = room[offset[:, None] + np.arange(size)]
    kind = np.uint64 if size == 8 else np.uint32
    return np.ascontiguousarray(parts).view(kind)[:, 0]


def put_words(room: Bits, offset: Bits, size: int, values: Bits) -> None:
    """Words to these bytes."""
    kind = np.uint64 if size == 8 else np.uint32
    parts = np.ascontiguousarray(values.astype(kind)).view(np.uint8).reshape(-1, size)
    room[offset[:, None] + np.arange(size)] = parts
