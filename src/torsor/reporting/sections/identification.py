"""What was identified from measured logs: how, how well, and with what proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from torsor.document.blocks import Block, Heading, Items, Paragraph, Picture
from torsor.reporting.composer import Composer
from torsor.reporting.sections.identified.marks import name_files

if TYPE_CHECKING:
    from torsor.drawing.plots.plot import Plot
    from torsor.identification.outcome.identification import Identification

MOST_NOTES = 24
VELOCITIES = {
    "measured": "velocities are those of the logs",
    "differentiated": "velocities are differentiated positions",
}


def identification_section(c: Composer, found: Identification) -> list[Block]:
    """The method in a few sentences, the errors, the parameters, the links, and their plots."""
    from torsor.drawing.plots.identification_plots import list_plots
    from torsor.reporting.sections.identified.errors import error_blocks
    from torsor.reporting.sections.identified.friction import friction_blocks
    from torsor.reporting.sections.identified.links import link_blocks, load_blocks
    from torsor.reporting.sections.identified.parameters import parameter_blocks

    plots = list_plots(found)
    forces = "forces" if "forces" in plots else "forces-1"
    blocks: list[Block] = [Heading("Identification"), Paragraph((_method(found),))]
    blocks += error_blocks(c, found)
    blocks += _pictures(plots, {
        "errors": "Errors of the driving forces, of each joint and of all together",
        forces: "Driving forces measured and predicted, filtered, and what is left",
        "residuals": "What is left of the driving forces where joints move",
        "scatter": "Predicted over measured driving forces where joints move",
        "spectrum": "Spectra of the measured driving forces and of what is left of them",
    })  # fmt: skip
    blocks += parameter_blocks(c, found)
    blocks += _pictures(plots, {
        "parameters": "Base parameters; scales with powers of ten are linear about zero"
    })  # fmt: skip
    if found.base:
        blocks += friction_blocks(c, found)
    blocks += _pictures(plots, {
        "drives": "Coefficients of friction and rotor inertias",
        "friction": "Friction over speed: the laws, what a robot's file can say of them, the rows",
    })  # fmt: skip
    blocks += link_blocks(c, found)
    blocks += load_blocks(c, found.load)
    blocks += _pictures(plots, {"load": "The load with its intervals"})
    return [*blocks, *_notes(found)]


def _method(found: Identification) -> str:
    filtering = found.filtering
    what = "numbers" if found.base else "load"
    told = f"The {what} of {found.robot.name} {'were' if found.base else 'was'} identified from "
    told += f"measured logs: {name_files(found.logs)}. "
    if found.validation_logs == found.logs:
        told += "The end of each was held out. "
    elif found.validation_logs:
        told += f"Held out, and used to judge alone: {name_files(found.validation_logs)}. "
    told += (
        f"Driving forces, and every column that is to explain them, were filtered forward and back "
        f"by a Butterworth filter of order four at {filtering.cutoff:g} Hz ({filtering.reason}), "
        f"motions at four times that; {VELOCITIES[filtering.source]}; rows in which a joint rests "
        "are left out. "
    )
    if not found.base:
        return told + "The robot was taken as its numbers say, and the load alone was fitted."
    return told + (
        "Base parameters, friction and rotors follow by least squares, weighted by what is left "
        "of each joint's force; friction was chosen by blocks that were not fitted. The identified "
        "robot has the parameters nearest to these measurements whose links can exist."
    )


def _pictures(plots: dict[str, Callable[[], Plot]], captions: dict[str, str]) -> list[Block]:
    drawn = {name: plots[name]() for name in captions if name in plots}
    return [
        Picture(plot.content(".svg").decode(), captions[name], _share(plot), 225)
        for name, plot in drawn.items()
    ]


def _share(plot: Plot) -> float:
    """Of the page's width: plots are as large as they were made."""
    from torsor.drawing.plots.plot import WIDTH

    return min(1.0, round(float(plot.figure.get_size_inches()[0]) / WIDTH, 3))


def _notes(found: Identification) -> list[Block]:
    """What was noticed in the logs; laws of friction are told above."""
    told = (note.partition("; --")[0] for note in (*found.warnings, *found.notes))
    notes = [note for note in told if not note.startswith("friction as identified")]
    if not notes:
        return []
    shown = [(note,) for note in notes[:MOST_NOTES]]
    if len(notes) > MOST_NOTES:
        shown.append((f"and {len(notes) - MOST_NOTES} more",))
    return [Heading("What was noticed", 2), Items(tuple(shown))]
