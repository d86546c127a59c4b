"""``arm.inverse_kinematics``: from poses to coordinates, all targets at once, with restarts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from torsor.arguments import given, validate
from torsor.errors import ArgumentValueError, ArrayError, NotReachedError, RobotError
from torsor.program.kinematics.damped_steps import Ends, descend
from torsor.program.kinematics.goal import (
    NAME,
    Goal,
    read_axes,
    read_poses,
    read_start,
    read_tolerance,
    read_weights,
)
from torsor.program.kinematics.ranges import Ranges, find_ranges
from torsor.program.kinematics.rotation_vectors import Floats
from torsor.program.kinematics.solution import Solution
from torsor.robot.frame_names import LinkName, find_frame

if TYPE_CHECKING:
    from torsor.program.arm import Arm

ROUND = 8
"""How many restarts a target makes at once at first; then all that are left."""
AT_ONCE = 20_000
"""Starts that are worked on at once."""


def solve_poses(
    arm: Arm,
    T: ArrayLike,
    q0: ArrayLike | None = None,
    *,
    link: LinkName = "tool",
    weights: ArrayLike | None = None,
    axes: str = "base",
    tolerance: float | tuple[float, float] = 1e-10,
    max_iterations: int = 60,
    restarts: int = 48,
    seed: int = 0,
    raises: bool = False,
) -> Solution:
    """Coordinates at which the tool, or a link's frame, is at the poses T; see ``Arm``."""
    if arm.robot.bodies:
        raise RobotError(f"{arm.robot.name!r} is given by bodies and has no frames: no {NAME}")
    frame = find_frame(arm.robot, link)
    for name, value, least in (
        ("max_iterations", max_iterations, 1),
        ("restarts", restarts, 0),
        ("seed", seed, 0),
    ):
        validate(name, value, int)
        if value < least:
            raise ArgumentValueError(
                f"{name} is a whole number from {least} on, not {given(value)}"
            )
    validate("raises", raises, bool)
    ranges = find_ranges(arm.robot, arm.values)
    poses = read_poses(T)
    near = read_start(ranges.middle() if q0 is None else q0, arm.n)
    try:
        lead = np.broadcast_shapes(poses.shape[:-2], near.shape[:-1])
    except ValueError:
        raise ArrayError(
            f"{NAME}: T of {poses.shape} and q0 of {near.shape} are not as many targets as starts"
        ) from None
    search = _Search(arm, frame, ranges, max_iterations)
    goal = Goal(
        np.broadcast_to(poses, (*lead, 4, 4)).reshape(-1, 4, 4),
        read_weights(weights),
        read_axes(axes),
        read_tolerance(tolerance),
    )
    near = np.broadcast_to(near, (*lead, arm.n)).reshape(-1, arm.n)
    with np.errstate(all="ignore"):  # what is not finite goes no further, and is not reached
        ends = search.run(goal, near, restarts, seed)
    reached = search.accept(goal, ends)
    if raises and not reached.all():
        raise NotReachedError(_complain(arm, goal, ends, reached))
    return Solution(
        ends.q.reshape(*lead, arm.n),
        reached.reshape(lead)[()],
        ends.distances.reshape(*lead, 2),
        ends.steps.reshape(lead)[()],
    )


