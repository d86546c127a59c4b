"""Where every frame is and how it moves: exactly, by differentiation, and against Pinocchio."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from tests.mechanics.exact import SMALL, diff, dt, every_robot, load, model, small_robots, speeds
from tests.oracles import pinocchio_model as pinocchio
from tests.oracles.plain import Array, PlainRobot
from tests.oracles.random_robots import State
from tests.truth.bridge import plain_robot, random_values, short_state, with_state
from tests.truth.judge import TOLERANCE, numbers, relative_error
from tests.truth.magnitudes import magnitudes

from torsor.algebra.scalars.floats import FloatScalars
from torsor.algebra.scalars.ring import RingScalars
from torsor.errors import UnknownNameError
from torsor.mechanics import kinematics
from torsor.mechanics.chain import Chain, chain_of
from torsor.robot.symbols import coordinates, robot_ring
from torsor.spatial.rotations import roll_pitch_yaw
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import IDENTITY, ZERO, Vector, skew

MOTION = ("omega", "alpha", "velocity", "acceleration")


def frames(chain: Chain) -> list[int | str]:
    """The names of all frames."""
    return [*range(len(chain.links) + 1), "tool"]


def moving_frames(name: str) -> list[tuple[Transform, kinematics.FrameMotion]]:
    """Pose and true motion of every link's frame and of the tool."""
    chain = model(name).chain
    pose, motion = kinematics.poses(chain), kinematics.motion(chain)
    found = [(pose[i], motion[i]) for i in motion]
    return [*found, (pose["tool"], kinematics.tool_motion(chain))]


@cache
def chain_with_a_point(name: str) -> tuple[Chain, Vector]:
    """The chain over a ring that also has the coordinates of any point."""
    robot = load(name)
    ring = robot_ring(robot).extended(["px", "py", "pz"])
    return chain_of(robot, RingScalars(ring)), Vector(ring.symbol(s) for s in ("px", "py", "pz"))


# poses --------------------------------------------------------------------------------------------


@every_robot
def test_every_rotation_is_proper_and_orthogonal(name: str) -> None:
    for pose in kinematics.poses(model(name).chain).values():
        assert pose.R.T @ pose.R == IDENTITY
        x, y, z = pose.R.T
        assert x.cross(y) == z


@every_robot
def test_a_transform_and_its_inverse_are_one_another_s_way_back(name: str) -> None:
    chain = model(name).chain
    for seen, from_frame in product(frames(chain), repeat=2):
        there = kinematics.transform(chain, seen, from_frame)
        assert there.inverse == kinematics.transform(chain, from_frame, seen)
        assert there.inverse @ there == Transform(IDENTITY, ZERO)


@small_robots
def test_transforms_compose_over_any_frame_between(name: str) -> None:
    chain = model(name).chain
    for a, b, c in product(frames(chain), repeat=3):
        over_b = kinematics.transform(chain, b, a) @ kinematics.transform(chain, c, b)
        assert over_b == kinematics.transform(chain, c, a)


@every_robot
def test_the_transform_from_the_base_is_the_pose(name: str) -> None:
    chain = model(name).chain
    for frame, pose in kinematics.poses(chain).items():
        assert kinematics.transform(chain, frame) == pose


def test_a_homogeneous_matrix_moves_points_as_the_transform_does() -> None:
    chain, point = chain_with_a_point("tilted")
    pose = kinematics.transform(chain, "tool")
    assert pose.matrix @ Vector((*point, 1)) == Vector((*(pose.R @ point + pose.p), 1))
    assert pose.matrix[3] == (0, 0, 0, 1)


def test_a_frame_that_is_not_there_is_named_with_those_that_are() -> None:
    chain = model("3r").chain
    for frame in (4, -1, "hand"):
        with pytest.raises(UnknownNameError, match="expected 0 to 3 or 'tool'"):
            kinematics.transform(chain, frame)
        with pytest.raises(UnknownNameError, match="expected 0 to 3 or 'tool'"):
            kinematics.jacobian(chain, frame)


