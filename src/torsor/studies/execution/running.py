"""A work carried out into a folder: what is there is kept, what is lacking is made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from torsor.files import write_file
from torsor.studies.execution import folder as folders
from torsor.studies.execution.processes import Done, make_here, make_in_processes
from torsor.studies.execution.work import Work
from torsor.studies.parts import PARTS, is_whole, part_name

Progress = Callable[[int, int], None]
"""Hears how many rows are done, of how many."""
LOCAL = "local"


def carry_out(
    work: Work,
    folder: Path,
    on: str = LOCAL,
    processes: int = 1,
    progress: Progress = lambda done, total: None,
) -> None:
    """Have all parts of a work in its folder, and a manifest that says so.

    The work that was killed goes on where it was. ``processes`` are those of this machine, for
    ``on="local"``; one is this process itself.
    """
    with folders.alone(folder):
        folders.begin(folder, work)
        (folder / PARTS).mkdir(exist_ok=True)
        left = [part for part in range(work.parts) if not is_whole(folder, work, part)]
        done = work.count - sum(b - a for a, b in map(work.stretch, left))
        progress(done, work.count)
        for part, content in _make(work, left, on, processes):
            write_file(folder / part_name(part), content)
            start, stop = work.stretch(part)
            done += stop - start
            progress(done, work.count)
        if not folders.read_manifest(folder).get("complete"):
            folders.finish(folder, work)


def _make(work: Work, left: list[int], on: str, processes: int) -> Done:
    tasks = (work.task(part) for part in left)
    workers = min(processes, len(left))
    if workers > 1:
        return make_in_processes(work.job, tasks, workers)
    return make_here(work.job, tasks)
