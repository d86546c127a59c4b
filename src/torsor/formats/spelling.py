"""How files spell numbers and names: exact decimals, every digit of a float, names each once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import to_float
from torsor.errors import RobotError

KEPT = " _-.+"
"""What a name may have beside letters and digits."""
TOO_LARGE = "a number of the robot is too large to be written"


def decimal_places(value: Fraction) -> int | None:
    """How many digits behind the point write a number exactly; none if no decimal does."""
    rest, places = value.denominator, 0
    for prime in (2, 5):
        count = 0
        while rest % prime == 0:
            rest, count = rest // prime, count + 1
        places = max(places, count)
    return places if rest == 1 else None


def decimal_text(value: Fraction) -> str:
    """The decimal that is exactly this number, or nothing."""
    places = decimal_places(value)
    if places is None or places > 60:
        return ""
    digits = abs(value.numerator) * 10**places // value.denominator
    whole = Decimal((int(value < 0), tuple(map(int, str(digits))), -places))
    return str(whole).replace("E", "e").replace("+", "")


def decimal(value: Fraction) -> str:
    """The exact decimal if it has at most 25 digits, else the 17 of a float."""
    places = decimal_places(value)
    if places is None or places > 300:
        return repr(float(value))
    digits = abs(value.numerator) * 10**places // value.denominator
    if digits >= 10 ** (25 if places else 15):
        return repr(float(value))
    if not places:
        return str(value.numerator)
    text = str(digits).rjust(places + 1, "0") if places <= 25 else ""
    sign = "-" if value < 0 else ""
    return f"{sign}{text[:-places]}.{text[-places:]}" if text else f"{sign}{digits}e-{places}"


def value(entry: Formula) -> Fraction:
    """A formula without names as a number."""
    constant = entry.constant
    return Fraction(to_float(entry)) if constant is None else constant


def numbers(entries: Iterable[Formula]) -> str:
    """Numbers side by side."""
    return " ".join(digits(value(e)) for e in entries)


def digits(value: Fraction | int) -> str:
    """A number with every digit that a float has."""
    try:
        return repr(float(value)).removesuffix(".0")
    except OverflowError:
        raise RobotError(TOO_LARGE) from None


def printable(text: str) -> str:
    """A text that XML can hold."""
    return "".join(ch if ch.isprintable() else "_" for ch in text)


def comment(text: str) -> str:
    """A text inside a comment, where two hyphens may not stand together."""
    while "--" in text:
        text = text.replace("--", "- -")
    return printable(text)


def clean(text: str) -> str:
    """A name without the characters that other formats take amiss, and of bearable length."""
    return "".join(ch if ch.isalnum() or ch in KEPT else "_" for ch in text)[:60]


def list_names(names: Sequence[str], most: int = 12) -> str:
    """Names by commas; beyond so many only their count."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def each_once(
    given: Mapping[int, str], usual: Mapping[int, str], taken: Collection[str] = ()
) -> dict[int, str]:
    """A name for every number of ``usual``: the one given, else the usual; no two are the same.

    Names that were given come before those that are made up; an empty one stays empty.
    """
    wanted = {i: given[i] for i in usual if given.get(i)}
    wanted |= {i: name for i, name in usual.items() if i not in wanted}
    seen, found = set(taken), {}
    for i, name in wanted.items():
        text, k = name, 2
        while text and text in seen:
            text, k = f"{name}_{k}", k + 1
        seen.add(text)
        found[i] = text
    return found
