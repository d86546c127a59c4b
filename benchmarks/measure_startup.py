"""How long a person waits for the command to answer."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from benchmarks.measurement import OURS, Measurement, Options

RUNS = 5
COMMANDS = (("--help",), ("derive", "rttrr"))


def measure(options: Options) -> list[Measurement]:
    """Time whole commands, from start to exit."""
    return [command(arguments) for arguments in COMMANDS]


def command(arguments: tuple[str, ...]) -> Measurement:
    """Run one command several times and keep the shortest."""
    program = Path(sys.executable).with_name("torsor")
    subject = " ".join(("torsor", *arguments))
    seconds: list[float] = []
    for _ in range(RUNS):
        start = time.perf_counter()
        try:
            subprocess.run([program, *arguments], capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError) as failure:
            note = f"failed: {type(failure).__name__}"
            return Measurement("start-up", subject, OURS, note=note, failed=True)
        seconds.append(time.perf_counter() - start)
    return Measurement("start-up", subject, OURS, seconds=min(seconds), runs=RUNS)
