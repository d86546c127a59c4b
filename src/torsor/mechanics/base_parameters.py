"""Base parameters: the smallest set in which the driving forces are linear, exactly.

Which columns of the regressor are independent is found over a prime field at random states; how the
others depend on them, with coefficients in the lengths, is then solved exactly and can be checked
by substitution: τ in the base parameters ≡ τ. (Gautier and Khalil's regrouping, for any robot.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from flint import fmpq, nmod_mat

from torsor.algebra.expression import Expression, Term
from torsor.algebra.residue import PRIME, ResidueScalars, of
from torsor.algebra.ring import Ring
from torsor.algebra.vectors import Vector, plus, times
from torsor.errors import TorsorError
from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of
from torsor.mechanics.regressor import Column, columns
from torsor.robot.robot import Robot

ORDER = ("Lxx", "Lzz", "Lxy", "Lxz", "Lyz", "hx", "hy", "hz", "Lyy", "m")
"""Within a link, later ones are grouped into earlier ones and into earlier links."""


@dataclass(frozen=True)
class BaseParameter:
    """A base parameter: the name of the one it is built on, its grouping, its column of Y."""

    name: str
    value: Expression
    grouped: tuple[tuple[str, Expression], ...]
    work: Vector


@dataclass(frozen=True)
class BaseParameters:
    """The base parameters, and those originals that no motion can show."""

    parameters: tuple[BaseParameter, ...]
    without_effect: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.parameters)

    def forces(self) -> Vector:
        """The driving forces, built from the base parameters alone."""
        n = len(self.parameters[0].work) if self.parameters else 0
        total = Vector((0,) * n)
        for parameter in self.parameters:
            total = total + parameter.work * parameter.value
        return total


def base_parameters(robot: Robot, ring: Ring, all_columns: Sequence[Column]) -> BaseParameters:
    """The base parameters of a robot as declared, from the columns of its regressor."""
    ordered = sorted(all_columns, key=_order)
    pattern = _dependencies(robot, [c.name for c in ordered])
    by_name = {c.name: c for c in ordered}
    moving = {n for n in ring.generators if _moves(n.partition("(")[2].rstrip(")") or n)}
    rows = {c.name: _rows(enumerate(c.work), moving, ring) for c in ordered}

    # Columns that depend on others are grouped into them. Parameters that a hypothesis makes zero
    # take part: what is grouped into them is not zero, and the factors stay polynomial.
    groups: dict[str, list[tuple[str, Expression]]] = {name: [] for name in pattern.independent}
    for name, support in pattern.dependent.items():
        if support and by_name[name].value:
            factors = solve([rows[s] for s in support], rows[name], ring)
            for base, factor in zip(support, factors, strict=True):
                groups[base].append((name, factor))
    found = []
    for name in pattern.independent:
        value: Any = by_name[name].value
        for other, factor in groups[name]:
            value = plus(value, times(factor, by_name[other].value))
        if value:
            value = value if isinstance(value, Expression) else ring.number(value)
            found.append(BaseParameter(name, value, tuple(groups[name]), by_name[name].work))
    without = tuple(
        n for n, support in pattern.dependent.items() if not support and by_name[n].value
    )
    return BaseParameters(tuple(merged(found, robot, ring)), without)


def merged(found: list[BaseParameter], robot: Robot, ring: Ring) -> list[BaseParameter]:
    """Parameters whose values are multiples of one another, as hypotheses make them, into one."""
    inertial = inertial_symbols(robot)
    symbolic = [p for p in found if any(n in inertial for n in p.value.names())]
    rows = {p.name: _rows([(0, p.value)], inertial, ring) for p in symbolic}
    if _rank(list(rows.values()), ring) == len(rows):
        return found
    kept: list[BaseParameter] = []
    for p in found:
        if p not in symbolic:
            kept.append(p)
            continue
        before = [k for k in kept if k.name in rows]
        factors = _try_solve([rows[k.name] for k in before], rows[p.name], ring)
        if factors is None:
            kept.append(p)
            continue
        for k, factor in zip(before, factors, strict=True):
            if factor:
                grouped = (*k.grouped, (p.name, factor))
                new = BaseParameter(k.name, k.value, grouped, k.work + p.work * factor)
                kept[kept.index(k)] = new
    return kept


def _rank(columns: Sequence[Rows], ring: Ring) -> int:
    """The rank of some columns at a random point of the lengths."""
    random = Random(1)
    point = [fmpq(random.randrange(1, 10**6)) for _ in ring.generators]
    keys = list({k for column in columns for k in column})
    entries = []
    for key in keys:
        for column in columns:
            value = column[key].poly(*point) if key in column else fmpq(0)
            entries.append(int(value.p) * pow(int(value.q), -1, PRIME) % PRIME)
    return int(nmod_mat(len(keys), len(columns), entries, PRIME).rank()) if columns else 0


def inertial_symbols(robot: Robot) -> set[str]:
    """The symbols of masses, mass centres, inertias and drives that are no lengths."""
    own = {
        n
        for link in robot.links
        for f in (link.mass, *link.com, *link.inertia, *link.drive.entries)
        for n in f.names()
    }
    geometry = {n for joint in robot.joints for f in joint.placement.offset for n in f.names()}
    tool = {n for f in (*robot.tool.offset, *robot.gravity) for n in f.names()}
    return own - geometry - tool


def _try_solve(support: Sequence[Rows], target: Rows, ring: Ring) -> list[Expression] | None:
    """The factors, if the target is a combination of the support with polynomial factors."""
    if not support:
        return None
    try:
        factors = solve(support, target, ring)
    except TorsorError:
        return None
    for key in {k for rows in (*support, target) for k in rows}:
        total = target.get(key, ring.number(0))
        for rows, factor in zip(support, factors, strict=True):
            if key in rows:
                total = total - rows[key] * factor
        if total:
            return None
    return factors


def _order(column: Column) -> tuple[int, int]:
    stem = column.name.rstrip("0123456789")
    link = int(column.name[len(stem) :])
    return (link, ORDER.index(stem)) if stem in ORDER else (10**6 + link, 0)


@dataclass(frozen=True)
class Pattern:
    """Independent columns, and for each dependent one the columns it is made of."""

    independent: tuple[str, ...]
    dependent: dict[str, tuple[str, ...]]


def _dependencies(robot: Robot, names: Sequence[str]) -> Pattern:
    """Ranks over a prime field: rows are driving forces at random states of one random robot."""
    random = Random(20_240_229)
    constants = ResidueScalars(random)
    _columns_at(robot, constants)  # draws a value for every length, once
    moving = [n for n in constants.known if _moves(n)]
    rows: list[list[int]] = []
    while len(rows) < len(names) + 8:
        fixed = {n: v for n, v in constants.known.items() if n not in moving}
        table = {c.name: c.work for c in _columns_at(robot, ResidueScalars(random, fixed))}
        rows += [[of(table[name][i]) for name in names] for i in range(robot.dof)]
    reduced, rank = nmod_mat(len(rows), len(names), [e for row in rows for e in row], PRIME).rref()
    pivots: list[int] = []
    for row in range(rank):
        pivots.append(next(j for j in range(len(names)) if int(reduced[row, j])))
    dependent = {
        name: tuple(names[pivots[row]] for row in range(rank) if int(reduced[row, j]))
        for j, name in enumerate(names)
        if j not in pivots
    }
    return Pattern(tuple(names[j] for j in pivots), dependent)


def _columns_at(robot: Robot, scalars: ResidueScalars) -> list[Column]:
    chain = chain_of(robot, scalars)
    return columns(chain, drives_of(robot, scalars))


def _moves(name: str) -> bool:
    """Whether a drawn value belongs to the motion rather than to the robot."""
    bare = name.removeprefix("circle ").removeprefix("sign ").lstrip("d")
    return bare.startswith("q") and bare[1:].isdigit()


Rows = dict[tuple[int, tuple[tuple[str, int], ...]], Expression]
"""Coefficients, polynomials in the lengths, by joint and monomial of what varies."""


def solve(support: Sequence[Rows], target: Rows, ring: Ring) -> list[Expression]:
    """The factors x with target = Σ x_s support_s, exact in the lengths.

    Comparing monomial by monomial gives linear equations; the simplest pivots are taken first.
    A column of the support that no equation fixes gets the factor zero.
    """
    zero = ring.number(0)
    table = (*support, target)
    keys = sorted({k for column in table for k in column}, key=str)
    rows = _distinct([[column.get(k, zero) for column in table] for k in keys])
    width = len(support)
    chosen: list[tuple[int, list[Expression]]] = []
    for pivot in range(width):
        candidates = [row for row in rows if row[pivot]]
        if not candidates:
            continue
        best = min(candidates, key=lambda r: _size(r, pivot))
        rows.remove(best)
        chosen.append((pivot, best))
        rows = [_eliminate(row, best, pivot) if row[pivot] else row for row in rows]
        rows = _distinct([row for row in rows if any(row)])
    factors = [zero] * width
    for pivot, row in reversed(chosen):
        left = row[-1]
        for j in range(pivot + 1, width):
            left = left - row[j] * factors[j]
        factors[pivot] = divided(left, row[pivot])
    return factors


def _rows(entries: Iterable[tuple[int, Any]], varying: set[str], ring: Ring) -> Rows:
    """Entries as coefficients of the monomials in what varies."""
    found: dict[tuple[int, tuple[tuple[str, int], ...]], list[Term]] = {}
    for i, entry in entries:
        if not isinstance(entry, Expression):
            entry = ring.number(entry)
        for term in entry.terms:
            moving = tuple(p for p in term.powers if p[0] in varying)
            rest = tuple(p for p in term.powers if p[0] not in varying)
            found.setdefault((i, moving), []).append(Term(term.coefficient, rest))
    return {k: ring.from_term_list(terms) for k, terms in found.items()}


def _size(row: Sequence[Expression], pivot: int) -> tuple[bool, int]:
    return row[pivot].constant() is None, sum(len(e) for e in row)


def _eliminate(row: Sequence[Expression], by: Sequence[Expression], pivot: int) -> list[Expression]:
    constant = by[pivot].constant()
    if constant is not None:
        factor = row[pivot] / constant
        return [a - factor * b for a, b in zip(row, by, strict=True)]
    return [a * by[pivot] - row[pivot] * b for a, b in zip(row, by, strict=True)]


def _distinct(rows: list[list[Expression]]) -> list[list[Expression]]:
    """Rows once each: many monomials of the motion say the same."""
    return list({tuple(row): row for row in rows}.values())


def divided(above: Expression, below: Expression) -> Expression:
    """An exact quotient of polynomials in the lengths and in the sines and roots of constants."""
    constant = below.constant()
    if constant is not None:
        return above / constant
    quotient, rest = divmod(above.poly, below.poly)
    if rest:
        global LOG
        LOG.append((above, below))
        raise TorsorError("the grouping of the base parameters is not polynomial in the lengths")
    return above.ring.reduce(quotient)


LOG = []
