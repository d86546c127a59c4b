"""An ELF object as far as our own are read: sections, symbols, relocations; little-endian."""

from __future__ import annotations

import struct
from dataclasses import dataclass

WRITE, ALLOC, EXECUTE = 1, 2, 4
"""Flags of a section."""
PROGBITS, SYMTAB, RELA, NOBITS, REL = 1, 2, 4, 8, 9
"""Kinds of sections."""
NO_SECTION, ABSOLUTE = 0, 0xFFF1
"""Where a symbol stands that is not there, and one that stands nowhere."""


@dataclass(frozen=True)
class Section:
    """A section; ``size`` counts what has no bytes in the file, too."""

    name: str
    kind: int
    flags: int
    alignment: int
    size: int
    content: bytes
    link: int
    info: int


@dataclass(frozen=True)
class Symbol:
    """A name for a place in a section."""

    name: str
    section: int
    value: int
    is_global: bool


@dataclass(frozen=True)
class Relocation:
    """What is put in at a place of a section: a symbol's address and a number more."""

    section: int
    offset: int
    kind: int
    symbol: int
    addend: int


@dataclass(frozen=True)
class ElfObject:
    """An object file, read."""

    machine: int
    sections: tuple[Section, ...]
    symbols: tuple[Symbol, ...]
    relocations: tuple[Relocation, ...]

    @property
    def exported(self) -> tuple[str, ...]:
        """The names that others may call."""
        return tuple(s.name for s in self.symbols if s.is_global and s.section)

    @property
    def lacking(self) -> tuple[str, ...]:
        """The names that others have to bring."""
        return tuple(s.name for s in self.symbols if s.name and s.section == NO_SECTION)

    @property
    def writable(self) -> tuple[str, ...]:
        """The sections of data that is written to."""
        return tuple(s.name for s in self.sections if s.flags & WRITE and s.flags & ALLOC)


def read_object(data: bytes) -> ElfObject:
    """The object in these bytes, which LLVM has written."""
    if data[:4] != b"\x7fELF" or data[5] != 1:
        raise ValueError("not a little-endian ELF object")
    is_wide = data[4] == 2
    machine = struct.unpack_from("<H", data, 18)[0]
    start = struct.unpack_from("<Q" if is_wide else "<I", data, 40 if is_wide else 32)[0]
    size, count, names = struct.unpack_from("<3H", data, 58 if is_wide else 46)
    layout = "<IIQQQQIIQQ" if is_wide else "<IIIIIIIIII"
    rows = [struct.unpack_from(layout, data, start + k * size) for k in range(count)]
    texts = data[rows[names][4] : rows[names][4] + rows[names][5]]
    sections = tuple(
        Section(
            _text(texts, name), kind, flags, align, length,
            b"" if kind == NOBITS else data[offset : offset + length], link, info,
        )
        for name, kind, flags, _, offset, length, link, info, align, _ in rows
    )  # fmt: skip
    symbols = [
        symbol
        for section in sections
        if section.kind == SYMTAB
        for symbol in _symbols(section.content, sections[section.link].content, is_wide)
    ]
    relocations = [
        relocation
        for section in sections
        if section.kind in (REL, RELA)
        for relocation in _relocations(section, is_wide)
    ]
    return ElfObject(machine, sections, tuple(symbols), tuple(relocations))


def _text(texts: bytes, at: int) -> str:
    return texts[at : texts.index(b"\0", at)].decode()


def _symbols(content: bytes, texts: bytes, is_wide: bool) -> list[Symbol]:
    found = []
    for row in struct.iter_unpack("<IBBHQQ" if is_wide else "<IIIBBH", content):
        if is_wide:
            name, info, _, section, value, _ = row
        else:
            name, value, _, info, _, section = row
        found.append(Symbol(_text(texts, name), section, value, info >> 4 != 0))
    return found


def _relocations(section: Section, is_wide: bool) -> list[Relocation]:
    has_addend = section.kind == RELA
    layout = ("<QQ" if is_wide else "<II") + ("q" if is_wide else "i") * has_addend
    found = []
    for offset, info, *addend in struct.iter_unpack(layout, section.content):
        kind, symbol = (info & 0xFFFFFFFF, info >> 32) if is_wide else (info & 0xFF, info >> 8)
        found.append(Relocation(section.info, offset, kind, symbol, *(addend or [0])))
    return found
