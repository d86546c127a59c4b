"""``torsor.excite``: a motion within a robot's limits that shows its parameters best."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Unpack

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Values
from torsor.arguments import validate_call
from torsor.errors import TorsorError
from torsor.formats.load import Description, RobotLike, load
from torsor.identification.excitation.columns import FRICTION, ROTOR, SMOOTHING, Columns, Kind
from torsor.identification.excitation.excitation import Excitation
from torsor.identification.excitation.fourier import make_basis
from torsor.identification.excitation.information import Criterion, compress, find_visible
from torsor.identification.excitation.limits.constraints import name_worst
from torsor.identification.excitation.limits.options import BoundsLike
from torsor.identification.excitation.noise import suppose_noise
from torsor.identification.excitation.prediction import (
    compare_motions,
    list_parameters,
    list_uses,
    predict,
)
from torsor.identification.excitation.problem import Count, Harmonics, Request, Seed, pose_problem
from torsor.identification.excitation.search.augmented_lagrangian import (
    COARSE,
    FINEST,
    Progress,
    Search,
    make_grid,
)
from torsor.identification.excitation.search.random_motions import draw_motion
from torsor.motion.simulation import guard_arithmetic

RANDOM = 300
"""Random motions drawn: the best are where the search starts, and what it is measured by."""
FEWEST = 8
"""Random motions that are drawn whatever the time limit."""
SLOW = 1e-3
"""How large the motion is, by the bounds, that tells why there is none."""
SHOWING = 16
"""Random motions that tell which parameters can be seen at all."""


class Run:
    """A search ready to go; ``partial`` is the best so far, also after an interruption."""

    def __init__(
        self, robot: RobotLike, request: Request, values: Values | None = None,
        progress: Progress | None = None,
    ) -> None:  # fmt: skip
        self.began = time.monotonic()
        self.progress = progress
        self.request = request
        with guard_arithmetic():
            self.problem = pose_problem(load(robot), request, values)
        self.deadline = self.began + request.time_limit
        self.search: Search | None = None
        self.notes: list[str] = []

    def go(self) -> Excitation:
        """Search to the end, or to the time limit."""
        with guard_arithmetic():
            self._draw()
            assert self.search is not None
            order = np.argsort([self.criterion.evaluate(state)[0] for state in self.states])
            starts = [self.motions[k] for k in order[: self.request.starts]]
            self.search.run(starts)
            complete = self.search.finished == len(starts)
            if not complete:
                self.notes.append(
                    f"the time limit of {self.request.time_limit:g} s came before the end: "
                    f"{self.search.finished} of {len(starts)} starts are done, and another run may "
                    "come to another motion"
                )
            return self._result(complete)

    @property
    def partial(self) -> Excitation | None:
        """The best motion so far, if there is one."""
        if self.search is None:
            return None
        with guard_arithmetic():
            self.search.settle()
            return None if self.search.best is None else self._result(False)

    def _draw(self) -> None:
        """Random motions, what they show of the parameters, and the search that begins there."""
        problem, room = self.problem, self.problem.room
        basis = make_grid(room.family, COARSE)
        self.motions: list[Array] = []
        latest = self.began + self.request.time_limit / 4
        for drawn in range(RANDOM):
            if len(self.motions) >= FEWEST and time.monotonic() > latest:
                break
            x = draw_motion(room, basis, problem.random)
            self.motions += [] if x is None else [x]
            if drawn == 10 * FEWEST and not self.motions:
                break
        if not self.motions:
            rest = room.family.rest_at(room.postures.q[0])
            slow = rest + SLOW * problem.random.standard_normal(rest.shape)
            state = basis.evaluate(room.family.coefficients(slow))
            raise TorsorError(
                "no motion was found that keeps within the limits: in a slow one "
                f"{name_worst(room.constraints, state)}"
            )
        self.states = [basis.evaluate(room.family.coefficients(x)) for x in self.motions]
        some = self.states[:SHOWING]
        noise, told = suppose_noise(self.request.noise, problem.bounds, problem.model, some)
        self.notes += told
        turning = SMOOTHING * problem.bounds.velocity
        kinds = tuple(kind for kind in FRICTION if kind in self.request.friction)
        kinds += (ROTOR,) if self.request.rotors else ()
        names = problem.arm.base_parameters.names
        columns = Columns(problem.arm, names, kinds, noise, turning)
        exact = columns.exact()
        visible = find_visible(compress(lambda: map(exact.evaluate, some)))
        if not visible.single.any():
            raise TorsorError("no motion within the limits shows any parameter by itself")
        self.criterion = Criterion(columns, visible)
        self.search = Search(room, self.criterion, self.deadline, self.progress)

    def _result(self, complete: bool) -> Excitation:
        problem, timing, criterion = self.problem, self.problem.timing, self.criterion
        assert self.search is not None
        x = self.search.best
        if x is None:
            raise TorsorError("no motion was found that keeps within the limits at every instant")
        found = predict(problem, criterion.columns, criterion.visible, x)
        if not found.regular:
            raise TorsorError(
                f"sampling: {timing.sampling:g} samples a second for {timing.seconds:g} s do not "
                f"tell {len(criterion.columns.names)} parameters apart"
            )
        names = criterion.columns.names
        unseen = tuple(tuple(names[k] for k in group) for group in criterion.visible.hidden)
        coefficients = problem.room.family.coefficients(x)
        t = np.linspace(0.0, timing.seconds, round(timing.seconds * timing.rate) + 1)
        q, dq, ddq = make_basis(t, timing.period, timing.harmonics).evaluate(coefficients)
        finest = make_grid(problem.room.family, FINEST).evaluate(coefficients)
        whole = [np.vstack(pair) for pair in zip(finest, (q, dq, ddq), strict=True)]
        state = whole[0], whole[1], whole[2]
        return Excitation(
            problem.robot.name, t, q, dq, ddq, problem.bounds.sliding, coefficients, timing,
            list_parameters(problem, criterion.columns, found.deviations), unseen,
            found.condition,
            criterion.columns.noise, list_uses(problem, state),
            tuple((room.title, room.clearance(state)) for room in problem.workspace),
            compare_motions(problem, self.search, self.motions, self.states, found),
            problem.values, (*problem.notes, *self.notes), complete,
            time.monotonic() - self.began,
        )  # fmt: skip


@validate_call
def excite(
    robot: RobotLike,
    *,
    values: Values | None = None,
    seconds: float = 20.0,
    harmonics: Harmonics | None = None,
    repeats: Count | None = None,
    positions: BoundsLike | None = None,
    velocity: BoundsLike | None = None,
    acceleration: BoundsLike | None = None,
    effort: BoundsLike | None = None,
    floor: float | None = None,
    keep_out: Sequence[Sequence[float]] = (),
    start: BoundsLike | None = None,
    friction: Sequence[Kind] = FRICTION,
    rotors: bool = False,
    noise: BoundsLike | None = None,
    sampling: float = 100.0,
    rate: float = 500.0,
    starts: Count = 4,
    seed: Seed = 0,
    time_limit: float = 60.0,
    **options: Unpack[Description],
) -> Excitation:
    """Find a periodic motion within a robot's limits that shows its parameters best.

    Finite Fourier series from rest to rest, D-optimal for base parameters and ``friction``
    (``"viscous"``, ``"Coulomb"``, ``"offset"``), with ``rotors`` where they are to be found too.
    Bounds are the robot's own unless given: one for all coordinates, or one for each; numbers in
    SI, texts such as ``"120deg"``, ``"-90deg:30deg"`` or ``"80%"`` of the robot's own. ``floor`` is
    a height, ``keep_out`` has spheres of x, y, z, r. ``noise`` is the standard deviation of a
    sample of each driving force, ``sampling`` how many of them a second the estimation will have.
    The same ``seed`` gives the same motion, if the ``time_limit`` leaves the search its time. The
    options are those of ``load``.
    """
    request = Request(
        seconds, harmonics, repeats, positions, velocity, acceleration, effort, floor, keep_out,
        start, friction, rotors, noise, sampling, rate, starts, seed, time_limit,
    )  # fmt: skip
    return Run(load(robot, **options), request, values).go()
