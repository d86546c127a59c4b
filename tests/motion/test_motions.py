"""Trajectories: their ends, limits and continuity, and what the tool does along Cartesian ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torsor
from torsor.motion.quantities import ScenarioError
from torsor.motion.scenario.signals import signal
from torsor.motion.simulation import Run, simulate
from torsor.motion.trajectory import profiles, splines

READY = ["10deg", "-60deg", "20deg", "10deg", "40deg", "5deg"]
"""A PUMA away from its singularities."""


def same_derivatives(motion, times, h=1e-5):
    """Velocities and accelerations are the derivatives of positions."""
    for t in times:
        (q0, _, _), (q, dq, ddq), (q1, _, _) = motion(t - h), motion(t), motion(t + h)
        np.testing.assert_allclose((q1 - q0) / (2 * h), dq, atol=1e-5)
        np.testing.assert_allclose((q1 - 2 * q + q0) / h**2, ddq, atol=1e-3)


numbers = st.floats(-3, 3).map(lambda x: round(x, 3))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=4), st.floats(0.1, 5),
       st.floats(0.1, 20))  # fmt: skip
def test_a_trapezoid_keeps_its_limits_and_reaches_one_of_them(ends, speed, acceleration):
    start, end = np.array(ends).T
    if not np.abs(end - start).max() > 1e-3:
        return
    duration, ramp = profiles.trapezoidal_limits(end - start, speed, acceleration)
    motion = profiles.trapezoidal(start, end, duration, ramp)
    q, dq, ddq = motion.at(np.linspace(0, duration, 401))
    np.testing.assert_allclose(q[0], start)
    np.testing.assert_allclose(q[-1], end, atol=1e-12)
    assert np.abs(dq).max() <= speed * (1 + 1e-9)
    assert np.abs(ddq).max() <= acceleration * (1 + 1e-9)
    top = np.abs(end - start).max() / (duration - ramp)
    assert max(top / speed, top / ramp / acceleration) == pytest.approx(1)


def test_the_trapezoid_of_the_textbook():
    """One radian at no more than 1 rad/s and 4 rad/s²: ramps of 1/4 s, 1.25 s in all."""
    assert profiles.trapezoidal_limits([1.0], 1.0, 4.0) == pytest.approx((1.25, 0.25))
    assert profiles.trapezoidal_limits([1.0], 9.0, 4.0) == pytest.approx((1.0, 0.5))


def test_minimum_jerk_is_the_least_jerky_of_its_neighbours():
    motion = profiles.minimum_jerk([0.0], [1.0], 1.0)
    c = motion.coefficients[0, :, 0]
    np.testing.assert_allclose(c, [0, 0, 0, 10, -15, 6], atol=1e-12)
    x = np.linspace(0, 1, 20001)
    jerk = 60 - 360 * x + 360 * x**2
    # t³(1 − t)³ vanishes at both ends with two derivatives: adding it can only add jerk
    bump = np.polyval(np.polyder(np.poly1d([-1, 3, -3, 1, 0, 0, 0]), 3), x)
    base = np.trapezoid(jerk**2, x)
    for eps in (0.5, -0.5, 0.05, -0.05):
        assert np.trapezoid((jerk + eps * bump) ** 2, x) > base


def test_a_quintic_meets_speeds_and_accelerations_at_its_ends():
    motion = profiles.quintic([0, 1], [2, -1], 0.7, [[1, 2], [3, 4]], [[5, 6], [7, 8]])
    for t, want in ((0.0, ([0, 1], [1, 2], [5, 6])), (0.7, ([2, -1], [3, 4], [7, 8]))):
        for found, expected in zip(motion(t), want, strict=True):
            np.testing.assert_allclose(found, expected, atol=1e-11)
    same_derivatives(motion, [0.2, 0.5])


@pytest.mark.parametrize("kind, smooth", [("cubic", 2), ("quintic", 4)])
def test_splines_pass_their_points_smoothly(kind, smooth):
    times = [0, 0.5, 1.3, 2]
    points = [[0, 1], [1, 0], [0.5, 2], [0, 0]]
    spline = getattr(splines, f"{kind}_spline")(times, points)
    for t, p in zip(times, points, strict=True):
        np.testing.assert_allclose(spline(t)[0], p, atol=1e-12)
    for t in (0.0, 2.0):
        np.testing.assert_allclose(spline(t)[1], 0, atol=1e-10)
    c, h = spline.coefficients, np.diff(spline.knots)
    for k in range(len(h) - 1):
        for order in range(smooth + 1):
            left = sum(
                c[k, j] * np.prod(np.arange(j, j - order, -1)) * h[k] ** (j - order)
                for j in range(order, 6)
            )
            right = c[k + 1, order] * np.prod(np.arange(order, 0, -1))
            np.testing.assert_allclose(left, right, atol=1e-8)


def test_segments_follow_each_other_and_rest_after_the_end():
    run = Run("cartesian", {"motion": [
        {"kind": "minimum-jerk", "to": [1, 2, 3], "duration": 1},
        {"kind": "hold", "duration": 0.5},
        {"kind": "trapezoidal", "by": [-1, 0, 0], "duration": 1, "ramp": 0.25},
        {"kind": "cubic-spline", "points": [[1, 1, 1], [0, 0, 0]], "times": [1, 2]},
    ], "values": {"m1": 1, "m2": 1, "m3": 1, "g": 9.81}})  # fmt: skip
    motion = run.motion
    assert motion.duration == pytest.approx(4.5)
    for t, q in (
        (1, [1, 2, 3]),
        (1.3, [1, 2, 3]),
        (2.5, [0, 2, 3]),
        (3.5, [1, 1, 1]),
        (9, [0] * 3),
    ):
        np.testing.assert_allclose(motion(t)[0], q, atol=1e-12)
    same_derivatives(motion, [0.3, 1.1, 2.0, 3.1, 4.2])


def test_functions_have_the_derivatives_that_calculus_says():
    s = signal("2*sin(3*t)^2/(1 + t^2) - t^3*cos(t) + sqrt(2)*pi")
    h, t = 1e-4, 0.7
    value, first, second = s.jet(t)
    expected = 2 * np.sin(2.1) ** 2 / 1.49 - 0.343 * np.cos(0.7) + np.sqrt(2) * np.pi
    assert value == pytest.approx(expected, rel=1e-14)
    assert s(t) == pytest.approx(expected, rel=1e-14)
    assert first == pytest.approx((s(t + h) - s(t - h)) / (2 * h), rel=1e-6)
    assert second == pytest.approx((s(t + h) - 2 * s(t) + s(t - h)) / h**2, rel=1e-5)
    assert signal("3*sign(2*t - 1) + sign(t^2 - 1)").breaks == (0.5,)
    np.testing.assert_allclose(s(np.array([t, t])), expected)


def test_the_tool_goes_straight_and_keeps_its_orientation():
    table = {"start": {"q": READY}, "sample": 0.0037,
             "motion": {"kind": "line", "by": [0.1, 0.1, -0.1], "duration": 1}}  # fmt: skip
    run = Run("puma560", table)
    result = run.go()
    T = torsor.compile("puma560").forward_kinematics(result.q)
    s = (10 * result.t**3 - 15 * result.t**4 + 6 * result.t**5)[:, None]
    np.testing.assert_allclose(T[:, :3, 3], T[0, :3, 3] + s * [0.1, 0.1, -0.1], atol=1e-9)
    np.testing.assert_allclose(
        T[:, :3, :3], np.broadcast_to(T[0, :3, :3], (len(T), 3, 3)), atol=1e-9
    )
    same_derivatives(run.motion, [0.123, 0.5, 0.811])


def test_the_tool_turns_to_the_orientation_that_a_line_asks_for():
    table = {"start": {"q": READY}, "motion": {
        "kind": "line", "by": [0.02, 0, 0], "duration": 1, "orientation": "Rz(30deg) Rx(170deg)",
    }}  # fmt: skip
    result = simulate("puma560", table)
    T = torsor.compile("puma560").forward_kinematics(result.q[-1])
    c, s, a, b = np.cos(np.pi / 6), 0.5, np.cos(np.radians(170)), np.sin(np.radians(170))
    Rz, Rx = (
        np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
        np.array([[1, 0, 0], [0, a, -b], [0, b, a]]),
    )
    np.testing.assert_allclose(T[:3, :3], Rz @ Rx, atol=1e-9)


@pytest.mark.parametrize("name, q", [("puma560", READY), ("panda", [0.1, 0.2, 0, -1.5, 0, 1.8, 0])])
def test_the_tool_goes_around_a_circle_at_an_even_speed(name, q):
    arm = torsor.compile(name)
    run0 = Run(name, {"start": {"q": q}, "motion": {"kind": "hold", "duration": 1}})
    p = arm.forward_kinematics(run0.scenario.q)[:3, 3]
    centre = (p + [-0.06, 0, 0.02]).tolist()
    motion = {"kind": "circle", "centre": centre, "normal": [0, 0, 1], "speed": 0.2,
              "acceleration": 0.8}  # fmt: skip
    run = Run(name, {"start": {"q": q}, "motion": motion})
    result = run.go()
    T = arm.forward_kinematics(result.q)
    radius = np.linalg.norm(T[:, :2, 3] - centre[:2], axis=1)
    np.testing.assert_allclose(radius, 0.06, atol=1e-9)
    np.testing.assert_allclose(T[:, 2, 3], p[2], atol=1e-9)
    assert result.t[-1] == pytest.approx(2 * np.pi * 0.06 / 0.2 + 0.25)
    J = arm.jacobian(result.q)
    speed = np.linalg.norm(np.einsum("nij,nj->ni", J[:, :3], result.dq), axis=1)
    middle = (result.t > 0.3) & (result.t < result.t[-1] - 0.3)
    np.testing.assert_allclose(speed[middle], 0.2, atol=1e-7)
    same_derivatives(run.motion, [0.4, 0.91, 1.2])


def test_a_point_out_of_reach_is_named_with_how_near_the_tool_came():
    far = {"kind": "line", "to": [2, 0, 0], "duration": 1}
    table = {"start": {"q": READY}, "motion": [{"kind": "hold", "duration": 1}, far]}
    with pytest.raises(ScenarioError, match=r"motion 2: the point \(.*\), \d+ % along the path, "
                       r"is out of reach: the tool came as near as .* m"):  # fmt: skip
        simulate("puma560", table)


def test_reactions_project_on_the_axes_as_the_driving_forces():
    """On random motions of an arm without drives, n·z of every joint is its torque."""
    motion = {"kind": "quintic", "to": [1, -1, 0.5, -1.2, 1, 1, 0.3], "duration": 1}
    contact = {"wrench": [1, 2, 3, 0.1, 0.2, 0.3]}
    result = simulate("panda", {"motion": motion, "contact": contact})
    along_axes = np.stack([result.columns[f"n{i}z"] for i in range(1, 8)], axis=1)
    np.testing.assert_allclose(along_axes, result.tau, atol=1e-10)


def test_the_base_bears_the_weight_of_a_resting_arm():
    robot = torsor.load("panda")
    result = simulate(robot, {"motion": {"kind": "hold", "duration": 1}})
    masses = sum(float(robot.numbers[f"m{i}"].constant) for i in range(1, 8))
    g = float(robot.numbers["g"].constant)
    np.testing.assert_allclose(result.columns["f1z"], masses * g, rtol=1e-12)
