"""How a URDF is spelled: exact decimals, attributes, comments."""

from __future__ import annotations

from fractions import Fraction


def escaped(text: str) -> str:
    """A text inside an attribute."""
    for mark, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(mark, entity)
    return "".join(ch if ch.isprintable() else "_" for ch in text)


def comment(text: str) -> str:
    """A text inside a comment, where two hyphens may not stand together."""
    while "--" in text:
        text = text.replace("--", "- -")
    return "".join(ch if ch.isprintable() else "?" for ch in text)


def decimal(value: Fraction) -> str:
    """The exact decimal if it has at most 25 digits, else the 17 of a float."""
    value = Fraction(value)
    places, rest = 0, value.denominator
    for prime in (2, 5):
        count = 0
        while rest % prime == 0:
            rest //= prime
            count += 1
        places = max(places, count)
    digits = abs(value.numerator) * 10**places // value.denominator
    if rest != 1 or places > 300 or digits >= 10**25:
        return repr(float(value))
    if not places:
        return str(value.numerator) if digits < 10**15 else repr(float(value))
    text = str(digits).rjust(places + 1, "0") if places <= 25 else ""
    sign = "-" if value < 0 else ""
    return f"{sign}{text[:-places]}.{text[-places:]}" if text else f"{sign}{digits}e-{places}"
