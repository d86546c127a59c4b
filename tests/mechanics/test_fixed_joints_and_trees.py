"""Fixed joints weld their links together, and the branches of a tree are chains of their own."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from tests.mechanics.exact import load, model
from tests.oracles.plain import Array, PlainJoint, PlainRobot
from tests.oracles.random_robots import random_robot
from tests.oracles.recursion import driving_forces
from tests.truth.bridge import entries, in_numbers, random_values, short_state, with_state
from tests.truth.judge import TOLERANCE, errors, numbers, relative_error, too_large

import torsor
from torsor import Frame, Joint, Link
from torsor.algebra.formula import formula
from torsor.formats.fields import axis_field
from torsor.robot import Turn
from torsor.robot.robot import ORIGIN, ZERO

# fixed joints -------------------------------------------------------------------------------------


def table_of(robot: PlainRobot) -> dict[str, Any]:
    """A plain robot as a table; its rotations as quaternions."""

    def rotation(R: Array) -> dict[str, list[float]]:
        x, y, z, w = (float(e) for e in pin.Quaternion(np.array(R)).coeffs())
        return {"quaternion": [w, x, y, z]}

    def row(joint: PlainJoint) -> dict[str, Any]:
        link = {
            "mass": joint.mass,
            "com": [float(e) for e in joint.com],
            "inertia": entries(joint.inertia),
        }
        return {
            "kind": joint.kind,
            "axis": [float(e) for e in joint.axis],
            "offset": [float(e) for e in joint.offset],
            "rotation": rotation(joint.rotation),
            "parent": joint.parent + 1,
            "link": link,
        }

    offset = [float(e) for e in robot.tool_offset]
    return {
        "joint": [row(joint) for joint in robot.joints],
        "gravity": [float(e) for e in robot.gravity],
        "tool": {"offset": offset, "rotation": rotation(robot.tool_rotation)},
        "payload": "none",
    }


def welded(robot: PlainRobot) -> PlainRobot:
    """The same robot without fixed joints: their links are part of those that carry them."""
    joints: list[PlainJoint] = []
    carrier: dict[int, tuple[int, Array, Array]] = {-1: (-1, np.eye(3), np.zeros(3))}
    for i, joint in enumerate(robot.joints):
        parent, R, p = carrier[joint.parent]
        offset, rotation = p + R @ joint.offset, R @ joint.rotation
        if joint.movable:
            joints.append(replace(joint, offset=offset, rotation=rotation, parent=parent))
            carrier[i] = (len(joints) - 1, np.eye(3), np.zeros(3))
        else:
            if parent >= 0:
                joints[parent] = with_body(joints[parent], joint, rotation, offset)
            carrier[i] = (parent, rotation, offset)
    _, R, p = carrier[len(robot.joints) - 1]
    return PlainRobot(
        tuple(joints), robot.gravity, p + R @ robot.tool_offset, R @ robot.tool_rotation
    )


def with_body(link: PlainJoint, other: PlainJoint, R: Array, p: Array) -> PlainJoint:
    """A link with another body, placed in its frame, welded on (Steiner)."""
    mass = link.mass + other.mass
    place = p + R @ other.com
    com = (link.mass * link.com + other.mass * place) / mass

    def moved(inertia: Array, m: float, arm: Array) -> Array:
        return inertia + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))

    inertia = moved(link.inertia, link.mass, link.com - com)
    inertia = inertia + moved(R @ other.inertia @ R.T, other.mass, place - com)
    return replace(link, mass=mass, com=com, inertia=inertia)


@pytest.mark.parametrize("seed", range(6))
def test_a_fixed_joint_welds_its_link_to_the_one_that_carries_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 4, tree=seed % 2 == 1)
    fixed = int(rng.integers(4))
    joints = list(robot.joints)
    joints[fixed] = replace(joints[fixed], kind="F")
    joints[(fixed + 1) % 4] = replace(joints[(fixed + 1) % 4], kind="R")
    robot = replace(robot, joints=tuple(joints))
    whole, merged = torsor.derive(table_of(robot)), torsor.derive(table_of(welded(robot)))
    state = short_state(rng, robot.dof)
    values = with_state({}, state)
    size = driving_forces(robot, state.q, state.dq, state.ddq).magnitude.sum()
    assert len(merged.robot.joints) < len(whole.robot.joints)
    found, wanted = numbers(whole.tau, values), numbers(merged.tau, values)
    assert relative_error(found, wanted, size) <= TOLERANCE


@pytest.mark.parametrize("after", range(6))
def test_a_fixed_joint_that_carries_nothing_and_moves_nothing_changes_nothing(after: int) -> None:
    robot = load("rttrr")
    nothing = Link(ZERO, ORIGIN, (ZERO,) * 6)
    below = [replace(j, parent=j.parent + 1) for j in robot.joints[after:]]
    joints = (*robot.joints[:after], Joint("F", robot.joints[0].axis, Frame(), after), *below)
    links = (*robot.links[:after], nothing, *robot.links[after:])
    assert torsor.derive(replace(robot, joints=joints, links=links)).tau == model("rttrr").tau


def test_a_robot_on_a_tilted_socket_feels_gravity_tilted() -> None:
    """Turned by 30° about x, down is (0, −g/2, −√3/2 g) in the axes of the socket."""
    plain = load("3r")
    nothing = Link(ZERO, ORIGIN, (ZERO,) * 6)
    x, z = axis_field("x"), axis_field("z")
    socket = Joint("F", z, Frame(rotation=(Turn(x, formula("30deg")),)))
    on_socket = replace(
        plain,
        joints=(socket, *(replace(j, parent=j.parent + 1) for j in plain.joints)),
        links=(nothing, *plain.links),
    )
    tilted = replace(plain, gravity=(ZERO, formula("-g/2"), formula("-sqrt(3)/2*g")))
    assert torsor.derive(on_socket).tau == torsor.derive(tilted).tau


# trees --------------------------------------------------------------------------------------------

BRANCH, OTHER_BRANCH = ("2", "4"), ("3",)
"""The coordinates of the two branches of the tree; the first is common to both."""


@pytest.mark.parametrize("payload", ["wrench", "body", "weight", "none"])
def test_a_tree_agrees_with_both_oracles(payload: str) -> None:
    found = model("tree", payload)
    rng = np.random.default_rng(7)
    for _ in range(3):
        values = random_values(rng, found.robot)
        truth = in_numbers(found.robot, values)
        state = short_state(rng, truth.robot.dof)
        assert not too_large(errors(found, values, truth.robot, state, truth.payload))


def test_branches_do_not_share_inertia() -> None:
    M = model("tree").M
    for i in BRANCH:
        for j in OTHER_BRANCH:
            assert not M[int(i) - 1][int(j) - 1]


def test_a_branch_knows_nothing_of_the_motion_of_another() -> None:
    tau = model("tree").tau
    for here, there in ((BRANCH, OTHER_BRANCH), (OTHER_BRANCH, BRANCH)):
        for i in here:
            symbols = tau[int(i) - 1].symbols()
            assert not any(f"{d}q{j}" in symbols for j in there for d in ("", "d", "dd"))


def test_the_load_is_felt_only_on_the_branch_that_carries_it() -> None:
    payload = model("tree").payload
    assert not any(payload[int(i) - 1] for i in OTHER_BRANCH)
    assert all(payload[int(i) - 1] for i in BRANCH)


def test_two_arms_on_one_base_are_two_robots() -> None:
    arm = [{"kind": "R", "axis": "z"}, {"kind": "R", "axis": "y", "offset": ["l1", 0, 0]}]
    second = [{**arm[0], "parent": 0}, {**arm[1], "offset": ["l3", 0, 0]}]
    alone = torsor.derive({"joint": arm, "payload": "none"})
    both = torsor.derive({"joint": [*arm, *second], "payload": "none"})

    def renumbered(text: str) -> str:
        return re.sub(r"\b((?:d?d?q|m|l|r[xyz]|I[xyz]{2}))([12])\b", _two_more, text)

    assert both.tau[:2] == tuple(tau.to(both.ring) for tau in alone.tau)
    assert both.tau[2:] == tuple(both.parse(renumbered(str(tau))) for tau in alone.tau)


def _two_more(symbol: re.Match[str]) -> str:
    return f"{symbol[1]}{int(symbol[2]) + 2}"


def test_the_base_of_a_tree_bears_both_branches() -> None:
    """At rest the base carries the whole weight, and nothing else without a load."""
    found = model("tree", "none")
    rest = {f"{d}q{k}": 0 for d in ("d", "dd") for k in range(1, 5)}
    weight = found.parse("g*(m1 + m2 + m3 + m4 + m5)")
    assert [e.subs(rest) for e in found.links[0].f] == [0, 0, weight]
