"""One equation: its sides read wholly, evaluated, and compared with what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from torsor.algebra.expression import Expression
from torsor.equations.documents import speller
from torsor.errors import TextError
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.referee.comparing.comparison import Comparison, compare
from torsor.referee.comparing.ring_values import in_ring, ring_with
from torsor.referee.reading.latex.grammar import parse_latex
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.latex.runs import Run, flatten, solid, start_of
from torsor.referee.reading.latex.tree import Item, Mark, item_text, text_of
from torsor.referee.reading.matrices import PrintedMatrix, Value
from torsor.referee.reading.side_names import Name
from torsor.referee.reading.sides import join_lines, read_sides
from torsor.referee.reading.sum_reader import SumReader
from torsor.referee.reading.symbols import Key, SymbolTable, key_of
from torsor.referee.reading.target_names import TargetNames
from torsor.referee.reading.terms import Budget, Powers, PrintedTerm, Reading, Sum
from torsor.referee.targets import Target

NOWHERE: Key = ("?", 0, "", "", "", "")
Rows = tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True)
class Entry:
    """One printed entry against one derived expression."""

    place: str
    comparison: Comparison


@dataclass(frozen=True)
class Checked:
    """An equation with its entries and what the reader had to say."""

    label: str
    target: str
    latex: str
    entries: tuple[Entry, ...]
    findings: tuple[str, ...]
    doubts: tuple[str, ...] = ()
    """What was overlooked in reading: with any of it an equation is not called right."""
    asked: tuple[str, ...] = ()
    """Questions on which its verdict rests: with any open it is not called right."""
    digits: bool = False
    """Whether it was compared to the printed digits only, and agrees to them."""

    @property
    def printed(self) -> int:
        """Printed terms in all."""
        return sum(e.comparison.printed for e in self.entries)

    @property
    def derived(self) -> int:
        """Derived terms in all."""
        return sum(e.comparison.derived for e in self.entries)

    @property
    def matched(self) -> int:
        """Printed terms that agree."""
        return sum(e.comparison.matched for e in self.entries)

    @property
    def differs(self) -> bool:
        """Whether anything differs."""
        return any(e.comparison.differences for e in self.entries)

    @property
    def right(self) -> bool:
        """Whether everything was read and is equal."""
        whole = bool(self.entries) and not (self.doubts or self.asked or self.digits)
        return whole and all(e.comparison.right for e in self.entries)


@dataclass(frozen=True)
class Side:
    """One side that is judged: its entries, and what was said in reading it."""

    reader: SumReader
    entries: tuple[Entry, ...]
    doubts: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether it is what was derived."""
        return not self.doubts and all(e.comparison.right for e in self.entries)


