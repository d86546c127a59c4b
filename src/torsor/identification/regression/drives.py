"""Terms that a drive may bring: friction, each a column of the regression, and its rotor.

A law is a set of terms: what grows with the speed (viscous, quadratic), what opposes the motion
whatever its speed (Coulomb; smoothed where it turns; presliding hysteresis; more at slow motion,
after Stribeck) and an offset. Each has one coefficient that the forces are linear in; a shape, such
as the speed over which Coulomb friction is smoothed, is one of a few in proportion to the motion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.regression.presliding import hysteresis

SMOOTHING = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3)
"""Speeds over which Coulomb friction turns, by the joint's speed."""
PRESLIDING = (3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2)
"""Ways of presliding, by the joint's span."""
STRIBECK = (0.01, 0.03, 0.1)
"""Speeds within which friction is larger, by the joint's speed."""

SYMBOLS = {
    "viscous": "fv",
    "quadratic": "fq",
    "Coulomb": "fc",
    "smoothed": "fc",
    "hysteresis": "fh",
    "Stribeck": "fs",
    "offset": "fo",
    "rotor": "Ia",
}
"""The letters of each kind's coefficient."""

WORDS = {
    "viscous": "{0} q̇",
    "quadratic": "{0} q̇|q̇|",
    "Coulomb": "{0} sign q̇",
    "smoothed": "{0} tanh(q̇/{1:.3g})",
    "hysteresis": "{0} z(δ = {1:.3g})",
    "Stribeck": "{0} sign q̇ exp(−(q̇/{1:.3g})²)",
    "offset": "{0}",
    "rotor": "{0} q̈",
}
"""Each kind as a formula; z is the state of presliding, ż = (sign q̇ − z)|q̇|/δ."""

KINDS = tuple(kind for kind in SYMBOLS if kind != "rotor")
"""Kinds of friction."""
DRY = ("Coulomb", "smoothed", "hysteresis", "Stribeck")
DISSIPATIVE = ("viscous", "Coulomb", "smoothed", "hysteresis", "rotor")
"""Kinds whose coefficients cannot be negative."""


@dataclass(frozen=True)
class Term:
    """A term of the friction at one drive; ``shape`` is its speed or its way, if it has one."""

    drive: int
    """Counted from 1."""
    kind: str
    shape: float = 0.0

    @property
    def name(self) -> str:
        """``fv3``: the name of its coefficient."""
        return f"{SYMBOLS[self.kind]}{self.drive}"

    @property
    def formula(self) -> str:
        """The term in words of mathematics."""
        return WORDS[self.kind].format(self.name, self.shape)


def write_law(law: Iterable[tuple[Term, float]]) -> str:
    """A law with its numbers: ``2.4 q̇ − 0.9 q̇|q̇| + 3.1 sign q̇``."""
    written = ""
    for term, value in law:
        part = WORDS[term.kind].format(f"{abs(value):.4g}", term.shape)
        sign = ("-" if value < 0 else "") if not written else (" - " if value < 0 else " + ")
        written += sign + part
    return written or "0"


def list_terms(drive: int, speed: float, span: float) -> list[Term]:
    """Every term that a drive's friction may have, for its speed and span."""
    found = [Term(drive, kind) for kind in ("rotor", "viscous", "quadratic", "offset", "Coulomb")]
    for kind, shares, scale in (
        ("smoothed", SMOOTHING, speed),
        ("hysteresis", PRESLIDING, span),
        ("Stribeck", STRIBECK, speed),
    ):
        found += [Term(drive, kind, float(f"{share * scale:.3g}")) for share in shares]
    return found


def drive_columns(terms: Sequence[Term], rates: Array, accelerations: Array, step: float) -> Array:
    """What each term brings to its own drive for a coefficient of one, (N, terms).

    ``rates`` and ``accelerations`` are those of the drives.
    """
    columns = np.empty((len(rates), len(terms)))
    for k, term in enumerate(terms):
        at = term.drive - 1
        rotor = term.kind == "rotor"
        columns[:, k] = accelerations[:, at] if rotor else _column(term, rates[:, at], step)
    return columns


def _column(term: Term, rate: Array, step: float) -> Array:
    found: Array
    if term.kind == "viscous":
        found = rate
    elif term.kind == "quadratic":
        found = rate * np.abs(rate)
    elif term.kind == "Coulomb":
        found = np.sign(rate)
    elif term.kind == "smoothed":
        found = np.tanh(rate / term.shape)
    elif term.kind == "hysteresis":
        found = hysteresis(rate, step, term.shape)
    elif term.kind == "Stribeck":
        found = np.sign(rate) * np.exp(-((rate / term.shape) ** 2))
    else:
        found = np.ones_like(rate)
    return found
