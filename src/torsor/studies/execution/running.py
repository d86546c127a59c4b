"""A work carried out into a folder: what is there is kept, what is lacking is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from torsor.files import write_file
from torsor.studies.execution import folder as folders
from torsor.studies.execution.cluster import check_place, connect, make_on_cluster
from torsor.studies.execution.processes import Done, make_here, make_in_processes
from torsor.studies.execution.work import Work
from torsor.studies.parts import is_whole, part_name

Progress = Callable[[int, int], None]
"""Hears how many rows are done, of how many."""
Tell = Callable[[str], None]
"""Hears where a cluster's dashboard is."""
LOCAL = "local"


def carry_out(
    work: Work,
    folder: Path,
    on: str = LOCAL,
    processes: int = 1,
    progress: Progress = lambda done, total: None,
    tell: Tell = lambda sentence: None,
) -> None:
    """Have all parts of a work in its folder, and a manifest that says so.

    The work that was killed goes on where it was. ``on`` is this machine (``local``), or a Dask
    cluster by its scheduler's address (``tcp://HOST:PORT``) or its scheduler's file; ``processes``
    are those of this machine, one is this process itself. ``tell`` hears where a cluster's
    dashboard is.
    """
    if on != LOCAL:
        check_place(on)
    with folders.alone(folder):
        begun = folders.is_begun(folder, work)
        left = [part for part in range(work.parts) if not is_whole(folder, work, part)]
        with _choose(work, left, on, processes, tell) as made:
            if not begun:
                folders.begin(folder, work)
            done = work.count - sum(b - a for a, b in map(work.stretch, left))
            progress(done, work.count)
            for part, content in made:
                write_file(folder / part_name(part), content)
                start, stop = work.stretch(part)
                done += stop - start
                progress(done, work.count)
        if not folders.read_manifest(folder).get("complete"):
            folders.finish(folder, work)


@contextmanager
def _choose(work: Work, left: list[int], on: str, processes: int, tell: Tell) -> Iterator[Done]:
    """Who makes the parts that are left."""
    tasks = (work.task(part) for part in left)
    workers = min(processes, len(left))
    if on != LOCAL and left:
        with connect(on) as cluster:
            tell(f"on {cluster.address}; Dask's dashboard: {cluster.client.dashboard_link}")
            with closing(make_on_cluster(work.job, tasks, cluster)) as made:
                yield made
    elif workers > 1:
        with closing(make_in_processes(work.job, tasks, workers)) as made:
            yield made
    else:
        with closing(make_here(work.job, tasks)) as made:
            yield made
