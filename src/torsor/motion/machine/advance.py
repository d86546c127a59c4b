"""A motion on its way as machine code: steps, what is watched on them, and rows at the samples."""

from __future__ import annotations

from torsor.motion.machine.dop853 import (
    EVENT,
    FAILED,
    FINISHED,
    RUNNING,
    go_on_from_end,
    interpolate_state,
    make_interpolant,
    take_step,
)
from torsor.motion.machine.equations import accelerate, find_pull
from torsor.motion.machine.records import Phase

LOOKS = 10
"""In how many places of a step the guards are looked at."""


def advance(m: Phase, most: int) -> int:
    """So many steps at most: to the bound, to where a guard seems to fail, or as far as it goes.

    At a guard the last step is left as it is, its samples not yet taken.
    """
    for _ in range(most):
        status = take_step(m)
        if status != RUNNING:
            return status
        m.steps += 1
        sampled = m.next < m.sample_count and m.samples[m.next] <= m.t
        if m.guards or sampled:
            if make_interpolant(m):
                return FAILED
        if m.guards:
            status = look_at_guards(m)
            if status != RUNNING:
                return status
        if sampled:
            if take_samples(m, m.t):
                return FAILED
        go_on_from_end(m)
        if m.t >= m.bound:
            return FINISHED
    return RUNNING


def look_at_guards(m: Phase) -> int:
    """Whether a guard fails within the last step."""
    for look in range(1, LOOKS + 1):
        t = m.t_old + (m.t - m.t_old) * look / LOOKS
        interpolate_state(m, t, m.stage)
        if m.pulled:
            m.tried = t
            if find_pull(m, t, m.stage):
                return FAILED
        for k in range(m.guards):
            which = m.watched[k]
            value = m.force[which - m.size] if which >= m.size else m.stage[which]
            if m.signs[k] * (m.bounds[k] - value) < -m.small[k]:
                return EVENT
    return RUNNING


def take_samples(m: Phase, upto: float) -> int:
    """Rows for the samples of the last step up to a time."""
    n = m.n
    while m.next < m.sample_count and m.samples[m.next] <= upto:
        t = m.samples[m.next]
        interpolate_state(m, t, m.stage)
        m.tried = t
        if accelerate(m, t, m.stage):
            return FAILED
        row = m.rows + m.next * m.row_width
        row[0] = t
        for i in range(2 * n):
            row[1 + i] = m.stage[i]
        for i in range(n):
            row[1 + 2 * n + i] = m.ddq[i]
            row[1 + 3 * n + i] = m.tau[i]
        rest = row + (1 + 4 * n)
        rest[0] = m.stage[2 * n] if m.by_way else 0.0
        for i in range(6):
            rest[1 + i] = m.wrench[i]
        rest[7] = m.load
        for i in range(3):
            rest[8 + i] = m.stage[m.size + i]
        rest[11] = m.brought
        rest[12] = m.lost
        m.next += 1
    return RUNNING
