"""The entries of a notation file, each read or refused with a sentence that names its place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from torsor.errors import TextError, UnknownNameError, shown, suggestion
from torsor.formats.fields import Table, list_of
from torsor.mechanics.newton_euler import STEPS
from torsor.notation.glyph import Glyph, read_glyph
from torsor.notation.trig import STYLES, Trig

KEYS = {
    "name": str, "description": str, "extends": str, "product": str, "negated": list,
    "scanned": dict, "ascii": bool, "trig": dict, "symbol": dict, "step": dict,
}  # fmt: skip
TYPES = {str: "a text", list: "a list", bool: "true or false", dict: "a table"}
PRODUCTS = ("", "*", ".", "·", "×")
QUANTITIES = (*STEPS, "r_C", "p", "axis", "R", "I", "M", "C", "g")
"""What ``[step]`` may give a glyph to."""

PATTERN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(<i>)?\Z")
TRIG = ("style", "sin", "cos")


def check_keys(table: Table) -> None:
    """Refuse a key that no notation has, naming the nearest, and an entry of another kind."""
    _refuse_unknown(table, KEYS, "")
    for key, value in table.items():
        if not isinstance(value, KEYS[key]):
            raise TextError(f"{key}: expected {TYPES[KEYS[key]]}, got {shown(str(value))}")


def _refuse_unknown(table: Iterable[str], keys: Collection[str], place: str) -> None:
    for key in table:
        if key not in keys:
            raise UnknownNameError(f"{place}unknown key {shown(key)}{suggestion(key, keys)}")


def table_in(table: Table, key: str) -> Table:
    """The table under a key, empty where there is none."""
    found = table.get(key)
    return found if isinstance(found, Mapping) else {}


def text_of(table: Table, key: str, otherwise: str) -> str:
    """A short printable text."""
    text = str(table.get(key, otherwise))
    if not text.isprintable() or len(text) > 200:
        raise TextError(f"{key}: {shown(text)} is longer than 200 characters or not printable")
    return text


def product_of(table: Table, otherwise: str) -> str:
    """What stands between factors."""
    mark = str(table.get("product", otherwise))
    if mark not in PRODUCTS:
        wanted = ", ".join(map(repr, PRODUCTS))
        raise TextError(f"product: expected one of {wanted}, got {shown(mark)}")
    return mark


def negated_of(table: Table, otherwise: frozenset[str]) -> frozenset[str]:
    """The stems of names that are printed with the opposite sign."""
    stems = list_of(table.get("negated"))
    if stems is None:
        return otherwise
    found: set[str] = set()
    for stem in stems:
        if not isinstance(stem, str) or not stem.isidentifier():
            raise TextError(f"negated: expected names such as 'Ixy', got {shown(str(stem))}")
        found.add(stem)
    return frozenset(found)


def scanned_of(table: Table, otherwise: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Letters that a scanner takes for others."""
    if "scanned" not in table:
        return otherwise
    pairs: list[tuple[str, str]] = []
    for letter, seen in table_in(table, "scanned").items():
        if not isinstance(seen, str) or not (letter + seen).isalnum():
            raise TextError("scanned: expected pairs of letters or digits, as l = '1'")
        pairs.append((letter, seen))
    return tuple(pairs)


def trig_of(table: Table, before: Trig) -> Trig:
    """How sines and cosines look; one cannot look as the other does."""
    _refuse_unknown(table, TRIG, "trig: ")
    style = table.get("style", before.style)
    if style not in STYLES:
        near = suggestion(str(style), STYLES)
        raise TextError(
            f"trig: expected a style ({', '.join(STYLES)}), got {shown(str(style))}{near}"
        )
    for key in ("sin", "cos"):
        letters = table.get(key, "sin")
        if not isinstance(letters, str) or not letters.isalpha():
            raise TextError(f"trig: expected letters for {key}, got {shown(str(letters))}")
    found = replace(before, **{key: str(value) for key, value in table.items()})
    if found.sin == found.cos:
        raise TextError(f"trig: sine and cosine both print as {shown(found.sin)}")
    return found


def glyphs_of(table: Table, kind: str) -> dict[str, Glyph]:
    """The glyphs of symbols or of steps, by what they stand for."""
    found: dict[str, Glyph] = {}
    for key, value in table_in(table, kind).items():
        if kind == "symbol" and not PATTERN.match(key):
            raise TextError(f"symbol {shown(key)}: expected a name such as 'fx' or 'm<i>'")
        if kind == "step" and key not in QUANTITIES:
            raise UnknownNameError(f"unknown step {shown(key)}{suggestion(key, QUANTITIES)}")
        glyph = read_glyph(value, f"{kind} {shown(key)}")
        same = next((k for k, g in found.items() if g == glyph), "")
        if kind == "symbol" and same and key.replace("slide", "q") != same.replace("slide", "q"):
            raise TextError(f"symbol {shown(key)}: its glyph is that of {shown(same)} too")
        found[key] = glyph
    return found
