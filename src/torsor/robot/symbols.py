"""The symbols of a robot, and the one ring that its derivations share."""

from __future__ import annotations

from collections.abc import Iterator

from torsor.algebra.angles import angle_of, roots_of
from torsor.algebra.formula import Formula
from torsor.algebra.ring import Ring, ring_of
from torsor.errors import RobotError
from torsor.robot.robot import Frame, Robot, Turn


def coordinates(robot: Robot) -> tuple[str, ...]:
    """``q1 … qn``."""
    return tuple(f"q{k}" for k in robot.coordinate.values())


def angles(robot: Robot) -> tuple[str, ...]:
    """The coordinates that are angles: those of the revolute joints."""
    return tuple(
        f"q{k}" for link, k in robot.coordinate.items() if robot.joints[link - 1].kind == "R"
    )


def formulas(robot: Robot) -> Iterator[Formula]:
    """Every plain formula of the description (rotation angles apart)."""
    for joint in robot.joints:
        yield from joint.axis
        yield from joint.placement.offset
    yield from robot.tool.offset
    yield from robot.gravity
    for link in robot.links:
        yield from (link.mass, *link.com, *link.inertia)
    yield from robot.payload.entries


def turns(robot: Robot) -> Iterator[Formula]:
    """Every angle of a constant rotation."""
    frames: list[Frame] = [joint.placement for joint in robot.joints]
    for frame in (*frames, robot.tool):
        for turn in frame.rotation:
            if isinstance(turn, Turn):
                yield from turn.axis
                yield turn.angle


def parameters(robot: Robot) -> tuple[str, ...]:
    """Every symbol of the description: lengths, masses, inertias, gravity, payload, angles."""
    found = dict.fromkeys(n for f in (*formulas(robot), *turns(robot)) for n in f.names())
    moving = set(motion(robot))
    for symbol in found:
        if symbol in moving:
            raise RobotError(
                f"{symbol} is a joint variable of {robot.name!r} and cannot also be a parameter"
            )
    return tuple(found)


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

    def note_angle(angle: Formula) -> None:
        read = angle_of(angle)
        roots.update(roots_of(read))
        named.update(dict.fromkeys(n for n, _ in read.named))

    for f in formulas(robot):
        _note(f, plain, note_angle, roots)
    for f in turns(robot):
        if not _is_angle(f):
            _note(f, plain, note_angle, roots)
        else:
            note_angle(f)
    parameters(robot)
    q, revolute = coordinates(robot), angles(robot)
    rates = {n: f"d{n}" for n in q} | {f"d{n}": f"dd{n}" for n in q}
    moving = [n for n in motion(robot) if n not in revolute]
    return ring_of(
        (*moving, *plain), (*revolute, *named), tuple(rates.items()), tuple(sorted(roots))
    )


def _is_angle(f: Formula) -> bool:
    return f.head not in ("number",) and not any(fn == "sqrt" for fn, _ in f.calls())


def _note(f: Formula, plain: dict[str, None], note_angle: object, roots: set[int]) -> None:
    inside: set[str] = set()
    for function, argument in f.calls():
        if function == "sqrt":
            roots.add(int(argument.parts[0]))
        elif function in ("sin", "cos"):
            note_angle(argument)  # type: ignore[operator]
            inside.update(argument.names())
    plain.update(dict.fromkeys(_bare(f)))


def _bare(f: Formula) -> Iterator[str]:
    """Names outside of sines and cosines."""
    if f.head == "name":
        yield from f.names()
    elif f.head not in ("number", "call"):
        for part in f.parts:
            if isinstance(part, Formula):
                yield from _bare(part)
