"""Numbers as programs write them, exactly: ``9.81``, ``1e-3``, ``0.5f``."""

from __future__ import annotations

from fractions import Fraction

from torsor.referee.reading.code.raw import Literal
from torsor.referee.reading.code.tokens import Token
from torsor.referee.reading.latex.places import UnreadError

MOST = 400
"""Numbers with more digits, or a higher power of ten, are refused."""


def read_numeral(token: Token, language: str) -> Literal:
    """A number with its digits as they are printed."""
    text = token.text.replace("_", "")
    if text[:2].lower() in ("0x", "0b", "0o") or text[-1:] in "ijJ":
        raise UnreadError(f"the number {text[:20]}", token.place)
    plain = text.lower().replace("d", "e") if language == "matlab" else text.lower()
    if language == "c":
        plain = plain.rstrip("flu")
        octal = plain.isdigit() and len(plain) > 1 and plain[0] == "0"
        if octal:
            raise UnreadError(f"the number {text[:20]} counts by eights in C", token.place)
    mantissa, _, power = plain.partition("e")
    if len(mantissa) > MOST or len(power) > 5 or abs(int(power or 0)) > MOST:
        raise UnreadError(f"a number of more than {MOST} digits", token.place)
    whole = mantissa.isdigit() and not power
    floated = language == "c" and "f" in text.lower()
    digits = "" if whole else plain
    return Literal(Fraction(plain), digits, whole and not floated, token.place)
