"""The dictionary of a text as data: what each of the author's symbols stands for, to be corrected.

An author corrects it by lines such as ``I_1 = Izz1 + m1*rx1^2`` (an author's symbol by the
robot's), ``q2 = theta2 - theta1`` (a coordinate of the robot by the author's) or ``ry1 = 0``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from torsor.document.printing.latex import LatexPrinter
from torsor.document.printing.tokens import Token
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation, load_notation
from torsor.notation.trig import CALLED
from torsor.referee.reading.syntax import Symbol


@dataclass(frozen=True)
class Meaning:
    """An author's symbol: its flat name, its print, and what it stands for."""

    symbol: str
    glyph: Glyph
    meaning: str
    terms: int
    """In how many printed terms it stands."""
    declared: bool = False

    @property
    def latex(self) -> str:
        """As it is printed."""
        return LatexPrinter("").token(Token("glyph", glyph=self.glyph))


@dataclass(frozen=True)
class Question:
    """Something that the equations cannot tell, or that an error would look like."""

    text: str
    answer: str
    """The line by which an author says yes."""
    symbols: frozenset[str] = frozenset()
    """Author's names, or symbols of the model after an equals sign, that it is about."""


@dataclass(frozen=True)
class Dictionary:
    """One dictionary for a whole text."""

    meanings: tuple[Meaning, ...] = ()
    coordinates: tuple[tuple[str, str], ...] = ()
    """The author's coordinates and the robot's."""
    conventions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Symbols of the robot that the text never has: they are nothing."""
    questions: tuple[Question, ...] = ()

    @property
    def entries(self) -> int:
        """How many things it says."""
        return len(self.meanings) + len(self.conventions) + bool(self.left_out)


def glyph_of(symbol: Symbol) -> Glyph:
    """How a symbol is printed; code's names as a reader would write them."""
    if symbol.glyph is not None:
        return symbol.glyph
    return load_notation("standard").plain_glyph(symbol.name)


def author_notation(
    names: Mapping[str, tuple[str, int]], printed: Mapping[str, Symbol], called: bool
) -> Notation:
    """The author's own hand as a notation: derived terms are printed in it."""
    standard = load_notation("standard")
    symbols: dict[str, Glyph] = dict(standard.symbols)
    for name, symbol in printed.items():
        if name.startswith(("q", "dq", "ddq")) and name.lstrip("d")[1:].isdigit():
            symbols[name] = replace(glyph_of(symbol), dots=len(name) - len(name.lstrip("d")))
            plain = f"q{name.lstrip('d')[1:]}"
            for dots in range(3):
                symbols.setdefault("d" * dots + plain, replace(glyph_of(symbol), dots=dots))
    for mine, (image, _) in names.items():
        if mine in printed:
            symbols[image] = glyph_of(printed[mine])
    trig = CALLED if called else standard.trig
    return replace(standard, name="the author's", symbols=symbols, trig=trig)
