"""Mass centres and inertia ellipsoids: what is known in numbers of the bodies of a robot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import FloatScalars
from torsor.drawing.scene.skeleton import TOOL
from torsor.robot.link import Link
from torsor.robot.robot import Robot
from torsor.spatial.inertia import tensor


@dataclass(frozen=True)
class Ellipsoid:
    """The uniform ellipsoid of a body's mass and inertia: half axes along the columns of R."""

    R: Array
    half_axes: tuple[float, float, float]


@dataclass(frozen=True)
class LinkBody:
    """A body whose mass and mass centre are known, in its link's frame; a load in the tool's."""

    link: int
    mass: float
    com: tuple[float, float, float]
    ellipsoid: Ellipsoid | None


def bodies_of(robot: Robot, known: Mapping[str, float]) -> tuple[LinkBody, ...]:
    """The links and the load, as far as there are numbers for them."""
    scalars = FloatScalars(known)
    found = []
    for number, link in _links_and_load(robot):
        given = _names(link.mass, *link.com) <= set(known)
        if not given or link.massless:
            continue
        mass = float(scalars.value(link.mass))
        if mass <= 0:
            continue
        x, y, z = (float(scalars.value(e)) for e in link.com)
        ellipsoid = None
        if _names(*link.inertia) <= set(known):
            ellipsoid = equivalent_ellipsoid(mass, [float(scalars.value(e)) for e in link.inertia])
        found.append(LinkBody(number, mass, (x, y, z), ellipsoid))
    return tuple(found)


def mass_centres(
    robot: Robot, known: Mapping[str, float]
) -> dict[int, tuple[float, float, float] | None]:
    """Where the mass centres of links and load are, in their frames; None without numbers."""
    scalars = FloatScalars(known)
    found: dict[int, tuple[float, float, float] | None] = {}
    for number, link in _links_and_load(robot):
        if link.massless:
            continue
        found[number] = None
        if _names(*link.com) <= set(known):
            x, y, z = (float(scalars.value(e)) for e in link.com)
            found[number] = (x, y, z)
    return found


def equivalent_ellipsoid(mass: float, inertia: Sequence[float]) -> Ellipsoid | None:
    """The uniform ellipsoid of this mass and central inertia (xx yy zz xy xz yz); none of a point.

    From I₁ = m (b² + c²) / 5 and its like, a² = 5 (I₂ + I₃ − I₁) / 2m; a moment that exceeds the
    other two together, which no body can have, makes it flat.
    """
    I: Array = np.array([list(row) for row in tensor(inertia)])
    moments, R = np.linalg.eigh(I)
    largest = float(np.max(np.abs(moments)))
    if not np.isfinite(largest) or largest <= 0:
        return None
    if np.linalg.det(R) < 0:
        R = -R
    squares = 5 * (float(np.sum(moments)) - 2 * moments) / (2 * mass)
    a, b, c = (float(np.sqrt(max(square.item(), 0.0))) for square in squares)
    return Ellipsoid(R, (a, b, c))


def _links_and_load(robot: Robot) -> Iterator[tuple[int, Link]]:
    yield from enumerate(robot.links, 1)
    if robot.payload.body is not None:
        yield TOOL, robot.payload.body


def _names(*entries: Formula) -> set[str]:
    return {n for entry in entries for n in entry.names()}