class _Search:
    """Starts for an arm's targets: the one that was given, then others until one leads there."""

    def __init__(self, arm: Arm, frame: LinkName, ranges: Ranges, most: int) -> None:
        self.pose, self.jacobian = arm.forward_kinematics, arm.jacobian
        self.frame, self.ranges, self.most = frame, ranges, most

    def run(self, goal: Goal, near: Floats, restarts: int, seed: int) -> Ends:
        """The nearest that each target was come to."""
        ends = self._descend(goal, near, self.ranges.clip(near))
        random = np.random.default_rng(seed)
        for count in (min(ROUND, restarts), restarts - ROUND):
            open_ = np.flatnonzero(~self.accept(goal, ends))
            if not len(open_) or count < 1:
                break
            # The same starts for every target: what comes out does not depend on the others.
            anywhere, reach = self.ranges.draw(random, count)
            for rows in np.array_split(open_, -(-len(open_) * count // AT_ONCE)):
                self._try(goal, near, ends, rows, anywhere, reach)
        return self._settle(goal, near, ends)

    def _settle(self, goal: Goal, near: Floats, ends: Ends) -> Ends:
        """What is not reached, brought as near as it comes from where it was nearest."""
        open_ = np.flatnonzero(~self.accept(goal, ends))
        if len(open_):
            found = self._descend(goal.take(open_), near[open_], self.ranges.clip(ends.q[open_]))
            ends.q[open_], ends.distances[open_] = found.q, found.distances
        return ends

    def accept(self, goal: Goal, ends: Ends) -> NDArray[np.bool_]:
        """Which are near enough, and within all limits."""
        near_enough = np.all(ends.distances <= goal.tolerance, axis=1)
        return np.asarray(near_enough & self.ranges.contain(ends.q))

    def _descend(self, goal: Goal, near: Floats, starts: Floats, patient: bool = True) -> Ends:
        ends = descend(self._pose, self._jacobian, goal, self.ranges, starts, self.most, patient)
        q = self.ranges.unwind(ends.q, near)
        return Ends(q, goal.distances(goal.gaps(self._pose(q))), ends.steps)

    def _try(
        self,
        goal: Goal,
        near: Floats,
        ends: Ends,
        rows: NDArray[np.intp],
        anywhere: Floats,
        reach: Floats,
    ) -> None:
        """Several starts for some targets; of those that lead there, the nearest is kept."""
        count = len(anywhere)
        each = np.repeat(rows, count)
        goals = goal.take(each)
        far = np.linalg.norm(goals.T[:, :3, 3], axis=1) + np.abs(near[each]).max(axis=1, initial=0)
        starts = self.ranges.clip(
            np.tile(anywhere, (len(rows), 1))
            + np.tile(reach, (len(rows), 1)) * np.maximum(far, 1e-3)[:, None]
        )
        found = self._descend(goals, near[each], starts, patient=False)
        reached = self.accept(goals, found).reshape(-1, count)
        moved = np.abs(found.q - near[each]).sum(axis=1).reshape(-1, count)
        off = (found.distances / goal.tolerance).max(axis=1).reshape(-1, count)
        best = np.where(
            reached.any(axis=1),
            np.argmin(np.where(reached, moved, np.inf), axis=1),
            np.argmin(off, axis=1),
        )
        chosen = best + count * np.arange(len(rows))
        better = off.ravel()[chosen] < (ends.distances[rows] / goal.tolerance).max(axis=1)
        better |= reached.any(axis=1)
        for new, old in ((found.q, ends.q), (found.distances, ends.distances)):
            old[rows[better]] = new[chosen[better]]
        ends.steps[rows[better]] = found.steps[chosen[better]]

    def _pose(self, q: Floats) -> Floats:
        found: Floats = self.pose(q, link=self.frame)
        return found

    def _jacobian(self, q: Floats) -> Floats:
        found: Floats = self.jacobian(q, link=self.frame)
        return found


def _complain(arm: Arm, goal: Goal, ends: Ends, reached: NDArray[np.bool_]) -> str:
    """What was not reached, the first of it, and how near it was come to."""
    first = int(np.argmin(reached))
    place = ", ".join(f"{x:.6g}" for x in goal.T[first, :3, 3])
    which = f"target {first} at ({place})" if len(reached) > 1 else f"the target at ({place})"
    if (lost := int(np.sum(~reached))) > 1:
        which = f"{lost} of {len(reached)} targets are not reached; {which}"
    metres, radians = ends.distances[first]
    said = f"{which} is not reached: {arm.robot.name} comes as near as {metres:.3g} m"
    said += f" and {radians:.3g} rad" if goal.weights[3:].any() else ""
    counted = int(np.count_nonzero(goal.weights))
    if arm.n < counted:
        said += f"; with {arm.n} coordinates, give weights of 0 to some of the {counted} components"
    return said
