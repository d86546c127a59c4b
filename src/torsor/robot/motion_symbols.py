"""Coordinates, velocities and accelerations as expressions, of what has a robot and a ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.robot.peer_names import PeerNames
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates
from torsor.spatial.vectors import Vector


class MotionSymbols(PeerNames):
    """A robot's motion in a ring."""

    robot: Robot

    if TYPE_CHECKING:

        @property
        def ring(self) -> Ring:
            """The ring of the equations."""

    @property
    def coordinates(self) -> tuple[str, ...]:
        """``q1 … qn``."""
        return coordinates(self.robot)

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return self.robot.dof

    @property
    def q(self) -> Vector[Expression]:
        """The coordinates.

        The equations have an angle in its sine and cosine alone: where one stands by itself, the
        ring is larger, and an expression of the model is moved there with ``.to(ring)``.
        """
        return self._symbols("", self.ring.extended(self.coordinates))

    @property
    def dq(self) -> Vector[Expression]:
        """The velocities q̇."""
        return self._symbols("d", self.ring)

    @property
    def ddq(self) -> Vector[Expression]:
        """The accelerations q̈."""
        return self._symbols("dd", self.ring)

    def _symbols(self, dots: str, ring: Ring) -> Vector[Expression]:
        return Vector(ring.symbol(f"{dots}{name}") for name in self.coordinates)
