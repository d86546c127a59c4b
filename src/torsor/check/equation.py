"""One equation: its printed side found, split into rows where it is a table, and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torsor.check.compare import Comparison, compare
from torsor.check.latex_grammar import parse_latex
from torsor.check.latex_tree import Block, Item, Mark, Nested, Punctuation, Sign, flat
from torsor.check.read import Reader, is_label, joined
from torsor.check.readings import Reading
from torsor.check.symbols import Key, SymbolTable, key_of
from torsor.check.targets import Target
from torsor.errors import TextError
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.write.document import speller

LAYOUT = ("aligned", "align", "split", "gathered", "equation", "multline", "alignedat")
TABLES = ("bmatrix", "pmatrix", "matrix", "vmatrix", "array", "cases", "Bmatrix")
NOWHERE: Key = ("?", 0, "", "", "", "")


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

    @property
    def printed(self) -> int:
        """Printed terms in all."""
        return sum(e.comparison.printed for e in self.entries)

    @property
    def derived(self) -> int:
        """Derived terms in all."""
        return sum(e.comparison.derived for e in self.entries)

    @property
    def right(self) -> bool:
        """Whether nothing differs."""
        return all(e.comparison.right for e in self.entries)


class Checker:
    """Reads and compares equations of one model in one notation."""

    def __init__(
        self, model: Model, notation: Notation, abbreviations: dict[str, str] | None = None
    ) -> None:
        self.model = model
        self.speller = speller(model, notation)
        ring = model.ring
        self.table = SymbolTable(self.speller, (*ring.symbols, *ring.angles))
        self.unknown: dict[str, Mark] = {}
        self.abbreviations: dict[str, list[Reading]] = {}
        for name, latex in (abbreviations or {}).items():
            reader = Reader(self.table, latex, self.abbreviations)
            terms = reader.terms(joined(parse_latex(latex)))
            self.abbreviations[flat(parse_latex(name))] = [term.readings[0] for term in terms]

    def check(self, label: str, target: Target, latex: str, excerpt: bool = False) -> Checked:
        """Compare a printed equation with what it speaks of."""
        reader = Reader(self.table, latex, self.abbreviations)
        side = printed_side(unwrapped(parse_latex(latex)), target.scalar)
        rows = [[side]] if target.scalar else table_rows(side)
        wanted = target.rows
        if [len(r) for r in rows] != [len(r) for r in wanted]:
            shape = ", ".join(str(len(r)) for r in rows)
            reader.findings.append(
                f"the printed table has rows of {shape} entries, expected "
                f"{len(wanted)} rows of {len(wanted[0])}"
            )
        entries = []
        for i, row in enumerate(wanted):
            for j, derived in enumerate(row):
                cell: Sequence[Item | None] = []
                if i < len(rows) and j < len(rows[i]):
                    cell = rows[i][j]
                place = _place(target, i, j)
                terms = [t for t in reader.terms(cell) if any(r.coefficient for r in t.readings)]
                self.unknown |= reader.unknown
                entries.append(Entry(place, compare(terms, derived, self.glyph_of, excerpt)))
        findings = tuple(dict.fromkeys(reader.findings))
        return Checked(label, target.text, latex, tuple(entries), findings)

    def glyph_of(self, name: str) -> Key:
        """The mark of a name, known or not, as slips are judged by."""
        if name in self.unknown:
            return _mark_key(self.unknown[name])
        if name.startswith("unknown_"):
            return NOWHERE
        return key_of(self.speller.glyph(name))


def _mark_key(mark: Mark) -> Key:
    return (mark.base, mark.dots, "", mark.sub, mark.sup, mark.pre)


def _place(target: Target, i: int, j: int) -> str:
    if target.scalar:
        return ""
    if target.column:
        return "xyz"[i] if len(target.rows) == 3 else str(i + 1)
    return f"{i + 1},{j + 1}"


def unwrapped(block: Block) -> list[Item | None]:
    """The items of an equation, layout environments opened wherever they stand."""
    items: list[Item | None] = []
    for item in joined(block):
        if isinstance(item, Nested) and item.kind in LAYOUT and not item.sub and not item.sup:
            items += unwrapped(item.blocks[0])
            items.append(None)
        else:
            items.append(item)
    return items


def printed_side(items: Sequence[Item | None], scalar: bool) -> list[Item | None]:
    """What stands right of the equals sign; of several sides the last that says something."""
    sides: list[list[Item | None]] = [[]]
    for item in items:
        if isinstance(item, Punctuation) and item.kind == "equals":
            sides.append([])
        else:
            sides[-1].append(item)
    sides = [_without_label(side) for side in sides]
    if len(sides) == 1:
        return _opened(sides[0], scalar)
    for side in reversed(sides[1:]):
        said = [i for i in side if i is not None and not isinstance(i, (Punctuation, Sign))]
        if len(said) > 1 or (said and not isinstance(said[0], Mark)):
            return _opened(side, scalar)
    return _opened(sides[-1], scalar)


def _without_label(side: list[Item | None]) -> list[Item | None]:
    """A side without the equation's number in parentheses at its end."""
    solid = [k for k, item in enumerate(side) if item is not None]
    if len(solid) > 1 and is_label(side[solid[-1]]):
        return side[: solid[-1]]
    return side


def _opened(side: list[Item | None], scalar: bool) -> list[Item | None]:
    """A scalar that is laid out in a table of lines is read line after line."""
    solid = [i for i in side if i is not None and not isinstance(i, Punctuation)]
    if scalar and len(solid) == 1 and isinstance(solid[0], Nested) and not solid[0].sup:
        only = solid[0]
        if only.kind in TABLES or only.kind == "paren":
            return _opened(joined(only.blocks[0]), scalar)
    return side


def table_rows(side: Sequence[Item | None]) -> list[list[list[Item | None]]]:
    """The rows and cells of a printed vector or matrix."""
    block = _table(side)
    if block is None:
        lying = [i for i in side if isinstance(i, Nested) and i.sup == "T"]
        if lying:
            return [[[i]] for i in joined(lying[-1].blocks[0]) if i is not None]
        raise TextError("a vector or matrix is expected, and none is printed")
    rows: list[list[list[Item | None]]] = []
    for number, line in enumerate(block.lines):
        cells: list[list[Item | None]] = [list(cell) for cell in line]
        if not any(cells):
            continue
        ruled = bool(block.ruled)
        goes_on = rows and (
            (ruled and number not in block.ruled) or (not ruled and _ends_in_sign(rows[-1][-1]))
        )
        if goes_on:
            rows[-1][-1] += [None, *cells[0]]
            rows[-1] += cells[1:]
        else:
            rows.append(cells)
    return rows


def _table(items: Sequence[Item | None]) -> Block | None:
    """The last table among some items, or inside their parentheses."""
    for item in reversed(items):
        if not isinstance(item, Nested):
            continue
        if item.kind in TABLES:
            return item.blocks[0]
        if item.kind in ("paren", "group"):
            inside = _table(joined(item.blocks[0]))
            if inside is not None:
                return inside
    return None


def _ends_in_sign(cell: Sequence[Item | None]) -> bool:
    solid = [i for i in cell if i is not None]
    return bool(solid) and isinstance(solid[-1], Sign)
