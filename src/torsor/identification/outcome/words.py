"""An identification told in the terminal: what was found, how sure it is, how well it predicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, isnan, log10

from torsor.identification.loads.load import NAMES, UNITS, Load
from torsor.identification.outcome.identification import (
    MODELS,
    Estimate,
    Identification,
    strong_correlations,
)
from torsor.identification.regression.drives import write_law

VELOCITIES = {"measured": "as logged", "differentiated": "from the positions"}
MOST_PAIRS = 5
NOTHING = 1e-6
"""An inertia so small beside its link's largest is what the solver left, shown as 0."""


def describe(found: Identification) -> str:
    """Everything that matters, in the order in which it is asked for."""
    parts = [_head(found), _list("Beware", found.warnings), _errors(found)]
    parts += [_estimates(found), _friction(found), _possible(found)] if found.base else []
    if found.load:
        parts.append(describe_load(found.load))
    parts += [_list("Not excited", found.unexcited), _list("Notes", found.notes)]
    return "\n\n".join(part for part in parts if part)


def _head(found: Identification) -> str:
    filtering = found.filtering
    logs = f"{len(found.logs)} log{'s' * (len(found.logs) > 1)}"
    return (
        f"{found.robot.name}: identified from {logs} in {found.seconds:.2g} s\n"
        f"cut-off {filtering.cutoff:g} Hz ({filtering.reason}); "
        f"velocities {VELOCITIES[filtering.source]}"
    )


def _errors(found: Identification) -> str:
    """Errors of the three models, in per cent of the measured forces."""
    held = found.validation
    n = len(found.train["identified"].per_joint)
    heads = ["", "fitted", *(["held out"] if held else [])]
    shown = held or found.train
    heads += ["with rest", *(f"q{k}" for k in range(1, n + 1))]
    rows = []
    for model in MODELS:
        if model not in found.train:
            continue
        row = [model, _percent(found.train[model].relative_error)]
        if held:
            row.append(_percent(held[model].relative_error))
        row.append(_percent(shown[model].with_rest))
        rows.append([*row, *(_percent(e) for e in shown[model].per_joint)])
    what = "held out" if held else "fitted; nothing was held out"
    title = f"Error of the driving forces, ‖e‖/‖τ‖ in % where joints move (joints: {what})"
    return f"{title}\n{align([heads, *rows])}"


def _percent(value: float | None) -> str:
    if value is None or isnan(value):
        return "–"
    return f"{100 * value:.3g}" if value < 10 else f"{100 * value:.2e}"


def _estimates(found: Identification) -> str:
    rows = [["parameter", "value", "deviation", "possible robot", "made of"]]
    rows += [_estimate(e) for e in found.estimates]
    lines = f"Base parameters and drives by least squares\n{align(rows, last_left=True)}"
    pairs = strong_correlations(found)
    if pairs:
        some = ", ".join(f"{a} and {b} ({r:+.3f})" for a, b, r in pairs[:MOST_PAIRS])
        rest = len(pairs) - MOST_PAIRS
        more = f" and {rest} more pair{'s' * (rest > 1)}" if rest > 0 else ""
        lines += f"\nhardly told apart (correlation): {some}{more}"
    return lines


def _estimate(e: Estimate) -> list[str]:
    value, possible = to_deviation(e.value, e.std), to_deviation(e.identified, e.std)
    return [
        e.name,
        value,
        f"{e.std:.2g}" if e.std < 99.5 else f"{e.std:.0f}",
        possible,
        e.expression,
    ]


def to_deviation(value: float, std: float) -> str:
    """A number with the digits that its deviation leaves it."""
    if not std > 0.0:
        return f"{value:.5g}"
    places = 1 - floor(log10(std))
    if -1 <= places <= 6:
        text = f"{value:.{max(places, 0)}f}"
        return text.removeprefix("-") if not text.strip("-0.") else text
    digits = max(1, floor(log10(max(abs(value), std))) + 1 + places)
    return f"{value:.{min(digits, 6)}g}"


def _friction(found: Identification) -> str:
    rows = [
        [f"q{drive}", write_law((t.term, t.value) for t in law)]
        for drive, law in enumerate(found.friction, 1)
    ]
    title = "Drives of the possible robot, friction chosen by held-out blocks"
    presliding = any(t.term.kind == "hysteresis" for law in found.friction for t in law)
    legend = "\n  z: presliding friction, dz/dt = (sign q̇ − z)|q̇|/δ" if presliding else ""
    return f"{title}\n{align(rows, left=True)}{legend}"


def _possible(found: Identification) -> str:
    possible = found.possible
    prior = {
        "description": "the numbers of the robot's description",
        "rough bodies": "rough bodies along the links",
    }[possible.prior]
    links = [["link", "mass", "x", "y", "z", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"]]
    for k, link in enumerate(found.robot.links, 1):
        mass, *com = (float(e.constant or 0) for e in (link.mass, *link.com))
        inertia = [float(e.constant or 0) for e in link.inertia]
        small = NOTHING * max(map(abs, inertia))
        inertia = [e if abs(e) > small else 0.0 for e in inertia]
        links.append([str(k), *(f"{number:.4g}" for number in (mass, *com, *inertia))])
    return (
        f"Links that can exist ({possible.digits} digits)\n"
        f"{align(links)}\n"
        f"certificate: {possible.certificate.sentence}\n"
        f"{possible.contradiction}\n"
        f"what the forces do not tell is shared as by {prior} (strength {possible.strength:g})"
    )


def describe_load(load: Load) -> str:
    """The load with its intervals."""
    rows = [["", "value", "least squares", "95 % interval", "unit"]]
    for name, unit, value, least, (low, high), seen in zip(
        NAMES, UNITS, load.values, load.least_squares, load.intervals, load.seen, strict=True
    ):
        interval = "" if isnan(low) else f"{low:.4g} … {high:.4g} "
        interval = interval.strip() if seen else f"{interval}(not told by the motion)"
        rows.append([name, f"{value:.4g}", f"{least:.4g}", interval, unit])
    return (
        f"The load in the tool's frame, inertia about its mass centre "
        f"({load.blocks} blocks resampled)\n{align(rows)}\n"
        f"certificate: {load.certificate.sentence}\n"
        f"error of the forces with the load: {_percent(load.relative_error)} %"
    )


def _list(title: str, lines: Iterable[str]) -> str:
    found = [f"- {line}" for line in lines]
    return "\n".join([title, *found]) if found else ""


def align(rows: Sequence[Sequence[str]], left: bool = False, last_left: bool = False) -> str:
    """Columns side by side: the first at the left, numbers at the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for k, (cell, width) in enumerate(zip(row, widths, strict=True)):
            at_left = k == 0 or left or (last_left and k == len(row) - 1)
            cells.append(cell.ljust(width) if at_left else cell.rjust(width))
        lines.append(("  " + "  ".join(cells)).rstrip())
    return "\n".join(lines)
