"""Compiled code: one call, a million states on one core and on all, compiling, growth, rollouts."""

from __future__ import annotations

import os
import tempfile
from typing import Any

from benchmarks.fresh import MeasurementError, ask
from benchmarks.measurement import OURS, Measurement, Options

ROBOTS = ("puma560", "panda")
TOOLS = (OURS, "Pinocchio", "MuJoCo")


def measure(options: Options) -> list[Measurement]:
    """Measure everything that is compiled, side by side."""
    rows: list[Measurement] = []
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    for name in ROBOTS:
        rows += _sides("one call", name, ["single", name], 1)
    for threads in dict.fromkeys((1, cores)):
        for name in ROBOTS:
            topic = f"a state of 10⁶, {threads} {'core' if threads == 1 else 'cores'}"
            rows += _sides(topic, name, ["batch", name, str(threads)], 1_000_000, _vectors())
    for name in ROBOTS:
        rows += _rollouts(name)
    rows += _compiling(options)
    rows += _growing(options)
    return rows


def _vectors() -> str:
    from torsor.program.jit.machine import machine

    return f"{machine().vector_bits}-bit vectors"


def _sides(
    topic: str, name: str, arguments: list[str], states: int, note: str = ""
) -> list[Measurement]:
    try:
        found = ask("code", *arguments)
    except MeasurementError as failure:
        return [Measurement(topic, name, OURS, note=str(failure), failed=True)]
    rows = []
    for function, times in found.items():
        errors: dict[str, Any] = times.get("error", {})
        for tool in TOOLS:
            if times.get(tool) is None:
                continue
            seconds = times[tool] / states
            rows.append(
                Measurement(
                    f"{topic}: {function.replace('_', ' ')}",
                    name,
                    tool,
                    seconds,
                    error=errors.get(tool),
                    note=f"{1e-6 / seconds:.3g} million a second, {note}" if note else "",
                    failed=errors.get(tool, 0.0) > 1e-10,
                )
            )
    return rows


def _rollouts(name: str) -> list[Measurement]:
    topic = "10,000 motions of 100 steps, 1 core"
    try:
        found = ask("code", "rollouts", name)
    except MeasurementError as failure:
        return [Measurement(topic, name, OURS, note=str(failure), failed=True)]
    return [
        Measurement(topic, name, OURS, found["Torsor"], error=found["error"]),
        Measurement(topic, name, "Pinocchio", found["Pinocchio"], note="RK4 over abaInParallel"),
    ]


def _compiling(options: Options) -> list[Measurement]:
    rows = []
    runs = 1 if options.quick else 3
    for function in ("inverse_dynamics", "forward_dynamics", "inverse_dynamics_derivatives"):
        label = f"puma560, {function.replace('_', ' ')}"
        with tempfile.TemporaryDirectory() as cache:
            for topic, where, skip in (("compiling", "off", 0), ("cached start", cache, 1)):
                times = [
                    ask("code", "compile", "puma560", function, where)["seconds"]
                    for _ in range(runs + skip)
                ][skip:]
                rows.append(Measurement(topic, label, OURS, min(times), runs))
    return rows


def _growing(options: Options) -> list[Measurement]:
    rows = []
    for joints in (1, 7, 30) if options.quick else (1, 2, 4, 7, 10, 15, 20, 25, 30):
        found = ask("code", "growing", str(joints))
        for function, times in found.items():
            note = f"{times['operations']:,} operations, compiled in {times['compile']:.2f} s"
            topic = f"growth, a state, 1 core: {function.replace('_', ' ')}"
            subject = f"{joints} joint{'s' * (joints > 1)}"
            rows.append(Measurement(topic, subject, OURS, times["seconds"], note=note))
    return rows
