"""Inverse kinematics: what is reached is reached, within limits, and what is not is told."""

import copy
import pickle
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.formats.arms import DATA

import torsor
from torsor.errors import ArgumentTypeError, NotReachedError, RobotError, TorsorError
from torsor.formats.load import library_names
from torsor.program.kinematics.ranges import find_ranges
from torsor.program.kinematics.rotation_vectors import rotation_vectors, vector_rates
from torsor.robot.symbols import parameters

CHAINS = [n for n in library_names() if not torsor.load(n).bodies]


@cache
def arm_of(name: str) -> Any:
    robot = torsor.load(name).with_payload("none")
    lengths = [p for p in parameters(robot) if p not in robot.numbers]
    return torsor.compile(robot, {p: 0.3 + 0.05 * k for k, p in enumerate(lengths)})


def targets(arm: Any, count: int, seed: int = 1) -> np.ndarray:
    """Poses of random coordinates within the limits."""
    ranges = find_ranges(arm.robot, arm.values)
    q, slid = ranges.draw(np.random.default_rng(seed), count)
    return arm.forward_kinematics(q + slid)


@pytest.mark.parametrize("name", CHAINS)
def test_every_pose_that_an_arm_can_take_is_found_again(name: str) -> None:
    arm = arm_of(name)
    T = targets(arm, 60)
    q = arm.inverse_kinematics(T, raises=True)
    assert q.shape == (60, arm.n)
    assert q.reached.all()
    assert np.abs(arm.forward_kinematics(q) - T).max() < 2e-10
    assert q.error.max() <= 1e-10


@pytest.mark.parametrize("name", ["panda", "ur5e", "puma560"])
def test_of_a_thousand_random_poses_hardly_one_is_missed(name: str) -> None:
    arm = torsor.compile(name)
    q = arm.inverse_kinematics(targets(arm, 1000))
    assert q.reached.mean() > 0.995


@pytest.mark.parametrize(
    ("file", "tip"),
    [
        ("panda_description/urdf/panda.urdf", "panda_hand"),
        ("ur_description/urdf/ur5_joint_limited_robot.urdf", ""),
        ("z1_description/urdf/z1.urdf", ""),
        ("kinova_description/robots/kinova.urdf", "j2s6s200_end_effector"),
    ],
)
def test_limits_of_a_file_are_kept(file: str, tip: str) -> None:
    arm = torsor.compile(torsor.load(DATA / file, tip=tip, exact_angles=False))
    ranges = find_ranges(arm.robot, arm.values)
    assert np.isfinite(ranges.lower).any()
    T = targets(arm, 200)
    q = arm.inverse_kinematics(T)
    assert q.reached.mean() > 0.99
    assert (q >= ranges.lower).all()
    assert (q <= ranges.upper).all()
    assert np.abs(arm.forward_kinematics(q) - T)[q.reached].max() < 2e-10


def bent(lower: str, upper: str) -> Any:
    joint = {"kind": "R", "axis": "z", "offset": [1, 0, 0]}
    limits = {"lower": lower, "upper": upper}
    robot = {"joint": [{**joint, "offset": 0}, {**joint, "limits": limits}]}
    return torsor.compile({**robot, "tool": {"offset": [1, 0, 0]}})


def test_the_elbow_is_on_the_side_that_the_limits_leave() -> None:
    place = [1, 1, 0, 0, 0, 0]
    T = np.eye(4)
    T[:2, 3] = 1, 1
    up, down = bent("0deg", "170deg"), bent("-170deg", "0deg")
    assert up.inverse_kinematics(T, weights=place, raises=True)[1] == pytest.approx(np.pi / 2)
    assert down.inverse_kinematics(T, weights=place, raises=True)[1] == pytest.approx(-np.pi / 2)
    narrow = bent("-10deg", "80deg").inverse_kinematics(T, weights=place)
    assert not narrow.reached
    assert narrow[1] == pytest.approx(np.radians(80))
    assert narrow.error[0] == pytest.approx(2 * np.cos(np.radians(40)) - np.sqrt(2), abs=1e-6)


