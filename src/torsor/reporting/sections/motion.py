"""A simulated motion in the report: what was asked for, its plots, and the peaks of every drive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from torsor.document.blocks import Block, Code, Heading, Paragraph, Picture, Symbol, Table, Text
from torsor.reporting.composer import Composer

if TYPE_CHECKING:
    from torsor.motion.results import Result


def motion_section(c: Composer, scenario: str) -> list[Block]:
    """A scenario carried out with the robot: motion, driving forces, energies."""
    from torsor.motion.simulation import Run

    run = Run(c.model.robot, scenario)
    result = run.go()
    title = run.scenario.title
    told: Text = (
        f"{title.rstrip('.')}. " if title else "",
        *_what(result),
        " In the plots, q and τ are counted as the coordinates and driving forces are. "
        "The scenario is ",
        Code(scenario),
        ".",
    )
    blocks: list[Block] = [Heading("Simulation"), Paragraph(told)]
    blocks += [_motion(c, result, "q", "position"), _motion(c, result, "dq", "velocity")]
    if result.tau.any():
        blocks.append(_forces(c, result))
    if "K" in result.columns:
        blocks.append(_energies(result))
    return [*blocks, _peaks(c, result), *_events(result)]


def _what(result: Result) -> Text:
    span = f"{result.t[-1] - result.t[0]:g} s"
    if result.kind == "forward":
        method = result.figures.get("method", "")
        by = f" by {method}" if method else ""
        return (f"The motion under the given drives was integrated over {span}{by}.",)
    return (f"The driving forces were computed along a given motion of {span}.",)


def _picture(result: Result, rows: Sequence[Any], caption: str) -> Picture:
    from torsor.drawing.plots.time_plots import time_panels

    plot = time_panels(result.t, list(rows))
    return Picture(plot.content(".svg").decode(), caption, 1.0, 160)


def _motion(c: Composer, result: Result, stem: str, what: str) -> Picture:
    from torsor.drawing.plots.time_plots import quantity_panels

    plural = {"position": "Positions", "velocity": "Velocities"}[what]
    caption = f"{plural} of the joints of {c.model.robot.name}"
    return _picture(result, quantity_panels(result, stem, what), caption)


def _forces(c: Composer, result: Result) -> Picture:
    from torsor.drawing.plots.time_plots import quantity_panels

    rows = quantity_panels(result, "tau", "driving force")
    return _picture(result, rows, f"Driving forces of {c.model.robot.name} along the motion")


def _energies(result: Result) -> Picture:
    series = {
        "kinetic": result.columns["K"],
        "potential": result.columns["U"],
        "total": result.energy,
    }
    return _picture(result, [("energy", "J", series)], "Kinetic, potential and total energy")


def _peaks(c: Composer, result: Result) -> Table:
    """The greatest speed, force and power of every coordinate, and the RMS force."""
    from torsor.motion.actuators.cycle import measure_demands

    rows: list[tuple[Text, ...]] = []
    for k, demand in enumerate(measure_demands(result), 1):
        figures = [
            (demand.peak_speed, result.units[f"dq{k}"]),
            (demand.peak_torque, result.units[f"tau{k}"]),
            (demand.rms_torque, result.units[f"tau{k}"]),
            (demand.peak_power, result.units[f"P{k}"]),
        ]
        name = f"q{k}"
        c.writer.atoms[name] = None
        cells: list[Text] = [(Symbol((c.writer.speller.glyph(name),)),)]
        cells += [(f"{float(value):.4g} {unit}",) for value, unit in figures]
        rows.append(tuple(cells))
    head = ("Coordinate", "Greatest speed", "Greatest force", "RMS force", "Greatest power")
    return Table(
        "What the motion asks of the drives", tuple((text,) for text in head), tuple(rows),
        (0.16, 0.21, 0.21, 0.21, 0.21), frozenset({1, 2, 3, 4}),
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
