"""A study: what varied, what was found, what matters, and the designs themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torsor.document.blocks import Block, Heading, Items, Paragraph

if TYPE_CHECKING:
    from torsor.studies.studying import StudyResult


def study_section(found: StudyResult) -> list[Block]:
    """The study as a section of a robot's report."""
    title = found.described.title
    head = Heading(f"Study: {title}" if title else "Study")
    return [head, *study_blocks(found, 2)]


def study_blocks(found: StudyResult, level: int = 1) -> list[Block]:
    """All there is to tell, under headings of a level."""
    from torsor.reporting.sections.studied.best import best_blocks
    from torsor.reporting.sections.studied.designs import (
        column_table,
        constraint_blocks,
        factor_table,
        failure_blocks,
        tell_designs,
    )
    from torsor.reporting.sections.studied.pictures import picture_blocks
    from torsor.reporting.sections.studied.rows import row_sheet

    notes = [Items(tuple((note,) for note in found.notes))] if found.notes else []
    return [
        Heading("What was found", level), Paragraph(tell_designs(found), True),
        *best_blocks(found), *constraint_blocks(found), *failure_blocks(found), *notes,
        *picture_blocks(found, level),
        Heading("All designs", level), column_table(found), row_sheet(found),
        Heading("What varied", level), factor_table(found.described),
    ]  # fmt: skip
