"""What drives bring and what rows are kept: columns of the regression beside outside truth."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from tests.identification.truth.simulated import record, swing, unweighed
from tests.oracles.pinocchio_model import build, torque_regressor

from torsor.identification.logs.reading import read_logs
from torsor.identification.regression import samples as module
from torsor.identification.regression.drives import Term, drive_columns, list_terms
from torsor.identification.regression.geometry import read_geometry
from torsor.identification.regression.presliding import hysteresis
from torsor.identification.regression.samples import take_samples
from torsor.identification.signals.motion import filter_logs

STEP = 0.002
T = np.arange(0.0, 6.0, STEP)
RATE = 0.8 * np.sin(2.0 * T) + 0.3 * np.cos(5.0 * T)


@pytest.mark.parametrize("distance", [0.003, 0.03, 0.3])
def test_presliding_is_the_solution_of_dahls_equation(distance):
    def slope(t, z):
        v = 0.8 * np.sin(2.0 * t) + 0.3 * np.cos(5.0 * t)
        return (np.sign(v) - z) * np.abs(v) / distance

    solved = solve_ivp(slope, (0.0, T[-1]), [0.0], t_eval=T, max_step=1e-3, rtol=1e-8).y[0]
    found = hysteresis(RATE, STEP, distance)
    assert np.abs(found).max() <= 1.0
    assert np.abs(found - solved).max() < 1.5 * STEP * np.abs(RATE).max() / distance
    assert np.sqrt(np.mean((found - solved) ** 2)) < 0.03


def test_presliding_far_below_a_row_is_coulombs_friction():
    np.testing.assert_allclose(hysteresis(RATE, STEP, 1e-9), np.sign(RATE), atol=1e-6)


def test_presliding_depends_on_the_way_and_not_on_the_speed():
    """Twice as fast along the same way, the same state at the same place."""
    slow = hysteresis(np.full(1000, 0.1), STEP, 0.05)
    fast = hysteresis(np.full(500, 0.2), STEP, 0.05)
    np.testing.assert_allclose(fast, slow[1::2], atol=1e-12)


def test_each_kind_of_term_is_its_formula_at_its_own_drive():
    rates = np.stack([RATE, -2.0 * RATE], axis=1)
    accelerations = np.gradient(rates, STEP, axis=0)
    v = rates[:, 1]
    formulas = {
        Term(2, "viscous"): v,
        Term(2, "quadratic"): v * np.abs(v),
        Term(2, "Coulomb"): np.sign(v),
        Term(2, "smoothed", 0.2): np.tanh(v / 0.2),
        Term(2, "Stribeck", 0.2): np.sign(v) * np.exp(-((v / 0.2) ** 2)),
        Term(2, "offset"): np.ones_like(v),
        Term(2, "rotor"): accelerations[:, 1],
    }
    found = drive_columns(list(formulas), rates, accelerations, STEP)
    for column, (term, formula) in zip(found.T, formulas.items(), strict=True):
        np.testing.assert_allclose(column, formula, err_msg=term.formula)


def test_shapes_are_in_proportion_to_the_motion():
    slow, fast = (list_terms(1, speed, span) for speed, span in ((0.1, 0.5), (10.0, 50.0)))
    assert [t.kind for t in slow] == [t.kind for t in fast]
    for a, b in zip(slow, fast, strict=True):
        assert b.shape == pytest.approx(100.0 * a.shape, rel=0.02)
    assert len({(t.kind, t.shape) for t in slow}) == len(slow)


@pytest.fixture(scope="module")
def sampled():
    truth = unweighed("3r", 7)
    motion = swing(81, 3, size=0.8)
    log = record(truth, motion, 10.0, 200.0, tau_noise=0.0, q_noise=0.0)
    geometry = read_geometry(truth.robot, truth.values)
    logs = read_logs([log], truth.robot, None)
    return truth, motion, geometry, filter_logs(logs, 6.0, "differentiated"), logs[0].drives


def test_the_rows_columns_times_the_true_parameters_are_the_forces(sampled):
    """Filtered alike; and a row's columns are nearly Pinocchio's at that time, not filtered."""
    truth, motion, geometry, motions, S = sampled
    rows = take_samples(geometry, motions, [], S)
    pi = np.array([truth.parameters[name] for name in geometry.names])
    inside = rows.usable.all(axis=1)
    forces = rows.X[inside] @ pi[geometry.felt]
    size = np.abs(rows.tau).max()
    np.testing.assert_allclose(forces, rows.tau[inside], atol=1e-4 * size)
    model = build(truth.plain)
    k = int(np.argmin(np.abs(rows.t - 5.0)))
    state = (row[0] for row in motion(rows.t[k : k + 1]))
    theirs = torque_regressor(model, *state)
    for column, name in zip(rows.X[k].T, np.array(geometry.names)[geometry.felt], strict=True):
        wide = max(np.abs(theirs[name]).max(), 0.1)
        np.testing.assert_allclose(column, theirs[name], atol=0.05 * wide, err_msg=name)


def test_rows_are_some_four_to_a_period_of_the_cut_off(sampled):
    _, _, geometry, motions, S = sampled
    rows = take_samples(geometry, motions, [], S)
    assert 4.0 <= 1.0 / (6.0 * rows.step) < 5.0
    np.testing.assert_allclose(np.diff(rows.t), rows.step, atol=1e-9)


def test_windows_of_a_long_stretch_give_what_one_piece_gives(sampled, monkeypatch):
    _, _, geometry, motions, S = sampled
    whole = take_samples(geometry, motions, [], S).X
    monkeypatch.setattr(module, "WINDOW", 3 * len(geometry.felt) * 500)
    pieces = take_samples(geometry, motions, [], S).X
    assert np.abs(pieces - whole).max() < 2e-3 * np.abs(whole).max()
