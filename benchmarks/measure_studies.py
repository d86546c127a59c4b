"""A hundred thousand designs of a SCARA along a cycle of pick and place: fifty million states.

Torsor's time is that of the whole study on all cores: machine code, Sobol' points, its processes,
Parquet files. The peer is a loop that is given the designs: for each of them Pinocchio's model is
changed and `pin.rneaInParallel` runs the cycle on all cores; nothing is written.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.compare import TOLERANCE, relative_error
from benchmarks.fresh import MeasurementError, answer, ask, best, import_seconds, peak_megabytes
from benchmarks.measurement import OURS, Measurement, Options

TOPIC = "studies"
HERE = "measure_studies"
DESIGNS, SAMPLES, RUNS = 100_000, 500, 3
LOOKED_AT = (0, 31_415, 99_999)
"""Designs whose numbers are held against Pinocchio's."""
SUBJECT = f"scara, {DESIGNS:,} × {SAMPLES}"
FORCES = ["peak_tau", "rms_tau"]
REACTIONS = [f"{way}_{what}" for what in ("force", "moment") for way in ("peak", "rms")]
METRICS = {"driving forces": FORCES, "with reactions": [*FORCES, *REACTIONS]}
STUDY: dict[str, Any] = {
    "title": "SCARA: two lengths, two masses",
    "robot": "scara",
    "values": {"g": 9.81, "d1": 0.4, "m3": 1.5, "Izz3": 0.005},
    "factor": [
        {"name": "a1", "range": [0.2, 0.4]}, {"name": "a2", "range": [0.15, 0.35]},
        {"name": "m1", "range": [2, 6]}, {"name": "m2", "range": [1, 4]},
    ],
    "relations": {
        "ac1": "a1/2", "ac2": "a2/2", "Izz1": "m1*a1^2/12", "Izz2": "m2*a2^2/12",
    },
    "sampling": {"kind": "sobol", "count": DESIGNS, "seed": 1},
    "scenario": {
        "sample": 1 / (SAMPLES - 1),
        "start": {"q": [-0.6, 0.9, 0, 0]},
        "motion": [
            {"kind": "trapezoidal", "to": [0.6, 1.5, 0, 1.57], "duration": 0.35},
            {"kind": "minimum-jerk", "by": [0, 0, 0.08, 0], "duration": 0.15},
            {"kind": "minimum-jerk", "by": [0, 0, -0.08, 0], "duration": 0.15},
            {"kind": "trapezoidal", "to": [-0.6, 0.9, 0, 0], "duration": 0.35},
        ],
    },
}  # fmt: skip


def measure(options: Options) -> list[Measurement]:
    """Driving forces with both tools; with the joints' reactions ours alone."""
    rows = []
    for what, names in METRICS.items():
        subject = f"{SUBJECT}, {what}"
        try:
            found = best(HERE, "ours", what, runs=RUNS)
            expected = ask(HERE, "few")
        except MeasurementError as failure:
            note = f"failed: {failure}"
            rows.append(Measurement(TOPIC, subject, OURS, note=note, failed=True))
            continue
        error = max(relative_error(found[name], expected[name]) for name in names)
        note = f"{found['processes']} processes; machine code, sampling, files of {found['kept']}"
        rows.append(_row(subject, OURS, found, error, note, RUNS))
        if what == "driving forces" and not options.quick:
            peer = "Pinocchio: loop over rneaInParallel"
            try:
                looped = ask(HERE, "loop")
            except MeasurementError as failure:
                note = f"failed: {failure}"
                rows.append(Measurement(TOPIC, subject, peer, note=note, failed=True))
                continue
            error = max(relative_error(looped[name], expected[name]) for name in names)
            rows.append(_row(subject, peer, looped, error, "designs given, nothing kept", 1))
    return rows


def _row(
    subject: str, tool: str, found: dict[str, Any], error: float, note: str, runs: int
) -> Measurement:
    return Measurement(
        TOPIC, subject, tool, seconds=found["seconds"], imports=found["imports"], runs=runs,
        megabytes=found["megabytes"], error=error, note=note, failed=not error <= TOLERANCE,
    )  # fmt: skip


# in processes of their own ------------------------------------------------------------------------


def ours(what: str) -> dict[str, Any]:
    """The whole study into a new folder; its processes import what they need while it runs."""
    os.environ["TORSOR_CACHE"] = "off"
    imports = import_seconds(
        ("scipy", "pyarrow.parquet", "llvmlite.binding", "torsor.studies.studying",
         "torsor.program.jit")
    )  # fmt: skip
    import torsor
    from torsor.program.jit.compiled_function import count_cores

    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        found = torsor.study({**STUDY, "metrics": METRICS[what]}, Path(folder) / "study")
        seconds = time.perf_counter() - start
        kept = sum(path.stat().st_size for path in found.files)
        numbers = {
            name: [
                found[column][k].item()
                for k in LOOKED_AT for column in found.columns if column.startswith(name)
            ]
            for name in METRICS[what]
        }  # fmt: skip
    return {
        "seconds": seconds, "imports": imports, "megabytes": peak_megabytes(),
        "processes": count_cores(), "kept": f"{kept / 1e6:.0f} MB", **numbers,
    }  # fmt: skip


