"""A notation as the text of a notation file, by which a document carries its author's own hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from torsor.notation.fields import TRIG
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation, built_in, notation_names

STANDARD = "standard"


def is_own(notation: Notation) -> bool:
    """Whether a notation is a user's own: its name alone does not tell what it prints."""
    return notation.name not in notation_names() or notation != built_in(notation.name)


def write_notation(notation: Notation) -> str:
    """A notation as TOML that ``read_notation`` reads back: what it has other than the standard."""
    lines = [f"name = {_quoted(notation.name)}"]
    if notation.description:
        lines.append(f"description = {_quoted(notation.description)}")
    if notation.ascii:
        return "\n".join([*lines, "ascii = true", _negated(notation)]) + "\n"
    standard = built_in(STANDARD)
    extends = standard.symbols.keys() <= notation.symbols.keys()
    extends = extends and standard.steps.keys() <= notation.steps.keys()
    before = standard if extends else Notation("")
    lines += [f"extends = {_quoted(STANDARD)}"] * extends
    if notation.product != before.product:
        lines.append(f"product = {_quoted(notation.product)}")
    if notation.negated != before.negated:
        lines.append(_negated(notation))
    if notation.scanned:
        pairs = ", ".join(f"{_quoted(a)} = {_quoted(b)}" for a, b in notation.scanned)
        lines.append(f"scanned = {{ {pairs} }}")
    if notation.trig != before.trig:
        entries = (f"{key} = {_quoted(getattr(notation.trig, key))}" for key in TRIG)
        lines.append(f"trig = {{ {', '.join(entries)} }}")
    lines += ["[symbol]", *_glyphs(notation.symbols, before.symbols)]
    lines += ["[step]", *_glyphs(notation.steps, before.steps)]
    return "\n".join(lines) + "\n"


def _negated(notation: Notation) -> str:
    return f"negated = [{', '.join(map(_quoted, sorted(notation.negated)))}]"


def _glyphs(glyphs: Mapping[str, Glyph], before: Mapping[str, Glyph]) -> Iterator[str]:
    """The glyphs that differ; a coordinate's rates stand beside it, for else they would follow."""
    changed = {name for name, glyph in glyphs.items() if before.get(name) != glyph}
    for name, glyph in glyphs.items():
        still = name.removeprefix("d").removeprefix("d")
        if name in changed or (name != still and {still, f"d{still}"} & changed):
            yield f"{_quoted(name)} = {_glyph(glyph)}"


def _glyph(glyph: Glyph) -> str:
    parts = [f"base = {_quoted(glyph.base)}"]
    for key in ("sub", "sup"):
        script = getattr(glyph, key)
        if script:
            text = _glyph(script) if isinstance(script, Glyph) else _quoted(script)
            parts.append(f"{key} = {text}")
    parts += [
        f"{key} = {_quoted(getattr(glyph, key))}"
        for key in ("pre", "accent")
        if getattr(glyph, key)
    ]
    parts += [f"dots = {glyph.dots}"] * bool(glyph.dots)
    return f"{{ {', '.join(parts)} }}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
