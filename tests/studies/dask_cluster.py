"""A real Dask cluster on this machine: scheduler and workers are processes that can be killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

SCHEDULER = "from distributed.cli.dask_scheduler import main; main()"
WORKER = "from distributed.cli.dask_worker import main; main()"
WITHOUT_TORSOR = "import sys; sys.modules['torsor'] = None; "
SECONDS = 60.0

Process = subprocess.Popen[bytes]


class DaskCluster:
    """Processes that were started here, and are ended here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.workers: list[Process] = []
        self.scheduler = self.start_scheduler()

    def start_scheduler(self, before: str = "") -> Process:
        """A scheduler at this cluster's address; its file is there once it listens."""
        self.file.unlink(missing_ok=True)
        self.scheduler = self._start(
            before + SCHEDULER, "--host", "127.0.0.1", "--port", str(self.port),
            "--scheduler-file", str(self.file), "--dashboard-address", "127.0.0.1:0",
        )  # fmt: skip
        until = time.monotonic() + SECONDS
        while not self._listens():
            assert time.monotonic() < until, "no scheduler"
            time.sleep(0.02)
        return self.scheduler

    def start_worker(self, before: str = "", threads: int = 1, source: str = "") -> Process:
        """One more worker, which lives no longer than its scheduler."""
        self.workers.append(self._start(
            before + WORKER, self.address, "--no-nanny", "--nthreads", str(threads),
            "--no-dashboard", "--memory-limit", "0", "--local-directory", str(self.folder),
            "--death-timeout", "20", source=source,
        ))  # fmt: skip
        return self.workers[-1]

    def wait_for(self, workers: int) -> None:
        """Until so many are there, which may be fewer than were started."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=SECONDS)

    def wait_for_work(self) -> None:
        """Until a worker is at work."""
        from distributed import Client

        until = time.monotonic() + SECONDS
        with Client(self.address, set_as_default=False) as client:
            while not any(client.processing().values()):
                assert time.monotonic() < until, "no work"
                time.sleep(0.005)

    def end(self, processes: Sequence[Process] = ()) -> None:
        """Kill some, or all of them."""
        for process in processes or (*self.workers, self.scheduler):
            process.send_signal(signal.SIGKILL)
            process.wait()
        self.workers = [worker for worker in self.workers if worker.poll() is None]

    def _start(self, code: str, *arguments: str, source: str = "") -> Process:
        environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
        if source:
            environment["PYTHONPATH"] = os.pathsep.join((source, environment.get("PYTHONPATH", "")))
        return subprocess.Popen(
            [sys.executable, "-c", code, *arguments], env=environment, cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def _listens(self) -> bool:
        with suppress(OSError, ValueError):
            return bool(json.loads(self.file.read_text())["address"] == self.address)
        return False
