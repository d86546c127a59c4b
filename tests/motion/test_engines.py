"""Machine code takes the same steps as SciPy: every kind of scenario by both, and its routines."""

from __future__ import annotations

import ast
import re
from itertools import pairwise

import numpy as np
import pytest
import scipy.integrate._ivp.dop853_coefficients as published
from tests.motion.numbers import PENDULUM, SCENARIOS, SLIDES

from torsor.errors import TorsorError
from torsor.motion.balance import terms
from torsor.motion.machine import tableau
from torsor.motion.machine.motion import load_routines
from torsor.motion.machine.tapes import TapeWriter
from torsor.motion.scenario.signals import signal
from torsor.motion.simulation import Run, simulate
from torsor.program.jit.routines.loading import Records
from torsor.program.jit.routines.names import Known, Routine
from torsor.program.jit.routines.translation import Translation

FRICTION = {"l2": 0.5, "fv1": 0.3, "fv2": 0.2, "fc1": 0.1, "fc2": 0.1}
RUBBED = {"with": ["friction"], "values": {**PENDULUM, **FRICTION}, "sample": 0.1}
PUSHED = {"kind": "torques", "tau": ["3*sin(4*t) + 2*sign(t - 0.45)", "cos(9*t)^2*t - 1/(t + 1)"]}
SWUNG = {**RUBBED, "duration": 1.5, "drive": PUSHED,
         "start": {"q": [0.4, 0.8], "dq": [1.0, 0.0]}}  # fmt: skip
LOAD = {"mass": 2, "com": [0.1, 0, 0], "inertia": [0.1, 0.1, 0.1], "pick-up": 0.3, "release": 0.7}
CUT = {"axes": "tool", "against": "arc-length", "wrench": ["40*s", 3, 0, 0, 0, 0.2],
       "from": 0.03, "to": 0.5}  # fmt: skip
HIT = {"axes": "base", "wrench": ["sin(8*t)", 2, 0, 0, 0, 1], "from": 0.2, "to": 0.61}
LED = {"kind": "functions", "q": ["sin(2*t)^2", "0.3*t^3 - (t + 1)^-2"], "duration": 1}
WAY = {"kind": "quintic-spline", "from": [0, 0], "points": [[0.4, 0.9], [0.9, 0.3]],
       "times": [0.5, 1]}  # fmt: skip
SMALL = {"rtol": 1e-6, "atol": 1e-9, "longest": 0.05}
ROW = "t [s],fx [N],ny [N m]\n0.1,5,0\n0.3,-2,1\n0.6,4,2\n"
FORCES = "t [s],tau1 [N m],tau2 [N m]\n0.1,5,0\n0.5,-3,1\n0.9,2,-2\n"


def scenarios(folder):
    """Every kind of drive, friction, stop, load and contact."""
    row, forces = folder / "row.csv", folder / "forces.csv"
    row.write_text(ROW)
    forces.write_text(FORCES)
    table = {"kind": "torques", "file": str(forces)}
    stop = {"coordinate": 1, "lower": -0.2, "upper": 0.5, "restitution": 0.6}
    return {
        "friction": SWUNG,
        "nothing": {**SWUNG, "drive": "free", "with": [], "values": PENDULUM},
        "caught at rest": {**SWUNG, "payload": [LOAD]},
        "caught moving": {**SWUNG, "payload": [{**LOAD, "caught": "moving"}]},
        "bounces": {**SWUNG, "stop": [stop], "duration": 1.4},
        "dead stop": {**SWUNG, "stop": [{"coordinate": 2, "lower": 0, "upper": 0.9}]},
        "contacts": {**SWUNG, "contact": [HIT, CUT, {"axes": "tool", "file": str(row)}]},
        "tool axes first": {**SWUNG, "contact": [CUT, HIT], "payload": [LOAD]},
        "smoothed": {**SWUNG, "smoothing": 0.05},
        "smoothed at a stop": {**SWUNG, "smoothing": 0.05, "stop": [stop], "duration": 1.4},
        "table": {**SWUNG, "drive": table},
        "held table": {**SWUNG, "drive": {**table, "hold": True}},
        "gravity and PD": {**RUBBED, "motion": WAY, "duration": 1.3,
                           "drive": {"kind": "pd", "kp": [90, 40], "limit": [25, 9]}},
        "computed torque": {**RUBBED, "motion": LED, "payload": [LOAD], "duration": 1.3,
                            "start": {"q": [0.1, -0.8]},
                            "drive": {"kind": "computed-torque", "kp": 400, "knows-load": False}},
        "loose tolerances": {**SWUNG, "integrator": SMALL},
    }  # fmt: skip


