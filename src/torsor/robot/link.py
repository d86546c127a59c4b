"""What a joint moves: a link with its mass and inertia, its drive; and bodies without a chain."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from torsor.algebra.formula import Formula, name
from torsor.arguments import validate_call
from torsor.errors import RobotError, shown, suggestion
from torsor.robot.entries import INERTIA, ONE, ZERO, Entry, Six, Three, complete


@dataclass(frozen=True)
class Drive:
    """What a real joint adds: friction, a rotor behind a gear, a spring with its rest position."""

    viscous: Entry = ZERO
    coulomb: Entry = ZERO
    rotor: Entry = ZERO
    ratio: Entry = ONE
    spring: Entry = ZERO
    rest: Entry = ZERO

    def __post_init__(self) -> None:
        complete(self, "viscous", "coulomb", "rotor", "ratio", "spring", "rest")

    def __bool__(self) -> bool:
        return any((self.viscous, self.coulomb, self.rotor, self.spring))

    @validate_call
    def merge(self, more: Drive) -> Drive:
        """Both drives at one joint; what the second has takes the place of the first's."""
        nothing = Drive()
        new = {k: e for k, e in vars(more).items() if e != getattr(nothing, k)}
        return replace(self, **new)

    @property
    def entries(self) -> tuple[Formula, ...]:
        """Every formula of the drive."""
        return (self.viscous, self.coulomb, self.rotor, self.ratio, self.spring, self.rest)


@dataclass(frozen=True)
class Link:
    """Mass, mass centre in the link's frame, inertia about the mass centre (xx yy zz xy xz yz)."""

    mass: Entry
    """In kg."""
    com: Three
    """The mass centre, in the link's frame."""
    inertia: Six
    """About the mass centre: xx, yy, zz, xy, xz, yz, entries of the tensor."""
    drive: Drive = Drive()
    """Friction, rotor and spring of its joint."""
    name: str = field(default="", compare=False)
    """What a URDF or an MJCF calls it."""

    def __post_init__(self) -> None:
        complete(self, "mass", "com", "inertia")

    @property
    def massless(self) -> bool:
        """Whether nothing of the link enters the dynamics."""
        return not any((self.mass, *self.com, *self.inertia))


@dataclass(frozen=True)
class FreeBody:
    """A body of a robot without a chain: where its mass centre is, how it turns, in base axes.

    ``position`` is in the coordinates, ``omega`` linear in their rates, ``inertia`` about the
    mass centre.
    """

    mass: Entry
    position: Three
    omega: Three
    inertia: Six

    def __post_init__(self) -> None:
        complete(self, "mass", "position", "omega", "inertia")

    @property
    def entries(self) -> tuple[Formula, ...]:
        """Every formula of the body."""
        return (self.mass, *self.position, *self.omega, *self.inertia)


def symbolic_link(label: str) -> Link:
    """The general link: ``m1``, ``rx1 ry1 rz1``, ``Ixx1 … Iyz1`` for the label 1."""
    return Link(
        name(f"m{label}"),
        (name(f"rx{label}"), name(f"ry{label}"), name(f"rz{label}")),
        tuple(name(f"I{e}{label}") for e in INERTIA),  # type: ignore[arg-type]
    )


USUAL_DRIVES = {
    "friction": {"viscous": "fv", "coulomb": "fc"},
    "rotors": {"rotor": "Im", "ratio": "N"},
    "springs": {"spring": "k"},
}
"""What a joint may have, and the symbols that it is written in."""


def symbolic_drive(label: str, what: str) -> Drive:
    """Symbols for ``friction`` (fv1, fc1), ``rotors`` (Im1, N1) or ``springs`` (k1)."""
    if what not in USUAL_DRIVES:
        raise RobotError(
            f"{shown(what)} is nothing that a joint can have; expected friction, rotors, springs"
            f"{suggestion(what, USUAL_DRIVES)}"
        )
    return Drive(**{key: name(f"{stem}{label}") for key, stem in USUAL_DRIVES[what].items()})
