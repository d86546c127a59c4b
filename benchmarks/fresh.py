"""Running one measurement in a fresh process, so that its peak memory is its own."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parent.parent


Result = TypeVar("Result")


class MeasurementError(RuntimeError):
    """A measurement's process failed; the text names the error only, for it is published."""


def peak_megabytes() -> float:
    """Give this process's peak memory.

    On Linux `ru_maxrss` starts from the parent's figure; VmHWM starts anew with the program.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def import_seconds(modules: Iterable[str]) -> float:
    """Import what a measurement needs, and tell how long that took."""
    start = time.perf_counter()
    for module in modules:
        import_module(module)
    return time.perf_counter() - start


def clocked(work: Callable[[], Result]) -> tuple[Result, float]:
    """Do a piece of work and time it; imports are measured apart, so none may happen in it."""
    before = set(sys.modules)
    start = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - start
    late = sorted(set(sys.modules) - before)
    if late:
        raise MeasurementError(f"{', '.join(late[:5])} imported while the clock ran")
    return result, seconds


def answer(result: dict[str, Any]) -> None:
    """Hand a measurement back to the process that asked for it."""
    print(json.dumps(result))


def ask(module: str, *arguments: str, timeout: float = 3600.0) -> dict[str, Any]:
    """Run a module of this package in a new interpreter and read its answer."""
    try:
        finished = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{module}", *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise MeasurementError(f"not done after {timeout:.0f} s") from None
    if finished.returncode != 0:
        print(finished.stderr, file=sys.stderr)
        error = re.search(r"^([\w.]+)(?=: |\s*\Z)", finished.stderr, re.MULTILINE)
        raise MeasurementError(error[1] if error else f"exit status {finished.returncode}")
    result: dict[str, Any] = json.loads(finished.stdout.splitlines()[-1])
    return result


def best(module: str, *arguments: str, runs: int) -> dict[str, Any]:
    """Ask several times, each in its own process, and keep the fastest answer and import."""
    answers = [ask(module, *arguments) for _ in range(runs)]
    least = {
        key: min(one[key] for one in answers) for key in ("imports", "again") if key in answers[0]
    }
    return min(answers, key=_seconds) | least | {"runs": runs}


def _seconds(result: dict[str, Any]) -> float:
    return float(result["seconds"])
