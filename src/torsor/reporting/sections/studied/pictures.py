"""The plots of a study with their captions."""

from __future__ import annotations

from torsor.document.blocks import Block, Heading, Picture
from torsor.drawing.drawing import Drawing
from torsor.drawing.plots.plot import WIDTH, Plot
from torsor.drawing.plots.study_plots import list_plots
from torsor.studies.studying import StudyResult

CAPTIONS = {
    "best": "The first design and the best, drawn to one scale",
    "forces": "Driving forces of the best design along the cycle",
    "reactions": "What the joints of the best design bear along the cycle",
    "front": "Designs that no other is better than in every objective, before all others; the "
    "farthest of the crowd are left out",
    "sensitivity": "How much of the variance each factor explains by itself and with all others",
    "influence": "How much of the variance each factor explains by itself",
    "effects": "Effects on {}: the mean over all designs along each factor, its spread, and the "
    "best design that keeps the constraints; beside a factor, the share of the variance that it "
    "explains",
    "interactions": "Interactions in {}: the mean over every two factors; above each picture, what "
    "the two explain only together; the diamond is the best design",
}
GROUPS = {
    "The best design": ("best", "forces", "reactions"),
    "Choices": ("front",),
    "What matters": ("sensitivity", "influence", "effects", "interactions"),
}
"""Headings, and the plots under each, by the first word of their names."""


def picture_blocks(found: StudyResult, level: int) -> list[Block]:
    """Every plot, in groups."""
    plots = list_plots(found)
    blocks: list[Block] = []
    for title, kinds in GROUPS.items():
        names = [name for kind in kinds for name in plots if name.partition("-")[0] == kind]
        if names:
            blocks.append(Heading(title, level))
            blocks += [_picture(name, plots[name]()) for name in names]
    return blocks


def _picture(name: str, drawn: Plot | Drawing) -> Picture:
    kind, _, column = name.partition("-")
    share = 0.75
    if isinstance(drawn, Plot):
        share = min(1.0, round(float(drawn.figure.get_size_inches()[0]) / WIDTH, 3))
    caption = CAPTIONS[kind].format(column)
    return Picture(drawn.content(".svg").decode(), caption, share, 160)
