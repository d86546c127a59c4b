"""Presentation MathML, which browsers show by themselves."""

from __future__ import annotations

import re

from torsor.document.escaping import escape_html
from torsor.document.printing.printer import Printer, decimal
from torsor.document.printing.tokens import Piece, Token
from torsor.notation.glyph import Glyph

INVISIBLE = '<mo lspace="0" rspace="0.17em">&#x2062;</mo>'
"""A product's sign that is not seen, with a little air."""

BAR = "<mo class='bar' stretchy='true'>‾</mo>"
"""A vector's bar, as long as its letter."""

OPEN = '<mo form="prefix" stretchy="false">(</mo>'
CLOSE = '<mo form="postfix" stretchy="false">)</mo>'
"""Brackets that stand close to what they hold, wherever in a row."""

EMPTY = "<mrow/>"
"""Where MathML wants a script and there is none."""


SCRIPT_RUNS = re.compile(r"\d+|\S")
"""A script's numbers, letters and signs."""


class MathmlPrinter(Printer):
    """Presentation MathML."""

    space = ""

    def __init__(self, product: str = "") -> None:
        mark = escape_html(product) if product and product != "*" else ""
        self.product = f"<mo>{mark}</mo>" if mark else INVISIBLE

    def glyph(self, g: Glyph, power: int = 1) -> str:
        """A symbol to a power."""
        base = f"<mi>{escape_html(g.base)}</mi>"
        accent = {"hat": "<mo>^</mo>", "bar": BAR}.get(g.accent)
        if accent:
            base = f'<mover accent="true">{base}{accent}</mover>'
        if g.dots:
            dots = f"<mo class='dots'>{'˙' if g.dots == 1 else '¨'}</mo>"
            base = f'<mover accent="true">{base}{dots}</mover>'
        sub = self._script(g.sub) if g.sub else EMPTY
        upper = self._script(g.sup) if g.sup else EMPTY
        lifted = power != 1 and not g.sup
        if lifted:
            upper = f"<mn>{power}</mn>"
        if EMPTY not in (sub, upper):
            text = f"<msubsup>{base}{sub}{upper}</msubsup>"
        elif sub != EMPTY:
            text = f"<msub>{base}{sub}</msub>"
        elif upper != EMPTY:
            text = f"<msup>{base}{upper}</msup>"
        else:
            text = base
        if g.pre:  # around the rest: browsers leave a gap after scripts on both sides of one base
            pre = f"<mprescripts/>{EMPTY}<mn>{escape_html(g.pre)}</mn>"
            text = f"<mmultiscripts>{text}{pre}</mmultiscripts>"
        if power != 1 and not lifted:
            inside = f"<mrow>{OPEN}{text}{CLOSE}</mrow>"
            return f"<msup>{inside}<mn>{power}</mn></msup>"
        return text

    def _script(self, part: str | Glyph) -> str:
        """Letters slant one by one, as in print; a browser sets a name of several upright."""
        if isinstance(part, Glyph):
            return self.glyph(part)
        marks = [_script_mark(run) for run in SCRIPT_RUNS.findall(part)]
        return marks[0] if len(marks) == 1 else f"<mrow>{''.join(marks)}</mrow>"

    def argument(self, inner: tuple[tuple[int, Glyph], ...]) -> str:
        """A sum of whole multiples of angles."""
        text = ""
        for count, g in inner:
            sign = "<mo>−</mo>" if count < 0 else "<mo>+</mo>" if text else ""
            times = "" if abs(count) == 1 else f"<mn>{abs(count)}</mn>"
            text += sign + times + self.glyph(g)
        return text

    def token(self, token: Token) -> str:
        """One token."""
        if token.kind == "glyph" and token.glyph:
            return self.glyph(token.glyph, token.power)
        if token.kind in ("prefix", "call") and token.glyph:
            name = self._raised(f"<mi>{escape_html(token.glyph.base)}</mi>", token.power)
            inside = self.argument(token.inner)
            bare = token.kind == "prefix" and len(token.inner) == 1 and token.inner[0][0] == 1
            return f"<mrow>{name}{inside if bare else f'{OPEN}{inside}{CLOSE}'}</mrow>"
        if token.kind == "number":
            n = token.number
            text = decimal(n, token.measured)
            if "/" not in text:
                return f"<mn>{text}</mn>"
            return f"<mfrac><mn>{n.numerator}</mn><mn>{n.denominator}</mn></mfrac>"
        if token.kind == "root":
            return self._raised(f"<msqrt><mn>{token.number}</mn></msqrt>", token.power)
        if token.kind == "close":
            return self._raised(CLOSE, token.power)
        return {"open": OPEN, "times": self.product}[token.kind]

    def _raised(self, text: str, power: int) -> str:
        return text if power == 1 else f"<msup>{text}<mn>{power}</mn></msup>"

    def piece(self, piece: Piece, first: bool) -> str:
        """A sign and its run."""
        if first:
            return ("<mo>−</mo>" if piece.sign == "-" else "") + self.run(piece.tokens)
        sign = {"+": "+", "-": "−", "": ""}[piece.sign]
        # A line may begin with it, where a browser would take it for the sign of what follows.
        return (f'<mo form="infix">{sign}</mo>' if sign else "") + self.run(piece.tokens)

    def underline(self, text: str) -> str:
        """A factor that differs."""
        return f'<mrow class="slip">{text}</mrow>'

    def before(self, token: Token) -> str:
        """A point keeps a left superscript from looking like an exponent."""
        prescript = token.glyph is not None and token.glyph.pre
        return "<mo>·</mo>" if prescript else self.product


def _script_mark(run: str) -> str:
    if not run.isalnum():
        return f'<mo lspace="0" rspace="0">{escape_html(run)}</mo>'
    kind = "mn" if run.isdecimal() else "mi"
    return f"<{kind}>{escape_html(run)}</{kind}>"
