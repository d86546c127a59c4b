"""Forward kinematics and Jacobians of any link, by number and by name, without inertias."""

import numpy as np
import pinocchio as pin
import pytest
from tests.formats.arms import DATA, Oracle
from tests.program.truth import library_truth

import torsor
from torsor.errors import (
    ArgumentTypeError,
    ArrayError,
    MissingValueError,
    RobotError,
    UnknownNameError,
)
from torsor.formats.load import library_names
from torsor.program.functions.catalogue import FUNCTIONS

ARMS = {
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "panda": "panda_description/urdf/panda.urdf",
    "z1": "z1_description/urdf/z1.urdf",
}
CHAINS = [n for n in library_names() if not torsor.load(n).bodies]


def states(n: int, count: int = 5) -> np.ndarray:
    return np.random.default_rng(n).uniform(-2, 2, (count, n))


@pytest.mark.parametrize("name", ARMS)
def test_every_link_of_a_file_is_where_pinocchio_says(name: str) -> None:
    file = DATA / ARMS[name]
    tip = {"panda": "panda_hand"}.get(name, "")
    robot = torsor.load(file, tip=tip, exact_angles=False)
    arm = torsor.compile(robot)
    oracle = Oracle(file, robot, robot.links[-1].name)
    model, data = oracle.model, oracle.data
    seen = 0
    for q in states(robot.dof):
        full = oracle.configuration(q)
        pin.framesForwardKinematics(model, data, full)
        for link in (robot.base, *(link.name for link in robot.links)):
            frame = model.getFrameId(link)
            expected = data.oMf[frame].homogeneous
            assert arm.forward_kinematics(q, link=link) == pytest.approx(expected, abs=1e-12)
            axes = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
            J = np.array(pin.computeFrameJacobian(model, data, full, frame, axes)) @ oracle.G
            assert arm.jacobian(q, link=link) == pytest.approx(J, abs=1e-12)
            seen += 1
    assert seen == 5 * (len(robot.links) + 1)


@pytest.mark.parametrize("name", CHAINS)
def test_every_link_of_the_library_is_where_the_exact_model_says(name: str) -> None:
    truth = library_truth(name)
    arm = torsor.compile(truth.robot, truth.numbers)
    model = torsor.derive(truth.robot)
    q = states(arm.n, 1)
    at = {**truth.numbers, **{f"q{k}": float(x) for k, x in enumerate(q[0], 1)}}
    for link in (0, 1, len(truth.robot.joints), "tool"):
        known = [[e.evaluate(at) for e in row] for row in model.pose(link)]
        assert arm.forward_kinematics(q, link=link)[0] == pytest.approx(np.array(known), abs=1e-12)
        known = [[e.evaluate(at) for e in row] for row in model.jacobian(link)]
        assert arm.jacobian(q[0], link=link) == pytest.approx(np.array(known), abs=1e-12)


def test_the_rate_of_a_links_jacobian_is_its_derivative() -> None:
    arm = torsor.compile("puma560")
    q, dq = states(6, 2)
    h = 1e-6
    ahead, behind = (arm.jacobian(q + s * h * dq, link=4) for s in (1, -1))
    assert arm.jacobian_rate(q, dq, link=4) == pytest.approx((ahead - behind) @ dq / (2 * h), 1e-7)


def test_a_model_at_values_has_poses_at_them() -> None:
    model = torsor.derive("planar2r").at({"l1": "1/2"})
    assert str(model.pose(2)[0][3]) == "cos(q1)/2"
    assert str(model.jacobian("tool")[1][1]) == "-l2*sin(q1)*sin(q2) + l2*cos(q1)*cos(q2)"


def test_batches_and_results_that_are_there_already() -> None:
    arm = torsor.compile("puma560")
    q, out = states(6, 100), np.empty((100, 6, 6))
    assert arm.jacobian(q, link=3, out=out) is out
    assert np.array_equal(out[7], arm.jacobian(q[7], link=3))
    assert not out[:, :, 3:].any()
    assert np.array_equal(arm.jacobian(q, link="tool"), arm.jacobian(q))


def test_kinematics_needs_no_inertia_and_each_function_says_what_it_needs() -> None:
    arm = torsor.compile("Rz(q1) tx(0.3) Ry(q2) tz(l2)", {"l2": 0.5})
    assert arm.forward_kinematics([0, 0])[:3, 3] == pytest.approx([0.3, 0, 0.5])
    assert arm.jacobian([0, 0]).shape == (6, 2)
    assert arm.missing("jacobian") == ()
    assert arm.missing()[:4] == ("g", "m1", "rx1", "ry1")
    with pytest.raises(MissingValueError, match=r"^inverse_dynamics needs a value for g, m1, rx1"):
        arm.inverse_dynamics([0, 0], [0, 0], [0, 0])
    with pytest.raises(MissingValueError, match=r"^gravity needs a value for g, m2, rx2, rz2$"):
        arm.gravity([0, 0])
    short = torsor.compile("Rz(q1) tx(0.3) Ry(q2) tz(l2)")
    with pytest.raises(MissingValueError, match=r"^forward_kinematics needs a value for l2$"):
        short.forward_kinematics([0, 0])
    assert short.forward_kinematics([0, 0], link=2)[0, 3] == 0.3  # l2 lies beyond


@pytest.mark.parametrize(
    ("link", "kind", "sentence"),
    [
        (7, UnknownNameError, r"no link 7 of 'PUMA 560'; expected 0 \(the base\) to 6 or 'tool'"),
        (-1, UnknownNameError, "no link -1"),
        ("tol", UnknownNameError, "no link 'tol' of 'PUMA 560'; did you mean 'tool'"),
        (1.0, ArgumentTypeError, "link is a link's number or name, or 'tool', not 1.0"),
        (True, ArgumentTypeError, "link is a link's number or name"),
        (None, ArgumentTypeError, "link is a link's number or name"),
        (np.zeros(6), ArgumentTypeError, "link is a link's number or name"),
    ],
)
def test_a_link_that_is_not_there_is_told(link: object, kind: type, sentence: str) -> None:
    arm, model = torsor.compile("puma560"), torsor.derive("puma560")
    asked = (
        lambda: arm.jacobian(np.zeros(6), link=link),
        lambda: arm.forward_kinematics(np.zeros(6), link=link),
        lambda: model.pose(link),
        lambda: model.jacobian(link),
    )
    for ask in asked:
        with pytest.raises(kind, match=sentence):
            ask()


def test_only_what_is_of_a_frame_takes_a_link() -> None:
    arm = torsor.compile("puma560")
    with pytest.raises(ArrayError, match="mass_matrix has no argument 'link'"):
        arm.mass_matrix(np.zeros(6), link=3)
    with pytest.raises(ArrayError, match="mass_matrix has no argument 'link'"):
        arm.mass_matrix(np.zeros(6), link=3)
    assert {n for n, f in FUNCTIONS.items() if f.of_frame} == {
        "forward_kinematics",
        "jacobian",
        "jacobian_rate",
    }
    with pytest.raises(RobotError, match="given by bodies"):
        torsor.derive("rv1a-paper").pose(1)
