"""A printed C(q, q̇) is not unique: it is judged by C q̇, and another factoring is noted."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from torsor.mechanics.derivatives import rate
from torsor.model import Model
from torsor.referee.comparing.comparison import compare
from torsor.referee.comparing.explanation import Difference
from torsor.referee.comparing.ring_values import in_ring, ring_with
from torsor.referee.equation import Checked, Entry
from torsor.referee.reading.symbols import Key
from torsor.referee.reading.terms import PrintedTerm, Reading
from torsor.referee.targets import TARGET
from torsor.spatial.vectors import Matrix, Vector

Cell = tuple[int, int]
Found = dict[Cell, tuple[int, int]]
"""Where each entry of C was checked: the equation and its entry."""


class Glyphs(Protocol):
    """Whatever tells the mark of a name."""

    def glyph_of(self, name: str) -> Key:
        """The mark of a name, as slips are judged by."""


def judge_coriolis(found: list[Checked], model: Model, checker: Glyphs) -> list[Checked]:
    """The entries of C anew, row by row as forces; other equations stay as they are."""
    where: Found = {}
    for k, checked in enumerate(found):
        match = TARGET.match(checked.target)
        if not match or match[1] != "C":
            continue
        for e, entry in enumerate(checked.entries):
            i, j = (match[2], match[3]) if match[2] else entry.place.split(",")
            where[int(i), int(j)] = (k, e)
    if not where:
        return found
    new = {cell: found[k].entries[e] for cell, (k, e) in where.items()}
    skew = _skew(new, model)
    notes: dict[Cell, str] = {}
    for row in sorted({i for i, _ in where}):
        cells = {cell: entry for cell, entry in new.items() if cell[0] == row}
        lacking = (e for j, e in enumerate(model.C[row - 1], 1) if (row, j) not in cells)
        if any(lacking) or all(entry.comparison.right for entry in cells.values()):
            continue
        judged, note = _judged_row(row, cells, model, checker, skew)
        new |= judged
        notes |= dict.fromkeys(judged, note)
    result = list(found)
    for cell, (k, e) in where.items():
        entries = list(result[k].entries)
        entries[e] = new[cell]
        note = notes.get(cell, "")
        said = () if entries[e].comparison.right or not note else (note,)
        findings = tuple(dict.fromkeys((*result[k].findings, *said)))
        result[k] = replace(result[k], entries=tuple(entries), findings=findings)
    return result


def _judged_row(
    row: int, cells: dict[Cell, Entry], model: Model, checker: Glyphs, skew: bool
) -> tuple[dict[Cell, Entry], str]:
    """One row of C q̇, and its differences given back to the entries that they come from."""
    printed: list[PrintedTerm] = []
    origin: dict[int, tuple[Cell, PrintedTerm]] = {}
    for cell, entry in cells.items():
        for term, reading in entry.comparison.read:
            forced = PrintedTerm((_times_rate(reading, cell[1]),), term.place, term.text, term.sign)
            printed.append(forced)
            origin[id(forced)] = (cell, term)
    rates = Vector(model.ring.symbol(f"d{q}") for q in model.coordinates)
    comparison = compare(printed, model.C[row - 1].dot(rates), checker.glyph_of)
    result: dict[Cell, Entry] = {}
    if comparison.right:
        for cell, entry in cells.items():
            old = entry.comparison
            kept = tuple(Difference("factoring", d.printed, d.derived) for d in old.differences[:1])
            result[cell] = Entry(entry.place, replace(old, differences=kept))
        return result, f"C q̇ is right; another factoring, Ṁ − 2C is {'' if skew else 'not '}skew"
    own: dict[Cell, list[Difference]] = {cell: [] for cell in cells}
    first = next(iter(cells))
    for d in comparison.differences:
        if d.printed is None or d.printed.term is None:
            own[first].append(d)
            continue
        cell, original = origin[id(d.printed.term)]
        own[cell].append(Difference(d.kind, replace(d.printed, term=original), d.derived))
    for cell, entry in cells.items():
        old = entry.comparison
        wrong = {id(d.printed.term) for d in own[cell] if d.printed}
        agree = sum(id(term) not in wrong for term, _ in old.read)
        differences = tuple(own[cell])
        if not differences and not old.right:
            differences = tuple(
                Difference("factoring", d.printed, d.derived) for d in old.differences[:1]
            )
        result[cell] = Entry(entry.place, replace(old, matched=agree, differences=differences))
    return result, f"judged by row {row} of C q̇, derived terms are of that row"


def _times_rate(reading: Reading, column: int) -> Reading:
    powers = dict(reading.powers)
    powers[f"dq{column}"] = powers.get(f"dq{column}", 0) + 1
    return Reading(reading.coefficient, tuple(sorted(powers.items())), reading.notes)


def _skew(cells: dict[Cell, Entry], model: Model) -> bool:
    """Whether Ṁ − 2C is skew with the printed C; what is not printed counts as zero."""
    n = len(model.tau)
    ring = ring_with(model.ring, [t for e in cells.values() for t, _ in e.comparison.read])
    zero = ring.number(0)
    C = [[zero] * n for _ in range(n)]
    for (i, j), entry in cells.items():
        C[i - 1][j - 1] = sum((in_ring(r, ring) for _, r in entry.comparison.read), zero)
    Mdot = Matrix(Vector(e.to(ring) for e in row) for row in rate(model.M))
    S = Mdot - 2 * Matrix(C)
    return all(S[i][j] + S[j][i] == 0 for i in range(n) for j in range(i, n))
