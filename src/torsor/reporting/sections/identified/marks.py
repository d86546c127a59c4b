"""Symbols, numbers and names of an identification, as they are typeset."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import PurePath

from torsor.document.blocks import Maths, Run, Symbol, Text
from torsor.document.printing.tokens import Piece, Pieces, Token
from torsor.notation.glyph import Glyph
from torsor.reporting.composer import Composer
from torsor.reporting.meanings import typeset_unit

ESTIMATE = re.compile(r"([LhmfI])([a-z]*)([0-9]+)")
"""Names of base parameters and of drives' coefficients."""
FACTOR = re.compile(r"([0-9.]+)|([A-Za-z]+[0-9]+)")
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST_FILES = 8
"""Logs that are named one by one."""
FAMILIES = {"L", "h", "fv", "fq", "fc", "fh", "fs", "fo", "Ia"}
"""Letters that the table of symbols explains as those of estimates."""


def estimate_glyph(c: Composer, name: str) -> Glyph:
    """``Lzz1`` as L with the index zz1, and its meaning remembered."""
    match = ESTIMATE.fullmatch(name)
    letters = name.rstrip("0123456789")
    if letters == "m":
        return c.uses(c.writer.speller.glyph(name), "parameter", "m")
    family = letters if letters in FAMILIES else letters[:1]
    ascii = c.notation.ascii or match is None
    glyph = Glyph(name) if ascii or match is None else Glyph(match[1], match[2] + match[3])
    return c.uses(glyph, "estimate", family)


def symbol_of(c: Composer, name: str) -> Symbol:
    """The same within a sentence or a table."""
    return Symbol((estimate_glyph(c, name),))


def number_token(text: str) -> Token:
    """A decimal as it stands, without its sign."""
    return Token("number", number=abs(Fraction(text)), measured=True)


def sum_of(c: Composer, expression: str) -> Text:
    """``Lzz1 + 0.1225*m2`` as mathematics that may be broken before each sign.

    What is written otherwise stays a text.
    """
    runs: list[Run] = []
    sign = ""
    for part in expression.split(" "):
        if part in ("+", "-"):
            sign = part
            continue
        tokens = [_factor(c, factor) for factor in part.removeprefix("-").split("*")]
        known = [token for token in tokens if token is not None]
        if len(known) < len(tokens):
            return (expression,)
        piece = Piece("-" if part.startswith("-") else sign, tuple(known))
        runs += [" ", Maths((piece,), first=False)] if runs else [Maths((piece,))]
    return tuple(runs)


def _factor(c: Composer, text: str) -> Token | None:
    match = FACTOR.fullmatch(text)
    if match is None:
        return None
    if match[1]:
        return number_token(text)
    return Token("glyph", estimate_glyph(c, text))


def typeset(number: str) -> str:
    """A number with the signs of print: 1.2e-05 as 1.2·10⁻⁵, -3 as −3."""
    mantissa, _, exponent = number.partition("e")
    shown = mantissa.replace("-", "−")
    return f"{shown}·10{str(int(exponent)).translate(RAISED)}" if exponent else shown


def deviation(std: float) -> str:
    """A deviation with two digits."""
    return f"{std:.2g}" if std < 99.5 else f"{std:.0f}"


def unit_cell(unit: str) -> Text:
    """A unit in a table, on one line."""
    return (typeset_unit(unit).replace(" ", "\u00a0"),)


def cell(number: str) -> Text:
    """A number in a table."""
    return (typeset(number),)


def name_files(logs: Sequence[str]) -> str:
    """The names of logs, without their folders."""
    names = list(dict.fromkeys(PurePath(log).name or log for log in logs))
    if len(names) > MOST_FILES:
        return f"{', '.join(names[: MOST_FILES - 1])} and {len(names) - MOST_FILES + 1} more"
    return " and ".join([*([", ".join(names[:-1])] if names[1:] else []), names[-1]])


def first_unsigned(pieces: Pieces) -> Pieces:
    """A sum does not begin with a plus."""
    first, *rest = pieces
    return (Piece("-" if first.sign == "-" else "", first.tokens), *rest)
