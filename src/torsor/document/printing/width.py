"""How wide mathematics is in print, in ems of Computer Modern: lines are filled by it.

The letters' widths are those of Knuth's fonts (cmmi10, cmr10), which the LaTeX and Typst documents
are both set in; a script is printed at seven tenths, a script's script at half.
"""

from __future__ import annotations

from collections.abc import Sequence

from torsor.document.printing.printer import decimal
from torsor.document.printing.tokens import Piece, Token, Word, between
from torsor.notation.glyph import Glyph

LETTERS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        (529, 429, 433, 520, 466, 598, 477, 576, 345, 412, 521, 298, 878, 600, 485, 503, 446,
         451, 469, 361, 572, 485, 716, 572, 490, 465),
        strict=True,
    )
)  # fmt: skip
LETTERS |= dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (750, 759, 715, 828, 764, 643, 786, 831, 440, 555, 849, 681, 970, 803, 763, 642, 791,
         759, 613, 584, 683, 583, 944, 828, 581, 683),
        strict=True,
    )
)  # fmt: skip
LETTERS |= {"β": 566, "γ": 518, "δ": 444, "ε": 466, "θ": 490, "λ": 583, "μ": 603, "ν": 520}
LETTERS |= {"ρ": 517, "σ": 571, "τ": 520, "ω": 660, "'": 280, ",": 280, ".": 280, "*": 500}
OTHER = 650
SLOPE = 0.12
"""What a superscript is pushed right by, as letters lean."""

SCRIPTS = (1.0, 0.74, 0.6)
SPACE = {"": 0.17, "*": 0.17, "·": 0.73, "×": 1.23, ".": 0.31}
SIGN, EQUALS, PAREN = 1.23, 1.34, 0.39


class PageRuler:
    """Widths of pieces in print, for a notation's product sign."""

    gap = 0.0

    def __init__(self, product: str = "", ascii: bool = False) -> None:
        self.product = SPACE.get(product, 0.17)
        self.ascii = ascii

    def letters(self, text: str, depth: int = 0) -> float:
        """A run of letters and digits."""
        return SCRIPTS[min(depth, 2)] * sum(
            0.5 if ch.isdigit() or self.ascii else LETTERS.get(ch, OTHER) / 1000 for ch in text
        )

    def glyph(self, g: Glyph, power: int = 1, depth: int = 0) -> float:
        """A symbol with all that hangs on it."""
        sub, sup = (
            self.glyph(part, 1, depth + 1)
            if isinstance(part, Glyph)
            else self.letters(part, depth + 1)
            for part in (g.sub, g.sup)
        )
        if power != 1 and not g.sup:
            sup = self.letters(str(power), depth + 1)
        around = 0.0 if power == 1 or not g.sup else 2 * PAREN + 0.6
        pre = self.letters(g.pre, depth + 1) + (0.1 if g.pre else 0.0)
        tail = max(sub, sup + SLOPE if sup else 0.0)
        return pre + self.letters(g.base, depth) + tail + around + (0.06 if tail else 0.0)

    def token(self, token: Token) -> float:
        """One token."""
        raised = 0.0 if token.power == 1 else 0.4 * len(str(token.power))
        if token.kind == "glyph" and token.glyph:
            return self.glyph(token.glyph, token.power)
        if token.kind in ("prefix", "call") and token.glyph:
            inside = sum(self.glyph(g) + (0.5 if abs(n) != 1 else 0) for n, g in token.inner)
            inside += SIGN * (len(token.inner) - 1) + (0.8 if token.inner[0][0] < 0 else 0)
            bare = token.kind == "prefix" and len(token.inner) == 1 and token.inner[0][0] == 1
            opened = 0.17 if token.kind == "call" else 0.0  # a thin space before a function
            inside += opened + (0.0 if bare else 2 * PAREN)
            return self.glyph(token.glyph) + raised + inside
        if token.kind == "number":
            text = decimal(token.number, token.measured)
            if "/" not in text:
                return 0.5 * len(text)
            return 0.36 * max(map(len, text.lstrip("-").split("/"))) + 0.3
        if token.kind == "root":
            return 0.85 + 0.5 * len(str(token.number)) + raised
        return {"open": PAREN, "close": PAREN + raised, "times": self.product}[token.kind]

    def run(self, tokens: tuple[Token, ...]) -> float:
        """Tokens with what stands between them."""
        total = 0.0
        for i, token in enumerate(tokens):
            if between(tokens, i):
                dotted = token.glyph is not None and token.glyph.pre
                total += 0.73 if dotted else self.product
            total += self.token(token)
        return total

    def width(self, piece: Piece) -> float:
        """A piece with the sign before it."""
        return (SIGN if piece.sign else 0.0) + self.run(piece.tokens)

    def sum(self, pieces: Sequence[Piece]) -> float:
        """A whole sum on one line."""
        first = 0.8 if pieces[0].sign == "-" else 0.0
        return first + self.run(pieces[0].tokens) + sum(map(self.width, pieces[1:]))

    def width_of_words(self, words: Sequence[Word]) -> float:
        """About how wide a few words are."""
        return sum(self.glyph(w) if isinstance(w, Glyph) else word_width(w) for w in words)


def word_width(word: str) -> float:
    """The width of a sign, a number or a remark."""
    if word.startswith("text:"):
        return 0.46 * len(word) - 1
    fixed = {"^T": 0.6, "(": 0.4, ")": 0.4, "½": 0.6, "Σ_j": 1.7}
    return fixed.get(word, SIGN if len(word) == 1 and not word.isdigit() else 0.5 * len(word))
