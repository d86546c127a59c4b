"""``torsor.simulate``: a scenario carried out: forces along a motion, or a motion under forces."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from torsor.algebra.formula import Values, formula
from torsor.arguments import validate_call
from torsor.errors import TorsorError
from torsor.formats.load import Description, RobotLike, load
from torsor.motion.results import Result
from torsor.robot.robot import Given, Robot
from torsor.robot.symbols import parameters

if TYPE_CHECKING:
    from torsor.motion.scenario.scenario import Scenario

    ScenarioLike: TypeAlias = str | os.PathLike[str] | Mapping[str, object] | Scenario
    """The path of a .toml file, the same as a table, or what was read from one."""
else:
    ScenarioLike = Any

Progress = Callable[[float], None]


@contextmanager
def guard_arithmetic() -> Iterator[None]:
    """Numbers that leave the range of floats are no warnings: they end in a sentence."""
    import numpy as np

    from torsor.motion.quantities import ScenarioError

    try:
        with np.errstate(all="ignore"):
            yield
    except (ArithmeticError, np.linalg.LinAlgError) as error:
        if isinstance(error, TorsorError):
            raise
        raise ScenarioError(f"the numbers are beyond floating-point arithmetic: {error}") from None


class Run:
    """A scenario ready to go; ``partial`` is what was done so far, also after an interruption."""

    def __init__(
        self,
        robot: RobotLike,
        scenario: ScenarioLike,
        values: Values | None = None,
        progress: Progress | None = None,
        engine: str = "machine-code",
    ) -> None:
        from torsor.motion.dynamics.integrators import check_engine

        self.values = values
        self.engine = check_engine(engine)
        with guard_arithmetic():
            self.progress = progress
            self._prepare(robot, scenario, values)

    def _prepare(self, robot: RobotLike, scenario: ScenarioLike, values: Values | None) -> None:
        from torsor.motion.dynamics.forward import Forward
        from torsor.motion.dynamics.inverse import plan_motion
        from torsor.motion.dynamics.plant import Plant
        from torsor.motion.scenario.scenario import Scenario, read_scenario

        if not isinstance(scenario, Scenario):
            scenario = read_scenario(scenario, load(robot))
        self.scenario = scenario
        self.plant = Plant(self.scenario.robot, {**(self.scenario.values or {}), **(values or {})})
        self.forward = None
        if self.scenario.drive is not None:
            self.forward = Forward(self.scenario, self.plant, self._report, self.engine)
            self.duration = self.forward.duration
        else:
            self.motion = plan_motion(self.scenario, self.plant)
            self.duration = self.scenario.duration or self.motion.duration

    @property
    def described(self) -> Robot:
        """The robot with the numbers that it moves with."""
        robot = self.scenario.robot
        numbers = {**robot.numbers, **(self.scenario.values or {}), **(self.values or {})}
        known = parameters(robot.declared)
        given = tuple(Given(n, formula(v)) for n, v in numbers.items() if n in known)
        return robot.redescribe(values=given)

    def _report(self, t: float) -> None:
        if self.progress is not None:
            self.progress(t)

    def go(self) -> Result:
        """Carry it out; a result that is not wholly finite is refused."""
        from torsor.motion.dynamics.inverse import compute_forces

        with guard_arithmetic():
            if self.forward is not None:
                self.forward.run()
                return self.forward.result().checked()
            return compute_forces(self.scenario, self.plant, self.motion, self._report).checked()

    @property
    def partial(self) -> Result | None:
        """What a simulation has done so far, if it has anything to show."""
        if self.forward is None or not self.forward.rows:
            return None
        with guard_arithmetic():
            done = self.forward.result().finite_part()
        return done if len(done) else None


@validate_call
def simulate(
    robot: RobotLike,
    scenario: ScenarioLike,
    values: Values | None = None,
    engine: str = "machine-code",
    **options: Unpack[Description],
) -> Result:
    """Carry out a scenario (a .toml path or the same as a table) with a robot.

    A scenario with a motion alone gives the driving forces along it; one with a drive gives the
    motion under it. ``values`` take the place of the robot's and the scenario's own numbers. DOP853
    runs as ``machine-code`` or, ``engine="scipy"``, as SciPy's: the one is the other's referee. The
    options are those of ``load``.
    """
    run = Run(load(robot, **options), scenario, values, engine=engine)
    return replace(run.go(), described=run.described)
