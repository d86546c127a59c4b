"""A motion as plain data: times, coordinates, and the curves that are plotted beside it."""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.algebra.formula import name as symbol
from torsor.drawing.lettering import formula_spans
from torsor.drawing.scene.data import Data, rounded
from torsor.drawing.scene.plain_text import plain_text
from torsor.motion.motion_table import Motion
from torsor.motion.results import Event
from torsor.motion.units import find_sliding
from torsor.notation.notation import NotationLike, load_notation
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates

MOST_NUMBERS = 60_000
"""So many numbers of a motion are in a page, about half a megabyte of it."""
MOST_TIMES, LEAST_TIMES = 1500, 50
MOST_EVENTS = 200


def motion_data(robot: Robot, motion: Motion, notation: NotationLike = "") -> Data:
    """The samples of a motion, thinned out evenly in time where there are very many."""
    hand = load_notation(notation or robot.notation or "standard")
    slides = find_sliding(robot)
    sliding = frozenset(n for n, s in zip(coordinates(robot), slides, strict=True) if s)

    def label(name: str) -> str:
        return plain_text(formula_spans(symbol(name), hand, sliding))

    columns = motion.q.shape[1] * (2 + (motion.tau is not None)) + 2 * len(motion.energies)
    rows = thinned(motion.t, max(LEAST_TIMES, min(MOST_TIMES, MOST_NUMBERS // columns)))
    charts: list[Data] = []
    for k, slide in enumerate(slides):
        q = motion.q[rows, k]
        curve = _curve(label(f"q{k + 1}"), q if slide else np.degrees(q))
        charts.append({"quantity": "position", "unit": "m" if slide else "°", "curves": [curve]})
        if motion.tau is not None:
            curve = _curve(label(f"tau{k + 1}"), motion.tau[rows, k])
            charts.append({"quantity": "force", "unit": "N" if slide else "N·m", "curves": [curve]})
    energies = {name: column[rows] for name, column in motion.energies.items()}
    if set(energies) == {"K", "U"}:
        energies["K + U"] = energies["K"] + energies["U"]
    if energies:
        curves = [_curve(name, column) for name, column in energies.items()]
        charts.append({"quantity": "energy", "unit": "J", "curves": curves})
    return {
        "t": [rounded(t) for t in motion.t[rows].tolist()],
        "q": [[rounded(e) for e in row] for row in motion.q[rows].tolist()],
        "charts": charts,
        "events": [_event(event) for event in motion.events[:MOST_EVENTS]],
    }


def thinned(times: Array, most: int) -> Indices:
    """Indices of at most so many times, evenly apart, the first and the last among them."""
    if len(times) <= most:
        return np.arange(len(times))
    wanted = np.linspace(times.item(0), times.item(-1), most)
    found: Indices = np.unique(np.searchsorted(times, wanted).clip(0, len(times) - 1))
    return found


def _curve(label: str, column: Array) -> Data:
    """Values with as many digits as a plot can show; nothing where there is no number."""
    known = np.isfinite(column)
    values = [
        rounded(v, 5) if ok else None for v, ok in zip(column.tolist(), known.tolist(), strict=True)
    ]
    return {"label": label, "values": values}


def _event(event: Event) -> Data:
    parts = [event["event"]]
    if "coordinate" in event:
        parts.append(f"of coordinate {event['coordinate']}")
    if "end" in event:
        parts.append(f"at the {event['end']} end")
    return {"t": rounded(event["t"]), "text": " ".join(parts)}
