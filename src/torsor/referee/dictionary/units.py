"""The claims of a text as scalar equations, each with its target, as a dictionary is found from.

A printed C is not unique, so that whole rows of it count as rows of C q̇; a potential energy counts
up to a constant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.errors import TorsorError
from torsor.model import Model
from torsor.referee.claims.claim import Claim
from torsor.referee.claims.grids import Grid
from torsor.referee.targets import resolve
from torsor.spatial.vectors import Vector


@dataclass(frozen=True)
class Unit:
    """One scalar equation: the claim it is of, its target by component, and what is printed."""

    claim: int
    target: str
    printed: Expression
    forces: tuple[tuple[int, Fraction], ...] = ()


def units_of(claims: Sequence[Claim], count: int) -> list[Unit]:
    """Every claim by components; rows of C that are whole are made rows of C q̇."""
    found: list[Unit] = []
    entries: dict[int, dict[int, dict[int, tuple[int, Expression]]]] = {}
    for number, claim in enumerate(claims):
        for target, value in components(claim):
            value = -value if claim.negative else value
            if target.startswith("C["):
                i, j = (int(k) for k in target[2:-1].split(","))
                whole = number if isinstance(claim.value, Grid) else -1
                row = entries.setdefault(whole, defaultdict(dict))[i]
                row[j] = (number, value)
            else:
                found.append(Unit(number, target, value, claim.forces))
    for rows in entries.values():
        for i, row in rows.items():
            if len(row) == count:
                ring = next(iter(row.values()))[1].ring
                total = ring.number(0)
                for j, (_, value) in row.items():
                    total = total + value * ring.symbol(f"dq{j}")
                found.append(Unit(next(iter(row.values()))[0], f"Cdq[{i}]", total))
            else:
                found += [Unit(n, f"C[{i},{j}]", v) for j, (n, v) in row.items()]
    return found


def components(claim: Claim) -> list[tuple[str, Expression]]:
    """A claim's entries with their targets."""
    if not isinstance(claim.value, Grid):
        return [(claim.target, claim.value)]
    found = []
    for i, row in enumerate(claim.value.rows, 1):
        for j, entry in enumerate(row, 1):
            index = f"{i}" if claim.value.shape[1] == 1 else f"{i},{j}"
            found.append((f"{claim.target}[{index}]", entry))
    return found


def derived(
    model: Model, target: str, forces: tuple[tuple[int, Fraction], ...] = (), joint: bool = False
) -> Expression | None:
    """What a target is in a model; nothing where the model has no such thing.

    With ``joint``, forces are those of the joints, where coordinates are measured from the base.
    """
    if forces:
        tau = joint_forces(model) if joint else model.tau
        total = model.ring.number(0)
        for k, share in forces:
            total = total + tau[k - 1] * share
        return total
    name, _, index = target.partition("[")
    try:
        if name == "Cdq":
            return _coriolis(model, int(index[:-1]))
        if name == "h":
            i = int(index[:-1])
            return _coriolis(model, i) + model.g[i - 1]
        return resolve(model, target).rows[0][0]
    except TorsorError:
        return None


def _coriolis(model: Model, i: int) -> Expression:
    rates = Vector(model.ring.symbol(f"d{q}") for q in model.coordinates)
    return model.ring.coerce(model.C[i - 1].dot(rates))


def joint_forces(model: Model) -> list[Expression]:
    """τ of the joints where each coordinate is measured from the base: sums of those from i on."""
    total = model.ring.number(0)
    found: list[Expression] = []
    for force in reversed(list(model.tau)):
        total = total + force
        found.append(total)
    return found[::-1]
