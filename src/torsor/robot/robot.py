"""A robot as data: joints with their placements, links with their masses, tool and payload.

Every number may be a symbol, an exact number or an expression of symbols (a ``Formula``).
A joint is placed in its parent's frame by an offset, then a constant rotation; its axis, and for
T its displacement, are in the rotated frame. Frame {i} is attached to link i, at joint i.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from torsor.algebra import formula as fm
from torsor.algebra.formula import Formula, number
from torsor.errors import RobotError

Three = tuple[Formula, Formula, Formula]
Six = tuple[Formula, Formula, Formula, Formula, Formula, Formula]

ZERO = number(0)
ORIGIN: Three = (ZERO, ZERO, ZERO)
INERTIA = ("xx", "yy", "zz", "xy", "xz", "yz")
"""The order of the six entries of an inertia tensor."""

MOST_JOINTS = 200
"""Robots with more joints than this are refused."""

WRENCH = ("fx", "fy", "fz", "nx", "ny", "nz")
"""The payload: force and moment that the last link exerts on its load."""


@dataclass(frozen=True)
class Turn:
    """A constant rotation by an angle about a unit axis."""

    axis: Three
    angle: Formula


@dataclass(frozen=True)
class Quaternion:
    """A constant rotation by a rational quaternion of any length: exactly orthogonal."""

    w: Fraction
    x: Fraction
    y: Fraction
    z: Fraction


@dataclass(frozen=True)
class Frame:
    """A constant placement: an offset in the parent's axes, then rotations one after another."""

    offset: Three = ORIGIN
    rotation: tuple[Turn | Quaternion, ...] = ()


@dataclass(frozen=True)
class Joint:
    """R turns about its axis, T slides along it, F is fixed; ``parent`` is a link number."""

    kind: str
    axis: Three
    placement: Frame = Frame()
    parent: int = 0
    name: str = ""


@dataclass(frozen=True)
class Link:
    """Mass, mass centre in the link's frame, inertia about the mass centre (xx yy zz xy xz yz)."""

    mass: Formula
    com: Three
    inertia: Six

    @property
    def massless(self) -> bool:
        """Whether nothing of the link enters the dynamics."""
        return not any((self.mass, *self.com, *self.inertia))


@dataclass(frozen=True)
class Payload:
    """What the tool carries: ``wrench`` (tool or base axes), ``body``, ``weight`` or ``none``."""

    kind: str = "wrench"
    axes: str = "tool"
    wrench: Six = tuple(fm.name(n) for n in WRENCH)  # type: ignore[assignment]
    body: Link | None = None

    @property
    def entries(self) -> tuple[Formula, ...]:
        """The formulas of the load itself: the wrench, or the body's mass, centre and inertia."""
        if self.kind == "wrench":
            return self.wrench
        return () if self.body is None else (self.body.mass, *self.body.com, *self.body.inertia)


@dataclass(frozen=True)
class Robot:
    """A serial robot or a tree: joints 1 … n, each with the link that it moves."""

    name: str
    joints: tuple[Joint, ...]
    links: tuple[Link, ...]
    tool: Frame = Frame()
    payload: Payload = Payload()
    gravity: Three = (ZERO, ZERO, -fm.name("g"))
    hypotheses: tuple[str, ...] = ()
    source: str = ""
    description: str = ""
    notation: str = ""
    notes: tuple[str, ...] = field(default=(), compare=False)
    assumed: tuple[str, ...] = field(default=(), compare=False)
    """Those of the hypotheses that the data below them has in it already."""

    def __post_init__(self) -> None:
        if not self.joints:
            raise RobotError(f"the robot {self.name!r} has no joints")
        if all(joint.kind == "F" for joint in self.joints):
            raise RobotError(f"the robot {self.name!r} has no joint that moves")
        if len(self.links) != len(self.joints):
            raise RobotError(
                f"the robot {self.name!r} has {len(self.joints)} joints and {len(self.links)} links"
            )
        if len(self.joints) > MOST_JOINTS:
            raise RobotError(
                f"the robot {self.name!r} has {len(self.joints)} joints; at most {MOST_JOINTS}"
            )
        for i, joint in enumerate(self.joints, 1):
            if joint.kind not in ("R", "T", "F"):
                raise RobotError(
                    f"joint {i} of {self.name!r} is of kind {joint.kind!r}; expected R, T or F"
                )
            if not 0 <= joint.parent < i:
                raise RobotError(
                    f"joint {i} of {self.name!r} has parent {joint.parent}; "
                    f"expected a link before it (0 to {i - 1})"
                )

    @cached_property
    def coordinate(self) -> dict[int, int]:
        """The number of each movable joint's coordinate, by link number; fixed joints have none."""
        movable = (i for i, joint in enumerate(self.joints, 1) if joint.kind != "F")
        return {link: k for k, link in enumerate(movable, 1)}

    @property
    def dof(self) -> int:
        """The number of coordinates."""
        return len(self.coordinate)

    @property
    def structure(self) -> str:
        """The structure word, as papers name robots: ``RTTRR``."""
        return "".join(joint.kind for joint in self.joints)

    def with_payload(self, kind: str, axes: str = "tool") -> Robot:
        """The same robot with another kind of payload, symbolic."""
        return replace(self, payload=symbolic_payload(kind, axes))


def symbolic_link(label: str) -> Link:
    """The general link: ``m1``, ``rx1 ry1 rz1``, ``Ixx1 … Iyz1`` for the label 1."""
    return Link(
        fm.name(f"m{label}"),
        (fm.name(f"rx{label}"), fm.name(f"ry{label}"), fm.name(f"rz{label}")),
        tuple(fm.name(f"I{e}{label}") for e in INERTIA),  # type: ignore[arg-type]
    )


def symbolic_payload(kind: str, axes: str = "tool") -> Payload:
    """A payload of this kind in its usual symbols."""
    if kind == "wrench" and axes in ("tool", "base"):
        return Payload("wrench", axes)
    if kind == "body":
        return Payload("body", body=symbolic_link("p"))
    if kind == "weight":
        return Payload("weight", body=Link(fm.name("mp"), ORIGIN, (ZERO,) * 6))
    if kind == "none":
        return Payload("none")
    raise RobotError(
        f"the payload {kind!r} in {axes!r} axes is unknown; "
        "expected wrench (tool or base axes), body, weight or none"
    )
