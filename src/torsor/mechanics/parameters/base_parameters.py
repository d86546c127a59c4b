"""Base parameters: the smallest set in which the driving forces are linear, exactly.

The parameters are grouped as the geometry has it (``grouping``). Hypotheses may tie the values of
parameters together: those are joined last. All can be checked by substitution: τ in the base
parameters ≡ τ.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from torsor.algebra.dependence import Basis, Sparse, by_monomial, ratio, residues
from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.ring import RingScalar, RingScalars
from torsor.algebra.terms import Term
from torsor.errors import TorsorError
from torsor.mechanics.chain import chain_of
from torsor.mechanics.parameters.grouping import group_columns, inertial_symbols, staying
from torsor.mechanics.parameters.regressor import Column
from torsor.robot.robot import Robot
from torsor.spatial.vectors import Vector, zeros


@dataclass(frozen=True)
class BaseParameter:
    """A base parameter: the name of the one it is built on, its grouping, its column of Y.

    The value is that one's and those of the grouped times their factors; its own factor is 1
    unless it is among them. Where hypotheses tie several together, the value alone tells.
    """

    name: str
    value: Expression
    grouped: tuple[tuple[str, Expression], ...]
    work: Vector[RingScalar]


@dataclass(frozen=True)
class BaseParameters:
    """The base parameters, and those originals that no motion can show."""

    parameters: tuple[BaseParameter, ...]
    without_effect: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.parameters)

    def forces(self) -> Vector[RingScalar]:
        """The driving forces, built from the base parameters alone."""
        n = len(self.parameters[0].work) if self.parameters else 0
        total: Vector[RingScalar] = zeros(n)
        for parameter in self.parameters:
            total = total + parameter.work * parameter.value
        return total


def base_parameters(
    robot: Robot, ring: Ring, all_columns: Sequence[Column[RingScalar]]
) -> BaseParameters:
    """The base parameters of a robot as declared, from the columns of its regressor."""
    work = staying(chain_of(robot, RingScalars(ring)), all_columns)
    grouping = group_columns(robot, ring, work)
    values = {c.name: ring.coerce(c.value) for c in all_columns if c.value}
    found = []
    shown: set[str] = set()
    for name in grouping.names:
        factors = {n: f for n, f in grouping.K[name].items() if n in values}
        shown.update(factors)
        value = sum((f * values[n] for n, f in factors.items()), ring.number(0))
        grouped = tuple((n, f) for n, f in factors.items() if not (n == name and f == 1))
        column = _divided(work[name], grouping.divisors.get(name), ring)
        found.append(BaseParameter(name, value, grouped, column))
    without = tuple(n for n in values if n not in shown)
    return BaseParameters(tuple(joined([p for p in found if p.value], robot, ring)), without)


def _divided(work: Vector[RingScalar], by: Expression | None, ring: Ring) -> Vector[RingScalar]:
    return work if by is None else Vector(ratio(ring.coerce(e), by)[0] for e in work)


def joined(found: Sequence[BaseParameter], robot: Robot, ring: Ring) -> list[BaseParameter]:
    """Parameters whose values hypotheses tie together, joined into as few as there are values.

    A number is a value like any other and ties nothing: only what is symbolic throughout is.
    """
    inertial = inertial_symbols(robot)
    values = {p.name: by_monomial([p.value], inertial, ring) for p in found}
    symbolic = {name: value for name, value in values.items() if (0, ()) not in value}
    new = [p for p in found if p.name not in symbolic]
    for names in _connected(symbolic):
        tied = [p for p in found if p.name in names]
        new += _independent(tied, {n: symbolic[n] for n in names}, ring)
    places = [p.name for p in found]
    return sorted(new, key=lambda p: places.index(p.name))


def _connected(values: Mapping[str, Sparse]) -> list[set[str]]:
    """Names in groups that have symbols in common."""
    groups: list[tuple[set[str], set[Hashable]]] = []
    for name, value in values.items():
        names, keys = {name}, set(value)
        for group in [g for g in groups if g[1] & keys]:
            names, keys = names | group[0], keys | group[1]
            groups.remove(group)
        groups.append((names, keys))
    return [names for names, _ in groups]


def _independent(
    tied: Sequence[BaseParameter], values: Mapping[str, Sparse], ring: Ring
) -> list[BaseParameter]:
    """Some parameters by independent values: sums of some of theirs, else of their symbols."""
    work: dict[str, dict[Hashable, RingScalar]] = {p.name: dict(enumerate(p.work)) for p in tied}
    try:
        basis = Basis(ring, partial(residues, values), values.__getitem__, work)
    except TorsorError:
        return _by_symbols(tied, values, ring)
    if len(basis.names) == len(tied):
        return list(tied)
    new = []
    for p in tied:
        if p.name in basis.names:
            value = p.value
            if p.name in basis.divisors:
                value, _ = ratio(value, basis.divisors[p.name])
            new.append(BaseParameter(p.name, value, (), Vector(basis.companions[p.name].values())))
    return new


def _by_symbols(
    tied: Sequence[BaseParameter], values: Mapping[str, Sparse], ring: Ring
) -> list[BaseParameter]:
    """τ = Σ work · value, ordered by the monomials of the values instead."""
    monomials = {str(key): key for value in values.values() for key in value}
    columns_of: dict[str, Sparse] = {
        text: {p.name: values[p.name][key] for p in tied if key in values[p.name]}
        for text, key in monomials.items()
    }
    own: dict[str, dict[Hashable, RingScalar]] = {text: {text: 1} for text in monomials}
    basis = Basis(ring, partial(residues, columns_of), columns_of.__getitem__, own)
    work = {p.name: p.work for p in tied}
    new = []
    for p, text in zip(tied, basis.names, strict=False):
        value, column = ring.number(0), zeros(len(p.work))
        for other, factor in basis.companions[text].items():
            value = value + _monomial(monomials[str(other)], ring) * factor
        for name, share in basis.vector(text).items():
            column = column + work[str(name)] * share
        new.append(BaseParameter(p.name, value, (), column))
    return new


def _monomial(key: Any, ring: Ring) -> Expression:
    _, powers = key
    return ring.from_term_list([Term(Fraction(1), powers)])
