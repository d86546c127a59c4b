"""A load on top of a known robot as a result: the robot as it was, with what it carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

import numpy as np

from torsor.identification.feasibility.certificate import certify
from torsor.identification.loads.known_robot import LoadFit
from torsor.identification.loads.load import Load
from torsor.identification.logs.log import Log
from torsor.identification.outcome.errors import measure_errors
from torsor.identification.outcome.identification import (
    DriveTerm,
    Identification,
    Possible,
)
from torsor.identification.outcome.prediction import drive_forces, predict
from torsor.identification.regression.geometry import Geometry
from torsor.identification.signals.motion import filter_logs
from torsor.program.arm import compile
from torsor.robot.payload import Payload
from torsor.robot.robot import Robot


def log_notes(logs: Sequence[Log]) -> list[str]:
    """What was found in logs, each with its file's name where there are several."""
    files = dict.fromkeys(log.file for log in logs)
    if len(files) == 1:
        return list(dict.fromkeys(note for log in logs for note in log.notes))
    return list(
        dict.fromkeys(f"{PurePath(log.file).name}: {note}" for log in logs for note in log.notes)
    )


def carry(robot: Robot, load: Load) -> Robot:
    """The robot with the load at its tool."""
    return robot.redescribe(payload=Payload("body", body=load.body))


def assemble_load(
    geometry: Geometry, fit: LoadFit, logs: Sequence[Log], kept: Sequence[Log]
) -> Identification:
    """The result where the robot itself is taken as its numbers say."""
    robot = carry(geometry.robot, fit.load)
    loaded = compile(robot, dict(geometry.values), payload="body")
    drives = drive_forces(fit.terms, fit.coefficients, logs[0].drives)
    models = {
        "identified": lambda m: loaded.inverse_dynamics(m.q, m.dq, m.ddq) + drives(m),
        "before": lambda m: fit.arm.inverse_dynamics(m.q, m.dq, m.ddq),
    }
    predictions = predict(logs, fit.motions, models)
    train = {name: measure_errors(predictions, name) for name in models}
    others = filter_logs(kept, fit.filtering.cutoff, fit.filtering.source) if kept else []
    held_out = predict(kept, others, models)
    certificate = certify([*geometry.robot.links, fit.load.body])
    laws = [
        tuple(
            DriveTerm(term, float(value), float("nan"))
            for term, value in zip(fit.terms, fit.coefficients, strict=True)
            if term.drive == drive
        )
        for drive in range(1, len(logs[0].drives) + 1)
    ]
    return Identification(
        robot=robot,
        given=geometry.robot,
        logs=tuple(log.file for log in logs),
        validation_logs=tuple(log.file for log in kept),
        filtering=fit.filtering,
        base=(),
        correlations=np.zeros((0, 0)),
        drive_estimates=(),
        unexcited=(),
        friction=tuple(laws),
        possible=Possible(
            certificate.holds,
            certificate,
            None,
            "the robot was taken as its numbers say; only the load was fitted",
            float("nan"),
            "description",
            float("nan"),
            6,
        ),
        train=train,
        validation={name: measure_errors(held_out, name) for name in models} if held_out else {},
        predictions=predictions,
        held_out=held_out,
        noise=(),
        notes=(*geometry.assumed, *log_notes((*logs, *kept))),
        seconds=0.0,
        load=replace(fit.load, relative_error=train["identified"].relative_error),
        drives=logs[0].drives,
    )
