"""Nothing of the robot's lines comes below the floor or into a sphere: by forward kinematics."""

from __future__ import annotations

import numpy as np
import pytest
from tests.identification.excitation.robots import PANDA, QUICK, TREE, URDF
from tests.identification.excitation.test_limits_are_kept import anywhere

import torsor

UR10 = str(URDF / "ur_description/urdf/ur10_robot.urdf")


def points_between(robot, q, count=25):
    """Points all along the lines from each joint's origin to the next and to the tool."""
    arm = torsor.compile(robot, {"g": 9.81} if robot is TREE else None)
    joints = arm.robot.joints
    origins = [arm.forward_kinematics(q, link=i)[:, :3, 3] for i in range(len(joints) + 1)]
    tool = arm.forward_kinematics(q)[:, :3, 3]
    lines = [(origins[joint.parent], origins[i]) for i, joint in enumerate(joints, 1)]
    shares = np.linspace(0, 1, count)[:, None, None]
    return [a + shares * (b - a) for a, b in (*lines, (origins[-1], tool))]


def lowest_of_what_moves(robot, q):
    """Of the ends that move, and of all between where both do."""
    lowest = np.inf
    for line in points_between(robot, q):
        begins, ends = (np.ptp(line[place], axis=0).max() > 1e-9 for place in (0, -1))
        if ends:
            lowest = min(lowest, line[0 if begins else -1 :, :, 2].min())
    return lowest


@pytest.mark.parametrize(
    "robot, options, floor",
    [("panda", PANDA, 0.1), (UR10, {}, 0.1), (TREE, {}, 0.42)],
    ids=["panda", "ur10", "tree"],
)
def test_what_moves_stays_above_the_floor(robot, options, floor):
    found = torsor.excite(robot, **options, **QUICK, floor=floor)
    _, q, _, _ = anywhere(found, 1500)
    lowest = lowest_of_what_moves(robot, q)
    assert lowest > floor
    ((what, clearance),) = found.clearances
    assert what == f"the floor at z = {floor:g}"
    assert 0 < clearance < lowest - floor + 1e-3
    free = torsor.excite(robot, **options, **QUICK)
    assert lowest_of_what_moves(robot, free.q[::10]) < floor, "the floor asks for nothing"
    assert found.median < 10 * free.median


def test_no_line_enters_a_sphere_that_the_free_motion_goes_through():
    free, radius = torsor.excite("panda", **PANDA, **QUICK), 0.1
    centre = torsor.compile("panda").forward_kinematics(free.q[len(free.q) // 2])[:3, 3]

    def nearest(found):
        lines = points_between("panda", anywhere(found, 1500)[1], 101)
        return min(np.linalg.norm(line - centre, axis=-1).min() for line in lines)

    assert nearest(free) < radius, "the sphere is in nobody's way"
    kept = torsor.excite("panda", **PANDA, **QUICK, keep_out=[(*centre, radius)], floor=-0.3)
    assert nearest(kept) > radius
    assert len(kept.clearances) == 2
    assert kept.clearances[1][1] <= nearest(kept) - radius + 1e-3


def test_a_floor_that_no_posture_is_above_is_refused_with_what_comes_nearest():
    with pytest.raises(torsor.TorsorError, match=r"no posture within .* above the floor at z = 2"):
        torsor.excite("panda", **PANDA, **QUICK, floor=2.0)


def test_a_start_below_the_floor_is_refused():
    with pytest.raises(
        torsor.TorsorError, match="start: there the tool is to stay above the floor"
    ):
        torsor.excite("panda", **PANDA, **QUICK, floor=0.2, start=[0, 1.7, 0, -0.1, 0, 1, 0])
