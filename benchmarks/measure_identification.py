"""From logs of real robots to parameters and an error on a log that was held out, end to end.

Torsor does all of it: cut-off, friction, deviations, links that can exist, certificate. The peer is
the plain pipeline that people write: NumPy, SciPy and Pinocchio's regressor row by row, the same
filter, viscous and Coulomb friction with an offset and rotors, least squares. It is given Torsor's
cut-off, and its error is taken over the same rows.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.fresh import MeasurementError, answer, best, import_seconds, peak_megabytes
from benchmarks.measurement import OURS, Measurement, Options

TOPIC = "identification"
HERE = "measure_identification"
RUNS = 5
LOGS = Path(__file__).resolve().parent.parent / "examples" / "identification"
SUBJECTS: dict[str, tuple[str, float, list[str], list[str]]] = {
    "kr300": ("kr300/kr300_cad.toml", 5.0, ["kr300/runA", "kr300/runB"], ["kr300/runC"]),
    "kr300, one run": ("kr300/kr300_cad.toml", 5.0, ["kr300/runA"], ["kr300/runC"]),
    "double pendulum": (
        "double_pendulum/published_A.toml",
        4.0,
        [f"double_pendulum/A.0_{k}" for k in ("00", "01", "03", "04", "11")],
        [f"double_pendulum/A.0_{k}" for k in ("02", "05")],
    ),
}
"""The robot, the cut-off in hertz, the logs that are fitted, and those that are held out."""
PER_PERIOD = 4.0
"""Rows that are kept in a period of the cut-off."""
USELESS = 0.5
"""An error from which on a row fails: a sign or an axis is wrong."""


def measure(options: Options) -> list[Measurement]:
    """Both tools on both robots."""
    del options
    rows = []
    for subject in SUBJECTS:
        for tool, name in ((OURS, "ours"), ("NumPy, SciPy, Pinocchio: least squares", "plain")):
            try:
                found = best(HERE, name, subject, runs=RUNS)
            except MeasurementError as failure:
                note = f"failed: {failure}"
                rows.append(Measurement(TOPIC, subject, tool, note=note, failed=True))
                continue
            rows.append(
                Measurement(
                    TOPIC,
                    subject,
                    tool,
                    seconds=found["seconds"],
                    again=found["again"],
                    imports=found["imports"],
                    runs=RUNS,
                    megabytes=found["megabytes"],
                    note=found["note"],
                    failed=not found["held_out"] < USELESS,
                )
            )
    return rows


# in processes of their own ------------------------------------------------------------------------


def ours(subject: str) -> dict[str, Any]:
    """The whole of `torsor identify`, its machine code included the first time."""
    os.environ["TORSOR_CACHE"] = "off"
    imports = import_seconds(
        ("scipy.signal", "scipy.linalg", "scipy.optimize", "pyarrow.csv", "llvmlite.binding",
         "torsor.identification.pipeline", "torsor.program.jit")
    )  # fmt: skip
    import torsor

    robot, _, fitted, kept = _files(subject)
    times = []
    for _ in range(2):
        start = time.perf_counter()
        found = torsor.identify(robot, fitted, kept)
        times.append(time.perf_counter() - start)
    errors = {name: e.relative_error for name, e in found.validation.items()}
    held_out, least = errors["identified"], errors["least squares"]
    return {
        "seconds": times[0],
        "again": times[1],
        "imports": imports,
        "megabytes": peak_megabytes(),
        "held_out": held_out,
        "note": f"held out {held_out:.1%}, certified (its least squares {least:.1%})",
    }


def plain(subject: str) -> dict[str, Any]:
    """Pinocchio's regressor for every row, filtered, and a least-squares solution."""
    imports = import_seconds(("pinocchio", "scipy.signal"))
    robot, cutoff, fitted, kept = _files(subject)
    text, gravity = _urdf(robot)
    times = []
    for _ in range(2):
        start = time.perf_counter()
        model = _model(text, gravity)
        x = _fit([_rows(model, log, cutoff) for log in fitted])
        held_out = _error(x, [_rows(model, log, cutoff) for log in kept])
        times.append(time.perf_counter() - start)
    return {
        "seconds": times[0],
        "again": times[1],
        "imports": imports,
        "megabytes": peak_megabytes(),
        "held_out": held_out,
        "note": f"held out {held_out:.1%}",
    }


