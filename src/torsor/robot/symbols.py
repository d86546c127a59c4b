"""The symbols of a robot, and the one ring that its derivations share."""

from __future__ import annotations

from collections.abc import Iterator

from torsor.algebra.angles import angle_of, roots_of
from torsor.algebra.formula import UNITS, Formula
from torsor.algebra.ring import Ring, ring_of
from torsor.errors import RobotError
from torsor.robot.coupling import in_radians
from torsor.robot.frame import Turn
from torsor.robot.robot import Robot


def coordinates(robot: Robot) -> tuple[str, ...]:
    """``q1 … qn``."""
    return tuple(f"q{k}" for k in range(1, robot.dof + 1))


def angles(robot: Robot) -> tuple[str, ...]:
    """The coordinates that are angles: those that move revolute joints."""
    if robot.bodies:
        return tuple(f"q{k}" for k, kind in enumerate(robot.kinds, 1) if kind == "R")
    turning = [i for i in robot.displacement if robot.joints[i - 1].kind == "R"]
    found = {k for i in turning for k in robot.shares(i)}
    return tuple(f"q{k}" for k in sorted(found))


def displacements(robot: Robot) -> Iterator[Formula]:
    """What stands outside of sines and cosines though it moves: slides, stretched springs."""
    for i, displacement in robot.displacement.items():
        if robot.joints[i - 1].kind == "T":
            yield displacement
        elif robot.links[i - 1].drive.spring:
            yield in_radians(displacement)


def formulas(robot: Robot) -> Iterator[Formula]:
    """Every plain formula of the description (rotation angles apart)."""
    for joint in robot.joints:
        yield from joint.axis
        yield from joint.placement.offset
    yield from robot.tool.offset
    for turn in turns(robot):
        yield from turn.axis
    yield from robot.gravity
    for link in robot.links:
        yield from (link.mass, *link.com, *link.inertia, *link.drive.entries)
    yield from robot.payload.entries
    for body in robot.bodies:
        yield body.mass
        yield from body.inertia


def turns(robot: Robot) -> Iterator[Turn]:
    """Every constant rotation by an angle."""
    frames = [joint.placement for joint in robot.joints]
    for frame in (*frames, robot.tool):
        yield from (turn for turn in frame.rotation if isinstance(turn, Turn))


def parameters(robot: Robot) -> tuple[str, ...]:
    """Every symbol of the description: lengths, masses, inertias, gravity, payload, angles."""
    turned = (turn.angle for turn in turns(robot))
    found = dict.fromkeys(n for f in (*formulas(robot), *turned) for n in f.names())
    moving = set(motion(robot))
    found.update(dict.fromkeys(n for f in moved(robot) for n in f.names() if n not in moving))
    for symbol in found:
        if symbol in moving:
            raise RobotError(
                f"{symbol} is a joint variable of {robot.name!r} and cannot also be a parameter"
            )
    return tuple(found)


def moved(robot: Robot) -> Iterator[Formula]:
    """Every formula in which coordinates and rates may stand."""
    yield from robot.displacement.values()
    for body in robot.bodies:
        yield from (*body.position, *body.omega)


def motion(robot: Robot) -> tuple[str, ...]:
    """Coordinates, velocities and accelerations."""
    q = coordinates(robot)
    return (*q, *(f"d{n}" for n in q), *(f"dd{n}" for n in q))


def symbol_names(robot: Robot) -> tuple[str, ...]:
    """Every symbol that may occur in the robot's equations."""
    return (*motion(robot), *parameters(robot))


def robot_ring(robot: Robot) -> Ring:
    """The ring of the robot's equations; the same object for the same symbols."""
    plain: dict[str, None] = {}
    named: dict[str, None] = {}
    roots: set[int] = set()

    turned = [turn.angle for turn in turns(robot)]
    turned += [d for i, d in robot.displacement.items() if robot.joints[i - 1].kind == "R"]
    free = (f for body in robot.bodies for f in (*body.position, *body.omega))
    for f in (*formulas(robot), *displacements(robot), *free):
        plain.update(dict.fromkeys(_bare(f)))
        for function, argument in f.calls():
            if function == "sqrt":
                roots.add(int(argument.constant or 0))
            elif function == "sign":
                raise RobotError(f"sign({argument}) has no place in a robot's description")
            else:
                turned.append(argument)
    for angle in map(angle_of, turned):
        roots.update(roots_of(angle))
        named.update(dict.fromkeys(n for n, _ in angle.named))
    parameters(robot)
    q, revolute = coordinates(robot), angles(robot)
    rates = {n: f"d{n}" for n in q} | {f"d{n}": f"dd{n}" for n in q}
    moving = [n for n in motion(robot) if n not in revolute or n in plain]
    others = [n for n in named if n not in revolute]
    signs = {
        f"dq{k}"
        for i in robot.displacement
        if robot.links[i - 1].drive.coulomb
        for k in robot.shares(i)
    }
    return ring_of(
        (*moving, *(n for n in plain if n not in moving)),
        (*revolute, *others),
        tuple(rates.items()),
        tuple(sorted(roots)),
        tuple(sorted(signs)),
    )


def _bare(f: Formula) -> Iterator[str]:
    """Names outside of sines and cosines, where no angle may stand."""
    if f.head == "name":
        if f.word in UNITS:
            raise RobotError(f"an angle ({f.word}) stands where a plain number is expected")
        yield f.word
    elif f.head not in ("number", "call"):
        for part in f.inner:
            yield from _bare(part)


def check_angular_velocities(robot: Robot, ring: Ring) -> None:
    """Refuse a body whose angular velocity is not linear in the velocities."""
    rates = [f"d{name}" for name in coordinates(robot)]
    for i, body in enumerate(robot.bodies, 1):
        for axis, entry in zip("xyz", body.omega, strict=True):
            read = ring.parse(entry)
            if any(sum(term.power(rate) for rate in rates) != 1 for term in read.terms):
                raise RobotError(
                    f"body {i}: the angular velocity's {axis} component {entry} is not linear "
                    "in the velocities"
                )