# velocities and accelerations, by differentiation -------------------------------------------------


@every_robot
def test_velocity_is_the_derivative_of_position(name: str) -> None:
    for pose, motion in moving_frames(name):
        assert dt(pose.p) == pose.R @ motion.v


@every_robot
def test_angular_velocity_is_the_derivative_of_rotation(name: str) -> None:
    for pose, motion in moving_frames(name):
        assert pose.R.T @ dt(pose.R) == skew(motion.omega)


@every_robot
def test_true_acceleration_is_the_derivative_of_velocity(name: str) -> None:
    for pose, motion in moving_frames(name):
        assert dt(pose.R @ motion.v) == pose.R @ motion.a


@every_robot
def test_angular_acceleration_is_the_derivative_of_angular_velocity(name: str) -> None:
    for pose, motion in moving_frames(name):
        assert dt(motion.omega) == motion.epsilon
        assert dt(pose.R @ motion.omega) == pose.R @ motion.epsilon


@every_robot
def test_a_mass_centre_moves_as_its_position_changes(name: str) -> None:
    chain = model(name).chain
    pose = kinematics.poses(chain)
    for i, motion in kinematics.mass_centre_motion(chain).items():
        velocity = dt(pose[i].R @ chain.links[i - 1].body.r_C + pose[i].p)
        assert velocity == pose[i].R @ motion.v
        assert dt(velocity) == pose[i].R @ motion.a


# jacobians ----------------------------------------------------------------------------------------


@every_robot
def test_a_jacobian_is_the_derivative_of_any_point_by_the_coordinates(name: str) -> None:
    chain, point = chain_with_a_point(name)
    for frame in frames(chain):
        pose, J = kinematics.transform(chain, frame), kinematics.jacobian(chain, frame, point)
        for k, q in enumerate(coordinates(load(name))):
            assert J.J_v.T[k] == diff(pose.R @ point + pose.p, q)


@every_robot
def test_a_jacobian_takes_speeds_to_velocity_and_angular_velocity(name: str) -> None:
    chain, dq = model(name).chain, speeds(model(name))
    last = len(chain.links)
    for frame, (pose, motion) in zip([*range(last + 1), "tool"], moving_frames(name), strict=True):
        J = kinematics.jacobian(chain, frame)
        assert J.J_v @ dq == pose.R @ motion.v
        assert J.J_w @ dq == pose.R @ motion.omega


@every_robot
def test_the_jacobian_of_a_mass_centre_takes_speeds_to_its_velocity(name: str) -> None:
    chain, dq = model(name).chain, speeds(model(name))
    pose = kinematics.poses(chain)
    for i, motion in kinematics.mass_centre_motion(chain).items():
        assert kinematics.mass_centre_jacobian(chain, i).J_v @ dq == pose[i].R @ motion.v


# against Pinocchio --------------------------------------------------------------------------------


class Case:
    """A robot at random values in a random state, in closed form and in Pinocchio."""

    def __init__(self, name: str) -> None:
        rng = np.random.default_rng(5)
        robot = model(name).robot
        values = random_values(rng, robot)
        self.robot = robot
        self.chain = model(name).chain
        self.plain: PlainRobot = plain_robot(robot, values)
        self.state: State = short_state(rng, robot.dof)
        self.values = with_state(values, self.state)
        self.theirs = pinocchio.build(self.plain)
        self.sizes = magnitudes(self.plain, self.state)
        self.point = rng.uniform(-1, 1, 3)

    def theirs_at(self, frame: int, point: Array) -> pinocchio.PinocchioRobot:
        """Pinocchio's robot with its tool in this point of this frame."""
        frames = self.theirs.model.frames
        place = frames[frame].placement * pin.SE3(np.eye(3), point)
        name, joint = f"point {len(frames)}", frames[frame].parentJoint  # a name is taken once only
        added = pin.Frame(name, joint, 0, place, pin.FrameType.OP_FRAME)
        return replace(self.theirs, tool=int(self.theirs.model.addFrame(added)))


