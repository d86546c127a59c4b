"""Motors weigh: each chosen one is put on the link that carries it, and the cycle is run again.

That goes on until a round chooses what the round before it did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from torsor.algebra.formula import formula
from torsor.errors import TorsorError, shown
from torsor.motion.actuators.carried_motors import attach_motors, carrier_of
from torsor.motion.actuators.motors import Motor
from torsor.motion.actuators.selection import Choice, Cycle, choose
from torsor.motion.simulation import Run

ROUNDS = 20


@dataclass(frozen=True)
class Settled:
    """The last cycle with its choices, and which motors were on which links in it."""

    cycle: Cycle
    choices: tuple[Choice, ...]
    carried: Mapping[int, tuple[Motor, int]]
    """The motor of each coordinate with the link that carries it; 0 is the base."""
    rounds: int
    stands: bool
    """Whether the last round chose what it carried."""


def settle(
    run: Run, motors: Sequence[Motor], ratios: Mapping[int, float], margin: float,
    told: Mapping[int, int],
) -> Settled:  # fmt: skip
    """The choice that stands with its own masses; the links are those before the joints."""
    robot = run.scenario.robot
    carriers = {k: told.get(k, carrier_of(robot, k)) for k in range(1, run.plant.n + 1)}
    for k, link in told.items():
        if k not in carriers or not 0 <= link <= len(robot.links):
            raise TorsorError(
                f"carried by {k}={link}: expected COORDINATE=LINK with 1 to {run.plant.n} and "
                f"0 to {len(robot.links)}"
            )
    carried: dict[int, Motor] = {}
    for rounds in range(1, ROUNDS + 1):
        cycle = Cycle(_load(run, carried, carriers).go(), run.plant)
        choices = tuple(choose(cycle, motors, ratios, margin))
        chosen = {
            choice.demand.coordinate: choice.ranking[0].motor
            for choice in choices
            if choice.ranking and choice.ranking[0].margin >= margin
        }
        stands = chosen == carried
        if stands or rounds == ROUNDS:
            break
        carried = chosen
    on = {k: (motor, carriers[k]) for k, motor in carried.items()}
    return Settled(cycle, choices, on, rounds, stands)


def _load(run: Run, carried: Mapping[int, Motor], carriers: Mapping[int, int]) -> Run:
    """The same scenario with motors on the robot."""
    if not carried:
        return run
    masses = {}
    for k, motor in carried.items():
        if motor.mass is None:
            raise TorsorError(f"the mass of the motor {shown(motor.name)} is not told")
        masses[k] = formula(motor.mass)
    robot = attach_motors(run.scenario.robot, masses, carriers)
    return Run(robot, replace(run.scenario, described=robot, extras=()), run.values, run.progress)
