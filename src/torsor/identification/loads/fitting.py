"""What is carried, from the difference of logs with it and without.

A load that is fixed to the last link adds its ten parameters to that link's: in the logs with the
load those ten columns stand once more. Robot, friction and load are fitted together, so that what
is unsure about the robot is unsure about the load. Intervals come from resampling blocks of time,
long enough that neighbouring residuals stay together.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.errors import TextError
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.least_squares import LeastSquares, bandwidth, residuals
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
STRENGTH = 0.01
"""Of the entropy that keeps what the motion does not show ordinary."""
DIGITS = 6


def fit_load(
    design: Design, least: LeastSquares, logs: Sequence[Log], filtering: Filtering
) -> Load:
    """The load in ``logs``, on top of what was fitted without it."""
    geometry, s = design.geometry, design.samples
    motions = filter_logs(logs, filtering.cutoff, filtering.source)
    if not motions:
        raise too_short(logs, filtering.cutoff)
    loaded = Design(geometry, take_samples(geometry, motions, s.terms, s.S))
    width = len(least.columns) + TEN
    blocks = [
        *_blocks(design, least, None),
        *_blocks(loaded, least, load_columns(geometry, loaded)),
    ]
    whole = np.stack([_moments(b, width) for b in blocks])
    tens = _solve(whole.sum(0))[-TEN:]
    rows = loaded.samples.usable.any()
    if not rows or not np.any(whole[-1]):
        raise TextError(f"{logs[0].file}: no joint moves while its force can be used")
    to_tool = tool_in_last_link(geometry)
    bare = len(_blocks(design, least, None))
    samples = _resample(whole, bare, to_tool)
    feasible = _possible(np.concatenate(blocks), least, to_tool)
    values = shown_values(feasible)
    body = links_from_parameters(feasible.tolist(), DIGITS)[0]
    low, high = np.nanquantile(samples, (0.025, 0.975), axis=0)
    plain = shown_values(_in_tool(tens, to_tool))
    x = _solve(whole.sum(0))
    return Load(
        body,
        certify([body]),
        tuple(values.tolist()),
        tuple(plain.tolist()),
        tuple(zip(low.tolist(), high.tolist(), strict=True)),
        tuple(_seen(values, low, high)),
        tuple(log.file for log in logs),
        len(blocks) - bare,
        _error(loaded, least, x, load_columns(geometry, loaded)),
    )


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


def _blocks(design: Design, least: LeastSquares, load: Array | None) -> list[Array]:
    """[columns, load, forces] of blocks of time, weighted; each (rows, width + 1)."""
    s = design.samples
    e = residuals(design, least.columns, least.x)
    found = []
    for stretch in np.unique(s.stretch):
        rows = np.flatnonzero(s.stretch == stretch)
        length = min(max(BLOCK / s.step, LIKE * bandwidth(e[rows])), len(rows) / FEWEST)
        count = max(1, int(len(rows) / length))
        found += [_stack(design, least, load, part) for part in np.array_split(rows, count)]
    return found


def _stack(design: Design, least: LeastSquares, load: Array | None, rows: Indices) -> Array:
    s, some = design.samples, list(least.columns)
    parts = []
    for j in range(design.n):
        use = rows[s.usable[rows, j]]
        A = np.zeros((len(use), len(some) + TEN + 1))
        A[:, : len(some)] = design.columns[j][use][:, some]
        if load is not None:
            A[:, len(some) : -1] = load[use, j]
        A[:, -1] = s.tau[use, j]
        parts.append(A * least.weights[j])
    return np.concatenate(parts)


def _moments(block: Array, width: int) -> Array:
    found: Array = block.T @ block
    assert found.shape == (width + 1, width + 1)
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


def _resample(moments: Array, bare: int, tool: Array) -> Array:
    """What blocks drawn again and again give, (RESAMPLES, 10), in the tool's frame."""
    random = np.random.default_rng(SEED)
    loaded = len(moments) - bare
    found = np.empty((RESAMPLES, TEN))
    for k in range(RESAMPLES):
        counts = np.concatenate(
            [np.bincount(random.integers(0, m, m), minlength=m) for m in (bare, loaded) if m]
        )
        found[k] = _solve(np.tensordot(counts.astype(float), moments, 1))[-TEN:]
    return shown_values(_in_tool(found, tool))


def _possible(rows: Array, least: LeastSquares, tool: Array) -> Array:
    """The load that can exist, nearest to the data, in the tool's frame."""
    R = np.asarray(np.linalg.qr(rows, mode="r"))
    first = len(least.columns)
    problem = Problem(R[:, :-1], R[:, -1], (first,))
    x = fit_feasible(problem, Prior(None, STRENGTH, "entropic")).x
    return _in_tool(x[first : first + TEN], tool)


def _seen(values: Array, low: Array, high: Array) -> list[bool]:
    """Masses and moments whose interval is shorter than they are; centres within 5 cm."""
    wide = high - low
    principal = max(float(np.abs(values[4:7]).max()), 1e-300)
    sizes = [abs(values[0]), 0.1, 0.1, 0.1, *[principal] * 6]
    return [bool(w < size) for w, size in zip(wide, sizes, strict=True)]


def _error(design: Design, least: LeastSquares, x: Array, load: Array) -> float:
    s, some = design.samples, list(least.columns)
    lost = there = 0.0
    for j in range(design.n):
        use = s.usable[:, j]
        whole = np.concatenate([design.columns[j][use][:, some], load[use, j]], axis=1)
        lost += float(np.sum((s.tau[use, j] - whole @ x) ** 2))
        there += float(np.sum(s.tau[use, j] ** 2))
    return float(np.sqrt(lost / there)) if there else float("nan")
