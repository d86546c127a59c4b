"""The energy balance over time: what is stored, what came in, what went out, what is left over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.arguments import validate_call
from torsor.drawing.plots.plot import Plot, column, draw_in_style
from torsor.drawing.plots.time_plots import NOTHING, Panel, is_flattened, time_panels

CLOSED = 1e-6
"""A gap below this part of the largest energy is told, not drawn."""

LOSSES = ("taken by friction", "lost in impacts")


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
    impacts: ArrayLike | None = None,
) -> Plot:
    """Energies over time, below them where they came from and went, and how well that closes.

    The gap is K + U + losses + work of the tool − work of the drives − what loads bring, each as
    far as it is given, from its start on. It has a panel where it can be seen.
    """
    return draw_balance(
        t, kinetic, potential, work, dissipated, title, tool, loads, impacts, (), ""
    )


@draw_in_style
def draw_balance(
    t: ArrayLike, kinetic: ArrayLike, potential: ArrayLike, work: ArrayLike | None,
    dissipated: ArrayLike | None, title: str, tool: ArrayLike | None, loads: ArrayLike | None,
    impacts: ArrayLike | None, moments: Sequence[float], marks: str,
) -> Plot:  # fmt: skip
    """The energy balance with moments marked by dotted lines, and the sentence on them."""
    times = column(t, "t")
    n = len(times)
    K, U = column(kinetic, "kinetic", n), column(potential, "potential", n)
    stored = {"kinetic": K, "potential": U, "total": K + U}
    ways: dict[str, Array] = {}
    gap = K + U
    for name, given, sign in (
        ("work of the drives", work, -1),
        ("brought by loads", loads, -1),
        ("taken by friction", dissipated, 1),
        ("work of the tool", tool, 1),
        ("lost in impacts", impacts, 1),
    ):
        if given is not None:
            ways[name] = column(given, name, n)
            gap = gap + sign * ways[name]
    gap = gap - gap.item(0)
    size = max(float(np.ptp(r)) for r in [*stored.values(), *ways.values()]) or 1.0
    told = {name: row for name, row in ways.items() if np.abs(row).max() > NOTHING * size}
    rows: list[Panel] = [("energy", "J", stored)]
    if is_flattened({"kinetic": K, "total": K + U}):
        rows = [("kinetic energy", "J", {"kinetic": K}),
                ("energy", "J", {"potential": U, "total": K + U})]  # fmt: skip
    if told:
        what = next(iter(told)) if len(told) == 1 else _kinds(list(told))
        rows.append((f"{what} since the start", "J", told))
    off = float(np.abs(gap).max())
    note = f"The balance closes to {_power(off)} J" if off else "The balance closes exactly"
    if off > CLOSED * size:
        rows.append(("left over", "J", {"gap": gap}))
        note = f"Left over: up to {off:.2g} J"
    if "work of the drives" in ways and "work of the drives" not in told:
        note += "; the drives do no work"
    return time_panels(times, rows, title, " ".join(filter(None, (marks, f"{note}."))), moments)


def _kinds(ways: Sequence[str]) -> str:
    """What ways of energy are, in a word or two."""
    kinds = {
        "work": any("work" in way for way in ways),
        "loads": "brought by loads" in ways,
        "losses": any(way in LOSSES for way in ways),
    }
    told = [kind for kind, there in kinds.items() if there]
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def _power(number: float) -> str:
    """A small number as print writes it: a digit and a power of ten."""
    digit, _, exponent = f"{number:.0e}".partition("e")
    if -4 < int(exponent) < 4:
        return f"{number:.1g}"
    return f"${'' if digit == '1' else digit + chr(92) + 'times'}10^{{{int(exponent)}}}$"
