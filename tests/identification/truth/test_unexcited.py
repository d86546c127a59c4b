"""What a motion does not show is named; Pinocchio's regressor along the motion knows its rank."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.identification.truth.simulated import (
    Truth,
    record,
    standard_errors,
    swing,
    unweighed,
)
from tests.mechanics.test_fixed_joints_and_trees import table_of
from tests.oracles.pinocchio_model import build, torque_regressor
from tests.oracles.random_robots import random_robot

import torsor
from torsor.identification.regression.geometry import generalise


def held(motion, *joints):
    """The motion with some joints standing still."""
    waves = [array.copy() for array in (motion.sines, motion.cosines)]
    for array in waves:
        array[list(joints)] = 0.0
    return type(motion)(motion.centre, *waves, motion.base)


def columns(truth, motion, moving):
    """Pinocchio's columns by name, of the joints that move."""
    model = build(truth.plain)
    states = zip(*motion(np.linspace(0.0, 10.0, 60)), strict=True)
    rows = [torque_regressor(model, *state) for state in states]
    return {name: np.concatenate([row[name][moving] for row in rows]) for name in rows[0]}


def rank(table):
    A = np.array(list(table)).T
    sizes = np.linalg.norm(A, axis=0)
    return int(np.linalg.matrix_rank(A[:, sizes > 1e-9] / sizes[sizes > 1e-9], tol=1e-6))


CASES = {
    "all joints move": ("3r", (), 17),
    "the first stands still": ("3r", (0,), 10),
    "only the last moves": ("3r", (0, 1), 3),
    "a sliding joint stands still": ("stanford", (2,), 29),
    "an arm in its plane": ("puma560", (0, 3, 4, 5), 6),
}


@cache
def found_in(name, still, noise):
    truth = unweighed(name, 7)
    motion = held(swing(61, truth.n, size=0.8, centre=0.3), *still)
    log = record(truth, motion, 12.0, 200.0, q_noise=noise)
    options = {"friction": (), "rotors": False, "prior": False, "cutoff": 6.0}
    found = torsor.identify(truth.robot, log, hold_out=0.0, values=truth.values, **options)
    return truth, motion, found


@pytest.mark.parametrize("noise", [0.0, 2e-4])
@pytest.mark.parametrize("case", CASES)
def test_as_many_parameters_are_found_as_the_motion_shows(case, noise):
    """With noise in the positions, too: a joint that stands still does not seem to move."""
    name, still, expected = CASES[case]
    if noise and not still:
        pytest.skip("nothing stands still")
    truth, motion, found = found_in(name, still, noise)
    Y = columns(truth, motion, [k for k in range(truth.n) if k not in still])
    kept = [e.name for e in found.base]
    assert len(kept) == rank(Y.values()) == rank([Y[name] for name in kept]) == expected
    assert all(np.isfinite(e.value) and 0.0 < e.std < np.inf for e in found.base)
    assert found.possible.certificate.holds


@pytest.mark.parametrize("case", CASES)
def test_what_is_lost_is_named_with_what_it_cannot_be_told_from(case):
    name, still, _ = CASES[case]
    truth, motion, found = found_in(name, still, 0.0)
    Y = columns(truth, motion, [k for k in range(truth.n) if k not in still])
    everything = torsor.compile(generalise(truth.robot), truth.values).base_parameters.names
    kept = {e.name for e in found.base}
    lost, told = set(everything) - kept, " ".join(found.unexcited)
    named = set()
    for line in found.unexcited:
        if line.endswith("not excited by this motion at all"):
            unfelt = re.findall(r"\b[mhL][xyz]{0,2}\d+", line)
            named |= set(unfelt)
            assert all(np.linalg.norm(Y[name]) < 1e-9 for name in unfelt)
        elif "cannot be told from" in line:
            one, *others = re.findall(r"\b[mhL][xyz]{0,2}\d+", line)
            named.add(one)
            assert set(others) <= kept
            assert rank([Y[k] for k in [one, *kept]]) == len(kept)
    assert named == lost
    for joint in still:
        assert re.search(rf"\bq{joint + 1}\b.*did not move", told)


@pytest.mark.parametrize(("gravity", "expected"), [((0, 0, -9.81), 4), ((0, -9.81, 0), 6)])
def test_gravity_along_the_axes_leaves_only_what_inertia_shows(gravity, expected):
    """An arm in its plane, lying flat and upright: weights show two moments more."""
    upright = random_robot(np.random.default_rng(1), 2)
    axes = {"kind": "R", "axis": np.array([0.0, 0.0, 1.0]), "rotation": np.eye(3)}
    joints = tuple(replace(joint, **axes) for joint in upright.joints)
    plain = replace(upright, joints=joints, gravity=np.array(gravity, float))
    truth = Truth(generalise(torsor.load(table_of(plain))), plain)
    motion = swing(62, 2, size=0.8)
    log = record(truth, motion, 10.0, 200.0)
    found = torsor.identify(truth.robot, log, hold_out=0.0, friction=(), rotors=False, cutoff=6.0)
    assert len(found.base) == rank(columns(truth, motion, [0, 1]).values()) == expected
    assert max(map(abs, standard_errors(found, truth).values())) < 4.0
