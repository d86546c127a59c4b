"""The equations of motion as machine code; see ``dynamics.equations`` and ``stick_slip``."""

from __future__ import annotations

from torsor.motion.machine.forces import drive_joints, press_tool, turn_wrench
from torsor.motion.machine.functions import tanh
from torsor.motion.machine.records import Phase
from torsor.program.jit.routines.language import Floats, evaluate, magnitude, sqrt


def find_rates(m: Phase, t: float, y: Floats, out: Floats) -> int:
    """ẏ and the powers of drives, friction and tool; not 0 where there are none."""
    n = m.n
    dq = y + n
    bad = accelerate(m, t, y)
    for i in range(n):
        out[i] = dq[i]
        out[n + i] = m.ddq[i]
    if m.by_way or (m.works and m.contacts):
        bad += evaluate(m.jacobian, y, m.J)
        for i in range(6):
            total = 0.0
            for j in range(n):
                total += m.J[i * n + j] * dq[j]
            m.part[i] = total
    if m.by_way:
        out[2 * n] = sqrt(m.part[0] * m.part[0] + m.part[1] * m.part[1] + m.part[2] * m.part[2])
    driven = 0.0
    rubbed = 0.0
    pushed = 0.0
    if m.works:
        for i in range(n):
            driven += m.tau[i] * dq[i]
        rubbed = rub_power(m, dq)
        if m.contacts:
            if m.tool_axes:
                bad += evaluate(m.kinematics, y, m.T)
                turn_wrench(m.T, 1, m.wrench, m.twist)
            for i in range(6):
                pushed += m.wrench[i] * m.part[i]
    out[m.size] = driven
    out[m.size + 1] = rubbed
    out[m.size + 2] = pushed
    return bad


def rub_power(m: Phase, dq: Floats) -> float:
    """What friction takes."""
    n = m.n
    total = 0.0
    if m.rubbed:
        for i in range(n):
            total += dry_friction(m, i, dq) * dq[i]
    if m.viscous:
        for i in range(n):
            for j in range(n):
                total += dq[i] * m.viscosity[i * n + j] * dq[j]
    return total


def dry_friction(m: Phase, i: int, dq: Floats) -> float:
    """Of one coordinate: smoothed, or what it has as it slips."""
    if m.smoothing > 0.0:
        return m.smoothed[i] * tanh(dq[i] / m.smoothing)
    return m.friction[i]


def accelerate(m: Phase, t: float, y: Floats) -> int:
    """The driving forces, the wrench and the accelerations at a state, in their rooms."""
    n = m.n
    q = y
    dq = y + n
    moment = min(max(t, m.begin), m.end)
    bad = drive_joints(m.drive, moment, q, dq, m.tau)
    if m.contacts:
        bad += press_tool(m, moment, y)
    if m.held:
        bad += balance_forces(m, y)
        return bad + accelerate_free(m)
    acting = m.tau
    if m.rubbed:
        acting = m.acting
        for i in range(n):
            acting[i] = m.tau[i] - dry_friction(m, i, dq)
    if m.contacts:
        return bad + evaluate(m.forward, q, dq, acting, m.wrench, m.ddq)
    return bad + evaluate(m.forward, q, dq, acting, m.ddq)


def balance_forces(m: Phase, y: Floats) -> int:
    """M, and τ less all forces but inertia and dry friction that has a jump."""
    n = m.n
    dq = y + n
    bad = evaluate(m.matrix, y, m.M)
    if m.contacts:
        bad += evaluate(m.bias, y, dq, m.wrench, m.acting)
    else:
        bad += evaluate(m.bias, y, dq, m.acting)
    for i in range(n):
        m.force[i] = m.tau[i] - m.acting[i]
        if m.smoothing > 0.0:
            m.force[i] -= dry_friction(m, i, dq)
    return bad


def accelerate_free(m: Phase) -> int:
    """The accelerations of what is not held; what is held has none."""
    n = m.n
    count = m.free_count
    for i in range(n):
        m.ddq[i] = 0.0
    for a in range(count):
        i = m.free[a]
        m.rest[a] = m.force[i] - m.friction[i]
        for b in range(count):
            m.reduced[a * count + b] = m.M[i * n + m.free[b]]
    if solve_linear(m.reduced, m.rest, count):
        return 1
    for a in range(count):
        m.ddq[m.free[a]] = m.rest[a]
    return 0


def find_pull(m: Phase, t: float, y: Floats) -> int:
    """What the holds have to bear: force less M q̈, in the place of the forces."""
    n = m.n
    bad = accelerate(m, t, y)
    for i in range(n):
        total = 0.0
        for j in range(n):
            total += m.M[i * n + j] * m.ddq[j]
        m.force[i] -= total
    return bad


def solve_linear(A: Floats, b: Floats, n: int) -> int:
    """The x of A x = b in b's place, by elimination with partial pivots; not 0 if there is none."""
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if magnitude(A[i * n + k]) > magnitude(A[pivot * n + k]):
                pivot = i
        if pivot != k:
            for j in range(n):
                kept = A[k * n + j]
                A[k * n + j] = A[pivot * n + j]
                A[pivot * n + j] = kept
            kept = b[k]
            b[k] = b[pivot]
            b[pivot] = kept
        if A[k * n + k] == 0.0:
            return 1
        for i in range(k + 1, n):
            factor = A[i * n + k] / A[k * n + k]
            if factor != 0.0:
                for j in range(k + 1, n):
                    A[i * n + j] -= factor * A[k * n + j]
                b[i] -= factor * b[k]
    for back in range(n):
        k = n - 1 - back
        for j in range(k + 1, n):
            b[k] -= A[k * n + j] * b[j]
        b[k] = b[k] / A[k * n + k]
    return 0
