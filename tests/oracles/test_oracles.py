"""The two oracles agree with one another, so that either may judge the exact core."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from . import pinocchio_model as theirs
from . import recursion as ours
from .plain import Array, PlainJoint, PlainRobot, Wrench
from .random_robots import State, random_robot, random_state, random_wrench

TOLERANCE = 1e-12


@dataclass(frozen=True, eq=False)
class Case:
    """One random robot in one random state, under one random payload."""

    robot: PlainRobot
    pinocchio: theirs.PinocchioRobot
    state: State
    payload: Wrench


@pytest.fixture(params=range(30), ids="robot{}".format)
def case(request: pytest.FixtureRequest) -> Case:
    """Draw chains for even seeds and trees for odd ones, of one to seven joints."""
    seed = int(request.param)
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, joints=1 + seed % 7, tree=seed % 2 == 1)
    state = random_state(rng, robot.dof)
    return Case(robot, theirs.build(robot), state, random_wrench(rng))


def close(a: Array, b: Array, scale: float | None = None) -> bool:
    """Compare two arrays, relative to the magnitudes they are made of."""
    size = np.abs(a).sum() + np.abs(b).sum() if scale is None else scale
    return bool(np.linalg.norm(a - b) <= TOLERANCE * size)


@pytest.mark.parametrize("loaded", [False, True], ids=["free", "loaded"])
def test_driving_forces_agree(case: Case, loaded: bool) -> None:
    q, dq, ddq = case.state.q, case.state.dq, case.state.ddq
    payload = case.payload if loaded else None
    forces = ours.driving_forces(case.robot, q, dq, ddq, payload)
    assert close(
        forces.tau,
        theirs.rnea(case.pinocchio, q, dq, ddq, payload),
        scale=forces.magnitude.sum(),
    )


def test_mass_matrices_agree_and_are_positive(case: Case) -> None:
    mass = ours.mass_matrix(case.robot, case.state.q)
    assert close(mass, theirs.crba(case.pinocchio, case.state.q))
    assert np.linalg.eigvalsh(mass).min() > 0


def test_gravity_forces_agree(case: Case) -> None:
    rest = np.zeros(case.robot.dof)
    held = ours.driving_forces(case.robot, case.state.q, rest, rest)
    assert close(
        held.tau,
        theirs.generalized_gravity(case.pinocchio, case.state.q),
        scale=held.magnitude.sum(),
    )


def test_forces_are_mass_coriolis_and_gravity(case: Case) -> None:
    q, dq, ddq = case.state.q, case.state.dq, case.state.ddq
    forces = ours.driving_forces(case.robot, q, dq, ddq)
    parts = (
        ours.mass_matrix(case.robot, q) @ ddq
        + theirs.coriolis(case.pinocchio, q, dq) @ dq
        + ours.gravity_forces(case.robot, q)
    )
    assert close(forces.tau, parts, scale=forces.magnitude.sum())


def test_every_frame_moves_alike(case: Case) -> None:
    q, dq, ddq = case.state.q, case.state.dq, case.state.ddq
    motions = ours.link_motions(case.robot, q, dq, ddq)
    motions.append(ours.tool_motion(case.robot, motions))
    for frame, mine in zip((*case.pinocchio.links, case.pinocchio.tool), motions, strict=True):
        other = theirs.frame_motion(case.pinocchio, frame, q, dq, ddq)
        for name in ("rotation", "position", "omega", "alpha", "velocity", "acceleration"):
            # a sum of products of speeds and arms may cancel: never measure against less than one
            a, b = getattr(mine, name), getattr(other, name)
            assert close(a, b, scale=1.0 + np.abs(a).sum() + np.abs(b).sum()), name


def test_tool_jacobians_agree(case: Case) -> None:
    assert close(
        ours.tool_jacobian(case.robot, case.state.q),
        theirs.tool_jacobian(case.pinocchio, case.state.q),
    )


def test_a_wrench_means_the_same_in_tool_axes_and_in_base_axes(case: Case) -> None:
    q, dq, ddq = case.state.q, case.state.dq, case.state.ddq
    rotation, _ = theirs.tool_placement(case.pinocchio, q)
    local = Wrench(case.payload.force, case.payload.moment, axes="tool")
    world = Wrench(rotation @ local.force, rotation @ local.moment, axes="base")
    ours_local, ours_world = (
        ours.inverse_dynamics(case.robot, q, dq, ddq, wrench) for wrench in (local, world)
    )
    theirs_local, theirs_world = (
        theirs.rnea(case.pinocchio, q, dq, ddq, wrench) for wrench in (local, world)
    )
    assert close(ours_local, ours_world)
    assert close(theirs_local, theirs_world)


def test_a_pendulum_holds_its_weight() -> None:
    arm = PlainJoint("R", axis=np.array([0.0, 1.0, 0.0]), mass=2.0, com=np.array([0.5, 0.0, 0.0]))
    robot = PlainRobot((arm,), tool_offset=np.array([1.0, 0.0, 0.0]))
    load = Wrench(np.array([0.0, 0.0, 3.0]), np.zeros(3))  # the hand pushes its load upwards
    rest = np.zeros(1)
    expected = np.array([-(2.0 * 9.81 * 0.5 + 3.0 * 1.0)])
    assert close(ours.inverse_dynamics(robot, rest, rest, rest, load), expected)
    assert close(theirs.rnea(theirs.build(robot), rest, rest, rest, load), expected)


def test_a_parent_comes_before_its_children() -> None:
    with pytest.raises(ValueError, match="joint 0 names the parent 0"):
        PlainRobot((PlainJoint("F", axis=np.array([0.0, 0.0, 1.0]), parent=0),))
