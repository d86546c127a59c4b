"""What is done is kept: killed studies go on and end with the same bytes; others are refused."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from tests.studies.samples import change

import torsor
from torsor.errors import TorsorError
from torsor.studies.execution import processes
from torsor.studies.execution.folder import alone
from torsor.studies.execution.work import Task

LONG = {"sampling": {"kind": "random", "count": 400, "seed": 3}, "part": 8}


def contents(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def as_toml(study: dict[str, Any]) -> str:
    """The study as a file: TOML's inline tables are JSON's but for the colon."""

    def spell(value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(f"{k} = {spell(v)}" for k, v in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(spell, value)) + "]"
        return json.dumps(value)

    return "\n".join(f"{key} = {spell(value)}" for key, value in study.items()) + "\n"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole") / "s"
    torsor.study(change(**LONG), folder, processes=1)
    return contents(folder)


def test_the_manifest_has_every_part_with_its_digest(whole: dict[str, bytes]) -> None:
    import hashlib

    manifest = json.loads(whole["manifest.json"])
    assert manifest["complete"]
    assert sum(part["rows"] for part in manifest["parts"]) == 400
    for part in manifest["parts"]:
        assert hashlib.sha256(whole[part["file"]]).hexdigest() == part["sha256"]
    assert len(whole) == 51
    assert set(manifest["versions"]) >= {"torsor", "numpy", "scipy", "pyarrow"}


def test_processes_give_the_bytes_of_one(tmp_path: Path, whole: dict[str, bytes]) -> None:
    torsor.study(change(**LONG), tmp_path / "s", processes=2)
    assert contents(tmp_path / "s") == whole


def test_a_study_killed_again_and_again_ends_with_the_same_bytes(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    folder = tmp_path / "s"
    for enough in (1, 12, 30):
        run = get_context("fork").Process(target=torsor.study, args=(change(**LONG), folder))
        run.start()
        until = time.monotonic() + 30
        while run.is_alive() and time.monotonic() < until:
            if len(list(folder.glob("parts/part-*"))) >= enough:
                break
            time.sleep(0.001)
        run.kill()
        run.join()
        assert run.exitcode == -signal.SIGKILL
    assert len(list(folder.glob("parts/part-*"))) < 50
    torsor.study(change(**LONG), folder)
    assert contents(folder) == whole


def test_a_worker_that_is_killed_is_replaced(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []

    class Mortal(processes._Worker):
        def make(self, task: Task) -> bytes:
            if task.part in (5, 20) and task.part not in killed:
                killed.append(task.part)
                os.kill(self.process.pid, signal.SIGKILL)
            return super().make(task)

    monkeypatch.setattr(processes, "_Worker", Mortal)
    torsor.study(change(**LONG), tmp_path / "s", processes=2)
    assert sorted(killed) == [5, 20]
    assert contents(tmp_path / "s") == whole


def test_a_study_that_is_done_is_not_done_again(tmp_path: Path) -> None:
    first = torsor.study(change(), tmp_path / "s")
    times = [path.stat().st_mtime_ns for path in first.files]
    told: list[tuple[int, int]] = []
    again = torsor.study(change(), tmp_path / "s", progress=lambda *t: told.append(t))
    assert [path.stat().st_mtime_ns for path in again.files] == times
    assert told == [(100, 100)]


def test_a_changed_study_is_noticed_and_what_differs_is_named(tmp_path: Path) -> None:
    torsor.study(change(), tmp_path / "s")
    before = contents(tmp_path / "s")
    for changes, told in (
        ({"metrics": ["peak_tau"]}, "its metrics and columns differ"),
        ({"sampling": {"kind": "sobol", "count": 101}}, "its sampling differ"),
    ):
        with pytest.raises(TorsorError, match=f"holds another study: {told}"):
            torsor.study(change(**changes), tmp_path / "s")
    assert contents(tmp_path / "s") == before


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "thesis.tex").write_text("years of work")
    with pytest.raises(
        TorsorError, match=r"is not empty and has no manifest.json \(there is 'thesis.tex'\)"
    ):
        torsor.study(change(), tmp_path / "s")
    assert [path.name for path in (tmp_path / "s").iterdir()] == ["thesis.tex"]
    with pytest.raises(TorsorError, match="cannot be written"):
        torsor.study(change(), tmp_path / "s" / "thesis.tex")
    with pytest.raises(TorsorError, match="cannot be written"):
        torsor.study(change(), "/proc/study")


def test_a_damaged_part_and_a_foreign_one_are_told(tmp_path: Path) -> None:
    found = torsor.study(change(), tmp_path / "s")
    torsor.study(change(title="Another"), tmp_path / "other")
    good = found.files[0].read_bytes()
    found.files[0].write_bytes(good[:100])
    with pytest.raises(TorsorError, match=r"part-00000.parquet' is damaged; remove it"):
        torsor.study(change(), tmp_path / "s")
    found.files[0].write_bytes((tmp_path / "other" / "parts" / found.files[0].name).read_bytes())
    with pytest.raises(TorsorError, match="is not of this study"):
        torsor.study(change(), tmp_path / "s")
    found.files[0].unlink()
    torsor.study(change(), tmp_path / "s")
    assert found.files[0].read_bytes() == good


def test_a_full_disk_is_one_sentence_and_the_same_command_goes_on(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    (tmp_path / "study.toml").write_text(as_toml(change(**LONG, title="Two lengths")))
    line = [sys.executable, "-m", "torsor", "study", "study.toml", "-o", "s", "--processes", "1"]
    most = len(whole["manifest.json"]) - 3000  # so much there is room for: not for all parts' names
    full = subprocess.run(
        line, cwd=tmp_path, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )  # fmt: skip
    assert full.returncode == 2
    assert full.stderr == "torsor: 's/manifest.json' cannot be written: File too large\n"
    assert {n: whole[n] for n in whole if "part-" in n}.items() <= contents(tmp_path / "s").items()
    torsor.study(change(**LONG), tmp_path / "s")
    assert contents(tmp_path / "s") == whole


def test_a_second_run_in_a_folder_is_refused(tmp_path: Path) -> None:
    with (
        alone(tmp_path / "s"),
        pytest.raises(TorsorError, match="another run is at work there"),
    ):
        torsor.study(change(), tmp_path / "s")
    assert not (tmp_path / "s").exists(), "nothing was begun"


@pytest.mark.prove
def test_ten_million_designs_take_the_memory_of_a_million(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        study = change(
            sampling={"kind": "sobol", "count": count}, metrics=["peak_tau"], part=65536,
            scenario={"sample": 0.25, "start": {"q": [0, 0]},
                      "motion": [{"kind": "trapezoidal", "to": [1.2, 0.8], "duration": 0.5}]},
        )  # fmt: skip
        folder = tmp_path / str(count)
        code = (
            "import resource, sys, torsor; "
            f"torsor.study({study!r}, {str(folder)!r}, processes=2); "
            "of = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN); "
            "print(max(resource.getrusage(who).ru_maxrss for who in of))"
        )
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        shutil.rmtree(folder)
        return int(said.stdout)

    assert peak(10_000_000) < 1.3 * peak(1_000_000)
