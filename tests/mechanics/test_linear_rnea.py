"""RNEA in the linear parameters: the same forces without a visit to the mass centres."""

from __future__ import annotations

import numpy as np
import pytest
from tests.mechanics.exact import every_robot, load, model
from tests.oracles.recursion import driving_forces
from tests.truth.bridge import in_numbers, random_values, short_state, with_state
from tests.truth.judge import TOLERANCE, relative_error

from torsor.algebra.scalars.floats import FloatScalars
from torsor.algebra.scalars.ring import RingScalars
from torsor.mechanics.chain import chain_of
from torsor.mechanics.kinematics import motion
from torsor.mechanics.newton_euler import NO_LOAD, external, newton_euler
from torsor.mechanics.parameters.linear_rnea import (
    acceleration_matrix,
    linear_body,
    linear_newton_euler,
    linear_wrench,
)
from torsor.mechanics.payload import tool_wrench
from torsor.spatial.vectors import ZERO, Vector


@every_robot
@pytest.mark.parametrize("payload", ["wrench", "body"])
def test_it_is_the_textbook_recursion(name: str, payload: str) -> None:
    found = model(name, payload)
    load_on_tool = tool_wrench(found.robot, found.chain, RingScalars(found.ring))
    assert (
        linear_newton_euler(found.chain, load_on_tool)
        == newton_euler(found.chain, load_on_tool).tau
    )


@every_robot
def test_in_floating_point_it_agrees_with_the_oracle(name: str) -> None:
    robot = load(name).with_payload("none")
    rng = np.random.default_rng(0)
    values = random_values(rng, robot)
    state = short_state(rng, robot.dof)
    chain = chain_of(robot, FloatScalars(with_state(values, state)))
    found = np.array([float(e) for e in linear_newton_euler(chain, NO_LOAD)])
    forces = driving_forces(in_numbers(robot, values).robot, state.q, state.dq, state.ddq)
    assert relative_error(found, forces.tau, forces.magnitude.sum()) <= TOLERANCE


def test_the_inertia_about_the_origin_is_that_of_huygens_and_steiner() -> None:
    robot = load("3r")
    values = random_values(np.random.default_rng(1), robot)
    chain = chain_of(
        robot, FloatScalars(values | {f"{d}q{k}": 0.0 for d in ("", "d", "dd") for k in (1, 2, 3)})
    )
    for plain, link in zip(in_numbers(robot, values).robot.joints, chain.links, strict=True):
        body = linear_body(link.body)
        r = plain.com
        wanted = plain.inertia + plain.mass * (r @ r * np.eye(3) - np.outer(r, r))
        assert np.allclose(np.array(body.L, float), wanted, rtol=1e-14)
        assert np.allclose(np.array(body.h, float), plain.mass * r, rtol=1e-14)
        assert body.m == plain.mass


@pytest.mark.parametrize("name", ["3r", "rttrr", "tilted"])
def test_a_links_wrench_is_its_force_and_moment_moved_to_its_origin(name: str) -> None:
    chain = model(name).chain
    frames = motion(chain)
    for link in chain.links:
        _, at_centre = external(link.number, link.body, frames[link.number])
        wrench = linear_wrench(linear_body(link.body), frames[link.number])
        assert wrench.f == at_centre.f
        assert wrench.n == at_centre.n + link.body.r_C.cross(at_centre.f)


def test_the_acceleration_matrix_takes_a_point_to_its_acceleration() -> None:
    frame = motion(model("3r").chain)[3]
    point = Vector((3, -5, 7))
    wanted = frame.epsilon.cross(point) + frame.omega.cross(frame.omega.cross(point))
    assert acceleration_matrix(frame) @ point == wanted
    assert not any(acceleration_matrix(frame) @ ZERO)
