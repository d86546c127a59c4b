"""What the search gives: the motion, what it will show, and what it leaves of every bound."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from torsor import hooks
from torsor.algebra.arrays import Array
from torsor.arguments import validate_call
from torsor.identification.excitation.timing import Timing
from torsor.motion.result_files import encode_table, write_result
from torsor.motion.results import units_of
from torsor.motion.tables import table_format


@dataclass(frozen=True)
class Parameter:
    """A parameter and the standard deviation that it will be found with."""

    name: str
    unit: str
    deviation: float
    """Infinite where the motion does not show it by itself."""
    value: float | None = None
    """What the robot's own numbers say."""

    @property
    def seen(self) -> bool:
        """Whether it can be found."""
        return bool(np.isfinite(self.deviation))

    @property
    def data(self) -> dict[str, Any]:
        """As plain data."""
        std = self.deviation if self.seen else None
        return {"name": self.name, "std": std, "unit": self.unit, "value": self.value}


@dataclass(frozen=True)
class Use:
    """What the motion uses of a bound: least and most of a quantity, and what they may be."""

    quantity: str
    """``q1``, ``dq1``, ``ddq1`` or ``tau1``."""
    unit: str
    least: float
    most: float
    lower: float
    """Minus infinity where it is not bounded."""
    upper: float

    @property
    def margin(self) -> float:
        """What is left to the nearer bound."""
        return min(self.upper - self.most, self.least - self.lower)

    @property
    def spare(self) -> float:
        """The same as a part of half the range; infinite without bounds, 0 without a range."""
        half = (self.upper - self.lower) / 2
        if not np.isfinite(half):
            return np.inf
        return self.margin / half if half > 0 else 0.0

    @property
    def data(self) -> dict[str, Any]:
        """As plain data."""
        bounds = [bound if np.isfinite(bound) else None for bound in (self.lower, self.upper)]
        margin = self.margin if np.isfinite(self.margin) else None
        return {"quantity": self.quantity, "unit": self.unit, "least": self.least,
                "most": self.most, "lower": bounds[0], "upper": bounds[1],
                "margin": margin}  # fmt: skip


@dataclass(frozen=True)
class Comparison:
    """The best of random motions of the same family within the same bounds."""

    motions: int
    median: float
    """The least of their median deviations."""
    axis_ratio: float
    """The mean axis of the ellipsoid of uncertainty, beside that of the most D-optimal of them."""


