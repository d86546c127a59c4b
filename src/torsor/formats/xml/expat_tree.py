"""The elements of an XML text by Python's own expat, where lxml is not: no entities, no DTD."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from torsor.errors import TextError

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

DEEPEST = 256


@dataclass(eq=False)
class ExpatElement:
    """What a reader asks of lxml's elements: name, attributes, line, and what is inside."""

    tag: str
    prefix: str | None
    attributes: dict[str, str]
    sourceline: int
    parent: ExpatElement | None = field(default=None, repr=False)
    inside: list[ExpatElement] = field(default_factory=list)

    def get(self, name: str) -> str | None:
        """An attribute."""
        return self.attributes.get(name)

    def items(self) -> list[tuple[str, str]]:
        """All attributes."""
        return list(self.attributes.items())

    def getparent(self) -> ExpatElement | None:
        """The element around this one."""
        return self.parent

    def __iter__(self) -> Iterator[ExpatElement]:
        return iter(self.inside)

    def iter(self) -> Iterator[ExpatElement]:
        """This element and all below it, in the order of the text."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.inside)


def expat_root(text: str, file: str) -> tuple[ExpatElement | None, Exception | None]:
    """The root element, or none with the complaint; a prefix stands for itself, declared or not."""
    from xml.parsers import expat

    parser: XMLParserType = expat.ParserCreate("utf-8")
    roots: list[ExpatElement] = []
    open_ones: list[ExpatElement] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        prefix, _, local = name.rpartition(":")
        if len(open_ones) >= DEEPEST:
            place = f"{file}:{parser.CurrentLineNumber}"
            raise TextError(f"{place}: elements nested more than {DEEPEST} deep are refused")
        around = open_ones[-1] if open_ones else None
        line = parser.CurrentLineNumber
        own = {k: v for k, v in attributes.items() if k.partition(":")[0] != "xmlns"}
        element = ExpatElement(local, prefix or None, own, line, around)
        (around.inside if around else roots).append(element)
        open_ones.append(element)

    def refuse(*_: object) -> None:
        raise TextError(f"{file}: a document type (<!DOCTYPE …>) is refused, and entities with it")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: open_ones.pop()
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8"), True)
    except UnicodeEncodeError as error:
        return None, error
    except expat.ExpatError as error:
        return None, error
    return roots[0], None
