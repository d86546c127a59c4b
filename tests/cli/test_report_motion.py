"""The report's figures of a motion are those of ``actuators``."""

from __future__ import annotations

from pathlib import Path

SCENARIO = """
sample = 0.3
[motion]
kind = "quintic"
to = [1, -1]
duration = 1
[values]
m1 = 1
m2 = 1
l1 = 1
rx1 = 0.5
ry1 = 0
rx2 = 0.5
ry2 = 0
Izz1 = 0.1
Izz2 = 0.1
g = 9.81
"""


def test_rms_forces_are_those_of_actuators(torsor, tmp_path: Path) -> None:
    """The samples are not evenly spaced: the last step is a third of the others."""
    file, out = tmp_path / "scenario.toml", tmp_path / "report.md"
    file.write_text(SCENARIO)
    demands = torsor("actuators", "planar2r", file, "--json").data["coordinates"]
    done = torsor("report", "planar2r", "--sections", "simulation", "--simulate", file, "-o", out)
    assert done.status == 0, done.err
    rows = [line for line in out.read_text("utf-8").splitlines() if line.count(" N m") == 2]
    assert len(rows) == 2
    for row, demand in zip(rows, demands, strict=True):
        assert f"| {demand['peak_torque']:.4g} N m" in row
        assert f"| {demand['rms_torque']:.4g} N m" in row
