"""What a thousand cores would do: ``explanation/scaling.md``, from figures that were measured.

``python -m docs.make_scaling --measure`` starts a Dask cluster on this machine and measures what a
part costs each of those who have to do with it; without the option the figures of the page are
taken, and what follows from them is worked out anew.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, fields
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from benchmarks.measure_studies import FORCES, REACTIONS, STUDY

from torsor.studies.execution.cluster import AHEAD

PAGE = Path(__file__).parent / "explanation" / "scaling.md"
CORES = (1, 10, 100, 1000)
PARTS, DESIGNS = 1500, 200_000


@dataclass(frozen=True)
class Costs:
    """Seconds of a core, each for a part or a megabyte of it."""

    command_part: float
    command_megabyte: float
    scheduler_part: float
    scheduler_megabyte: float
    worker_part: float
    worker_start: float


WORDS = {
    "command_part": "the command, a part: sent, fetched, written and synced",
    "command_megabyte": "the command, a megabyte of a part",
    "scheduler_part": "the scheduler, a part",
    "scheduler_megabyte": "the scheduler, a megabyte of a part",
    "worker_part": "a worker, a part, beside making it",
    "worker_start": "a worker's first part: imports, machine code",
}


@dataclass(frozen=True)
class Case:
    """A study to be carried out on ever more cores."""

    title: str
    designs: int
    part: int
    metrics: tuple[str, ...]
    tried: int
    """Designs that its cost is measured on."""
    study: Mapping[str, object]


SMALL: dict[str, Any] = {
    "robot": "planar2r",
    "factor": [{"name": "l1", "range": [0.2, 0.6]}, {"name": "l2", "range": [0.1, 0.5]}],
    "values": {"g": 9.81},
    "scenario": {"start": {"q": [0, 0]}, "motion": [{"kind": "hold", "duration": 1}]},
}
SCARA = {**STUDY, "sampling": {"kind": "random", "count": 10**9}}
ARM: dict[str, Any] = {
    "robot": "3r",
    "factor": [{"name": f"l{k}", "range": [0.2, 0.6]} for k in (1, 2, 3)],
    "sampling": {"kind": "random", "count": 10**7},
}
CASES = (
    Case("SCARA: driving forces", 10**9, 100_000, tuple(FORCES), 4096, SCARA),
    Case("SCARA: with reactions", 10**9, 100_000, (*FORCES, *REACTIONS), 2048, SCARA),
    Case("3R: the workspace's section", 10**7, 2_000, ("section_area",), 32, ARM),
)


def simulate(
    costs: Costs, parts: int, seconds: float, megabytes: float, cores: int
) -> tuple[float, float, float]:
    """How long a study takes, and what of that the scheduler and the command are busy.

    A part goes round: the scheduler, the next core that is free, the command, which then sends
    another; so many are under way as ``--on`` allows. Each station serves one after the other.
    """
    scheduler = costs.scheduler_part + megabytes * costs.scheduler_megabyte
    command = costs.command_part + megabytes * costs.command_megabyte
    work = seconds + costs.worker_part
    free = [costs.worker_start] * cores  # a heap of the times at which cores are free
    told = taken = 0.0  # until when the scheduler and the command are busy
    arriving = [0.0] * min(parts, AHEAD * cores)
    left = parts - len(arriving)
    made: list[float] = []
    while arriving or made:
        if arriving and not (made and made[0] < arriving[0]):
            told = max(told, heappop(arriving)) + scheduler
            done = max(told, heappop(free)) + work
            heappush(free, done)
            heappush(made, done)
        else:
            taken = max(taken, heappop(made)) + command
            if left:
                left -= 1
                heappush(arriving, taken)
    return taken, parts * scheduler, parts * command


def tell_simulated(costs: Costs, made: dict[str, tuple[float, float]]) -> str:
    """The table of what follows: times, what share of the cores is at work, who is busiest."""
    lines = ["| study | cores | time | cores at work | busy: scheduler, command |",
             "|---|---:|---:|---:|---:|"]  # fmt: skip
    for case in CASES:
        seconds, megabytes = made[case.title]
        parts = case.designs // case.part
        title = f"{case.title}: {case.designs:,} designs"
        for cores in CORES:
            spent, scheduler, command = simulate(
                costs, parts, seconds * case.part, megabytes * case.part, cores
            )
            share = seconds * case.designs / cores / spent
            lines.append(
                f"| {title} | {cores:,} | {tell_time(spent)} | {100 * share:.0f} % | "
                f"{100 * scheduler / spent:.0f} %, {100 * command / spent:.0f} % |"
            )
            title = ""
    return "\n".join(lines)


def tell_time(seconds: float) -> str:
    """A duration as people say it."""
    for unit, size in (("days", 86400.0), ("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3)):
        if seconds >= 1.5 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def tell(value: float) -> str:
    """Three figures, without a power of ten."""
    return f"{float(f'{value:.3g}'):g}"


def tell_measured(costs: Costs, made: dict[str, tuple[float, float]]) -> str:
    """The table of what was measured, which is read again."""
    lines = ["| what | processor time |", "|---|---:|"]
    lines += [
        f"| {WORDS[f.name]} | {tell(getattr(costs, f.name) * 1e3)} ms |" for f in fields(Costs)
    ]
    lines += ["", "| a design | processor time | kept |", "|---|---:|---:|"]
    for title, (seconds, megabytes) in made.items():
        lines.append(f"| {title} | {tell(seconds * 1e6)} µs | {tell(megabytes * 1e6)} bytes |")
    return "\n".join(lines)


def read_measured(page: str) -> tuple[Costs, dict[str, tuple[float, float]]]:
    """What the page's tables say."""
    cells = dict(re.findall(r"^\| (.+?) \| ([\d.e+-]+) ms \|$", page, re.M))
    costs = Costs(**{name: float(cells[words]) * 1e-3 for name, words in WORDS.items()})
    found = re.findall(r"^\| (.+?) \| ([\d.e+-]+) µs \| ([\d.e+-]+) bytes \|$", page, re.M)
    return costs, {title: (float(s) * 1e-6, float(b) * 1e-6) for title, s, b in found}


