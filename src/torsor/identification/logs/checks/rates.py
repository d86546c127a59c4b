"""Whether the logged velocities are the derivatives of the logged positions, joint by joint.

Displacements over windows are held against the velocity's integral over them; noise, grain and
jitter hardly matter so. A constant factor between them is a unit, a sign or a gear; a velocity that
goes with another joint's position is a column in a wrong place.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.errors import TextError
from torsor.identification.logs.checks.rests import find_grain
from torsor.identification.logs.draft import Draft

WINDOW = 0.05
"""Seconds of a window."""
FOLLOWS = 0.9
"""A correlation from here on is the same motion."""
LOOSE = 0.5
"""Below this it is another."""
FACTORS = {
    180 / np.pi: ("{x} in degrees and {v} in radians", "deg"),
    np.pi / 180: ("{v} in degrees per second and {x} in radians", "deg/s"),
    np.pi / 30: ("{v} in revolutions per minute", "rpm"),
    1 / (2 * np.pi): ("{x} in turns", "rev"),
    2 * np.pi: ("{v} in turns per second", "rev/s"),
    1000.0: ("{x} in thousandths of the unit that {v} has", ""),
    1e-3: ("{v} in thousandths of the unit that {x} has, or t in milliseconds", ""),
    1e-6: ("t in microseconds", ""),
    1e-9: ("t in nanoseconds", ""),
}
WITHIN = 0.1
"""How near to a factor the found one is."""
FAR = 0.05
"""rad or m; a velocity that has nothing to do with a larger motion is refused."""
TOLERATED = 0.25
"""A factor this near to one is left, and told."""


@dataclass(frozen=True)
class Agreement:
    """How displacements follow the integrals of velocities, (n, n) and (n,)."""

    correlation: Array
    """Of displacement j (column) with integral i (row)."""
    factor: Array
    """Displacement over integral, joint by joint."""
    moves: Array
    """The largest displacement over a window, joint by joint."""
    turns: Array
    """The largest integral over a window, joint by joint."""


def compare_rates(t: Array, x: Array, v: Array, sound: Mask) -> Agreement:
    """Displacements of ``x`` over windows of sound rows beside the integrals of ``v``."""
    w = max(1, round(WINDOW / float(np.median(np.diff(t)))))
    k = np.arange(0, len(t) - w, max(1, w // 2))
    wrong = np.concatenate([[0], np.cumsum(~sound)])
    k = k[(t[k + w] - t[k] < 3 * np.median(t[k + w] - t[k])) & (wrong[k + w + 1] == wrong[k])]
    steps = 0.5 * (v[1:] + v[:-1]) * np.diff(t)[:, None]
    way = np.concatenate([np.zeros((1, v.shape[1])), np.cumsum(steps, axis=0)])
    moved, turned = _limit(x[k + w] - x[k]), _limit(way[k + w] - way[k])
    sizes = np.sqrt((moved**2).sum(axis=0)), np.sqrt((turned**2).sum(axis=0))
    with np.errstate(all="ignore"):
        correlation = (turned.T @ moved) / (sizes[1][:, None] * sizes[0])
        factor = (turned * moved).sum(axis=0) / sizes[1] ** 2
    return Agreement(
        np.nan_to_num(correlation), np.nan_to_num(factor),
        np.abs(moved).max(axis=0), np.abs(turned).max(axis=0),
    )  # fmt: skip


def _limit(columns: Array) -> Array:
    """Without the rare window that is far beyond the others, as where two recordings meet."""
    most = 3 * np.quantile(np.abs(columns), 0.99, axis=0)
    return np.clip(columns, -most, most)


def check_rates(draft: Draft) -> Draft:
    """Refuse velocities, and accelerations, that are clearly not the derivatives."""
    if draft.dq is not None:
        draft = _check(draft, "q", draft.q, "dq", draft.dq)
    if draft.ddq is not None and draft.dq is not None:
        draft = _check(draft, "dq", draft.dq, "ddq", draft.ddq)
    return draft


def _check(draft: Draft, x: str, positions: Array, v: str, velocities: Array) -> Draft:
    found = compare_rates(draft.t, positions, velocities, np.any(draft.good, axis=1).astype(bool))
    spans = np.ptp(positions, axis=0)
    moving = [k for k in range(draft.n) if _moves(positions[:, k], found.moves.item(k))]
    own = np.diagonal(found.correlation)
    factors = found.factor
    _refuse_dead(draft, x, v, moving, velocities)
    _refuse_reversed(draft, x, v, [k for k in moving if own[k] < -FOLLOWS])
    _refuse_permuted(draft, x, v, moving, found.correlation)
    sure = [k for k in moving if own[k] > FOLLOWS]
    off = [k for k in sure if not 1 / (1 + TOLERATED) < factors[k] < 1 + TOLERATED]
    _refuse_factor(draft, x, v, off, factors, len(sure))
    loose = [k for k in moving if -FOLLOWS <= own[k] <= FOLLOWS]
    unlike = [k for k in loose if abs(own[k]) < LOOSE and x == "q" and spans[k] > FAR]
    if unlike:
        k = unlike[0]
        raise TextError(
            f"{draft.file}: {v}{k + 1} is not the derivative of {x}{k + 1} (their correlation is "
            f"{own.item(k):.2f}){_without(v)}"
        )
    slight = [k for k in sure if k not in off and abs(factors[k] - 1) > 0.05]
    return draft.note(
        *(
            f"{v}{k + 1} follows {x}{k + 1} only loosely (correlation {own.item(k):.2f})"
            for k in loose
        ),
        *(f"{x}{k + 1} moves by {factors.item(k):.3g} of what {v}{k + 1} says" for k in slight),
    )


def _moves(column: Array, moved: float) -> bool:
    """Whether a joint moves beyond noise and grain over a window."""
    change = np.diff(column)
    noise = 1.4826 * float(np.median(np.abs(np.diff(change)))) / np.sqrt(6)
    return moved > 20 * max(noise, 0.5 * find_grain(column)) and float(np.ptp(column)) > 1e-3


def _refuse_dead(draft: Draft, x: str, v: str, moving: list[int], velocities: Array) -> None:
    dead = [k for k in moving if np.ptp(velocities[:, k]) == 0]
    if dead:
        k = dead[0]
        value = velocities.item(0, k) + 0.0
        raise TextError(
            f"{draft.file}: {v}{k + 1} is {value:g} throughout though {x}{k + 1} moves{_without(v)}"
        )


def _refuse_reversed(draft: Draft, x: str, v: str, wrong: list[int]) -> None:
    if wrong:
        names = ", ".join(f"{v}{k + 1}" for k in wrong)
        raise TextError(
            f"{draft.file}: {names} {'has' if len(wrong) == 1 else 'have'} the wrong sign: "
            f"{x}{wrong[0] + 1} falls where {v}{wrong[0] + 1} is positive{_without(v)}"
        )


def _refuse_permuted(draft: Draft, x: str, v: str, moving: list[int], correlation: Array) -> None:
    for k in moving:
        others = np.abs(correlation[k]).copy()
        others[k] = 0.0
        j = int(np.argmax(others))
        if others[j] > FOLLOWS and abs(correlation[k, k]) < LOOSE:
            raise TextError(
                f"{draft.file}: {v}{k + 1} is the derivative of {x}{j + 1}, not of {x}{k + 1}; "
                "are columns in a wrong order?"
            )


def _refuse_factor(
    draft: Draft, x: str, v: str, off: list[int], factors: Array, count: int
) -> None:
    if not off:
        return
    k = off[0]
    names = {"x": f"{x}{k + 1}", "v": f"{v}{k + 1}"}
    value = factors.item(k)
    said = next((t for f, t in FACTORS.items() if abs(value / f - 1) < WITHIN), None)
    reason = (
        f"is {said[0].format(**names)}?"
        if said
        else "is it measured at the motor, behind a gear of this ratio?"
    )
    if said and said[1]:
        reason += (
            f" A heading tells the unit: {names['x' if 'x' in said[0][:3] else 'v']} [{said[1]}]"
        )
    raise TextError(
        f"{draft.file}: {names['x']} moves by {value:.4g} times what {names['v']} says"
        f"{f' (so it is with {len(off)} of {count} joints)' if len(off) > 1 else ''}: {reason}"
    )


def _without(v: str) -> str:
    return f"; without the columns {v} it would be found from the others"
