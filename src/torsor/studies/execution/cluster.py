"""Parts made by a Dask cluster that runs already: a scheduler, and workers that import Torsor.

What is sent is plain data (a text, numbers, arrays) and the name of one function of ours; no code
travels. Only the run's own process writes, so whatever dies there leaves nothing behind: Dask gives
a dead worker's parts to others, and without a scheduler the same command goes on where it was.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from pkgutil import resolve_name
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from torsor.errors import MissingExtraError, TorsorError, shown
from torsor.studies.errors import StudyError
from torsor.studies.execution.processes import Done
from torsor.studies.execution.versions import find_versions
from torsor.studies.execution.work import Job, Task

if TYPE_CHECKING:
    from distributed import Client, Future

ANSWERS = 5.0
"""Seconds within which a scheduler answers."""
PATIENCE = 60.0
"""Seconds that a cluster may be without any worker."""
LOOK = 1.0
"""Seconds from one look at the cluster's size to the next."""
LARGEST = 10_000_000
WORK = "torsor.studies.execution.cluster_part:make_part"
"""What workers call: told by its name, so that one without Torsor says so and lives on."""
GREETINGS = range(1, 1 << 20)
"""Bytes that a scheduler's first message may have."""
AHEAD = 3
"""Parts in hand for each thread of the cluster."""
LOGS = ("distributed", "tornado", "asyncio")
PORT = 8786
"""Dask's own, where an address has none."""


@dataclass(frozen=True)
class Cluster:
    """A cluster that answers."""

    address: str
    client: Client

    def threads(self) -> int:
        """How many parts its workers make at once."""
        return sum(self.client.nthreads().values())


def check_place(on: str) -> None:
    """Refuse what is neither an address nor a scheduler file, before anything is done."""
    _read_address(on)


def _read_address(on: str) -> str:
    """The scheduler's address: what was given, or what the scheduler's own file says."""
    if "://" in on:
        parts = urlsplit(on)
        with suppress(ValueError):
            if parts.scheme in ("tcp", "tls") and parts.hostname and parts.port != 0:
                return f"{parts.scheme}://{parts.netloc}" + ("" if parts.port else f":{PORT}")
        raise StudyError(f"on: {shown(on, 200)} is no address; expected tcp://HOST:{PORT}")
    path = Path(on)
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(LARGEST))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, OSError):
            why = f"cannot be read: {error.strerror}"
        else:
            why = "is no scheduler file of Dask's"
        raise StudyError(
            f"on: {shown(on, 200)} {why}; expected 'local', tcp://HOST:{PORT} or a scheduler file"
        ) from None
    address = found.get("address") if isinstance(found, dict) else None
    if not isinstance(address, str) or "://" not in address:
        raise StudyError(f"on: {shown(on, 200)} is no scheduler file of Dask's: no 'address' in it")
    return _read_address(address)


@contextmanager
def connect(on: str) -> Iterator[Cluster]:
    """The cluster at an address or of a scheduler file; quickly refused where it is not there."""
    address = _read_address(on)
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError(
            "a cluster needs Dask; install it with pip install 'torsor[scale]'"
        ) from None
    with _quiet():
        try:
            _greet(address)
            client = Client(address, timeout=ANSWERS, set_as_default=False, name="torsor")
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
            raise StudyError(
                f"no Dask scheduler answers at {shown(address, 200)}: {reason}"
            ) from None
        try:
            yield Cluster(address, client)
        finally:
            with suppress(OSError, TimeoutError, RuntimeError):
                client.close(timeout=ANSWERS)


def _greet(address: str) -> None:
    """Hear whether a scheduler is there: Dask would try again and again, or wait for ever."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), ANSWERS) as line:
        # A scheduler speaks first, and begins with the length of what it says.
        if parts.scheme == "tcp" and int.from_bytes(line.recv(8), "little") not in GREETINGS:
            raise OSError("who answers there is no scheduler of Dask's")


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask's log is not shown: what went wrong is told once, by us."""
    known = logging.getLogger().manager.loggerDict
    before = {}
    for name in {*LOGS, *(n for n in known if n.startswith(LOGS))}:
        one = logging.getLogger(name)
        before[one] = one.disabled
        one.disabled = True
    try:
        yield
    except KeyboardInterrupt:  # what is torn down goes on speaking for a while
        before.clear()
        raise
    finally:
        for one, disabled in before.items():
            one.disabled = disabled


