"""What strict XML refuses and the readers of robot files (tinyxml2) pass over, mended and told.

A text is mended by blanks of the same length, so that every line keeps its number. What would
change a number or a name is not mended: bare ``&`` and ``<`` in attributes stay refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from torsor.errors import TextError, shown

DECLARATION = re.compile(
    r"<\?xml\s+version\s*=\s*([\"'])1\.[0-9]\1(\s+\w+\s*=\s*([\"'])[\w.:-]*\3){0,2}\s*\?>"
)
"""A declaration that XML knows."""

DECLARED = re.compile(r"<\?xml(?![\w.:-])")
VERSION = re.compile(r"version\s*=\s*[\"']([^\"'<>]{0,40})[\"']")
ENCODING = re.compile(rb"<\?xml\s[^>]{0,100}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
SINGLE_BYTE = ("iso-8859-1", "latin-1", "latin1", "iso-8859-15", "windows-1252", "cp1252")
WIDE = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff", b"<\0", b"\0<")
"""How texts in two or four bytes a letter begin."""

PREFIX = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,40}\Z")
TAG_NAME = re.compile(r"<[^\s/>]+")
IN_TAG = re.compile(r"[\"'>]")
PAIRS = (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"))
SPACE = re.compile(r"[ \t\r\n\ufeff]*")
BLANK = re.compile(r"[^\n]")


@dataclass
class Mended:
    """A text that strict XML may read, and what was passed over."""

    text: str
    notes: list[str] = field(default_factory=list)
    foreign: bool = False
    """Whether some bytes were no letters of the encoding."""

    def blank(self, spans: Iterable[tuple[int, int]]) -> None:
        """Blanks in the place of parts of the text, in their order; line ends are kept."""
        pieces, at = [], 0
        for start, end in spans:
            pieces += [self.text[at:start], BLANK.sub(" ", self.text[start:end])]
            at = end
        self.text = "".join((*pieces, self.text[at:]))

    def line(self, at: int) -> int:
        """The line that a place of the text is in."""
        return self.text.count("\n", 0, at) + 1


def decode(content: str | bytes, file: str) -> Mended:
    """A text from bytes: UTF-8, else the encoding of one byte a letter that it declares."""
    if isinstance(content, str):
        return Mended(content)
    if content.startswith(WIDE):
        raise TextError(f"{file}: not a UTF-8 text; letters of two or four bytes are refused")
    try:
        return Mended(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
    declared = ENCODING.search(content[:1000])
    name = declared[1].decode("ascii").lower() if declared else ""
    if name in SINGLE_BYTE:
        found = Mended(content.decode(name, "replace"))
        found.notes.append(f"the file is no UTF-8 and was read as the {name} that it declares")
        return found
    found = Mended(content.decode("utf-8", "replace"), foreign=True)
    found.notes.append(f"bytes that are no UTF-8, the first in line {line}, were passed over")
    return found


def mend_prolog(mended: Mended) -> None:
    """Blanks for every XML declaration before the root element, and for what is no XML there."""
    text, at = mended.text, 0
    spans: list[tuple[int, int]] = []
    declarations: list[tuple[int, int]] = []
    words: list[tuple[int, int]] = []
    while True:
        start = _after(SPACE, text, at)
        if "\ufeff" in text[at:start]:
            spans.append((at, start))
        at = _prolog_end(text, start)
        if at <= start:
            break
        if DECLARED.match(text, start):
            declarations.append((start, at))
            spans.append((start, at))
        elif text[start] != "<":
            words.append((start, at))
            spans.append((start, at))
    if declarations:
        mended.notes += _odd(mended, *declarations[0])
    if len(declarations) > 1:
        line = mended.line(declarations[1][0])
        mended.notes.append(f"a second XML declaration, in line {line}, ignored")
    if words:
        found = _quoted(text[slice(*words[0])])
        mended.notes.append(f"text before the root element, {found}, ignored")
    mended.blank(spans)


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _prolog_end(text: str, at: int) -> int:
    """Where a comment, an instruction or plain text ends; not behind ``at`` at the root's tag."""
    for opening, closing in PAIRS:
        if text.startswith(opening, at):
            end = text.find(closing, at + len(opening))
            return end + len(closing) if end >= 0 else -1
    return text.find("<", at)


