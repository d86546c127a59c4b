"""Parameters that come in with every call: the bits of each robot compiled by itself."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import torsor
from torsor.errors import ArrayError, MissingValueError, TorsorError

URDF = Path(__file__).parents[2] / "examples" / "arm.urdf"
ARMS = [
    ("puma560", ["a2", "m3"]),
    ("puma560", ["d4", "rx3", "Izz3", "m2", "g"]),
    ("iiwa14", ["m3", "d5"]),
    ("ur5e", ["m1", "a3", "rz2"]),
]


def sets_about(arm: torsor.Arm, rng: np.random.Generator, count: int) -> Any:
    own = np.array(list(arm.parameters.values()), float)
    return own * rng.uniform(0.9, 1.1, (count, len(own)))


def given_to(arm: torsor.Arm, name: str, rng: np.random.Generator, count: int) -> list[Any]:
    arrays = [a for a in arm.program(name).inputs if a.name != "parameters"]
    return [rng.standard_normal((count, a.size)) for a in arrays]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(
    "name", ["inverse_dynamics", "forward_dynamics", "mass_matrix", "jacobian"]
)
@pytest.mark.parametrize(("robot", "vary"), ARMS)
def test_the_bits_are_those_of_each_robot_compiled(
    robot: str, vary: list[str], name: str, dtype: str
) -> None:
    rng = np.random.default_rng(1)
    arm, count = torsor.compile(robot, vary=vary), 40
    P = sets_about(arm, rng, count).astype(dtype)
    given = [a.astype(dtype) for a in given_to(arm, name, rng, count)]
    many = getattr(arm, name)(*given, parameters=P)
    assert many.dtype == dtype
    for k in range(0, count, 8):
        alone = torsor.compile(robot, {n: float(x) for n, x in zip(vary, P[k], strict=True)})
        assert np.array_equal(getattr(alone, name)(*(a[k] for a in given)), many[k])
        batch = getattr(alone, name)(*(a[k : k + 1].repeat(20, 0) for a in given))
        shared = getattr(arm, name)(*(a[k : k + 1].repeat(20, 0) for a in given), parameters=P[k])
        assert np.array_equal(batch, shared)
        assert np.array_equal(shared[0], many[k])


def test_derivatives_have_the_bits_too() -> None:
    rng = np.random.default_rng(2)
    arm = torsor.compile("puma560", vary=["a2", "m3"])
    P = sets_about(arm, rng, 6)
    q, dq, ddq, w = rng.standard_normal((4, 6, 6))
    many = arm.vjp("inverse_dynamics", by="q,dq")(q, dq, ddq, P, w)
    for k in range(6):
        alone = torsor.compile("puma560", dict(zip(arm.vary, P[k], strict=True)))
        one = alone.vjp("inverse_dynamics", by="q,dq")(q[k], dq[k], ddq[k], w[k])
        assert np.array_equal(one, many[k])


def test_rollouts_have_the_bits_too() -> None:
    rng = np.random.default_rng(3)
    arm = torsor.compile("puma560", vary=["a2", "m3"])
    P = sets_about(arm, rng, 5)
    q, dq, tau = rng.standard_normal((3, 5, 6))
    Q, V = arm.rollout(q, dq, tau, 1e-3, 15, parameters=P)
    for k in range(5):
        alone = torsor.compile("puma560", dict(zip(arm.vary, P[k], strict=True)))
        q_k, v_k = alone.rollout(q[k], dq[k], tau[k], 1e-3, 15)
        assert np.array_equal(Q[k], q_k[0])
        assert np.array_equal(V[k], v_k[0])


def test_without_parameters_the_robot_s_own_are_taken() -> None:
    rng = np.random.default_rng(4)
    arm, plain = torsor.compile("puma560", vary=["a2", "m3"]), torsor.compile("puma560")
    q, dq, ddq = rng.standard_normal((3, 30, 6))
    own = arm.inverse_dynamics(q, dq, ddq)
    assert own == pytest.approx(plain.inverse_dynamics(q, dq, ddq), rel=1e-13)
    heavier = arm.inverse_dynamics(q, dq, ddq, parameters={"m3": np.linspace(4, 5, 30)})
    P = np.stack([np.full(30, arm.parameters["a2"]), np.linspace(4, 5, 30)], axis=1)
    assert np.array_equal(heavier, arm.inverse_dynamics(q, dq, ddq, parameters=P))
    q, dq, ddq = (a.astype(np.float32) for a in (q, dq, ddq))
    assert arm.inverse_dynamics(q, dq, ddq).dtype == np.float32
    assert arm.inverse_dynamics(q, dq, ddq, parameters={"m3": 4.5}).dtype == np.float32


def test_sets_of_parameters_have_axes_that_broadcast() -> None:
    rng = np.random.default_rng(5)
    arm = torsor.compile("puma560", vary=["a2", "m3"])
    q, dq, ddq = rng.standard_normal((3, 7, 1, 6))
    P = sets_about(arm, rng, 4)
    table = arm.inverse_dynamics(q, dq, ddq, parameters=P)
    assert table.shape == (7, 4, 6)
    assert np.array_equal(
        table[3, 2], arm.inverse_dynamics(q[3, 0], dq[3, 0], ddq[3, 0], parameters=P[2])
    )


def test_numbers_of_a_file_vary_by_the_names_they_would_have() -> None:
    rng = np.random.default_rng(6)
    arm = torsor.compile(URDF, vary=["m2", "Ixy2", "py3", "tool"])
    assert arm.vary == ("m2", "Ixy2", "py3", "pxt", "pyt", "pzt")
    plain = torsor.compile(URDF)
    q, dq, ddq = rng.standard_normal((3, 5, arm.n))
    assert arm.inverse_dynamics(q, dq, ddq) == pytest.approx(plain.inverse_dynamics(q, dq, ddq))
    moved = arm.forward_kinematics(q, parameters={"pxt": 0, "pyt": 0, "pzt": 0})
    assert np.array_equal(moved[:, :3, 3], arm.forward_kinematics(q, link=arm.n)[:, :3, 3])


def test_a_payload_varies() -> None:
    rng = np.random.default_rng(7)
    arm = torsor.compile("puma560", payload="body", vary="payload")
    load = {"mp": 2.0, "rxp": 0.1, "ryp": 0.0, "rzp": 0.2, "Ixxp": 0.1, "Iyyp": 0.1, "Izzp": 0.15,
            "Ixyp": 0.0, "Ixzp": 0.01, "Iyzp": 0.0}  # fmt: skip
    q, dq, ddq = rng.standard_normal((3, 6))
    fixed = torsor.compile("puma560", load, payload="body")
    assert arm.inverse_dynamics(q, dq, ddq, parameters=load) == pytest.approx(
        fixed.inverse_dynamics(q, dq, ddq), rel=1e-13
    )
    none = dict.fromkeys(arm.vary, 0.0)
    bare = torsor.compile("puma560").inverse_dynamics(q, dq, ddq)
    assert arm.inverse_dynamics(q, dq, ddq, parameters=none) == pytest.approx(bare, rel=1e-13)


def test_an_angle_varies() -> None:
    """A named angle comes in as radians, large ones too; its sine is that of a double."""
    robot = "Rz(q1) Rx(alpha) tx(l1) Rz(q2) tx(l2)"
    arm = torsor.compile(robot, {"l1": 0.5, "l2": 0.25}, vary=["alpha"])
    for alpha in (0.3, -2.5, 3e6):
        for dtype in (np.float64, np.float32):
            q, P = np.array([0.4, 0.7], dtype), np.array([alpha], dtype)
            pose = arm.forward_kinematics(q, parameters=P)
            a, (c, s) = float(P[0]), (np.cos(0.4), np.sin(0.4))
            about_x = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
            turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ about_x
            elbow = turned @ [0.5, 0, 0]
            out = turned @ [0.25 * np.cos(0.7), 0.25 * np.sin(0.7), 0]
            close = 1e-6 if dtype is np.float32 else 1e-14
            assert np.abs(pose[:3, 3] - elbow - out).max() < close


def test_an_arm_in_which_something_varies_is_sent_and_compared() -> None:
    arm = torsor.compile("puma560", vary=["a2", "m3"])
    again = pickle.loads(pickle.dumps(arm))
    assert again == arm
    assert again != torsor.compile("puma560", vary=["m3", "a2"])
    state = np.ones((3, 6))
    assert np.array_equal(
        pickle.loads(pickle.dumps(arm.inverse_dynamics))(*state), arm.inverse_dynamics(*state)
    )


def test_what_is_missing_does_not_count_what_varies() -> None:
    arm = torsor.compile("planar2r", {"l1": 1, "m1": 1}, vary=["m2"])
    assert "m2" not in arm.missing()
    assert "Izz2" in arm.missing()
    assert arm.parameters == {"m2": None}


@pytest.mark.parametrize(
    ("vary", "says"),
    [
        (["m9"], "has no symbol 'm9'; did you mean"),
        (["q1"], "has no symbol 'q1'"),
        (["m3", "m3"], "m3 is named twice"),
        (["payload"], "no payload to vary"),
    ],
)
def test_what_cannot_vary_is_told(vary: list[str], says: str) -> None:
    with pytest.raises(TorsorError, match=says):
        torsor.compile("puma560", vary=vary)


def test_wrong_parameters_are_told() -> None:
    state = np.ones((3, 5, 6))
    arm = torsor.compile("puma560", vary=["a2", "m3"])
    for wrong, says in (
        ({"m4": 1}, "'m4' does not vary"),
        (np.ones(3), r"expected \(2,\) or \(N, 2\)"),
        (np.ones((4, 2)), "differ in how many states"),
        ({"m3": "heavy"}, "expected real numbers"),
        ({"m3": np.ones(2), "a2": np.ones(3)}, "differ in shape"),
    ):
        with pytest.raises(ArrayError, match=says):
            arm.inverse_dynamics(*state, parameters=wrong)  # type: ignore[arg-type]
    with pytest.raises(ArrayError, match="has no parameters; compile it with vary"):
        torsor.compile("puma560").inverse_dynamics(*state, parameters=np.ones(2))
    with pytest.raises(ArrayError, match="has no parameters"):
        torsor.compile("puma560").rollout(*state, 1e-3, 2, parameters=np.ones(2))
    planar = torsor.compile("planar2r", dict.fromkeys(torsor.values("planar2r"), 1), vary=["l1"])
    bare = torsor.compile("planar2r", {"l1": 1}, vary=["m2"])
    assert planar.gravity(np.zeros(2)).shape == (2,)
    with pytest.raises(MissingValueError, match="needs a value for"):
        bare.gravity(np.zeros(2))


def test_parameters_come_by_name_alone() -> None:
    state = np.ones((3, 6))
    arm = torsor.compile("puma560", vary=["m2", "m3", "m4", "m5", "m6", "a2"])
    with pytest.raises(ArrayError, match="got 4 arrays"):
        arm.inverse_dynamics(*state, np.ones(6))
    own = list(arm.parameters.values())
    by_name = arm.inverse_dynamics(*state, None, parameters=own)  # type: ignore[arg-type]
    assert np.array_equal(by_name, torsor.Arm.inverse_dynamics(arm, *state, parameters=own))  # type: ignore[arg-type]


def test_parameters_by_name_keep_their_kind_and_are_checked() -> None:
    arm = torsor.compile("puma560", vary=["m5", "a2"])
    q = np.zeros((3, 6), np.float32)
    assert arm.gravity(q, parameters={"m5": np.ones(3)}).dtype == np.float64
    assert arm.gravity(q, parameters={"m5": np.ones(3, np.float32)}).dtype == np.float64
    assert arm.gravity(q, parameters={"m5": 1.0}).dtype == np.float32
    for wrong, says in (
        (np.ma.masked_array([1.0, 2.0, 3.0], [0, 1, 0]), "masked"),
        ([[1], [2, 3]], "no array of numbers"),
    ):
        with pytest.raises(ArrayError, match=says):
            arm.gravity(q, parameters={"m5": wrong})
    with pytest.raises(ArrayError, match="does not vary"):
        arm.gravity(q, parameters={1: 2})  # type: ignore[dict-item]


def test_an_arm_that_has_rolled_out_is_sent() -> None:
    arm = torsor.compile("puma560")
    arm.rollout(*np.zeros((3, 6)), 1e-3, 2)
    assert pickle.loads(pickle.dumps(arm)) == arm


@pytest.mark.parametrize("vary", [None, 3, [None], b"m5"])
def test_what_names_nothing_that_varies_is_told(vary: Any) -> None:
    with pytest.raises(TorsorError, match="expected names"):
        torsor.compile("puma560", vary=vary)
