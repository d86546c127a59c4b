"""M, C and g, every inertial parameter symbolic and no load; and a whole certificate."""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.compare import answered, relative_error
from benchmarks.fresh import (
    MeasurementError,
    answer,
    ask,
    best,
    clocked,
    import_seconds,
    peak_megabytes,
)
from benchmarks.measurement import OURS, Measurement, Options
from benchmarks.peers.robots import ROBOTS, random_values

TOPIC = "M, C, g"
PROOF = "certificate"
HERE = "measure_tensor_form"
MODULES = ("torsor", "torsor.model", "torsor.formats.load", "torsor.robot.hypotheses")


def measure(options: Options) -> list[Measurement]:
    """Derive PUMA 560 and iiwa with both tools, then prove iiwa's whole model."""
    rows: list[Measurement] = []
    for name in ("puma560", "iiwa"):
        rows.append(compared(name, OURS, HERE, ("ours", name), 5, "normal form"))
        if name == "puma560" or not options.quick:
            peer = "peers.symengine_lagrange"
            rows.append(compared(name, "symengine", peer, (name,), 3, "sines are symbols"))
    return [*rows, proven("iiwa")]


def compared(
    name: str, tool: str, module: str, arguments: tuple[str, ...], runs: int, note: str
) -> Measurement:
    """Measure one tool; its M, and its forces C dq + g, are checked against Pinocchio's."""
    try:
        result = best(module, *arguments, runs=runs)
        truth = ask(HERE, "truth", name)
    except MeasurementError as failure:
        return Measurement(TOPIC, name, tool, note=f"failed: {failure}", failed=True)
    dq = [random_values(ROBOTS[name])[f"dq{k}"] for k in range(1, len(result["g"]) + 1)]
    coriolis = [sum(c * v for c, v in zip(row, dq, strict=True)) for row in result["C"]]
    drift = [c + g for c, g in zip(coriolis, result["g"], strict=True)]
    error = max(
        relative_error([e for row in result["M"] for e in row], truth["M"]),
        relative_error(drift, truth["drift"]),
    )
    return answered(TOPIC, name, tool, result, error, runs, note)


def proven(name: str) -> Measurement:
    """Time the certificate; a check that does not hold is a failed row."""
    try:
        result = ask(HERE, "certificate", name)
    except MeasurementError as failure:
        return Measurement(PROOF, name, OURS, note=f"failed: {failure}", failed=True)
    return Measurement(
        PROOF,
        name,
        OURS,
        seconds=result["seconds"],
        megabytes=result["megabytes"],
        note=f"torsor verify, {result['checks']} checks",
        failed=not result["holds"],
    )


# in processes of their own ------------------------------------------------------------------------


def ours(name: str) -> dict[str, Any]:
    """Derive Torsor's tensor form once, and once more."""
    imports = import_seconds(MODULES)
    from torsor import load
    from torsor.model import Model

    robot = load(name).with_payload("none")
    tensor, seconds = clocked(lambda: Model(robot, "lagrange").tensor)
    memory = peak_megabytes()
    _, again = clocked(lambda: Model(robot, "lagrange").tensor)
    values = random_values(ROBOTS[name])
    return {
        "seconds": seconds,
        "imports": imports,
        "again": again,
        "terms": sum(len(e) for row in (*tensor.M, *tensor.C, tensor.g) for e in row),
        "megabytes": memory,
        "M": [[e.evaluate(values) for e in row] for row in tensor.M],
        "C": [[e.evaluate(values) for e in row] for row in tensor.C],
        "g": [e.evaluate(values) for e in tensor.g],
    }


def truth(name: str) -> dict[str, Any]:
    """Ask Pinocchio for M, entry by entry, and for the forces without acceleration."""
    import numpy as np
    import pinocchio as pin

    from benchmarks.peers.pinocchio_truth import build

    values = random_values(ROBOTS[name])
    model = build(ROBOTS[name], values)
    q, dq = (np.array([values[f"{d}{i + 1}"] for i in range(model.nv)]) for d in ("q", "dq"))
    upper = np.triu(pin.crba(model, model.createData(), q))
    mass = upper + np.triu(upper, 1).T
    drift = pin.nonLinearEffects(model, model.createData(), q, dq)
    return {"M": [float(e) for e in mass.ravel()], "drift": [float(e) for e in drift]}


def certificate(name: str) -> dict[str, Any]:
    """Prove a robot's model once."""
    from torsor.proof.certificate import verify

    found = verify(name)
    return {
        "seconds": found.seconds,
        "megabytes": peak_megabytes(),
        "checks": len(found.checks),
        "holds": found.holds,
    }


if __name__ == "__main__":
    answer({"ours": ours, "truth": truth, "certificate": certificate}[sys.argv[1]](sys.argv[2]))