def _files(subject: str) -> tuple[str, float, list[str], list[str]]:
    robot, cutoff, fitted, kept = SUBJECTS[subject]
    return (
        str(LOGS / robot), cutoff, [str(LOGS / f"{name}.csv.gz") for name in fitted],
        [str(LOGS / f"{name}.csv.gz") for name in kept],
    )  # fmt: skip


def _urdf(robot: str) -> tuple[str, float]:
    """The same geometry for Pinocchio, and gravity along its z; not timed."""
    import torsor

    loaded = torsor.load(robot)
    sign = -1.0 if str(loaded.gravity[2]).startswith("-") else 1.0
    return str(torsor.export(loaded, "urdf", {"g": "9.80665"})), sign * 9.80665


def _model(text: str, gravity: float) -> Any:
    import pinocchio as pin

    model = pin.buildModelFromXML(text)
    model.gravity.linear = np.array([0.0, 0.0, gravity])
    return model


def _rows(model: Any, log: str, cutoff: float) -> tuple[Any, Any, Any]:
    """Columns (n, m, p), forces (m, n) and which of them are of a moving joint (m, n)."""
    import pinocchio as pin
    from scipy.signal import butter, sosfiltfilt

    from torsor.identification.signals.rest import find_moving, find_speeds

    n = model.nv
    table = np.loadtxt(log, delimiter=",", skiprows=1)
    with_rates = table[:, 1 : 1 + 3 * n]
    step = float(np.median(np.diff(table[:, 0])))
    t = np.arange(table[0, 0], table[-1, 0], step)
    even = np.stack([np.interp(t, table[:, 0], column) for column in with_rates.T], axis=1)

    def lowpass(signal: Any, hertz: float) -> Any:
        return sosfiltfilt(butter(4, 2 * hertz * step, output="sos"), signal, axis=0)

    q, dq = lowpass(even[:, :n], 4 * cutoff), lowpass(even[:, n : 2 * n], 4 * cutoff)
    ddq = np.gradient(dq, step, axis=0)
    data = model.createData()
    turned = np.stack([np.cos(q), np.sin(q)], axis=2).reshape(len(t), 2 * n)  # joints without end
    links = np.empty((len(t), n, 10 * n))
    for k in range(len(t)):
        links[k] = pin.computeJointTorqueRegressor(model, data, turned[k], dq[k], ddq[k])
    drives = np.zeros((len(t), n, 4 * n))
    for j in range(n):
        terms = (dq[:, j], np.sign(dq[:, j]), np.ones(len(t)), ddq[:, j])
        drives[:, j, 4 * j : 4 * j + 4] = np.stack(terms, axis=1)
    every = max(1, int(1 / (PER_PERIOD * cutoff * step)))
    columns = lowpass(np.concatenate([links, drives], axis=2), cutoff)[::every]
    moving = find_moving(dq, step, find_speeds([dq]))
    ends = round(0.5 / (cutoff * step))
    moving[:ends] = moving[len(moving) - ends :] = False
    return columns, lowpass(even[:, 2 * n :], cutoff)[::every], moving[::every]


def _fit(logs: list[tuple[Any, Any, Any]]) -> Any:
    """The shortest least-squares solution, joints weighted by their own residuals."""
    A = np.concatenate([columns[moving] for columns, _, moving in logs])
    b = np.concatenate([tau[moving] for _, tau, moving in logs])
    joint = np.concatenate([np.nonzero(moving)[1] for _, _, moving in logs])
    scale = np.linalg.norm(A, axis=0)
    scale[scale == 0.0] = 1.0
    weights = np.ones(joint.max() + 1)
    for _ in range(3):
        w = weights[joint]
        x = np.linalg.lstsq(A / scale * w[:, None], b * w, rcond=1e-8)[0] / scale
        e = b - A @ x
        weights = 1.0 / np.sqrt([np.mean(e[joint == j] ** 2) for j in range(len(weights))])
    return x


def _error(x: Any, logs: list[tuple[Any, Any, Any]]) -> float:
    lost = sum(float(np.sum((tau - columns @ x)[moving] ** 2)) for columns, tau, moving in logs)
    return float(np.sqrt(lost / sum(float(np.sum(tau[moving] ** 2)) for _, tau, moving in logs)))


TOOLS: dict[str, Callable[[str], dict[str, Any]]] = {"ours": ours, "plain": plain}

if __name__ == "__main__":
    answer(TOOLS[sys.argv[1]](sys.argv[2]))
