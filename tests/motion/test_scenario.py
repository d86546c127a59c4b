"""A scenario is read strictly: what is wrong is named with its place."""

import re
from pathlib import Path

import pytest
from tests.motion.numbers import PENDULUM, SCENARIOS

import torsor
from torsor.motion.dynamics.contact import Contact
from torsor.motion.dynamics.integrators import Method
from torsor.motion.dynamics.stick_slip import Stop
from torsor.motion.scenario.carried_load import Load
from torsor.motion.scenario.drives import DRIVES
from torsor.motion.scenario.entries import entries_of
from torsor.motion.scenario.scenario import MOTIONS, Scenario, Start
from torsor.motion.simulation import Run, simulate

FREE = {"duration": 1, "drive": "free", "values": PENDULUM}
WRONG = [
    ({"durtion": 1}, "the scenario: unknown key 'durtion'; did you mean 'duration'?"),
    ({}, r"expected \[motion\] .* or \[drive\]"),
    ({"drive": "free"}, "expected 'duration'"),
    ({**FREE, "drive": "fre"}, "drive: unknown 'fre'; did you mean 'free'?"),
    ({**FREE, "drive": {"kind": "pd", "kq": 3}}, "drive: pd: unknown key 'kq'; did you mean"),
    ({**FREE, "drive": {"kind": "pd"}}, r"needs a \[motion\] or a set-point"),
    (
        {**FREE, "drive": {"kind": "torques", "tau": [1, 2, 3]}},
        r"drive: tau: 3 entries, expected 2 \(one for each coordinate of 'Planar 2R'\)",
    ),
    (
        {**FREE, "drive": {"kind": "torques", "tau": [1, "2*x"]}},
        "drive: tau, entry 2: '2.x' has the name 'x'; expected a function of t",
    ),
    (
        {**FREE, "drive": {"kind": "torques", "tau": [1, "exp(t)"]}},
        "unknown function 'exp'",
    ),
    (
        {**FREE, "drive": {"kind": "torques", "tau": [1, "__import__('os')"]}},
        "drive: tau, entry 2: .* cannot be read",
    ),
    ({**FREE, "start": {"q": [1]}}, "start, q: 1 entries, expected 2"),
    ({**FREE, "start": {"q": [1, "nan"]}}, "start, q: entry 2: expected a number"),
    ({**FREE, "start": {"q": [1, float("nan")]}}, "start, q: entry 2: 'nan' is not a finite"),
    ({**FREE, "start": {"p": [1, 2]}}, "start: unknown key 'p'"),
    ({**FREE, "duration": -1}, "duration: expected a number above zero"),
    ({**FREE, "sample": 1e-9}, "more than .* rows"),
    ({**FREE, "integrator": "RK4"}, "integrator: method: unknown 'RK4'; expected DOP853"),
    ({**FREE, "integrator": {"step": 1}}, "integrator: step: not for 'DOP853'"),
    ({**FREE, "values": {"m9": 1}}, "values: 'm9' is no symbol of Planar 2R; did you mean"),
    ({**FREE, "values": {**PENDULUM, "m1": "heavy"}}, "values: m1: expected a number"),
    ({**FREE, "with": ["grease"]}, "with: 'grease' is nothing that a joint can have"),
    ({**FREE, "stop": {"coordinate": 3, "lower": 0}}, "stop: coordinate: expected .* 1 to 2"),
    ({**FREE, "stop": {"coordinate": 1, "lower": 1, "upper": 0}}, "stop: lower, 1, is not below"),
    ({**FREE, "stop": {"coordinate": 1, "lower": 1}}, "start: q1 = 0 lies beyond its stop"),
    ({**FREE, "contact": {"wrench": [1, 2]}}, "contact: wrench: 2 entries, expected 6: fx fy"),
    ({**FREE, "contact": {"wrench": ["t", "s", 0, 0, 0, 0]}}, "functions of t alone, or of s"),
    ({**FREE, "contact": {"wrench": [0] * 6, "axes": "world"}}, "axes: unknown 'world'"),
    ({**FREE, "payload": {"com": [0, 0, 0]}}, "payload: expected a mass"),
    ({**FREE, "payload": {"mass": "mp"}}, "payload: expected numbers for mass"),
    (
        {**FREE, "payload": [{"mass": 1}, {"mass": 2, "pick-up": 1}]},
        "payload: one is picked up at 1 s while another is held",
    ),
    ({**FREE, "motion": {"kind": "hold", "duration": 1}}, r"\[motion\] is not followed by a drive"),
    ({"motion": {"kind": "qintic"}}, "motion, kind: unknown 'qintic'; did you mean 'quintic'?"),
    ({"motion": {"kind": "quintic", "to": [1, 2]}}, "motion: expected 'duration'"),
    (
        {"motion": {"kind": "quintic", "to": [1], "duration": 1}},
        "motion: to: 1 entries, expected 2",
    ),
    (
        {"motion": [{"kind": "hold", "duration": 1}, {"kind": "hold", "time": 2}]},
        "motion 2: unknown key 'time'",
    ),
    (
        {"motion": {"kind": "line", "by": [0, 0, 1], "follow": "pose", "duration": 1}},
        "motion: follow: 2 coordinates cannot follow a whole pose",
    ),
    (
        {"motion": {"kind": "trapezoidal", "to": [1, 1], "duration": 1, "ramp": 0.6}},
        "motion: the ramp of 0.6 s does not fit twice",
    ),
    (
        {"motion": {"kind": "cubic-spline", "points": [[1, 1]], "times": [1, 2]}},
        "motion: times: 2 entries, expected 1",
    ),
]


