"""A Dask cluster gives the bytes of this machine, whoever is killed on the way."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.studies.dask_cluster import WITHOUT_TORSOR, DaskCluster
from tests.studies.samples import change
from tests.studies.test_keeping import as_toml, contents

import torsor
from torsor.cli.main import run
from torsor.errors import TorsorError
from torsor.studies.execution import cluster as clusters

STUDY = change(sampling={"kind": "random", "count": 400, "seed": 3}, part=2)
PARTS = 200
KILLS = [*range(3), *(pytest.param(k, marks=pytest.mark.prove) for k in range(3, 20))]
SOURCE = Path(torsor.__file__).parent


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole") / "s"
    torsor.study(STUDY, folder, processes=1)
    return contents(folder)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    made = DaskCluster(tmp_path_factory.mktemp("cluster"))
    try:
        for threads in (1, 1, 2):
            made.start_worker(threads=threads)
        made.wait_for(3)
        yield made
    finally:
        made.end()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(as_toml(STUDY))
    return path


def done(folder: Path) -> dict[str, int]:
    """The parts that are there, with the times at which they were written."""
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("parts/part-*")}


def wait_for_parts(folder: Path, count: int, runs: threading.Thread | subprocess.Popen[str]) -> int:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        over = (
            not runs.is_alive() if isinstance(runs, threading.Thread) else runs.poll() is not None
        )
        if over or len(done(folder)) >= count:
            break
        time.sleep(0.001)
    return len(done(folder))


class Run(threading.Thread):
    """A study on a cluster, in a thread of its own."""

    def __init__(self, folder: Path, on: str) -> None:
        super().__init__()
        self.folder, self.on = folder, on
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            torsor.study(STUDY, self.folder, self.on)
        except BaseException as error:
            self.error = error


def test_a_cluster_gives_the_bytes_of_this_machine(
    tmp_path: Path, cluster: DaskCluster, whole: dict[str, bytes]
) -> None:
    told: list[str] = []
    heard: list[tuple[int, int]] = []
    folder = tmp_path / "s"
    torsor.study(
        STUDY, folder, cluster.address, progress=lambda *n: heard.append(n), tell=told.append
    )
    assert contents(folder) == whole
    assert told[0].startswith(f"on {cluster.address}; Dask's dashboard: http://127.0.0.1:")
    assert heard == [(n, 400) for n in range(0, 401, 2)]


def test_the_command_takes_a_scheduler_file_and_names_the_dashboard(
    file: Path, cluster: DaskCluster, whole: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = file.parent / "s"
    assert run(["study", str(file), "-o", str(folder), "--on", str(cluster.file)]) == 0
    captured = capsys.readouterr()
    assert "400 designs" in captured.out
    assert "Dask's dashboard: http://" in captured.err
    assert contents(folder) == whole


def test_rows_of_a_file_are_sent(tmp_path: Path, cluster: DaskCluster) -> None:
    lines = [f"{0.2 + k / 1000},{0.1 + k / 2000}" for k in range(100)]
    rows = tmp_path / "rows.csv"
    rows.write_text("l1,l2\n" + "\n".join(lines) + "\n")
    study = change(sampling={"kind": "csv", "file": str(rows)}, factor=None)
    torsor.study(study, tmp_path / "here", processes=1)
    torsor.study(study, tmp_path / "there", on=cluster.address)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


@pytest.mark.parametrize("seed", KILLS)
def test_a_killed_worker_s_parts_are_made_by_others(
    tmp_path: Path, cluster: DaskCluster, whole: dict[str, bytes], seed: int
) -> None:
    cluster.wait_for(3)
    chance = random.Random(seed)
    folder = tmp_path / "s"
    study = Run(folder, cluster.address)
    study.start()
    assert wait_for_parts(folder, chance.randrange(1, PARTS // 2), study) < PARTS
    cluster.end([chance.choice(cluster.workers)])
    cluster.start_worker()  # and one comes later
    study.join()
    assert study.error is None
    assert contents(folder) == whole


@pytest.mark.parametrize("seed", KILLS)
def test_a_killed_driver_s_study_goes_on(
    file: Path, cluster: DaskCluster, whole: dict[str, bytes], seed: int
) -> None:
    folder = file.parent / "s"
    stop = signal.SIGINT if seed == 0 else signal.SIGKILL
    process = start(file, folder, cluster.address)
    count = random.Random(seed).randrange(1, PARTS // 2)
    assert 0 < wait_for_parts(folder, count, process) < PARTS
    process.send_signal(stop)
    said = process.communicate(timeout=60)[1]
    if stop == signal.SIGINT:
        assert process.returncode == 130
        assert "Traceback" not in said
    before = done(folder)
    torsor.study(STUDY, folder, cluster.address)
    assert contents(folder) == whole
    assert before.items() <= done(folder).items(), "a part was made twice"


@pytest.mark.parametrize("seed", KILLS)
def test_without_its_scheduler_a_study_says_so_and_goes_on_with_the_next(
    tmp_path: Path, cluster: DaskCluster, whole: dict[str, bytes], seed: int
) -> None:
    folder = tmp_path / "s"
    study = Run(folder, cluster.address)
    study.start()
    assert wait_for_parts(folder, random.Random(seed).randrange(1, PARTS // 2), study) < PARTS
    cluster.end()
    study.join(60)
    assert str(study.error) == (
        f"the scheduler at '{cluster.address}' is gone; what is done is kept, and the same command "
        "goes on where it was"
    )
    before = done(folder)
    cluster.start_scheduler()
    cluster.start_worker()
    torsor.study(STUDY, folder, str(cluster.file))
    assert contents(folder) == whole
    assert before.items() <= done(folder).items(), "a part was made twice"


@pytest.fixture
def lonely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DaskCluster]:
    """A cluster without workers, which forgives none."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    made = DaskCluster(tmp_path)
    try:
        yield made
    finally:
        made.end()


