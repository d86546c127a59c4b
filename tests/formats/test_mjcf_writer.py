"""Robots written as MJCF: MuJoCo reads the same model, and so does Torsor."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import mujoco
import numpy as np
import pytest
from tests.formats.mujoco_truth import array, at, driving_forces, errors
from tests.oracles import recursion
from tests.oracles.plain import PlainRobot
from tests.oracles.random_robots import random_robot, random_state
from tests.truth.bridge import entries, random_values

import torsor
from torsor import Robot, TorsorError
from torsor.formats.mjcf.reader import read_mjcf
from torsor.formats.mjcf.writer import in_numbers, mjcf_and_notes, write_mjcf
from torsor.mechanics.kinematics import poses
from torsor.spatial.rotations import quaternion_of

ALL = os.environ.get("TORSOR_PROVE") == "all"
COUNT = 100
TOLERANCE = 1e-10


def robot_of(plain: PlainRobot, rng: np.random.Generator, drives: bool) -> Robot:
    """A plain robot through the public door, with drives if asked for."""
    rows = []
    for joint in plain.joints:
        link: dict[str, Any] = {
            "mass": float(joint.mass),
            "com": [float(e) for e in joint.com],
            "inertia": entries(joint.inertia),
        }
        if drives and joint.movable:
            keys = ("viscous", "coulomb", "rotor", "spring", "rest")
            link |= {k: float(rng.uniform(0, 2)) for k in keys} | {"ratio": 3}
        rows.append(
            {
                "kind": joint.kind,
                "axis": [float(e) for e in joint.axis],
                "offset": [float(e) for e in joint.offset],
                "rotation": {"quaternion": quaternion_of(joint.rotation.tolist())},
                "parent": joint.parent + 1,
                "link": link,
            }
        )
    tool = {
        "offset": [float(e) for e in plain.tool_offset],
        "rotation": {"quaternion": quaternion_of(plain.tool_rotation.tolist())},
    }
    gravity = [float(e) for e in plain.gravity]
    return torsor.load({"joint": rows, "tool": tool, "gravity": gravity})


def drawn(seed: int) -> tuple[PlainRobot, Robot]:
    rng = np.random.default_rng([seed, 6])
    plain = random_robot(rng, 1 + seed % 7, tree=seed % 3 == 2)
    return plain, robot_of(plain, rng, drives=seed % 2 == 1)


def branch_by_branch(robot: Robot) -> list[int]:
    """Where each of our moving joints stands in MuJoCo's order."""
    found: list[int] = []
    waiting = [0]
    while waiting:
        link = waiting.pop()
        if link:
            found.append(link)
        waiting += [i for i, j in reversed(list(enumerate(robot.joints, 1))) if j.parent == link]
    moving = [i for i in found if robot.joints[i - 1].kind != "F"]
    return [moving.index(i) for i in robot.displacement]


def moved_by(robot: Robot, q: Any, zero: Any) -> Any:
    return poses(at(robot, q, zero, zero)[0])["tool"]


@pytest.mark.parametrize("seed", range(COUNT))
def test_a_random_robot_is_the_same_in_mujoco_and_when_read_back(seed: int) -> None:
    plain, robot = drawn(seed)
    text, unsaid = mjcf_and_notes(robot, {})
    order = branch_by_branch(robot)
    assert any("branch by branch" in note for note in unsaid) == (order != sorted(order))

    model = mujoco.MjModel.from_xml_string(text)
    site = ("site", mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SITE, "tool"))
    found = errors(robot, model, site, seed=seed, count=10 if ALL else 1, order=order)
    assert max(found.values()) < TOLERANCE, found

    state = random_state(np.random.default_rng(seed), robot.dof)
    mine = driving_forces(replace_drives(robot), state.q, state.dq, state.ddq)
    judged = recursion.driving_forces(plain, state.q, state.dq, state.ddq)
    assert np.abs(mine - judged.tau).max() < TOLERANCE * judged.magnitude.sum()

    again = read_mjcf(text, "again", exact_angles=False)
    assert again.dof == robot.dof
    theirs = [np.empty(robot.dof) for _ in range(3)]
    for target, ours in zip(theirs, (state.q, state.dq, state.ddq), strict=True):
        target[order] = ours
    back = driving_forces(again, *theirs)[order]
    ours = driving_forces(robot, state.q, state.dq, state.ddq)
    assert np.abs(back - ours).max() < TOLERANCE * judged.magnitude.sum()
    zero = np.zeros(robot.dof)
    here, there = moved_by(robot, state.q, zero), moved_by(again, theirs[0], zero)
    assert np.abs(array(here.R) - array(there.R)).max() < TOLERANCE
    assert np.abs(array(here.p) - array(there.p)).max() < 100 * TOLERANCE
    coulomb = [robot.links[i - 1].drive.coulomb for i in robot.displacement]
    kept = [again.links[i - 1].drive.coulomb for i in again.displacement]
    assert [kept[k] for k in order] == coulomb


