"""The Python target takes one state or many, and keeps the caller's floating-point type."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from torsor.program.targets import write_code

N = 5


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    path = tmp_path_factory.mktemp("numpy") / "scara.py"
    functions = ["inverse_dynamics", "mass_matrix", "forward_dynamics"]
    path.write_text(write_code("scara", "python", functions=functions)["scara.py"], "utf-8")
    return _imported(path)


def _imported(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def states():
    random = np.random.default_rng(1)
    return random.normal(size=(3, N, 4))


@pytest.fixture
def constants(arm):
    return arm.setup(np.linspace(0.5, 1.5, len(arm.PARAMETERS)))


def test_a_batch_is_its_states_one_by_one(arm, constants, states):
    q, dq, ddq = states
    many = arm.inverse_dynamics(constants, q, dq, ddq)
    one_by_one = [arm.inverse_dynamics(constants, *state) for state in zip(q, dq, ddq, strict=True)]
    assert many.shape == (N, 4)
    assert np.array_equal(many, one_by_one)


def test_states_and_constants_broadcast(arm, constants, states):
    q, dq, ddq = states
    table = arm.inverse_dynamics(constants, q[:, None], dq[None], ddq[0])
    assert table.shape == (N, N, 4)
    assert np.array_equal(table[2, 3], arm.inverse_dynamics(constants, q[2], dq[3], ddq[0]))
    parameters = np.linspace(0.5, 1.5, 2 * len(arm.PARAMETERS)).reshape(2, -1)
    both = arm.mass_matrix(arm.setup(parameters), q[0])
    assert both.shape == (2, 4, 4)
    assert np.array_equal(both[1], arm.mass_matrix(arm.setup(parameters[1]), q[0]))


def test_forward_undoes_inverse(arm, constants, states):
    q, dq, ddq = states
    tau = arm.inverse_dynamics(constants, q, dq, ddq)
    assert np.allclose(arm.forward_dynamics(constants, q, dq, tau), ddq, rtol=0, atol=1e-10)


def test_single_precision_and_complex_numbers_stay_what_they_are(arm, constants, states):
    q, dq, ddq = states.astype(np.float32)
    small = arm.setup(np.linspace(0.5, 1.5, len(arm.PARAMETERS), dtype=np.float32))
    assert arm.inverse_dynamics(small, q, dq, ddq).dtype == np.float32
    # The complex step: an exact derivative from the imaginary part.
    step = arm.inverse_dynamics(constants, q + 1e-30j * np.eye(4)[1], dq, ddq)
    assert step.dtype == complex


def test_whole_numbers_are_taken_as_floats(arm, constants):
    found = arm.inverse_dynamics(constants, [0, 1, 0, 1], [1, 1, 1, 1], [0, 0, 0, 0])
    assert found.dtype == float


def test_a_constant_result_still_has_the_shape_of_the_batch(tmp_path):
    files = write_code("cartesian", "python", {"m1": 1, "m2": 2, "m3": 3}, ["mass_matrix"])
    path = tmp_path / "cartesian.py"
    path.write_text(files["cartesian.py"], "utf-8")
    found = _imported(path).mass_matrix(np.zeros((N, 3)))
    assert np.array_equal(found, np.broadcast_to(np.diag([6.0, 5.0, 3.0]), (N, 3, 3)))


def test_a_wrong_shape_is_named(arm, constants):
    with pytest.raises(ValueError, match=r"q has shape \(3,\); expected \(\.\.\., 4\)"):
        arm.mass_matrix(constants, [0, 0, 0])