class Checker:
    """Reads and compares equations of one model in one notation."""

    def __init__(
        self, model: Model, notation: Notation, abbreviations: dict[str, str] | None = None
    ) -> None:
        self.model = model
        self.notation = notation
        self.speller = speller(model, notation)
        ring = model.ring
        self.table = SymbolTable(self.speller, ring.symbols, ring.angles)
        self.unknown: dict[str, Mark] = {}
        self.abbreviations: dict[str, Value] = {}
        self.names = TargetNames(model, notation, self.table, self.abbreviations)
        for name, latex in (abbreviations or {}).items():
            try:
                reader = SumReader(self.table, latex, dict(self.abbreviations))
                value = reader.value(flatten(parse_latex(latex)))
                if reader.doubts:
                    raise TextError(reader.doubts[0])
                self.abbreviations[text_of(parse_latex(name))] = value
            except TextError as error:
                raise TextError(f"abbreviation {name[:40]}: {error}") from None
            self.unknown |= reader.unknown

    def check(
        self, label: str, target: Target, latex: str, excerpt: bool = False, name: str = ""
    ) -> Checked:
        """Compare a printed equation with what it speaks of.

        ``name`` is the LaTeX that stands for the target where that is no symbol of its own, with an
        equals sign between several. What cannot be read wholly raises ``TextError``.
        """
        sides = read_sides(latex)
        declared = [solid(side) for side in read_sides(name)] if name else []
        names, expressions = self._sort(sides, target, declared)
        if excerpt and len(expressions) > 1:
            place = start_of(expressions[1][1])
            raise UnreadError("an excerpt with more than one side that is an expression", place)
        if not names and len(sides) > 1 and _text(sides[0]) == "0":
            raise UnreadError("zero stands where the target's name is expected")
        wanted = _scale(target.rows, names)
        budget = Budget()
        judged: list[Side] = []
        for number, side in expressions:
            last = number == expressions[-1][0]
            judged.append(self._judge(side, target, wanted, latex, excerpt, budget))
            strange = judged[-1].reader.unknown
            if strange and not (last and (number or len(sides) == 1)):
                what = "left side" if not number else "side before the last"
                raise UnreadError(
                    f"the {what} is neither the target's name nor an expression in the model's "
                    "symbols",
                    start_of(side),
                )
        told = (
            judged[-1]
            if not judged[-1].right
            else next((side for side in judged if not side.right), judged[-1])
        )
        self.unknown |= told.reader.unknown
        findings = tuple(dict.fromkeys(told.reader.findings))
        doubts = tuple(dict.fromkeys(chain.from_iterable(side.doubts for side in judged)))
        return Checked(label, target.text, latex, told.entries, findings, doubts)

    def _sort(
        self, sides: list[Run], target: Target, declared: Sequence[list[Item]]
    ) -> tuple[list[Name], list[tuple[int, Run]]]:
        """The sides that name the target, and those that are to be judged with their numbers."""
        names: list[Name] = []
        expressions: list[tuple[int, Run]] = []
        several = len(sides) > 1
        for number, side in enumerate(sides):
            if not solid(side):
                raise UnreadError("a side of the equation is empty")
            if several and solid(side) in declared:
                names.append(Name())
                continue
            name = self.names.name_of(side, target, number, not expressions) if several else None
            if name:
                names.append(name)
            else:
                expressions.append((number, side))
        if not expressions:
            raise UnreadError("no side of the equation is an expression")
        if len({(n.factor, n.transposed) for n in names}) > 1:
            raise UnreadError("two sides name the target and do not agree")
        return names, expressions

    def _judge(
        self,
        side: Run,
        target: Target,
        wanted: Rows,
        latex: str,
        excerpt: bool,
        budget: Budget,
    ) -> Side:
        """A side against what was derived, entry by entry."""
        reader = SumReader(self.table, latex, self.abbreviations, budget, excerpt)
        lines = join_lines(side) if target.scalar else side
        rows, doubt = _fit(reader.value(lines), wanted, side)
        self.unknown |= reader.unknown
        entries, doubts = [], list(reader.doubts)
        if doubt:
            reader.findings.append(doubt)
        for i, row in enumerate(wanted):
            for j, derived in enumerate(row):
                cell: Sum = rows[i][j] if i < len(rows) and j < len(rows[i]) else ()
                terms = [t for t in cell if any(r.coefficient for r in t.readings)]
                comparison = self._compare(terms, derived, excerpt)
                doubts += [d for t in cell for d in t.readings[0].doubts if t not in terms]
                doubts += comparison.doubts
                entries.append(Entry(_place(target, i, j), comparison))
        if excerpt and not any(e.comparison.printed for e in entries):
            raise UnreadError("an excerpt without a term")
        if doubt and not any(e.comparison.differences for e in entries):
            raise UnreadError(doubt, start_of(side))
        return Side(reader, tuple(entries), tuple(doubts))

    def _compare(self, terms: list[PrintedTerm], derived: Expression, excerpt: bool) -> Comparison:
        """An entry against what was derived; with a division left over, both times the divisor."""
        divisor = _divisor(terms)
        if not divisor:
            return compare(terms, derived, self.glyph_of, excerpt)
        by = Reading(Fraction(1), divisor)
        whole = [t.each(lambda r: r * by) for t in terms]
        ring = ring_with(derived.ring, [replace(terms[0], readings=(by,))])
        comparison = compare(whole, derived.to(ring) * in_ring(by, ring), self.glyph_of)
        if excerpt or not comparison.right:
            raise UnreadError("a division that cannot be carried out", terms[0].place)
        return comparison

    def glyph_of(self, name: str) -> Key:
        """The mark of a name, known or not, as slips are judged by."""
        if name in self.unknown:
            return _mark_key(self.unknown[name])
        if name.startswith("unknown_"):
            return NOWHERE
        return key_of(self.speller.glyph(name))


def _mark_key(mark: Mark) -> Key:
    return (mark.base, mark.dots, "", mark.sub, mark.sup, mark.pre)


def _text(side: Sequence[Item | None]) -> str:
    return "".join(map(item_text, solid(side)))


def _place(target: Target, i: int, j: int) -> str:
    if target.scalar:
        return ""
    if target.column:
        return "xyz"[i] if len(target.rows) == 3 else str(i + 1)
    return f"{i + 1},{j + 1}"


def _shape(rows: Rows) -> tuple[int, int]:
    return len(rows), len(rows[0])


def _scale(rows: Rows, names: Sequence[Name]) -> Rows:
    """What is derived, as the left side has it: times a number, or transposed."""
    if not names:
        return rows
    if names[0].transposed:
        rows = tuple(zip(*rows, strict=True))
    factor = names[0].factor
    return rows if factor == 1 else tuple(tuple(e * factor for e in row) for row in rows)


def _fit(value: Value, wanted: Rows, side: Run) -> tuple[tuple[tuple[Sum, ...], ...], str]:
    """The rows of a value, and what there is to say if it is ragged; another shape is not read."""
    shape = _shape(wanted)
    if isinstance(value, PrintedMatrix) and shape == (1, 1) and not value.ragged:
        value = value.rows[0][0] if value.shape == (1, 1) else value
    if not isinstance(value, PrintedMatrix):
        if shape == (1, 1):
            return ((value,),), ""
        if len(value) == 1 and all(not r.coefficient for r in value[0].readings):
            return (((),) * shape[1],) * shape[0], ""
        raise UnreadError("a vector or matrix is expected, and none is printed", start_of(side))
    lengths = [len(row) for row in value.rows]
    if lengths == [shape[1]] * shape[0]:
        return value.rows, ""
    expected = f"expected {shape[0]} rows of {shape[1]}"
    if not value.ragged:
        said = f"{len(lengths)} rows of {lengths[0]}"
        raise UnreadError(f"the printed table has {said}, {expected}", value.place)
    shown = ", ".join(map(str, lengths[:12])) + " …" * (len(lengths) > 12)
    return value.rows, f"the printed table has rows of {shown} entries, {expected}"


def _divisor(terms: Sequence[PrintedTerm]) -> Powers:
    """The powers by which terms with divisions in them have none any more."""
    most: dict[str, int] = {}
    for term in terms:
        for reading in term.readings:
            for name, exponent in reading.powers:
                if exponent < 0:
                    most[name] = max(most.get(name, 0), -exponent)
    return tuple(sorted(most.items()))