def replace_drives(robot: Robot) -> Robot:
    """The robot without its drives, as the oracles know it."""
    return replace(robot, links=tuple(replace(e, drive=type(e.drive)()) for e in robot.links))


LIBRARY = ("rttrr", "3r", "rv1a", "puma560", "iiwa", "panda", "stanford", "ur5", "planar2r")


@pytest.mark.parametrize("name", LIBRARY)
def test_a_library_robot_read_back_is_the_same_to_the_last_digit(name: str) -> None:
    robot = torsor.load(name)
    values = random_values(np.random.default_rng(1), robot.with_payload("none"))
    again = read_mjcf(write_mjcf(robot, values), robot.name)
    wanted = in_numbers(robot, values)
    assert [j.name for j in again.joints] == [j.name for j in wanted.joints]
    assert again.links == wanted.links
    assert again.gravity == wanted.gravity
    state = random_state(np.random.default_rng(2), robot.dof)
    zero = np.zeros(robot.dof)
    here, there = moved_by(wanted, state.q, zero), moved_by(again, state.q, zero)
    assert np.abs(array(here.p) - array(there.p)).max() < 1e-14
    assert [j.axis for j in again.joints] == [j.axis for j in wanted.joints]
    assert [j.placement.offset for j in again.joints] == [j.placement.offset for j in wanted.joints]
    assert not any("snapped" in note for note in again.notes)


def test_massless_links_between_joints_share_a_body() -> None:
    robot = torsor.load(
        {
            "name": "wrist",
            "joint": [
                {"kind": "R", "axis": "z", "offset": ["1/3", 0, 1], "link": MASSLESS},
                {"kind": "T", "axis": "x", "offset": [0, 2, 0], "link": MASSLESS,
                 "rotation": "Rx(30deg) Rz(20deg)"},
                {"kind": "R", "axis": [1, 2, 2], "offset": [1, 0, 0], "link": BODY},
            ],
            "gravity": [0, 0, "-9.81"],
        }
    )  # fmt: skip
    text = write_mjcf(robot, {})
    assert text.count("<body") == 1
    model = mujoco.MjModel.from_xml_string(text)
    found = errors(robot, model, ("site", 0))
    assert max(found.values()) < TOLERANCE, found
    again = read_mjcf(text, "again", exact_angles=False)
    found = errors(again, model, ("site", 0))
    assert max(found.values()) < TOLERANCE, found


MASSLESS = {"mass": 0, "com": 0, "inertia": 0}
BODY = {"mass": 2, "com": [0.1, 0, 0.2], "inertia": [0.3, 0.2, 0.25]}


