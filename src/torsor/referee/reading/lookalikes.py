"""Symbols that a notation prints alike: what is printed could not be read back."""

from __future__ import annotations

from torsor.equations.speller import Speller
from torsor.errors import TextError
from torsor.model import Model
from torsor.referee.reading.symbols import Key, key_of


def refuse_lookalikes(speller: Speller, model: Model) -> None:
    """Refuse a notation in which two symbols of the model look alike, or one as a sine does."""
    found: dict[Key, str] = {}
    names = (*model.ring.symbols, *model.ring.angles)
    for name in names:
        before = found.setdefault(key_of(speller.glyph(name)), name)
        if before != name:
            raise _alike(speller, before, name)
    for (*look, sup, pre), name in found.items():
        base, dots, accent, sub = look
        bare = found.get((base, dots, accent, sub, "", pre)) if sup.isdigit() else None
        if bare is not None:
            raise _alike(speller, f"a power of {bare}", name)
    trig = speller.notation.trig
    for function, letter in (("sine", trig.sin), ("cosine", trig.cos)):
        for name in names:
            if _looks_like_function(key_of(speller.glyph(name)), letter, trig.style):
                raise _alike(speller, f"a {function}", name)
    for angle in model.ring.angles:
        for function in ("sin", "cos"):
            token = speller.atom(f"{function}({angle})", 1)
            same = found.get(key_of(token.glyph)) if token.kind == "glyph" and token.glyph else None
            if same is not None:
                raise _alike(speller, f"{function}({angle})", same)


def _looks_like_function(key: Key, letter: str, style: str) -> bool:
    """Whether a symbol's mark is a function's letter with what such a letter may bear."""
    base, dots, accent, sub, sup, pre = key
    if dots or accent or pre or (sup and not sup.isdigit()):
        return False
    if style == "index":
        return base == letter and sub.isdigit()
    if style == "inline":
        return not sub and base.rstrip("0123456789") == letter != base
    return base == letter and not sub


def _alike(speller: Speller, first: str, second: str) -> TextError:
    return TextError(
        f"the notation {speller.notation.name} prints {first} and {second} alike; expected "
        "a glyph of its own for each symbol of the model"
    )
