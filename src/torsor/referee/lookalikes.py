"""Symbols that a notation prints alike: what is printed could not be read back."""

from __future__ import annotations

from torsor.equations.speller import Speller
from torsor.errors import TextError
from torsor.model import Model
from torsor.referee.reading.symbols import Key, key_of, looks_like_function


def refuse_lookalikes(speller: Speller, model: Model) -> None:
    """Refuse a notation in which two symbols of the model look alike, or one as a sine does."""
    found: dict[Key, str] = {}
    names = (*model.ring.symbols, *model.ring.angles)
    for name in names:
        before = found.setdefault(key_of(speller.glyph(name)), name)
        if before != name:
            raise _alike(speller, before, name)
    for (base, dots, accent, sub, sup, pre), name in found.items():
        bare = found.get((base, dots, accent, sub, "", pre)) if sup.isdigit() else None
        if bare is not None:
            raise _alike(speller, f"a power of {bare}", name)
    trig = speller.notation.trig
    for function, letter in (("sine", trig.sin), ("cosine", trig.cos)):
        for name in names:
            if looks_like_function(key_of(speller.glyph(name)), letter, trig.style):
                raise _alike(speller, f"a {function}", name)
    for angle in model.ring.angles:
        for function in ("sin", "cos"):
            token = speller.atom(f"{function}({angle})", 1)
            same = found.get(key_of(token.glyph)) if token.kind == "glyph" and token.glyph else None
            if same is not None:
                raise _alike(speller, f"{function}({angle})", same)


def _alike(speller: Speller, first: str, second: str) -> TextError:
    return TextError(
        f"the notation {speller.notation.name} prints {first} and {second} alike; expected "
        "a glyph of its own for each symbol of the model"
    )
