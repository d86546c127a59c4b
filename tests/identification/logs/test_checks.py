"""Real logs made wrong: what is suspected is said, and what is damaged is not used."""

import numpy as np
import pytest
from tests.identification.logs.records import (
    EXAMPLES,
    KR300,
    PENDULUM,
    columns_of,
    data,
    kr300,
    needs_data,
    pendulum,
    read,
    refused,
    told,
)

import torsor

ROBOTS = {"kr300": (kr300, columns_of(KR300)), "pendulum": (pendulum, columns_of(PENDULUM))}
SLOW = columns_of(EXAMPLES / "double_pendulum" / "A.0_13.csv.gz")


@pytest.fixture(params=ROBOTS)
def log_of(request):
    """A robot and its log, some columns of which are multiplied."""
    robot, columns = ROBOTS[request.param]

    def made(**factors):
        return robot(), {
            name: column * factors.get(name, factors.get(name.rstrip("0123456789"), 1))
            for name, column in columns.items()
        }

    return made


def without_rates(columns):
    return {name: column for name, column in columns.items() if not name.startswith("dq")}


DEGREES = 180 / np.pi


def test_degrees_given_as_radians_are_suspected(log_of):
    robot, columns = log_of(q=DEGREES, dq=DEGREES)
    for log in (columns, without_rates(columns)):
        sentence = refused(log, robot)
        assert "degrees given as radians?" in sentence and "q1 goes from" in sentence
        assert "q1 [deg]" in sentence


def test_a_slow_pendulum_in_degrees_is_suspected_too():
    assert "degrees given" in refused(
        {n: c * DEGREES if n[0] == "q" else c for n, c in SLOW.items()}
    )


def test_angles_that_are_written_as_radians_are_believed_and_the_doubt_told(log_of):
    robot, columns = log_of(q=DEGREES, dq=DEGREES)
    written = {f"{n} [rad]" if n.startswith("q") else n: c for n, c in columns.items()}
    log = read(written, robot)
    assert told(log, "as if they were degrees")


def test_a_pendulum_that_turns_over_many_times_is_no_mistake():
    """Five turns in ten seconds, at 3 rad/s: far, and not in degrees."""
    t = np.arange(0, 10, 0.002)
    rng = np.random.default_rng(0)
    q = np.stack([3.2 * t + 0.2 * np.sin(5 * t), 2.5 * t + np.cos(3 * t)], axis=1)
    log = read({"t": t, "q": q, "tau": rng.normal(size=q.shape)})
    assert len(log) == len(t)


@needs_data
def test_limits_tell_degrees_and_newton_millimetres():
    robot = torsor.load(data("ur10e/ur10e.urdf"))
    columns = without_rates(columns_of(data("ur10e/unloaded_b.csv.gz")))
    degrees = {n: c * DEGREES if n[0] == "q" else c for n, c in columns.items()}
    assert "the robot's limits are -6.283 and 6.283" in refused(degrees, robot)
    millimetres = {n: c * 1000 if n[:3] == "tau" else c for n, c in columns.items()}
    assert told(read(millimetres, robot), "the robot's limit is 330", "N mm")


def test_other_units_of_time_are_suspected(log_of):
    robot, columns = log_of(t=1e3)
    for log in (columns, without_rates(columns)):
        assert "is t in another unit? It is written t [ms]" in refused(log, robot)
    robot, columns = log_of(t=1e6)
    assert "t [us]" in refused(columns, robot)


@pytest.mark.parametrize(
    "factors, says",
    [
        ({"q": DEGREES / 3}, "q1 moves by 19.1 times what dq1 says"),
        ({"dq": DEGREES}, "is dq1 in degrees per second"),
        ({"dq": 30 / np.pi}, "is dq1 in revolutions per minute"),
        ({"dq": 101.0}, "q1 moves by 0.009"),
        ({"dq": 101.0}, "behind a gear"),
        ({"dq2": -1}, "dq2 has the wrong sign"),
        ({"dq": -1}, "dq1, dq2"),
        ({"dq2": 0}, "dq2 is 0 throughout though q2 moves"),
    ],
)
def test_velocities_that_are_not_the_derivatives_are_refused(log_of, factors, says):
    robot, columns = log_of(**factors)
    sentence = refused(columns, robot)
    assert says in sentence or "degrees given as radians" in sentence


