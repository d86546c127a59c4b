"""A robot as its joints' lines at zero coordinates, exactly, with the bodies that they move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.ring import RingScalar, RingScalars
from torsor.errors import RobotError
from torsor.mechanics.chain import body_of, placement, vector
from torsor.robot.link import Drive
from torsor.robot.payload import symbolic_payload
from torsor.robot.robot import Robot
from torsor.robot.symbols import robot_ring
from torsor.spatial.inertia import Body, merge_bodies
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import Matrix, Vector


@dataclass(frozen=True)
class Line:
    """A joint that moves: its kind, direction and a point of its axis, and the body behind it.

    All in base axes at zero coordinates; the body's mass centre is seen from that point.
    """

    kind: str
    axis: Vector[RingScalar]
    point: Vector[RingScalar]
    frame: Matrix[RingScalar]
    """The joint's own axes, as columns."""
    body: Body[RingScalar]
    name: str


@dataclass(frozen=True)
class Lines:
    """The lines of a chain in order, over the ring of its robot."""

    robot: Robot
    ring: Ring
    lines: tuple[Line, ...]
    gravity: Vector[RingScalar]

    @property
    def kinds(self) -> str:
        """The structure word."""
        return "".join(line.kind for line in self.lines)


def lay_out(robot: Robot) -> Lines:
    """The lines of a serial robot, its drives and its load left out."""
    bare = _without_drives(robot)
    _check_serial(bare)
    ring = robot_ring(bare)
    scalars = RingScalars(ring)
    pose: Transform[RingScalar] = Transform()
    bodies: list[list[Body[RingScalar]]] = []
    rows: list[tuple[str, Vector[RingScalar], Transform[RingScalar]]] = []
    for joint, link in zip(bare.joints, bare.links, strict=True):
        pose = pose @ Transform(*placement(joint.placement, scalars))
        if joint.kind != "F":
            rows.append((joint.kind, pose.R @ vector(joint.axis, scalars), pose))
            bodies.append([])
        if bodies and not link.massless:
            here = Transform(pose.R, pose.p - rows[-1][2].p)
            bodies[-1].append(body_of(link, scalars).placed(here))
    moving = [i for i, joint in enumerate(bare.joints, 1) if joint.kind != "F"]
    lines = tuple(
        Line(
            kind,
            axis,
            here.p,
            here.R,
            _merge(some, i, bare),
            bare.joints[i - 1].name or f"joint {i}",
        )
        for (kind, axis, here), some, i in zip(rows, bodies, moving, strict=True)
    )
    return Lines(bare, ring, lines, vector(bare.gravity, scalars))


def _without_drives(robot: Robot) -> Robot:
    if robot.bodies:
        raise RobotError(
            f"{robot.name!r} is given by bodies, not by a chain: it has no joints to be classified"
        )
    links = tuple(replace(link, drive=Drive()) for link in robot.links)
    return replace(robot, links=links, payload=symbolic_payload("none"))


def _check_serial(robot: Robot) -> None:
    """Refuse trees, and joints that share coordinates."""
    order = 0
    for i, joint in enumerate(robot.joints, 1):
        if joint.parent != i - 1:
            raise RobotError(
                f"joint {i} of {robot.name!r} hangs on link {joint.parent}, not on link {i - 1}; "
                "only serial chains are in the atlas (of a tree, load one branch by its tip)"
            )
        if joint.kind == "F":
            continue
        order += 1
        if robot.coordinate.get(i) != order:
            told = robot.displacement[i]
            raise RobotError(
                f"joint {i} of {robot.name!r} moves by {told}, not by a coordinate q{order} of its "
                "own; no coupled joints are in the atlas"
            )


def _merge(bodies: list[Body[RingScalar]], joint: int, robot: Robot) -> Body[RingScalar]:
    """What a joint moves, as one body; several with symbolic masses have no polynomial one."""
    if len(bodies) == 1:
        return bodies[0]
    if any(isinstance(body.m, Expression) and body.m.constant is None for body in bodies):
        raise RobotError(
            f"joint {joint} of {robot.name!r} moves several bodies of symbolic mass that are "
            "fixed to one another; their common mass centre is a quotient, which no exact "
            "comparison takes (give the fixed links' masses as numbers, or merge them)"
        )
    return merge_bodies(bodies)
