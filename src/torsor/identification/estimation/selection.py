"""The friction of each drive and the rotors that the sensors see, by blocked cross-validation.

A term stays, and a shape is preferred to plain Coulomb friction, only where blocks that were not
fitted are predicted better by it, and better by more than chance gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.moments import FINEST, Moments, Weighted
from torsor.identification.regression.drives import DISSIPATIVE, DRY, KINDS

BETTER = 0.005
"""What share of a drive's held-out squares something more complicated has to save …"""
LEAST = 16.0
"""… and how much at least, in units of their variance: eight times what one term saves of noise
alone, for of several shapes the best is taken, and only every second row is independent."""
SWEEPS = 2
ONE_OF = ("Coulomb", "smoothed", "hysteresis")
"""Kinds of which a law has one first; Coulomb's unless another is better."""
MORE = ("hysteresis", "smoothed", "Stribeck", "quadratic", "viscous", "offset")
"""Kinds that may come to it, in this order."""
EXCLUDES = {"smoothed": ("smoothed", "Coulomb")}
"""Kinds beside which another says the same twice."""


Errors = tuple[float, float]
"""Weighted squares: held out, and fitted."""


@dataclass(eq=False)
class Selection:
    """Columns chosen so far: base parameters always, rotors and friction terms by trial."""

    design: Design
    moments: Moments
    weights: Array
    chosen: dict[int, list[int]] = field(default_factory=dict)
    """The friction terms of each drive."""
    rotors: dict[int, int] = field(default_factory=dict)
    """The columns of the rotors that are seen, by drive."""

    def columns(self) -> list[int]:
        """All columns of the law, in order."""
        base = range(self.design.first_term)
        return sorted({*base, *self.rotors.values(), *(k for c in self.chosen.values() for k in c)})


def select_laws(
    design: Design,
    moments: Moments,
    drives: Iterable[int],
    kinds: Sequence[str] = KINDS,
    rotors: bool = True,
) -> Selection:
    """The law with the least held-out error; ``kinds`` of friction and ``rotors`` are allowed."""
    found = Selection(design, moments, np.ones(design.n))
    for drive in drives:
        by_kind = _by_kind(design, drive)
        usual = [k for k in ("viscous", "Coulomb", "offset") if k in kinds]
        found.chosen[drive] = [by_kind[k][0] for k in usual]
        if rotors:
            found.rotors[drive] = by_kind["rotor"][0]
    for _ in range(SWEEPS):
        reweigh(found)
        for drive in found.chosen:
            _choose_terms(found, drive, kinds)
        _drop_rotors(found)
    reweigh(found)
    return found


def reweigh(selection: Selection) -> None:
    """Each coordinate's weight from its residuals, until they agree."""
    columns = selection.columns()
    for _ in range(4):
        x = selection.moments.weigh(selection.weights).solve(columns)
        left = selection.moments.residuals(x, columns)
        seen = selection.moments.rows.sum(0) > 0
        left[~seen] = np.inf
        powers = selection.moments.y.sum(0) / np.maximum(selection.moments.rows.sum(0), 1.0)
        selection.weights = 1.0 / np.sqrt(np.maximum(left, FINEST**2 * powers + 1e-300))


def _by_kind(design: Design, drive: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for column in design.terms_of(drive):
        found.setdefault(design.term(column).kind, []).append(column)
    return found


def _choose_terms(selection: Selection, drive: int, kinds: Sequence[str]) -> None:
    """The drive's law, all others as they are."""
    weighted = selection.moments.weigh(selection.weights)
    by_kind = {k: c for k, c in _by_kind(selection.design, drive).items() if k in kinds}
    others = [k for k in selection.columns() if k not in selection.chosen[drive]]
    needed = _needed(selection, drive)
    kind = {c: k for k, columns in by_kind.items() for c in columns}
    positive = frozenset(c for c, k in kind.items() if k in DISSIPATIVE)
    trial = _Trial(weighted, others, needed, positive)
    kept = [c for c in selection.chosen[drive] if kind[c] not in DRY]
    law = trial.prefer_first(kept, [c for k in ONE_OF for c in by_kind.get(k, [])])
    for more in MORE:
        present = {kind[c] for c in law}
        if present.isdisjoint(EXCLUDES.get(more, (more,))):
            law = trial.add_best(law, by_kind.get(more, []))
    selection.chosen[drive] = trial.drop_idle(law)


def _needed(selection: Selection, drive: int) -> float:
    rows = selection.moments.rows.sum(0)
    shares = np.abs(selection.design.samples.S[drive - 1])
    return max(LEAST, BETTER * float(rows @ (shares > 0)) / max(1, int((shares > 0).sum())))


@dataclass(eq=False)
class _Trial:
    """Laws of one drive beside what all others have, compared by their held-out squares.

    Where a law would give energy, it is its part that does not.
    """

    weighted: Weighted
    others: list[int]
    needed: float
    positive: frozenset[int]
    """Columns whose coefficients may not be negative."""

    def settle(self, law: Sequence[int]) -> list[int]:
        """The law without what would give energy: negative coefficients, the largest first."""
        left = list(law)
        while True:
            columns = sorted([*self.others, *left])
            x = dict(zip(columns, self.weighted.solve(columns), strict=True))
            negative = [k for k in left if k in self.positive and x[k] < 0.0]
            if not negative:
                return left
            left.remove(min(negative, key=x.__getitem__))

    def errors(self, law: Sequence[int]) -> Errors:
        """What it leaves where it is held out, and where it is fitted."""
        return _errors(self.weighted, sorted([*self.others, *law]))

    def prefer_first(self, kept: list[int], singles: list[int]) -> list[int]:
        """One of several terms: the first, unless another is better by enough."""
        if not singles:
            return self.settle(kept)
        laws = [self.settle([*kept, one]) for one in singles]
        errors = [self.errors(law) for law in laws]
        best = errors.index(min(errors))
        return laws[best if is_better(errors[best], errors[0], self.needed) else 0]

    def add_best(self, law: list[int], fresh: list[int]) -> list[int]:
        """The law with the best of some terms, if that is better by enough."""
        laws = [longer for one in fresh if one in (longer := self.settle([*law, one]))]
        if not laws:
            return law
        errors = [self.errors(longer) for longer in laws]
        best = errors.index(min(errors))
        return laws[best] if is_better(errors[best], self.errors(law), self.needed) else law

    def drop_idle(self, law: list[int]) -> list[int]:
        """The law without the terms that it does as well without."""
        errors = self.errors(law)
        for one in list(law):
            shorter = self.settle([k for k in law if k != one])
            without = self.errors(shorter)
            if one in law and not is_better(errors, without, self.needed):
                law, errors = shorter, without
        return law


def is_better(errors: Errors, others: Errors, needed: float) -> bool:
    """Whether a law leaves less by what is needed, held out and fitted.

    What saves nothing where it is fitted saves by chance where it is not.
    """
    return all(own + needed < other for own, other in zip(errors, others, strict=True))


def _errors(weighted: Weighted, columns: Sequence[int]) -> Errors:
    return weighted.held_out(columns), weighted.fitted(columns)


def _drop_rotors(selection: Selection) -> None:
    """Leave out rotors that are negative, or that nothing is worse without."""
    weighted = selection.moments.weigh(selection.weights)
    for drive, column in list(selection.rotors.items()):
        columns = selection.columns()
        with_it = _errors(weighted, columns)
        value = weighted.solve(columns)[columns.index(column)]
        del selection.rotors[drive]
        without = _errors(weighted, selection.columns())
        if value > 0.0 and is_better(with_it, without, _needed(selection, drive)):
            selection.rotors[drive] = column
