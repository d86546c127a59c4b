"""DOP853 as machine code: a step under error control, its interpolant, and the first step's size.

Hairer, Nørsett and Wanner, *Solving Ordinary Differential Equations I* (1993), II.4 to II.6 and
II.10; sizes of steps as SciPy chooses them. The works that follow the state are integrated with
it and choose no step.
"""

from __future__ import annotations

from torsor.motion.machine.equations import find_rates
from torsor.motion.machine.records import Phase
from torsor.motion.machine.tableau import ALL_STAGES, POWERS, STAGES, A, C, D, E
from torsor.program.jit.routines.language import Floats, magnitude, spacing, sqrt

SAFETY = 0.9
LEAST_FACTOR = 0.2
LARGEST_FACTOR = 10.0
RUNNING, FINISHED, EVENT, FAILED, TOO_SHORT, NOT_FINITE = range(6)
"""What became of a step, or of many."""


def ask(m: Phase, t: float, y: Floats, out: Floats) -> int:
    """The rates at a state, counted; where there are none the state is kept."""
    m.evaluations += 1
    m.tried = t
    return find_rates(m, t, y, out)


def eighth_root(x: float) -> float:
    """x to the power 1/8."""
    return sqrt(sqrt(sqrt(x)))


def choose_first_step(m: Phase) -> int:
    """The rates at the beginning, and a step that suits them; not 0 if they are not known."""
    size = m.size
    for i in range(m.width):
        m.stage[i] = m.y[i]
    if ask(m, m.t, m.stage, m.K):
        return FAILED
    length = m.bound - m.t
    d0 = 0.0
    d1 = 0.0
    for i in range(size):
        scale = m.atol + magnitude(m.y[i]) * m.rtol
        d0 += (m.y[i] / scale) * (m.y[i] / scale)
        d1 += (m.K[i] / scale) * (m.K[i] / scale)
    d0 = sqrt(d0 / size)
    d1 = sqrt(d1 / size)
    h0 = 1e-6
    if d0 >= 1e-5 and d1 >= 1e-5:
        h0 = 0.01 * d0 / d1
    h0 = min(h0, length)
    for i in range(m.width):
        m.stage[i] = m.y[i] + h0 * m.K[i]
    after = m.K + m.width
    if ask(m, m.t + h0, m.stage, after):
        return FAILED
    d2 = 0.0
    for i in range(size):
        scale = m.atol + magnitude(m.y[i]) * m.rtol
        change = (after[i] - m.K[i]) / scale
        d2 += change * change
    d2 = sqrt(d2 / size) / h0
    h1 = max(1e-6, h0 * 1e-3)
    if d1 > 1e-15 or d2 > 1e-15:
        h1 = eighth_root(0.01 / max(d1, d2))
    m.step = min(100.0 * h0, h1, length, m.longest)
    return RUNNING


def take_step(m: Phase) -> int:
    """One step that is accurate enough; the rates at its end are those at the next one's start."""
    width = m.width
    t = m.t
    shortest = 10.0 * spacing(t)
    size = min(max(m.step, shortest), m.longest)
    rejected = 0
    while 1:
        if not size >= shortest:
            return TOO_SHORT
        t_new = min(t + size, m.bound)
        h = t_new - t
        size = h
        bad = try_stages(m, t, h)
        if bad:
            return FAILED
        error = estimate_error(m, h)
        if error < 1.0:
            factor = LARGEST_FACTOR
            if error > 0.0:
                factor = min(LARGEST_FACTOR, SAFETY / eighth_root(error))
            if rejected:
                factor = min(1.0, factor)
            m.step = size * factor
            break
        factor = SAFETY / eighth_root(error)
        size = size * (factor if factor > LEAST_FACTOR else LEAST_FACTOR)
        rejected = 1
    finite = 0.0
    for i in range(width):
        m.y_old[i] = m.y[i]
        m.y[i] = m.y_new[i]
        finite += m.y[i] - m.y[i]
    m.t_old = t
    m.t = t_new
    return RUNNING if finite == 0.0 else NOT_FINITE


def add_stages(m: Phase, s: int, h: float, y: Floats, out: Floats) -> None:
    """y and what the rates of the first s stages bring to the next one."""
    width = m.width
    for i in range(width):
        out[i] = 0.0
    for j in range(s):
        share = A[s * ALL_STAGES + j]
        if share != 0.0:
            rates = m.K + j * width
            for i in range(width):
                out[i] += share * rates[i]
    for i in range(width):
        out[i] = y[i] + h * out[i]


def try_stages(m: Phase, t: float, h: float) -> int:
    """The rates of all stages and the state at the end of a step."""
    width = m.width
    for s in range(1, STAGES):
        add_stages(m, s, h, m.y, m.stage)
        if ask(m, t + C[s] * h, m.stage, m.K + s * width):
            return FAILED
    add_stages(m, STAGES, h, m.y, m.y_new)
    for i in range(width):
        m.stage[i] = m.y_new[i]
    if ask(m, t + h, m.stage, m.K + STAGES * width):
        return FAILED
    return RUNNING


def estimate_error(m: Phase, h: float) -> float:
    """The error of a step over what is allowed."""
    width = m.width
    fifth = 0.0
    third = 0.0
    for i in range(m.size):
        largest = max(magnitude(m.y[i]), magnitude(m.y_new[i]))
        scale = m.atol + largest * m.rtol
        e5 = 0.0
        e3 = 0.0
        for j in range(STAGES + 1):
            rate = m.K[j * width + i]
            e5 += E[j] * rate
            e3 += E[ALL_STAGES + j] * rate
        fifth += (e5 / scale) * (e5 / scale)
        third += (e3 / scale) * (e3 / scale)
    if fifth == 0.0 and third == 0.0:
        return 0.0
    return h * fifth / sqrt((fifth + 0.01 * third) * m.size)


def go_on_from_end(m: Phase) -> None:
    """The rates at a step's end become those at the next one's beginning."""
    width = m.width
    end = m.K + STAGES * width
    for i in range(width):
        m.K[i] = end[i]


def make_interpolant(m: Phase) -> int:
    """The terms of the states within the last step."""
    width = m.width
    h = m.t - m.t_old
    for s in range(STAGES + 1, ALL_STAGES):
        add_stages(m, s, h, m.y_old, m.stage)
        if ask(m, m.t_old + C[s] * h, m.stage, m.K + s * width):
            return FAILED
    end = m.K + STAGES * width
    for i in range(width):
        change = m.y[i] - m.y_old[i]
        m.F[i] = change
        m.F[width + i] = h * m.K[i] - change
        m.F[2 * width + i] = 2.0 * change - h * (end[i] + m.K[i])
    for p in range(POWERS - 3):
        term = m.F + (3 + p) * width
        for i in range(width):
            term[i] = 0.0
        for j in range(ALL_STAGES):
            share = D[p * ALL_STAGES + j]
            if share != 0.0:
                rates = m.K + j * width
                for i in range(width):
                    term[i] += share * rates[i]
        for i in range(width):
            term[i] = h * term[i]
    return RUNNING


def interpolate_state(m: Phase, t: float, out: Floats) -> None:
    """The state at a time within the last step."""
    width = m.width
    x = (t - m.t_old) / (m.t - m.t_old)
    for i in range(width):
        total = 0.0
        for p in range(POWERS):
            term = m.F[(POWERS - 1 - p) * width + i]
            total = (total + term) * (x if p // 2 * 2 == p else 1.0 - x)
        out[i] = m.y_old[i] + total
