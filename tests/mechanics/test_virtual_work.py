"""Virtual work: the work of each body's own inertial forces on its own partial velocities."""

from __future__ import annotations

import numpy as np
import pytest
from tests.mechanics.exact import every_robot, load, model, small_robots
from tests.truth.bridge import in_numbers, random_values, short_state
from tests.truth.judge import driving_force_errors, too_large

import torsor
from torsor.mechanics.kinematics import mass_centre_jacobian, mass_centre_motion, poses
from torsor.mechanics.partial_velocities import partial_velocities, work_of
from torsor.mechanics.virtual_work import virtual_work
from torsor.model import Model
from torsor.spatial.vectors import Vector


def system(name: str, payload: str = "none") -> Model:
    """The robot's equations set up."""
    return Model(load(name).with_payload(payload), "lagrange")


@every_robot
def test_the_driving_forces_agree_with_both_oracles(name: str) -> None:
    agrees_with_both_oracles(name, "wrench")


@small_robots
@pytest.mark.parametrize("payload", ["body", "weight"])
def test_under_any_load_they_agree_with_both_oracles(name: str, payload: str) -> None:
    agrees_with_both_oracles(name, payload)


def agrees_with_both_oracles(name: str, payload: str) -> None:
    found = torsor.derive(load(name).with_payload(payload), method="virtual-work")
    rng = np.random.default_rng(3)
    values = random_values(rng, found.robot)
    truth = in_numbers(found.robot, values)
    state = short_state(rng, truth.robot.dof)
    assert not too_large(driving_force_errors(found, values, truth.robot, state, truth.payload))


@every_robot
def test_partial_velocities_are_the_jacobian_in_the_links_axes(name: str) -> None:
    chain = model(name).chain
    known = poses(chain)
    for i, partial in partial_velocities(chain).items():
        if i == 0:
            continue
        R = known[i].R
        at_centre = partial.shift(chain.links[i - 1].body.r_C)
        J = mass_centre_jacobian(chain, i)
        for k in range(chain.dof):
            assert R @ at_centre.J_v[k] == Vector(row[k] for row in J.J_v)
            assert R @ at_centre.J_w[k] == Vector(row[k] for row in J.J_w)


@pytest.mark.parametrize("name", ["planar2r", "scara", "3r", "rttrr", "trtrr", "tree"])
def test_the_work_of_one_body_is_its_share_of_the_driving_forces(name: str) -> None:
    """Link by link: m a_C less its weight, and I ε + ω × I ω, on the link's own Jacobian."""
    found = system(name)
    chain, motions = found.chain, mass_centre_motion(found.chain)
    known = poses(chain)
    for body in found.bodies:
        link = chain.links[body.number - 1]
        motion, R = motions[link.number], known[link.number].R
        I_C, m = link.body.I_C, link.body.m
        force = R @ (m * motion.a) - m * chain.gravity
        moment = R @ (I_C @ motion.epsilon + motion.omega.cross(I_C @ motion.omega))
        J = mass_centre_jacobian(chain, link.number)
        wanted = J.J_v.T @ force + J.J_w.T @ moment
        assert virtual_work([body], found.ring, found.coordinates) == found.vector(wanted)


def test_a_force_across_every_motion_does_no_work() -> None:
    """On planar2r nothing moves along z or turns about x or y."""
    chain = model("planar2r").chain
    last = partial_velocities(chain)[2]
    assert not any(work_of(last, Vector((0, 0, 7)), Vector((1, 2, 0))))
