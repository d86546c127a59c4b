"""One equation: its sides read wholly, evaluated, and compared with what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from torsor.algebra.expression import Expression
from torsor.equations.documents import speller
from torsor.errors import TextError, TorsorError
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.referee.comparing.comparison import Comparison, compare, in_ring, ring_with
from torsor.referee.reading.grammar import parse_latex
from torsor.referee.reading.matrices import Sum, Table, Value
from torsor.referee.reading.runs import joined
from torsor.referee.reading.sides import (
    Derivative,
    Items,
    Name,
    laid_out,
    name_of,
    names_in_table,
    place_of_side,
    placeless,
    sides_of,
)
from torsor.referee.reading.sum_reader import Reader
from torsor.referee.reading.symbols import Key, SymbolTable, key_of, tidy
from torsor.referee.reading.target_names import RATE_OF, announced, contradiction, own_accents
from torsor.referee.reading.terms import Budget, Powers, PrintedTerm, Reading, UnreadError, times
from torsor.referee.reading.tree import Item, Mark, flat, flat_item
from torsor.referee.targets import Target, resolve

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

    @property
    def printed(self) -> int:
        """Printed terms in all."""
        return sum(e.comparison.printed for e in self.entries)

    @property
    def derived(self) -> int:
        """Derived terms in all."""
        return sum(e.comparison.derived for e in self.entries)

    @property
    def differs(self) -> bool:
        """Whether anything differs."""
        return any(e.comparison.differences for e in self.entries)

    @property
    def right(self) -> bool:
        """Whether everything was read and is equal."""
        whole = bool(self.entries) and not self.doubts
        return whole and all(e.comparison.right for e in self.entries)


@dataclass(frozen=True)
class Side:
    """One side that is judged: its entries, and what was said in reading it."""

    reader: Reader
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
        self.announced = announced(model, notation)
        self.unknown: dict[str, Mark] = {}
        self.abbreviations: dict[str, Value] = {}
        for name, latex in (abbreviations or {}).items():
            try:
                reader = Reader(self.table, latex, dict(self.abbreviations))
                value = reader.value(joined(parse_latex(latex)))
                if reader.doubts:
                    raise TextError(reader.doubts[0])
                self.abbreviations[flat(parse_latex(name))] = value
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
        sides = sides_of(joined(parse_latex(latex)), latex)
        declared = [placeless(s) for s in sides_of(joined(parse_latex(name)), name)] if name else []
        names, expressions = self._sorted(sides, target, declared)
        if excerpt and len(expressions) > 1:
            place = place_of_side(expressions[1][1])
            raise UnreadError("an excerpt with more than one side that is an expression", place)
        if not names and len(sides) > 1 and _text(sides[0]) == "0":
            raise UnreadError("zero stands where the target's name is expected")
        wanted = _scaled(target.rows, names)
        budget = Budget()
        judged: list[Side] = []
        for number, side in expressions:
            last = number == expressions[-1][0]
            judged.append(self._judged(side, target, wanted, latex, excerpt, budget))
            strange = judged[-1].reader.unknown
            if strange and not (last and (number or len(sides) == 1)):
                what = "left side" if not number else "side before the last"
                raise UnreadError(
                    f"the {what} is neither the target's name nor an expression in the model's "
                    "symbols",
                    place_of_side(side),
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

    def _sorted(
        self, sides: list[Items], target: Target, declared: Sequence[Items]
    ) -> tuple[list[Name], list[tuple[int, Items]]]:
        """The sides that name the target, and those that are to be judged with their numbers."""
        names: list[Name] = []
        expressions: list[tuple[int, Items]] = []
        several = len(sides) > 1
        for number, side in enumerate(sides):
            if not any(item is not None for item in side):
                raise UnreadError("a side of the equation is empty")
            if several and placeless(side) in declared:
                names.append(Name(Fraction(1)))
                continue
            name = self._name(side, target, number, not expressions) if several else None
            if name:
                names.append(name)
            else:
                expressions.append((number, side))
        if not expressions:
            raise UnreadError("no side of the equation is an expression")
        if len({(n.factor, n.transposed) for n in names}) > 1:
            raise UnreadError("two sides name the target and do not agree")
        return names, expressions

    def _name(self, side: Items, target: Target, number: int, before: bool) -> Name | None:
        """A side as the target's name, or nothing where it is an expression.

        A paper's own letter names the target left of every expression only (``before``), and
        behind the first side only with the target's index; the notation's mark does anywhere.
        """
        marks = names_in_table(side, _shape(target.rows))
        if marks and not any(self.table.read(mark) for mark in marks):
            self._entries_agree(marks, target)
            return Name(Fraction(1))
        name = name_of(side)
        if name is None:
            return None
        if name.derivative:
            self._derives(name.derivative, target)
            return name
        mark = name.mark
        assert mark is not None
        other = self.announced.get(_look(mark))
        own = other == target.text
        symbol = self._is_symbol(mark)
        if symbol and not own and (number or (target.scalar and not other)):
            return None
        alone = len([i for i in side if i is not None]) == 1 and not mark.sup.isdigit()
        if number and not own and not alone:
            return None
        self._agrees(mark, target)
        coordinate = self.speller.glyph(self.model.coordinates[0]).base
        if not own and (symbol or (mark.base == coordinate and not mark.sub)):
            raise UnreadError(f"a symbol of the model where {target.text} is meant", mark.place)
        if number and not own:
            indexed = not any(ch.isdigit() for ch in target.text) or any(
                ch.isdigit() for ch in mark.sub + mark.sup
            )
            if not before or not indexed:
                raise UnreadError(f"a mark that may not be {target.text}", mark.place)
        for argument in name.arguments:
            read = self.table.read(argument)
            if read and read.name.lstrip("d") not in self.model.coordinates:
                raise UnreadError("a factor behind the target's name", argument.place)
        return name

    def _is_symbol(self, mark: Mark) -> bool:
        """Whether a mark has a meaning in the model or among the abbreviations."""
        reader = Reader(self.table, "", self.abbreviations)
        if self.table.read(replace(mark, pre="")) or reader.abbreviation(mark) is not None:
            return True
        reader.product([mark])
        return not reader.unknown

    def _entries_agree(self, marks: Sequence[Mark], target: Target) -> None:
        """A table of names is the target's only if each of its marks is that of its entry."""
        rows, columns = _shape(target.rows)
        for k, mark in enumerate(marks):
            i, j = divmod(k, columns)
            if target.name in ("M", "C", "g"):
                text = f"{target.name}[{i + 1},{j + 1}]" if columns > 1 else f"g[{i + 1}]"
            elif (rows, columns) == (3, 1):
                text = f"{target.text}.{'xyz'[i]}"
            else:
                raise UnreadError(f"names where {target.text} is meant", mark.place)
            self._agrees(mark, Target(text, target.name, ((target.rows[i][j],),)))

    def _agrees(self, mark: Mark, target: Target) -> None:
        """A mark that is another target's, or says more than a name, is not taken for this one."""
        other = self.announced.get(_look(mark))
        own = other == target.text
        against = contradiction(mark, target, own_accents(target, self.notation), own)
        if not own and other and self._same(other, target):
            against = contradiction(
                mark, replace(target, text=other), own_accents(target, self.notation), True
            )
        elif not own and other:
            against = f"the mark of {other} stands where {target.text} is meant"
        elif mark.dots and not own and not against:
            still = self.announced.get(_look(replace(mark, dots=0)))
            rate = target.text.replace(target.name, RATE_OF[target.name], 1)
            if still and still != rate:
                against = f"the rate of {still} stands where {target.text} is meant"
        if against:
            raise UnreadError(against, mark.place)

    def _same(self, other: str, target: Target) -> bool:
        """Whether another entry of the same quantity is equal, as M[2,1] is to M[1,2]."""
        try:
            found = resolve(self.model, other)
        except TorsorError:
            return False
        return found.name == target.name and found.rows == target.rows

    def _derives(self, derivative: Derivative, target: Target) -> None:
        """A derivative is the target's name only where that is what the target means."""
        of, by = derivative.of, derivative.by
        plain = of == Mark(of.base, of.place, sub=of.sub) and not self._is_symbol(of)
        means = ""
        if by is None:
            means = f"dp[{of.sub}]" if of.base == "p" else ""
        elif not of.sub:
            read = self.table.read(by)
            name = read.name if read and read.power == 1 and not read.note else ""
            rate = name[:1] == "d" and name[1:] in self.model.coordinates
            kind = {
                ("L", False, False): "L_q", ("U", False, False): "g",
                ("L", True, False): "p", ("K", True, False): "p",
                ("L", True, True): "dp", ("K", True, True): "dp",
            }.get((of.base, rate, derivative.rate))  # fmt: skip
            coordinate = name[1:] if rate else name
            if kind and coordinate in self.model.coordinates:
                means = f"{kind}[{list(self.model.coordinates).index(coordinate) + 1}]"
        if not plain or means != target.text:
            raise UnreadError(f"a derivative that is not certainly {target.text}", derivative.place)

    def _judged(
        self,
        side: Items,
        target: Target,
        wanted: Rows,
        latex: str,
        excerpt: bool,
        budget: Budget,
    ) -> Side:
        """A side against what was derived, entry by entry."""
        reader = Reader(self.table, latex, self.abbreviations, budget=budget, excerpt=excerpt)
        lines = laid_out(side) if target.scalar else side
        rows, doubt = _fitted(reader.value(lines), wanted, side)
        self.unknown |= reader.unknown
        entries, doubts = [], list(reader.doubts)
        if doubt:
            reader.findings.append(doubt)
        for i, row in enumerate(wanted):
            for j, derived in enumerate(row):
                cell: Sum = rows[i][j] if i < len(rows) and j < len(rows[i]) else ()
                terms = [t for t in cell if any(r.coefficient for r in t.readings)]
                comparison = self._compared(terms, derived, excerpt)
                doubts += [d for t in cell for d in t.readings[0].doubts if t not in terms]
                doubts += comparison.doubts
                entries.append(Entry(_place(target, i, j), comparison))
        if excerpt and not any(e.comparison.printed for e in entries):
            raise UnreadError("an excerpt without a term")
        if doubt and not any(e.comparison.differences for e in entries):
            raise UnreadError(doubt, place_of_side(side))
        return Side(reader, tuple(entries), tuple(doubts))

    def _compared(self, terms: list[PrintedTerm], derived: Expression, excerpt: bool) -> Comparison:
        """An entry against what was derived; with a division left over, both times the divisor."""
        divisor = _divisor(terms)
        if not divisor:
            return compare(terms, derived, self.glyph_of, excerpt)
        by = Reading(Fraction(1), divisor)
        whole = [replace(t, readings=tuple(times(r, by) for r in t.readings)) for t in terms]
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


