"""What each drive takes, as mathematics: friction and the rotor, with the identified numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from torsor.document.blocks import Block, Display, Heading, Paragraph, Part, Table, Text
from torsor.document.printing.tokens import Piece, Token
from torsor.identification.outcome.identification import DriveTerm, Identification
from torsor.identification.outcome.units import unit_of_estimate
from torsor.identification.outcome.words import to_deviation
from torsor.identification.regression.drives import Term
from torsor.notation.glyph import Glyph
from torsor.reporting.composer import Composer
from torsor.reporting.sections.identified.marks import (
    cell,
    deviation,
    first_unsigned,
    number_token,
    symbol_of,
    unit_cell,
)

NOTHING = Fraction(1, 10**12)
"""Coefficients that are no larger are what a solver left of zero."""


class DriveSymbols:
    """The symbols of one drive: its rates, and what its laws are told by."""

    def __init__(self, c: Composer, number: int, coupled: bool) -> None:
        self.c = c
        self.number = number
        self.stem = "s" if coupled else "q"

    def rate(self, dots: int, power: int = 1) -> Token:
        """The velocity or acceleration."""
        name = f"{'d' * dots}{self.stem}{self.number}"
        if self.stem == "q":
            self.c.writer.atoms[name] = None
            return Token("glyph", self.c.writer.speller.glyph(name), power=power)
        plain = Glyph(name) if self.c.notation.ascii else Glyph("s", str(self.number), dots=dots)
        return Token("glyph", self.c.uses(plain, "drive", "s" * (dots + 1)), power=power)

    def sign(self) -> Token:
        """The sign of the velocity."""
        token = self.c.writer.speller.atom("sign(dq1)", 1)
        self.c.uses(token.glyph or Glyph("sgn"), "sign")
        return Token("call", token.glyph, ((1, self.rate(1).glyph or Glyph("q")),))

    def own(self, letter: str, dots: int = 0, square: bool = False) -> Glyph:
        """A symbol that is defined beside the law: z of presliding, x and y of speeds."""
        if self.c.notation.ascii:
            plain = Glyph(f"{'d' * dots}{letter}{self.number}")
        else:
            plain = Glyph(letter, str(self.number), dots=dots)
        self.c.uses(plain, "drive", letter)
        if not square:
            return plain
        ascii = self.c.notation.ascii
        raised = Glyph(f"{plain.base}^2") if ascii else Glyph(letter, str(self.number), "2")
        return self.c.uses(raised, "drive", letter)

    def call(self, name: str, count: int, inner: Glyph) -> Token:
        """tanh or exp of something."""
        return Token("call", self.c.uses(Glyph(name), "call", name), ((count, inner),))

    def factors(self, term: Term) -> tuple[Token, ...]:
        """What a term is for a coefficient of one."""
        kind = term.kind
        if kind == "viscous":
            return (self.rate(1),)
        if kind == "quadratic":
            return self.sign(), self.rate(1, 2)
        if kind == "Coulomb":
            return (self.sign(),)
        if kind == "smoothed":
            return (self.call("tanh", 1, self.own("x")),)
        if kind == "hysteresis":
            return (Token("glyph", self.own("z")),)
        if kind == "Stribeck":
            return self.sign(), self.call("exp", -1, self.own("y", square=True))
        return (self.rate(2),) if kind == "rotor" else ()

    def definitions(self, term: Term) -> list[Part]:
        """What the symbols of a term are made of."""
        if term.kind in ("smoothed", "Stribeck"):
            left = self.own("x" if term.kind == "smoothed" else "y")
            return [Part((left,), (Piece("", (_over(term.shape), self.rate(1))),))]
        if term.kind != "hysteresis":
            return []
        z = Token("glyph", self.own("z"))
        moved = Piece("", (_over(term.shape), Token("open"), self.rate(1)))
        held = Piece("-", (self.sign(), self.rate(1), z, Token("close")))
        return [Part((self.own("z", 1),), (moved, held))]


def _over(shape: float) -> Token:
    """One over a speed or a way."""
    return Token("number", number=Fraction(f"{1.0 / shape:.4g}"), measured=True)


def friction_blocks(c: Composer, found: Identification) -> list[Block]:
    """The law of each drive, what its symbols are, and the coefficients with their deviations."""
    laws = [(k, law) for k, law in enumerate(found.friction, 1) if law]
    if not laws:
        return []
    coupled = found.drives is not None and not np.array_equal(
        found.drives, np.eye(len(found.drives))
    )
    told = (
        "What each drive takes of its own, for friction and to turn its rotor, with the "
        "identified robot's numbers in SI. Blocks of the logs that were not fitted have "
        "decided which terms there are."
    )
    blocks: list[Block] = [Heading("Friction and rotors", 2), Paragraph((told,), True)]
    if coupled and found.drives is not None:
        blocks += _couplings(c, found.drives)
    definitions: list[list[Part]] = []
    for k, law in laws:
        drive = DriveSymbols(c, k, coupled)
        blocks.append(_law(c, drive, law))
        definitions.append([part for t in law for part in drive.definitions(t.term)])
    if any(definitions):
        kinds = {t.term.kind for _, law in laws for t in law}
        blocks.append(Paragraph((_what(kinds),), True))
        blocks += [Display(c.number(), tuple(parts)) for parts in definitions if parts]
    if found.drive_estimates:
        blocks.append(_table(c, found, coupled))
    return blocks


def _law(c: Composer, drive: DriveSymbols, law: Sequence[DriveTerm]) -> Display:
    """The law; what its deviation leaves no digit of is left out."""
    pieces = []
    for t in law:
        value = to_deviation(t.value, t.std)
        if abs(Fraction(value)) > NOTHING:
            factors = drive.factors(t.term)
            pieces.append(Piece("-" if t.value < 0 else "+", (number_token(value), *factors)))
    if not pieces:
        pieces = [Piece("", (number_token("0"),))]
    ascii = c.notation.ascii
    own = c.notation.step("drive", drive.number) if ascii else None
    left = own or c.writer.speller.glyph(f"tau{drive.number}").with_sub("D")
    c.uses(left, "share", "drive")
    return Display(c.number(), (Part((left,), first_unsigned(tuple(pieces))),))


def _what(kinds: set[str]) -> str:
    """What the symbols of the laws mean, in a sentence each."""
    told = []
    if "hysteresis" in kinds:
        told.append(
            "z the state of presliding friction: after a reversal it goes from one side to the "
            "other over a short way"
        )
    if "smoothed" in kinds:
        told.append("x the speed over that at which dry friction turns")
    if "Stribeck" in kinds:
        told.append("y the speed over that below which dry friction is larger")
    return f"Here is {'; '.join(told)}:"


def _couplings(c: Composer, S: np.ndarray) -> list[Block]:
    """How far each drive is displaced."""
    told = "The drives are coupled to the joints; they are displaced by"
    blocks: list[Block] = [Paragraph((told,), True)]
    for k, row in enumerate(S, 1):
        pieces = []
        for j, share in enumerate(row.tolist(), 1):
            if share:
                c.writer.atoms[f"q{j}"] = None
                q = Token("glyph", c.writer.speller.glyph(f"q{j}"))
                number = () if abs(share) == 1.0 else (number_token(f"{share:.6g}"),)
                pieces.append(Piece("-" if share < 0 else "+", (*number, q)))
        glyph = Glyph(f"s{k}") if c.notation.ascii else Glyph("s", str(k))
        c.uses(glyph, "drive", "s")
        blocks.append(Display(c.number(), (Part((glyph,), first_unsigned(tuple(pieces))),)))
    return blocks


def _table(c: Composer, found: Identification, coupled: bool) -> Table:
    terms = {t.term.name: t.term for law in found.friction for t in law}
    rows: list[tuple[Text, ...]] = []
    for e in found.drive_estimates:
        unit = unit_of_estimate(found.robot, e.name)
        term = terms.get(e.name)
        rows.append(
            (
                (symbol_of(c, e.name),),
                cell(to_deviation(e.value, e.std)),
                cell(deviation(e.std)),
                cell(to_deviation(e.identified, e.std)),
                unit_cell(unit),
                (KINDS[term.kind] if term else e.expression,),
            )
        )
    head = ("Coefficient", "Least squares", "Deviation", "Identified", "Unit", "Of")
    return Table(
        "Friction and rotors by least squares, and of the identified robot",
        tuple((text,) for text in head), tuple(rows), (0.14, 0.15, 0.13, 0.14, 0.15, 0.29),
        frozenset({1, 2, 3}),
    )  # fmt: skip


KINDS = {
    "viscous": "viscous friction",
    "quadratic": "friction by the squared speed",
    "Coulomb": "dry friction",
    "smoothed": "dry friction, smoothed",
    "hysteresis": "dry friction, presliding",
    "Stribeck": "more of it at slow motion",
    "offset": "offset",
    "rotor": "rotor inertia, at the joint",
}
"""Each kind of term in words."""