def write_between(page: str, name: str, text: str) -> str:
    """The page with another text between its marks."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, rest = page.split(begin)
    return f"{before}{begin}\n\n{text}\n\n{end}{rest.split(end)[1]}"


def make(page: str) -> str:
    """The page with what follows from its measured figures."""
    return write_between(page, "simulated", tell_simulated(*read_measured(page)))


# measuring ----------------------------------------------------------------------------------------


def measure() -> str:
    """The tables of a cluster of two workers on this machine."""
    return tell_measured(measure_costs(), {c.title: measure_design(c) for c in CASES})


def measure_design(case: Case) -> tuple[float, float]:
    """Seconds of a core and megabytes of a design, the least of several tries."""
    from torsor.studies.execution.work import Task
    from torsor.studies.study_file import read_study

    work = read_study({**case.study, "metrics": list(case.metrics)}).work
    tasks = [Task(k, k * case.tried, (k + 1) * case.tried) for k in range(4)]
    content, seconds = b"", []
    for task in tasks:
        start = time.process_time()
        content = work.job.make(task)
        seconds.append(time.process_time() - start)
    return min(seconds) / case.tried, len(content) / case.tried / 1e6


def measure_costs() -> Costs:
    """What parts cost that are next to nothing, and such that are long."""
    from tests.studies.dask_cluster import DaskCluster

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cluster = DaskCluster(folder)
        try:
            for _ in range(2):
                cluster.start_worker()
            cluster.wait_for(2)
            watched = [cluster.scheduler.pid, *(worker.pid for worker in cluster.workers)]
            first = _spend(CASES[0].study, ["peak_tau"], 64, 1, folder / "0", cluster, watched)
            small = _spend(SMALL, ["cycle_time"], PARTS, 1, folder / "1", cluster, watched)
            large = _spend(SMALL, ["cycle_time"], 16 * DESIGNS, DESIGNS, folder / "2", cluster,
                           watched)  # fmt: skip
            megabytes = sum(p.stat().st_size for p in (folder / "2").glob("parts/*")) / 1e6
        finally:
            cluster.end()
    alone = _make_alone(SMALL, ["cycle_time"], 200)
    command, scheduler, workers = (spent / PARTS for spent in small)
    return Costs(
        command, max(0.0, large[0] - 16 * command) / megabytes,
        scheduler, max(0.0, large[1] - 16 * scheduler) / megabytes,
        max(0.0, workers - alone), first[2] / 2,
    )  # fmt: skip


def _spend(
    study: dict[str, Any], metrics: list[str], count: int, part: int, folder: Path, cluster: Any,
    watched: list[int],
) -> tuple[float, float, float]:  # fmt: skip
    """Processor time of this process, of the scheduler and of the workers for a study."""
    from torsor.studies.execution.running import carry_out
    from torsor.studies.study_file import read_study

    sampling = {"kind": "random", "count": count}
    work = read_study({**study, "metrics": metrics, "sampling": sampling, "part": part}).work
    before, own = [_processor_time(pid) for pid in watched], time.process_time()
    carry_out(work, folder, cluster.address)
    own = time.process_time() - own
    scheduler, *workers = (
        _processor_time(pid) - was for pid, was in zip(watched, before, strict=True)
    )
    return own, scheduler, sum(workers)


def _make_alone(study: dict[str, Any], metrics: list[str], parts: int) -> float:
    """Seconds for a part of one design, made in this process."""
    from torsor.studies.study_file import read_study

    sampling = {"kind": "random", "count": parts}
    work = read_study({**study, "metrics": metrics, "sampling": sampling, "part": 1}).work
    work.job.make(work.task(0))
    start = time.process_time()
    for k in range(parts):
        work.job.make(work.task(k))
    return (time.process_time() - start) / parts


def _processor_time(process: int) -> float:
    """User and system time of a process (Linux)."""
    text = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(text[11]) + int(text[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    if "--measure" in sys.argv:
        text = write_between(text, "measured", measure())
    PAGE.write_text(make(text), "utf-8")
