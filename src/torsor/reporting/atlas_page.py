"""The atlas as a page: a row for each structure with its scheme, to sort, filter and save."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from torsor.algebra.formula import name
from torsor.arguments import validate_call
from torsor.document.blocks import Code, Document, Paragraph
from torsor.document.sheets.sheet import Cell, Sheet, SheetColumn
from torsor.document.writers.html import to_html
from torsor.drawing.thumbnail import thumbnail
from torsor.formats.atlas import PREFIX
from torsor.formats.load import load
from torsor.robot.entries import ZERO
from torsor.studies.atlas.making import Atlas
from torsor.studies.atlas.words import count_structures
from torsor.studies.execution.running import Progress

WIDTH, HEIGHT = 128, 96
"""Of a scheme, in pixels."""
SEEN = (
    "structure", "lengths", "terms", "operations", "base", "freedoms", "rotations", "M_zeros",
    "C_zeros", "diagonal", "gravity_z", "wrist", "robots",
)  # fmt: skip
"""Columns that a page shows before its reader asks for others."""
WORDS = (
    "Each joint turns (R) or slides (T) along x, y or z: {:,} words. Two words are one structure "
    "where other axes of the base, other frames on the links, senses and zeros of coordinates turn "
    "one robot into the other; that makes {:,} structures."
)
GENERAL = (
    "Lengths, masses, inertias and the direction of gravity are general. Each row was derived "
    "exactly; {}. Every structure is a robot by its name, as in "
)
PROVEN = "its certificate holds, and its words are proven equal under a mapping of parameters"
CHOSEN = ("kinds", "wrist", "diagonal")
"""Columns of few different values, of which a reader picks one."""


@validate_call
def atlas_page(
    atlas: Annotated[Atlas, "an atlas, as torsor.atlas gives it"],
    schemes: bool = True,
    progress: Progress | None = None,
) -> str:
    """A page of HTML that stands alone: all structures of an atlas, with their schemes.

    ``progress`` is called with the schemes drawn and their number.
    """
    columns = [
        SheetColumn(key, "", column.meaning, column.kind == "number", key in CHOSEN, key in SEEN)
        for key, column in atlas.columns.items()
    ]
    if schemes:
        columns.insert(0, SheetColumn("scheme", numeric=False, picture=True))
    rows: list[tuple[Cell, ...]] = []
    for done, facts in enumerate(atlas, 1):
        cells = [_cell(facts[column]) for column in atlas.columns]
        if schemes:
            cells.insert(0, _scheme(str(facts["structure"])))
        rows.append(tuple(cells))
        if progress:
            progress(done, len(atlas))
    kinds = "with general twists" if atlas.twisted else "along x, y and z"
    note = f"{len(atlas):,} structures with {atlas.joints} joints {kinds}"
    sheet = Sheet("", tuple(columns), tuple(rows), note, f"atlas-{atlas.joints}.csv")
    return to_html(Document(_title(atlas), (*_explain(atlas), sheet)))


def _title(atlas: Atlas) -> str:
    joints = f"{atlas.joints} joint{'s' * (atlas.joints > 1)}"
    return f"The atlas: every serial structure of {joints}"


def _explain(atlas: Atlas) -> list[Paragraph]:
    """What is one structure and what is another, and what was proven."""
    blocks: list[Paragraph] = []
    if not atlas.twisted:
        count = count_structures(atlas.joints)
        blocks.append(Paragraph((WORDS.format(6**atlas.joints, count),)))
    proven = "proofs and operation counts were left out" if atlas.quick else PROVEN
    name = atlas.structures[0] if len(atlas) else "RR-zy"
    text = (GENERAL.format(proven), Code(f"torsor derive {PREFIX}{name}"), ".")
    return [*blocks, Paragraph(text)]


def _cell(fact: str | int | bool) -> Cell:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return fact if fact != "" else None


def _scheme(structure: str) -> str:
    """The structure standing on the floor, as most readers imagine it."""
    upright = replace(load(f"{PREFIX}{structure}"), gravity=(ZERO, ZERO, -name("g")))
    return thumbnail(upright, WIDTH, HEIGHT).svg
