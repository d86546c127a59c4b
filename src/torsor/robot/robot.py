"""A robot as data: joints with their placements, links with their masses, tool and payload.

Every number may be a symbol, an exact number or an expression of symbols (a ``Formula``).
A joint is placed in its parent's frame by an offset, then a constant rotation; its axis, and for
T its displacement, are in the rotated frame. Frame {i} is attached to link i, at joint i.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from torsor import hooks
from torsor.algebra import formula as fm
from torsor.algebra.formula import Formula
from torsor.arguments import validate, validate_call
from torsor.errors import RobotError, UnknownKeyError, shown
from torsor.robot.coupling import numbered, own_coordinates, rank, shares
from torsor.robot.entries import INERTIA, ONE, ORIGIN, ZERO, Entry, Six, Three, complete
from torsor.robot.frame import IN_PLACE, Frame, Quaternion, Turn
from torsor.robot.joint import KINDS, Joint
from torsor.robot.link import Drive, FreeBody, Link, symbolic_drive, symbolic_link
from torsor.robot.payload import ANY_WRENCH, WRENCH, Payload, symbolic_payload
from torsor.robot.peer_names import PeerNames
from torsor.robot.visual import Visual

__all__ = [
    "INERTIA", "MOST_JOINTS", "ONE", "ORIGIN", "WRENCH", "ZERO", "Drive", "Entry", "Frame",
    "FreeBody", "Given", "Joint", "Link", "Payload", "Quaternion", "Robot", "Six", "Three", "Turn",
    "symbolic_drive", "symbolic_link", "symbolic_payload",
]  # fmt: skip

MOST_JOINTS = 200
"""Robots with more joints than this are refused."""


@dataclass(frozen=True)
class Given:
    """A number known for one of the robot's symbols, and where it comes from."""

    name: str
    value: Formula
    source: str = ""


@dataclass(frozen=True)
class Robot(PeerNames):
    """A serial robot or a tree: joints 1 … n, each with the link that it moves.

    A robot without a chain has ``bodies`` instead, and ``kinds`` tells of each coordinate
    whether it turns or slides. The ``hypotheses`` are in the data: what a robot holds is what they
    make of the description, and ``declared`` is the robot as it was described.
    """

    name: str
    """What it is called."""
    joints: tuple[Joint, ...]
    """Joint i stands at index i − 1."""
    links: tuple[Link, ...]
    """The links that the joints move."""
    tool: Frame = IN_PLACE
    """The tool in the last link's frame."""
    payload: Payload = ANY_WRENCH
    """What the tool carries."""
    gravity: Three = (ZERO, ZERO, -fm.name("g"))
    """The acceleration of gravity in base axes."""
    hypotheses: tuple[str, ...] = ()
    """What is assumed to make it simpler, as it is declared."""
    source: str = ""
    """Where the description comes from."""
    description: str = ""
    """What it is, in a sentence."""
    notation: str = ""
    """The notation that it is printed in unless another is asked for."""
    notes: tuple[str, ...] = field(default=(), compare=False)
    """What a reader merged, snapped or ignored."""
    assumed: tuple[str, ...] = field(default=(), compare=False)
    """Those of the hypotheses that the data given has in it already."""
    bodies: tuple[FreeBody, ...] = ()
    """Of a robot without a chain."""
    kinds: str = ""
    """Of a robot without a chain: R or T for each coordinate."""
    values: tuple[Given, ...] = field(default=(), compare=False)
    """Numbers for the symbols: they describe one specimen, the symbols stay symbols."""
    group: str = field(default="", compare=False)
    """Where a list of robots shows it: classic arms, collaborative arms …"""
    base: str = field(default="", compare=False)
    """What the link is called that does not move."""
    visuals: tuple[Visual, ...] = field(default=(), compare=False, repr=False)
    """What its links look like, for pictures alone."""

    def __post_init__(self) -> None:
        complete(self, "gravity")
        self._check()
        if set(self.assumed) - set(self.hypotheses):
            raise RobotError(
                f"{self.name!r} has its hypotheses in its data; its .declared is without them"
            )
        fresh = [h for h in self.hypotheses if h not in self.assumed]
        if fresh:
            from torsor.robot.hypotheses import STATED, impose

            stated = tuple(h for h in self.hypotheses if h not in fresh or h.startswith(STATED))
            declared = replace(self, hypotheses=stated, assumed=stated)
            imposed = {"hypotheses": self.hypotheses, "assumed": self.hypotheses}
            vars(self).update(vars(impose(declared, fresh)), **imposed, _declared=declared)

    def _check(self) -> None:
        """Joints, links and coordinates belong together."""
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
            if joint.kind not in KINDS:
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
            if displacement.head == "name" and numbered(displacement.word):
                found[link] = numbered(displacement.word)
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
    def n(self) -> int:
        """How many coordinates there are, as other toolboxes ask for it: ``dof``."""
        return self.dof

    @property
    def frames(self) -> int:
        """How many links there are, or bodies."""
        return len(self.joints) or len(self.bodies)

    @property
    def declared(self) -> Robot:
        """The robot as it was described, before its hypotheses; itself where it has none."""
        found: Robot = vars(self).get("_declared", self)
        return found

    def redescribe(self, **changes: Any) -> Robot:
        """The robot with another description, under the same hypotheses."""
        return replace(self.declared, **{"hypotheses": self.hypotheses, **changes})

    @validate_call
    def with_payload(self, kind: str, axes: str = "tool") -> Robot:
        """The same robot with another kind of payload, symbolic."""
        if self.bodies and kind != "none":
            raise RobotError(f"{self.name!r} is given by bodies and has no tool to carry a load")
        return self.redescribe(payload=symbolic_payload(kind, axes))

    @validate_call
    def with_drives(self, what: str) -> Robot:
        """The same robot with symbolic ``friction``, ``rotors`` or ``springs`` at every joint."""
        if self.bodies:
            raise RobotError(f"{self.name!r} is given by bodies and has no joints to drive")
        links = []
        for i, link in enumerate(self.declared.links, 1):
            drive = link.drive.merge(symbolic_drive(str(i), what))
            moves = self.joints[i - 1].kind != "F"
            links.append(replace(link, drive=drive) if moves else link)
        return self.redescribe(links=tuple(links))

    def __repr__(self) -> str:
        return f"<Robot {self.title}, {self.dof} coordinates>"

    @property
    def title(self) -> str:
        """The robot's name, and its structure where the name does not tell it."""
        return self.name if self.structure in self.name else f"{self.name} ({self.structure})"

    def _repr_latex_(self) -> str:
        return hooks.write("robot", self)

    def _repr_html_(self) -> str:
        return hooks.write("robot html", self)
