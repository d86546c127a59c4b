"""Where a term of a driving force comes from, traced exactly through the two passes.

The driving forces are linear in each link's external force and moment. So the parts of F and N that
carry a term's motion and parameters are sent through the inward pass alone: what arrives at the
joint is the term, with its whole coefficient, and every station on the way can be shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from torsor.algebra.expression import Expression, Term
from torsor.algebra.ring import Ring
from torsor.algebra.vectors import ZERO, Vector
from torsor.mechanics.chain import Chain
from torsor.mechanics.effects import Roles
from torsor.mechanics.kinematics import ancestors
from torsor.mechanics.newton_euler import NO_LOAD, LinkSteps, Wrench, carried_by, driving_force
from torsor.robot.robot import Robot

Powers = tuple[tuple[str, int], ...]
LOAD = 0
"""Stands for the payload where a link's number is expected."""


@dataclass(frozen=True)
class Station:
    """A component of a step (``F``, ``n``, …) at a link, and the part of it that the term uses."""

    step: str
    link: int
    component: str
    part: Expression


@dataclass(frozen=True)
class Origin:
    """Terms that differ only in sines and cosines, and the way they came."""

    terms: tuple[Term, ...]
    effect: str
    link: int
    brought_by: tuple[str, ...]
    stations: tuple[Station, ...]
    arrived: Expression


def origins(
    robot: Robot,
    chain: Chain,
    steps: dict[int, LinkSteps],
    tool: Wrench,
    roles: Roles,
    coordinate: int,
    found: tuple[Term, ...],
) -> list[Origin]:
    """Trace the given terms of the driving force ``coordinate`` (counted from 1)."""
    groups: dict[Powers, list[Term]] = {}
    for term in found:
        groups.setdefault(_without_angles(term), []).append(term)
    return [
        _trace(robot, chain, steps, tool, roles, coordinate, powers, tuple(terms))
        for powers, terms in groups.items()
    ]


def _trace(
    robot: Robot,
    chain: Chain,
    steps: dict[int, LinkSteps],
    tool: Wrench,
    roles: Roles,
    coordinate: int,
    powers: Powers,
    terms: tuple[Term, ...],
) -> Origin:
    ring = chain_ring(steps)
    joint_link = chain.movable[coordinate - 1]
    effect = roles.effect(terms[0])
    link, brought_by = bearer(robot, roles, powers)
    moving = {n for n, _ in powers if roles.motion([(n, 1)]) or n in roles.gravity}
    allowed = dict(powers)

    def used(value: object) -> Expression:
        """The terms of a step that can become the term: same motion, no foreign factor."""
        expression = value if isinstance(value, Expression) else ring.number(value)
        return expression.select(
            lambda t: (
                all(e <= allowed.get(n, 0) for n, e in _without_angles(t))
                and all(t.power(n) == allowed[n] for n in moving)
            )
        )

    def part(v: Vector) -> Vector:
        return Vector(used(e) for e in v)

    stations: list[Station] = []

    def visit(step: str, number: int, v: Vector) -> None:
        for axis, value in zip("xyz", v, strict=True):
            if isinstance(value, Expression) and value:
                stations.append(Station(step, number, axis, value))

    load, forces = NO_LOAD, Wrench(ZERO, ZERO)
    start = link if link != LOAD else len(chain.links)
    if link == LOAD:
        load = Wrench(_bearing(tool.f, brought_by), _bearing(tool.n, brought_by))
        visit("tool force", LOAD, load.f)
        visit("tool moment", LOAD, load.n)
    else:
        own = steps[link]
        forces = Wrench(part(own.F), part(own.N))
        if any(forces.f):
            visit("a_C", link, part(own.a_C))
        visit("F", link, forces.f)
        visit("N", link, forces.n)

    joint: dict[int, Wrench] = dict.fromkeys(range(1, len(chain.links) + 1), NO_LOAD)
    path = sorted(ancestors(chain, start), reverse=True)
    for number in path:
        here = forces if number == link else NO_LOAD
        beyond = carried_by(chain, number, joint, load if number == len(chain.links) else NO_LOAD)
        lever = chain.links[number - 1].body.r_C.cross(here.f)
        joint[number] = Wrench(here.f + beyond.f, here.n + lever + beyond.n)
        visit("f", number, part(joint[number].f))
        visit("n", number, part(joint[number].n))
        if number == joint_link.number:
            break
    arrived = driving_force(joint_link, joint[joint_link.number])
    return Origin(terms, effect, link, brought_by, tuple(stations), used(arrived))


def _bearing(v: Vector, names: tuple[str, ...]) -> Vector:
    """The parts of the load that carry the term's own symbol."""
    return Vector(
        e.select(lambda t: any(t.power(n) for n in names)) if isinstance(e, Expression) else 0
        for e in v
    )


def chain_ring(steps: dict[int, LinkSteps]) -> Ring:
    """The ring in which the steps are written."""
    ring: Ring = steps[0].a[0].ring
    return ring


def _without_angles(term: Term) -> Powers:
    return tuple((n, e) for n, e in term.powers if "(" not in n)


def bearer(robot: Robot, roles: Roles, powers: Powers) -> tuple[int, tuple[str, ...]]:
    """The link whose mass or inertia brings a term, and by which symbols; the load is 0."""
    names = [n for n, _ in powers]
    loads = tuple(n for n in names if n in roles.payload)
    if loads:
        return LOAD, loads
    for number, body in reversed(list(enumerate(robot.links, 1))):
        own = {n for f in (body.mass, *body.inertia) for n in f.names()} - roles.gravity
        bearing = tuple(n for n in names if n in own)
        if bearing:
            return number, bearing
    return len(robot.links), ()
