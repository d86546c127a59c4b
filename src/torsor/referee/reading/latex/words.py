"""Words within mathematics: in a script they name something, on the line they are functions."""

from __future__ import annotations

import re

from torsor.errors import shown
from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.commands import FUNCTIONS, JOINING_WORDS, PROSE
from torsor.referee.reading.latex.places import Place, UnreadError

NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
STOPS = {",": "comma", ";": "semicolon", ".": "point"}


def read_words(written: str, place: Place, in_script: bool, indexed: bool) -> tree.Item:
    """What ``\\text{…}`` prints: a name in a script, a function or a symbol on the line.

    A word that joins two equations is a comma; prose is not read.
    """
    text = re.sub(r"\\(.)", r"\1", written[written.index("{") + 1 : -1]).strip()
    if in_script:
        return tree.Mark(re.sub(r"\s+", "", text), place)
    if text in FUNCTIONS and not indexed:
        return tree.Function(FUNCTIONS[text], place)
    if text in STOPS:
        return tree.Punctuation(STOPS[text], place)
    if text.strip(", ").lower() in JOINING_WORDS and len(text) > 1:
        return tree.Punctuation("comma", place)
    short = len(text) <= 2 and text.lower() not in PROSE
    if NAME.fullmatch(text) and (short or indexed or (text.isupper() and len(text) <= 4)):
        return tree.Mark(text, place)
    raise UnreadError(f"the words {shown(text)} within an equation", place)
