"""Typst mathematics: the same tokens as in LaTeX, for a compiler that needs no TeX."""

from __future__ import annotations

import re
from itertools import groupby

from torsor.document.escaping import quote_typst
from torsor.document.printing.printer import Printer, decimal
from torsor.document.printing.tokens import Token
from torsor.notation.glyph import Glyph

TYPST_PRODUCTS = {"": " thin ", "*": " thin ", "·": " dot ", "×": " times ", ".": " . "}
MARKS = {"hat": "hat", "bar": "macron"}
DOTS = ("", "dot", "dot.double")
SIGNS = {",": "comma", "*": "ast", "'": "prime", "+": "+", "-": "-", "−": "-"}

SHORT = re.compile(r"\w\d+")
"""A letter and its number on one line, as l1: no word of its own."""


class TypstPrinter(Printer):
    """The mathematics of Typst."""

    def __init__(self, product: str = "", ascii: bool = False) -> None:
        self.product = TYPST_PRODUCTS.get(product, " thin ")
        self.ascii = ascii

    def letters(self, text: str) -> str:
        """Letters one by one, numbers whole, anything else as a quoted text."""
        parts: list[str] = []
        for digits, run in groupby(text, lambda ch: ch.isdigit() and ch.isascii()):
            if digits:
                parts.append("".join(run))
            else:
                parts += [self._letter(ch) for ch in run if ch != " "]
        return " ".join(parts)

    def _letter(self, ch: str) -> str:
        return ch if ch.isalpha() else SIGNS.get(ch) or quote_typst(ch)

    def glyph(self, g: Glyph, power: int = 1) -> str:
        """A symbol to a power."""
        if self.ascii or "[" in g.base:
            base = f"upright({quote_typst(g.base)})"
        elif len(g.base) > 1 and not SHORT.fullmatch(g.base):
            base = f"italic({quote_typst(g.base)})"
        else:
            base = self.letters(g.base)
        if g.accent:
            base = f"{MARKS[g.accent]}({base})"
        if g.dots:
            base = f"{DOTS[g.dots]}({base})"
        sub, sup = self._script(g.sub), self._script(g.sup)
        lifted = power != 1 and not sup
        if lifted:
            sup = str(power)
        if g.pre or ((sub or sup) and " " in base and "(" not in base):
            hung = {"tl": self.letters(g.pre), "b": sub, "t": sup}
            scripts = "".join(f", {k}: {v}" for k, v in hung.items() if v)
            text = f"attach({base}{scripts})"
        else:
            text = base + (f"_({sub})" if sub else "") + (f"^({sup})" if sup else "")
        return text if power == 1 or lifted else f"({text})^({power})"

    def _script(self, part: str | Glyph) -> str:
        return self.glyph(part) if isinstance(part, Glyph) else self.letters(part)

    def argument(self, inner: tuple[tuple[int, Glyph], ...]) -> str:
        """A sum of whole multiples of angles."""
        text = ""
        for count, g in inner:
            times = "" if abs(count) == 1 else f"{abs(count)} "
            text += (" - " if count < 0 else " + " if text else "") + times + self.glyph(g)
        return text.strip()

    def token(self, token: Token) -> str:
        """One token."""
        raised = "" if token.power == 1 else f"^({token.power})"
        if token.kind == "glyph" and token.glyph:
            return self.glyph(token.glyph, token.power)
        if token.kind == "prefix" and token.glyph:
            inside = self.argument(token.inner)
            simple = len(token.inner) == 1 and token.inner[0][0] == 1
            return f"{self.glyph(token.glyph)}{raised} " + (inside if simple else f"({inside})")
        if token.kind == "call" and token.glyph:
            name = token.glyph.base
            called = name if name in ("sin", "cos") else f"op({quote_typst(name)})"
            return f"{called}({self.argument(token.inner)}){raised}"
        if token.kind == "number":
            n = token.number
            text = decimal(n, token.measured)
            return f"inline(frac({n.numerator}, {n.denominator}))" if "/" in text else text
        if token.kind == "root":
            return f"sqrt({token.number}){raised}"
        marks = {"open": r"\( ", "close": rf" \){raised}", "times": self.product.rstrip()}
        return marks[token.kind]

    def underline(self, text: str) -> str:
        """A factor that differs."""
        return f"underline({text})"

    def before(self, token: Token) -> str:
        """A point keeps a left superscript from looking like an exponent."""
        prescript = token.glyph is not None and token.glyph.pre
        return " dot " if prescript else self.product
