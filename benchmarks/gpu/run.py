"""All of it in one run and one table: ``python -m benchmarks.gpu.run FOLDER [RESULTS]``.

FOLDER is what ``prepare`` has written; the results are RESULTS.json and RESULTS.md. What cannot be
measured is told in the table, and the rest goes on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.gpu import measure, peers
from benchmarks.gpu.prepared import Entry, Prepared, read
from benchmarks.gpu.table import write_table
from torsor.program.gpu.driver import open_driver

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")


def attempt(work: Callable[[], Any], what: str, failures: list[str]) -> Any:
    """A measurement, or a line that says why there is none."""
    try:
        return work()
    except Exception as error:
        traceback.print_exc()
        failures.append(f"{what}: {type(error).__name__}: {error}"[:300])
        return None


def first_call(folder: Path, entry: Entry) -> float:
    """Seconds from nothing to a result that is there, imports apart."""
    import numpy as np

    from torsor.program.gpu.host_arrays import run_on_host_arrays

    rows = [np.ones((4, size), entry.dtype) for size in entry.sizes]
    out = np.zeros((4, *entry.shape), entry.dtype)
    begin = perf_counter()
    run_on_host_arrays(entry.function(folder), 0, rows, out)
    return perf_counter() - begin


def first_call_elsewhere(folder: Path) -> float:
    """The same in a fresh process, after another has run the code once."""
    command = [sys.executable, "-m", "benchmarks.gpu.run", str(folder), "--first"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def best(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The fastest strategy of a function."""
    return max(rows, key=lambda row: row["rate"])


def measure_kernels(prepared: Prepared, failures: list[str]) -> list[dict[str, Any]]:
    """Every function and every strategy, then the motions."""
    rows: list[dict[str, Any]] = []
    for group, entries in prepared.groups(rollouts=False).items():
        made = attempt(
            lambda e=entries: measure.measure_group(prepared, e, check=True), str(group), failures
        )
        rows += made or []
        print(group, [f"{row['share']:.1f} % {row['bits']}" for row in made or []], flush=True)
    for group, entries in prepared.groups(rollouts=True).items():
        made = attempt(
            lambda e=entries: measure.measure_rollouts(prepared, e), str(group), failures
        )
        rows += made or []
        print(group, [f"{row['rate']:.2f} {row['bits']}" for row in made or []], flush=True)
    return rows


def measure_peers(
    prepared: Prepared, rows: list[dict[str, Any]], failures: list[str]
) -> list[dict[str, Any]]:
    """The recursion by JAX and PyTorch, then our fastest kernels through both."""
    found = []
    for robot in prepared.robots:
        for dtype in ("float32", "float64"):
            for work in (peers.measure_jax, peers.measure_torch):
                label = f"{work.__name__} {robot} {dtype}"
                found.append(
                    attempt(lambda w=work, r=robot, d=dtype: w(prepared, r, d), label, failures)
                )
            mine = [
                row
                for row in rows
                if (row["robot"], row["name"], row["dtype"]) == (robot, "inverse_dynamics", dtype)
            ]
            if not mine:
                continue
            entry = next(
                e
                for e in prepared.groups(False)[robot, "inverse_dynamics", dtype]
                if e.strategy == best(mine)["strategy"]
            )
            for front in (peers.measure_torch_front, peers.measure_jax_front):
                label = f"{front.__name__} {robot} {dtype}"
                made = attempt(lambda f=front, e=entry: f(prepared, e), label, failures)
                if made:
                    made["of kernel"] = 100 * made["rate"] / best(mine)["rate"]
                found.append(made)
            print(robot, dtype, found[-4:], flush=True)
    return [row for row in found if row]


def main() -> None:
    folder = Path(sys.argv[1])
    prepared = read(folder)
    first = prepared.groups(rollouts=False)["iiwa", "inverse_dynamics", "float64"][0]
    if "--first" in sys.argv:
        print(first_call(folder, first))
        return
    results = Path(sys.argv[2] if len(sys.argv) > 2 else "gpu-results")
    failures: list[str] = []
    cold = attempt(lambda: first_call(folder, first), "first call", failures)
    warm = attempt(lambda: first_call_elsewhere(folder), "first call again", failures)
    with open_driver().current(0):
        whole: dict[str, Any] = {
            "device": measure.name_device(),
            "driver": open_driver().version,
            "first call": {"cold": cold, "warm": warm},
            "failures": failures,
        }
        whole["kernels"] = measure_kernels(prepared, failures)
        save(results, whole)
        whole["peers"] = measure_peers(prepared, whole["kernels"], failures)
    save(results, whole)
    print(write_table(whole))


def save(results: Path, whole: dict[str, Any]) -> None:
    """What is known so far, as data and as a page."""
    results.with_suffix(".json").write_text(json.dumps(whole, indent=1))
    results.with_suffix(".md").write_text(write_table(whole))


if __name__ == "__main__":
    main()
