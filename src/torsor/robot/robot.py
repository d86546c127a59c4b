"""A robot as data: joints with their placements, links with their masses, tool and payload.

Every number may be a symbol, an exact number or an expression of symbols (a ``Formula``).
A joint is placed in its parent's frame by an offset, then a constant rotation; its axis, and for
T its displacement, are in the rotated frame. Frame {i} is attached to link i, at joint i.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from numbers import Real
from typing import Annotated, Any

from torsor.algebra import formula as fm
from torsor.algebra.formula import Formula, formula, number
from torsor.arguments import validate, validate_call, validate_fields
from torsor.errors import RobotError, UnknownKeyError, shown, suggestion
from torsor.robot.coupling import numbered, own_coordinates, rank, shares
from torsor.robot.limits import UNLIMITED, Limits

Entry = Annotated[Formula, "a number, a symbol or an expression of symbols"]
Three = tuple[Entry, Entry, Entry]
Six = tuple[Entry, Entry, Entry, Entry, Entry, Entry]

ZERO = number(0)
ONE = number(1)
ORIGIN: Three = (ZERO, ZERO, ZERO)
INERTIA = ("xx", "yy", "zz", "xy", "xz", "yz")
"""The order of the six entries of an inertia tensor."""

MOST_JOINTS = 200
"""Robots with more joints than this are refused."""

WRENCH = ("fx", "fy", "fz", "nx", "ny", "nz")
"""The payload: force and moment that the last link exerts on its load."""


ROWS = ("axis", "offset", "com", "inertia", "position", "omega", "wrench", "gravity")
"""The fields that have three or six entries."""


def complete(data: Any, *entries: str) -> None:
    """Numbers and texts in these fields become formulas, then every field is checked."""
    for name in entries:
        value = getattr(data, name)
        if isinstance(value, (tuple, list)):
            object.__setattr__(data, name, tuple(map(_entry, value)))
        elif name not in ROWS:
            object.__setattr__(data, name, _entry(value))
    validate_fields(data)


def _entry(value: Any) -> Any:
    """A number or a text as a formula; anything else as it is, to be complained of."""
    plain = isinstance(value, (str, Real)) and not isinstance(value, bool)
    return formula(value) if plain else value


@dataclass(frozen=True)
class Turn:
    """A constant rotation by an angle about a unit axis."""

    axis: Three
    angle: Entry

    def __post_init__(self) -> None:
        complete(self, "axis", "angle")


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

    def __post_init__(self) -> None:
        complete(self, "offset")


@dataclass(frozen=True)
class Joint:
    """R turns about its axis, T slides along it, F is fixed; ``parent`` is a link number."""

    kind: str
    axis: Three
    placement: Frame = Frame()
    parent: int = 0
    name: str = ""
    moves: Entry | None = None
    """The displacement, linear in the coordinates, if it is not a coordinate of its own."""
    limits: Limits = UNLIMITED
    """Bounds of the displacement, its rate and the driving force."""

    def __post_init__(self) -> None:
        complete(self, "axis", "moves")


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
    def joined(self, more: Drive) -> Drive:
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
    com: Three
    inertia: Six
    drive: Drive = Drive()
    name: str = field(default="", compare=False)

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


@dataclass(frozen=True)
class Payload:
    """What the tool carries: ``wrench`` (tool or base axes), ``body``, ``weight`` or ``none``."""

    kind: Annotated[str, ("wrench", "body", "weight", "none")] = "wrench"
    axes: Annotated[str, ("tool", "base")] = "tool"
    wrench: Six = tuple(fm.name(n) for n in WRENCH)  # type: ignore[assignment]
    body: Link | None = None

    def __post_init__(self) -> None:
        complete(self, "wrench")
        if (self.body is not None) != (self.kind in ("body", "weight")):
            expected = "no" if self.body else "a"
            raise RobotError(f"a payload of the kind {self.kind!r} has {expected} body")

    @property
    def entries(self) -> tuple[Formula, ...]:
        """The formulas of the load itself: the wrench, or the body's mass, centre and inertia."""
        if self.kind == "wrench":
            return self.wrench
        return () if self.body is None else (self.body.mass, *self.body.com, *self.body.inertia)


