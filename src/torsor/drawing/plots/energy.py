"""The energy balance over time: what is stored, what came in, what went out, what is left over."""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.arguments import validate_call
from torsor.drawing.plots.time_plots import Plot, column, draw_in_style, time_panels


@validate_call
@draw_in_style
def energy_balance(
    t: ArrayLike,
    kinetic: ArrayLike,
    potential: ArrayLike,
    work: ArrayLike | None = None,
    dissipated: ArrayLike | None = None,
    title: str = "",
    tool: ArrayLike | None = None,
    loads: ArrayLike | None = None,
) -> Plot:
    """Energies over time, and below them what the balance does not close.

    That is K + U + losses + work of the tool − work of the drives − what loads bring, each as far
    as it is given, from its start on, over the largest change.
    """
    times = column(t, "t")
    n = len(times)
    rows: dict[str, Array] = {
        "kinetic": column(kinetic, "kinetic", n),
        "potential": column(potential, "potential", n),
    }
    stored = rows["kinetic"] + rows["potential"]
    rows["total"] = stored
    open_ = stored
    for name, given, sign in (
        ("work of the drives", work, -1),
        ("dissipated", dissipated, 1),
        ("work of the tool", tool, 1),
        ("brought by loads", loads, -1),
    ):
        if given is not None:
            rows[name] = column(given, name, n)
            open_ = open_ + sign * rows[name]
    scale = max(float(np.ptp(r)) for r in rows.values()) or 1.0
    gap = (open_ - open_.item(0)) / scale
    return time_panels(
        times, [("energy", "J", rows), ("relative gap", "", {"balance": gap})], title
    )