def test_workers_that_lack_torsor_have_another_die_or_never_come_are_told(
    tmp_path: Path, lonely: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "s"
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    with pytest.raises(TorsorError, match="has had no workers for"):
        torsor.study(STUDY, folder, str(lonely.file))
    monkeypatch.setattr(clusters, "PATIENCE", 60)
    other = tmp_path / "other"
    shutil.copytree(SOURCE, other / "torsor", ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "torsor" / "size.py").open("a") as source:
        source.write("# edited\n")
    for before, path, told in (
        (WITHOUT_TORSOR, "", r"a worker of 'tcp://.*' cannot import Torsor"),
        ("", str(other), r"worker tcp://127.0.0.1:\d+ of the cluster has another source of Torsor"),
    ):
        odd = lonely.start_worker(before, source=path)
        with pytest.raises(TorsorError, match=told):
            torsor.study(STUDY, folder, lonely.address)
        assert odd.poll() is None, "the worker lives on"
        lonely.end([odd])
    lonely.start_worker()
    lonely.wait_for(1)
    study = Run(folder, lonely.address)
    study.start()
    lonely.wait_for_work()
    lonely.end(lonely.workers)
    study.join(60)
    assert "died again and again; is there memory?" in str(study.error)


@pytest.mark.parametrize(
    ("on", "told"),
    [
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at 'tcp://127.0.0.1:1': Connection refus"),
        ("tcp://nobody.invalid", "no Dask scheduler answers at 'tcp://nobody.invalid:8786'"),
        ("tcp://", "on: 'tcp://' is no address; expected tcp://HOST:8786"),
        ("http://127.0.0.1:8786", "is no address; expected tcp://HOST:8786"),
        ("127.0.0.1:8786", "on: '127.0.0.1:8786' cannot be read: No such file"),
        (__file__, "is no scheduler file of Dask's; expected 'local'"),
    ],
)
def test_a_cluster_that_is_not_there_is_one_quick_sentence(
    tmp_path: Path, on: str, told: str
) -> None:
    start = time.monotonic()
    with pytest.raises(TorsorError, match=told):
        torsor.study(STUDY, tmp_path / "s", on)
    assert time.monotonic() - start < 5
    assert not (tmp_path / "s").exists()


def test_what_listens_and_is_no_scheduler_is_told_within_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "ANSWERS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        address = f"tcp://127.0.0.1:{deaf.getsockname()[1]}"
        with pytest.raises(TorsorError, match="no Dask scheduler answers at"):
            torsor.study(STUDY, tmp_path / "s", address)


def start(file: Path, folder: Path, on: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "torsor", "study", str(file), "-o", str(folder), "--on", on],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=dict(os.environ),
    )  # fmt: skip
