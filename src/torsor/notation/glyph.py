"""A printed symbol: a base letter with what hangs on it, free of any typesetting language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from torsor.errors import TextError, shown

PARTS = ("base", "sub", "sup", "pre", "dots", "accent")
ACCENTS = ("", "hat", "bar")
DEEPEST = 4
"""Scripts nested deeper than this are refused."""


@dataclass(frozen=True)
class Glyph:
    """``pre`` is a left superscript, ``dots`` counts time derivatives; sub and sup may nest."""

    base: str
    sub: str | Glyph = ""
    sup: str | Glyph = ""
    pre: str = ""
    dots: int = 0
    accent: str = ""

    def filled(self, values: Mapping[str, str]) -> Glyph:
        """The glyph with ``<i>`` and the like replaced."""

        def fill(part: Any) -> Any:
            if isinstance(part, Glyph):
                return part.filled(values)
            for key, value in values.items():
                part = part.replace(f"<{key}>", value)
            return part

        return replace(
            self, base=fill(self.base), sub=fill(self.sub), sup=fill(self.sup), pre=fill(self.pre)
        )

    def with_sub(self, text: str) -> Glyph:
        """The glyph with something appended to its subscript, as a component is."""
        if isinstance(self.sub, Glyph):
            return replace(self, sub=self.sub.with_sub(text))
        return replace(self, sub=self.sub + text)


def component_of(vector: Glyph, axis: str) -> Glyph:
    """A vector's component bears its axis and loses the bar."""
    if not axis:
        return vector
    if "[" in vector.base:
        return Glyph(f"{vector.base}.{axis}")
    return replace(vector, accent="").with_sub(axis)


def read_glyph(value: Any, place: str, depth: int = 0) -> Glyph:
    """A glyph from a data file: a text for a bare base, or a table of its parts."""
    if isinstance(value, str):
        value = {"base": value}
    if not isinstance(value, Mapping) or not value.get("base") or set(value) - set(PARTS):
        raise TextError(f"{place}: expected a text or a table with {', '.join(PARTS)}")
    if depth > DEEPEST:
        raise TextError(f"{place}: expected scripts at most {DEEPEST} deep")

    def nested(part: Any) -> str | Glyph:
        return (
            read_glyph(part, place, depth + 1) if isinstance(part, Mapping) else _safe(part, place)
        )

    dots, accent = value.get("dots", 0), value.get("accent", "")
    if not isinstance(dots, int) or not 0 <= dots <= 2 or accent not in ACCENTS:
        raise TextError(f"{place}: expected dots 0 to 2 and an accent of hat or bar")
    return Glyph(
        _safe(value["base"], place),
        nested(value.get("sub", "")),
        nested(value.get("sup", "")),
        _safe(value.get("pre", ""), place),
        dots,
        accent,
    )


def _safe(text: Any, place: str) -> str:
    """Letters, digits and a few marks only: a glyph is never a piece of LaTeX or HTML."""
    bare = str(text).replace("<i>", "").replace("<t>", "")
    if not isinstance(text, str) or not all(ch.isalnum() or ch in "*,.'+- ()" for ch in bare):
        raise TextError(f"{place}: {shown(str(text))} has marks that a symbol cannot have")
    return text
