"""What a motion will show, sample by sample as the estimation will have it, and what it uses."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import MissingValueError
from torsor.identification.excitation.columns import Columns, unit_of_parameter
from torsor.identification.excitation.excitation import Comparison, Parameter, Use
from torsor.identification.excitation.fourier import State, make_basis
from torsor.identification.excitation.information import (
    Prediction,
    Visible,
    compress,
)
from torsor.identification.excitation.problem import Problem
from torsor.identification.excitation.products import multiply
from torsor.identification.excitation.search.augmented_lagrangian import Search
from torsor.robot.meanings import coordinate_meaning

BLOCK = 2_000_000
"""Numbers of the columns that are held at once."""
LOOKED_AT = 4
"""Random motions of each kind that are predicted sample by sample."""


def predict(problem: Problem, columns: Columns, visible: Visible, x: Array) -> Prediction:
    """What weighted least squares will make of the samples of a motion."""
    timing, exact = problem.timing, columns.exact()
    coefficients = problem.room.family.coefficients(x)
    t = np.arange(int(timing.seconds * timing.sampling)) / timing.sampling
    step = max(1, BLOCK // (len(columns.names) * problem.bounds.n))

    def blocks() -> Iterator[Array]:
        for first in range(0, len(t), step):
            basis = make_basis(t[first : first + step], timing.period, timing.harmonics)
            columns = exact.evaluate(basis.evaluate(coefficients))
            yield multiply(columns, visible.combinations)

    return Prediction(compress(blocks), visible)


def compare_motions(
    problem: Problem, search: Search, motions: Sequence[Array], states: Sequence[State],
    found: Prediction,
) -> Comparison:  # fmt: skip
    """The best of the random motions by the median deviation, and by log det F."""
    criterion = search.criterion
    medians, values = [], []
    single, combinations = criterion.visible.single, criterion.visible.combinations
    for state in states:
        value, _, inverse = criterion.evaluate(state)
        spread = np.einsum("pi,ij,pj->p", combinations, inverse, combinations, optimize=True)
        medians.append(float(np.median(spread[single])) if np.isfinite(value) else np.inf)
        values.append(value)
    orders = np.argsort(medians)[:LOOKED_AT].tolist(), np.argsort(values)[:LOOKED_AT].tolist()
    best: list[Prediction] = []
    for k in dict.fromkeys(chain(*zip(*orders, strict=True))):
        if len(best) > 1 and time.monotonic() > search.deadline:
            break
        x = search.hold(motions[k])
        if x is not None:
            best.append(predict(problem, criterion.columns, criterion.visible, x))
    best = [p for p in best if p.regular] or [found]
    axis = float(np.exp((max(p.information for p in best) - found.information) / 2))
    return Comparison(len(motions), min(p.median for p in best), axis)


def list_parameters(problem: Problem, columns: Columns, deviations: Array) -> tuple[Parameter, ...]:
    """The parameters with their deviations, and their values where the robot's numbers tell."""
    known = _known_values(problem, columns)
    return tuple(
        Parameter(
            name,
            unit_of_parameter(name, problem.bounds.sliding),
            float(deviation),
            known.get(name),
        )
        for name, deviation in zip(columns.names, deviations, strict=True)
    )


def _known_values(problem: Problem, columns: Columns) -> dict[str, float]:
    if problem.model is None:
        return {}
    try:
        own = problem.model.base_parameters
        pi = dict(zip(own.originals, own.pi.tolist(), strict=True))
    except MissingValueError:
        return {}
    general = problem.arm.base_parameters
    beta: Array = general.K @ np.array([pi.get(name, 0.0) for name in general.originals])
    found: dict[str, float] = dict(zip(general.names, beta.tolist(), strict=True))
    for link, k in problem.robot.coordinate.items():
        found |= {f"{f}{k}": pi[f"{f}{link}"] for f in ("fv", "fc", "Ia") if f"{f}{link}" in pi}
    return found


def list_uses(problem: Problem, state: State) -> tuple[Use, ...]:
    """Least and most of every quantity that is bounded, coordinate by coordinate."""
    bounds = problem.bounds
    q, dq, ddq = state
    parts = [
        ("q", q, bounds.ranges.lower, bounds.ranges.upper),
        ("dq", dq, -bounds.velocity, bounds.velocity),
        ("ddq", ddq, -bounds.acceleration, bounds.acceleration),
    ]
    if problem.model is not None:
        tau = problem.model.inverse_dynamics(*state)
        parts.append(("tau", tau, -bounds.effort, bounds.effort))
    found = []
    for k in range(bounds.n):
        for stem, part, lower, upper in parts:
            unit = coordinate_meaning(stem, bounds.sliding[k]).unit
            least, most = float(part[:, k].min()), float(part[:, k].max())
            ends = float(lower[k]), float(upper[k])
            found.append(Use(f"{stem}{k + 1}", unit, least, most, *ends))
    return tuple(found)
