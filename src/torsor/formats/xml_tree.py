"""XML from strangers: no entities, no network, bounded size, and a line for every complaint.

``Node`` is an element together with its place in the file, so that whatever reads it can say where.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from torsor.errors import MissingExtraError, RobotError, TextError, shown

LARGEST = 4_000_000
"""An XML file with more bytes than this is refused."""

MOST_ELEMENTS = 100_000
"""An XML file with more elements than this is refused."""


def plain(text: str, width: int = 40) -> str:
    """A user's text on one printable line, without the quotes."""
    return shown(text, width)[1:-1]


@dataclass(frozen=True)
class Node:
    """An element, the file it stands in, and the element that a reader would look for."""

    element: Any
    file: str
    within: str = ""

    @property
    def tag(self) -> str:
        """The element's name; a foreign namespace's element keeps its prefix."""
        local = str(self.element.tag).rpartition("}")[2]
        return f"{self.element.prefix}:{local}" if self.element.prefix else local

    @property
    def label(self) -> str:
        """``<joint name="elbow">``, or the named element around this one and then this one."""
        name = self.element.get("name")
        named = f'<{plain(self.tag)} name="{plain(name)}">' if name else f"<{plain(self.tag)}>"
        return f"{self.within} {named}" if self.within else named

    def error(self, sentence: str) -> RobotError:
        """The error that names file, line and element."""
        return RobotError(f"{self.file}:{self.element.sourceline}: {self.label}: {sentence}")

    def children(self, tag: str | None = None) -> Iterator[Node]:
        """The elements directly inside, with this name if one is given."""
        for element in self.element:
            if isinstance(element.tag, str):
                child = Node(element, self.file, "" if self.tag == "robot" else self.label)
                if tag is None or child.tag == tag:
                    yield child

    def child(self, tag: str) -> Node | None:
        """The one element of this name inside, if there is one."""
        found = list(self.children(tag))
        if len(found) > 1:
            raise found[1].error(f"a second <{tag}>; expected one")
        return found[0] if found else None

    def get(self, attribute: str) -> str | None:
        """An attribute as it stands."""
        value = self.element.get(attribute)
        return None if value is None else str(value)

    def need(self, attribute: str) -> str:
        """An attribute that must be there."""
        value = self.get(attribute)
        if value is None:
            raise self.error(f"expected the attribute {attribute}")
        return value


def parse_xml(text: str, file: str) -> Node:
    """The root element of an XML text."""
    try:
        from lxml import etree
    except ImportError:
        raise MissingExtraError(
            f"{file}: reading XML needs lxml; install it with: pip install 'torsor[robots]'"
        ) from None

    if _declares_a_type(text):
        raise TextError(f"{file}: a document type (<!DOCTYPE …>) is refused, and entities with it")
    if text.count("<") > 2 * MOST_ELEMENTS + 100_000:
        raise TextError(f"{file}: more than {MOST_ELEMENTS} elements, refused")
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, UnicodeEncodeError) as error:
        raise TextError(f"{file}{_complaint(error)}") from None
    except (AssertionError, ValueError) as error:
        raise TextError(f"{file}: malformed XML: {plain(str(error), 120)}") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise TextError(f"{file}: a document type (<!DOCTYPE …>) is refused, and entities with it")
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        raise TextError(f"{file}: more than {MOST_ELEMENTS} elements, refused")
    return Node(root, file)


def _complaint(error: Any) -> str:
    """lxml's complaint as one sentence after the file's name."""
    message = getattr(error, "msg", None) or str(error)
    line = getattr(error, "lineno", None)
    place = f":{line}" if line else ""
    message = plain(message.partition(", line ")[0].strip(), 120)
    if "xacro" in message:
        return f"{place}: {XACRO}"
    if message.startswith("Excessive depth"):
        return f"{place}: elements nested more than 256 deep are refused"
    return f"{place}: malformed XML: {message[:1].lower()}{message[1:]}"


XACRO = (
    "this is written for xacro, which runs Python, so it is not expanded here; "
    "expand it first: xacro robot.urdf.xacro > robot.urdf"
)


def _declares_a_type(text: str) -> bool:
    """Whether a DOCTYPE stands before the root element; one pass over what precedes it."""
    at = 0
    while (at := text.find("<", at)) >= 0:
        if text.startswith("<!--", at):
            end = text.find("-->", at + 4)
        elif text.startswith("<?", at):
            end = text.find("?>", at + 2)
        else:
            return text.startswith("<!", at)
        if end < 0:
            return False
        at = end
    return False
