"""A study's own report: a page that stands alone, or a document in any other format."""

from __future__ import annotations

from torsor.reporting.report import Report
from torsor.reporting.sections.study import study_blocks
from torsor.studies.studying import StudyResult


def compose_study(found: StudyResult, title: str = "", author: str = "") -> Report:
    """The report of a study."""
    study = found.described
    names = dict.fromkeys(structure.robot.name for structure in study.structures)
    return Report(
        title or study.title or f"A study of {', '.join(names)}",
        tuple(study_blocks(found)),
        subtitle="Study with Torsor",
        author=author,
        numbered=False,
    )