@pytest.mark.parametrize("table, says", WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_named_with_its_place(table, says):
    table = {"values": PENDULUM, **table} if table else table
    with pytest.raises(torsor.TorsorError, match=says) as caught:
        simulate("planar2r", table)
    assert "\n" not in str(caught.value)


def test_an_error_begins_with_the_file(tmp_path):
    file = tmp_path / "s.toml"
    file.write_text("duration = 1\ndrive = 'free'\nspeed = 3\n")
    with pytest.raises(torsor.TorsorError, match=re.escape(f"{file}: the scenario: unknown key")):
        simulate("planar2r", file)
    file.write_text("duration = \n")
    with pytest.raises(torsor.TorsorError, match=re.escape(f"{file}: malformed TOML")):
        simulate("planar2r", file)


def test_a_missing_number_is_named():
    with pytest.raises(torsor.TorsorError, match=r"no value for .*m2"):
        simulate("planar2r", {"duration": 1, "drive": "free", "values": {"m1": 1, "g": 9.81}})


def test_a_motion_that_passes_a_stop_is_refused():
    table = {"values": PENDULUM, "motion": {"kind": "quintic", "to": [2, 0], "duration": 1},
             "stop": {"coordinate": 1, "upper": "90deg"}}  # fmt: skip
    with pytest.raises(torsor.TorsorError, match=r"the motion passes a stop: q1 = .* at t = "):
        simulate("planar2r", table)


@pytest.mark.parametrize("file", sorted(SCENARIOS.glob("*.toml")), ids=lambda p: p.stem)
def test_every_example_scenario_runs(file: Path):
    result = Run(file.stem.partition("_")[0].replace("puma", "puma560"), file).go()
    assert result.complete
    assert len(result) > 100


JUNK = (
    None,
    3,
    -1.5,
    "x",
    "",
    [],
    [3],
    [[]],
    {},
    {"kind": 3},
    {"kind": "table"},
    [{}],
    True,
    {"q": 3},
)


@pytest.mark.parametrize("key", [*entries_of(Scenario), "kind"])
def test_junk_in_any_place_is_a_sentence_and_no_traceback(key):
    for junk in JUNK:
        for base in (FREE, {"motion": {"kind": "hold", "duration": 1}, "values": PENDULUM}):
            try:
                Run("planar2r", {**base, key: junk})
            except torsor.TorsorError as error:
                assert str(error)


@pytest.mark.parametrize("kind", MOTIONS)
def test_junk_in_a_motion_is_a_sentence_and_no_traceback(kind):
    keys = entries_of(MOTIONS[kind])
    for key in keys:
        for junk in JUNK:
            motion = {"kind": kind, "duration": 1, "to": [1, 1], key: junk}
            for given in (
                motion,
                {k: motion[k] for k in motion if k in keys},
            ):
                try:
                    Run("planar2r", {"values": PENDULUM, "motion": given})
                except torsor.TorsorError as error:
                    assert str(error)


INNER = {
    "start": [{key: None} for key in entries_of(Start)],
    "drive": [
        {"kind": kind, key: None} for kind, table in DRIVES.items() for key in entries_of(table)
    ],
    "contact": [{"wrench": [0] * 6, key: None} for key in entries_of(Contact)],
    "payload": [{"mass": 1, key: None} for key in entries_of(Load)],
    "stop": [{"coordinate": 1, "lower": -1, key: None} for key in entries_of(Stop)],
    "integrator": [{key: None} for key in entries_of(Method)],
}


def test_every_key_tells_what_it_means():
    tables = (Scenario, Start, Contact, Load, Stop, Method, *DRIVES.values(), *MOTIONS.values())
    for table in tables:
        for key, (_, _, entry) in entries_of(table).items():
            assert entry.meaning, f"{table.__name__}: {key}"


@pytest.mark.parametrize("table", INNER)
def test_junk_inside_a_table_is_a_sentence_and_no_traceback(table):
    for row in INNER[table]:
        (key,) = (k for k in row if row[k] is None)
        for junk in JUNK:
            try:
                Run("planar2r", {**FREE, table: {**row, key: junk}})
            except torsor.TorsorError as error:
                assert str(error)
