"""The marks that a notation prints for what equations speak of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from torsor.equations.documents import speller
from torsor.equations.sections import energy_glyph, slope_glyph
from torsor.errors import TorsorError
from torsor.mechanics.newton_euler import STEPS
from torsor.model import Model
from torsor.notation.glyph import Glyph, component_of
from torsor.notation.notation import Notation
from torsor.referee.reading.latex.grammar import parse_latex
from torsor.referee.reading.latex.runs import is_prefix, items_in
from torsor.referee.reading.latex.tree import Mark, Nested, Stray
from torsor.referee.reading.symbols import Key, key_of, tidy

Look = tuple[str, int, str, str]
"""Base, dots, subscript and superscript of a mark."""


class TargetMarks:
    """The marks that a notation prints for the targets of a model."""

    def __init__(self, model: Model, notation: Notation) -> None:
        self.own: dict[Key, list[str]] = {}
        """Whole marks, and each target that is printed so."""
        self.known: dict[Look, list[str]] = {}
        """Marks without accents and left indices, which papers leave out."""
        for target, glyph in (*_forces(model, notation), *_steps(model, notation)):
            base, dots, accent, sub, sup, pre = key_of(glyph)
            self.own.setdefault((base, dots, accent, sub, sup, pre), []).append(target)
            self.known.setdefault((base, dots, sub, sup), []).append(target)
        for target, glyph in _energies(model, notation):
            self.own.setdefault(key_of(glyph), []).append(target)

    def is_own(self, mark: Mark, target: str) -> bool:
        """Whether the notation prints a target so, with all that is on the mark."""
        sub, sup = tidy(mark.sub), tidy(mark.sup)
        return target in self.own.get((mark.base, mark.dots, mark.accent, sub, sup, mark.pre), ())

    def target_of(self, mark: Mark, wanted: str = "") -> str:
        """The target whose mark it is, or nothing; of several the one that is wanted."""
        sub, sup = tidy(mark.sub), tidy(mark.sup)
        if self.is_own(mark, wanted):
            return wanted
        whole = self.own.get((mark.base, mark.dots, mark.accent, sub, sup, mark.pre), ())
        found = self.known.get((mark.base, mark.dots, sub, sup), ())
        found = [target for target in found if target in whole] or found
        return wanted if wanted in found else next(iter(found), "")

    def guess(self, latex: str) -> str:
        """The target that an equation's left-hand side announces, if it plainly does."""
        try:
            items = items_in(parse_latex(latex))
        except TorsorError:
            return ""
        pre = ""
        for item in items:
            if isinstance(item, Mark):
                return self.target_of(replace(item, pre=pre))
            if not is_prefix(item) or not isinstance(item, (Stray, Nested)):
                break
            pre += item.sup
        return ""


def _forces(model: Model, notation: Notation) -> Iterator[tuple[str, Glyph]]:
    """Driving forces and the entries of M, C and g."""
    spell = speller(model, notation)
    count = len(model.tau)
    numbers = range(1, count + 1)
    comma = "," if count > 9 else ""
    for name in ("M", "C", "g"):
        yield name, replace(notation.step(name), sub="")
    for i in numbers:
        yield f"tau[{i}]", spell.glyph(f"tau{i}")
        yield f"g[{i}]", replace(notation.step("g", str(i)), sub=str(i))
        for j in numbers:
            index = f"{i}{comma}{j}"
            for name in ("M", "C"):
                yield f"{name}[{i},{j}]", replace(notation.step(name, index), sub=index)


def _steps(model: Model, notation: Notation) -> Iterator[tuple[str, Glyph]]:
    """Vectors of the links and their components."""
    for quantity in STEPS:
        for i in range(1, model.robot.frames + 1):
            glyph = notation.step(quantity, i)
            yield f"{quantity}[{i}]", glyph
            for axis in "xyz":
                yield f"{quantity}[{i}].{axis}", component_of(glyph, axis)


def _energies(model: Model, notation: Notation) -> Iterator[tuple[str, Glyph]]:
    """Energies and momenta as Torsor prints them; papers have these letters for other things."""
    spell = speller(model, notation)
    for letter in ("K", "U", "L"):
        yield letter, energy_glyph(notation, letter)
    for i in range(1, max(model.robot.frames, len(model.tau)) + 1):
        for letter in ("K", "U", "p"):
            yield f"{letter}[{i}]", energy_glyph(notation, letter, i)
        yield f"dp[{i}]", energy_glyph(notation, "p", i, 1)
        yield f"L_q[{i}]", slope_glyph(spell, i)
