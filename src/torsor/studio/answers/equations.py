"""``equations``, ``lines``, ``search``, ``sizes``: equations by windows."""

from __future__ import annotations

from time import perf_counter
from typing import Any, cast

from torsor.document.printing.mathml import MathmlPrinter
from torsor.equations.documents import Style, Writer
from torsor.equations.printed_terms import read_product
from torsor.equations.sections import STATEMENTS
from torsor.errors import ArgumentValueError, UnknownNameError, shown
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol import description, equations
from torsor.studio.protocol.equations import (
    BlockRow,
    EquationRow,
    Found,
    Lines,
    SearchHit,
    Sizes,
)
from torsor.studio.reading import notation_for
from torsor.studio.sheets.sheet import Block, Equation, Sheet, lay_out
from torsor.studio.sheets.windows import Wanted, has, window

ROOM = 60.0
FIRST = 12
MOST_HITS = 500


def answer_equations(asked: equations.EquationsQuestion, kept: Kept) -> equations.Equations:
    """The structure of a form, and its first lines."""
    start = perf_counter()
    sheet = sheet_of(kept, asked)
    model = sheet.model
    room = _room(asked.get("room"))
    rows = [row for equations in sheet.sections.values() for row in equations]
    return {
        "robot": model.robot.name,
        "form": asked["form"],
        "method": model.method,
        "notation": sheet.writer.style.notation.name,
        "terms": sum(row.terms for row in rows),
        "gone": sum(row.gone for row in rows),
        "sections": [
            {"title": title, "equations": [_row(sheet, equation) for equation in equations]}
            for title, equations in sheet.sections.items()
        ],
        "first": _first(sheet, room, asked.get("first", FIRST)),
        "seconds": perf_counter() - start,
    }


def answer_lines(asked: equations.LinesQuestion, kept: Kept) -> Lines:
    """Some lines of a block."""
    sheet = sheet_of(kept, asked)
    equation = _equation(sheet, asked["equation"])
    block = equation.block(asked["block"])
    if block is None:
        raise UnknownNameError(f"{equation.id} has no block {shown(asked['block'])}")
    wanted = _factors(sheet, asked.get("search") or "")
    return window(
        sheet, equation, block, _room(asked.get("room")), asked["start"], asked["count"], wanted
    )


def answer_search(asked: equations.SearchQuestion, kept: Kept) -> Found:
    """Where factors stand together."""
    sheet = sheet_of(kept, asked)
    room = _room(asked.get("room"))
    with about("term"):
        wanted = _factors(sheet, asked["term"])
    if not wanted:
        return {"count": 0, "by_equation": {}, "hits": []}
    only = asked.get("equation") or ""
    searched = [_equation(sheet, only)] if only else list(sheet.by_id.values())
    counts: dict[str, int] = {}
    hits: list[SearchHit] = []
    for equation in searched:
        for block in equation.blocks:
            if not _may_have(block, wanted):
                continue
            places = {k for k, term in enumerate(block.terms) if has(term, wanted)}
            if not places:
                continue
            counts[equation.id] = counts.get(equation.id, 0) + len(places)
            if len(hits) >= MOST_HITS:
                continue
            hits += (
                {"equation": equation.id, "block": block.id, "line": number}
                for number, line in enumerate(block.lines(room))
                if not places.isdisjoint(line.sources)
            )
    return {"count": sum(counts.values()), "by_equation": counts, "hits": hits[:MOST_HITS]}


def answer_sizes(asked: equations.SizesQuestion, kept: Kept) -> Sizes:
    """How many terms every entry has."""
    model = kept.model(asked["robot"])
    return {
        "tau": model.terms,
        "M": [[len(entry) for entry in row] for row in model.M],
        "C": [[len(entry) for entry in row] for row in model.C],
        "g": [len(entry) for entry in model.g],
    }


def sheet_of(kept: Kept, asked: Any) -> Sheet:
    """The form that is asked about, laid out; the one laid out last where it is the same."""
    robot: description.Description = asked["robot"]
    style: description.Style = asked.get("style") or description.Style()
    against: description.Description | None = asked.get("against")
    form: description.Form = asked["form"]
    model = kept.model(robot)
    hand = notation_for(model.robot, style.get("notation"))
    with about("style"):
        look = Style(
            hand,
            tuple(style.get("shorter") or ()),
            style.get("collect") or "",
            bool(style.get("intermediates")),
        )
    if form not in STATEMENTS:
        raise UnknownNameError(f"no form {shown(form)}; expected {', '.join(STATEMENTS)}")
    other = kept.model(against) if against else None

    def make() -> Sheet:
        kept.tell("laying out the equations", None)
        return lay_out(model, form, Writer(model, look), other)

    found: Sheet = kept.sheets.get([robot, form, style, against], make)
    return found


def _room(room: float | None) -> float:
    with about("room"):
        if room is not None and not 5 <= room <= 10_000:
            raise ArgumentValueError("room is 5 to 10,000 ems")
    return ROOM if room is None else float(room)


def _equation(sheet: Sheet, name: str) -> Equation:
    if name not in sheet.by_id:
        with about("equation"):
            raise UnknownNameError(f"there is no equation {shown(name)} in this form")
    return sheet.by_id[name]


def _factors(sheet: Sheet, text: str) -> Wanted:
    """The factors of a product that is typed or as it is printed."""
    if not text.strip():
        return frozenset()
    return frozenset(read_product(sheet.model, text, sheet.writer.style.notation.name))


def _may_have(block: Block, wanted: Wanted) -> bool:
    """Whether a block can have the factors: asked before any term of it is read."""
    source = block.source
    if not hasattr(source, "degree"):
        return True
    return all(source.degree(name) >= power for name, power in wanted)


def _first(sheet: Sheet, room: float, most: int) -> list[Lines]:
    """The first lines of the form, equation after equation."""
    found: list[Lines] = []
    left = min(max(most, 0), 200)
    for equation in (e for e in sheet.by_id.values() if e.terms):
        for block in equation.blocks:
            if left <= 0:
                return found
            shown = window(sheet, equation, block, room, 0, left)
            found.append(shown)
            left -= len(shown["lines"])
    return found


def _row(sheet: Sheet, equation: Equation) -> EquationRow:
    printer = MathmlPrinter(sheet.writer.style.notation.product)
    return {
        "id": equation.id,
        "left": printer.glyph(equation.left),
        "text": equation.text,
        "terms": equation.terms,
        "gone": equation.gone,
        "effects": equation.effects,
        "traceable": equation.traceable,
        "blocks": [_block(sheet, printer, block) for block in equation.blocks],
    }


def _block(sheet: Sheet, printer: MathmlPrinter, block: Block) -> BlockRow:
    motion = "".join(printer.token(sheet.writer.speller.atom(n, e)) for n, e in block.motion)
    return {
        "id": block.id,
        "effect": cast("description.Effect", block.effect or ""),
        "motion": motion,
        "terms": len(block),
        "gone": block.gone,
    }
