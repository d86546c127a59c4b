"""The full parameters nearest to the data whose links can exist, with as much prior as helps.

The data see combinations only; how a sum is shared among links is the prior's: CAD or URDF where
the robot has numbers, else rough bodies along the links with an entropy that keeps them ordinary.
How strongly it pulls is chosen by blocked cross-validation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.errors import TorsorError
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.folds import assign_folds
from torsor.identification.estimation.least_squares import LeastSquares
from torsor.identification.feasibility.fitting import fit_feasible
from torsor.identification.feasibility.problem import Feasible, Prior, Problem
from torsor.identification.feasibility.rough_bodies import rough_bodies
from torsor.identification.feasibility.total_mass import scale_to_data
from torsor.identification.regression.drives import DISSIPATIVE, Term
from torsor.mechanics.parameters.regressor import NAMES
from torsor.program.arm import compile

STRENGTHS = (1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1e3)
"""What is tried, in units of the likelihood."""
NEARLY = 0.002
"""Held-out squares that differ by less than this share are alike."""


@dataclass(frozen=True, eq=False)
class Full:
    """Parameters of every link, ten each, and the coefficients of the drives' terms."""

    pi: Array
    """(10 · links,)."""
    terms: tuple[Term, ...]
    coefficients: Array
    """(terms,)."""
    prior: Prior
    prior_source: str
    feasible: Feasible
    problem: Problem

    @property
    def believed(self) -> Array:
        """What the prior has for π."""
        return np.zeros_like(self.pi) if self.prior.pi is None else self.prior.pi

    @property
    def friction(self) -> list[tuple[Term, float]]:
        """The terms with their coefficients."""
        return list(zip(self.terms, self.coefficients.tolist(), strict=True))


def fit_full(design: Design, least: LeastSquares, use_prior: bool = True) -> Full:
    """Possible links and drives, the prior's strength by cross-validation."""
    columns = _term_columns(design, least)
    terms = tuple(design.term(k) for k in columns)
    fold = assign_folds(design.samples)
    parts = [_compress(design, columns, least.weights, fold == f) for f in np.unique(fold)]
    problem = _problem(design, terms, np.concatenate(parts))
    pi, source = _believed(design, problem, use_prior)

    def held_out(strength: float) -> float:
        prior = Prior(pi, strength, "entropic")
        return sum(_held_out(design, terms, parts, k, prior) for k in range(len(parts)))

    strength = _strongest([held_out(strength) for strength in STRENGTHS])
    prior = Prior(pi, strength, "entropic")
    feasible = fit_feasible(problem, prior)
    links = design.geometry.inertial
    return Full(feasible.x[:links], terms, feasible.x[links:], prior, source, feasible, problem)


def _strongest(errors: Sequence[float]) -> float:
    """The strongest prior that predicts as well as any, nearly."""
    allowed = (1.0 + NEARLY) * min(errors)
    return max(s for s, error in zip(STRENGTHS, errors, strict=True) if error <= allowed)


def _term_columns(design: Design, least: LeastSquares) -> list[int]:
    """The terms of the law; rotors that the base parameters hide come with those that are seen."""
    chosen = {k for k in least.columns if k >= design.first_term}
    if any(design.term(k).kind == "rotor" for k in chosen):
        chosen |= {design.first_term + k for k, t in enumerate(design.terms) if t.kind == "rotor"}
    return sorted(chosen)


def _believed(design: Design, problem: Problem, use_prior: bool) -> tuple[Array, str]:
    """The links by the robot's own numbers, or rough bodies as heavy as the data make them."""
    geometry = design.geometry
    if use_prior:
        try:
            grouping = compile(geometry.robot).base_parameters
            own: Array = grouping.pi[: geometry.inertial]
        except TorsorError:
            own = np.zeros(0)
        if own.size and np.any(own):
            return own, "description"
    rough = rough_bodies(geometry.robot, geometry.values)
    return scale_to_data(rough, problem), "rough bodies"


def _compress(design: Design, columns: Sequence[int], weights: Array, rows: Mask) -> Array:
    """[R z] of some rows, triangular: all ten parameters of every link, then the terms."""
    s, geometry = design.samples, design.geometry
    p = geometry.inertial
    parts = []
    for j in range(design.n):
        use = s.usable[:, j] & rows
        A = np.zeros((int(use.sum()), p + len(columns) + 1))
        A[:, geometry.felt] = s.X[use, j]
        A[:, p:-1] = design.columns[j][use][:, list(columns)]
        A[:, -1] = s.tau[use, j]
        parts.append(A * weights[j])
    whole = np.concatenate(parts)
    return triangular(whole)


def triangular(rows: Array) -> Array:
    """R of a QR decomposition where that is shorter: the same squares."""
    if len(rows) <= rows.shape[1]:
        return rows
    return np.asarray(np.linalg.qr(rows, mode="r"))


def _problem(design: Design, terms: Sequence[Term], compressed: Array) -> Problem:
    compressed = triangular(compressed)
    geometry = design.geometry
    p = geometry.inertial
    nonnegative = [p + k for k, t in enumerate(terms) if t.kind in DISSIPATIVE]
    names = (*geometry.names, *(t.name for t in terms))
    links = tuple(range(0, p, len(NAMES)))
    return Problem(compressed[:, :-1], compressed[:, -1], links, tuple(nonnegative), names)


def _held_out(
    design: Design, terms: Sequence[Term], parts: Sequence[Array], fold: int, prior: Prior
) -> float:
    """The weighted squares that a fold leaves by what the others give."""
    train = np.concatenate([part for k, part in enumerate(parts) if k != fold])
    x = fit_feasible(_problem(design, terms, train), prior).x
    held = parts[fold]
    return float(np.sum((held[:, :-1] @ x - held[:, -1]) ** 2))
