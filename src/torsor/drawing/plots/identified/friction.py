"""Friction of each drive over its speed: the law, the two terms of the robot's file, the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.plots.identified.looks import INK, pick_evenly
from torsor.drawing.plots.multiples import line_mark, make_grid, put_legend
from torsor.drawing.plots.plot import Plot, draw_in_style, entitle, label, symbol
from torsor.drawing.plots.style import COLOURS, GREYS
from torsor.identification.outcome.identification import DriveTerm, Identification
from torsor.identification.outcome.units import slides
from torsor.identification.regression.drives import drive_columns

if TYPE_CHECKING:
    from matplotlib.axes import Axes

POINTS = 600
MOST = 400
"""Rows drawn in a panel; of more, evenly apart."""
ROWS = GREYS[1]
FILE = COLOURS[4]
"""The colour of what a robot's file can say."""


@draw_in_style
def draw_friction(found: Identification) -> Plot:
    """A panel for each drive that has friction."""
    drives = find_drives(found)
    columns = {1: 1, 2: 2, 4: 2}.get(len(drives), 3)
    figure, panels = make_grid(len(drives), columns, 1.5)
    simple = _in_file(found)
    for axes, k in zip(panels, drives, strict=True):
        _draw_drive(axes, found, k, simple)
    for axes, k in list(zip(panels, drives, strict=True))[-columns:]:
        label(axes, f"speed [{_unit(found, k)}]", "")
    dot = {"linestyle": "", "marker": ".", "markersize": 6}
    marks = [
        line_mark("law as identified", INK["identified"]),
        line_mark("rows: law and what is left", ROWS, **dot),
    ]
    if simple:
        marks.insert(1, line_mark("in the robot's file (fv, fc)", FILE, linestyle=(0, (5, 2))))
    put_legend(figure, marks, "Friction of the drives over their speed")
    return Plot(figure)


def find_drives(found: Identification) -> list[int]:
    """The drives, counted from 0, that have friction of their own and move."""
    if not found.base:
        return []  # the robot was taken as it is: laws are only what comes on top
    return [
        k
        for k, law in enumerate(found.friction)
        if any(t.term.kind != "rotor" and t.value for t in law) and len(_rates(found, k))
    ]


def _coupled(found: Identification) -> bool:
    return found.drives is not None and not np.array_equal(found.drives, np.eye(len(found.drives)))


def _rates(found: Identification, k: int) -> Array:
    """The speeds of a drive in the rows that were fitted and in which all its joints move."""
    return _rows(found, k)[0]


def _rows(found: Identification, k: int) -> tuple[Array, Array]:
    """Speeds of a drive, and what is left of its force."""
    n = len(found.friction)
    S = np.eye(n) if found.drives is None else found.drives
    speeds, left = [np.zeros(0)], [np.zeros(0)]
    back = np.linalg.inv(S)
    for p in found.predictions:
        use = p.moving[:, S[k] != 0.0].all(axis=1)
        speeds.append(p.dq[use] @ S[k])
        left.append((p.tau[use] - p.predicted["identified"][use]) @ back[:, k])
    return np.concatenate(speeds), np.concatenate(left)


def _draw_drive(axes: Axes, found: Identification, k: int, simple: bool) -> None:
    law = [t for t in found.friction[k] if t.term.kind != "rotor"]
    rates, left = _rows(found, k)
    drawn = pick_evenly(len(rates), MOST)
    axes.plot(rates[drawn], sum_law(law, rates[drawn]) + left[drawn], ".", color=ROWS,
              markersize=1.5)  # fmt: skip
    fastest = float(np.abs(rates).max())
    half = fastest * np.geomspace(1e-5, 1.0, POINTS)
    v = np.concatenate([-half[::-1], half])
    axes.plot(v, sum_law(law, v), color=INK["identified"], linewidth=1.4)
    if simple:
        drive = found.robot.links[own_links(found)[k]].drive
        fv, fc = (float(e.constant or 0) for e in (drive.viscous, drive.coulomb))
        axes.plot(v, fv * v + fc * np.sign(v), color=FILE, linestyle=(0, (5, 2)), linewidth=1.2)
    axes.set_xlim(-fastest, fastest)
    axes.locator_params(nbins=4)
    force = "N" if slides(found.robot, k + 1) else "N m"
    name = rf"{symbol(f'q{k + 1}')}" if not _coupled(found) else f"drive {k + 1}"
    entitle(axes, f"{name} [{force}]")


def sum_law(law: Sequence[DriveTerm], rates: Array) -> Array:
    """Friction at steady speeds: presliding is over, and is as Coulomb's."""
    steady = [
        replace(t.term, drive=1, kind="Coulomb" if t.term.kind == "hysteresis" else t.term.kind)
        for t in law
    ]
    columns = drive_columns(steady, rates[:, None], np.zeros((len(rates), 1)), 1.0)
    found: Array = columns @ np.array([t.value for t in law])
    return found


def own_links(found: Identification) -> dict[int, int]:
    """The link at which each coordinate's drive is described, both counted from 0."""
    return {k - 1: link - 1 for link, k in found.robot.coordinate.items()}


def _in_file(found: Identification) -> bool:
    """Whether the robot's description has the friction, as far as it can."""
    return not _coupled(found) and any(link.drive for link in found.robot.links)


def _unit(found: Identification, k: int) -> str:
    return "m/s" if slides(found.robot, k + 1) else "rad/s"