def few() -> dict[str, Any]:
    """What Pinocchio says of some designs, state by state: forces, and what each joint bears."""
    import pinocchio as pin

    rows, cycle, weights = _given()
    numbers: dict[str, list[float]] = {name: [] for name in (*FORCES, *REACTIONS)}
    model, links = _model()
    for k in LOOKED_AT:
        _change(model, links, *rows[k])
        data = model.createData()
        tau, borne = [], []
        for q, v, a in zip(*cycle, strict=True):
            tau.append(pin.rnea(model, data, q, v, a).copy())
            borne.append([data.f[j].vector.copy() for j in range(1, 5)])
        sizes = np.linalg.norm(np.array(borne).reshape(len(tau), 4, 2, 3), axis=-1)
        for name, x in (
            ("tau", np.array(tau)),
            ("force", sizes[..., 0]),
            ("moment", sizes[..., 1]),
        ):
            numbers[f"peak_{name}"] += np.abs(x).max(axis=0).tolist()
            numbers[f"rms_{name}"] += np.sqrt(weights @ x**2).tolist()
    return numbers


def loop() -> dict[str, Any]:
    """Pinocchio's model changed for each design, and its cycle run on all cores."""
    imports = import_seconds(("pinocchio",))
    import pinocchio as pin

    rows, cycle, weights = _given()
    q, v, a = (np.asfortranarray(x.T) for x in cycle)
    cores = len(os.sched_getaffinity(0))
    model, links = _model()
    pool = pin.ModelPool(model, cores)
    models = [pool.getModel(core) for core in range(cores)]
    tau = np.zeros(q.shape, order="F")
    peaks, means = np.empty((len(rows), 4)), np.empty((len(rows), 4))
    start = time.perf_counter()
    for k, row in enumerate(rows):
        for each in models:
            _change(each, links, *row)
        pin.rneaInParallel(cores, pool, q, v, a, tau)
        peaks[k] = np.abs(tau).max(axis=1)
        means[k] = np.sqrt(tau**2 @ weights)
    seconds = time.perf_counter() - start
    return {
        "seconds": seconds, "imports": imports, "megabytes": peak_megabytes(),
        "peak_tau": peaks[list(LOOKED_AT)].ravel().tolist(),
        "rms_tau": means[list(LOOKED_AT)].ravel().tolist(),
    }  # fmt: skip


def _given() -> tuple[Any, tuple[Any, Any, Any], Any]:
    """The designs, the cycle (q, v, a) and the weights of a mean over time; not timed."""
    from torsor.studies.study_file import read_study

    study = read_study({**STUDY, "metrics": FORCES})
    columns = study.sampling.rows(0, DESIGNS)
    cycle = study.structures[0].cycle
    assert cycle is not None
    rows = np.stack([columns[name] for name in ("a1", "a2", "m1", "m2")], axis=1)
    return rows, (cycle.q, cycle.dq, cycle.ddq), cycle.weights


def _model() -> tuple[Any, list[int]]:
    """The library's SCARA, its last two joints along −z by a half turn about x."""
    import pinocchio as pin

    model = pin.Model()
    values = STUDY["values"]
    model.gravity.linear = np.array([0, 0, -values["g"]])
    half = np.diag([1.0, -1.0, -1.0])
    places = [
        pin.SE3(np.eye(3), np.array([0, 0, values["d1"]])), pin.SE3.Identity(),
        pin.SE3(half, np.zeros(3)), pin.SE3.Identity(),
    ]  # fmt: skip
    joints = [pin.JointModelRZ(), pin.JointModelRZ(), pin.JointModelPZ(), pin.JointModelRZ()]
    links = [0]
    for k, (joint, place) in enumerate(zip(joints, places, strict=True), 1):
        links.append(model.addJoint(links[-1], joint, place, f"q{k}"))
    load = pin.Inertia(values["m3"], np.zeros(3), np.diag([0, 0, values["Izz3"]]))
    model.appendBodyToJoint(links[4], load, pin.SE3.Identity())
    return model, links


def _change(model: Any, links: list[int], a1: float, a2: float, m1: float, m2: float) -> None:
    """Another design."""
    import pinocchio as pin

    for k, length, mass in ((1, a1, m1), (2, a2, m2)):
        spread = np.diag([0.0, 0.0, mass * length**2 / 12])
        model.inertias[links[k]] = pin.Inertia(mass, np.array([length / 2, 0, 0]), spread)
        place = model.jointPlacements[links[k + 1]]
        model.jointPlacements[links[k + 1]] = pin.SE3(place.rotation, np.array([length, 0, 0]))


TOOLS = {"ours": ours, "few": few, "loop": loop}

if __name__ == "__main__":
    answer(TOOLS[sys.argv[1]](*sys.argv[2:]))