def _odd(mended: Mended, start: int, end: int) -> Iterator[str]:
    """What is unusual about a declaration."""
    declaration = mended.text[start:end]
    if mended.text[:start].strip("\ufeff"):
        place = f"stands in line {mended.line(start)}"
        yield f"the XML declaration {place}, not at the very start of the file; read all the same"
    if not DECLARATION.fullmatch(declaration):
        version = VERSION.search(declaration)
        if version and not re.fullmatch(r"1\.[0-9]", version[1]):
            yield f"the file declares XML version {shown(version[1])}; read as XML 1.0"
        else:
            yield f"the XML declaration {_quoted(declaration)} is malformed; read as XML 1.0"


def _quoted(text: str) -> str:
    return shown(" ".join(text[:200].split()), 40)


def mend_body(mended: Mended) -> None:
    """Blanks for comments with ``--`` in them, and no more text behind the root element."""
    depth, spans = 0, []
    for start, end in _marks(mended.text):
        mark = mended.text[start:end]
        if mark.startswith("<!--"):
            if "--" in mark[4:-2]:
                spans.append((start, end))
        elif not mark.startswith(("<!", "<?")):
            depth += -1 if mark.startswith("</") else 0 if mark.endswith("/>") else 1
            if depth <= 0:
                _cut(mended, end)
                break
    if spans:
        line = mended.line(spans[0][0])
        mended.notes.append(f"two hyphens inside a comment, as in line {line}: passed over")
    mended.blank(spans)


def _cut(mended: Mended, end: int) -> None:
    """Leave out further elements, stray closing tags or a zero byte behind the root element."""
    rest = mended.text[end:]
    first = rest.lstrip()[:2]
    if first.startswith("\0") or re.match(r"<[A-Za-z_/]", first):
        line = mended.line(end + len(rest) - len(rest.lstrip()))
        what = "a zero byte" if first.startswith("\0") else _quoted(rest.lstrip().partition(">")[0])
        mended.notes.append(
            f"behind the root element, in line {line}, {what} follows; it is not read"
        )
        mended.text = mended.text[:end]


def _marks(text: str) -> Iterator[tuple[int, int]]:
    """Every comment, instruction, section and tag, from its ``<`` to behind its ``>``."""
    at = 0
    while (at := text.find("<", at)) >= 0:
        start = at
        pair = next((pair for pair in PAIRS if text.startswith(pair[0], at)), None)
        if pair is not None:
            end = text.find(pair[1], at + len(pair[0]))
            at = end + len(pair[1])
        else:
            while (mark := IN_TAG.search(text, at)) and mark[0] != ">":
                at = text.find(mark[0], mark.end()) + 1
                if not at:
                    return
            end = mark.start() if mark else -1
            at = end + 1
        if end < 0:
            return
        yield start, at


def declare_prefixes(mended: Mended, prefixes: Iterable[str]) -> bool:
    """Declare namespaces that the file uses and does not declare; whether there was one."""
    fresh = [p for p in dict.fromkeys(prefixes) if PREFIX.match(p) and not p.startswith("xml")]
    root = next((s for s, _ in _marks(mended.text) if mended.text[s + 1] not in "!?"), None)
    name = None if root is None else TAG_NAME.match(mended.text, root)
    if not fresh or name is None:
        return False
    declared = "".join(f' xmlns:{p}="{p}"' for p in fresh)
    mended.text = mended.text[: name.end()] + declared + mended.text[name.end() :]
    mended.notes.append(f"declared nowhere, taken as they stand: the prefixes {', '.join(fresh)}")
    return True
