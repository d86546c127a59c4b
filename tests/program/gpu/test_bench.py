"""``make bench-gpu`` goes through, over a GPU in software, with few states."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.gpu import measure, peers, prepare, run, timing
from tests.oracles.software_gpu import SoftwareGpu

from torsor.program.gpu import driver
from torsor.program.gpu.strategy import DIRECT


def test_bits_are_compared_and_a_table_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "CHECKED", 40)
    monkeypatch.setattr(prepare, "MEASURED", ("iiwa",))
    monkeypatch.setattr(prepare, "strategies", lambda *_: [DIRECT])
    monkeypatch.setattr(prepare, "ROLLOUTS", {"float32": (None,), "float64": (128,)})
    monkeypatch.setattr(prepare, "MOTION", {"starts": 9, "steps": 2, "dt": 1e-3})
    monkeypatch.setattr(sys, "argv", ["prepare", str(tmp_path)])
    prepare.main()
    for name, value in (("CHECKED", 40), ("ROWS", 64), ("DRAWN", 32), ("STARTS", 8), ("STEPS", 1)):
        monkeypatch.setattr(measure, name, value)
    monkeypatch.setattr(timing, "RUNS", 1)
    monkeypatch.setattr(timing.time_on_stream, "__defaults__", (0, 1))
    monkeypatch.setattr(run, "first_call_elsewhere", lambda folder: 0.1)
    for name in ("jax", "torch", "jax_front", "torch_front"):
        monkeypatch.setattr(peers, f"measure_{name}", refuse)
    driver.use(SoftwareGpu())  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "argv", ["run", str(tmp_path), str(tmp_path / "results")])
    try:
        run.main()
    finally:
        driver.use(None)
    found = json.loads((tmp_path / "results.json").read_text())
    assert {row["bits"] for row in found["kernels"] if "share" in row} == {"same"}
    doubles = [r for r in found["kernels"] if "share" not in r and r["dtype"] == "float64"]
    assert len(doubles) == 2 and all(row["bits"] == "same" for row in doubles)
    assert all("no such library" in failure for failure in found["failures"])
    page = (tmp_path / "results.md").read_text()
    assert "| iiwa | inverse_dynamics | float64 |" in page
    assert "Backward over forward, iiwa float32:" in page


def refuse(*_: object) -> None:
    raise ImportError("no such library")


refuse.__name__ = "a peer"


def test_a_machine_with_a_gpu_alone_can_run_it() -> None:
    """No exact algebra, no LLVM."""
    code = (
        "import sys; sys.modules.update(flint=None, llvmlite=None)\n"
        "import benchmarks.gpu.run, torsor.program.gpu.host_arrays"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
