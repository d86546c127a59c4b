"""``torsor.actuators``: what a cycle asks of each drive, and the motors that can give it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError
from torsor.formats.load import Description, RobotLike, load
from torsor.motion.actuators.motors import Motor, read_motors
from torsor.motion.actuators.selection import Choice, Cycle, choose, read_ratios
from torsor.motion.simulation import Run, ScenarioLike


@dataclass(frozen=True)
class Selection:
    """A cycle, what it asks of each coordinate, and the candidates for each, best first."""

    cycle: Cycle
    margin: float
    """What a motor must leave."""
    choices: tuple[Choice, ...]
    """The candidates of each coordinate, best first."""

    @property
    def robot(self) -> str:
        """The robot's name."""
        return self.cycle.result.robot

    @property
    def seconds(self) -> float:
        """How long the cycle takes."""
        return float(self.cycle.result.t[-1])

    def __repr__(self) -> str:
        best = (c.ranking[0].motor.name if c.ranking else "–" for c in self.choices)
        return f"<Selection for {self.robot}: {', '.join(best)}>"

    @property
    def data(self) -> dict[str, Any]:
        """As plain data: that of ``torsor actuators --json``."""
        return {
            "robot": self.robot,
            "seconds": self.seconds,
            "margin": self.margin,
            "coordinates": [self._choice(choice) for choice in self.choices],
        }

    def _choice(self, choice: Choice) -> dict[str, Any]:
        ranking = [
            {
                "motor": fit.motor.name,
                "ratio": fit.ratio,
                "suffices": fit.margin >= self.margin,
                "margin": fit.margin,
                "margins": {"peak": fit.peak, "rms": fit.rms, "speed": fit.speed,
                            "curve": fit.curve},
                "at_motor": {"peak_torque": fit.peak_torque, "rms_torque": fit.rms_torque,
                             "peak_speed": fit.peak_speed},
                "curve": fit.motor.curve,
            }
            for fit in choice.ranking
        ]  # fmt: skip
        return {**choice.demand.data, "ranking": ranking}


@validate_call
def actuators(
    robot: RobotLike,
    scenario: ScenarioLike,
    motors: str | os.PathLike[str] | Sequence[Motor] = (),
    ratio: float | str | Mapping[int, float] = "",
    margin: float = 1.0,
    values: Mapping[str, Any] | None = None,
    **options: Unpack[Description],
) -> Selection:
    """Choose actuators for a cycle: peak, RMS and speed of each drive, motors ranked by margins.

    ``motors`` are the path of a table of candidates, or the motors themselves; ``ratio`` is the
    gear ratio of all, ``"1=100,2=80"``, or by coordinate, and the best where none is given;
    ``margin`` is what a motor must leave. The robot's own rotors are left out of the demand, and
    each candidate's rotor put in. The options are those of ``load``.
    """
    require_margin(margin)
    candidates = _candidates(motors)
    run = Run(load(robot, **options), scenario, values)
    return select(run, candidates, ratio, margin)


def select(
    run: Run, motors: Sequence[Motor], ratio: float | str | Mapping[int, float], margin: float
) -> Selection:
    """The choice for the cycle of a run."""
    ratios = _ratios(ratio, run.plant.n)
    cycle = Cycle(run.go(), run.plant)
    return Selection(cycle, margin, tuple(choose(cycle, motors, ratios, margin)))


def require_margin(margin: float) -> None:
    """Complain of a margin that no motor can leave."""
    if not 0 < margin < float("inf"):
        raise ArgumentValueError(f"margin {margin:g}: expected a number above zero")


def _candidates(motors: str | os.PathLike[str] | Sequence[Motor]) -> list[Motor]:
    if isinstance(motors, (str, os.PathLike)):
        return read_motors(motors)
    return list(motors)


def _ratios(ratio: float | str | Mapping[int, float], n: int) -> dict[int, float]:
    if isinstance(ratio, Mapping):
        return read_ratios(",".join(f"{k}={r}" for k, r in ratio.items()), n)
    return read_ratios(str(ratio), n)