def _look(mark: Mark) -> tuple[object, ...]:
    return (mark.base, mark.dots, tidy(mark.sub), tidy(mark.sup))


def _text(side: Sequence[Item | None]) -> str:
    return "".join(flat_item(item) for item in side if item is not None)


def _place(target: Target, i: int, j: int) -> str:
    if target.scalar:
        return ""
    if target.column:
        return "xyz"[i] if len(target.rows) == 3 else str(i + 1)
    return f"{i + 1},{j + 1}"


def _shape(rows: Rows) -> tuple[int, int]:
    return len(rows), len(rows[0])


def _scaled(rows: Rows, names: Sequence[Name]) -> Rows:
    """What is derived, as the left side has it: times a number, or transposed."""
    if not names:
        return rows
    if names[0].transposed:
        rows = tuple(zip(*rows, strict=True))
    factor = names[0].factor
    return rows if factor == 1 else tuple(tuple(e * factor for e in row) for row in rows)


def _fitted(value: Value, wanted: Rows, side: Items) -> tuple[tuple[tuple[Sum, ...], ...], str]:
    """The rows of a value, and what there is to say if it is ragged; another shape is not read."""
    shape = _shape(wanted)
    if isinstance(value, Table) and shape == (1, 1) and not value.ragged:
        value = value.rows[0][0] if value.shape == (1, 1) else value
    if not isinstance(value, Table):
        if shape == (1, 1):
            return ((value,),), ""
        if len(value) == 1 and all(not r.coefficient for r in value[0].readings):
            return (((),) * shape[1],) * shape[0], ""
        raise UnreadError(
            "a vector or matrix is expected, and none is printed", place_of_side(side)
        )
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
