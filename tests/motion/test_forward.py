"""Forward simulation against energy, inverse dynamics, MuJoCo and closed forms."""

import mujoco
import numpy as np
import pytest
from tests.motion.numbers import PENDULUM, SLIDES, example

import torsor
from torsor.formats.mjcf.writer import write_mjcf
from torsor.motion.dynamics.inverse import compute_forces
from torsor.motion.simulation import Run, simulate

PUMA_START = [0.3, -0.7, 0.2, 0.5, 0.4, -0.1]
HELD = {"kind": "torques", "tau": [0, 0, "2*9.81"]}
"""Gravity of the third slide balanced."""


TORQUES = {
    "puma560": (
        ["20*sin(3*t)", "-30", "5*cos(2*t)", 0.1, "0.1*sin(t)", 0.01],
        [lambda t: 20 * np.sin(3 * t), lambda t: -30, lambda t: 5 * np.cos(2 * t),
         lambda t: 0.1, lambda t: 0.1 * np.sin(t), lambda t: 0.01],
    ),
    "rttrr": (
        ["2*sin(t)", 300, "10*cos(t)", 0.5, "0.2*sin(5*t)"],
        [lambda t: 2 * np.sin(t), lambda t: 300, lambda t: 10 * np.cos(t), lambda t: 0.5,
         lambda t: 0.2 * np.sin(5 * t)],
    ),
}  # fmt: skip


def drift(result):
    """The largest change of K + U over the largest kinetic energy."""
    return np.abs(result.energy - result.energy[0]).max() / result.columns["K"].max()


def test_puma_swings_ten_seconds_without_losing_energy():
    result = simulate("puma560", {"duration": 10, "drive": "free", "start": {"q": PUMA_START}})
    assert result.t[-1] == 10
    assert result.columns["K"].max() > 10
    assert drift(result) < 1e-9


def test_rttrr_on_springs_keeps_its_energy_for_ten_seconds():
    result = simulate("rttrr", example("rttrr_springs"))
    assert np.abs(result.q[:, 1]).max() > 0.1
    assert drift(result) < 1e-9