def make_on_cluster(job: Job, tasks: Iterable[Task], cluster: Cluster) -> Done:
    """Parts as they are done, in bounded numbers at a time."""
    run = _Run(job, cluster)
    try:
        yield from run.make(tasks)
    except (OSError, CancelledError, TimeoutError) as error:
        if isinstance(error, TorsorError):
            raise
        raise StudyError(f"the scheduler at {shown(cluster.address, 200)} is gone; what is done is "
                         "kept, and the same command goes on where it was") from None  # fmt: skip
    finally:
        run.end()


class _Run:
    """Parts of one job on their way through a cluster."""

    def __init__(self, job: Job, cluster: Cluster) -> None:
        self.cluster, self.client = cluster, cluster.client
        self.name = f"torsor-{os.urandom(6).hex()}"
        self.running: dict[object, tuple[int, Future]] = {}
        self.done: SimpleQueue[Future] = SimpleQueue()
        # What all parts share goes once to each worker, and is made again where one is lost.
        self.job = self.client.submit(
            dict, **asdict(job), versions=find_versions(), key=f"{self.name}-job"
        )
        self.threads = 0
        self.looked = self.peopled = time.monotonic()
        self.look()

    def look(self) -> None:
        """How large the cluster is now; refused where it has no workers for too long."""
        self.looked = time.monotonic()
        self.threads = self.cluster.threads()
        if self.threads:
            self.peopled = self.looked
        elif self.looked - self.peopled > PATIENCE:
            raise StudyError(
                f"the cluster at {shown(self.cluster.address, 200)} has had no workers for "
                f"{PATIENCE:.0f} s; what is done is kept, and the same command goes on"
            )

    def make(self, tasks: Iterable[Task]) -> Done:
        """Send some, take what is done, send more."""
        coming = iter(tasks)
        while True:
            room = max(AHEAD * self.threads, 1) - len(self.running)
            for task in islice(coming, max(0, room)):
                self.send(task)
            if not self.running:
                return
            try:
                future = self.done.get(timeout=LOOK)
            except Empty:
                self.look()
                continue
            part, _ = self.running.pop(future.key)
            yield part, self.take(part, future)
            if time.monotonic() - self.looked > LOOK:
                self.look()

    def send(self, task: Task) -> None:
        """Hand a part to the scheduler."""
        from dask.task_spec import Task as Call
        from dask.utils import apply

        told = [self.job, task.part, task.start, task.stop, dict(task.more)]
        # Keys of one group and more than two a thread: whoever is idle is given the next one.
        key = (self.name, task.part)
        future = self.client.submit(apply, Call(None, resolve_name, WORK), told, key=key)
        self.running[future.key] = task.part, future
        future.add_done_callback(self.done.put)

    def take(self, part: int, future: Future) -> bytes:
        """A part's file, or the sentence that tells what went wrong there."""
        from distributed import KilledWorker

        told = shown(self.cluster.address, 200)
        try:
            answer = future.result()
        except KilledWorker:
            raise StudyError(
                f"part {part}: its workers at {told} died again and again; is there memory?"
            ) from None
        except ImportError as error:
            raise StudyError(f"a worker of {told} cannot import Torsor ({error}); expected the "
                             "same version there as here") from None  # fmt: skip
        except MemoryError:
            raise StudyError(f"part {part}: a worker at {told} is out of memory") from None
        if isinstance(answer, bytes):
            return answer
        raise StudyError(str(answer))

    def end(self) -> None:
        """Nobody works on for a run that has ended."""
        left = [future for _, future in self.running.values()]
        with suppress(OSError, CancelledError, TimeoutError, RuntimeError):
            if left:
                self.client.cancel([*left, self.job])
