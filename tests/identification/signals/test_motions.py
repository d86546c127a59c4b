"""Even stretches, derivatives, rests: how logs become filtered motions."""

import numpy as np
import pytest

from torsor.identification.logs.log import Log
from torsor.identification.signals.differences import are_differences, differentiate
from torsor.identification.signals.motion import filter_logs
from torsor.identification.signals.rest import find_moving, find_runs, find_still, spread
from torsor.identification.signals.stretches import cut_stretches


def log_of(t, q, tau=None, dq=None, good=None):
    tau = np.zeros_like(q) if tau is None else tau
    good = np.ones(q.shape, bool) if good is None else good
    return Log("a log", t, q, tau, dq, None, good, (), np.eye(q.shape[1]))


def swinging(t):
    return np.stack([np.sin(t), np.cos(1.3 * t)], axis=1)


# stretches ----------------------------------------------------------------------------------------


def test_a_wide_gap_ends_a_stretch_and_a_small_one_is_bridged_by_its_times():
    t = np.arange(0.0, 10.0, 0.01)
    t = t[((t < 3.0) | (t > 3.03)) & ((t < 6.0) | (t > 6.5))]
    first, second = cut_stretches(log_of(t, swinging(t)), 0, 5.0)
    assert first.t[0] == 0.0 and abs(first.t[-1] - 6.0) < 0.011
    assert abs(second.t[0] - 6.5) < 0.011 and abs(second.t[-1] - 9.99) < 0.011
    for stretch in (first, second):
        np.testing.assert_allclose(np.diff(stretch.t), 0.01, atol=1e-12)
        np.testing.assert_allclose(stretch.q, swinging(stretch.t), atol=2e-6)


def test_what_is_a_wide_gap_depends_on_the_cut_off():
    t = np.arange(0.0, 10.0, 0.001)
    t = t[(t < 5.0) | (t > 5.02)]
    log = log_of(t, swinging(t))
    assert len(list(cut_stretches(log, 0, 5.0))) == 1
    assert len(list(cut_stretches(log, 0, 20.0))) == 2


def test_a_stretch_too_short_for_the_cut_off_is_left_out():
    t = np.concatenate([np.arange(0.0, 0.3, 0.01), np.arange(2.0, 5.0, 0.01)])
    (only,) = cut_stretches(log_of(t, swinging(t)), 0, 5.0)
    assert only.t[0] == 2.0


def test_rows_beside_a_force_that_is_not_good_are_not_good():
    t = np.arange(0.0, 4.0, 0.01)
    good = np.ones((len(t), 2), bool)
    good[100, 1] = False
    (stretch,) = cut_stretches(log_of(t, swinging(t), good=good), 0, 5.0)
    assert stretch.good[:, 0].all()
    assert set(np.flatnonzero(~stretch.good[:, 1])) <= {99, 100, 101}
    assert not stretch.good[100, 1]


# derivatives --------------------------------------------------------------------------------------


def test_accelerations_of_a_swing_at_100_hertz_are_right_to_a_millionth():
    t = np.arange(0.0, 5.0, 0.01)[:, None]
    w = 2 * np.pi
    dq = w * np.cos(w * t)
    ddq = differentiate(dq, 0.01)
    inner = slice(3, -3)
    assert np.abs(ddq + w**2 * np.sin(w * t))[inner].max() < 1e-6 * w**2
    plain = np.gradient(dq, 0.01, axis=0)
    assert np.abs(plain + w**2 * np.sin(w * t))[inner].max() > 1e-4 * w**2


@pytest.mark.parametrize("rows", [3, 5, 6, 7, 8])
def test_short_signals_are_differentiated_too(rows):
    t = np.arange(float(rows))[:, None]
    np.testing.assert_allclose(differentiate(t**2, 1.0), 2 * t, atol=1e-12)


