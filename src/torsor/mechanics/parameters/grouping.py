"""The grouping of a geometry: Y = Y_b K with as few columns Y_b as there can be, exactly.

What a link's parent can bear for it is regrouped first. Which of the columns that stay are
independent is found over a prime field at random states; how the others depend on them, with
coefficients in the lengths, is then solved exactly. Masses and drives have no part in it: the
grouping is that of every robot of this geometry.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from torsor.algebra.dependence import Basis, by_monomial
from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.arithmetic import PLAIN_ONE, S
from torsor.algebra.scalars.residues import Residue, ResidueScalars
from torsor.algebra.scalars.ring import RingScalar, RingScalars
from torsor.mechanics.chain import Chain, chain_of
from torsor.mechanics.drives import Drive, drive_columns, drives_of
from torsor.mechanics.parameters.regressor import NAMES, Column, columns, columns_of_link
from torsor.mechanics.parameters.regrouping import Shares, carrier_axes, regrouped
from torsor.robot.robot import Robot
from torsor.robot.symbols import moved, turns
from torsor.spatial.vectors import Vector

LETTERS = "mhLxyz"
"""What the names of a link's parameters begin with."""

ORDER = ("Lxx", "Lzz", "Lxy", "Lxz", "Lyz", "hx", "hy", "hz", "Lyy", "m")
"""Within a link, later ones are grouped into earlier ones and into earlier links."""

Factors = Mapping[str, Expression]
"""Factors by the names of original parameters."""


@dataclass(frozen=True)
class Grouping:
    """Base parameters β = K π by name, and their columns Y_b = Y C, each over a divisor if any.

    A base parameter has the name of the original one that it is built on.
    """

    originals: tuple[str, ...]
    """The names of π, in the order of the regressor's columns."""
    names: tuple[str, ...]
    """The names of β."""
    K: Mapping[str, Factors]
    """Each base parameter by the originals."""
    C: Mapping[str, Factors]
    """Each column of Y_b by columns of Y."""
    divisors: Factors
    """By what a column of Y_b is to be divided then."""


def group_columns(
    robot: Robot, ring: Ring, work: Mapping[str, Vector[RingScalar]] | None = None
) -> Grouping:
    """The grouping of a robot's geometry; ``work`` are the columns that stay, if they are known.

    Else those alone are made that depend on others: most do not.
    """
    scalars = RingScalars(ring)
    chain, drives = chain_of(robot, scalars), drives_of(robot, scalars)
    links = [f"{n}{link.number}" for link in chain.links for n in NAMES]
    originals = (*links, *(n for n, _, _ in drive_columns(chain, drives)))
    find = work.__getitem__ if work is not None else _find_column(chain, drives)
    moving = {n for n in ring.generators if _moves(n.partition("(")[2].rstrip(")") or n)}
    shares = shares_of(chain, originals)
    kept = sorted({n for some in shares.values() for n in some}, key=_order)
    # Parameters that a hypothesis makes zero take part: what is grouped into them is not zero.
    companions: dict[str, dict[Hashable, RingScalar]] = {name: {} for name in kept}
    for name, some in shares.items():
        for stays, share in some.items():
            companions[stays][name] = share
    basis = Basis(
        ring,
        lambda random: _at_random_states(robot, kept, random),
        lambda name: by_monomial(find(name), moving, ring),
        companions,
    )
    return Grouping(
        originals,
        tuple(basis.names),
        {n: _factors(ring, basis.companions[n]) for n in basis.names},
        {n: _factors(ring, some) for n, some in _turned(chain, basis.names).items()},
        {n: e for n, e in basis.divisors.items() if n in basis.names},
    )


def _find_column(chain: Chain[S], drives: dict[int, Drive[S]]) -> Callable[[str], Vector[S]]:
    """What gives a column that stays, from its own link's motion alone."""
    driven = {name: work for name, _, work in drive_columns(chain, drives)}

    @cache
    def of_link(number: int) -> dict[str, Vector[S]]:
        return _turn_moments(chain, {c.name: c.work for c in columns_of_link(chain, number)})

    def find(name: str) -> Vector[S]:
        if name in driven:
            return driven[name]
        return of_link(int(name.lstrip(LETTERS)))[name]

    return find


