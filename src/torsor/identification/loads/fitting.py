"""What is carried, from the difference of logs with it and without.

A load that is fixed to the last link adds its ten parameters to that link's: in the logs with the
load those ten columns stand once more. Robot, friction and load are fitted together, so that what
is unsure about the robot is unsure about the load. Intervals come from resampling blocks of time,
long enough that neighbouring residuals stay together.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import TextError
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.least_squares import LeastSquares
from torsor.identification.estimation.pilot import Filtering, too_short
from torsor.identification.feasibility.certificate import certify
from torsor.identification.feasibility.fitting import fit_feasible
from torsor.identification.feasibility.problem import Prior, Problem
from torsor.identification.feasibility.pseudo_inertia import (
    TEN,
    central_moments,
    parameters_of,
    pseudo_inertia,
)
from torsor.identification.feasibility.rounding import links_from_parameters
from torsor.identification.loads.blocks import (
    cut_rows,
    find_hidden,
    find_residuals,
    resample,
    solve_moments,
    sum_moments,
)
from torsor.identification.loads.load import Load
from torsor.identification.logs.log import Log
from torsor.identification.regression.geometry import Geometry
from torsor.identification.regression.samples import take_samples
from torsor.identification.signals.motion import filter_logs

STRENGTH = 1.0
"""Of the entropy that keeps what the motion does not show that of an ordinary body."""
DIGITS = 6


def fit_load(
    design: Design, least: LeastSquares, logs: Sequence[Log], filtering: Filtering
) -> Load:
    """The load in ``logs``, on top of what was fitted without it."""
    s = design.samples
    motions = filter_logs(logs, filtering.cutoff, filtering.source)
    if not motions:
        raise too_short(logs, filtering.cutoff)
    loaded = Design(design.geometry, take_samples(design.geometry, motions, s.terms, s.S))
    return fit_on_top(loaded, least.columns, least.weights, logs, design)[0]


def fit_on_top(
    loaded: Design,
    columns: Sequence[int],
    weights: Array,
    logs: Sequence[Log],
    bare: Design | None = None,
) -> tuple[Load, Array]:
    """The load in the rows of ``loaded``, and what the columns beside it are multiplied by."""
    geometry = loaded.geometry
    load = load_columns(geometry, loaded)
    if not loaded.samples.usable.any():
        raise TextError(f"{logs[0].file}: no joint moves while its force can be used")
    for _ in range(3):
        rows = cut_rows(loaded, load, bare, columns, weights)
        x = solve_moments(sum_moments(rows))
        weights = _refined(loaded, load, columns, x, weights)
    tool = tool_in_last_link(geometry)
    samples = shown_values(_in_tool(resample(rows), tool))
    feasible = _possible(np.concatenate([*rows.bare, *rows.loaded]), x, tool)
    values = shown_values(feasible)
    body = links_from_parameters(feasible.tolist(), DIGITS)[0]
    low, high = np.nanquantile(samples, (0.025, 0.975), axis=0)
    hidden = _find_unseen(find_hidden(sum_moments(rows)), x[-TEN:], tool)
    low[hidden] = high[hidden] = np.nan
    found = Load(
        body,
        certify([body]),
        tuple(values.tolist()),
        tuple(shown_values(_in_tool(x[-TEN:], tool)).tolist()),
        tuple(zip(low.tolist(), high.tolist(), strict=True)),
        tuple(_seen(values, low, high)),
        tuple(log.file for log in logs),
        len(rows.loaded),
        _error(loaded, load, columns, x),
    )
    return found, x[:-TEN]


def load_columns(geometry: Geometry, design: Design) -> Array:
    """The last link's ten columns, (m, n, 10)."""
    s = design.samples
    last = geometry.inertial - TEN
    found = np.zeros((*s.tau.shape, TEN))
    for k, column in enumerate(geometry.felt):
        if column >= last:
            found[..., column - last] = s.X[..., k]
    return found


def tool_in_last_link(geometry: Geometry) -> Array:
    """The tool's pose in the last link's frame, (4, 4)."""
    frames = geometry.arm.frames(np.zeros(geometry.robot.dof))
    found: Array = np.linalg.inv(frames[-2]) @ frames[-1]
    return found


def shown_values(pi: Array) -> Array:
    """Mass, mass centre, central inertia from ten parameters (…, 10)."""
    J = pseudo_inertia(pi)
    with np.errstate(divide="ignore", invalid="ignore"):
        centre, central = central_moments(J)
    only = np.zeros_like(J)
    only[..., :3, :3], only[..., 3, 3] = central, J[..., 3, 3]
    found: Array = np.concatenate([pi[..., :1], centre, parameters_of(only)[..., 4:]], axis=-1)
    return found


def _in_tool(pi: Array, tool: Array) -> Array:
    """Ten parameters in the tool's frame from those in the last link's."""
    back = np.linalg.inv(tool)
    return parameters_of(back @ pseudo_inertia(pi) @ back.T)


def _refined(
    design: Design, load: Array, columns: Sequence[int], x: Array, weights: Array
) -> Array:
    """Each joint's weight from what is left of its forces."""
    rows = design.samples.usable.sum(0)
    e = find_residuals(design, load, columns, x)
    sizes = np.sqrt((e**2).sum(0) / np.maximum(rows, 1))
    found: Array = np.where(sizes > 0.0, 1.0 / np.where(sizes > 0.0, sizes, 1.0), weights)
    return found


def _possible(rows: Array, x: Array, tool: Array) -> Array:
    """The load that can exist, nearest to the data, in the tool's frame.

    Of its inertia, what the forces do not tell is that of a compact body at its mass centre.
    """
    first = len(x) - TEN
    ten = x[first:]
    compact = None
    if ten[0] > 0.0:
        r = ten[1:4] / ten[0]
        moved = ten[0] * (r @ r * np.eye(3) - np.outer(r, r))
        compact = np.concatenate([ten[:4], moved[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]])
    R = np.asarray(np.linalg.qr(rows, mode="r"))
    problem = Problem(R[:, :-1], R[:, -1], (first,))
    x = fit_feasible(problem, Prior(compact, STRENGTH, "entropic")).x
    return _in_tool(x[first : first + TEN], tool)


def _find_unseen(hidden: Array, ten: Array, tool: Array) -> Array:
    """Which of the shown values change along directions that the forces do not show, (10,)."""
    before = shown_values(_in_tool(ten, tool))
    found = np.zeros(TEN, bool)
    for direction in hidden.T:
        step = direction * float(np.linalg.norm(ten)) / float(np.linalg.norm(direction))
        changed = np.abs(shown_values(_in_tool(ten + 0.1 * step, tool)) - before)
        sizes = np.repeat([abs(before[0]), 0.1, np.abs(before[4:]).max()], [1, 3, 6])
        found |= changed > 1e-4 * np.maximum(sizes, 1e-9)
    return found


def _seen(values: Array, low: Array, high: Array) -> list[bool]:
    """Masses and moments whose interval is shorter than they are; centres within 10 cm."""
    wide = high - low
    principal = max(float(np.abs(values[4:7]).max()), 1e-300)
    sizes = [abs(values[0]), 0.1, 0.1, 0.1, *[principal] * 6]
    return [bool(w < size) for w, size in zip(wide, sizes, strict=True)]


def _error(design: Design, load: Array, columns: Sequence[int], x: Array) -> float:
    usable = design.samples.usable
    there = float(np.linalg.norm(np.where(usable, design.samples.tau, 0.0)))
    lost = float(np.linalg.norm(find_residuals(design, load, columns, x)))
    return lost / there if there else float("nan")
