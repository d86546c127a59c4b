"""``torsor excite``, run as a user runs it."""

import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from torsor.motion.tables import read_table

TORSOR = [sys.executable, "-c", "from torsor.cli.main import main; main()"]
QUICK = ["--seconds", 3, "--harmonics", 5, "--starts", 1]
PLANAR = ["planar2r", "--set", "l1=1", "--set", "l2=0.5", "--set", "g=9.81"]


def test_excite_tells_limits_deviations_and_what_was_assumed(torsor):
    answer = torsor("excite", "puma560", *QUICK)
    assert answer.status == 0, answer.err
    lines = answer.out.splitlines()
    assert lines[0] == "PUMA 560: 3 s from rest to rest, one period, 5 harmonics up to 1.67 Hz"
    assert lines[1].startswith("begins and ends at q = (")
    rows = {line.split()[0]: line for line in lines if line.strip()}
    assert "-1.571 … 1.571" in rows["q6"]
    assert rows["Lzz1"].split()[2:] == ["kg", "m^2", "3.1535"]
    assert rows["fv6"].split()[2:] == ["N", "m", "s/rad"]
    assert "of the best of 300 random motions within the same limits" in answer.out
    assert "note: velocity of q1 … q6: nothing is known, ±1 rad/s is assumed" in answer.out
    assert "condition number" in answer.out


def test_json_has_everything_for_another_program(torsor, tmp_path):
    file, scenario = tmp_path / "motion.csv", tmp_path / "motion.toml"
    data = torsor(
        "excite", "puma560", *QUICK, "--json", "-o", file, "--scenario", scenario, "--rate", 100,
        "--floor", -0.5, "--keep-out", "0.6,0,0.2,0.1", "--effort", 80, "--sampling", 50,
    ).data  # fmt: skip
    assert data["robot"] == "PUMA 560"
    assert data["file"] == str(file)
    assert data["scenario"] == str(scenario)
    assert len(data["parameters"]) == 36 + 18
    assert all(p["std"] > 0 for p in data["parameters"])
    assert data["unseen"] == []
    assert data["sampling"] == 50
    assert data["noise"] == [0.8] * 6
    assert data["complete"] is True
    assert data["random"]["motions"] == 300
    assert data["random"]["median_ratio"] == pytest.approx(
        data["median"] / data["random"]["median"]
    )
    assert data["clearances"][0]["of"] == "the floor at z = -0.5"
    assert all(entry["metres"] > 0 for entry in data["clearances"])
    assert all(limit["margin"] is None or limit["margin"] > 0 for limit in data["limits"])
    assert len(data["motion"]["coefficients"][0]) == 11
    table = read_table(file)
    assert len(table.columns["t"]) == 301
    assert table.columns["q3"][0] == pytest.approx(data["motion"]["start"][2])


def test_simulate_carries_the_scenario_out_and_its_motion_is_the_table(torsor, tmp_path):
    file, scenario, log = (tmp_path / name for name in ("m.csv", "m.toml", "log.csv"))
    written = torsor("excite", "puma560", *QUICK, "-o", file, "--scenario", scenario)
    assert written.err.splitlines() == [f"wrote {file}, 1501 rows", f"wrote {scenario}"]
    assert torsor("simulate", "puma560", scenario, "-o", log).status == 0
    motion, along = read_table(file).columns, read_table(log).columns
    for name, column in motion.items():
        np.testing.assert_allclose(along[name], column, atol=1e-9)
    assert "tau6" in along


def test_what_is_not_shown_is_named(torsor):
    options = ["--rotors", "--positions", "2=0", "--set", "g=0"]
    out = torsor("excite", *PLANAR, *QUICK, *options).out
    assert "no motion within the limits shows fv2, fc2, Ia2" in out
    assert "no motion within the limits tells these apart: Lzz1, " in out
    assert "\n      fv2 " not in out


def test_friction_may_be_left_out_in_part_or_whole(torsor):
    names = {p["name"] for p in torsor("excite", *PLANAR, *QUICK, "--json").data["parameters"]}
    viscous = torsor("excite", *PLANAR, *QUICK, "--json", "--friction", "Viscous,coulomb").data
    assert {p["name"] for p in viscous["parameters"]} == names - {"fo1", "fo2"}
    none = torsor("excite", *PLANAR, *QUICK, "--json", "--friction", "none").data
    assert {p["name"] for p in none["parameters"]} == {n for n in names if not n.startswith("f")}


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["panda", "--positions", "10deg:5deg"], "--positions: q1: the lower limit 0.174533"),
        (["panda", "--positions", "-90:90"], "are degrees meant? Write -90deg"),
        (["panda", "--velocity", "1,2"], "--velocity has 2 entries; expected one for all, or 7"),
        (["panda", "--floor", 3], "no posture within the limits of position lets the robot rest"),
        (["panda", "--start", "0,0,0,0,0,0,2"], "--start: there q7 is to stay within"),
        (["panda", "--friction", "stiction"], "--friction is one of 'viscous', 'Coulomb'"),
        (["panda", "--keep-out", "1,2,3"], "--keep-out has 3 numbers; expected x, y, z, r"),
        (["panda", "--keep-out", "1,a,3,4"], "--keep-out: expected a number, got 'a'"),
        (["panda", "--harmonics", 1], "--harmonics is a whole number from 2 to 100, not 1"),
        (["panda", "--starts", 0], "--starts is a whole number from 1"),
        (["panda", "--time-limit", 0], "--time-limit is 0 s"),
        (["panda", "--noise", "-1"], "--noise: q1: noise of -1; expected a number above zero"),
        (["panda", "-o", "motion.txt"], "expected a name ending in .csv or .parquet"),
        (["panda", "-o", "/nowhere/m.csv"], "cannot be written"),
        (["panda", "--scenario", "motion.csv"], "--scenario 'motion.csv': expected a name ending"),
        (["panda", "--set", "m9=1"], "'m9' is no symbol of Franka Panda"),
        (["planar2r"], "needs its geometry in numbers: no value for l1"),
        (["rv1a-paper"], "is given by bodies and has no joints"),
        (["nobody"], "no robot is called 'nobody'"),
    ],
)
def test_bad_input_is_one_sentence(torsor, arguments, says):
    assert says in torsor("excite", *arguments).complaint


def test_an_interrupted_search_writes_the_best_so_far(tmp_path):
    file = tmp_path / "motion.csv"
    arguments = ["excite", "puma560", "--starts", "1000", "--time-limit", "600", "-o", str(file)]
    running = subprocess.Popen(
        [*TORSOR, *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(5)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "interrupted; this is the best motion so far" in err
    data = json.loads(out)
    assert data["complete"] is False
    assert all(limit["margin"] is None or limit["margin"] > 0 for limit in data["limits"])
    assert len(read_table(file).columns["t"]) == 10001
