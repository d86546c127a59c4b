"""The filter beside SciPy's, and what it does where a log begins and ends."""

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt

from torsor.identification.signals.lowpass import FORCES, MOTIONS, lowpass

STEP = 0.002


def scipys(signal, cutoff):
    return sosfiltfilt(butter(4, 2.0 * cutoff * STEP, output="sos"), signal, axis=0)


@pytest.mark.parametrize("ends", [FORCES, MOTIONS])
def test_in_the_middle_it_is_butterworths_filter_forward_and_back(ends):
    signal = np.random.default_rng(1).normal(size=(6000, 3))
    inner = slice(600, -600)
    ours = lowpass(signal, 6.0, STEP, ends)
    np.testing.assert_allclose(ours[inner], scipys(signal, 6.0)[inner], atol=1e-6)


@pytest.mark.parametrize("ends", [FORCES, MOTIONS])
def test_the_filter_is_linear_so_that_columns_may_be_filtered_instead_of_their_sum(ends):
    columns = np.random.default_rng(2).normal(size=(900, 4))
    weights = np.array([2.0, -1.0, 0.5, 3.0])
    whole = lowpass((columns @ weights)[:, None], 5.0, STEP, ends)[:, 0]
    np.testing.assert_allclose(lowpass(columns, 5.0, STEP, ends) @ weights, whole, atol=1e-10)


def test_nothing_is_delayed():
    """A filtered sine below the cut-off is that sine, in phase and in size."""
    t = np.arange(0.0, 12.0, STEP)
    signal = np.sin(2 * np.pi * 1.0 * t)[:, None]
    inner = slice(1000, -1000)
    ours = lowpass(signal, 10.0, STEP)[inner]
    np.testing.assert_allclose(ours, signal[inner], atol=2e-8)


@pytest.mark.parametrize("phase", np.linspace(0.0, np.pi, 7))
def test_a_motion_cut_off_in_mid_swing_keeps_its_velocity_and_acceleration(phase):
    """A tenth of the cut-off, as motions are; the accelerations to 5 %."""
    t = np.arange(0.0, 3.0, STEP)
    w = 2 * np.pi * 3.0
    x = np.sin(w * t + phase)[:, None]
    true = -(w**2) * x

    def worst(filtered):
        ddq = np.gradient(np.gradient(filtered, STEP, axis=0), STEP, axis=0)
        return np.abs(ddq - true)[5:-5].max() / w**2

    assert worst(lowpass(x, 30.0, STEP, MOTIONS)) < 0.05
    assert worst(scipys(x, 30.0)) > 5.0 * worst(lowpass(x, 30.0, STEP, MOTIONS))


def test_a_cut_off_that_rows_cannot_show_leaves_the_signal_as_it_is():
    signal = np.random.default_rng(3).normal(size=(100, 2))
    np.testing.assert_array_equal(lowpass(signal, 300.0, STEP), signal)


@pytest.mark.parametrize("rows", [2, 3, 8, 40])
def test_short_signals_are_filtered_too(rows):
    signal = np.ones((rows, 2)) * [1.0, -2.0]
    for ends in (FORCES, MOTIONS):
        np.testing.assert_allclose(lowpass(signal, 5.0, STEP, ends), signal, atol=1e-6)


def test_more_axes_are_columns():
    signal = np.random.default_rng(4).normal(size=(500, 2, 3))
    flat = lowpass(signal.reshape(500, 6), 5.0, STEP)
    np.testing.assert_array_equal(lowpass(signal, 5.0, STEP).reshape(500, 6), flat)
