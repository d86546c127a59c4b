"""What a term of a driving force is physically: inertia, Coriolis, centrifugal, gravity, load."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from torsor.algebra.ring import Ring
from torsor.algebra.terms import Term
from torsor.robot.robot import WRENCH, Robot

EFFECTS = (
    "inertial",
    "Coriolis",
    "centrifugal",
    "gravity",
    "payload",
    "friction",
    "spring",
    "other",
)

MEANINGS = {
    "inertial": "inertial (an acceleration acts on a mass or an inertia)",
    "Coriolis": "Coriolis (two different velocities act together)",
    "centrifugal": "centrifugal (the square of one velocity)",
    "gravity": "gravity (the weight of a link)",
    "payload": "payload (the load at the tool)",
    "friction": "friction at the joint",
    "spring": "a spring at the joint",
    "other": "neither motion, weight nor load",
    "viscous friction": "viscous friction (it grows with the joint's velocity)",
    "Coulomb friction": "Coulomb friction (its sign is that of the joint's velocity)",
    "rotor": "inertial (the rotor behind the joint's gear)",
}
"""What brings a term, in a phrase: by effect, and by what a joint's drive adds."""


@dataclass(frozen=True)
class Roles:
    """Which symbols move, which carry weight and which are load."""

    coordinates: tuple[str, ...]
    gravity: frozenset[str]
    payload: frozenset[str]
    places: dict[str, tuple[int, str, int]] = field(default_factory=dict, repr=False, compare=False)
    """Where each symbol stands in a product, as far as it was asked."""

    def acceleration(self, name: str) -> int:
        """The number of the acceleration ``ddq1``, else 0."""
        return int(name[3:]) if name.startswith("ddq") and name[2:] in self.coordinates else 0

    def velocity(self, name: str) -> int:
        """The number of the velocity ``dq1``, else 0."""
        return int(name[2:]) if name.startswith("dq") and name[1:] in self.coordinates else 0

    def motion(self, powers: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
        """The velocities and accelerations among some powers."""
        return tuple((n, e) for n, e in powers if self.acceleration(n) or self.velocity(n))

    def moving(self, powers: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
        """Velocities, accelerations and gravity: what no lever or rotation can bring in."""
        return tuple(
            (n, e)
            for n, e in powers
            if self.acceleration(n) or self.velocity(n) or n in self.gravity
        )

    def effect(self, term: Term) -> str:
        """One of ``EFFECTS``."""
        loaded = any(n in self.payload for n, _ in term.powers)
        return "payload" if loaded else self.cause(term)

    def cause(self, term: Term) -> str:
        """The effect, whatever it acts on: motion, weight or neither."""
        names = [n for n, _ in term.powers]
        if any(self.acceleration(n) for n in names):
            return "inertial"
        speeds = [(n, e) for n, e in term.powers if self.velocity(n)]
        if len(speeds) == 2:
            return "Coriolis"
        if len(speeds) == 1 and speeds[0][1] == 2:
            return "centrifugal"
        if speeds or any(n.startswith("sign(") for n in names):
            return "friction"
        if any(n in self.gravity for n in names):
            return "gravity"
        return "other"


def roles_of_robot(robot: Robot) -> Roles:
    """The roles in a robot's equations."""
    carried = robot.payload.entries
    gravity = frozenset(n for f in robot.gravity for n in f.names())
    own = {n for link in robot.links for f in (link.mass, *link.com) for n in f.names()}
    return Roles(
        tuple(f"q{k}" for k in range(1, robot.dof + 1)),
        gravity,
        frozenset(n for f in carried for n in f.names()) - gravity - own,
    )


def roles_of_ring(ring: Ring) -> Roles:
    """The usual roles, for an expression whose robot is not at hand."""
    moving = tuple(n for n in ring.rates if n.startswith("q") and n[1:].isdigit())
    return Roles(moving, frozenset({"g"}), frozenset(WRENCH))
