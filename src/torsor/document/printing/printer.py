"""What every typesetting language does alike: pieces one after another, numbers as written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from unicodedata import combining, east_asian_width

from torsor.document.printing.tokens import Piece, Token, between
from torsor.notation.glyph import Glyph


def decimal(value: Fraction, measured: bool = False) -> str:
    """A number as people write it: 13/400 is 0.0325, 1/3 stays, and 1/2 unless it is measured."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if value.denominator in ((1,) if measured else (1, 2, 4, 8)) or rest != 1:
        return str(value)
    digits = 1
    while 10**digits % value.denominator:
        digits += 1
    whole, part = divmod(abs(value.numerator) * 10**digits // value.denominator, 10**digits)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{digits}}"


def visible(text: str) -> int:
    """The columns that a text takes in a terminal: none for a mark above, two for a wide letter."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(ch) else 1 + (east_asian_width(ch) in "WF") for ch in text)


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
            spelled = self.token(token)
            text += self.before(token) if between(tokens, i) else ""
            text += self.underline(spelled) if token.slip else spelled
        return text

    def underline(self, text: str) -> str:
        """A factor that differs, where there is a line to draw below it."""
        return text

    def piece(self, piece: Piece, first: bool) -> str:
        """A sign and its run."""
        if first:
            return piece.sign.replace("+", "") + self.run(piece.tokens)
        return f"{piece.sign} {self.run(piece.tokens)}".lstrip()

    def sum(self, pieces: Sequence[Piece], first: bool = True) -> str:
        """Pieces one after another; ``first`` tells that the sum begins here."""
        return self.space.join(self.piece(p, first and i == 0) for i, p in enumerate(pieces))
