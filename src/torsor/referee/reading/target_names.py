"""Which marks name what an equation speaks of, as a notation prints them or a paper may."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from torsor.errors import TorsorError
from torsor.mechanics.newton_euler import STEPS
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.latex.runs import Run, solid
from torsor.referee.reading.latex.tree import Mark
from torsor.referee.reading.matrices import Value
from torsor.referee.reading.side_names import Derivative, Name, names_in_table, read_name
from torsor.referee.reading.sum_reader import SumReader
from torsor.referee.reading.symbols import SymbolTable
from torsor.referee.target_marks import TargetMarks
from torsor.referee.targets import Target, resolve

IN_BASE = ("position", "velocity", "J_v", "J_w")
"""Targets in the axes of the base."""

RATE_OF = {"epsilon": "omega", "a": "v", "a_C": "v_C", "dp": "p", "velocity": "position"}
"""Targets whose names may carry a dot, and what it stands on."""

ENERGIES = {"K": ("K", "K_v", "K_w"), "U": ("U",), "L": ("L",)}
"""Letters that every paper has for its energies, and the targets they can stand for."""

DERIVATIVES = {
    ("L", False, False): "L_q", ("U", False, False): "g", ("L", True, False): "p",
    ("K", True, False): "p", ("L", True, True): "dp", ("K", True, True): "dp",
}  # fmt: skip
"""What is derived, whether by a velocity, whether d/dt stands before it: the target it means."""


class TargetNames:
    """Tells which sides of an equation name what it speaks of."""

    def __init__(
        self, model: Model, notation: Notation, symbols: SymbolTable, words: Mapping[str, Value]
    ) -> None:
        self.model = model
        self.notation = notation
        self.symbols = symbols
        self.words = words
        self.marks = TargetMarks(model, notation)

    def name_of(self, side: Run, target: Target, number: int, before: bool) -> Name | None:
        """A side as the target's name, or nothing where it is an expression.

        A paper's own letter names the target left of every expression only (``before``), and
        behind the first side only with the target's index; the notation's mark does anywhere.
        """
        marks = names_in_table(side, target.shape)
        if marks and not any(self.symbols.read(mark) for mark in marks):
            self._refuse_other_entries(marks, target)
            return Name()
        name = read_name(side)
        if name is None:
            return None
        mark = name.of
        if not isinstance(mark, Mark):
            assert mark is not None
            self._refuse_other_derivative(mark, target)
            return name
        other = self.marks.target_of(mark, target.text)
        own = other == target.text
        symbol = not own and self._is_symbol(mark)
        if symbol and not own and (number or (target.scalar and not other)):
            return None
        alone = len(solid(side)) == 1 and not mark.sup.isdigit()
        if number and not own and not alone:
            return None
        self._refuse_other_name(mark, target)
        coordinate = self.symbols.speller.glyph(self.model.coordinates[0]).base
        if not own and (symbol or (mark.base == coordinate and not mark.sub)):
            raise UnreadError(f"a symbol of the model where {target.text} is meant", mark.place)
        if number and not own:
            indexed = not any(ch.isdigit() for ch in target.text) or any(
                ch.isdigit() for ch in mark.sub + mark.sup
            )
            if not before or not indexed:
                raise UnreadError(f"a mark that may not be {target.text}", mark.place)
        for argument in name.arguments:
            read = self.symbols.read(argument)
            if read and read.name.lstrip("d") not in self.model.coordinates:
                raise UnreadError("a factor behind the target's name", argument.place)
        return name

    def _is_symbol(self, mark: Mark) -> bool:
        """Whether a mark has a meaning in the model or among the abbreviations."""
        reader = SumReader(self.symbols, "", self.words)
        if self.symbols.read(replace(mark, pre="")) or reader.abbreviation(mark) is not None:
            return True
        reader.product([mark])
        return not reader.unknown

    def _refuse_other_entries(self, marks: Sequence[Mark], target: Target) -> None:
        """A table of names is the target's only if each of its marks is that of its entry."""
        rows, columns = target.shape
        for k, mark in enumerate(marks):
            i, j = divmod(k, columns)
            if target.name in ("M", "C", "g"):
                text = f"{target.name}[{i + 1},{j + 1}]" if columns > 1 else f"g[{i + 1}]"
            elif (rows, columns) == (3, 1):
                text = f"{target.text}.{'xyz'[i]}"
            else:
                raise UnreadError(f"names where {target.text} is meant", mark.place)
            self._refuse_other_name(mark, Target(text, target.name, ((target.rows[i][j],),)))

    def _refuse_other_name(self, mark: Mark, target: Target) -> None:
        """A mark that is another target's, or says more than a name, is not taken for this one."""
        if self.marks.is_own(mark, target.text):
            return
        other = self.marks.target_of(mark, target.text)
        own = other == target.text
        against = find_contradiction(mark, target, accents_of(target, self.notation), own)
        if not own and other and self._is_equal(other, target):
            against = find_contradiction(
                mark, replace(target, text=other), accents_of(target, self.notation), True
            )
        elif not own and other:
            against = f"the mark of {other} stands where {target.text} is meant"
        elif mark.dots and not own and not against:
            rate = target.text.replace(target.name, RATE_OF[target.name], 1)
            still = self.marks.target_of(replace(mark, dots=0), rate)
            if still and still != rate:
                against = f"the rate of {still} stands where {target.text} is meant"
        if against:
            raise UnreadError(against, mark.place)

    def _is_equal(self, other: str, target: Target) -> bool:
        """Whether another entry of the same quantity is equal, as M[2,1] is to M[1,2]."""
        try:
            meant = resolve(self.model, other)
        except TorsorError:
            return False
        return meant.name == target.name and meant.rows == target.rows

    def _refuse_other_derivative(self, derivative: Derivative, target: Target) -> None:
        """A derivative is the target's name only where that is what the target means."""
        of, by = derivative.of, derivative.by
        plain = of == Mark(of.base, of.place, sub=of.sub) and not self._is_symbol(of)
        means = ""
        if by is None:
            means = f"dp[{of.sub}]" if of.base == "p" else ""
        elif not of.sub:
            read = self.symbols.read(by)
            name = read.name if read and read.power == 1 and not read.note else ""
            rate = name[:1] == "d" and name[1:] in self.model.coordinates
            kind = DERIVATIVES.get((of.base, rate, derivative.rate))
            coordinate = name[1:] if rate else name
            if kind and coordinate in self.model.coordinates:
                means = f"{kind}[{list(self.model.coordinates).index(coordinate) + 1}]"
        if not plain or means != target.text:
            raise UnreadError(f"a derivative that is not certainly {target.text}", derivative.place)


