"""What is carried, from the difference of logs with it and without.

A load that is fixed to the last link adds its ten parameters to that link's: in the logs with the
load those ten columns stand once more. Robot, friction and load are fitted together, so that what
is unsure about the robot is unsure about the load. Intervals come from resampling blocks of time,
long enough that neighbouring residuals stay together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.errors import TextError
from torsor.identification.estimation.covariance import bandwidth
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
from torsor.identification.loads.load import Load
from torsor.identification.logs.log import Log
from torsor.identification.regression.geometry import Geometry
from torsor.identification.regression.samples import take_samples
from torsor.identification.signals.motion import filter_logs

RESAMPLES = 1000
BLOCK = 1.0
"""Seconds of a block, at least."""
LIKE = 3.0
"""Blocks are so many times as long as residuals are alike …"""
FEWEST = 15
"""… but so many blocks there are."""
SEED = 20161
STRENGTH = 1.0
"""Of the entropy that keeps what the motion does not show that of an ordinary body."""
DIGITS = 6


@dataclass(frozen=True, eq=False)
class Rows:
    """Blocks of time, weighted: [columns, load, forces], each (rows, width + 1)."""

    bare: list[Array]
    """Of logs without the load."""
    loaded: list[Array]


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
        rows = _cut(loaded, load, bare, columns, weights)
        x = _solve(_whole(rows))
        weights = _refined(loaded, load, columns, x, weights)
    tool = tool_in_last_link(geometry)
    samples = _resample(rows, tool)
    feasible = _possible(np.concatenate([*rows.bare, *rows.loaded]), x, tool)
    values = shown_values(feasible)
    body = links_from_parameters(feasible.tolist(), DIGITS)[0]
    low, high = np.nanquantile(samples, (0.025, 0.975), axis=0)
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


def _cut(
    loaded: Design, load: Array, bare: Design | None, columns: Sequence[int], weights: Array
) -> Rows:
    return Rows(
        [] if bare is None else _blocks(bare, columns, weights, None),
        _blocks(loaded, columns, weights, load),
    )


def _blocks(
    design: Design, columns: Sequence[int], weights: Array, load: Array | None
) -> list[Array]:
    s = design.samples
    e = _left(design, load, columns)
    found = []
    for stretch in np.unique(s.stretch):
        rows = np.flatnonzero(s.stretch == stretch)
        longest = min(max(BLOCK / s.step, LIKE * bandwidth(e[rows])), len(rows) / FEWEST)
        count = max(1, int(len(rows) / longest))
        for part in np.array_split(rows, count):
            found.append(_stack(design, columns, weights, load, part))
    return found


def _left(design: Design, load: Array | None, columns: Sequence[int]) -> Array:
    """What a plain fit leaves of the forces: how long its errors stay alike."""
    rows = np.arange(len(design.samples))
    ones = np.ones(design.n)
    x = _solve(_moments(_stack(design, columns, ones, load, rows)))
    return _residuals(design, load, columns, x)


def _residuals(design: Design, load: Array | None, columns: Sequence[int], x: Array) -> Array:
    s, some = design.samples, list(columns)
    left = [s.tau[:, j] - X[:, some] @ x[:-TEN] for j, X in enumerate(design.columns)]
    e = np.stack(left, axis=1)
    if load is not None:
        e = e - load @ x[-TEN:]
    return np.where(s.usable, e, 0.0)


def _refined(
    design: Design, load: Array, columns: Sequence[int], x: Array, weights: Array
) -> Array:
    """Each joint's weight from what is left of its forces."""
    rows = design.samples.usable.sum(0)
    e = _residuals(design, load, columns, x)
    sizes = np.sqrt((e**2).sum(0) / np.maximum(rows, 1))
    found: Array = np.where(sizes > 0.0, 1.0 / np.where(sizes > 0.0, sizes, 1.0), weights)
    return found


def _stack(
    design: Design, columns: Sequence[int], weights: Array, load: Array | None, rows: Indices
) -> Array:
    s, some = design.samples, list(columns)
    parts = []
    for j in range(design.n):
        use = rows[s.usable[rows, j]]
        A = np.zeros((len(use), len(some) + TEN + 1))
        A[:, : len(some)] = design.columns[j][use][:, some]
        if load is not None:
            A[:, len(some) : -1] = load[use, j]
        A[:, -1] = s.tau[use, j]
        parts.append(A * weights[j])
    return np.concatenate(parts)


def _moments(block: Array) -> Array:
    found: Array = block.T @ block
    return found


def _whole(rows: Rows) -> Array:
    found: Array = np.sum([_moments(block) for block in (*rows.bare, *rows.loaded)], axis=0)
    return found


def _solve(moments: Array) -> Array:
    """Least squares from second moments, columns scaled; what nothing shows is zero."""
    A, b = moments[:-1, :-1], moments[:-1, -1]
    scale = np.sqrt(np.diag(A))
    scale = np.where(scale > 0.0, scale, 1.0)
    found: Array = np.linalg.pinv(A / np.outer(scale, scale), rcond=1e-12, hermitian=True) @ (
        b / scale
    )
    return found / scale


def _resample(rows: Rows, tool: Array) -> Array:
    """What blocks drawn again and again give, (RESAMPLES, 10), in the tool's frame."""
    random = np.random.default_rng(SEED)
    moments = np.stack([_moments(block) for block in (*rows.bare, *rows.loaded)])
    sizes = [size for size in (len(rows.bare), len(rows.loaded)) if size]
    found = np.empty((RESAMPLES, TEN))
    for k in range(RESAMPLES):
        drawn = [np.bincount(random.integers(0, m, m), minlength=m) for m in sizes]
        counts = np.concatenate(drawn).astype(float)
        found[k] = _solve(np.tensordot(counts, moments, 1))[-TEN:]
    return shown_values(_in_tool(found, tool))


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


def _seen(values: Array, low: Array, high: Array) -> list[bool]:
    """Masses and moments whose interval is shorter than they are; centres within 5 cm."""
    wide = high - low
    principal = max(float(np.abs(values[4:7]).max()), 1e-300)
    sizes = [abs(values[0]), 0.1, 0.1, 0.1, *[principal] * 6]
    return [bool(w < size) for w, size in zip(wide, sizes, strict=True)]


def _error(design: Design, load: Array, columns: Sequence[int], x: Array) -> float:
    usable = design.samples.usable
    there = float(np.linalg.norm(np.where(usable, design.samples.tau, 0.0)))
    lost = float(np.linalg.norm(_residuals(design, load, columns, x)))
    return lost / there if there else float("nan")
