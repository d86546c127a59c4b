"""A study's own report: a page that stands alone, or a document in any other format."""

from __future__ import annotations

from base64 import b64encode

from torsor.document.escaping import escape_html
from torsor.reporting.report import Report
from torsor.reporting.sections.study import study_blocks
from torsor.studies.studying import StudyResult

SHOWN = ("best", "front", "sensitivity", "influence")
"""The pictures that a notebook has, as far as they are there; all are on the page."""
MOST = 2


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


def write_page(found: StudyResult, path: str) -> str:
    """Write the report by its suffix; the names of what was written, a line each."""
    return "\n".join(map(str, compose_study(found).save(path)))


def study_html(found: StudyResult) -> str:
    """The summary with two pictures, for a notebook."""
    from torsor.drawing.plots.study_plots import list_plots
    from torsor.studies.words import describe

    plots = list_plots(found)
    pictures = ""
    for name in [name for name in SHOWN if name in plots][:MOST]:
        data = b64encode(plots[name]().content(".svg")).decode()
        pictures += (
            f'<img src="data:image/svg+xml;base64,{data}" alt="{name}" style="max-width:640px"/>'
        )
    lines = "\n".join(escape_html(line) for line in describe(found).splitlines())
    return f"<pre>{lines}</pre>{pictures}"