@cache
def case(name: str) -> Case:
    """The case of this robot, made once."""
    return Case(name)


def agrees(found: Any, wanted: Array, magnitude: float) -> bool:
    """Whether two arrays are the same, measured by what they are made of."""
    return relative_error(np.asarray(found), wanted, magnitude) <= TOLERANCE


@every_robot
def test_every_frame_moves_as_in_pinocchio(name: str) -> None:
    it = case(name)
    theirs = (*it.theirs.links, it.theirs.tool)
    for (pose, motion), frame, size in zip(moving_frames(name)[1:], theirs, it.sizes, strict=True):
        other = pinocchio.frame_motion(
            it.theirs, frame, it.state.q, it.state.dq, it.state.ddq, axes="tool"
        )
        assert agrees(numbers(pose.R, it.values), other.rotation, 3.0)
        assert agrees(numbers(pose.p, it.values), other.position, size.position)
        ours = (motion.omega, motion.epsilon, motion.v, motion.a)
        for quantity, expressions in zip(MOTION, ours, strict=True):
            found = numbers(expressions, it.values)
            assert agrees(found, getattr(other, quantity), getattr(size, quantity)), quantity


@every_robot
def test_every_mass_centre_accelerates_as_in_pinocchio(name: str) -> None:
    it = case(name)
    for i, motion in kinematics.mass_centre_motion(it.chain).items():
        com = it.plain.joints[i - 1].com
        theirs = it.theirs_at(it.theirs.links[i - 1], com)
        other = pinocchio.frame_motion(
            theirs, theirs.tool, it.state.q, it.state.dq, it.state.ddq, axes="tool"
        )
        size = it.sizes[i - 1].moved(float(np.linalg.norm(com)))
        assert agrees(numbers(motion.v, it.values), other.velocity, size.velocity)
        assert agrees(numbers(motion.a, it.values), other.acceleration, size.acceleration)


@every_robot
def test_a_jacobian_of_any_point_is_pinocchio_s(name: str) -> None:
    it = case(name)
    point = Vector(float(e) for e in it.point)
    theirs = (*it.theirs.links, it.theirs.tool)
    for frame, other, size in zip(frames(it.chain)[1:], theirs, it.sizes, strict=True):
        ours = kinematics.jacobian(it.chain, frame, point)
        wanted = pinocchio.tool_jacobian(it.theirs_at(other, it.point), it.state.q)
        reach = size.position + float(np.linalg.norm(it.point))
        for k, link in enumerate(link for link in it.chain.links if link.kind != "F"):
            linear = numbers(ours.J_v.T[k], it.values)
            angular = numbers(ours.J_w.T[k], it.values)
            assert agrees(linear, wanted[:3, k], reach if link.kind == "R" else 1.0)
            assert agrees(angular, wanted[3:, k], 1.0)


@every_robot
def test_floats_through_the_same_lines_give_the_same_poses(name: str) -> None:
    it = case(name)
    in_floats = kinematics.poses(chain_of(it.robot, FloatScalars(it.values)))
    for frame, pose in kinematics.poses(it.chain).items():
        assert agrees(numbers(in_floats[frame].R, {}), numbers(pose.R, it.values), 3.0)
        reach = it.sizes[-1].position if frame == "tool" else 0.0
        reach = reach or it.sizes[frame - 1].position
        assert agrees(numbers(in_floats[frame].p, {}), numbers(pose.p, it.values), reach)


def test_roll_pitch_and_yaw_are_those_of_pinocchio() -> None:
    rng = np.random.default_rng(6)
    for _ in range(50):
        roll, pitch, yaw = rng.uniform(-1.5, 1.5, 3)
        R = pin.rpy.rpyToMatrix(roll, pitch, yaw)
        assert np.allclose(roll_pitch_yaw(R.tolist()), (roll, pitch, yaw), 0, 1e-14)


def test_the_small_robots_have_every_kind_of_joint() -> None:
    kinds = {joint.kind for name in SMALL for joint in load(name).joints}
    assert kinds == {"R", "T", "F"}
