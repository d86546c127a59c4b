"""``torsor.identify``: from logs to a robot, step by step.

Logs are read and looked at; cut-off and velocities are chosen; every column is filtered as the
forces are; friction and rotors are chosen by blocked cross-validation; base parameters are solved
for by weighted least squares; the nearest robot that can exist is found, rounded to decimals and
proven possible; and what it predicts is held against what was not fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Annotated, Any, Unpack

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Values
from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError, TextError, UnknownNameError, shown, suggestion
from torsor.formats.load import Description, RobotLike
from torsor.formats.load import load as load_robot
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.folds import assign_folds
from torsor.identification.estimation.full import Full, fit_full
from torsor.identification.estimation.least_squares import LeastSquares, solve_least_squares
from torsor.identification.estimation.moments import gather_moments
from torsor.identification.estimation.pilot import Filtering, choose_filtering, too_short
from torsor.identification.estimation.selection import select_laws
from torsor.identification.loads.fitting import fit_load
from torsor.identification.loads.known_robot import fit_load_on_known
from torsor.identification.logs.log import Log
from torsor.identification.logs.reading import read_logs
from torsor.identification.outcome.assembling import assemble
from torsor.identification.outcome.assembling_load import assemble_load
from torsor.identification.outcome.identification import Identification
from torsor.identification.regression.drives import KINDS, list_terms
from torsor.identification.regression.geometry import Geometry, read_geometry
from torsor.identification.regression.samples import Samples, take_samples
from torsor.identification.signals.lowpass import HIGHEST
from torsor.identification.signals.motion import Motion, filter_logs
from torsor.identification.signals.rest import find_speeds
from torsor.identification.threads import single_threaded

Logs = Annotated[Any, "a log's path, arrays by name, or several of them"]
Progress = Callable[[str], None]

HOLD_OUT = 0.2
"""The last share of each log that is held out where no other logs are for validation."""
LONG_ENOUGH = 9.0
"""Seconds a log has to have for a part of it to be held out."""


@dataclass(frozen=True, eq=False)
class Fit:
    """All that was found from the logs that are fitted."""

    geometry: Geometry
    filtering: Filtering
    logs: Sequence[Log]
    motions: Sequence[Motion]
    design: Design
    least: LeastSquares
    full: Full


@validate_call
@single_threaded
def identify(
    robot: RobotLike,
    logs: Logs = (),
    validate: Logs = (),
    *,
    load: Logs = (),
    mapping: Any = None,
    cutoff: float | None = None,
    values: Values | None = None,
    prior: bool = True,
    friction: Sequence[str] = KINDS,
    rotors: bool = True,
    hold_out: float | None = None,
    progress: Callable[..., Any] | None = None,
    **options: Unpack[Description],
) -> Identification:
    """Find the parameters of the robot that stands there from measured logs.

    ``robot`` gives the geometry (and, where it has numbers for its links, what is believed of
    them: ``prior=False`` leaves that aside). ``logs`` are fitted; ``validate`` are held out, or
    without them the last fifth of each log (``hold_out``). Logs of the same robot with a ``load``
    tell the load; without other logs it is found on top of the robot's own numbers. ``cutoff`` is
    in hertz; it is chosen from the spectrum where it is not given. ``mapping`` names the columns
    of logs that are not t, q1 …, tau1 … in SI. The options are those of ``load``.
    """
    began = perf_counter()
    say: Progress = progress or (lambda what: None)
    loaded = load_robot(robot, **options)
    geometry = read_geometry(loaded, values)
    cutoff = None if cutoff is None else float(cutoff)
    _check(cutoff, hold_out, friction)
    say("reading logs")
    whole = read_logs(_several(logs), loaded, mapping) if _several(logs) else ()
    carrying = read_logs(_several(load), loaded, mapping) if _several(load) else ()
    kept = read_logs(_several(validate), loaded, mapping) if _several(validate) else ()
    _refuse_fast_cutoff(cutoff, (*whole, *carrying))
    if not whole and not carrying:
        raise TextError("no logs; expected one file or more")
    if not whole:
        carried_on = fit_load_on_known(geometry, carrying, cutoff, say, friction, rotors)
        say("predicting what was measured")
        return _timed(assemble_load(geometry, carried_on, carrying, kept), began)
    refuse_twice(whole)
    fitted, kept = (whole, kept) if kept else _hold_out(whole, hold_out)
    fit = fit_logs(geometry, fitted, cutoff, friction, rotors, prior, say)
    carried = None
    if carrying:
        say("finding the load")
        carried = fit_load(fit.design, fit.least, carrying, fit.filtering)
    say("predicting what was held out")
    found = assemble(
        geometry, fit.filtering, fitted, kept, fit.motions, fit.design, fit.least, fit.full, carried
    )
    return _timed(found, began)


def _timed(found: Identification, began: float) -> Identification:
    return replace(found, seconds=perf_counter() - began)


def fit_logs(
    geometry: Geometry,
    logs: Sequence[Log],
    cutoff: float | None,
    friction: Sequence[str] = KINDS,
    rotors: bool = True,
    prior: bool = True,
    say: Progress = lambda what: None,
) -> Fit:
    """Base parameters, drives and possible links from logs."""
    say("choosing the cut-off")
    filtering = choose_filtering(geometry, logs, cutoff)
    say("filtering the regressor")
    motions = filter_logs(logs, filtering.cutoff, filtering.source)
    if not motions:
        raise too_short(logs, filtering.cutoff)
    samples = _samples(geometry, motions, logs[0].drives, rotors)
    design = Design(geometry, samples)
    say("choosing friction")
    fold = assign_folds(samples)
    moments = gather_moments(design.columns, samples.tau, samples.usable, fold, int(fold.max()) + 1)
    moved = [k for k in range(1, len(samples.S) + 1) if _moves(samples, k)]
    _refuse_unexciting(logs, samples, moved)
    law = select_laws(design, moments, moved, friction, rotors)
    least = solve_least_squares(design, law.columns(), law.weights)
    if not least.columns:
        raise TextError(f"{logs[0].file}: nothing of the robot can be told from this motion")
    say("finding links that can exist")
    return Fit(geometry, filtering, logs, motions, design, least, fit_full(design, least, prior))


def _samples(geometry: Geometry, motions: Sequence[Motion], S: Array, rotors: bool) -> Samples:
    speeds = find_speeds([m.dq @ S.T for m in motions])
    spans = np.max([np.ptp(m.q @ S.T, axis=0) for m in motions], axis=0)
    terms = [
        term
        for k, (speed, span) in enumerate(zip(speeds, spans, strict=True), 1)
        for term in list_terms(k, max(float(speed), 1e-9), max(float(span), 1e-9))
        if rotors or term.kind != "rotor"
    ]
    return take_samples(geometry, motions, terms, S)


def _moves(samples: Samples, drive: int) -> bool:
    """Whether a drive moves a coordinate whose force is known."""
    return bool(np.any(samples.usable[:, samples.S[drive - 1] != 0.0]))


def _refuse_unexciting(logs: Sequence[Log], samples: Samples, moved: Sequence[int]) -> None:
    if not moved:
        raise TextError(
            f"{logs[0].file}: no joint moves while its force can be used: nothing to identify from"
        )


def _refuse_fast_cutoff(cutoff: float | None, logs: Sequence[Log]) -> None:
    for log in logs:
        rate = 1.0 / float(np.median(np.diff(log.t)))
        if cutoff is not None and cutoff > HIGHEST * rate:
            raise ArgumentValueError(
                f"cutoff is {cutoff:g} Hz; {log.file} has {rate:.3g} rows a second, expected "
                f"{HIGHEST * rate:.3g} Hz at most"
            )


def refuse_twice(logs: Sequence[Log]) -> None:
    """The same rows twice would halve the variance of everything, and prove nothing."""
    for k, log in enumerate(logs):
        for other in logs[:k]:
            if np.array_equal(log.t, other.t) and np.array_equal(log.tau, other.tau):
                raise TextError(f"{log.file} has the same rows as {other.file}; expected it once")


def _several(given: Any) -> list[Any]:
    if given is None:
        return []
    if isinstance(given, (list, tuple)):
        return list(given)
    return [given]


def _check(cutoff: float | None, hold_out: float | None, friction: Sequence[str]) -> None:
    if cutoff is not None and not 0.0 < cutoff < 1e6:
        raise ArgumentValueError(f"cutoff is {cutoff:g} Hz; expected more than zero")
    if hold_out is not None and not 0.0 <= hold_out <= 0.8:
        raise ArgumentValueError(f"hold_out is {hold_out:g}; expected a share from 0 to 0.8")
    for kind in friction:
        if kind not in KINDS:
            raise UnknownNameError(
                f"{shown(str(kind))} is no kind of friction; expected {', '.join(KINDS)}"
                f"{suggestion(str(kind), KINDS)}"
            )


def _hold_out(logs: Sequence[Log], share: float | None) -> tuple[tuple[Log, ...], tuple[Log, ...]]:
    """Each log's last share, where it is long enough."""
    if share == 0.0:
        return tuple(logs), ()
    portion = HOLD_OUT if share is None else share
    fitted, kept = [], []
    for log in logs:
        span = float(log.t[-1] - log.t[0])
        if share is None and span < LONG_ENOUGH:
            return tuple(logs), ()
        first = int(np.searchsorted(log.t, log.t[0] + (1.0 - portion) * span))
        fitted.append(cut_log(log, slice(0, first)))
        kept.append(cut_log(log, slice(first, None)))
    return tuple(fitted), tuple(kept)


def cut_log(log: Log, rows: slice) -> Log:
    """Some rows of a log."""
    parts: Mapping[str, Any] = {
        name: None if (value := getattr(log, name)) is None else value[rows]
        for name in ("t", "q", "tau", "dq", "ddq", "good", "currents")
    }
    return replace(log, **parts)