def compare(robot, scenario, within):
    """Columns, works and events by both engines."""
    machine, scipy = (simulate(robot, scenario, engine=e) for e in ("machine-code", "scipy"))
    assert machine.figures["engine"] == "machine-code"
    assert scipy.figures["engine"] == "scipy"
    for name, column in scipy.columns.items():
        size = max(1.0, np.abs(column).max())
        np.testing.assert_allclose(machine.columns[name], column, atol=within * size, err_msg=name)
    for ours, theirs in zip(terms(machine.balance), terms(scipy.balance), strict=True):
        if theirs is not None:
            size = max(1.0, np.abs(theirs).max())
            np.testing.assert_allclose(ours, theirs, atol=within * size)
    assert [e["event"] for e in machine.events] == [e["event"] for e in scipy.events]
    moments = np.array([[e["t"] for e in result.events] for result in (machine, scipy)])
    np.testing.assert_allclose(moments[0], moments[1], atol=within)
    return machine


@pytest.mark.parametrize("name", [
    "friction", "nothing", "caught at rest", "caught moving", "bounces", "dead stop", "contacts",
    "tool axes first", "smoothed", "smoothed at a stop", "table", "held table", "gravity and PD",
    "computed torque", "loose tolerances",
])  # fmt: skip
def test_both_engines_carry_every_kind_of_scenario_out_alike(name, tmp_path):
    within = 1e-5 if name == "loose tolerances" else 2e-9
    result = compare("planar2r", scenarios(tmp_path)[name], within)
    assert np.ptp(result.q, axis=0).min() > 0.05, "it moves"
    if name in ("bounces", "smoothed at a stop", "friction", "dead stop", "tool axes first"):
        assert result.events


@pytest.mark.parametrize(
    ("robot", "file"), [("puma560", "puma_computed_torque"), ("rttrr", "rttrr_springs")]
)
def test_both_engines_carry_the_examples_out_alike(robot, file):
    compare(robot, str(SCENARIOS / f"{file}.toml"), 1e-8)


def test_a_slide_with_friction_and_stops_is_the_same_by_both():
    values = {**SLIDES, **{f"{f}{k}": int(f == "fc") for k in (1, 2, 3) for f in ("fv", "fc")}}
    stop = {"coordinate": 1, "lower": -0.2, "upper": 0.5, "restitution": 0.7}
    drive = {"kind": "torques", "tau": ["9*sin(3*t)", "0.9*t", "2*9.81 - 3*sign(t - 1)"]}
    compare("cartesian", {"duration": 3, "with": ["friction"], "values": values, "drive": drive,
                          "stop": [stop], "start": {"dq": [2, 0, 0]}}, 1e-10)  # fmt: skip


@pytest.mark.parametrize(
    ("tau", "says"),
    [
        ("1/(t - 0.3)^2", "given up at t = # s"),
        ("1/(sign(t) - 1)", "division by zero"),
    ],
)
def test_both_engines_refuse_what_cannot_go_on(tau, says):
    drive = {"kind": "torques", "tau": [tau, 0]}
    scenario = {"values": PENDULUM, "duration": 1, "drive": drive}
    for engine in ("machine-code", "scipy"):
        with pytest.raises(TorsorError) as told:
            simulate("planar2r", scenario, engine=engine)
        assert says in re.sub(r"(?<=t = )\S+", "#", str(told.value))


@pytest.mark.parametrize("engine", ["machine-code", "scipy"])
def test_a_start_beyond_all_numbers_is_refused_at_once(engine):
    scenario = {"values": PENDULUM, "duration": 1, "drive": "free", "start": {"dq": [1e200, 0]}}
    with pytest.raises(TorsorError, match="beyond t = 0 s: no step is short enough"):
        simulate("planar2r", scenario, engine=engine)


