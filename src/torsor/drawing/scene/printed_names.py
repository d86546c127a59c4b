"""Symbols by the names that a picture prints: q₂, θ₂, d_f as well as q2 and df."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar
from unicodedata import normalize

from torsor.drawing.lettering import glyph_spans
from torsor.drawing.scene.plain_text import plain_text
from torsor.errors import ArgumentValueError, UnknownNameError, shown, suggestion
from torsor.notation.notation import GREEK, NotationLike, load_notation
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles, coordinates

T = TypeVar("T")
LETTERS = re.compile(r"[A-Za-z]+")


def by_symbol(
    robot: Robot, given: Mapping[str, T], names: Sequence[str], notation: NotationLike = ""
) -> dict[str, T]:
    """What is given by symbol or by printed name, by symbol; a name that is none is refused."""
    hand = load_notation(notation or robot.notation or "standard")
    sliding = set(coordinates(robot)) - set(angles(robot))
    printed: dict[str, list[str]] = {}
    for name in names:
        spans = glyph_spans(hand.glyph(name, slide=name in sliding))
        printed.setdefault(_fold(plain_text(spans)), []).append(name)
    found: dict[str, T] = {}
    said: dict[str, str] = {}
    for text, value in given.items():
        meant = [text] if text in names else printed.get(_fold(text), [])
        if len(meant) != 1:
            expected = f"{names[0]} to {names[-1]}" if names[:1] == ("q1",) else "the symbols"
            raise UnknownNameError(
                f"{shown(text)} is not among {expected} of {robot.name}{suggestion(text, names)}"
            )
        if meant[0] in found:
            raise ArgumentValueError(
                f"{meant[0]} is given twice, as {shown(said[meant[0]])} and as {shown(text)}"
            )
        found[meant[0]], said[meant[0]] = value, text
    return found


def _fold(text: str) -> str:
    """A printed name without its look: scripts on the line, Greek letters as letters."""
    plain = re.sub(r"[\s_^{},\\]", "", normalize("NFKC", text[:200]))
    return LETTERS.sub(lambda found: GREEK.get(found[0], found[0]), plain)
