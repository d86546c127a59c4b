"""What a link's parent can bear for it: Gautier and Khalil's regrouping, for any axes.

A body that a joint's motion does not move, or turns in itself, does the same on the parent: a
mass in the joint's origin, a first moment along its axis, a thin rod on its axis (R); any inertia
without mass (T); everything (F). So these parameters' columns of the regressor are combinations
of the parent's columns, with polynomial factors, and only the others stay.
"""

from __future__ import annotations

from fractions import Fraction

from torsor.algebra.scalars.arithmetic import (
    PLAIN_ONE,
    PLAIN_ZERO,
    Plain,
    S,
    plain,
    plus,
    raised,
    times,
)
from torsor.mechanics.chain import Chain, ChainLink
from torsor.mechanics.parameters.regressor import NAMES, UNIT
from torsor.spatial.inertia import ENTRIES, entries, steiner
from torsor.spatial.vectors import IDENTITY, ZERO, Matrix, Vector, outer

Shares = dict[str, S]
"""A column as a combination of columns that stay, by name."""

INERTIA = NAMES[4:]


def regrouped(chain: Chain[S]) -> dict[str, Shares[S]]:
    """Every parameter's column as a combination of those that stay; these are their own."""
    found: dict[str, Shares[S]] = {}
    axes = carrier_axes(chain)
    for link in chain.links:
        own: dict[str, Shares[S]] = {n: {f"{n}{link.number}": PLAIN_ONE} for n in NAMES}
        if link.kind == "R":
            own |= _borne_through_a_turn(link, found)
        elif link.kind == "T":
            own |= _inertia_borne(link, found)
            if link.number in axes:
                own |= _turned(link, axes[link.number])
        else:
            own |= _inertia_borne(link, found) | _moments_borne(link, found)
        found |= {f"{n}{link.number}": shares for n, shares in own.items()}
    return found


def carrier_axes(chain: Chain[S]) -> dict[int, Matrix[S]]:
    """The axes of slides that stand tilted on the link they turn with, seen from that link.

    Their first moments are taken along the carrier's axes, about which they turn.
    """
    turned: dict[int, Matrix[S]] = {0: IDENTITY}
    for link in chain.links:
        turned[link.number] = IDENTITY if link.kind == "R" else turned[link.parent] @ link.R
    return {
        link.number: turned[link.number]
        for link in chain.links
        if link.kind == "T" and any(type(e) is not int for row in turned[link.number] for e in row)
    }


def _borne(
    found: dict[str, Shares[S]], parent: int, m: int, h: Vector[S], L: Matrix[S] | None = None
) -> Shares[S]:
    """The column of a body with these parameters in the parent's frame; nothing on the base."""
    total: Shares[S] = {}
    inertia = entries(L) if L is not None else (PLAIN_ZERO,) * 6
    for name, factor in zip(NAMES, (m, *h, *inertia), strict=True):
        if parent and not (type(factor) is int and factor == 0):
            _add(total, found[f"{name}{parent}"], factor)
    return total


def _add(total: Shares[S], more: Shares[S], factor: S | Plain = 1) -> None:
    for name, share in more.items():
        total[name] = plus(total.get(name, PLAIN_ZERO), times(factor, share))


def _borne_through_a_turn(link: ChainLink[S], found: dict[str, Shares[S]]) -> dict[str, Shares[S]]:
    """Mass in the origin, first moment along the axis, and a rod on the axis."""
    i, a, p = link.number, link.axis, link.p
    u: Vector[S] = link.R @ a
    k = next(k for k in (2, 1, 0) if _is_not_zero(a[k]))
    moment = _borne(found, link.parent, 0, u, steiner(p, u) + steiner(u, p))
    _add(
        moment,
        {f"{n}{i}": times(-1, e) for n, e in zip(NAMES[1:4], a, strict=True) if n != NAMES[1 + k]},
    )
    rod = {
        n: plus(int(x == y), times(-1, times(a[x], a[y])))
        for n, (x, y) in zip(INERTIA, ENTRIES, strict=True)
    }
    dropped = next(n for n in ("Lyy", "Lzz") if _is_not_zero(rod[n]))
    inertia = _borne(found, link.parent, 0, ZERO, IDENTITY + -outer(u, u))
    _add(inertia, {f"{n}{i}": times(-1, e) for n, e in rod.items() if n != dropped})
    return {
        "m": _borne(found, link.parent, 1, p, steiner(p, p)),
        NAMES[1 + k]: _scaled(moment, inverse(a[k])),
        dropped: _scaled(inertia, inverse(rod[dropped])),
    }


def _inertia_borne(link: ChainLink[S], found: dict[str, Shares[S]]) -> dict[str, Shares[S]]:
    """Inertia without mass, in the parent's axes."""
    shares = {}
    for name, (x, y) in zip(INERTIA, ENTRIES, strict=True):
        u, v = link.R @ UNIT[x], link.R @ UNIT[y]
        L = outer(u, u) if x == y else outer(u, v) + outer(v, u)
        shares[name] = _borne(found, link.parent, 0, ZERO, L)
    return shares


def _moments_borne(link: ChainLink[S], found: dict[str, Shares[S]]) -> dict[str, Shares[S]]:
    """Mass and first moments of a link that is fixed to its parent."""
    p = link.p
    shares = {"m": _borne(found, link.parent, 1, p, steiner(p, p))}
    for name, unit in zip(NAMES[1:4], UNIT, strict=True):
        u: Vector[S] = link.R @ unit
        shares[name] = _borne(found, link.parent, 0, u, steiner(p, u) + steiner(u, p))
    return shares


def _turned(link: ChainLink[S], R: Matrix[S]) -> dict[str, Shares[S]]:
    """First moments along the link's axes by those along the carrier's."""
    names = [f"{n}{link.number}" for n in NAMES[1:4]]
    return {n: dict(zip(names, R.T[k], strict=True)) for k, n in enumerate(NAMES[1:4])}


def _scaled(shares: Shares[S], factor: S) -> Shares[S]:
    return {n: times(factor, share) for n, share in shares.items()}


def _is_not_zero(value: S) -> bool:
    return not (type(value) is int and value == 0)


def inverse(value: S) -> S:
    """1 over an entry of a constant axis."""
    if isinstance(value, int):
        return value if abs(value) == 1 else plain(Fraction(1, value))
    return raised(value, -1)
