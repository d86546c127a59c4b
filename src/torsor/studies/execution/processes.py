"""Parts made by this process, or by further processes of this machine.

A worker takes tasks by a pipe and gives files back as bytes; nobody but the run's own process
writes into its folder, so a worker that dies leaves nothing behind.
"""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import IO, TypeAlias

from torsor.errors import TorsorError
from torsor.studies.execution.work import Job, Task

TRIES = 3
AHEAD = 2
"""Tasks in hand for each worker."""
LENGTH = struct.Struct("<Q")
SETTINGS = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""A worker has one core."""

Done: TypeAlias = Generator[tuple[int, bytes]]
"""Parts with their files, as they are done."""


def make_here(job: Job, tasks: Iterable[Task]) -> Done:
    """One part after another, in this process."""
    for task in tasks:
        yield task.part, job.make(task)


def make_in_processes(job: Job, tasks: Iterable[Task], workers: int) -> Done:
    """Parts as they are done, by processes of this machine; one that is killed is replaced."""
    local = threading.local()
    started: list[_Worker] = []
    over = threading.Event()

    def run(task: Task) -> tuple[int, bytes]:
        for _ in range(TRIES):
            if getattr(local, "worker", None) is None:
                local.worker = _Worker(job)
                started.append(local.worker)
            try:
                return task.part, local.worker.make(task)
            except (OSError, EOFError):
                local.worker.end()
                local.worker = None
                if over.is_set():
                    break
        raise TorsorError(f"part {task.part}: its worker died {TRIES} times; is there memory?")

    pool = ThreadPoolExecutor(workers)
    try:
        coming = iter(tasks)
        running: set[Future[tuple[int, bytes]]] = set()
        while True:
            for task in coming:
                running.add(pool.submit(run, task))
                if len(running) >= AHEAD * workers:
                    break
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        over.set()
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in started:
            worker.end()


class _Worker:
    """A process that makes parts: tasks go in by a pipe, files come out by another."""

    def __init__(self, job: Job) -> None:
        environment = {**os.environ, **SETTINGS}
        # A worker may not hear Ctrl-C: it ends when its pipe does.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "torsor.studies.execution.worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
            start_new_session=True,
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.into, self.out = self.process.stdin, self.process.stdout
        self._job: Job | None = job

    def make(self, task: Task) -> bytes:
        """A part's file, or the sentence that the worker says."""
        if self._job is not None:
            send(self.into, self._job)
            self._job = None
        send(self.into, task)
        answer = receive(self.out)
        if isinstance(answer, bytes):
            return answer
        raise TorsorError(str(answer))

    def end(self) -> None:
        """Close the pipes; what still works is ended."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.into, self.out):
            try:
                pipe.close()
            except OSError:
                continue


def send(pipe: IO[bytes], what: object) -> None:
    """An object through a pipe."""
    content = pickle.dumps(what)
    pipe.write(LENGTH.pack(len(content)) + content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> object:
    """The next object of a pipe between a run and its own worker."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    content = pipe.read(length)
    if len(content) < length:
        raise EOFError
    found: object = pickle.loads(content)
    return found
