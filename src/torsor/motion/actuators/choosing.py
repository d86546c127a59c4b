"""``torsor.actuators``: what a cycle asks of each drive, and the motors that can give it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi
from typing import Any, Unpack

from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError, TorsorError
from torsor.formats.load import Description, RobotLike, load
from torsor.motion.actuators.motors import Motor, read_motors
from torsor.motion.actuators.selection import Choice, Cycle, choose, read_ratios
from torsor.motion.actuators.settling import Settled, settle
from torsor.motion.simulation import Run, ScenarioLike

NOWHERE: Mapping[int, int] = {}


@dataclass(frozen=True)
class Selection:
    """A cycle, what it asks of each coordinate, and the candidates for each, best first."""

    cycle: Cycle
    margin: float
    """What a motor must leave."""
    choices: tuple[Choice, ...]
    """The candidates of each coordinate, best first."""
    settled: Settled | None = None
    """With which motors on which links the cycle was run, where that was asked for."""

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
            **({"carried": self._carried(self.settled)} if self.settled else {}),
        }

    @staticmethod
    def _carried(settled: Settled) -> dict[str, Any]:
        motors = [
            {"coordinate": k, "motor": motor.name, "mass": motor.mass, "link": link}
            for k, (motor, link) in settled.carried.items()
        ]
        return {"rounds": settled.rounds, "stands": settled.stands, "motors": motors}

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
    lead: float | str | Mapping[int, float] = "",
    carry: bool = False,
    carried_by: Mapping[int, int] | None = None,
    **options: Unpack[Description],
) -> Selection:
    """Choose actuators for a cycle: peak, RMS and speed of each drive, motors ranked by margins.

    ``motors`` are the path of a table of candidates, or the motors themselves; ``ratio`` is the
    gear ratio of all, ``"1=100,2=80"``, or by coordinate, and the best where none is given;
    ``margin`` is what a motor must leave; ``lead`` is that of the screws of sliding coordinates,
    in metres. The robot's own rotors are left out of the demand, and each candidate's rotor put
    in. With ``carry`` each chosen motor's mass is on the link that carries it (the one before its
    joint, or ``carried_by`` coordinate), and the cycle is run again until the choice stands. The
    options are those of ``load``.
    """
    require_margin(margin)
    candidates = _candidates(motors)
    run = Run(load(robot, **options), scenario, values)
    return select(run, candidates, ratio, margin, lead, carry, carried_by or {})


def select(
    run: Run,
    motors: Sequence[Motor],
    ratio: float | str | Mapping[int, float],
    margin: float,
    lead: float | str | Mapping[int, float] = "",
    carry: bool = False,
    carried_by: Mapping[int, int] = NOWHERE,
) -> Selection:
    """The choice for the cycle of a run."""
    if carried_by and not carry:
        raise ArgumentValueError("carried_by says which links carry the motors; it goes with carry")
    ratios = _ratios(ratio, run.plant.n)
    ratios |= _screws(lead, run.plant.sliding, ratios)
    if carry:
        settled = settle(run, motors, ratios, margin, carried_by)
        return Selection(settled.cycle, margin, settled.choices, settled)
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


def _ratios(
    ratio: float | str | Mapping[int, float], n: int, what: str = "ratio"
) -> dict[int, float]:
    if isinstance(ratio, Mapping):
        return read_ratios(",".join(f"{k}={r}" for k, r in ratio.items()), n, what)
    return read_ratios(str(ratio), n, what)


def _screws(
    lead: float | str | Mapping[int, float], sliding: Sequence[bool], given: Mapping[int, float]
) -> dict[int, float]:
    """Ratios in rad/m of screws, 2π over the lead, by coordinate; one alone is for all slides."""
    if lead in ("", {}):
        return {}
    of_all = not isinstance(lead, Mapping) and "=" not in str(lead)
    leads = _ratios(lead, len(sliding), "lead")
    found = {}
    for k, length in leads.items():
        if not sliding[k - 1]:
            if of_all:
                continue
            raise TorsorError(f"lead {k}={length:g}: coordinate {k} turns; a screw is for a slide")
        if k in given:
            raise TorsorError(f"coordinate {k} has a ratio and a lead; expected one of them")
        found[k] = 2 * pi / length
    if not found:
        raise TorsorError("lead: no coordinate slides")
    return found
