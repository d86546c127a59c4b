"""Gradients backwards, and parameters as arguments: a state of a million, one core."""

from __future__ import annotations

from benchmarks.fresh import MeasurementError, ask
from benchmarks.measurement import OURS, Measurement, Options

ROBOTS = ("puma560", "panda")
PEERS = {
    "its gradient": ("inverse", "Pinocchio", "a loop over computeRNEADerivatives, without wᵀ"),
    "gradient of forward dynamics": (
        "forward", "Pinocchio", "a loop over computeABADerivatives, without wᵀ",
    ),
}  # fmt: skip
BASE = {
    "its gradient": "inverse dynamics",
    "its Hessian times a vector": "inverse dynamics",
    "gradient of forward dynamics": "forward dynamics",
}


def measure(options: Options) -> list[Measurement]:
    """Measure both, robot by robot."""
    rows: list[Measurement] = []
    for name in ROBOTS[:1] if options.quick else ROBOTS:
        try:
            rows += _gradients(name) + _designs(name)
        except MeasurementError as failure:
            rows.append(Measurement("gradients", name, OURS, note=str(failure), failed=True))
    return rows


def _gradients(name: str) -> list[Measurement]:
    found = ask("derivatives", "gradients", name)
    rows = []
    for what, seconds in found["times"].items():
        topic = f"backwards, a state of 10⁶, 1 core: {what}"
        note, wrong = "", None
        if what in BASE:
            note = f"{seconds / found['times'][BASE[what]]:.2f} times the function"
        if what in PEERS:
            wrong = found["error"][PEERS[what][0]]
        failed = wrong is not None and wrong > 1e-9
        rows.append(Measurement(topic, name, OURS, seconds, error=wrong, note=note, failed=failed))
        if what in PEERS:
            key, tool, note = PEERS[what]
            rows.append(Measurement(topic, name, tool, found["peers"][key], note=note))
    return rows


def _designs(name: str) -> list[Measurement]:
    rows = []
    for function, times in ask("derivatives", "designs", name).items():
        topic = f"parameters as arguments: {function.replace('_', ' ')}"
        for what in ("states", "one set", "sets"):
            label = {"states": "numbers built in", "one set": "one set for all"}.get(
                what, "a set each"
            )
            note = f"{times['states'] / times[what]:.2f} of the speed with numbers built in"
            if what == "sets":
                note += ", the same bits" if times["same"] else ", OTHER BITS"
            failed = what == "sets" and not times["same"]
            rows.append(
                Measurement(topic, f"{name}, {label}", OURS, times[what], note=note, failed=failed)
            )
    return rows
