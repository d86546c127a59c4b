"""Claims and details in plain text, their mathematics made mathematics again."""

from __future__ import annotations

from torsor.document.blocks import Run, Symbol, Text
from torsor.document.printing.tokens import Word
from torsor.notation.glyph import Glyph

SPELLED: dict[str, tuple[Word, ...]] = {
    "≡": ("≡",),
    "τ": (Glyph("τ"),),
    "π": (Glyph("π"),),
    "M": (Glyph("M"),),
    "C": (Glyph("C"),),
    "Y": (Glyph("Y"),),
    "g": (Glyph("g"),),
    "K": (Glyph("K"),),
    "U": (Glyph("U"),),
    "Ṁ": (Glyph("M", dots=1),),
    "q̇": (Glyph("q", dots=1),),
    "q̈": (Glyph("q", dots=2),),
    "q̇ᵀ": (Glyph("q", dots=1), "^T"),
    "Jᵀ": (Glyph("J"), "^T"),
}


def set_symbols(text: str) -> Text:
    """A claim with its symbols set as such; everything else stays text."""
    runs: list[Run] = []
    plain = ""
    for k, word in enumerate(text.split(" ")):
        plain += " " if k else ""
        bare = word.lstrip("(),;0123456789").rstrip("(),;")
        if bare not in SPELLED:
            plain += word
            continue
        before, _, after = word.partition(bare)
        runs += [plain + before, Symbol(SPELLED[bare])]
        plain = after
    return tuple(run for run in (*runs, plain) if run != "")
