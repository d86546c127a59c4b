"""The table of symbols: what each one that the report uses means, and its unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from torsor.document.blocks import Block, Heading, Paragraph, Run, Symbol, Table, Text
from torsor.equations.tree import split_index
from torsor.notation.glyph import Glyph
from torsor.reporting.composer import Composer
from torsor.reporting.meanings import MEANINGS, TableRow, typeset_unit
from torsor.reporting.sections.recursion import PREFIX, step_of
from torsor.robot.meanings import meaning_of

JOINED: dict[tuple[Any, ...], tuple[Any, ...]] = {("mass",): ("parameter", "m")}
"""Families that stand in one row."""


def symbols_section(c: Composer) -> tuple[list[Block], frozenset[Glyph]]:
    """The table of every symbol used, and the set of what it explains."""
    families: dict[tuple[Any, ...], dict[Glyph, None]] = {}
    meanings: dict[tuple[Any, ...], TableRow] = {}
    for atom in _reading_order(c):
        for key, meaning, glyph in _explained(c, atom):
            families.setdefault(key, {})[glyph] = None
            meanings.setdefault(key, meaning)
    for family, glyphs in c.symbols.items():
        key = family if family in MEANINGS else family[:1]
        key = JOINED.get(key, key)
        if key in MEANINGS:
            families.setdefault(key, {}).update(glyphs)
            meanings.setdefault(key, MEANINGS[key])
    order = sorted(families, key=lambda key: meanings[key].place)
    rows: list[tuple[Text, ...]] = []
    for key in order:
        meaning = meanings[key]
        unit = _unit(c, key, meaning)
        rows.append((_glyphs(list(families[key])), (_flipped(c, key, meaning),), (unit,)))
    explained = frozenset(glyph for group in families.values() for glyph in group)
    told = "Vectors carry a bar; a vector's components carry the axis instead. Units are SI."
    table = Table(
        "Symbols", (("Symbol",), ("Meaning",), ("Unit",)), tuple(rows), (0.26, 0.58, 0.16)
    )
    heading = Heading("Symbols")
    blocks: list[Block] = [heading, table]
    if any(key[0] == "step" for key in families) and not c.notation.ascii:
        blocks = [heading, Paragraph((told,), True), table]
    return blocks, explained


def _unit(c: Composer, key: tuple[Any, ...], meaning: TableRow) -> str:
    """The unit; of an arm whose joints all turn, without those of sliding ones."""
    if key == ("drive", "z") or c.writer.speller.slides:
        return meaning.unit
    return meaning.unit.partition(", ")[0]


def _reading_order(c: Composer) -> list[str]:
    return sorted(c.writer.atoms, key=lambda atom: (*split_index(atom)[::-1], atom))


def _explained(c: Composer, atom: str) -> Iterator[tuple[tuple[Any, ...], TableRow, Glyph]]:
    """The rows that an atom belongs to, with the glyphs that it is printed by."""
    if atom.startswith("sqrt("):
        return
    token = c.writer.speller.atom(atom, 1)
    if "(" in atom:
        yield from _called(c, atom)
        return
    glyph = token.glyph
    if glyph is None:
        return
    if atom.startswith(PREFIX):
        key: tuple[Any, ...] = ("step", step_of(atom)[0])
        yield key, MEANINGS[key], glyph
        return
    stem = atom.rstrip("0123456789")
    if stem in ("q", "dq", "ddq") and atom != stem:
        coordinate = atom[atom.index("q") :]
        kind = "T" if coordinate in c.writer.speller.slides else "R"
        key = (stem, kind)
        yield key, MEANINGS[key], glyph
    elif stem in ("sigma", "beta"):
        yield (stem,), MEANINGS[stem,], glyph
    else:
        meaning = meaning_of(c.model.robot, atom)
        alone = TableRow(meaning.phrase, typeset_unit(meaning.unit), _place(atom))
        key = ("parameter", meaning.family) if meaning.family else ("of its own", atom)
        yield key, MEANINGS.get(key, alone), glyph


def _place(atom: str) -> float:
    """Further parameters in the order of their letters."""
    letters = enumerate(atom[:4], 1)
    return 200 + sum(ord(ch) * 1000.0**-k for k, ch in letters)


def _called(c: Composer, atom: str) -> Iterator[tuple[tuple[Any, ...], TableRow, Glyph]]:
    """Sines, cosines and signs, and the angles in them."""
    token = c.writer.speller.atom(atom, 1)
    if token.glyph is not None:
        function = atom.partition("(")[0]
        key: tuple[Any, ...] = ("sign",) if function == "sign" else ("trig", token.kind)
        yield key, MEANINGS[key], token.glyph
    from torsor.equations.shorter import linear

    argument = atom.partition("(")[2][:-1]
    for name in [argument] if atom.startswith("sign(") else linear(argument):
        yield from _explained(c, name)


def _flipped(c: Composer, key: tuple[Any, ...], meaning: TableRow) -> str:
    """The meaning, with the sign that a notation prints products of inertia with."""
    if len(key) == 2 and key[0] == "parameter" and key[1] in c.notation.negated:
        axes = key[1][1:]
        return f"product of inertia ∫{axes} dm of link i, about its mass centre"
    return meaning.text


def _glyphs(glyphs: list[Glyph]) -> Text:
    """All of a few symbols, the first and the last of many."""
    glyphs = _typical(glyphs)
    shown = glyphs if len(glyphs) <= 4 else [*glyphs[:2], None, glyphs[-1]]
    runs: list[Run] = []
    for k, glyph in enumerate(shown):
        runs.append(Symbol((glyph,)) if glyph is not None else "…")
        if k < len(shown) - 1:
            runs.append(", ")
    return tuple(runs)


def _typical(glyphs: list[Glyph]) -> list[Glyph]:
    """Those of a family that a row shows: the general one first, vectors without components."""
    whole = [g for g in glyphs if g.accent == "bar"]
    chosen = sorted(whole or glyphs, key=lambda g: (not _general(g), _counted(g)))
    return [g for g in chosen if "1" not in _spelled(g) or not _general(g)] or chosen


def _general(glyph: Glyph) -> bool:
    """Whether an index is a letter that stands for any number."""
    return "i" in _spelled(glyph) or "j" in _spelled(glyph)


def _counted(glyph: Glyph) -> list[tuple[int, str]]:
    """Numbers by their size, letters by the alphabet."""
    parts = re.findall(r"\d+|\D", _spelled(glyph))
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]


def _spelled(glyph: Glyph) -> str:
    sub = _spelled(glyph.sub) if isinstance(glyph.sub, Glyph) else glyph.sub
    sup = _spelled(glyph.sup) if isinstance(glyph.sup, Glyph) else glyph.sup
    return f"{sub}{glyph.pre}{sup}"