def test_a_point_mass_may_be_welded_to_a_body_but_not_move_alone() -> None:
    point = {"mass": 2, "com": [1, 0, 0], "inertia": 0}
    rod = {"mass": 2, "com": [1, 0, 0], "inertia": [0.5, 0.5, 0]}
    rows = [
        {"kind": "R", "axis": "y", "link": BODY},
        {"kind": "F", "link": point},
        {"kind": "F", "link": rod, "parent": 1},
        {"kind": "R", "axis": "y", "link": MASSLESS},
        {"kind": "F", "link": BODY},
    ]
    robot = torsor.load({"joint": rows, "gravity": [0, 0, -9.81]})
    text = write_mjcf(robot, {})
    found = errors(robot, mujoco.MjModel.from_xml_string(text), ("site", 0))
    assert max(found.values()) < TOLERANCE, found
    rows[0]["link"] = MASSLESS
    with pytest.raises(TorsorError, match=r"link 1 .* MuJoCo needs both"):
        write_mjcf(torsor.load({"joint": rows, "gravity": [0, 0, -9.81]}), {})


def test_a_carried_body_is_written_and_symbols_without_value_are_named() -> None:
    robot = torsor.load("planar2r").with_payload("body")
    values = random_values(np.random.default_rng(0), robot)
    assert '<body name="payload"' in write_mjcf(robot, values)
    values.pop("mp"), values.pop("l1")
    with pytest.raises(TorsorError, match=r"no value for .*l1.*mp"):
        write_mjcf(robot, values)


def test_couplings_are_equality_constraints() -> None:
    rows = [
        {"kind": "R", "axis": "z", "name": "a", "link": BODY},
        {"kind": "R", "axis": "y", "mimic": {"joint": "a", "ratio": -2, "offset": "0.3rad"},
         "link": BODY, "offset": [1, 0, 0]},
        {"kind": "T", "axis": "x", "link": BODY, "moves": "q2 + 1/4"},
    ]  # fmt: skip
    robot = torsor.load({"joint": rows, "gravity": [1, 2, -9.81]})
    text = write_mjcf(robot, {})
    model = mujoco.MjModel.from_xml_string(text)
    assert model.neq == 1
    again = read_mjcf(text, "again", exact_angles=False)
    assert again.dof == 2
    state = random_state(np.random.default_rng(3), 2)
    ours, back = (driving_forces(r, state.q, state.dq, state.ddq) for r in (robot, again))
    assert np.abs(ours - back).max() < 1e-10


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([{"link": MASSLESS}], "link 1 .* has no mass"),
        ([{"link": {**BODY, "inertia": 0}}], "link 1 .* no inertia about some axis"),
        ([{"link": {**BODY, "inertia": [0, 0, 1]}}], "no body can have"),
        ([{"link": {**BODY, "inertia": [1, 1, 3]}}], "no body can have"),
        ([{"link": MASSLESS}] * 7 + [{"link": BODY}], "at most 6 joints"),
        ([{"link": BODY}, {"link": BODY}, {"link": BODY, "moves": "q1 + q2"}], "couples a joint"),
    ],
)
def test_what_mjcf_cannot_say_is_refused_in_one_sentence(rows: list, sentence: str) -> None:
    table = {"joint": [{"kind": "R", "axis": "z", **row} for row in rows], "gravity": [0, 0, -9.81]}
    with pytest.raises(TorsorError, match=sentence):
        write_mjcf(torsor.load(table), {})


def test_robots_of_bodies_and_bare_weights_are_refused() -> None:
    with pytest.raises(TorsorError, match="given by bodies"):
        write_mjcf(torsor.load("rv1a-paper"), {})
    with pytest.raises(TorsorError, match="weight"):
        write_mjcf(torsor.load("planar2r").with_payload("weight"), {})


@pytest.mark.parametrize(
    "name", ['a"b', "a'b<c>&d", "$(rm -rf)", r"\input{x}", "é ü", "--", "a\nb"]
)
def test_any_name_is_written_and_read(name: str) -> None:
    robot = torsor.load({"joint": [{"kind": "R", "axis": "z", "link": BODY}]})
    robot = replace(robot, name=name, joints=(replace(robot.joints[0], name=name),),
                    hypotheses=("g = 9.81",))  # fmt: skip
    text = write_mjcf(robot, {})
    model = mujoco.MjModel.from_xml_string(text)
    assert model.njnt == 1
    again = read_mjcf(text, "again")
    assert again.links == robot.links
