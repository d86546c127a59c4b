"""A simulated motion in the report: what was asked for, its plots, and the peaks of every drive."""

from __future__ import annotations

from fractions import Fraction
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.document.blocks import Block, Code, Heading, Paragraph, Picture, Symbol, Table, Text
from torsor.reporting.composer import Composer
from torsor.reporting.printed_numbers import print_number

if TYPE_CHECKING:
    from torsor.drawing.plots.plot import Plot
    from torsor.motion.results import Result


CAPTIONS = {
    "q": "Positions of the joints of {}",
    "dq": "Velocities of the joints of {}",
    "tau": "Driving forces of {} along the motion",
    "P": "Powers of the drives of {}",
}
"""The quantities of a motion, in the order of the section."""

ENERGIES = "Energies of {}, where they came from and went, and how far the balance closes"


def motion_section(c: Composer, scenario: str) -> list[Block]:
    """A scenario carried out: motion, driving forces, reactions, powers and the energy balance."""
    from torsor.drawing.plots.result_plots import balance_plot, quantity_plot
    from torsor.motion.simulation import Run

    run = Run(c.model.robot, scenario)
    result = run.go()
    name = c.model.robot.name
    title = run.scenario.title
    told: Text = (
        f"{title.rstrip('.')}. " if title else "",
        *_what(result),
        " In the plots, q and τ are counted as the coordinates and driving forces are. "
        "The scenario is ",
        Code(PurePath(scenario).name),
        ".",
    )
    drawn = {stem: quantity_plot(result, stem, titled=False) for stem in CAPTIONS}
    pictures = {
        stem: Picture(_svg(plot), CAPTIONS[stem].format(name), 1.0, 160)
        for stem, plot in drawn.items()
        if plot is not None
    }
    moved = [pictures[stem] for stem in ("q", "dq", "tau") if stem in pictures]
    rest = [pictures["P"]] if "P" in pictures else []
    if "K" in result.columns:
        balance = balance_plot(result, run, titled=False)
        rest.append(Picture(_svg(balance), ENERGIES.format(name), 1.0, 160))
    blocks: list[Block] = [Heading("Simulation"), Paragraph(told), *moved, _peaks(c, result)]
    return [*blocks, *_reactions(c, result), *rest, *_events(result)]


def _svg(plot: Plot) -> str:
    return plot.content(".svg").decode()


def _reactions(c: Composer, result: Result) -> list[Block]:
    """How hard the joints are pressed: the magnitudes of the reactions over time."""
    from torsor.drawing.plots.time_plots import time_panels

    panels: list[tuple[str, str, dict[str, Array]]] = []
    peaks: list[str] = []
    for letter, what, unit in (("f", "force", "N"), ("n", "moment", "N m")):
        sizes = {
            f"{letter}{k}": _magnitude(result, letter, k)
            for k in range(1, len(c.model.robot.joints) + 1)
            if all(f"{letter}{k}{axis}" in result.columns for axis in "xyz")
        }
        if sizes:
            panels.append((f"joint {what}", unit, sizes))
            worst = max(sizes, key=lambda name: float(sizes[name].max()))
            most = print_number(Fraction(float(sizes[worst].max())), 3)
            peaks.append(f"a {what} {letter} of {most} {unit} in joint {worst[1:]}")
    if not panels:
        return []
    told = f"The links press on one another, at most with {' and '.join(peaks)}."
    caption = f"Magnitudes of the reactions in the joints of {c.model.robot.name}"
    plot = time_panels(result.t, panels)
    return [Paragraph((told,), True), Picture(_svg(plot), caption, 1.0, 160)]


def _magnitude(result: Result, letter: str, joint: int) -> Array:
    """The length of a reaction at each instant."""
    x, y, z = (result.columns[f"{letter}{joint}{axis}"] for axis in "xyz")
    found: Array = np.sqrt(x * x + y * y + z * z)
    return found


def _what(result: Result) -> Text:
    span = f"{result.t[-1] - result.t[0]:g} s"
    if result.kind == "forward":
        method = result.figures.get("method", "")
        by = f" by {method}" if method else ""
        return (f"The motion under the given drives was integrated over {span}{by}.",)
    return (f"The driving forces were computed along a given motion of {span}.",)


def _peaks(c: Composer, result: Result) -> Table:
    """The greatest speed, force and power of every coordinate, and the RMS force.

    Where nothing is driven the speeds are all there is to tell.
    """
    from torsor.motion.actuators.cycle import measure_demands

    driven = bool(result.tau.any())
    rows: list[tuple[Text, ...]] = []
    for k, demand in enumerate(measure_demands(result), 1):
        figures = [(demand.peak_speed, result.units[f"dq{k}"])]
        if driven:
            figures += [
                (demand.peak_torque, result.units[f"tau{k}"]),
                (demand.rms_torque, result.units[f"tau{k}"]),
                (demand.peak_power, result.units[f"P{k}"]),
            ]
        name = f"q{k}"
        c.writer.atoms[name] = None
        cells: list[Text] = [(Symbol((c.writer.speller.glyph(name),)),)]
        cells += [(f"{print_number(Fraction(value), 4)}\u00a0{unit}",) for value, unit in figures]
        rows.append(tuple(cells))
    head = ["Coordinate", "Greatest speed"]
    head += ["Greatest force", "RMS force", "Greatest power"] * driven
    widths = (0.16, *(0.84 / (len(head) - 1),) * (len(head) - 1))
    caption = "What the motion asks of the drives" if driven else "How fast the joints move"
    return Table(
        caption, tuple((text,) for text in head), tuple(rows), widths,
        frozenset(range(1, len(head))),
    )  # fmt: skip


def _events(result: Result) -> list[Block]:
    """What happened on the way: stops, loads."""
    if not result.complete:
        return [Paragraph(("The simulation was not carried to its end.",))]
    if not result.events:
        return []
    count = len(result.events)
    were = "was one event (a stop or a load)" if count == 1 else f"were {count} events"
    return [Paragraph((f"On the way there {were}.",))]
