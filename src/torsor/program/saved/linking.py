"""An object laid out for a place in an image: nothing is left to be resolved where it is loaded.

Code and read-only data stand together, and refer to each other by how far apart they are, so that
an image runs wherever it begins at a page.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from torsor.program.objects.elf import ALLOC, EXECUTE, NOBITS, WRITE, ElfObject, read_object

X86_64, AARCH64 = 62, 183
"""ELF's numbers of the processors."""

X86_RELATIVE = frozenset((2, 4))
"""R_X86_64_PC32 and PLT32: 32 bits of how far the place is from its target."""
PAGE_OF, OFFSET_IN_PAGE, JUMP, CALL = 275, 277, 282, 283
"""R_AARCH64_ADR_PREL_PG_HI21, ADD_ABS_LO12_NC, JUMP26, CALL26."""
LOADS = {278: 0, 284: 1, 285: 2, 286: 3, 299: 4}
"""R_AARCH64_LDST…_ABS_LO12_NC, by the power of two that a load's offset counts in."""


@dataclass(frozen=True)
class Laid:
    """Bytes for a place in an image, and where in the image the functions are."""

    content: bytes
    places: dict[str, int]


def lay_out(code: bytes, begin: int) -> Laid:
    """The code of an object for a place in an image, relocations applied."""
    made = read_object(code)
    room = bytearray()
    starts: dict[int, int] = {}
    order = sorted(
        (k for k, s in enumerate(made.sections) if _is_kept(s.flags, s.kind)),
        key=lambda k: not made.sections[k].flags & EXECUTE,
    )
    for k in order:
        section = made.sections[k]
        room += bytes(-(begin + len(room)) % max(1, section.alignment))
        starts[k] = begin + len(room)
        room += section.content
    for one in made.relocations:
        if one.section in starts:
            symbol = made.symbols[one.symbol]
            if symbol.section not in starts:
                raise RuntimeError(f"{symbol.name or 'a section'} is not in the image")
            place = starts[one.section] + one.offset
            target = starts[symbol.section] + symbol.value + one.addend
            _apply(made.machine, one.kind, room, place - begin, place, target)
    return Laid(bytes(room), _places(made, starts))


def _is_kept(flags: int, kind: int) -> bool:
    return bool(flags & ALLOC) and not flags & WRITE and kind != NOBITS


def _places(made: ElfObject, starts: dict[int, int]) -> dict[str, int]:
    return {
        s.name: starts[s.section] + s.value
        for s in made.symbols
        if s.is_global and s.section in starts
    }


def _apply(machine: int, kind: int, room: bytearray, at: int, place: int, target: int) -> None:
    """Put in how far a target is, as the instruction at a place has it."""
    if machine == X86_64 and kind in X86_RELATIVE:
        struct.pack_into("<i", room, at, target - place)
        return
    (word,) = struct.unpack_from("<I", room, at)
    if machine == AARCH64 and kind == PAGE_OF:
        pages = (target >> 12) - (place >> 12) & 0x1FFFFF
        word |= (pages & 3) << 29 | pages >> 2 << 5
    elif machine == AARCH64 and kind == OFFSET_IN_PAGE:
        word |= (target & 0xFFF) << 10
    elif machine == AARCH64 and kind in LOADS:
        word |= (target & 0xFFF) >> LOADS[kind] << 10
    elif machine == AARCH64 and kind in (JUMP, CALL):
        word |= target - place >> 2 & 0x3FFFFFF
    else:
        raise RuntimeError(f"a relocation of kind {kind} for machine {machine}")
    struct.pack_into("<I", room, at, word)
