"""``torsor identify`` as others would check it: its figures again, from its table and raw logs."""

import json
import subprocess

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt
from tests.cli.running import TORSOR
from tests.identification.measured.test_bars import DATA, HERE, private

PENDULUM = HERE / "double_pendulum"
CASES = {
    "double pendulum": (
        PENDULUM / "double_pendulum_A.toml",
        [PENDULUM / f"A.0_{k}.csv.gz" for k in ("00", "02", "03")],
        [PENDULUM / f"A.0_{k}.csv.gz" for k in ("01", "05")],
        5.0,
    ),
    "ur10e": (
        DATA / "ur10e" / "ur10e.urdf",
        [DATA / "ur10e" / "unloaded_a.csv.gz"],
        [DATA / "ur10e" / "points.csv.gz"],
        5.0,
    ),
}


def read(path):
    return np.genfromtxt(path, delimiter=",", names=True, dtype=None, encoding="utf-8")


def columns(table, stem):
    n = sum(name.startswith(stem) and name[len(stem) :].isdigit() for name in table.dtype.names)
    return np.stack([table[f"{stem}{k}"] for k in range(1, n + 1)], axis=1).astype(float)


def filter_alone(t, tau, cutoff):
    """Butterworth of order 4, forward and back, on an even grid; then at the log's own times."""
    step = float(np.median(np.diff(t)))
    even = np.arange(t[0], t[-1], step)
    rows = np.stack([np.interp(even, t, column) for column in tau.T], axis=1)
    smooth = sosfiltfilt(butter(4, 2.0 * cutoff * step, output="sos"), rows, axis=0)
    return np.stack([np.interp(t, even, column) for column in smooth.T], axis=1)


@pytest.mark.parametrize("case", ["double pendulum", pytest.param("ur10e", marks=private)])
def test_its_json_says_what_its_table_and_the_raw_logs_say(case, tmp_path):
    robot, fitted, held, cutoff = CASES[case]
    table, file = tmp_path / "forces.csv", tmp_path / "robot.urdf"
    options = [f"--validate={path}" for path in held]
    options += ["--cutoff", str(cutoff), "--predict", str(table), "-o", str(file), "--json"]
    line = [*TORSOR, "identify", str(robot), *map(str, fitted), *options]
    run = subprocess.run(line, capture_output=True, check=True, timeout=120)
    said = json.loads(run.stdout)
    rows = read(table)
    assert file.is_file()
    for stage, logs in (("train", fitted), ("validation", held)):
        some = rows[np.isin(rows["log"], [str(path) for path in logs])]
        tau, predicted = columns(some, "tau"), columns(some, "predicted")
        moving = columns(some, "moving") > 0
        lost, there = ((np.where(moving, x, 0.0) ** 2).sum(axis=0) for x in (tau - predicted, tau))
        whole = np.sqrt(lost.sum() / there.sum())
        assert said[stage]["relative_error"] == pytest.approx(whole, rel=1e-5)
        assert said[stage]["per_joint"] == pytest.approx(np.sqrt(lost / there), rel=1e-5)
    lost = there = 0.0
    for path in held:
        raw, some = read(path), rows[rows["log"] == str(path)]
        own = filter_alone(raw["t"], columns(raw, "tau"), cutoff)
        at = np.searchsorted(raw["t"], some["t"] - 1e-9)
        moving = columns(some, "moving") > 0
        e = np.where(moving, own[at] - columns(some, "predicted"), 0.0)
        lost, there = lost + (e**2).sum(), there + (np.where(moving, own[at], 0.0) ** 2).sum()
    assert said["validation"]["relative_error"] == pytest.approx(np.sqrt(lost / there), rel=0.02)
