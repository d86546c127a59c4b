"""Estimates of an identification as bars: base parameters, friction and rotors, a load."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from torsor.drawing.plots.identified.bars import Bar, Group, draw_groups
from torsor.drawing.plots.plot import Plot, draw_in_style
from torsor.identification.loads.load import NAMES, UNITS, Load
from torsor.identification.outcome.identification import Estimate, Identification
from torsor.identification.outcome.units import unit_of_estimate

INTERVAL = 1.96
"""Deviations on either side within which 95 % lie."""
PER_ROW = 36
"""Bars side by side; more are continued in another panel."""
WHAT = {
    "L": "inertias about frames' origins",
    "h": "first moments",
    "m": "masses",
    "f": "dry friction, offsets",
    "fv": "viscous",
    "fq": "quadratic",
    "Ia": "rotors",
}
"""Letters of estimates that stand in a panel together, in order."""


@draw_in_style
def draw_parameters(found: Identification) -> Plot:
    """The base parameters by least squares, and what the identified robot has for them."""
    return draw_groups(_group(found, found.base), "Base parameters")


@draw_in_style
def draw_drive_parameters(found: Identification) -> Plot:
    """Coefficients of friction and rotor inertias likewise."""
    return draw_groups(_group(found, found.drive_estimates), "Friction and rotors")


@draw_in_style
def draw_load(load: Load) -> Plot:
    """Mass, mass centre and inertia of a load; intervals are those of resampled blocks."""
    groups: dict[str, list[Bar]] = {}
    for name, unit, value, least, (low, high) in zip(
        NAMES, UNITS, load.values, load.least_squares, load.intervals, strict=True
    ):
        label = {"mass": "mp"}.get(name, name if len(name) > 1 else f"r{name}")
        groups.setdefault(unit, []).append(Bar(label, least, low, high, value))
    titles = {"kg": "mass", "m": "mass centre", "kg m²": "inertia about it"}
    panels = [Group(titles[unit], unit, tuple(bars)) for unit, bars in groups.items()]
    return draw_groups(panels, "Load, in the tool's frame", "possible load")


def _group(found: Identification, estimates: Iterable[Estimate]) -> list[Group]:
    groups: dict[tuple[str, str], list[Estimate]] = {}
    for estimate in estimates:
        letters = estimate.name.rstrip("0123456789")
        letter = next((k for k in (letters, letters[0]) if k in WHAT), letters)
        unit = unit_of_estimate(found.robot, estimate.name)
        groups.setdefault((letter, unit), []).append(estimate)
    order = sorted(groups, key=lambda key: list(WHAT).index(key[0]))
    return [
        Group(WHAT[letter], unit, tuple(map(_bar, part)))
        for letter, unit in order
        for part in _split(sorted(groups[letter, unit], key=_place))
    ]


def _bar(e: Estimate) -> Bar:
    half = INTERVAL * e.std
    return Bar(e.name, e.value, e.value - half, e.value + half, e.identified)


def _place(estimate: Estimate) -> tuple[str, int]:
    """Drives' coefficients stand by kind; parameters of links stay in order."""
    letters = estimate.name.rstrip("0123456789")
    number = int(estimate.name[len(letters) :] or 0)
    return (letters, number) if letters[0] in "fI" else ("", number)


def _split(bars: Sequence[Estimate]) -> list[Sequence[Estimate]]:
    """As many panels as are needed, about equally full."""
    panels = -(-len(bars) // PER_ROW)
    share = -(-len(bars) // panels)
    return [bars[k : k + share] for k in range(0, len(bars), share)]