def test_velocities_that_are_differences_of_positions_are_recognised():
    rng = np.random.default_rng(1)
    t = np.cumsum(rng.uniform(0.001, 0.003, 3000))
    q = swinging(t) + 1e-4 * rng.normal(size=(3000, 2))
    differences = np.diff(q, axis=0, prepend=q[:1]) / np.diff(t, prepend=0.0)[:, None]
    own = np.stack([np.cos(t), -1.3 * np.sin(1.3 * t)], axis=1)
    assert are_differences(np.round(differences, 5), q, t)
    assert not are_differences(own, q, t)


# rests --------------------------------------------------------------------------------------------


def test_rests_that_last_are_left_out_and_reversals_are_not():
    t = np.arange(0.0, 6.0, 0.01)
    dq = np.stack([np.sin(2 * t), np.where(t < 3.0, np.sin(4 * t), 0.0)], axis=1)
    moving = find_moving(dq, 0.01, np.abs(dq).max(axis=0))
    assert moving[:, 0].all()
    assert moving[t < 2.9, 1].all() and not moving[t > 3.0, 1].any()


def test_a_joint_that_stays_within_its_noise_or_its_grain_stands_still():
    rng = np.random.default_rng(2)
    t = np.arange(0.0, 5.0, 0.005)
    noise = 1e-4 * rng.normal(size=len(t))
    q = np.stack(
        [0.01 * np.sin(t) + noise, 0.3 + noise, np.round(noise, 4), 5e-3 * np.sin(t)], axis=1
    )
    assert find_still([q], [q]).tolist() == [False, True, True, False]


def test_what_stands_still_is_filtered_to_rest():
    rng = np.random.default_rng(3)
    t = np.arange(0.0, 6.0, 0.005)
    q = swinging(t)
    q[:, 1] = 0.4 + 1e-4 * rng.normal(size=len(t))
    (motion,) = filter_logs([log_of(t, q)], 5.0, "differentiated")
    assert not motion.moving[:, 1].any() and motion.moving[:, 0].any()
    assert np.all(motion.dq[:, 1] == 0.0) and np.all(motion.ddq[:, 1] == 0.0)


def test_runs_and_shares_of_marked_rows():
    marked = np.array([0, 1, 1, 0, 0, 1], bool)
    assert find_runs(marked).tolist() == [[1, 3], [5, 6]]
    share = spread(marked[:, None], 1)[:, 0]
    np.testing.assert_allclose(share * 3, [1, 2, 2, 1, 1, 1])


# motions ------------------------------------------------------------------------------------------


def test_a_filtered_motion_is_the_motion_and_its_derivatives():
    t = np.arange(0.0, 8.0, 0.002)
    (motion,) = filter_logs([log_of(t, swinging(t))], 5.0, "differentiated")
    inner = slice(100, -100)
    s = motion.t[inner]
    np.testing.assert_allclose(motion.q[inner], swinging(s), atol=1e-7)
    own = np.stack([np.cos(s), -1.3 * np.sin(1.3 * s)], axis=1)
    np.testing.assert_allclose(motion.dq[inner], own, atol=1e-5)
    own = -np.stack([np.sin(s), 1.69 * np.cos(1.3 * s)], axis=1)
    np.testing.assert_allclose(motion.ddq[inner], own, atol=1e-4)


def test_ends_are_neither_judged_nor_fitted():
    """Half a period of the cut-off is not judged, a whole one is not fitted."""
    t = np.arange(0.0, 8.0, 0.002)
    (motion,) = filter_logs([log_of(t, swinging(t))], 5.0, "differentiated")
    judged, fitted = motion.moving.all(axis=1), motion.usable.all(axis=1)
    assert [np.argmax(judged), np.argmax(judged[::-1])] == [50, 50]
    assert [np.argmax(fitted), np.argmax(fitted[::-1])] == [100, 100]


def test_a_force_that_is_not_good_spoils_its_neighbours_once_it_is_many():
    t = np.arange(0.0, 8.0, 0.002)
    good = np.ones((len(t), 2), bool)
    good[2000, 0] = False
    good[2000:2100, 1] = False
    (motion,) = filter_logs([log_of(t, swinging(t), good=good)], 5.0, "differentiated")
    assert motion.usable[1900:2100, 0].all()
    assert not motion.usable[2000:2100, 1].any()
