"""Identifications made once for all tests: a real double pendulum, and an arm that slides."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

import torsor
from torsor import Identification
from torsor.identification.feasibility.certificate import certify
from torsor.identification.loads.load import Load

LOGS = Path(__file__).parents[2] / "examples" / "identification" / "double_pendulum"
ARM = "Rz(q1) tx(0.4) tz(q2)"
"""A joint that turns, and one that slides along the same axis."""
TRUE = {"m1": 3, "rx1": 0.2, "ry1": 0, "rz1": 0, "Izz1": 0.05, "m2": 1.5, "rx2": 0, "ry2": 0,
        "rz2": 0.1, "Izz2": 0.01, "g": 9.81}  # fmt: skip
OTHERS = {f"{name}{k}": 0.01 for k in (1, 2) for name in ("Ixx", "Iyy")}
OTHERS |= {f"{name}{k}": 0 for k in (1, 2) for name in ("Ixy", "Ixz", "Iyz")}


@cache
def pendulum() -> Identification:
    """Two logs of the double pendulum that were fitted, and one that was held out."""
    return torsor.identify(
        str(LOGS / "double_pendulum_A.toml"),
        [str(LOGS / f"A.0_0{k}.csv.gz") for k in (0, 1)],
        [str(LOGS / "A.0_11.csv.gz")],
    )


@cache
def sliding() -> Identification:
    """Simulated, with friction and a little noise, at rest for a second; nothing is held out."""
    t = np.arange(0.0, 8.0, 0.005)
    run = np.maximum(t - 1.0, 0.0)
    amplitude, pulse = np.array([0.9, 0.15]), np.array([2.3, 3.1])
    q = amplitude * np.sin(np.outer(run, pulse)) ** 3
    dq = np.gradient(q, t, axis=0)
    ddq = np.gradient(dq, t, axis=0)
    arm = torsor.compile(ARM, TRUE | OTHERS)
    tau = np.asarray(arm.inverse_dynamics(q, dq, ddq)) + np.array([0.4, 8.0]) * dq
    tau += np.array([0.3, 2.0]) * np.sign(dq)
    tau += np.array([0.02, 0.2]) * np.random.default_rng(1).normal(size=tau.shape)
    log = {"t": t, "q": q, "dq": dq, "tau": tau}
    return torsor.identify(ARM, [log], values={"g": 9.81}, hold_out=0.0)


def a_load(found: Identification) -> Load:
    """A load with the numbers of an identified link."""
    link = found.robot.links[0]
    numbers = tuple(float(e.constant) for e in (link.mass, *link.com, *link.inertia))
    intervals = tuple((v - 0.1, v + 0.2) for v in numbers)
    return Load(
        link, certify([link]), numbers, numbers, intervals, (True,) * 10, ("a/load.csv",), 9, 0.03
    )
