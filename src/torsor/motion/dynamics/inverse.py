"""Driving forces, powers and joint reactions along a given motion: inverse dynamics."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.motion.dynamics.plant import Plant
from torsor.motion.dynamics.record import States, make_columns
from torsor.motion.quantities import ScenarioError
from torsor.motion.results import Event, Result
from torsor.motion.scenario.motions import assemble_motion
from torsor.motion.scenario.scenario import Scenario
from torsor.motion.tables import require_scipy
from torsor.motion.trajectory.piecewise import Motion

MOST_CELLS = 12_000_000
"""Rows times columns of a result: 100 MB of numbers, a few times that while they are made."""


def sample_times(duration: float, sample: float, plant: Plant) -> Array:
    """0, the sample's multiples, and the end; refused where a result would not fit."""
    count = duration / sample
    most = MOST_CELLS // (5 * plant.n + 6 * len(plant.robot.links) + 40)
    if not count <= most:
        raise ScenarioError(
            f"{duration:g} s in samples of {sample:g} s are more than {most} rows, the most for "
            f"{plant.n} coordinates; take a longer sample or a shorter duration"
        )
    times: Array = np.arange(int(count * (1 + 1e-12)) + 1, dtype=np.float64) * sample
    if times.item(-1) < duration * (1 - 1e-12):
        return np.append(times, duration)
    times[-1] = duration
    return times


STRETCH = 5000
"""Samples whose Jacobians are held at once."""


def plan_motion(scenario: Scenario, plant: Plant) -> Motion:
    """The scenario's motion."""
    return assemble_motion(scenario.motion, scenario.q, plant.arm)


def compute_forces(
    scenario: Scenario, plant: Plant, motion: Motion, progress: Callable[[float], None]
) -> Result:
    """The forces along the motion at the scenario's samples."""
    duration = scenario.duration or motion.duration
    t = sample_times(duration, scenario.sample, plant)
    q, dq, ddq = motion.at(t)
    _within_stops(scenario, t, q)
    contacts, n = scenario.contacts, plant.n
    s = _arc_length(plant, motion, t) if contacts.by_arc else np.zeros(len(t))
    wrench = np.zeros((len(t), 6))
    if contacts:
        wrench = contacts(t, s, lambda: plant.arm().forward_kinematics(q)[:, :3, :3])
    loads = [None, *(load.body for load in scenario.loads)]
    carried = np.zeros(len(t), np.intp)
    for which, load in enumerate(scenario.loads, 1):
        carried[load.is_carried(t)] = which
    tau = np.zeros((len(t), n))
    for which, body in enumerate(loads):
        rows: Mask = carried == which
        if not rows.any():
            continue
        arm = plant.arm(body, contacts.payload)
        given = (q[rows], dq[rows], ddq[rows])
        tau[rows] = arm.inverse_dynamics(*given, *((wrench[rows],) if contacts else ()))
    progress(duration)
    states = States(t, q, dq, ddq, tau, s, wrench, carried)
    columns, units = make_columns(plant, contacts, states, loads, scenario.reactions is not False)
    events: list[Event] = [
        {"t": moment, "event": what}
        for load in scenario.loads
        for what, moment in (("pick-up", load.pick_up), ("release", load.release))
        if 0 < moment < duration
    ]
    return Result(
        plant.robot.name, "along", n, columns, units, sorted(events, key=lambda e: e["t"])
    )


def _within_stops(scenario: Scenario, t: Array, q: Array) -> None:
    for k, stop in scenario.stops.items():
        beyond = np.flatnonzero((q[:, k] < stop.lower - 1e-9) | (q[:, k] > stop.upper + 1e-9))
        if beyond.size:
            row = beyond.item(0)
            raise ScenarioError(
                f"the motion passes a stop: q{k + 1} = {q.item(row, k):.6g} at "
                f"t = {t.item(row):.6g} s, beyond {stop.lower:g} to {stop.upper:g}"
            )


def _arc_length(plant: Plant, motion: Motion, t: Array) -> Array:
    """The tool's way: ∫ |J_v q̇| dt by Simpson's rule, eight intervals to a sample."""
    ways = [_ways(plant, motion, t[a : a + STRETCH + 1]) for a in range(0, len(t) - 1, STRETCH)]
    return np.concatenate(([0.0], np.cumsum(np.concatenate(ways))))


def _ways(plant: Plant, motion: Motion, t: Array) -> Array:
    """The way from each of these samples to the next."""
    parts = 8
    moments: list[float] = t.tolist()
    grid = np.concatenate(
        [np.linspace(a, b, parts, endpoint=False) for a, b in pairwise(moments)] + [t[-1:]]
    )
    q, dq, _ = motion.at(grid)
    J: Array = plant.arm().jacobian(q)
    v: Array = np.einsum("nij,nj->ni", J[:, :3], dq)
    speed: Array = np.linalg.norm(v, axis=1)
    blocks = np.lib.stride_tricks.sliding_window_view(speed, parts + 1)[::parts]
    with require_scipy():
        from scipy.integrate import simpson
    mean: Array = simpson(blocks, dx=1 / parts)
    return mean * np.diff(t)
