"""Mathematics in LaTeX, to be read by amsmath."""

from __future__ import annotations

from torsor.document.printing.printer import Printer, decimal
from torsor.document.printing.tokens import Token
from torsor.notation.glyph import Glyph
from torsor.notation.notation import GREEK

LATEX_LETTERS = {"_": "\\_", **{letter: f"\\{name} " for name, letter in GREEK.items()}}
LATEX_PRODUCTS = {"": " \\, ", "*": " \\, ", "·": " \\cdot ", "×": " \\times "}


class LatexPrinter(Printer):
    """LaTeX, to be read by amsmath."""

    def __init__(self, product: str = "") -> None:
        self.product = LATEX_PRODUCTS.get(product, f" {product} ")
        # A product that goes on in the next line has a sign, which a thin space is not.
        self.times = " \\cdot" if self.product.strip() == "\\," else self.product.rstrip()

    def letters(self, text: str) -> str:
        """Letters of a base or script, Greek spelled out."""
        return "".join(LATEX_LETTERS.get(ch, ch) for ch in text).strip()

    def glyph(self, g: Glyph, power: int = 1) -> str:
        """A symbol to a power."""
        base = self.letters(g.base)
        if len(g.base) > 1:
            base = f"\\mathit{{{base}}}"
        if g.accent:
            base = f"\\{g.accent}{{{base}}}"
        if g.dots:
            base = f"\\{'d' * g.dots}ot{{{base}}}"
        text = (f"{{}}^{{{self.letters(g.pre)}}}" if g.pre else "") + base
        if g.sub:
            text += f"_{{{self._script(g.sub)}}}"
        if g.sup:
            text += f"^{{{self._script(g.sup)}}}"
        if power == 1:
            return text
        return f"({text})^{{{power}}}" if g.sup else f"{text}^{{{power}}}"

    def _script(self, part: str | Glyph) -> str:
        return self.glyph(part) if isinstance(part, Glyph) else self.letters(part)

    def argument(self, inner: tuple[tuple[int, Glyph], ...]) -> str:
        """A sum of whole multiples of angles."""
        text = ""
        for count, g in inner:
            times = "" if abs(count) == 1 else str(abs(count))
            text += (" - " if count < 0 else " + " if text else "") + times + self.glyph(g)
        return text.strip()

    def function(self, name: str, called: bool = False) -> str:
        """A function's name: a command where LaTeX has one, upright where it is a word."""
        if name in ("sin", "cos"):
            return f"\\{name}"
        letters = self.letters(name)
        return f"\\operatorname{{{letters}}}" if called or len(name) > 1 else letters

    def token(self, token: Token) -> str:
        """One token."""
        raised = "" if token.power == 1 else f"^{{{token.power}}}"
        if token.kind == "glyph" and token.glyph:
            return self.glyph(token.glyph, token.power)
        if token.kind == "prefix" and token.glyph:
            inside = self.argument(token.inner)
            simple = len(token.inner) == 1 and token.inner[0][0] == 1
            name = self.function(token.glyph.base)
            return f"{name}{raised} " + (inside if simple else f"({inside})")
        if token.kind == "call" and token.glyph:
            name = self.function(token.glyph.base, called=True)
            return f"{name}({self.argument(token.inner)}){raised}"
        if token.kind == "number":
            n = token.number
            text = decimal(n, token.measured)
            return f"\\tfrac{{{n.numerator}}}{{{n.denominator}}}" if "/" in text else text
        if token.kind == "root":
            return f"\\sqrt{{{token.number}}}{raised}"
        marks = {"open": "\\bigl(", "close": f"\\bigr){raised}", "times": self.times}
        return marks[token.kind]

    def underline(self, text: str) -> str:
        """A factor that differs."""
        return f"\\underline{{{text}}}"

    def before(self, token: Token) -> str:
        """A point keeps a left superscript from looking like an exponent."""
        prescript = token.glyph is not None and token.glyph.pre
        return " \\cdot " if prescript else self.product
