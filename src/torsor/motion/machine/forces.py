"""Driving forces and contact wrenches as machine code; see ``controllers`` and ``contact``."""

from __future__ import annotations

from torsor.motion.machine.functions import find_interval, follow, interpolate_line, play
from torsor.motion.machine.records import Contact, Drive, Phase
from torsor.program.jit.routines.language import Floats, evaluate

NO_TORQUES, SIGNALS, SAMPLES, GRAVITY_PD, COMPUTED_TORQUE = range(5)
"""The kinds of drives."""


def drive_joints(drive: Drive, t: float, q: Floats, dq: Floats, tau: Floats) -> int:
    """The driving forces; not 0 where there are none."""
    n = drive.n
    if drive.kind == SIGNALS:
        return play(drive.tape, t, tau)
    if drive.kind == SAMPLES:
        take_sample(drive, t, tau)
        return 0
    if drive.kind == NO_TORQUES:
        for i in range(n):
            tau[i] = 0.0
        return 0
    bad = find_wanted(drive, t)
    wanted = drive.wanted
    rate = wanted + n
    acceleration = rate + n
    if drive.kind == COMPUTED_TORQUE:
        for i in range(n):
            correction = drive.kp[i] * (wanted[i] - q[i])
            drive.asked[i] = acceleration[i] + correction + drive.kd[i] * (rate[i] - dq[i])
        bad += evaluate(drive.model, q, dq, drive.asked, tau)
    else:
        bad += evaluate(drive.model, q, tau)
        for i in range(n):
            correction = drive.kp[i] * (wanted[i] - q[i])
            tau[i] = tau[i] + correction + drive.kd[i] * (rate[i] - dq[i])
    if drive.limited:
        for i in range(n):
            tau[i] = min(max(tau[i], -drive.limit[i]), drive.limit[i])
    return bad


def find_wanted(drive: Drive, t: float) -> int:
    """Position, velocity and acceleration that a controller follows."""
    if not drive.by_tape:
        follow(drive.polynomials, t, drive.wanted)
        return 0
    within = min(max(t, 0.0), drive.duration)
    bad = play(drive.tape, within, drive.wanted)
    if within != t:
        for i in range(drive.n, 3 * drive.n):
            drive.wanted[i] = 0.0
    return bad


def take_sample(drive: Drive, t: float, tau: Floats) -> None:
    """The forces of a table: the first row before it, the last one after it."""
    n = drive.n
    last = drive.count - 1
    row = drive.values
    if t >= drive.times[last]:
        row = drive.values + last * n
    elif t >= drive.times[0]:
        if not drive.held:
            interpolate_line(drive.times, drive.values, drive.count, n, t, tau)
            return
        row = drive.values + find_interval(drive.times, drive.count, t) * n
    for i in range(n):
        tau[i] = row[i]


def press_tool(m: Phase, t: float, y: Floats) -> int:
    """The wrench of all contacts in the arm's axes."""
    bad = 0
    posed = 0
    for i in range(6):
        m.wrench[i] = 0.0
    way = min(max(y[2 * m.n], m.nearest_way), m.farthest_way) if m.by_way else 0.0
    for k in range(m.contacts):
        contact = m.contact + k
        x = way if contact.by_way else t
        if contact.start <= x < contact.stop:
            bad += find_wrench(contact, x, m.part)
            if contact.turned:
                if not posed:
                    bad += evaluate(m.kinematics, y, m.T)
                    posed = 1
                turn_wrench(m.T, contact.turned, m.part, m.twist)
            for i in range(6):
                m.wrench[i] += m.part[i]
    return bad


def find_wrench(contact: Contact, x: float, out: Floats) -> int:
    """One wrench as it is given; a table is zero beside its rows."""
    if contact.by_tape:
        return play(contact.tape, x, out)
    if contact.places[0] <= x <= contact.places[contact.count - 1]:
        interpolate_line(contact.places, contact.values, contact.count, 6, x, out)
    else:
        for i in range(6):
            out[i] = 0.0
    return 0


def turn_wrench(T: Floats, way: int, wrench: Floats, room: Floats) -> None:
    """Force and moment turned by the rotation of a pose, or (−1) back, where they are."""
    for i in range(6):
        room[i] = wrench[i]
    for half in range(2):
        at = 3 * half
        for i in range(3):
            total = 0.0
            for j in range(3):
                entry = T[4 * i + j] if way > 0 else T[4 * j + i]
                total += entry * room[at + j]
            wrench[at + i] = total
