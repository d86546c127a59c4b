"""The regressor: linear in ten parameters a link, and right for any ten."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.mechanics.exact import every_robot, load, model, small_robots
from tests.oracles.plain import PlainRobot
from tests.oracles.random_robots import random_inertia
from tests.oracles.recursion import driving_forces
from tests.truth.bridge import entries, plain_robot, random_values, short_state, with_state
from tests.truth.judge import TOLERANCE, numbers, relative_error

import torsor
from torsor.spatial.vectors import Vector

NAMES = ("m", "hx", "hy", "hz", "Lxx", "Lyy", "Lzz", "Lxy", "Lxz", "Lyz")


@every_robot
def test_there_are_ten_parameters_for_every_link_in_order(name: str) -> None:
    found = model(name, "none")
    wanted = [f"{n}{i}" for i in range(1, len(found.robot.joints) + 1) for n in NAMES]
    assert [column.name for column in found.columns] == wanted
    assert (len(found.regressor), len(found.regressor[0])) == (len(found.tau), len(wanted))


@every_robot
def test_the_driving_forces_are_the_regressor_times_the_parameters(name: str) -> None:
    found = model(name, "none")
    parameters = Vector(column.value for column in found.columns)
    assert found.regressor @ parameters == Vector(found.tau)


@every_robot
def test_the_load_comes_on_top(name: str) -> None:
    found = model(name)
    parameters = Vector(column.value for column in found.columns)
    assert found.regressor @ parameters + found.payload == Vector(found.tau)


@every_robot
def test_in_numbers_it_serves_any_bodies_on_the_links(name: str) -> None:
    """Y is evaluated once; then the links are given other bodies, ten numbers each."""
    found = model(name, "none")
    rng = np.random.default_rng(0)
    values = random_values(rng, found.robot)
    robot = plain_robot(found.robot, values)
    state = short_state(rng, robot.dof)
    Y = numbers(found.regressor, with_state(values, state))
    for _ in range(3):
        joints, parameters = [], []
        for joint in robot.joints:
            m, r, inertia = rng.uniform(0.1, 5), rng.uniform(-1, 1, 3), random_inertia(rng)
            joints.append(replace(joint, mass=m, com=r, inertia=inertia))
            L = inertia + m * (r @ r * np.eye(3) - np.outer(r, r))
            parameters += [m, *(m * r), *entries(L)]
        other = PlainRobot(tuple(joints), robot.gravity)
        forces = driving_forces(other, state.q, state.dq, state.ddq)
        assert relative_error(Y @ parameters, forces.tau, forces.magnitude.sum()) <= TOLERANCE


@small_robots
def test_the_regressor_knows_nothing_of_the_bodies(name: str) -> None:
    found = model(name, "none")
    own = {f"{n}{i}" for i in range(1, 7) for n in ("m", "rx", "ry", "rz", "Ixx", "Iyz", "Izz")}
    used = {n for row in found.regressor for e in row if e != 0 for n in e.symbols()}
    assert not used & own


def test_the_columns_of_drives() -> None:
    robot = load("planar2r").with_drives("friction").with_drives("rotors").with_drives("springs")
    found = torsor.derive(robot)
    drives = {c.name: c for c in found.columns[20:]}
    assert list(drives) == ["fv1", "fc1", "Ia1", "k1", "fv2", "fc2", "Ia2", "k2"]
    assert drives["Ia2"].value == found.parse("N2^2*Im2")
    units = {"fv": "dq", "fc": "sign(dq", "Ia": "ddq", "k": "q"}
    for stem, unit in units.items():
        text = f"{unit}2{')' if '(' in unit else ''}"
        assert tuple(drives[f"{stem}2"].work) == (0, found.parse(text))


@pytest.mark.parametrize("rest", ["q0", "30deg", 0.2])
def test_a_spring_that_does_not_rest_at_zero_has_two_parameters(rest: object) -> None:
    row = {"kind": "R", "axis": "z", "link": {"spring": "k", "rest": rest}}
    found = torsor.derive({"joint": [row], "payload": "none"})
    spring = {c.name: c for c in found.columns[10:]}
    assert list(spring) == ["k1", "kr1"]
    total = sum((c.value * c.work[0] for c in spring.values()), found.ring.number(0))
    assert total == found.spring[0]
