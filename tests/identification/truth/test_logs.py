"""Logs as loggers write them: jitter, gaps, several rates, delayed velocities, coupled motors."""

from dataclasses import dataclass, field, replace

import numpy as np
from tests.identification.truth.simulated import (
    Truth,
    record,
    rms,
    standard_errors,
    swing,
    unweighed,
)
from tests.identification.truth.test_robots import dry, judge
from tests.mechanics.test_fixed_joints_and_trees import table_of
from tests.oracles.plain import Array
from tests.oracles.random_robots import random_robot

import torsor
from torsor.identification.regression.geometry import generalise


def arm(**more):
    return unweighed("planar2r", 5, friction=[dry, dry], **more)


def clean(truth):
    motion = swing(32, truth.n, size=0.8)
    return record(truth, motion, 8.0, 200.0, tau_noise=0.0, q_noise=0.0)


def uneven(truth, motion, seconds, rate, *, seed, gaps=()):
    """Rows that come early or late by up to two fifths of a step, and not at all in gaps."""
    rng = np.random.default_rng(seed)
    rows = np.arange(round(seconds * rate))
    t = (rows + rng.uniform(-0.4, 0.4, len(rows))) / rate
    for first, last in gaps:
        t = t[(t < first) | (t > last)]
    q, dq, ddq = motion(t)
    tau = truth.link_forces(q, dq, ddq) + truth.drive_forces(dq, ddq, 1.0 / rate)
    tau += 0.01 * rms(tau) * rng.normal(size=tau.shape)
    return {"t": t, "q": q + 1e-6 * rng.normal(size=q.shape), "tau": tau}


def test_jitter_gaps_and_logs_of_different_rates_are_no_trouble():
    truth = arm()
    logs = [
        uneven(truth, swing(31, 2, size=0.8), 10.0, 200.0, seed=1, gaps=((3.0, 3.03), (7.0, 8.2))),
        uneven(truth, swing(33, 2, size=0.8), 6.0, 140.0, seed=2),
    ]
    found = torsor.identify(truth.robot, logs, clean(truth), values=truth.values)
    judge(found, truth)
    assert any("gap" in note for note in found.notes)
    assert len(found.predictions[0].t) > 0.99 * len(logs[0]["t"])


def test_row_numbers_taken_for_times_would_have_cost_much():
    """The same log with its times evened out: what real times are worth."""
    truth = arm()
    log = uneven(truth, swing(31, 2, size=0.8), 10.0, 200.0, seed=1, gaps=((3.0, 3.1), (7.0, 7.1)))
    counted = log | {"t": np.arange(len(log["t"])) / 200.0}
    errors = [
        torsor.identify(truth.robot, each, clean(truth), values=truth.values, cutoff=5.0)
        .validation["identified"].relative_error
        for each in (log, counted)
    ]  # fmt: skip
    assert errors[1] > 3.0 * errors[0]


def test_good_logged_velocities_are_used_and_delayed_ones_are_not():
    truth = arm()
    motion = swing(31, 2, size=0.8)
    log = record(truth, motion, 12.0, 200.0, q_noise=1e-4, dq_noise=1e-3)
    late = log | {"dq": motion(log["t"] - 0.02)[1]}
    other = clean(truth)
    sources = []
    for each in (log, late):
        found = torsor.identify(truth.robot, each, other, values=truth.values)
        sources.append(found.filtering.source)
        assert found.validation["identified"].relative_error < 0.003
    assert sources == ["measured", "differentiated"]


S = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]])
"""Motor 3 sees q2 + q3."""
RATIO = np.array([100.0, -80.0, 60.0])


def test_friction_and_rotors_of_coupled_motors_are_found_at_the_motors():
    """From motors' angles and torques in front of the gears; motor 3 sees q2 + q3."""
    frictions = [dry, dry, lambda rate, step: 1.2 * rate + 0.5 * np.sign(rate)]
    truth = unweighed("3r", 9, friction=frictions, rotors=(0.0, 0.3, 0.2), S=S)
    at_joints = record(truth, swing(41, 3, size=0.8), 12.0, 200.0)
    motors = {
        "t": at_joints["t"],
        "q": at_joints["q"] @ S.T * RATIO,
        "tau": np.linalg.solve((S * RATIO[:, None]).T, at_joints["tau"].T).T,
    }
    table = {
        "q": {"columns": "q{}", "side": "motor"},
        "tau": {"columns": "tau{}", "side": "motor"},
        "drives": {"ratio": RATIO.tolist(), "of": ["q1", "q2", "q2 + q3"]},
    }
    found = torsor.identify(
        truth.robot, motors, hold_out=0.0, values=truth.values, mapping=table, cutoff=6.0
    )
    errors = np.array(list(standard_errors(found, truth).values()))
    assert np.abs(errors).max() < 5.0 and found.possible.certificate.holds
    true = {"fv3": 1.2, "fc3": 0.5, "Ia3": 0.2}
    drives = {e.name: e for e in found.drive_estimates}
    for name, value in true.items():
        assert abs(drives[name].value - value) < 4.0 * drives[name].std
        assert drives[name].std < 0.1 * value


@dataclass(frozen=True, eq=False)
class Coupled(Truth):
    """A robot whose joints are displaced by A q + b: forces are Aᵀ of those of free joints."""

    A: Array = field(default_factory=lambda: np.eye(1))
    b: Array = field(default_factory=lambda: np.zeros(1))

    @property
    def n(self):
        return self.A.shape[1]

    def link_forces(self, q, dq, ddq):
        A = self.A
        return super().link_forces(q @ A.T + self.b, dq @ A.T, ddq @ A.T) @ A


def test_a_robot_whose_third_joint_follows_the_others_is_found():
    """A belt: the third of four joints turns by q2 − q1 + 30°."""
    plain = random_robot(np.random.default_rng(15), 4)
    plain = replace(plain, joints=tuple(replace(joint, kind="R") for joint in plain.joints))
    table = table_of(plain)
    for joint, moves in zip(table["joint"], ("q1", "q2", "q2 - q1 + 30deg", "q3"), strict=True):
        joint["moves"] = moves
    A = np.array([[1.0, 0, 0], [0, 1, 0], [-1, 1, 0], [0, 0, 1]])
    b = np.array([0.0, 0.0, np.pi / 6, 0.0])
    robot = generalise(torsor.load(table))
    truth = Coupled(robot, plain, friction=[dry] * 3, A=A, b=b)
    log = record(truth, swing(43, 3, size=0.8), 12.0, 200.0)
    found = torsor.identify(robot, log, clean(truth))
    judge(found, truth)
