"""``torsor.simulate``: a scenario carried out, in whichever direction it asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from torsor.arguments import validate_call
from torsor.formats.load import RobotLike, load
from torsor.simulate.results import Result

Progress = Callable[[float], None]


def quiet(t: float) -> None:
    """No progress shown."""


class Run:
    """A scenario ready to go; ``result`` holds what was done, also after an interruption."""

    def __init__(
        self,
        robot: Any,
        scenario: Any,
        values: Mapping[str, Any] | None = None,
        progress: Progress = quiet,
    ) -> None:
        from torsor.simulate.along import motion_of
        from torsor.simulate.forward import Forward
        from torsor.simulate.plant import Plant
        from torsor.simulate.scenario import Scenario, read_scenario

        ready = isinstance(scenario, Scenario)
        self.scenario = scenario if ready else read_scenario(scenario, load(robot))
        self.plant = Plant(self.scenario.robot, {**self.scenario.values, **(values or {})})
        self.progress = progress
        self.forward = None
        if self.scenario.drive is not None:
            self.forward = Forward(self.scenario, self.plant, self._told)
            self.duration = self.forward.duration
        else:
            self.motion = motion_of(self.scenario, self.plant)
            self.duration = self.scenario.duration or self.motion.duration

    def _told(self, t: float) -> None:
        self.progress(t)

    def go(self) -> Result:
        """Carry it out."""
        from torsor.simulate.along import along

        if self.forward is not None:
            self.forward.run()
            return self.forward.result()
        return along(self.scenario, self.plant, self.motion, self._told)

    @property
    def partial(self) -> Result | None:
        """What a simulation has done so far, if it has anything to show."""
        if self.forward is None or not self.forward.rows:
            return None
        return self.forward.result()


@validate_call
def simulate(robot: RobotLike, scenario: Any, values: Mapping[str, Any] | None = None) -> Result:
    """Carry out a scenario (a .toml path or the same as a table) with a robot.

    A scenario with a motion alone gives the driving forces along it; one with a drive gives the
    motion under it. ``values`` take the place of the robot's and the scenario's own numbers.
    """
    return Run(robot, scenario, values).go()
