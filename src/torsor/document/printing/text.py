"""Mathematics for the terminal: Unicode, or ASCII that Torsor reads back."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.document.printing.printer import Printer, decimal, visible
from torsor.document.printing.tokens import Piece, Token, Word
from torsor.notation.glyph import Glyph

SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
MARKS = {"hat": "\u0302", "bar": "\u0304"}
DOTS = ("", "\u0307", "\u0308")


class TextPrinter(Printer):
    """Unicode for the terminal, or ASCII that Torsor reads back; also the ruler of its columns."""

    gap = 1.0

    def __init__(self, product: str = "", ascii: bool = False) -> None:
        self.product = product or " "
        self.ascii = ascii
        self._known: dict[int, tuple[Token, str]] = {}

    def glyph(self, g: Glyph, power: int = 1) -> str:
        """A symbol to a power."""
        if self.ascii:
            return g.base + (f"^{power}" if power != 1 else "")
        text = g.pre.translate(SUPERSCRIPT) + g.base + DOTS[g.dots] + MARKS.get(g.accent, "")
        text += self._script(g.sub, SUBSCRIPT) + self._script(g.sup, SUPERSCRIPT)
        if power == 1:
            return text
        return (f"({text})" if g.sup else text) + str(power).translate(SUPERSCRIPT)

    def _script(self, part: str | Glyph, table: dict[int, int]) -> str:
        if isinstance(part, Glyph):
            return part.base + self._script(part.sub, table)
        return part.translate(table)

    def argument(self, inner: tuple[tuple[int, Glyph], ...]) -> str:
        """A sum of whole multiples of angles."""
        text = ""
        for count, g in inner:
            times = "" if abs(count) == 1 else f"{abs(count)}{'*' if self.ascii else ''}"
            text += ("-" if count < 0 else "+" if text else "") + times + self.glyph(g)
        return text

    def token(self, token: Token) -> str:
        """One token; those of symbols are the same ones again and again."""
        if token.glyph is None:
            return self._token(token)
        found = self._known.get(id(token))
        if found is None or found[0] is not token:
            found = self._known[id(token)] = (token, self._token(token))
        return found[1]

    def _token(self, token: Token) -> str:
        raised = "" if token.power == 1 else self._power(token.power)
        if token.kind == "glyph" and token.glyph:
            return self.glyph(token.glyph, token.power)
        if token.kind == "prefix" and token.glyph:
            inside = self.argument(token.inner)
            simple = len(token.inner) == 1 and token.inner[0][0] == 1
            return f"{token.glyph.base}{raised}" + (inside if simple else f"({inside})")
        if token.kind == "call" and token.glyph:
            return f"{token.glyph.base}({self.argument(token.inner)}){raised}"
        if token.kind == "number":
            return decimal(token.number, token.measured)
        if token.kind == "root":
            return (f"sqrt({token.number})" if self.ascii else f"√{token.number}") + raised
        return {"open": "(", "close": ")" + raised, "times": self.product.strip()}[token.kind]

    def width(self, piece: Piece) -> float:
        """The columns that a piece takes."""
        return visible(self.piece(piece, False))

    def _power(self, power: int) -> str:
        return f"^{power}" if self.ascii else str(power).translate(SUPERSCRIPT)

    def width_of_words(self, words: Sequence[Word]) -> float:
        """About how many columns a relation takes."""
        return sum(visible(self.glyph(w) if isinstance(w, Glyph) else w) + 1 for w in words)
