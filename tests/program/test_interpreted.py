"""Functions without machine code: the same results, checks and sentences."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from tests.program.truth import Truth, library_truth, random_truth

import torsor
from torsor.errors import ArgumentTypeError, ArrayError, MissingValueError, SingularError

ROBOTS = {
    "rttrr with a wrench": lambda: library_truth("rttrr", "wrench", 7),
    "scara, driven": lambda: library_truth("scara", "none", 7, "friction", "rotors", "springs"),
    "random": lambda: random_truth(9),
    "coupled": lambda: random_truth(13),
}


def both(truth: Truth) -> tuple[Any, Any]:
    """An arm of machine code, and one without."""
    slow = torsor.compile(truth.robot, truth.numbers, truth.kind, jit=False)
    return torsor.compile(truth.robot, truth.numbers, truth.kind), slow


@pytest.mark.parametrize("robot", ROBOTS)
def test_every_function_agrees_with_machine_code(robot: str) -> None:
    fast, slow = both(ROBOTS[robot]())
    assert slow.functions == fast.functions
    rng = np.random.default_rng(4)
    for name in slow.functions:
        inputs = slow.program(name).inputs
        given = [rng.uniform(-1, 1, (3, 2, a.size)) for a in inputs]
        given[-1] = given[-1][0, 0]  # one for all
        wanted, found = getattr(fast, name)(*given), getattr(slow, name)(*given)
        assert found.shape == wanted.shape
        size = max(1.0, float(np.abs(wanted).max()))
        near = 1e-8 if slow.program(name).pivots else 1e-12
        assert np.abs(found - wanted).max() <= near * size
        short = getattr(slow, name)(*(a.astype(np.float32) for a in given))
        assert short.dtype == np.float32
        out = np.empty_like(found)
        assert getattr(slow, name)(*given, out=out) is out
        assert out.tobytes() == found.tobytes()


def test_a_driving_force_is_pinocchios() -> None:
    truth = library_truth("puma560", "none", 7)
    slow = torsor.compile(truth.robot, truth.numbers, jit=False)
    s = truth.state(np.random.default_rng(0))
    wanted = truth.inverse_dynamics(s.q, s.dq, s.ddq)
    assert np.allclose(slow.inverse_dynamics(s.q, s.dq, s.ddq), wanted, rtol=1e-11, atol=1e-11)
    assert np.allclose(slow.forward_dynamics(s.q, s.dq, wanted), s.ddq, rtol=1e-9, atol=1e-9)


def test_many_states_are_taken_in_blocks() -> None:
    fast, slow = both(library_truth("planar2r", "none", 7))
    q = np.random.default_rng(0).uniform(-3, 3, (5001, 2))
    assert np.allclose(slow.bias(q, q), fast.bias(q, q), rtol=1e-12, atol=1e-12)
    assert slow.gravity(q[:0]).shape == (0, 2)


def test_arguments_are_checked_alike() -> None:
    fast, slow = both(library_truth("planar2r", "none", 7))
    zero = np.zeros(2)
    for wrong in ((zero,), (zero, zero, zero, zero), (zero, np.zeros(3)), ("q", zero)):
        told = []
        for arm in (fast, slow):
            with pytest.raises(ArrayError) as error:
                arm.bias(*wrong)
            told.append(str(error.value))
        assert told[0] == told[1]
    with pytest.raises(ArrayError, match="out is float64"):
        slow.gravity(zero, out=np.empty(3))
    with pytest.raises(ArgumentTypeError, match="jit is 'no'; expected True or False"):
        torsor.compile("planar2r", jit="no")  # type: ignore[arg-type]
    with pytest.raises(torsor.TorsorError, match="a GPU runs machine code"):
        torsor.compile("planar2r", jit=False, device="cuda")
    with pytest.raises(MissingValueError, match="gravity needs a value for"):
        torsor.compile("planar2r", jit=False).gravity(zero)


def test_a_singular_state_is_named_by_its_place() -> None:
    point = dict.fromkeys(("m1", "rx1", "ry1", "ry2", "Izz1", "Izz2"), 0)
    arm = torsor.compile("planar2r", {**point, "m2": 1, "l1": 1, "rx2": 1, "g": 9.81}, jit=False)
    q = np.ones((2, 3, 2))
    arm.forward_dynamics(q, q, q)
    q[1, 2] = 0
    with pytest.raises(SingularError, match=r"q = \[0., 0.\] \(state 1, 2\)"):
        arm.forward_dynamics(q, q, q)


def test_it_is_sent_elsewhere_and_tells_what_it_is() -> None:
    _, slow = both(library_truth("planar2r", "none", 7))
    q = np.array([0.1, 0.2])
    again = pickle.loads(pickle.dumps(slow.gravity))
    assert again(q).tobytes() == slow.gravity(q).tobytes()
    assert not pickle.loads(pickle.dumps(slow)).engine.jit
    assert slow.gravity.__doc__ == torsor.Arm.gravity.__doc__
    assert inspect.isabstract(torsor.Arm) is False
    assert slow.jacobian(q, link=1).shape == (6, 2)
    assert np.allclose(slow.forward_kinematics(q, link=2), slow.frames(q)[2])


def test_poses_are_found_without_machine_code() -> None:
    arm = torsor.compile("puma560", jit=False)
    q = np.array([0.1, -0.7, 0.3, 0.4, 0.8, -0.2])
    found = arm.inverse_kinematics(arm.forward_kinematics(q), q + 0.1)
    assert np.all(found.reached)


def test_llvm_is_not_imported() -> None:
    script = (
        "import sys; sys.modules['llvmlite'] = None\n"
        "import torsor\n"
        "arm = torsor.compile('puma560', jit=False)\n"
        "print(arm.inverse_dynamics([0] * 6, [0] * 6, [0] * 6).shape)\n"
        "try:\n    torsor.compile('puma560', {'m2': 17.123}).gravity([0] * 6)\n"
        "except torsor.TorsorError as error:\n    print(error)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert told.startswith("(6,)\n")
    assert "compiling needs llvmlite" in told
    assert "jit=False" in told


def test_what_is_not_a_number_goes_on_and_rollouts_are_machine_code() -> None:
    slow, fast = (torsor.compile("puma560", jit=jit) for jit in (False, True))
    q = np.zeros((3, 6))
    q[1, 2] = np.nan
    results = [a.forward_dynamics(q, np.zeros(6), np.zeros(6)) for a in (slow, fast)]
    for found in results:
        assert np.isnan(found[1]).any() and np.isfinite(found[[0, 2]]).all()
    with pytest.raises(torsor.TorsorError, match="without jit=False"):
        slow.rollout(q, q, np.zeros(6), 1e-3, 2)
