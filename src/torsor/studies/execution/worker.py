"""A worker of this machine: ``python -m torsor.studies.execution.worker``, started by a run."""

from __future__ import annotations

import os
import sys

from torsor.errors import TorsorError
from torsor.studies.execution.processes import receive, send
from torsor.studies.execution.work import Job, Task


def work() -> None:
    """Make parts until the pipe ends."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else may speak on the pipe
    into = sys.stdin.buffer
    try:
        job = receive(into)
        assert isinstance(job, Job)
        while True:
            task = receive(into)
            assert isinstance(task, Task)
            try:
                answer: bytes | str = job.make(task)
            except TorsorError as error:
                answer = str(error)
            except MemoryError:
                answer = "out of memory"
            send(out, answer)
    except (EOFError, BrokenPipeError):
        return


if __name__ == "__main__":
    work()
