"""The typesetting languages: text for the terminal, LaTeX, MathML. Each spells the same tokens.

Typst's stands in ``typst``, beside the ruler of what is printed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from unicodedata import combining

from torsor.equations.printing.markup import escape
from torsor.equations.printing.tokens import Piece, Token, between
from torsor.notation.glyph import Glyph
from torsor.notation.notation import GREEK

SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LATEX_LETTERS = {"_": "\\_", **{letter: f"\\{name} " for name, letter in GREEK.items()}}
LATEX_PRODUCTS = {"": " \\, ", "*": " \\, ", "·": " \\cdot ", "×": " \\times "}
MARKS = {"hat": "\u0302", "bar": "\u0304"}
DOTS = ("", "\u0307", "\u0308")
EMPTY = "<mrow/>"
"""Where MathML wants a script and there is none."""


def decimal(value: Fraction) -> str:
    """A number as people write it: 1/2 stays, 13/400 is 0.0325, 1/3 stays."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if value.denominator in (1, 2, 4, 8) or rest != 1:
        return str(value)
    digits = 1
    while 10**digits % value.denominator:
        digits += 1
    whole, part = divmod(abs(value.numerator) * 10**digits // value.denominator, 10**digits)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{digits}}"


def visible(text: str) -> int:
    """The columns that a text takes in a terminal."""
    return sum(not combining(ch) for ch in text)


class Printer(ABC):
    """Spells runs of tokens; a language says how a symbol, a token and a product look."""

    product: str
    space = " "
    """What stands between the pieces of a sum."""

    @abstractmethod
    def glyph(self, g: Glyph, power: int = 1) -> str:
        """A symbol to a power."""

    @abstractmethod
    def token(self, token: Token) -> str:
        """One token."""

    def before(self, token: Token) -> str:
        """What stands between a factor and the next."""
        return self.product

    def run(self, tokens: tuple[Token, ...]) -> str:
        """Tokens with the product sign between factors."""
        text = ""
        for i, token in enumerate(tokens):
            text += (self.before(token) if between(tokens, i) else "") + self.token(token)
        return text

    def piece(self, piece: Piece, first: bool) -> str:
        """A sign and its run."""
        if first:
            return piece.sign.replace("+", "") + self.run(piece.tokens)
        return f"{piece.sign} {self.run(piece.tokens)}".lstrip()

    def sum(self, pieces: Sequence[Piece], first: bool = True) -> str:
        """Pieces one after another; ``first`` tells that the sum begins here."""
        return self.space.join(self.piece(p, first and i == 0) for i, p in enumerate(pieces))


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
            return decimal(token.number)
        if token.kind == "root":
            return (f"sqrt({token.number})" if self.ascii else f"√{token.number}") + raised
        return {"open": "(", "close": ")" + raised, "times": self.product.strip()}[token.kind]

    def width(self, piece: Piece) -> float:
        """The columns that a piece takes."""
        return visible(self.piece(piece, False))

    def _power(self, power: int) -> str:
        return f"^{power}" if self.ascii else str(power).translate(SUPERSCRIPT)


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
        if len(g.base) > 1 and g.base.isascii():
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

    def token(self, token: Token) -> str:
        """One token."""
        raised = "" if token.power == 1 else f"^{{{token.power}}}"
        if token.kind == "glyph" and token.glyph:
            return self.glyph(token.glyph, token.power)
        if token.kind == "prefix" and token.glyph:
            inside = self.argument(token.inner)
            simple = len(token.inner) == 1 and token.inner[0][0] == 1
            return f"{token.glyph.base}{raised} " + (inside if simple else f"({inside})")
        if token.kind == "call" and token.glyph:
            name = token.glyph.base
            command = f"\\{name}" if name in ("sin", "cos") else f"\\operatorname{{{name}}}"
            return f"{command}({self.argument(token.inner)}){raised}"
        if token.kind == "number":
            n = token.number
            text = decimal(n)
            return f"\\tfrac{{{n.numerator}}}{{{n.denominator}}}" if "/" in text else text
        if token.kind == "root":
            return f"\\sqrt{{{token.number}}}{raised}"
        marks = {"open": "\\bigl(", "close": f"\\bigr){raised}", "times": self.times}
        return marks[token.kind]

    def before(self, token: Token) -> str:
        """A point keeps a left superscript from looking like an exponent."""
        prescript = token.glyph is not None and token.glyph.pre
        return " \\cdot " if prescript else self.product


class MathmlPrinter(Printer):
    """Presentation MathML."""

    space = ""

    def __init__(self, product: str = "") -> None:
        mark = escape(product) if product and product != "*" else "&#x2062;"
        self.product = f"<mo>{mark}</mo>"

    def glyph(self, g: Glyph, power: int = 1) -> str:
        """A symbol to a power."""
        base = f"<mi>{escape(g.base)}</mi>"
        accent = {"hat": "^", "bar": "¯"}.get(g.accent)
        if accent:
            base = f"<mover>{base}<mo>{accent}</mo></mover>"
        if g.dots:
            base = f"<mover>{base}<mo>{'˙' if g.dots == 1 else '¨'}</mo></mover>"
        sub = self._script(g.sub) if g.sub else EMPTY
        upper = self._script(g.sup) if g.sup else EMPTY
        lifted = power != 1 and not g.sup
        if lifted:
            upper = f"<mn>{power}</mn>"
        if g.pre:
            pre = f"<mprescripts/><mrow/><mn>{escape(g.pre)}</mn>"
            text = f"<mmultiscripts>{base}{sub}{upper}{pre}</mmultiscripts>"
        elif EMPTY not in (sub, upper):
            text = f"<msubsup>{base}{sub}{upper}</msubsup>"
        elif sub != EMPTY:
            text = f"<msub>{base}{sub}</msub>"
        elif upper != EMPTY:
            text = f"<msup>{base}{upper}</msup>"
        else:
            text = base
        if power != 1 and not lifted:
            inside = f"<mrow><mo>(</mo>{text}<mo>)</mo></mrow>"
            return f"<msup>{inside}<mn>{power}</mn></msup>"
        return text

    def _script(self, part: str | Glyph) -> str:
        if isinstance(part, Glyph):
            return self.glyph(part)
        return f"<mi>{escape(part)}</mi>"

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
            name = self._raised(f"<mi>{escape(token.glyph.base)}</mi>", token.power)
            inside = self.argument(token.inner)
            bare = token.kind == "prefix" and len(token.inner) == 1 and token.inner[0][0] == 1
            return f"<mrow>{name}{inside if bare else f'<mo>(</mo>{inside}<mo>)</mo>'}</mrow>"
        if token.kind == "number":
            n = token.number
            text = decimal(n)
            if "/" not in text:
                return f"<mn>{text}</mn>"
            return f"<mfrac><mn>{n.numerator}</mn><mn>{n.denominator}</mn></mfrac>"
        if token.kind == "root":
            return self._raised(f"<msqrt><mn>{token.number}</mn></msqrt>", token.power)
        if token.kind == "close":
            return self._raised("<mo>)</mo>", token.power)
        return {"open": "<mo>(</mo>", "times": self.product}[token.kind]

    def _raised(self, text: str, power: int) -> str:
        return text if power == 1 else f"<msup>{text}<mn>{power}</mn></msup>"

    def piece(self, piece: Piece, first: bool) -> str:
        """A sign and its run."""
        sign = {"+": "" if first else "<mo>+</mo>", "-": "<mo>−</mo>", "": ""}[piece.sign]
        return sign + self.run(piece.tokens)