def accents_of(target: Target, notation: Notation) -> tuple[str, ...]:
    """The accents a target's name may carry: a vector's, or the notation's own."""
    own = notation.step(target.name).accent if target.name in (*STEPS, "M", "C", "g") else ""
    return ("", "vec", own)


def find_contradiction(mark: Mark, target: Target, accents: tuple[str, ...], own: bool) -> str:
    """What about a mark speaks against its being the target's name, or nothing.

    ``own`` tells that base, dots and scripts are those which the notation prints for the target.
    """
    if mark.accent not in accents:
        return f"the accent {mark.accent[:20]} on the target's name"
    numbers = re.findall(r"[0-9]+", target.text.partition(".")[0])
    if mark.pre not in ("", *_frames(target, numbers)):
        return f"the left index {mark.pre[:20]} on the target's name"
    if own:
        return ""
    if mark.dots > (target.name in RATE_OF):
        return "dots on the target's name"
    raised = not target.scalar and not re.search("[0-9]", mark.sub) and [mark.sup] == numbers
    if mark.sup not in ("", "T") and not raised:
        return f"the superscript {mark.sup[:20]} on the target's name"
    printed = "".join(re.findall("[0-9]", mark.sub))
    if printed and printed != "".join(numbers):
        return f"the index {mark.sub[:20]} on the name of {target.text}"
    axis = target.text.partition(".")[2]
    framed = target.name in (*STEPS, *IN_BASE)
    spoken = mark.base if framed and mark.base in ("x", "y", "z") else mark.sub[-1:]
    if spoken in ("x", "y", "z") and spoken != axis:
        return f"the axis {spoken} on the name of {target.text}"
    whole = not printed and bool(numbers)
    if mark.base in ENERGIES and (whole or target.name not in ENERGIES[mark.base]):
        return f"{mark.base} stands where {target.text} is meant"
    return ""


def _frames(target: Target, numbers: list[str]) -> list[str]:
    """The left indices that say the axes a target is in."""
    if target.name in STEPS:
        return numbers
    return ["0"] if target.name in IN_BASE else []
