"""What ``torsor.identify`` gives: base parameters, a possible robot, how well it predicts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from torsor.algebra.arrays import Array
from torsor.arguments import validate_call
from torsor.identification.estimation.pilot import Filtering
from torsor.identification.feasibility.certificate import Certificate
from torsor.identification.outcome.errors import Errors
from torsor.identification.outcome.prediction import Prediction
from torsor.identification.regression.drives import Term
from torsor.robot.robot import Robot

if TYPE_CHECKING:
    from torsor.identification.loads.load import Load

MODELS = ("identified", "least squares", "before")
"""What is held against the measurements: the last only where the robot came with numbers."""


@dataclass(frozen=True)
class Estimate:
    """One base parameter, friction coefficient or rotor inertia by least squares."""

    name: str
    expression: str
    """What it is made of, or its law's formula."""
    value: float
    std: float
    identified: float
    """What the identified robot, all of whose links are possible, has for it."""

    @property
    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {**vars(self)}


@dataclass(frozen=True)
class DriveTerm:
    """A term of a drive's law with its coefficient."""

    term: Term
    value: float
    std: float
    """Of the coefficient by least squares."""

    @property
    def data(self) -> dict[str, Any]:
        """For JSON."""
        shape = {"shape": self.term.shape} if self.term.shape else {}
        named = {"kind": self.term.kind, "name": self.term.name, "formula": self.term.formula}
        return {**named, **shape, "value": self.value, "std": self.std}


@dataclass(frozen=True)
class Possible:
    """How physics was brought in, and what it cost."""

    feasible: bool
    certificate: Certificate
    least_squares_possible: bool | None
    """Whether the least-squares parameters belong to any possible robot; none: not judged."""
    contradiction: str
    """Whether the data contradict every possible robot, in a sentence with the margin."""
    distance: float
    prior: str
    strength: float
    digits: int


@dataclass(frozen=True, eq=False)
class Identification:
    """The identified robot, the parameters behind it and how it was judged.

    ``robot`` is a robot like any other: ``compile``, ``simulate``, ``report`` take it.
    """

    robot: Robot
    given: Robot
    """The robot as it was given."""
    logs: tuple[str, ...]
    """The files that were fitted."""
    validation_logs: tuple[str, ...]
    """The files, or their last parts, that were held out."""
    filtering: Filtering
    """The cut-off, where velocities come from, and why."""
    base: tuple[Estimate, ...]
    """Base parameters by least squares."""
    correlations: Array
    """(k, k) of the estimates ``base`` and then of ``drive_estimates``."""
    drive_estimates: tuple[Estimate, ...]
    """Friction and rotors by least squares."""
    unexcited: tuple[str, ...]
    """What the motion does not show, a sentence each."""
    friction: tuple[tuple[DriveTerm, ...], ...]
    """The law of each drive."""
    possible: Possible
    """How links that can exist were found, and their certificate."""
    train: Mapping[str, Errors]
    """By model, of ``MODELS``."""
    validation: Mapping[str, Errors]
    """The same on what was held out; empty if nothing was."""
    predictions: tuple[Prediction, ...]
    """Measured and predicted forces of the logs that were fitted."""
    held_out: tuple[Prediction, ...]
    """The same of what was held out."""
    noise: tuple[float, ...]
    """The deviation of the residuals of each coordinate."""
    notes: tuple[str, ...]
    """What was assumed, found in the logs and done, a sentence each."""
    seconds: float
    """How long it took."""
    warnings: tuple[str, ...] = ()
    """What makes one doubt the result."""
    load: Load | None = field(default=None)
    """What the tool carries, if it was asked for."""
    drives: Array | None = field(default=None)
    """(n, n) matrix S: the drives, where friction and rotors are, are displaced by S q."""

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """Every estimate, in the order of ``correlations``."""
        return (*self.base, *self.drive_estimates)

    @property
    def data(self) -> dict[str, Any]:
        """For JSON."""
        from torsor.identification.outcome.json_data import json_data

        return json_data(self)

    @validate_call
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the robot as .toml, .urdf or .xml (MJCF), whole or not at all."""
        from torsor.identification.outcome.robot_file import save_robot

        save_robot(self, os.fspath(path))

    @validate_call
    def write_predictions(self, path: str | os.PathLike[str]) -> None:
        """Write measured and predicted forces as .csv or .parquet: log, t, tau1 …"""
        from torsor.identification.outcome.prediction_table import write_predictions

        write_predictions(self, os.fspath(path))

    def __repr__(self) -> str:
        shown = self.validation or self.train
        where = "held out" if self.validation else "on what was fitted"
        error = shown["identified"].relative_error
        return f"<Identification of {self.robot.name}: {100 * error:.3g} % {where}>"

    def _repr_html_(self) -> str:
        from html import escape

        from torsor.identification.outcome.words import describe

        return f"<pre>{escape(describe(self))}</pre>"


def strong_correlations(
    found: Identification, limit: float = 0.95
) -> Sequence[tuple[str, str, float]]:
    """Pairs of estimates that the motion hardly tells apart, the closest first."""
    names = [e.name for e in found.estimates]
    r = found.correlations
    pairs = [
        (names[i], names[j], float(r[i, j]))
        for i in range(len(names))
        for j in range(i)
        if abs(r[i, j]) > limit
    ]
    return sorted(pairs, key=lambda pair: -abs(pair[2]))