def test_the_kinetic_energy_is_that_of_the_mass_matrix():
    result = simulate("puma560", {"duration": 1, "drive": "free", "start": {"q": PUMA_START}})
    M = torsor.compile("puma560").mass_matrix(result.q)
    K = 0.5 * np.einsum("ni,nij,nj->n", result.dq, M, result.dq)
    np.testing.assert_allclose(result.columns["K"], K, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", ["puma560", "rttrr"])
def test_inverse_dynamics_along_a_simulation_returns_the_torques(name, tmp_path):
    texts, torques = TORQUES[name]
    table = {"duration": 2, "drive": {"kind": "torques", "tau": texts}}
    extra = {k: v for k, v in example("rttrr_springs").items() if k in ("values", "with")}
    extra = extra if name == "rttrr" else {}
    forward = simulate(name, {**table, **extra})
    expected = np.stack([f(forward.t) + 0 * forward.t for f in torques], axis=1)
    np.testing.assert_allclose(forward.tau, expected, atol=1e-9)
    file = tmp_path / "forward.parquet"
    forward.write(file)
    back = simulate(name, {"motion": {"kind": "table", "file": str(file)}, **extra})
    scale = np.abs(expected).max(axis=0)
    assert (np.abs(back.tau - expected) <= 1e-8 * scale).all()


def test_accelerations_come_from_the_trajectory_itself():
    """Differentiating the velocities of a fine table, not the equations, gives the torques."""
    table = {"duration": 0.4, "sample": 1e-3, "start": {"q": PUMA_START},
             "drive": {"kind": "torques", "tau": ["5*sin(3*t)", -20, 2, 0.1, 0.1, 0]}}  # fmt: skip
    r = simulate("puma560", table)
    v, h = r.dq, 1e-3
    ddq = (-v[:-6] + 9 * v[1:-5] - 45 * v[2:-4] + 45 * v[4:-2] - 9 * v[5:-1] + v[6:]) / (60 * h)
    arm = torsor.compile("puma560")
    tau = arm.inverse_dynamics(r.q[3:-3], r.dq[3:-3], ddq)
    assert np.abs(tau - r.tau[3:-3]).max() < 1e-8 * 20


def step(values):
    """A text that has one value in each quarter of a second."""
    a, b, c, d = values
    return (
        f"{a} + ({b - a})*(1 + sign(t - 1/4))/2 + ({c - b})*(1 + sign(t - 1/2))/2"
        f" + ({d - c})*(1 + sign(t - 3/4))/2"
    )


ROD = {"rz1": 0, "Ixx1": 1, "Iyy1": 1, "Ixy1": 0, "Ixz1": 0, "Iyz1": 0, "m1": 1, "Iyy3": 0.0212}
"""MuJoCo wants a whole first link, and refuses the published third one, which no body can be."""


@pytest.mark.parametrize("name", ["puma560", "rttrr"])
def test_the_same_arm_in_mujoco_ends_in_the_same_place(name):
    """The same torques for 1 s; MuJoCo's RK4 at 0.1 ms holds them through each step."""
    steps, springs = 10_000, example("rttrr_springs")
    robot, extra = torsor.load(name), {"values": ROD}
    start, torques = PUMA_START, np.array(
        [[10, -30, 3, 0.2, -0.1, 0.02], [-5, 20, -4, -0.1, 0.2, -0.01], [3, 0, 5, 0, 0, 0.01],
         [0, -10, 0, 0.1, 0.1, 0]]
    )  # fmt: skip
    if name == "rttrr":
        robot, start = robot.with_drives("springs"), springs["start"]["q"]
        extra = {"values": springs["values"], "with": ["springs"]}
        torques = np.array([[1, 200, 5, 0.5, 0.1], [-2, 100, -5, 0.5, 0], [0, 150, 0, 0, -0.1],
                            [1, 180, 5, -0.5, 0]])  # fmt: skip
    model = mujoco.MjModel.from_xml_string(write_mjcf(robot, extra["values"]))
    model.opt.timestep = 1e-4
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    data = mujoco.MjData(model)
    data.qpos[:] = start
    for k in range(steps):
        data.qfrc_applied[:] = torques[4 * k // steps]
        mujoco.mj_step(model, data)
    drive = {"kind": "torques", "tau": [step(row) for row in torques.T.tolist()]}
    result = simulate(name, {"duration": 1, "start": {"q": start}, "drive": drive, **extra})
    assert np.abs(result.q[-1] - start).max() > 0.3
    assert np.abs(result.q[-1] - data.qpos).max() < 1e-6
    assert np.abs(result.dq[-1] - data.qvel).max() < 1e-6 * max(1, np.abs(data.qvel).max())


def test_a_table_of_held_torques_is_the_same_as_steps(tmp_path):
    file = tmp_path / "tau.csv"
    file.write_text("t [ms],tau1 [N],tau2 [N],tau3 [kN]\n0,4,0,0.01962\n500,-8,0,0.01962\n")
    drive = {"kind": "torques", "file": str(file), "hold": True}
    held = simulate("cartesian", {"duration": 1, "values": SLIDES, "drive": drive})
    # 4 N on 4 kg for half a second, then −8 N: x = 1/8 + 1/4 − 1/4
    assert held.q[-1, 0] == pytest.approx(0.125 + 0.25 - 0.25, abs=1e-12)
    assert held.q[-1, 2] == pytest.approx(0, abs=1e-12)


def test_the_symplectic_steps_keep_the_energy_near_and_are_of_fourth_order():
    start = {"duration": 5, "drive": "free", "values": PENDULUM, "start": {"q": [0.5, 1]}}
    coarse, fine = (
        simulate("planar2r", {**start, "integrator": {"method": "symplectic", "step": h}})
        for h in (4e-3, 2e-3)
    )
    exact = simulate("planar2r", {**start, "integrator": {"rtol": 1e-12, "atol": 1e-14}})
    ratio = np.abs(coarse.q - exact.q).max() / np.abs(fine.q - exact.q).max()
    assert 12 < ratio < 20
    error = np.abs(fine.energy - fine.energy[0])
    assert error.max() < 1e-6
    assert error[-50:].max() < 3 * error[:250].max()  # it swings, it does not drift


def test_radau_agrees_with_dop853():
    start = {"duration": 1, "drive": "free", "values": PENDULUM}
    one = simulate("planar2r", start)
    other = simulate("planar2r", {**start, "integrator": "Radau"})
    assert np.abs(one.q - other.q).max() < 1e-5


def test_a_run_is_the_same_to_the_bit(tmp_path):
    files = [tmp_path / name for name in ("a.parquet", "b.parquet")]
    for file in files:
        simulate("puma560", example("puma_computed_torque")).write(file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_computed_torque_makes_errors_die_as_a_linear_oscillator():
    """With the true model each error obeys ë + 20 ė + 100 e = 0: (1 + 10 t) e^(−10 t) e₀."""
    goal = [0.5, -0.5, 0.3, 0.2, 0.1, 0.4]
    motion = {"kind": "quintic", "from": [0] * 6, "to": goal, "duration": 1}
    run = Run("puma560", {"start": {"q": [0.1] * 6}, "motion": motion,
                          "drive": {"kind": "computed-torque", "kp": 100}})  # fmt: skip
    result = run.go()
    x = result.t[:, None]
    wanted = np.array(goal) * (10 * x**3 - 15 * x**4 + 6 * x**5)
    error = 0.1 * (1 + 10 * x) * np.exp(-10 * x)
    assert np.abs(result.q - wanted - error).max() < 1e-9


def test_gravity_compensated_pd_comes_to_rest_at_its_set_point():
    drive = {"kind": "pd", "kp": [200, 100], "kd": [60, 20], "set-point": ["40deg", -0.3]}
    result = simulate("planar2r", {"duration": 8, "values": PENDULUM, "drive": drive})
    np.testing.assert_allclose(result.q[-1], [np.radians(40), -0.3], atol=1e-7)
    arm = torsor.compile("planar2r", PENDULUM)
    np.testing.assert_allclose(result.tau[-1], arm.gravity(result.q[-1]), atol=1e-5)


def test_forces_along_a_motion_make_that_motion():
    """Inverse dynamics gives a table of torques; simulated under it, the arm follows."""
    motion = {"kind": "functions", "q": ["0.4*sin(2*t)", "0.3*(1 - cos(3*t))"], "duration": 1}
    forces = simulate("planar2r", {"values": PENDULUM, "motion": motion, "sample": 1e-3})
    run = Run("planar2r", {"values": PENDULUM, "motion": motion})
    again = compute_forces(run.scenario, run.plant, run.motion, lambda t: None)
    assert np.array_equal(again.tau, forces.tau[::10])
    drive = {"kind": "computed-torque", "kp": 0, "kd": 0}
    start = {"q": [0, 0], "dq": [0.8, 0]}
    back = simulate(
        "planar2r", {"values": PENDULUM, "motion": motion, "drive": drive, "start": start}
    )
    np.testing.assert_allclose(back.tau, again.tau, atol=1e-7)
    np.testing.assert_allclose(back.q, again.q, atol=1e-8)
