"""``torsor simulate`` and ``torsor actuators``, run as a user runs them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from torsor.motion.simulation import simulate
from torsor.motion.tables import read_table

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios"
SPRINGS = SCENARIOS / "rttrr_springs.toml"
CYCLE = SCENARIOS / "puma_cycle.toml"
TORSOR = [sys.executable, "-c", "from torsor.cli.main import main; main()"]


def test_simulate_writes_a_table_and_tells_the_main_figures(torsor, tmp_path):
    file = tmp_path / "springs.csv"
    answer = torsor("simulate", "rttrr", SPRINGS, "-o", file)
    assert answer.status == 0, answer.err
    assert "RTTRR: simulated, 10 s, 1001 rows (DOP853" in answer.out
    assert "energy: 13.29860625 J at the start, 13.29860625 J at the end" in answer.out
    assert f"wrote {file}, 1001 rows" in answer.err
    assert file.read_text().startswith("t [s],q1 [rad],q2 [m],q3 [m],q4 [rad]")
    assert len(read_table(file).columns["t"]) == 1001


def test_simulate_in_json_for_another_program(torsor, tmp_path):
    data = torsor("simulate", "puma560", CYCLE, "--json", "-o", tmp_path / "c.parquet").data
    assert data["kind"] == "along"
    assert data["complete"] is True
    assert len(data["demands"]) == 6
    assert data["demands"][1]["peak_torque"] > data["demands"][5]["peak_torque"]
    assert data["units"]["tau1"] == "N m"
    assert data["events"] == [{"t": 1.6, "event": "pick-up"}]
    assert read_table(tmp_path / "c.parquet").units["tau1"] == "N m"


def test_values_take_the_place_of_the_scenarios(torsor):
    light = torsor("simulate", "rttrr", SPRINGS, "--json", "--set", "g=0").data
    assert light["energy"]["start"] != pytest.approx(13.2986, rel=1e-3)


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["rttrr", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["rttrr", SPRINGS, "-o", "out.txt"], "expected a name ending in .csv or .parquet"),
        (["rttrr", SPRINGS, "-o", "/nowhere/out.csv"], "cannot be written"),
        (["rttrr", SPRINGS, "--set", "m9=1"], "'m9' is no symbol of RTTRR"),
        (["puma560", SPRINGS], "expected"),
    ],
)
def test_bad_input_is_one_sentence(torsor, arguments, says):
    assert says in torsor("simulate", *arguments).complaint


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_cannot_be_written_is_told_before_the_work(torsor, tmp_path):
    tmp_path.chmod(0o500)
    try:
        complaint = torsor("simulate", "rttrr", SPRINGS, "-o", tmp_path / "out.csv").complaint
    finally:
        tmp_path.chmod(0o700)
    assert "cannot be written: Permission denied" in complaint


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_when_the_disk_is_full_the_results_are_kept_elsewhere(torsor, tmp_path, monkeypatch):
    (tmp_path / "kept").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "kept"))
    target = tmp_path / "out.csv"
    target.symlink_to("/dev/full")
    complaint = torsor("simulate", "rttrr", SPRINGS, "-o", target).complaint
    assert "cannot be written: No space left on device; what was computed is in" in complaint
    (kept,) = (tmp_path / "kept").iterdir()
    assert str(kept) in complaint
    assert len(read_table(kept).columns["t"]) == 1001


def test_a_run_that_fails_keeps_what_was_done(torsor, tmp_path):
    """Steps too long for a growing torque end the run; the rows before that are written."""
    scenario = tmp_path / "s.toml"
    scenario.write_text(
        'duration = 1\nintegrator = { method = "symplectic", step = 0.25 }\n[drive]\n'
        'kind = "torques"\ntau = ["20000*t^8", 0]\n[values]\nm1 = 1\nm2 = 1\nl1 = 1\nrx1 = 0.5\n'
        "ry1 = 0\nrx2 = 0.5\nry2 = 0\nIzz1 = 0.1\nIzz2 = 0.1\ng = 9.81\n"
    )
    file = tmp_path / "out.csv"
    complaint = torsor("simulate", "planar2r", scenario, "-o", file).complaint
    assert "does not converge at t = " in complaint
    rows = read_table(file).columns["t"]
    assert f"{file} has the {len(rows)} rows up to there" in complaint
    assert 2 <= len(rows) < 101
    assert np.allclose(np.diff(rows), 0.01)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_an_interrupted_run_leaves_a_readable_file(tmp_path, ending):
    scenario = tmp_path / "long.toml"
    scenario.write_text('duration = 500\nsample = 0.1\n[drive]\nkind = "free"\n')
    file = tmp_path / f"out.{ending}"
    simulate("puma560", {"duration": 0.1, "drive": "free"})  # compiled, and kept on the disk
    for wait in (5, 15, 45):  # until it runs, however busy the machine is
        running = subprocess.Popen(
            [*TORSOR, "simulate", "puma560", str(scenario), "-o", str(file), "--engine", "scipy"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        time.sleep(wait)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
        assert running.returncode == 130, err
        if file.exists() and len(read_table(file).columns["t"]) > 10:
            break
    assert "interrupted at t = " in err
    table = read_table(file)
    t = table.columns["t"]
    assert len(t) > 10
    np.testing.assert_allclose(t, 0.1 * np.arange(len(t)), rtol=1e-12)
    assert len(table.columns["tau6"]) == len(t)
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".torsor")] == []


def test_another_engine_is_refused_by_its_name(torsor):
    complaint = torsor("simulate", "rttrr", SPRINGS, "--engine", "scipi").complaint
    assert "engine: unknown 'scipi'; did you mean 'scipy'?" in complaint


def test_the_engine_is_told(torsor):
    for engine, words in (("machine-code", "(DOP853,"), ("scipy", "(SciPy's DOP853,")):
        assert words in torsor("simulate", "rttrr", SPRINGS, "--engine", engine).out
        told = torsor("simulate", "rttrr", SPRINGS, "--engine", engine, "--json").data
        assert told["engine"] == engine


@pytest.mark.parametrize(
    "module, says, engine", [("scipy", "SciPy", "scipy"), ("pyarrow", "PyArrow", "machine-code")]
)
def test_a_missing_extra_is_one_sentence(tmp_path, module, says, engine):
    file = tmp_path / "out.parquet"
    code = (
        f"import sys; sys.modules[{module!r}] = None\n"
        f"from torsor.cli.main import run\nsys.exit(run(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "simulate", "rttrr", str(SPRINGS), "-o", str(file),
         "--engine", engine],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert says in done.stderr
    assert "pip install 'torsor[motion]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not file.exists()


def test_actuators_ranks_the_motors_of_a_file(torsor):
    motors = SCENARIOS / "motors.csv"
    answer = torsor("actuators", "puma560", CYCLE, "--motors", motors, "--margin", 3)
    assert answer.status == 0, answer.err
    assert "coordinate 2: peak" in answer.out
    assert "too weak" in answer.out
    data = torsor("actuators", "puma560", CYCLE, "--motors", motors, "--json").data
    second = data["coordinates"][1]
    assert second["ranking"][0]["motor"] == "A small"
    assert second["ranking"][0]["suffices"] is True
    assert second["ranking"][0]["curve"]["peak"][0][1] == pytest.approx(0.48)
    assert "expected a number" in torsor("actuators", "puma560", CYCLE, "--ratio", "7=1").complaint
