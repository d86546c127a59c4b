"""What real joints add: friction, rotors behind gears, springs.

At each joint with displacement θ:  fv θ̇ + fc sign(θ̇) + N² Im θ̈ + k (θ − θ₀),
shared among the coordinates that move the joint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol

from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, Plain, S, S_co, plus, summed, times
from torsor.algebra.scalars.scalars import Scalars
from torsor.mechanics.chain import Chain
from torsor.robot.coupling import in_radians
from torsor.robot.robot import Robot
from torsor.spatial.vectors import Vector

HALF = Fraction(1, 2)
MINUS_ONE: Any = -1


@dataclass(frozen=True)
class Drive(Generic[S_co]):
    """A joint's drive over a scalar; plain zeros where it has nothing."""

    viscous: S_co
    coulomb: S_co
    direction: S_co
    rotor: S_co
    spring: S_co
    stretch: S_co
    rest: S_co

    def friction(self, rate: S_co | Plain) -> S_co:
        """fv θ̇ + fc sign(θ̇)."""
        return summed((times(self.viscous, rate), times(self.coulomb, self.direction)))

    def elastic(self) -> S_co:
        """k (θ − θ₀)."""
        return times(self.spring, self.stretch)


DriveForces = Callable[[Chain[S], dict[int, Drive[S]]], Vector[S]]
"""Generalised forces of a chain's drives."""


def drives_of(robot: Robot, scalars: Scalars[S]) -> dict[int, Drive[S]]:
    """The drives of the joints that have any, by link number."""
    found = {}
    for i, link in enumerate(robot.links, 1):
        drive = link.drive
        if not drive or robot.joints[i - 1].kind == "F":
            continue
        direction: S = scalars.value(robot.direction(i)) if drive.coulomb else PLAIN_ZERO
        stretch: S = PLAIN_ZERO
        if drive.spring:
            stretch = scalars.value(in_radians(robot.displacement[i] - drive.rest))
        found[i] = Drive(
            scalars.value(drive.viscous),
            scalars.value(drive.coulomb),
            direction,
            scalars.value(drive.rotor * drive.ratio**2),
            scalars.value(drive.spring),
            stretch,
            scalars.value(drive.rest),
        )
    return found


class Numbered(Protocol):
    """A link, as far as its number is concerned."""

    @property
    def number(self) -> int: ...  # noqa: D102


class Moved(Protocol[S_co]):
    """A chain, as far as coordinates and the joints they move are concerned."""

    @property
    def dof(self) -> int: ...  # noqa: D102

    def moved_by(self, coordinate: int) -> Sequence[tuple[Numbered, S_co]]: ...  # noqa: D102


def shared(chain: Moved[S], at_joint: dict[int, S]) -> Vector[S]:
    """Forces at joints as generalised forces of the coordinates that move them."""
    return Vector(
        summed(
            times(share, at_joint.get(link.number, PLAIN_ZERO)) for link, share in chain.moved_by(k)
        )
        for k in range(1, chain.dof + 1)
    )


def friction_forces(chain: Chain[S], drives: dict[int, Drive[S]]) -> Vector[S]:
    """The generalised friction."""
    return shared(chain, {i: d.friction(chain.links[i - 1].dq) for i, d in drives.items()})


def spring_forces(chain: Chain[S], drives: dict[int, Drive[S]]) -> Vector[S]:
    """The generalised forces of the springs."""
    return shared(chain, {i: d.elastic() for i, d in drives.items()})


def rotor_forces(chain: Chain[S], drives: dict[int, Drive[S]]) -> Vector[S]:
    """N² Im θ̈, as armature does."""
    return shared(chain, {i: times(d.rotor, chain.links[i - 1].ddq) for i, d in drives.items()})


def rotor_energy(chain: Chain[S], drives: dict[int, Drive[S]]) -> S:
    """½ N² Im θ̇², of all rotors."""
    speeds = ((d.rotor, chain.links[i - 1].dq) for i, d in drives.items())
    return summed(times(times(rotor, HALF), times(speed, speed)) for rotor, speed in speeds)


def spring_energy(drives: dict[int, Drive[S]]) -> S:
    """½ k (θ − θ₀)², of all springs."""
    return summed(
        times(times(d.spring, HALF), times(d.stretch, d.stretch))
        for d in drives.values()
        if d.stretch
    )


def rotor_matrix(chain: Chain[S], drives: dict[int, Drive[S]]) -> list[list[S]]:
    """What the rotors add to M."""
    n = chain.dof
    M: list[list[S]] = [[PLAIN_ZERO] * n for _ in range(n)]
    for i, drive in drives.items():
        for a, x in chain.links[i - 1].shares:
            for b, y in chain.links[i - 1].shares:
                M[a - 1][b - 1] = summed((M[a - 1][b - 1], times(times(x, y), drive.rotor)))
    return M


def drive_columns(
    chain: Chain[S], drives: dict[int, Drive[S]]
) -> Iterator[tuple[str, S, Vector[S]]]:
    """The drives' parameters as (name, value, column of the regressor)."""
    for i, drive in drives.items():
        link = chain.links[i - 1]
        for name, value, unit in (
            ("fv", drive.viscous, link.dq),
            ("fc", drive.coulomb, drive.direction),
            ("Ia", drive.rotor, link.ddq),
            ("k", drive.spring, plus(drive.stretch, drive.rest)),
            ("kr", times(drive.spring, drive.rest), MINUS_ONE),
        ):
            if not (type(value) is int and value == 0):
                yield f"{name}{i}", value, shared(chain, {i: unit})
