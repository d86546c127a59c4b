"""The cut-off that is chosen for motions of a known band, and the reason that is told."""

import re

import numpy as np
import pytest
from tests.identification.truth.simulated import record, rms, swing, unweighed

import torsor
from torsor.identification.logs.reading import read_logs
from torsor.identification.signals.cutoff import band_of_motion


def arm():
    return unweighed("planar2r", 5)


def log_of(columns, truth):
    found, *_ = read_logs([columns], truth.robot, None)
    return found


def identified(truth, log, **options):
    return torsor.identify(truth.robot, log, hold_out=0.0, values=truth.values, **options)


@pytest.mark.parametrize("band", [0.25, 0.5, 1.0, 1.8])
def test_the_motion_passes_the_cut_off_that_is_chosen(band):
    """Five harmonics up to the band: at least four times that passes, and not all there is."""
    truth = arm()
    log = record(truth, swing(71, 2, size=0.5, base=band / 5), 12.0, 200.0, q_noise=2e-5)
    filtering = identified(truth, log).filtering
    assert max(2.0, 4.0 * band) <= filtering.cutoff <= 20.0
    assert re.search("ten times the band of the motion|not explained", filtering.reason)


def test_faster_motions_have_higher_cut_offs():
    truth = arm()
    chosen = [
        band_of_motion([log_of(record(truth, swing(71, 2, base=band / 5), 20.0, 200.0), truth)])
        for band in (0.25, 0.5, 1.0, 1.8)
    ]
    assert chosen == sorted(chosen) and chosen[-1] > 3.0 * chosen[0]


def test_a_vibration_that_no_link_explains_is_cut_off_and_told():
    truth = arm()
    log = record(truth, swing(71, 2, size=0.5, base=0.36), 12.0, 200.0, tau_noise=1e-4)
    quiet = identified(truth, log).filtering
    shaken = rms(log["tau"]) * np.sin(2 * np.pi * 9.0 * log["t"])[:, None]
    loud = identified(truth, log | {"tau": log["tau"] + 0.2 * shaken}).filtering
    assert loud.cutoff <= 9.0 < quiet.cutoff
    assert f"not explained by the motion from {loud.cutoff:g} Hz on" in loud.reason


def test_a_cut_off_that_is_asked_for_is_taken():
    truth = arm()
    log = record(truth, swing(71, 2, size=0.5), 12.0, 200.0)
    filtering = identified(truth, log, cutoff=3.3).filtering
    assert (filtering.cutoff, filtering.reason) == (3.3, "as asked for")