def test_an_interrupted_simulation_keeps_its_rows():
    scenario = {"values": PENDULUM, "duration": 50, "drive": "free", "start": {"q": [1, 0]}}
    run = Run("planar2r", scenario)

    def stop(t):
        if t > 3:
            raise KeyboardInterrupt

    run.progress = stop
    with pytest.raises(KeyboardInterrupt):
        run.go()
    done = run.partial
    assert not done.complete
    assert 3 < done.t[-1] < 20
    whole = simulate("planar2r", scenario)
    np.testing.assert_array_equal(done.q, whole.q[: len(done)])


def test_the_other_methods_say_what_carries_them_out():
    scenario = {"values": PENDULUM, "duration": 0.1, "drive": "free"}
    for method, engine in (("Radau", "scipy"), ("symplectic", "python")):
        assert simulate("planar2r", {**scenario, "integrator": method}).figures["engine"] == engine


def test_the_tableau_is_the_published_one():
    tables = (tableau.A, tableau.D, tableau.E)
    A, D, E = (np.reshape(rows, (-1, tableau.ALL_STAGES)) for rows in tables)
    np.testing.assert_array_equal(A, published.A)
    np.testing.assert_array_equal(D, published.D)
    np.testing.assert_array_equal(E[:, :13], [published.E5, published.E3])
    np.testing.assert_array_equal(tableau.C, published.C)


@pytest.mark.parametrize(
    "text",
    ["2*sin(3*t) + 0.5", "t^5 - 3*t^2 + sqrt(2)*t", "(2 + cos(t))^-3*sin(t^2)", "sign(t - 1)*t",
     "30*deg*sin(pi*t)", "7", "1000*sin(9999*t)"],
)  # fmt: skip
def test_a_tape_plays_a_signal_and_its_derivatives(text):
    records, writer = Records(), TapeWriter()
    made = signal(text)
    tape = writer.record(records, [writer.value(made.tree), *writer.jet(made.tree)])
    out, place = np.zeros(4), records.place
    for t in (-0.7, 0.0, 0.3, 1.0, 2.9, 41.5):
        assert load_routines().play(place(tape), t, place(out)) == 0
        expected = np.array([made(t), *made.jet(t)], float)
        np.testing.assert_allclose(out, expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max())


def test_the_hyperbolic_tangent_is_right_to_the_last_bits():
    x = np.concatenate([np.linspace(-30, 30, 2001), np.geomspace(1e-300, 0.6, 500), [np.inf]])
    found = [load_routines().tanh(e) for e in x.tolist()]
    np.testing.assert_allclose(found, np.tanh(x), rtol=1e-15)
    assert np.isnan(load_routines().tanh(float("nan")))


def test_linear_systems_are_solved_and_singular_ones_told():
    rng, records = np.random.default_rng(5), Records()
    for n in range(1, 9):
        A, b = rng.normal(size=(n, n)), rng.normal(size=n)
        given, x = A.copy(), b.copy()
        assert load_routines().solve_linear(records.place(given), records.place(x), n) == 0
        np.testing.assert_allclose(A @ x, b, atol=1e-11)
    zero = np.zeros((3, 3))
    assert load_routines().solve_linear(records.place(zero), records.place(np.ones(3)), 3) == 1


@pytest.mark.parametrize(
    "text",
    [
        "x = [1]",
        "x = n ** 2",
        "for i in x:\n  pass",
        "other(n)",
        "n.field = 1",
        "x = n / 0.5\nn = x",
    ],
)
def test_a_routine_that_is_not_understood_is_refused_with_its_line(text):
    body = "\n  ".join(["def f(n: int) -> int:", *text.splitlines(), "return n"])
    routine = Routine(ast.parse(body).body[0])
    with pytest.raises(NotImplementedError, match=r"f, line [23]"):
        Translation(routine, Known({"f": routine}, {}, {})).write()


def test_steps_grow_no_longer_than_the_longest():
    scenario = {"values": SLIDES, "duration": 1, "drive": "free", "integrator": {"longest": 0.01}}
    run = Run("cartesian", scenario)
    run.go()
    assert run.forward.integration.steps >= 100
    times = run.forward.rows.table[:, 0].tolist()
    assert all(a < b for a, b in pairwise(times))
