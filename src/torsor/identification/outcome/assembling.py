"""An identification put together: the robot, its estimates, its errors beside other models'."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import TorsorError
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.full import Full
from torsor.identification.estimation.hidden_rotors import find_hidden_rotors, write_share
from torsor.identification.estimation.least_squares import LeastSquares, find_dependents
from torsor.identification.estimation.pilot import Filtering, too_short
from torsor.identification.feasibility.contradiction import contradiction
from torsor.identification.feasibility.pseudo_inertia import TEN
from torsor.identification.loads.load import Load
from torsor.identification.logs.log import Log
from torsor.identification.outcome.assembling_load import carry, log_notes
from torsor.identification.outcome.errors import measure_errors
from torsor.identification.outcome.identification import (
    DriveTerm,
    Estimate,
    Identification,
    Possible,
)
from torsor.identification.outcome.identified_robot import Identified, build_robot
from torsor.identification.outcome.prediction import Model, drive_forces, predict
from torsor.identification.outcome.suspicions import suspect
from torsor.identification.regression.geometry import Geometry
from torsor.identification.signals.motion import Motion, filter_logs
from torsor.program.arm import compile

MOST_NAMED = 3
"""Of the parameters that one cannot be told from, so many are named."""


def assemble(
    geometry: Geometry,
    filtering: Filtering,
    logs: Sequence[Log],
    kept: Sequence[Log],
    motions: Sequence[Motion],
    design: Design,
    least: LeastSquares,
    full: Full,
    load: Load | None,
) -> Identification:
    """The result of a fit, judged on what it was fitted to and on what was kept."""
    files = ", ".join(PurePath(log.file).name for log in logs)
    built = build_robot(design, full, least.weights, f"identified from {files}")
    models = _models(geometry, built, design, least, full)
    predictions = predict(logs, motions, models)
    others = filter_logs(kept, filtering.cutoff, filtering.source) if kept else []
    if kept and not others:
        raise too_short(kept, filtering.cutoff)
    held_out = predict(kept, others, models)
    names = tuple(models)
    train = {name: measure_errors(predictions, name) for name in names}
    finding = contradiction(full.problem, full.prior.pi)
    base, drives = _estimates(design, least, full, built)
    size = np.outer(least.deviations, least.deviations)
    return Identification(
        robot=carry(built.robot, load) if load else built.robot,
        given=geometry.robot,
        logs=tuple(log.file for log in logs),
        validation_logs=tuple(log.file for log in kept),
        filtering=filtering,
        base=base,
        correlations=least.covariance / np.where(size > 0.0, size, 1.0),
        drive_estimates=drives,
        unexcited=_unexcited(design, least, full, base),
        friction=_laws(design, least, full),
        possible=Possible(
            full.feasible.status == "optimal" and built.certificate.holds,
            built.certificate,
            finding.distance < 1e-2,
            finding.sentence,
            finding.distance,
            full.prior_source,
            full.prior.strength,
            built.digits,
        ),
        train=train,
        validation={name: measure_errors(held_out, name) for name in names} if held_out else {},
        predictions=predictions,
        held_out=held_out,
        noise=tuple((1.0 / w if w > 0.0 else float("nan")) for w in least.weights.tolist()),
        warnings=suspect(geometry, filtering, logs, kept, design, train, base),
        notes=_notes(geometry, logs, kept, full, built),
        seconds=0.0,
        load=load,
        drives=design.samples.S,
    )


def _models(
    geometry: Geometry, built: Identified, design: Design, least: LeastSquares, full: Full
) -> dict[str, Model]:
    """The identified robot, plain least squares, and the robot as it was given."""
    S = design.samples.S
    identified = geometry.arm
    beta = geometry.K @ built.pi
    drives = drive_forces(full.terms, full.coefficients, S)
    plain = np.zeros(design.first_term)
    terms, coefficients = [], []
    for column, value in zip(least.columns, least.x, strict=True):
        if column < design.first_term:
            plain[column] = value
        else:
            terms.append(design.term(column))
            coefficients.append(value)
    least_drives = drive_forces(terms, np.array(coefficients), S)

    def links(values: Array, motion: Motion) -> Array:
        found: Array = identified.inverse_dynamics_base(motion.q, motion.dq, motion.ddq, values)
        return found

    models: dict[str, Model] = {
        "identified": lambda m: links(beta, m) + drives(m),
        "least squares": lambda m: links(plain, m) + least_drives(m),
    }
    try:
        before = compile(geometry.robot, dict(geometry.values))
        if not before.missing("inverse_dynamics"):
            models["before"] = lambda m: before.inverse_dynamics(m.q, m.dq, m.ddq)
    except TorsorError:
        pass
    return models


def _estimates(
    design: Design, least: LeastSquares, full: Full, built: Identified
) -> tuple[tuple[Estimate, ...], tuple[Estimate, ...]]:
    grouping = design.geometry.grouping
    beta = design.geometry.K @ built.pi
    possible = dict(full.friction)
    hidden = find_hidden_rotors(design, least, full.terms)
    base, drives = [], []
    for column, value, std in zip(least.columns, least.x, least.deviations, strict=True):
        numbers = float(value), float(std)
        if column < design.first_term:
            own, words = float(beta[column]), grouping.expressions[column]
            for term, share in hidden.get(column, ()):
                own += share * possible.get(term, 0.0)
                words += write_share(share, term.name)
            base.append(Estimate(design.name(column), words, *numbers, own))
        else:
            term = design.term(column)
            drives.append(Estimate(term.name, term.formula, *numbers, possible.get(term, 0.0)))
    return tuple(base), tuple(drives)


def _laws(design: Design, least: LeastSquares, full: Full) -> tuple[tuple[DriveTerm, ...], ...]:
    std = {
        design.term(k): float(s)
        for k, s in zip(least.columns, least.deviations, strict=True)
        if k >= design.first_term
    }
    return tuple(
        tuple(
            DriveTerm(term, value, std.get(term, float("nan")))
            for term, value in full.friction
            if term.drive == drive
        )
        for drive in range(1, len(design.samples.S) + 1)
    )


def _unexcited(
    design: Design, least: LeastSquares, full: Full, base: Sequence[Estimate]
) -> tuple[str, ...]:
    """What the motion does not show: not at all, or less well than anybody could guess."""
    found, unfelt = [], []
    for column in least.unexcited:
        nearest = find_dependents(design, least.columns, column)[:MOST_NAMED]
        others = [design.name(least.columns[k]) for k in nearest]
        if others:
            alike = f"it cannot be told from {', '.join(others)}"
            found.append(f"{design.name(column)} was not excited by this motion ({alike})")
        else:
            unfelt.append(design.name(column))
    if unfelt:
        were = "was" if len(unfelt) == 1 else "were"
        found.insert(0, f"{', '.join(unfelt)} {were} not excited by this motion at all")
    believed = np.abs(design.geometry.K) @ _sizes(full.believed)
    for letter in ("m", "h", "L"):
        sizes = [
            size
            for name, size in zip(design.geometry.grouping.names, believed, strict=True)
            if name.startswith(letter)
        ]
        largest = max(sizes, default=0.0)
        weak = [e.name for e in base if e.name.startswith(letter) and e.std > largest]
        if weak:
            found.append(
                f"{', '.join(weak)} {'is' if len(weak) == 1 else 'are'} hardly excited: the "
                f"deviation is larger than any such parameter is believed to be, {largest:.2g}"
            )
    still = [k for k in range(design.n) if not design.samples.usable[:, k].any()]
    if still:
        names = ", ".join(f"q{k + 1}" for k in still)
        found.append(f"{names} did not move, or without a force that can be used")
    return tuple(found)


def _sizes(pi: Array) -> Array:
    """How large parameters like these may be: |h|² is at most m times half the trace of L."""
    sizes = np.abs(pi.reshape(-1, TEN))
    most = np.sqrt(sizes[:, 0] * sizes[:, 4:7].sum(axis=1) / 2.0)
    sizes[:, 1:4] = np.maximum(sizes[:, 1:4], most[:, None])
    return sizes.ravel()


def _notes(
    geometry: Geometry, logs: Sequence[Log], kept: Sequence[Log], full: Full, built: Identified
) -> tuple[str, ...]:
    return (*geometry.assumed, *log_notes((*logs, *kept)), *full.feasible.notes, *built.notes)
