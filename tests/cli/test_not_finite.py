"""A result that is not finite is no success: one sentence that tells where, and no file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from torsor.cli.common import not_finite, print_json
from torsor.errors import TorsorError

NUMBERS = {"m1": 1, "m2": 1, "l1": 1, "l2": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0,
           "Izz1": 0.1, "Izz2": 0.1, "g": 9.81}  # fmt: skip
VALUES = "[values]\n" + "\n".join(f"{k} = {v}" for k, v in NUMBERS.items()) + "\n"


@pytest.fixture
def far(tmp_path: Path) -> Path:
    """A motion that is far out from its second row on, and a scenario along it."""
    t = np.arange(6) / 10
    rows = "".join(f"{x},{0 if x < 0.2 else 1e300},0\n" for x in t)
    (tmp_path / "motion.csv").write_text("t,q1,q2\n" + rows)
    file = tmp_path / "scenario.toml"
    file.write_text('[motion]\nkind = "table"\nfile = "motion.csv"\n' + VALUES)
    return file


def test_a_motion_out_of_range_is_refused_where_it_first_happens(torsor, far: Path) -> None:
    before = set(far.parent.iterdir())
    out = far.parent / "out"
    for words in (
        ("simulate", "planar2r", far, "-o", f"{out}.csv"),
        ("simulate", "planar2r", far, "-o", f"{out}.parquet", "--plots", out),
        ("simulate", "planar2r", far, "--json"),
        ("actuators", "planar2r", far, "--json"),
        ("report", "planar2r", "--sections", "simulation", "--simulate", far, "-o", f"{out}.html"),
    ):
        said = torsor(*words).complaint
        assert "at t = 0 s tau1 is" in said
        assert "not a finite number" in said
    assert set(far.parent.iterdir()) == before


def test_the_moment_and_the_quantity_are_told(torsor, tmp_path: Path) -> None:
    """The force is m l² q̈ of a motion whose acceleration leaves the range of floats late."""
    file = tmp_path / "scenario.toml"
    motion = '[motion]\nkind = "functions"\nduration = 1\nq = ["(10*t)^64*1e270", "0"]\n'
    file.write_text("sample = 0.1\n" + motion + VALUES)
    said = torsor("simulate", "planar2r", file).complaint
    found = [k / 10 for k in range(11) if (10 * k / 10) ** 63 * 64e271 > 1e154]
    assert f"at t = {found[0]:g} s tau1 is" in said
    assert "dq1 = " in said


def test_a_free_motion_that_blows_up_keeps_only_finite_rows(torsor, tmp_path: Path) -> None:
    file, out = tmp_path / "scenario.toml", tmp_path / "out.csv"
    file.write_text(
        'duration = 1\ndrive = {kind = "torques", tau = ["(100*t)^60", "0"]}\n' + VALUES
    )
    said = torsor("simulate", "planar2r", file, "-o", out).complaint
    assert "cannot be continued" in said or "given up" in said or "not a finite" in said
    if out.exists():
        assert np.isfinite(np.loadtxt(out, delimiter=",", skiprows=1)).all()


def test_numbers_of_the_closed_form_tell_their_place(torsor) -> None:
    state = {
        "q1": 0,
        "q2": 0,
        "dq1": 0,
        "dq2": 0,
        "ddq1": 1,
        "ddq2": 0,
        "m1": "1e300",
        "rx1": "1e300",
    }
    words = [f"--set={k}={v}" for k, v in {**NUMBERS, **state}.items()]
    said = torsor(
        "eval", "planar2r", *words, "--payload", "none", "--what", "g,M", "--json"
    ).complaint
    assert said.startswith("g[1]: the value is too large for a float")


@pytest.mark.parametrize("format", ["urdf", "mjcf"])
def test_numbers_that_no_float_holds_are_not_exported(torsor, format: str) -> None:
    said = torsor("export", "ur5e", "--format", format, "--set", "m1=10^400").complaint
    assert "too large to be written" in said


def test_drawings_out_of_range(torsor, tmp_path: Path) -> None:
    words = ("draw", "planar2r", "--workspace", "--set", "l1=1e300", "--set", "l2=1e300")
    said = "l1: expected a number up to a million, got 1e+300"
    assert said in torsor(*words, "-o", tmp_path / "w.svg").complaint
    (tmp_path / "late.csv").write_text("t,q1,q2\n0,0,0\n1,1,1\n1e300,1,1\n")
    done = torsor("draw", "planar2r", "--motion", tmp_path / "late.csv", "-o", tmp_path / "a.gif")
    assert done.status == 0, done.err
    assert not (tmp_path / "w.svg").exists()


def test_json_has_no_nan_and_no_infinity(capsys: pytest.CaptureFixture[str]) -> None:
    data = {"a": [1.0, {"b": (0.5, float("nan"))}], "c": float("inf")}
    assert not_finite(data) == "a[1].b[1]"
    with pytest.raises(TorsorError, match=r"a\[1\]\.b\[1\] is not a finite number"):
        print_json(data)
    print_json({"a": 1.5, "b": "NaN"})
    assert json.loads(capsys.readouterr().out) == {"a": 1.5, "b": "NaN"}