@pytest.mark.parametrize("stem", ["q", "dq"])
def test_columns_in_a_wrong_order_are_suspected(log_of, stem):
    robot, columns = log_of()
    columns[f"{stem}1"], columns[f"{stem}2"] = columns[f"{stem}2"], columns[f"{stem}1"]
    assert "dq1 is the derivative of q2, not of q1" in refused(columns, robot)


def test_a_force_that_is_not_measured_is_not_used(log_of):
    for value in (0.0, 3.0):
        robot, columns = log_of()
        columns["tau2"] = np.full_like(columns["tau2"], value)
        log = read(columns, robot)
        assert told(log, f"tau2 is {value:g} throughout though q2 moves")
        assert not log.good[:, 1].any() and log.good[:, 0].all()


def test_no_force_and_no_motion_are_refused(log_of):
    robot, columns = log_of(tau=0)
    assert "the driving forces are constant throughout" in refused(columns, robot)
    robot, columns = log_of(q=0, dq=0)
    assert "no joint moves in it" in refused(columns, robot)


def test_a_joint_that_never_moves_is_told_and_its_log_is_used(log_of):
    robot, columns = log_of(q2=0, dq2=0)
    log = read(columns, robot)
    assert told(log, "q2 moves nowhere in it: not excited") and log.good.all()


def test_saturation_is_found_row_by_row(log_of):
    robot, columns = log_of()
    limit = np.quantile(np.abs(columns["tau2"]), 0.93)
    columns["tau2"] = np.clip(columns["tau2"], -limit, limit)
    log = read(columns, robot)
    assert np.array_equal(log.good[:, 1], np.abs(log.tau[:, 1]) < limit)
    assert log.good[:, 0].all() and told(log, "tau2 is saturated")


@pytest.mark.parametrize("rates", [True, False])
def test_sensors_that_hang_are_found(log_of, rates):
    robot, columns = log_of()
    columns = columns if rates else without_rates(columns)
    columns["tau1"][1000:1400] = columns["tau1"][1000]
    columns["q2"][1600:1800] = columns["q2"][1600]
    log = read(columns, robot)
    expected = np.ones(log.good.shape, bool)
    expected[1000:1400, 0] = False
    expected[1600:1800] = False
    assert np.array_equal(log.good, expected)
    assert told(log, "tau1 stands still", "row 1000 to row 1399")
    assert told(log, "q2 hangs from row 1600 to row 1799")


def test_single_wrong_rows_are_left_out_or_bridged(log_of):
    robot, columns = log_of()
    columns["q1"][500] += 30
    columns["dq2"][600] = 400
    columns["tau1"][700] = 1e6
    log = read(columns, robot)
    assert len(log) == len(columns["t"]) - 2
    assert told(log, "2 rows with spikes", "row 500", "row 600") and told(log, "1e+06 in row 700")
    bad = np.argwhere(~log.good)
    assert bad.tolist() == [[698, 0]]
    assert log.tau[698, 0] == pytest.approx(columns["tau1"][[699, 701]].mean())


def test_angles_wrapped_at_a_turn_are_counted_on(log_of):
    robot, columns = log_of()
    whole = columns["q1"] + 3
    columns["q1"] = (whole + np.pi) % (2 * np.pi) - np.pi
    log = read(columns, robot)
    np.testing.assert_allclose(np.diff(log.q[:, 0]), np.diff(whole), atol=1e-12)
    assert told(log, "counted on: q1")


def test_noise_alone_marks_nothing():
    """Twenty logs of white noise on a motion: no spike, no saturation, no sensor that hangs."""
    t = np.arange(0, 6, 0.002)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        q = np.stack([np.sin(2 * t), np.cos(3 * t)], axis=1)
        tau = 5 * q + rng.normal(size=q.shape)
        log = read({"t": t, "q": q + 1e-4 * rng.normal(size=q.shape), "tau": np.round(tau, 2)})
        assert log.good.all() and len(log) == len(t)
        assert len(log.notes) == 1
