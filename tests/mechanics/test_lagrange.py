"""Energies, momenta and the equations of Lagrange: by hand, against numbers, and exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from tests.mechanics.exact import every_robot, load, small_robots, speeds
from tests.oracles.plain import PlainRobot
from tests.oracles.random_robots import State
from tests.oracles.recursion import link_motions
from tests.truth.bridge import in_numbers, random_values, short_state, with_state

import torsor
from torsor import Model
from torsor.spatial.vectors import Vector


@cache
def lagrange(name: str, payload: str = "none") -> Model:
    """The model by Lagrange's method."""
    return torsor.derive(load(name).with_payload(payload), method="lagrange")


# by hand ------------------------------------------------------------------------------------------


def test_a_pendulum() -> None:
    row = {"kind": "R", "axis": "z", "link": {"com": ["l", 0, 0], "inertia": {"zz": "I"}}}
    found = torsor.derive(
        {"joint": [row], "gravity": [0, "-g", 0], "payload": "none"}, method="lagrange"
    )
    assert found.parse("(m1*l^2 + I)*dq1^2/2") == found.K
    assert found.parse("m1*g*l*sin(q1)") == found.U
    assert found.L == found.K - found.U
    assert tuple(found.lagrange.momenta) == (found.parse("(m1*l^2 + I)*dq1"),)
    assert tuple(found.lagrange.L_q) == (found.parse("-m1*g*l*cos(q1)"),)
    assert found.tau == (found.parse("(m1*l^2 + I)*ddq1 + m1*g*l*cos(q1)"),)


def test_the_energies_of_planar2r() -> None:
    found = lagrange("planar2r")
    assert found.energies.kinetic[1] == found.parse("(Izz1 + m1*rx1^2 + m1*ry1^2)*dq1^2/2")
    assert found.energies.potential[1] == found.parse("m1*g*(rx1*sin(q1) + ry1*cos(q1))")
    assert found.energies.potential[2] == found.parse(
        "m2*g*(l1*sin(q1) + rx2*sin(q1 + q2) + ry2*cos(q1 + q2))"
    )
    assert found.energies.kinetic[2] == found.parse(
        "Izz2*(dq1 + dq2)^2/2 + m2*(l1^2*dq1^2 + (rx2^2 + ry2^2)*(dq1 + dq2)^2"
        " + 2*l1*(rx2*cos(q2) - ry2*sin(q2))*dq1*(dq1 + dq2))/2"
    )


# against numbers ----------------------------------------------------------------------------------


def energies(robot: PlainRobot, state: State) -> list[tuple[float, float]]:
    """½ m v² + ½ ω·I ω and −m g·p of every link, in world axes."""
    found = []
    motions = link_motions(robot, state.q, state.dq, state.ddq)
    for joint, motion in zip(robot.joints, motions, strict=True):
        arm = motion.rotation @ joint.com
        v = motion.velocity + np.cross(motion.omega, arm)
        inertia = motion.rotation @ joint.inertia @ motion.rotation.T
        kinetic = joint.mass * v @ v / 2 + motion.omega @ inertia @ motion.omega / 2
        potential = -joint.mass * robot.gravity @ (motion.position + arm)
        found.append((float(kinetic), float(potential)))
    return found


@every_robot
@pytest.mark.parametrize("payload", ["none", "body"])
def test_the_energies_of_every_link_are_those_of_its_motion(name: str, payload: str) -> None:
    found = lagrange(name, payload)
    rng = np.random.default_rng(0)
    values = random_values(rng, found.robot)
    robot = in_numbers(found.robot, values).robot  # a carried body is one more link
    state = short_state(rng, robot.dof)
    at = with_state(values, state)
    for i, (kinetic, potential) in enumerate(energies(robot, state), 1):
        assert found.energies.kinetic[i].evaluate(at) == pytest.approx(kinetic, rel=1e-12)
        assert found.energies.potential[i].evaluate(at) == pytest.approx(
            potential, rel=1e-12, abs=1e-12
        )


# exactly ------------------------------------------------------------------------------------------


@every_robot
def test_the_totals_are_sums_over_the_links(name: str) -> None:
    found = lagrange(name, "body").energies
    assert sum(found.kinetic.values()) == found.K
    assert sum(found.potential.values()) == found.U
    assert found.L == found.K - found.U


@every_robot
def test_kinetic_energy_is_half_the_mass_matrix_on_the_velocities(name: str) -> None:
    found = lagrange(name)
    dq = speeds(found)
    assert dq.dot(found.M @ dq) * Fraction(1, 2) == found.K


@every_robot
def test_momenta_are_the_mass_matrix_times_the_velocities(name: str) -> None:
    found = lagrange(name)
    assert found.lagrange.momenta == found.M @ speeds(found)


@every_robot
def test_gravity_terms_are_the_slopes_of_the_potential(name: str) -> None:
    found = lagrange(name)
    assert found.g == Vector(found.U.diff(q) for q in found.coordinates)


@small_robots
def test_forces_are_rates_of_momenta_less_slopes_of_the_lagrangian(name: str) -> None:
    found = lagrange(name)
    steps = found.lagrange
    for i, q in enumerate(found.coordinates):
        assert steps.momenta[i] == found.L.diff(f"d{q}")
        assert steps.momentum_rates[i] == steps.momenta[i].dt()
        assert steps.L_q[i] == found.L.diff(q)
        assert found.tau[i] == steps.momentum_rates[i] - steps.L_q[i]


@small_robots
def test_energies_know_nothing_of_a_wrench(name: str) -> None:
    loaded, free = lagrange(name, "wrench"), lagrange(name)
    assert free.K.to(loaded.ring) == loaded.K
    assert free.U.to(loaded.ring) == loaded.U


def test_without_gravity_there_is_no_potential() -> None:
    robot = torsor.load({"joint": [{"kind": "R", "axis": "y"}], "gravity": 0, "payload": "none"})
    assert not torsor.derive(robot, method="lagrange").U
