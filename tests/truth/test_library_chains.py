"""Every chain of the library, in closed form, against the plain recursion and Pinocchio."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.truth.bridge import in_numbers, plain_robot, random_values, short_state
from tests.truth.design_table import CHAINS, chain_by_the_design
from tests.truth.judge import driving_force_errors, tensor_errors, too_large

import torsor
from torsor import Model
from torsor.spatial.vectors import Vector

STATES = 3
PAYLOADS = {
    "tool axes": ("wrench", "tool"),
    "base axes": ("wrench", "base"),
    "carried body": ("body", "tool"),
    "weight only": ("weight", "tool"),
    "nothing": ("none", "tool"),
}

every_chain = pytest.mark.parametrize("name", CHAINS)


@cache
def model(name: str, kind: str = "wrench", axes: str = "tool") -> Model:
    """The model under this payload, derived once."""
    robot = torsor.load(name)
    if (kind, axes) != (robot.payload.kind, robot.payload.axes):
        robot = robot.with_payload(kind, axes)
    return torsor.derive(robot)


def test_every_robot_of_the_design_is_in_the_library() -> None:
    assert {*CHAINS, "rv1a-paper"} <= set(torsor.library_names())


@every_chain
def test_the_chain_is_the_one_that_the_design_tells_of(name: str) -> None:
    robot = model(name).robot
    values = random_values(np.random.default_rng(0), torsor.load(name).declared)
    found, wanted = plain_robot(robot, values), chain_by_the_design(name, values)
    for joint, other in zip(found.joints, wanted.joints, strict=True):
        assert (joint.kind, joint.parent) == (other.kind, other.parent)
        for part in ("axis", "offset", "rotation", "mass", "com", "inertia"):
            assert np.allclose(getattr(joint, part), getattr(other, part), rtol=0, atol=1e-15), part
    for part in ("gravity", "tool_offset", "tool_rotation"):
        assert np.allclose(getattr(found, part), getattr(wanted, part), rtol=0, atol=1e-15), part


@every_chain
def test_mass_matrix_gravity_and_velocity_terms_agree_with_both_oracles(name: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(2):
        values = random_values(rng, model(name).robot)
        robot = in_numbers(model(name).robot, values).robot
        state = short_state(rng, robot.dof)
        assert not too_large(tensor_errors(model(name), values, robot, state))


@every_chain
@pytest.mark.parametrize("payload", PAYLOADS)
def test_driving_forces_agree_with_both_oracles(name: str, payload: str) -> None:
    loaded = model(name, *PAYLOADS[payload])
    rng = np.random.default_rng(2)
    for _ in range(STATES):
        values = random_values(rng, loaded.robot)
        truth = in_numbers(loaded.robot, values)
        state = short_state(rng, truth.robot.dof)
        found = driving_force_errors(loaded, values, truth.robot, state, truth.payload)
        assert not too_large(found)


@every_chain
def test_a_carried_body_belongs_to_mass_matrix_and_gravity(name: str) -> None:
    loaded = model(name, "body")
    rng = np.random.default_rng(3)
    values = random_values(rng, loaded.robot)
    robot = in_numbers(loaded.robot, values).robot
    state = short_state(rng, robot.dof)
    assert not too_large(tensor_errors(loaded, values, robot, state))


def test_the_oracles_would_notice_a_wrong_sign() -> None:
    right = model("3r")
    rng = np.random.default_rng(4)
    values = random_values(rng, right.robot)
    truth = in_numbers(right.robot, values)
    state = short_state(rng, 3)
    wrong = replace(right)
    wrong.__dict__["_derived"] = Vector((*right.tau[:2], -right.tau[2])), 0.0
    assert wrong != right
    found = driving_force_errors(wrong, values, truth.robot, state, truth.payload)
    assert len(too_large(found)) == len(found)
