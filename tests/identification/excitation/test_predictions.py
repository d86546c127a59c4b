"""What is predicted is what happens: beside Pinocchio's regressor, and over simulated noise."""

from __future__ import annotations

from functools import cache

import numpy as np
import pinocchio as pin
import pytest
from tests.identification.excitation.robots import ONE, QUICK, URDF
from tests.identification.excitation.robots import excited as kinds

import torsor
from torsor.identification.excitation.fourier import make_basis

UR10 = URDF / "ur_description/urdf/ur10_robot.urdf"
TEN = ("m", "hx", "hy", "hz", "Lxx", "Lxy", "Lyy", "Lxz", "Lyz", "Lzz")
"""The order of Pinocchio's ten parameters of a body."""


@cache
def excited():
    return torsor.excite(str(UR10), **QUICK | {"seconds": 6.0}, sampling=50.0)


def sampled(found):
    t = np.arange(int(found.timing.seconds * found.timing.sampling)) / found.timing.sampling
    basis = make_basis(t, found.timing.period, found.timing.harmonics)
    return t, *basis.evaluate(found.coefficients)


def direction(rates):
    """Of what moves: at the ends it rests, but for rounding."""
    return np.sign(np.round(rates, 9))


@cache
def peers_columns():
    """Pinocchio's regressor of the whole motion with friction, and the names of its columns."""
    found = excited()
    model = pin.buildModelFromUrdf(str(UR10))
    data = model.createData()
    _, q, dq, ddq = sampled(found)
    rows = [
        np.hstack((pin.computeJointTorqueRegressor(model, data, *state).copy(),
                   np.diag(state[1]), np.diag(direction(state[1])), np.eye(6)))
        for state in zip(q, dq, ddq, strict=True)
    ]  # fmt: skip
    names = [f"{name}{link}" for link in range(1, 7) for name in TEN]
    names += [f"{name}{k}" for name in ("fv", "fc", "fo") for k in range(1, 7)]
    return np.concatenate(rows), names


def test_deviations_are_those_of_pinocchios_regressor():
    """cov(K π) = K (YᵀΣ⁻¹Y)⁺ Kᵀ, over all sixty parameters, which no motion tells apart."""
    found = excited()
    rows, names = peers_columns()
    weighed = rows / np.tile(found.noise, len(rows) // 6)[:, None]
    inverse = np.linalg.pinv(weighed)
    arm = torsor.compile(torsor.load(str(UR10)))
    base = arm.base_parameters
    K = np.zeros((len(found.names), len(names)))
    for j, name in enumerate(base.originals):
        K[: len(base.names), names.index(name)] = base.K[:, j]
    K[len(base.names) :, 60:] = np.eye(18)
    np.testing.assert_allclose(found.deviations, np.linalg.norm(K @ inverse, axis=1), rtol=1e-5)
    assert found.names[: len(base.names)] == base.names


def test_estimates_over_simulated_noise_scatter_as_predicted(tmp_path):
    """The forces along the scenario with noise, weighted least squares, four hundred times."""
    found = excited()
    scenario = found.scenario() | {"sample": 1 / found.timing.sampling}
    along = torsor.simulate(str(UR10), scenario)
    last = len(along.t) - 1
    arm = torsor.compile(str(UR10))
    Y = arm.base_regressor(along.q[:last], along.dq[:last], along.ddq[:last])
    each = np.broadcast_to(np.eye(6), (last, 6, 6))
    rates = along.dq[:last, :, None]
    Y = np.concatenate((Y, each * rates, each * direction(rates), each), axis=2)
    weighed = (Y / found.noise[:, None]).reshape(last * 6, -1)
    random = np.random.default_rng(3)
    noise = found.noise * random.standard_normal((400, last, 6))
    forces = (along.tau[:last] + noise) / found.noise
    estimates, *_ = np.linalg.lstsq(weighed, forces.reshape(400, -1).T, rcond=None)
    scatter = estimates.std(axis=1, ddof=1) / found.deviations
    assert scatter.min() > 0.87  # four standard deviations of a scatter of 400
    assert scatter.max() < 1.15
    assert scatter.mean() == pytest.approx(1, abs=0.02)
    values = np.array([p.value if p.value is not None else 0.0 for p in found.parameters])
    offsets = (estimates.mean(axis=1) - values) / (found.deviations / 20)
    assert np.abs(offsets).max() < 4.5


def test_twice_the_time_or_half_the_noise_are_told_as_such():
    quick = QUICK | {"repeats": 1}
    once = torsor.excite(ONE, **quick, noise=1.0)
    twice = torsor.excite(ONE, **quick | {"seconds": 6.0, "repeats": 2}, noise=0.5)
    np.testing.assert_allclose(twice.coefficients, once.coefficients, rtol=1e-9, atol=1e-12)
    expected = once.deviations / 2 / np.sqrt(2)
    np.testing.assert_allclose(twice.deviations, expected, rtol=1e-6)


def test_noise_is_a_share_of_effort_or_of_what_motions_ask_for_and_told():
    found = excited()
    limits = [joint.limits.numbers[3] for joint in torsor.load(str(UR10)).joints]
    assert found.noise == pytest.approx([0.01 * float(limit) for limit in limits])
    assert any("1% of its largest effort" in note for note in found.notes)
    free = {**ONE, "joint": [{"kind": "R", "axis": "y"}]}
    mean = torsor.excite(free, **QUICK)
    assert any("2% of its RMS in random motions" in note for note in mean.notes)
    double = torsor.excite(free, **QUICK, noise="4%")
    assert double.noise == pytest.approx(2 * mean.noise)
    none = kinds("cartesian")
    assert none.noise.tolist() == [1, 1, 1]
    assert any("for want of masses" in note for note in none.notes)


def test_parameters_have_units_and_the_values_of_the_robots_own_numbers():
    found = kinds("puma560")
    arm = torsor.compile("puma560")
    base = arm.base_parameters
    told = {p.name: p for p in found.parameters}
    for name, beta in zip(base.names, base.beta, strict=True):
        assert told[name].value == pytest.approx(beta, abs=1e-12)
    units = {p.name: p.unit for p in torsor.excite("cartesian", **QUICK, rotors=True).parameters}
    assert (units["m1"], units["fv1"], units["fc1"], units["Ia1"]) == ("kg", "N s/m", "N", "kg")
    assert (told["Lzz1"].unit, told["hx2"].unit) == ("kg m^2", "kg m")
    assert (told["fv1"].unit, told["fo1"].unit) == ("N m s/rad", "N m")