@dataclass(frozen=True, eq=False)
class Excitation:
    """A motion that shows a robot's parameters, with what is to be expected of it.

    Columns of ``t`` (N,), ``q``, ``dq``, ``ddq`` (N, n). It begins and ends at rest, at the posture
    ``start``; ``coefficients`` are those of its Fourier series.
    """

    robot: str
    """Whose motion it is."""
    t: Array
    q: Array
    dq: Array
    ddq: Array
    sliding: tuple[bool, ...]
    """Of each coordinate whether it slides."""
    coefficients: Array
    """c₀, a₁ …, b₁ … of each coordinate, (n, 1 + 2 N): 1, sin lωt, cos lωt."""
    timing: Timing
    """Periods, harmonics and samples of the motion."""
    parameters: tuple[Parameter, ...]
    """Base parameters by our names, then the drives' friction."""
    unseen: tuple[tuple[str, ...], ...]
    """What no motion within the bounds shows: one parameter alone, or several that it shows in
    combinations only."""
    condition: float
    """Of the weighed columns, each scaled to the length one."""
    noise: Array
    """(n,) what is supposed of a sample of each driving force: its standard deviation."""
    uses: tuple[Use, ...]
    """What the motion uses of every bound."""
    clearances: tuple[tuple[str, float], ...]
    """How far it stays from a floor and spheres, m."""
    random: Comparison
    """Random motions within the same limits, to compare with."""
    values: Mapping[str, str]
    """The numbers that were given or assumed over the robot's own."""
    notes: tuple[str, ...]
    """What was assumed, left out or not reached."""
    complete: bool
    """Whether the search came to its end."""
    seconds: float
    """How long it took."""

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters' names."""
        return tuple(p.name for p in self.parameters)

    @property
    def deviations(self) -> Array:
        """Their predicted standard deviations, infinite where the motion shows none."""
        return np.array([p.deviation for p in self.parameters])

    @property
    def median(self) -> float:
        """The median deviation of the parameters that are seen."""
        return float(np.median([p.deviation for p in self.parameters if p.seen]))

    @property
    def start(self) -> Array:
        """The posture in which it begins and ends."""
        return self.q[0, :]

    @property
    def columns(self) -> dict[str, Array]:
        """The motion as a table: t, q1 …, dq1 …, ddq1 …."""
        found = {"t": self.t}
        for stem, part in (("q", self.q), ("dq", self.dq), ("ddq", self.ddq)):
            found |= {f"{stem}{k}": column for k, column in enumerate(part.T, 1)}
        return found

    @validate_call
    def write(self, path: str | os.PathLike[str]) -> None:
        """The motion to a .csv or .parquet file, whole or not at all."""
        name = os.fspath(path)
        units = units_of(list(self.columns), self.sliding)
        meta = {"robot": self.robot, "kind": "excitation"}
        write_result(name, encode_table(table_format(name), self.columns, units, meta))

    def scenario(self) -> dict[str, Any]:
        """The motion as a scenario for ``simulate``: functions of time, and the numbers given."""
        seconds = self.timing.seconds
        motion = {"kind": "functions", "duration": seconds, "q": self.functions}
        found: dict[str, Any] = {
            "title": f"excitation of {self.robot}",
            "duration": seconds,
            "sample": 1 / self.timing.rate,
        }
        if self.values:
            found["values"] = dict(self.values)
        return {**found, "motion": motion}

    @property
    def scenario_text(self) -> str:
        """The same as a TOML file."""
        table = self.scenario()
        motion, values = table.pop("motion"), table.pop("values", {})
        lines = [f"{key} = {json.dumps(value)}" for key, value in table.items()]
        if values:
            lines += ["", "[values]"]
            lines += [f"{name} = {json.dumps(value)}" for name, value in values.items()]
        lines += ["", "[motion]"]
        lines += [f"{key} = {json.dumps(motion[key])}" for key in ("kind", "duration")]
        return "\n".join([*lines, "q = [", *(f'  "{q}",' for q in motion["q"]), "]"]) + "\n"

    @property
    def functions(self) -> list[str]:
        """Each coordinate as a function of t, in text."""
        count, w = self.timing.harmonics, 2 * np.pi / self.timing.period
        found = []
        for offset, *rest in self.coefficients.tolist():
            text = repr(offset)
            for word, factors in (("sin", rest[:count]), ("cos", rest[count:])):
                for order, factor in enumerate(factors, 1):
                    if factor:
                        sign = "-" if factor < 0 else "+"
                        text += f" {sign} {abs(factor)!r}*{word}({float(order * w)!r}*t)"
            found.append(text)
        return found

    @property
    def data(self) -> dict[str, Any]:
        """As plain data: that of ``torsor excite --json``."""
        timing = self.timing
        return {
            "robot": self.robot,
            "motion": {"seconds": timing.seconds, "period": timing.period,
                       "repeats": timing.repeats, "harmonics": timing.harmonics,
                       "highest_frequency": timing.highest, "start": self.start.tolist(),
                       "coefficients": self.coefficients.tolist()},
            "noise": self.noise.tolist(),
            "sampling": timing.sampling,
            "parameters": [p.data for p in self.parameters if p.seen],
            "unseen": [list(group) for group in self.unseen],
            "median": self.median,
            "condition": self.condition,
            "random": {"motions": self.random.motions, "median": self.random.median,
                       "median_ratio": self.median / self.random.median,
                       "axis_ratio": self.random.axis_ratio},
            "limits": [use.data for use in self.uses],
            "clearances": [{"of": what, "metres": far} for what, far in self.clearances],
            "notes": list(self.notes),
            "complete": self.complete,
            "seconds": self.seconds,
        }  # fmt: skip

    def __repr__(self) -> str:
        return (
            f"<Excitation of {self.robot}: {self.timing.seconds:g} s, {len(self.parameters)} "
            f"parameters, median deviation {self.median:.3g}>"
        )

    def _repr_html_(self) -> str:
        head = ("parameter", "standard deviation", "unit")
        told = ((p, f"{p.deviation:.3g}" if p.seen else "not seen") for p in self.parameters)
        rows = [(p.name, deviation, p.unit) for p, deviation in told]
        return hooks.write("table", head, rows, repr(self)[1:-1])
