"""A printed symbol: a base letter with what hangs on it, free of any typesetting language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from torsor.errors import TextError, UnknownNameError, shown, suggestion

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

        def fill(text: str) -> str:
            for key, value in values.items():
                text = text.replace(f"<{key}>", value)
            return text

        def script(part: str | Glyph) -> str | Glyph:
            return part.filled(values) if isinstance(part, Glyph) else fill(part)

        sub, sup = script(self.sub), script(self.sup)
        return replace(self, base=fill(self.base), sub=sub, sup=sup, pre=fill(self.pre))

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


def read_glyph(value: object, place: str, depth: int = 0) -> Glyph:
    """A glyph from a data file: a text for a bare base, or a table of its parts."""
    table: Mapping[str, object] = value if isinstance(value, Mapping) else {"base": value}
    named = isinstance(value, (str, Mapping)) and table.get("base")
    for part in table:
        if part not in PARTS:
            raise UnknownNameError(f"{place}: unknown part {shown(part)}{suggestion(part, PARTS)}")
    if not named:
        raise TextError(f"{place}: expected a text or a table with {', '.join(PARTS)}")
    if depth > DEEPEST:
        raise TextError(f"{place}: expected scripts at most {DEEPEST} deep")

    def nested(part: object) -> str | Glyph:
        return (
            read_glyph(part, place, depth + 1) if isinstance(part, Mapping) else _safe(part, place)
        )

    dots, accent = table.get("dots", 0), table.get("accent", "")
    if not isinstance(dots, int) or not 0 <= dots <= 2 or accent not in ACCENTS:
        raise TextError(f"{place}: expected dots 0 to 2 and an accent of hat or bar")
    return Glyph(
        _safe(table["base"], place),
        nested(table.get("sub", "")),
        nested(table.get("sup", "")),
        _safe(table.get("pre", ""), place),
        dots,
        str(accent),
    )


def _safe(text: object, place: str) -> str:
    """Letters, digits and a few marks only: a glyph is never a piece of LaTeX or HTML."""
    bare = str(text).replace("<i>", "").replace("<t>", "")
    if not isinstance(text, str) or not all(ch.isalnum() or ch in "*,.'+- ()" for ch in bare):
        raise TextError(f"{place}: {shown(str(text))} has marks that a symbol cannot have")
    return text