def test_joints_that_several_coordinates_move_keep_their_limits() -> None:
    joint = {"kind": "R", "axis": "z", "offset": [1, 0, 0]}
    limits = {"lower": "-20deg", "upper": "20deg"}
    table = {"joint": [joint, {**joint, "moves": "q2 - q1", "limits": limits}]}
    arm = torsor.compile({**table, "tool": {"offset": [1, 0, 0]}})
    q = np.radians([[20, 35], [-100, -85], [0, 60]])
    found = arm.inverse_kinematics(arm.forward_kinematics(q), weights=[1, 1, 0, 0, 0, 0])
    assert found.reached.tolist() == [True, True, False]
    assert np.abs(np.degrees(found[:2, 1] - found[:2, 0])).max() <= 20 + 1e-9


def test_a_follower_bounds_the_coordinate_that_it_follows() -> None:
    joint = {"kind": "R", "axis": "z", "offset": [1, 0, 0]}
    follower = {"mimic": {"joint": 1, "ratio": -2, "offset": "10deg"}}
    limits = {"lower": "-50deg", "upper": "70deg"}
    arm = torsor.compile({"joint": [joint, {**joint, **follower, "limits": limits}]})
    ranges = find_ranges(arm.robot, arm.values)
    assert np.degrees(ranges.lower) == pytest.approx([-30])
    assert np.degrees(ranges.upper) == pytest.approx([30])


