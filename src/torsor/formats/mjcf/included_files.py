"""The files that an MJCF model is made of: none from outside of the model's own directory."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from torsor.errors import TextError, shown
from torsor.formats.xml.tree import LARGEST, line_of, parse_xml, plain

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    Origin = dict[Element, str]
    """The file that each element stands in."""

LARGEST_MESH = 100_000_000
"""Meshes whose inertias are needed and that are larger than this in all are refused."""

MOST_INCLUDES = 50
MOST_ELEMENTS = 20_000
"""Models with more elements than this are refused, copies made by ``replicate`` included."""


def place_of(element: Element, origin: Origin) -> str:
    """``arm.xml:12``, for an element."""
    return f"{origin[element]}:{line_of(element)}"


def include(root: Element, folder: Path | None, origin: Origin, notes: list[str]) -> None:
    """Put the contents of included files in the place of the elements that name them."""
    done: set[Path] = set()
    while (element := next(root.iter("include"), None)) is not None:
        place = place_of(element, origin)
        path = inside(folder, element.get("file", ""), f"{place}: include")
        if path in done:
            raise TextError(f"{place}: {shown(element.get('file', ''))} is included a second time")
        if len(done) >= MOST_INCLUDES:
            raise TextError(f"{place}: more than {MOST_INCLUDES} files are included")
        done.add(path)
        label = plain(element.get("file", ""), 80)
        node = parse_xml(read(path, LARGEST, place), label)
        inner = node.element
        notes += [f"{label}: {note}" for note in node.notes]
        origin.update(dict.fromkeys(inner.iter(), label))
        parent = element.getparent()
        if parent is None:
            raise TextError(f"{place}: an include has no place here")
        at = parent.index(element)
        parent[at : at + 1] = list(inner)
        if len(origin) > MOST_ELEMENTS:
            raise TextError(f"{place}: more than {MOST_ELEMENTS} elements, refused")


def inside(folder: Path | None, file: str, what: str) -> Path:
    """The path of a file that stands in the model's own directory or below it."""
    if folder is None:
        raise TextError(f"{what} names the file {shown(file)}, and a text has no directory")
    parts = file.split("/")
    if not file or file.startswith(("/", "~")) or ".." in parts or re.search(r"[\\:\0]", file):
        raise TextError(
            f"{what} names the file {shown(file)}; expected one in the model's own directory"
        )
    path = (folder / file).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise TextError(f"{what} names the file {shown(file)}, which leads out of the directory")
    return path


def read(path: Path, largest: int, place: str) -> bytes:
    """A file whole, refused if it is missing or too large."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise TextError(f"{place}: the file {shown(path.name)}: {reason}") from None
    if len(content) > largest:
        raise TextError(f"{place}: the file {shown(path.name)} is too large, refused")
    return content
