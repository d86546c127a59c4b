"""Sentences with their place: which part of a question is wrong, and where in its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from torsor.errors import TorsorError
from torsor.studio.protocol.messages import Place

LINE = re.compile(r"\bat line (\d+), column (\d+)")
XML_LINE = re.compile(r"^[^:]{0,200}:(\d+):")
COLUMN = re.compile(r"\bat column (\d+)")
ENTRY = re.compile(r"(joint|link|body|values|rows?) (\d+)\b")
KEY = re.compile(r"[A-Za-z_]+")


class PlacedError(TorsorError):
    """A sentence, the field of the question that it is about, and the place in its text."""

    def __init__(self, sentence: str, field: str = "", place: Place | None = None) -> None:
        super().__init__(sentence)
        self.field = field
        self.place = place


@contextmanager
def about(field: str, text: str = "", toml: bool = False) -> Iterator[None]:
    """Let errors tell which field of the question they are about."""
    try:
        yield
    except PlacedError:
        raise
    except TorsorError as error:
        sentence = str(error)
        place = find_place(sentence, text, toml) if text else None
        raise PlacedError(sentence, field, place) from error


def find_place(sentence: str, text: str, toml: bool = False) -> Place | None:
    """Where in a text a reader's sentence points to, as far as it tells."""
    if found := LINE.search(sentence):
        return {"line": int(found[1]), "column": int(found[2])}
    if found := XML_LINE.match(sentence):
        return {"line": int(found[1]), "column": 0}
    if toml:
        return _find_key(sentence, text)
    if "cannot be read at the end" in sentence:
        last = text.rstrip("\n").split("\n")
        return {"line": len(last), "column": len(last[-1]) + 1}
    if found := COLUMN.search(sentence):
        return {"line": 1, "column": int(found[1])}
    return None


def _find_key(sentence: str, text: str) -> Place | None:
    """The line of the table that a sentence begins with: ``joint 2: axis: …``, ``tool: …``."""
    lines = text.splitlines()
    before = sentence.partition("'")[0].rpartition(":")[0]
    words = KEY.findall(before)
    if entry := ENTRY.match(sentence):
        at = _line_of_entry(lines, entry[1], int(entry[2]))
        words = words[1:]
    elif words:
        at = _line_of_key(lines, words[0])
    else:
        return None
    if at is None:
        return None
    for word in words:
        if found := re.search(rf"\b{re.escape(word)}\b\s*=", lines[at]):
            return {"line": at + 1, "column": found.start() + 1}
    return {"line": at + 1, "column": len(lines[at]) - len(lines[at].lstrip()) + 1}


def _line_of_key(lines: list[str], key: str) -> int | None:
    wanted = re.compile(rf"\s*(?:\[\[?\s*)?{re.escape(key)}\b")
    return next((i for i, line in enumerate(lines) if wanted.match(line)), None)


def _line_of_entry(lines: list[str], key: str, number: int) -> int | None:
    """The line at which the entry of a list begins, be they tables in a row or headed ones."""
    heads = [i for i, line in enumerate(lines) if re.match(rf"\s*\[\[\s*{key}\s*\]\]", line)]
    if heads:
        return heads[number - 1] if number <= len(heads) else None
    start = _line_of_key(lines, key)
    if start is None:
        return None
    depth = count = 0
    for i, line in enumerate(lines[start:], start):
        for ch in line.split("#")[0]:
            if ch == "{":
                count += depth == 0
                depth += 1
                if count == number and depth == 1:
                    return i
            depth -= ch == "}"
    return start