def _factors(ring: Ring, entries: Mapping[Hashable, RingScalar]) -> Factors:
    exact = {str(n): ring.coerce(e) for n, e in entries.items()}
    return {n: e for n, e in exact.items() if e}


def _turned(chain: Chain[S], names: Sequence[str]) -> dict[str, dict[Hashable, S]]:
    """The columns that stay by columns of Y: slides' moments are along their carriers' axes."""
    found: dict[str, dict[Hashable, S]] = {n: {n: PLAIN_ONE} for n in names}
    for i, R in carrier_axes(chain).items():
        moments = [f"h{axis}{i}" for axis in "xyz"]
        for name, row in zip(moments, R, strict=True):
            if name in found:
                found[name] = dict(zip(moments, row, strict=True))
    return found


def shares_of(chain: Chain[S], originals: Sequence[str]) -> dict[str, Shares[S]]:
    """Every column as a combination of those that stay; those of drives all do."""
    return {name: {name: PLAIN_ONE} for name in originals} | regrouped(chain)


def staying(chain: Chain[S], all_columns: Sequence[Column[S]]) -> dict[str, Vector[S]]:
    """The columns that no parent bears, in order; slides' moments along their carriers' axes."""
    work = _turn_moments(chain, {c.name: c.work for c in all_columns})
    originals = [c.name for c in all_columns]
    kept = {n for shares in shares_of(chain, originals).values() for n in shares}
    return {n: work[n] for n in sorted(kept, key=_order)}


def _turn_moments(chain: Chain[S], work: dict[str, Vector[S]]) -> dict[str, Vector[S]]:
    """The columns with those of slides' moments along their carriers' axes."""
    turned = dict(work)
    for i, R in carrier_axes(chain).items():
        names = [f"h{axis}{i}" for axis in "xyz"]
        if names[0] in work:
            x, y, z = (work[n] for n in names)
            turned |= {n: x * a + y * b + z * c for n, (a, b, c) in zip(names, R, strict=True)}
    return turned


def _order(name: str) -> tuple[int, int, str]:
    """Constant forces first, which gravity's may be grouped into; then links, then drives."""
    stem = name.rstrip("0123456789")
    link = int(name[len(stem) :])
    if stem in ORDER:
        return (link, ORDER.index(stem), "")
    return (0 if stem == "kr" else 10**6, link, stem)


def _at_random_states(
    robot: Robot, names: Sequence[str], random: Random
) -> dict[str, list[Residue]]:
    """The columns over a prime field: driving forces at random states of one random robot."""
    constants = ResidueScalars(random)
    _columns_at(robot, constants)  # draws a value for every length, once
    fixed = {n: v for n, v in constants.known.items() if not _moves(n)}
    found: dict[str, list[Residue]] = {name: [] for name in names}
    while len(found[names[0]]) < len(names) + 8:
        work = _columns_at(robot, ResidueScalars(random, fixed))
        for name in names:
            found[name].extend(work[name])
    return found


def _columns_at(robot: Robot, scalars: ResidueScalars) -> dict[str, Vector[Residue]]:
    chain = chain_of(robot, scalars)
    return staying(chain, columns(chain, drives_of(robot, scalars)))


def _moves(name: str) -> bool:
    """Whether a drawn value belongs to the motion rather than to the robot."""
    bare = name.removeprefix("circle ").removeprefix("sign ").lstrip("d")
    return bare.startswith("q") and bare[1:].isdigit()


def inertial_symbols(robot: Robot) -> set[str]:
    """The symbols of masses, mass centres, inertias and drives that are no lengths or angles."""
    own = {
        n
        for link in robot.links
        for f in (link.mass, *link.com, *link.inertia, *link.drive.entries)
        for n in f.names()
    }
    geometry = [f for joint in robot.joints for f in (*joint.placement.offset, *joint.axis)]
    geometry += [f for turn in turns(robot) for f in (*turn.axis, turn.angle)]
    geometry += [*robot.tool.offset, *robot.gravity, *moved(robot)]
    return own - {n for f in geometry for n in f.names()}