def test_the_tool_may_spin_where_that_does_not_count() -> None:
    arm = torsor.compile("ur5e")
    T = targets(arm, 50)
    spun = T @ np.array([[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])
    q = arm.inverse_kinematics(T, weights=[1, 1, 1, 1, 1, 0], axes="tool", raises=True)
    P = arm.forward_kinematics(q)
    assert np.abs(P[:, :3, 2:] - T[:, :3, 2:]).max() < 1e-9  # its axis and its place
    assert np.abs(P - T).max() > 0.1
    assert arm.inverse_kinematics(spun, q, weights=[1, 1, 1, 1, 1, 0], axes="tool").reached.all()


def test_places_are_found_with_few_axes_and_any_orientation() -> None:
    arm = torsor.compile("3r", {"l1": 0.3, "l2": 0.4, "l3": 0.2})
    T = targets(arm, 100)
    T[:, :3, :3] = np.eye(3)
    q = arm.inverse_kinematics(T, weights=[1, 1, 1, 0, 0, 0], raises=True)
    assert np.abs(arm.forward_kinematics(q)[:, :3, 3] - T[:, :3, 3]).max() < 2e-10
    with pytest.raises(NotReachedError, match="with 3 coordinates, give weights of 0 to some"):
        arm.inverse_kinematics(T[0], restarts=3, raises=True)


def test_a_link_is_brought_to_its_place_too() -> None:
    arm = torsor.compile("puma560")
    T = arm.forward_kinematics([0.3, -1, 0.5, 0, 0, 0], link=4)
    q = arm.inverse_kinematics(T, link=4, raises=True)
    assert np.abs(arm.forward_kinematics(q, link=4) - T).max() < 2e-10


def test_batches_of_any_shape_and_starts_that_go_with_them() -> None:
    arm = torsor.compile("puma560")
    T = targets(arm, 12)
    q0 = np.random.default_rng(2).uniform(-1, 1, (3, 1, 6))
    q = arm.inverse_kinematics(T.reshape(4, 3, 4, 4)[:, :, :, :].transpose(1, 0, 2, 3), q0)
    assert q.shape == (3, 4, 6)
    assert q.reached.shape == q.iterations.shape == (3, 4)
    assert q.error.shape == (3, 4, 2)
    one = arm.inverse_kinematics(T[5], q0[2, 0])
    assert one.shape == (6,)
    assert bool(one.reached) is True
    assert np.array_equal(one, q[2, 1])  # the same bits, whoever else is asked for
    assert np.array_equal(q, arm.inverse_kinematics(T.reshape(4, 3, 4, 4).swapaxes(0, 1), q0))
    assert arm.inverse_kinematics(np.empty((0, 4, 4))).shape == (0, 6)
    many = arm.inverse_kinematics(T[0], np.zeros((5, 6)))
    assert many.shape == (5, 6)


def test_where_it_starts_is_where_it_stays_if_the_target_is_there() -> None:
    arm = torsor.compile("panda")
    q0 = np.array([0.1, -0.4, 0.2, -2.0, 0.3, 1.8, 9.0])
    q = arm.inverse_kinematics(arm.forward_kinematics(q0), q0)
    assert np.array_equal(q, q0)
    assert q.iterations == 0
    near = arm.inverse_kinematics(arm.forward_kinematics(q0 + 0.01), q0)
    assert np.abs(near - q0).max() < 0.1


def test_starts_and_weights_of_any_size_do_no_harm() -> None:
    arm = torsor.compile("puma560")
    T = targets(arm, 20)
    for q0 in (1e3, -1e15, 1e300):
        assert arm.inverse_kinematics(T, np.full(6, q0)).reached.all(), q0
    for weight in (1e-300, 1e-3, 1e308):
        assert arm.inverse_kinematics(T, weights=[weight] * 6).reached.all(), weight


def test_singular_poses_are_reached() -> None:
    stretched = np.zeros(6)
    for name, q in (("ur5e", stretched), ("puma560", stretched), ("stanford", stretched + 0.4)):
        arm = arm_of(name)
        T = arm.forward_kinematics(q)
        found = arm.inverse_kinematics(T, q + 0.3)
        assert found.reached, name
        assert np.linalg.svd(arm.jacobian(q))[1][-1] < 1e-9 or name == "stanford"


def test_what_is_out_of_reach_says_how_near_the_arm_comes() -> None:
    arm = torsor.compile("planar2r", {"l1": 1, "l2": 1})
    T = np.eye(4)
    T[0, 3] = 3
    place = [1, 1, 0, 0, 0, 0]
    q = arm.inverse_kinematics(T, weights=place)
    assert not q.reached
    assert q.error[0] == pytest.approx(1, abs=1e-6)
    with pytest.raises(
        NotReachedError,
        match=r"the target at \(3, 0, 0\) is not reached: Planar 2R comes as near as 1 m$",
    ):
        arm.inverse_kinematics(T, weights=place, raises=True)
    near = np.eye(4)
    near[0, 3] = 1
    with pytest.raises(NotReachedError, match=r"^target 1 at \(3, 0, 0\) is not reached"):
        arm.inverse_kinematics([near, T, near], weights=place, raises=True)
    with pytest.raises(NotReachedError, match="2 of 3 targets are not reached; target 0 at"):
        arm.inverse_kinematics([T, near, T], weights=place, raises=True)
    assert issubclass(NotReachedError, ArithmeticError)


TURNED = np.eye(4)
BAD: list[tuple[dict[str, Any], str]] = [
    ({"T": np.eye(3)}, r"T has shape \(3, 3\); expected \(4, 4\)"),
    ({"T": np.zeros(4)}, r"T has shape \(4,\)"),
    ({"T": "here"}, "T has numbers of kind"),
    ({"T": np.eye(4) * 1j}, "T has numbers of kind complex"),
    ({"T": np.full((4, 4), np.nan)}, "T has entries that are not finite"),
    ({"T": np.stack([np.eye(4), np.full((4, 4), np.inf)])}, r"T\[1\] has entries that are not fin"),
    ({"T": np.diag([1, 1, 2.0, 1])}, "T has no rotation in it"),
    ({"T": np.diag([1, 1, -1.0, 1])}, "T has a reflection in it"),
    ({"T": np.eye(4) + np.eye(4, k=-3)}, "T has a last row other than 0 0 0 1"),
    ({"q0": np.zeros(5)}, r"q0 has shape \(5,\); expected \(6,\)"),
    ({"q0": [np.nan] * 6}, "q0 has entries that are not finite"),
    ({"q0": np.zeros((2, 6)), "T": np.stack([np.eye(4)] * 3)}, "are not as many targets"),
    ({"weights": [1, 1, 1]}, "weights are six numbers"),
    ({"weights": [0] * 6}, "weights are six numbers"),
    ({"weights": [-1] * 6}, "weights are six numbers"),
    ({"weights": [np.nan] * 6}, "weights are six numbers"),
    ({"axes": "world"}, "axes is 'base' or 'tool', not 'world'"),
    ({"axes": 3}, "axes is 'base' or 'tool', not 3"),
    ({"tolerance": 0}, "tolerance is a number above zero"),
    ({"tolerance": (1, 2, 3)}, "tolerance is a number above zero"),
    ({"max_iterations": 0}, "max_iterations is a whole number from 1 on, not 0"),
    ({"restarts": -1}, "restarts is a whole number from 0 on, not -1"),
    ({"restarts": 1.5}, "restarts is a whole number, not 1.5"),
    ({"seed": None}, "seed is a whole number, not None"),
    ({"raises": 1}, "raises is True or False, not 1"),
    ({"link": 9}, "no link 9 of 'PUMA 560'"),
]


@pytest.mark.parametrize(("options", "sentence"), BAD)
def test_what_makes_no_sense_is_one_sentence(options: dict[str, Any], sentence: str) -> None:
    arm = torsor.compile("puma560")
    with pytest.raises(TorsorError, match=sentence) as told:
        arm.inverse_kinematics(**{"T": np.eye(4), **options})
    assert "\n" not in str(told.value)
    assert isinstance(told.value, (ValueError, TypeError, ArgumentTypeError))


def test_a_robot_given_by_bodies_has_no_pose_to_solve_for() -> None:
    robot = torsor.load("rv1a-paper")
    arm = torsor.compile(robot, dict.fromkeys(parameters(robot), 1))
    with pytest.raises(RobotError, match="given by bodies and has no frames"):
        arm.inverse_kinematics(np.eye(4))


def test_a_solution_is_an_array_and_what_is_made_of_it_is_plain() -> None:
    arm = torsor.compile("puma560")
    q = arm.inverse_kinematics(targets(arm, 3))
    assert isinstance(q, np.ndarray)
    assert q.dtype == np.float64
    for plain in (q[0], q + 1, np.sin(q), q[:, 2], 2 * q):
        assert type(plain) is np.ndarray
    assert type(q.sum()) is np.float64
    for other in (pickle.loads(pickle.dumps(q)), copy.deepcopy(q), copy.copy(q)):
        assert np.array_equal(other, q)
        assert np.array_equal(other.reached, q.reached)
    assert repr(q).endswith("rad")
    assert "3 of 3 reached, off by at most" in repr(q)
    assert "\nreached, off by at most" in repr(arm.inverse_kinematics(targets(arm, 3)[0]))
    assert repr(q.T).startswith("array(")


def test_targets_in_single_precision_and_of_other_toolboxes_are_taken() -> None:
    import pinocchio as pin

    arm = torsor.compile("puma560")
    T = targets(arm, 1)[0]
    assert arm.inverse_kinematics(T.astype(np.float32)).reached
    assert arm.inverse_kinematics(T.tolist()).reached
    assert arm.inverse_kinematics(pin.SE3(T)).reached


def test_rotation_vectors_are_those_of_scipy_up_to_half_a_turn() -> None:
    from scipy.spatial.transform import Rotation

    rng = np.random.default_rng(4)
    axis = rng.standard_normal((400, 3))
    axis /= np.linalg.norm(axis, axis=1)[:, None]
    angles = np.concatenate([np.linspace(0, np.pi, 200), np.logspace(-18, 0, 100)])
    angles = np.concatenate([angles, np.pi - np.logspace(-12, 0, 100)])
    R = Rotation.from_rotvec(axis * angles[:, None])
    found = rotation_vectors(R.as_matrix())
    turned = (Rotation.from_rotvec(found).inv() * R).magnitude()
    assert turned.max() < 1e-15 * 10
    assert np.linalg.norm(found, axis=1).max() <= np.pi * (1 + 1e-15)


def test_the_rate_of_a_rotation_vector_is_its_derivative() -> None:
    from scipy.spatial.transform import Rotation

    rng = np.random.default_rng(5)
    phi = rng.uniform(-1.5, 1.5, (50, 3))
    phi[:5] *= 1e-5
    for omega in np.eye(3):
        h = 1e-6
        ahead, behind = (
            rotation_vectors(
                (Rotation.from_rotvec(phi) * Rotation.from_rotvec(-s * h * omega)).as_matrix()
            )
            for s in (1, -1)
        )
        expected = (ahead - behind) / (2 * h)
        assert vector_rates(phi) @ -omega == pytest.approx(expected, abs=1e-8)
