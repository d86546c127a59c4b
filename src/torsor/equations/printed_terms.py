"""``torsor.why``: where the terms that contain a product come from, as it is printed or typed.

A product is read by the glyphs that a notation prints, backwards: the robot's own, the standard
one, then every other; of two glyphs that fit, the longer.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Annotated, Unpack
from unicodedata import normalize

from torsor.algebra.ring import Ring
from torsor.arguments import validate_call
from torsor.derivation import derive
from torsor.document.printing.latex import LatexPrinter
from torsor.document.printing.printer import Printer
from torsor.document.printing.text import SUBSCRIPT, TextPrinter
from torsor.equations.documents import speller
from torsor.equations.speller import Speller
from torsor.errors import ArgumentTypeError, TextError, TorsorError, UnknownNameError, shown
from torsor.explanation import Why, explain, read_target
from torsor.formats.load import LoadOptions, RobotLike
from torsor.model import Model
from torsor.notation.notation import Notation, load_notation, notation_names

HIGHEST = 4
"""The highest power that a product is looked for as it is printed: c²q₅."""

LONGEST = 1000
"""Letters of a product that is looked at."""

POWER = re.compile(r"\^\{?([0-9]{1,3})\}?|([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})")
LIFTED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
LOWERED = {lowered: plain for plain, lowered in SUBSCRIPT.items()}
BETWEEN = re.compile(r"(?:\s|\\[,;!:]|\\cdot|\\times|[.*·×⋅∙\u2062&])*")
NUMBER = re.compile(
    r"\s*[+−-]?\s*(?:\\tfrac\{?[0-9]+\}?\{?[0-9]+\}?|[0-9]+(?:\.[0-9]+|/[0-9]+)?|(?=\D))"
)
ONE = re.compile(r"\{(.)\}")


@validate_call
def why(
    model: Annotated[Model | RobotLike, "a model, or a robot as torsor.load takes it"],
    target: str,
    term: str,
    notation: str = "",
    **options: Unpack[LoadOptions],
) -> Why:
    """Tell where terms come from: the effect, the link that brings them, and their way.

    ``target`` is a driving force (``"tau1"``) or an entry (``"M[1,2]"``, ``"C11"``, ``"g1"``),
    counted from 1 as papers do; every term of it that contains all factors of ``term`` is traced.
    The term may be typed (``"dq2^2*m3"``) or as it is printed (``"q̇₂² m₃"``), in text or LaTeX, in
    the ``notation`` or any other. The options are those of ``load``.

    >>> import torsor
    >>> torsor.why("rttrr", "tau1", "q̇₁ q̇₃ m₃")
    <Why: 3 of 229 terms of tau1: Coriolis>
    """
    if not isinstance(model, Model):
        model = derive(model, **options)
    elif options:
        raise ArgumentTypeError(
            f"{', '.join(options)}: options are for a robot; the model is derived already"
        )
    hands = _hands(model, notation)
    found = explain(model, _target(model, target, hands), _term(model, term, hands))
    return replace(found, asked=term)


def read_product(model: Model, text: str, notation: str = "") -> tuple[tuple[str, int], ...]:
    """The factors of a product that is typed or as it is printed, each with its power."""
    asked = model.parse(_term(model, text, _hands(model, notation)))
    if len(asked) != 1:
        raise TextError(f"{shown(text)} has {len(asked)} terms in normal form; expected one")
    return asked.terms[0].powers


def _hands(model: Model, notation: str) -> list[Notation]:
    """The notations to read in, the likeliest first."""
    own = load_notation(notation or model.robot.notation or "standard")
    others = (load_notation(name) for name in ("standard", *notation_names()))
    return list({hand.name: hand for hand in (own, *others) if not hand.ascii}.values())


def _target(model: Model, text: str, hands: list[Notation]) -> str:
    """The name of a driving force or an entry, be it printed."""
    plain = _squeeze(text).translate(LOWERED).replace("τ", "tau").replace("\\tau", "tau")
    plain = plain.replace("_", "").replace("{", "").replace("}", "")
    try:
        read_target(model, plain)
    except UnknownNameError as error:
        for hand in hands:
            spell = speller(model, hand)
            for i in range(1, len(model.tau) + 1):
                glyph = spell.glyph(f"tau{i}")
                if _squeeze(text) in {
                    _squeeze(printer.glyph(glyph)) for printer in _printers(hand)
                }:
                    return f"tau{i}"
        raise UnknownNameError(str(error).replace(repr(plain), repr(text))) from None
    return plain


def _term(model: Model, text: str, hands: list[Notation]) -> str:
    """A product in the model's names, be it printed."""
    try:
        model.parse(text)
        return text
    except TorsorError as error:
        if len(text) <= LONGEST:
            for hand in hands:
                found = _read(text, _glyphs(model.ring, speller(model, hand)))
                if found:
                    return found
            for hand in hands:
                found = _read(_fold(text), _folded(_glyphs(model.ring, speller(model, hand))))
                if found:
                    return found
        if text.isascii() and "\\" not in text:
            raise
        raise TextError(
            f"{shown(text)} is no product of what {model.robot.name} has: {error}"
        ) from None


def _read(text: str, glyphs: dict[str, str]) -> str:
    """A printed product as a typed one, or nothing if it cannot be read wholly."""
    rest = _normal(text).rstrip()
    known = re.compile("|".join(re.escape(glyph).replace(r"\ ", r"\s*") for glyph in glyphs))
    names = {_squeeze(glyph): name for glyph, name in glyphs.items()}
    number = NUMBER.match(rest)
    at, factors = number.end() if number else 0, []
    while at < len(rest):
        at = _end(BETWEEN, rest, at)
        glyph = known.match(rest, at)
        if not glyph:
            return ""
        power = POWER.match(rest, glyph.end())
        lifted = f"^{power[1] or power[2].translate(LIFTED)}" if power else ""
        factors.append(names[_squeeze(glyph[0])] + lifted)
        at = power.end() if power else glyph.end()
    return "*".join(factors)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _printers(hand: Notation) -> tuple[Printer, ...]:
    return TextPrinter(hand.product), LatexPrinter(hand.product)


def _glyphs(ring: Ring, spell: Speller) -> dict[str, str]:
    """The generators of a ring by their names and what is printed for them, the longest first."""
    found = {name: name for name in ring.generators}
    for name, power in product(ring.generators, range(1, HIGHEST + 1)):
        for printer in _printers(spell.notation):
            typed = name if power == 1 else f"{name}^{power}"
            found.setdefault(_normal(printer.token(spell.atom(name, power))), typed)
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


def _normal(text: str) -> str:
    """A text as it is compared: marks after their letters, no braces around one."""
    return ONE.sub(r"\1", normalize("NFD", text))


def _fold(text: str) -> str:
    """A text as it is typed in haste: ``M3`` for ``M₃`` or ``m_3``."""
    return re.sub("[_{}]", "", _normal(text).translate(LOWERED)).casefold()


def _folded(glyphs: dict[str, str]) -> dict[str, str]:
    """Glyphs as they are typed in haste, without those that would then be two symbols' own."""
    found: dict[str, set[str]] = {}
    for glyph, name in glyphs.items():
        found.setdefault(_fold(glyph), set()).add(name)
    return {glyph: names.pop() for glyph, names in found.items() if len(names) == 1}


def _squeeze(text: str) -> str:
    return "".join(_normal(text).split())
