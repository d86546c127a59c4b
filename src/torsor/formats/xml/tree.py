"""XML from strangers: no entities, no network, bounded size, and a line for every complaint.

``Node`` is an element together with its place in the file, so that whatever reads it can say where.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from torsor.errors import MissingExtraError, RobotError, TextError, shown
from torsor.formats.xml.expat_tree import expat_root
from torsor.formats.xml.leniency import (
    Mended,
    declare_prefixes,
    decode,
    mend_body,
    mend_prolog,
)

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

LARGEST = 4_000_000
"""An XML file with more bytes than this is refused."""

MOST_ELEMENTS = 100_000
"""An XML file with more elements than this is refused."""


def plain(text: str, width: int = 40) -> str:
    """A user's text on one printable line, without the quotes."""
    return shown(text, width)[1:-1]


def line_of(element: Element) -> int | None:
    """The line that an element begins at."""
    line: object = element.sourceline
    return line if isinstance(line, int) else None


@dataclass(frozen=True)
class Node:
    """An element, the file it stands in, and the element that a reader would look for."""

    element: Element
    file: str
    within: str = ""
    notes: tuple[str, ...] = ()
    """Of the root: what was passed over that strict XML would refuse."""

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
        return RobotError(f"{self.file}:{line_of(self.element)}: {self.label}: {sentence}")

    def children(self, tag: str | None = None) -> Iterator[Node]:
        """The elements directly inside, with this name if one is given."""
        for element in self.element:
            if isinstance(element.tag, str):
                child = Node(element, self.file, "" if self.tag == "robot" else self.label)
                if tag is None or child.tag == tag:
                    yield child

    def child(self, tag: str) -> Node | None:
        """The first element of this name inside, if there is one."""
        return next(self.children(tag), None)

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


def require_lxml(file: str) -> None:
    """Refuse in a sentence what cannot be read without lxml."""
    if find_spec("lxml") is None:
        raise MissingExtraError(
            f"{file}: reading MJCF needs lxml; install it with: pip install 'torsor[robots]'"
        )


def parse_xml(content: str | bytes, file: str) -> Node:
    """The root element of an XML text, read as leniently as ``xml_leniency`` says and tells."""
    mended = decode(content, file)
    mend_prolog(mended)
    _refuse(mended.text, file)
    if find_spec("lxml") is None:
        return _by_expat(mended, file)
    try:
        root, prefixes, error = _root(mended.text)
        if root is None:
            mend_body(mended)
            root, prefixes, error = _root(mended.text)
        if root is None and "xacro" not in prefixes and declare_prefixes(mended, prefixes):
            root, _, error = _root(mended.text)
    except (AssertionError, ValueError) as failure:
        raise TextError(f"{file}: malformed XML: {plain(str(failure), 120)}") from None
    if root is None:
        said = ": not a UTF-8 text" if mended.foreign else _complaint(error)
        raise TextError(f"{file}{said}")
    if root.getroottree().docinfo.internalDTD is not None:
        raise TextError(f"{file}: a document type (<!DOCTYPE …>) is refused, and entities with it")
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        raise TextError(f"{file}: more than {MOST_ELEMENTS} elements, refused")
    return Node(root, file, notes=tuple(mended.notes))


def _by_expat(mended: Mended, file: str) -> Node:
    """The same without lxml, as in a browser."""
    root, error = expat_root(mended.text, file)
    if root is None:
        mend_body(mended)
        root, error = expat_root(mended.text, file)
    if root is None:
        said = ": not a UTF-8 text" if mended.foreign else _complaint(error)
        raise TextError(f"{file}{said}")
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        raise TextError(f"{file}: more than {MOST_ELEMENTS} elements, refused")
    return Node(cast("Element", root), file, notes=tuple(mended.notes))


def _refuse(text: str, file: str) -> None:
    """Refuse before anything is parsed: document types, and too many elements."""
    if _declares_a_type(text):
        raise TextError(f"{file}: a document type (<!DOCTYPE …>) is refused, and entities with it")
    if text.count("<") > 2 * MOST_ELEMENTS + 100_000:
        raise TextError(f"{file}: more than {MOST_ELEMENTS} elements, refused")


def _root(text: str) -> tuple[Element | None, list[str], Exception | None]:
    """The root element, or none with the prefixes declared nowhere and the complaint."""
    from lxml import etree

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
        return etree.fromstring(text.encode("utf-8"), parser), [], None
    except UnicodeEncodeError as error:
        return None, [], error
    except etree.XMLSyntaxError as error:
        told = [e.message.split() for e in parser.error_log if e.type_name == UNDECLARED]
        return None, [words[2] for words in told if words[:2] == ["Namespace", "prefix"]], error


UNDECLARED = "NS_ERR_UNDEFINED_NAMESPACE"


def _complaint(error: Exception | None) -> str:
    """lxml's complaint as one sentence after the file's name."""
    message = str(getattr(error, "msg", None) or error).partition(": line ")[0]
    line: int | None = getattr(error, "lineno", None)
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