@dataclass(frozen=True)
class Given:
    """A number known for one of the robot's symbols, and where it comes from."""

    name: str
    value: Formula
    source: str = ""


@dataclass(frozen=True)
class Robot:
    """A serial robot or a tree: joints 1 … n, each with the link that it moves.

    A robot without a chain has ``bodies`` instead, and ``kinds`` tells of each coordinate
    whether it turns or slides.
    """

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
    bodies: tuple[FreeBody, ...] = ()
    kinds: str = ""
    values: tuple[Given, ...] = field(default=(), compare=False)
    """Numbers for the symbols: they describe one specimen, the symbols stay symbols."""
    group: str = field(default="", compare=False)
    """Where a list of robots shows it: classic arms, collaborative arms …"""
    base: str = field(default="", compare=False)
    """What the link is called that does not move."""

    def __post_init__(self) -> None:
        complete(self, "gravity")
        if self.bodies:
            if self.joints or set(self.kinds) - set("RT") or not self.kinds:
                raise RobotError(
                    f"the robot {self.name!r} has bodies; expected no joints and a kind, R or T, "
                    "for each coordinate"
                )
            return
        if self.kinds:
            raise RobotError(f"the robot {self.name!r} has joints, and kinds speak of bodies")
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
            if joint.kind == "F" and joint.limits:
                raise RobotError(f"joint {i} of {self.name!r} is fixed and has no limits")

        self._check_coupling()

    def _check_coupling(self) -> None:
        """Every coordinate moves something, and no combination of them moves nothing."""
        rows = {i: self.shares(i) for i in self.displacement}
        for i, row in rows.items():
            whole = all(share.denominator == 1 for share in row.values())
            if self.joints[i - 1].kind == "R" and not whole:
                turned = shown(str(self.displacement[i]))[1:-1]
                raise RobotError(
                    f"joint {i} of {self.name!r} turns by {turned}; a revolute joint needs whole "
                    "multiples: take the slower joint's angle as the coordinate"
                )
            if self.links[i - 1].drive.coulomb and len(row) != 1:
                raise RobotError(
                    f"joint {i} of {self.name!r} has Coulomb friction and is moved by several "
                    "coordinates; its direction is then no symbol of its own"
                )
        used = {k for row in rows.values() for k in row}
        if used != set(range(1, self.dof + 1)):
            names = ", ".join(f"q{k}" for k in sorted(used))
            raise RobotError(f"the coordinates of {self.name!r} are {names}; expected q1, q2, …")
        if rank(list(rows.values())) < self.dof:
            raise RobotError(
                f"the coupling of {self.name!r} is singular: some motion of its coordinates "
                "moves no joint"
            )

    @cached_property
    def displacement(self) -> dict[int, Formula]:
        """What each movable joint turns or slides by, by link number; fixed joints have none."""
        movable = [(i, joint.moves) for i, joint in enumerate(self.joints, 1) if joint.kind != "F"]
        own = own_coordinates([moves for _, moves in movable])
        return {
            i: fm.name(f"q{k}") if moves is None else moves
            for (i, moves), k in zip(movable, own, strict=True)
        }

    def shares(self, link: int) -> dict[int, Fraction]:
        """∂displacement/∂q_k of a joint, by coordinate number."""
        validate("link", link, int)
        if link not in self.displacement:
            moving = ", ".join(map(str, self.displacement)) or "none"
            raise UnknownKeyError(
                f"link {link} of {self.name!r} has no joint that moves it; those with one: {moving}"
            )
        return shares(self.displacement[link])

    def direction(self, link: int) -> Formula:
        """The sign of the joint's velocity."""
        found = self.shares(link)
        if len(found) != 1:
            raise RobotError(
                f"joint {link} of {self.name!r} is moved by {len(found)} coordinates; the sign of "
                "its velocity is no symbol"
            )
        ((k, share),) = found.items()
        return fm.call("sign", fm.name(f"dq{k}")) * (1 if share > 0 else -1)

    @cached_property
    def coordinate(self) -> dict[int, int]:
        """The coordinate's number of each joint that has one of its own, by link number."""
        found = {}
        for link, displacement in self.displacement.items():
            if displacement.head == "name" and numbered(displacement.parts[0]):
                found[link] = numbered(displacement.parts[0])
        return found

    @cached_property
    def dof(self) -> int:
        """The number of coordinates."""
        if self.bodies:
            return len(self.kinds)
        return len({k for link in self.displacement for k in self.shares(link)})

    @property
    def numbers(self) -> dict[str, Formula]:
        """The numbers that come with the robot, by symbol."""
        return {given.name: given.value for given in self.values}

    @property
    def structure(self) -> str:
        """The structure word, as papers name robots: ``RTTRR``."""
        return self.kinds or "".join(joint.kind for joint in self.joints)

    @property
    def frames(self) -> int:
        """How many links there are, or bodies."""
        return len(self.joints) or len(self.bodies)

    @validate_call
    def with_payload(self, kind: str, axes: str = "tool") -> Robot:
        """The same robot with another kind of payload, symbolic."""
        if self.bodies and kind != "none":
            raise RobotError(f"{self.name!r} is given by bodies and has no tool to carry a load")
        return replace(self, payload=symbolic_payload(kind, axes))

    @validate_call
    def with_drives(self, what: str) -> Robot:
        """The same robot with symbolic ``friction``, ``rotors`` or ``springs`` at every joint."""
        if self.bodies:
            raise RobotError(f"{self.name!r} is given by bodies and has no joints to drive")
        links = []
        for i, link in enumerate(self.links, 1):
            drive = link.drive.joined(symbolic_drive(str(i), what))
            moves = self.joints[i - 1].kind != "F"
            links.append(replace(link, drive=drive) if moves else link)
        return replace(self, links=tuple(links))


def symbolic_link(label: str) -> Link:
    """The general link: ``m1``, ``rx1 ry1 rz1``, ``Ixx1 … Iyz1`` for the label 1."""
    return Link(
        fm.name(f"m{label}"),
        (fm.name(f"rx{label}"), fm.name(f"ry{label}"), fm.name(f"rz{label}")),
        tuple(fm.name(f"I{e}{label}") for e in INERTIA),  # type: ignore[arg-type]
    )


def symbolic_drive(label: str, what: str) -> Drive:
    """Symbols for ``friction`` (fv1, fc1), ``rotors`` (Im1, N1) or ``springs`` (k1)."""
    if what == "friction":
        return Drive(viscous=fm.name(f"fv{label}"), coulomb=fm.name(f"fc{label}"))
    if what == "rotors":
        return Drive(rotor=fm.name(f"Im{label}"), ratio=fm.name(f"N{label}"))
    if what == "springs":
        return Drive(spring=fm.name(f"k{label}"))
    raise RobotError(
        f"{shown(what)} is nothing that a joint can have; expected friction, rotors, springs"
        f"{suggestion(what, ('friction', 'rotors', 'springs'))}"
    )


def symbolic_payload(kind: str, axes: str = "tool") -> Payload:
    """A payload of this kind in its usual symbols."""
    if axes in ("tool", "base"):
        if kind == "wrench":
            return Payload("wrench", axes)
        if kind == "body":
            return Payload("body", body=symbolic_link("p"))
        if kind == "weight":
            return Payload("weight", body=Link(fm.name("mp"), ORIGIN, (ZERO,) * 6))
        if kind == "none":
            return Payload("none")
    raise RobotError(
        f"the payload {shown(kind)} in {shown(axes)} axes is unknown; "
        "expected wrench (tool or base axes), body, weight or none"
        f"{suggestion(kind, ('wrench', 'body', 'weight', 'none'))}"
    )
