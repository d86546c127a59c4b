"""Where a term of a driving force comes from, traced exactly through the two passes.

The driving forces are linear in each link's external force and moment. So the parts of F and N that
carry a term's motion and parameters are sent through the inward pass alone: what arrives at the
joint is the term, or the link's share of it, and every station on the way can be shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.arithmetic import summed, times
from torsor.algebra.scalars.ring import RingScalar
from torsor.algebra.terms import Term
from torsor.mechanics.chain import Chain
from torsor.mechanics.drives import Drive
from torsor.mechanics.effects import Roles
from torsor.mechanics.kinematics import ancestors
from torsor.mechanics.newton_euler import NO_LOAD, LinkSteps, Wrench, carried_by, driving_force
from torsor.robot.robot import Robot
from torsor.spatial.vectors import ZERO, Vector

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
    """Terms that differ only in sines and cosines, and the way they came from one body.

    ``arrived`` is what this body brings of them: all, unless bodies share their symbols. What a
    joint's own friction, rotor or spring brings has the name of that in ``drive``.
    """

    terms: tuple[Term, ...]
    effect: str
    link: int
    brought_by: tuple[str, ...]
    stations: tuple[Station, ...]
    arrived: Expression
    drive: str = ""


def origins(
    robot: Robot,
    chain: Chain[RingScalar],
    steps: dict[int, LinkSteps[Expression]],
    tool: Wrench[RingScalar],
    roles: Roles,
    coordinate: int,
    found: tuple[Term, ...],
) -> list[Origin]:
    """Trace the given terms of the driving force ``coordinate`` (counted from 1)."""
    groups: dict[Powers, list[Term]] = {}
    for term in found:
        groups.setdefault(_without_angles(term), []).append(term)

    ring: Ring = steps[0].a[0].ring

    @cache
    def outward(link: int) -> dict[str, dict[Powers, Vector[Expression]]]:
        return {s: _by_motion(getattr(steps[link], s), roles) for s in ("a_C", "F", "N")}

    traced = []
    for powers, terms in groups.items():
        motion = roles.moving(powers)
        for link, brought_by in bearers(robot, roles, powers):
            own = {s: parts.get(motion, ZERO) for s, parts in outward(link).items()}
            group = (powers, tuple(terms))
            traced.append(
                _trace(chain, ring, own, tool, roles, coordinate, *group, link, brought_by)
            )
    return [origin for origin in traced if origin.arrived]


def _by_motion(v: Vector[Expression], roles: Roles) -> dict[Powers, Vector[Expression]]:
    """A vector's terms by what moves or weighs in them, so that each trace meets only its own."""
    found: dict[Powers, list[list[Term]]] = {}
    for axis, entry in enumerate(v):
        for term in entry.terms:
            found.setdefault(roles.moving(term.powers), [[], [], []])[axis].append(term)
    make = v[0].ring.from_term_list
    return {motion: Vector(make(terms) for terms in axes) for motion, axes in found.items()}


def _trace(
    chain: Chain[RingScalar],
    ring: Ring,
    own: dict[str, Vector[RingScalar]],
    tool: Wrench[RingScalar],
    roles: Roles,
    coordinate: int,
    powers: Powers,
    terms: tuple[Term, ...],
    link: int,
    brought_by: tuple[str, ...],
) -> Origin:
    driven = chain.moved_by(coordinate)
    innermost = min(link.number for link, _ in driven)
    # At rest a link has nothing but its weight, even where g is a number.
    cause = roles.cause(terms[0]).replace("other", "gravity")
    moving = roles.moving(powers)
    allowed = dict(powers)

    def used(value: RingScalar) -> Expression:
        """The terms of a step that can become the term: same motion, no foreign factor."""
        expression = value if isinstance(value, Expression) else ring.number(value)
        return expression.select(
            lambda t: (
                all(e <= allowed.get(n, 0) for n, e in _without_angles(t))
                and all(t.power(n) == e for n, e in moving)
            )
        )

    def part(v: Vector[RingScalar]) -> Vector[RingScalar]:
        return Vector(used(e) for e in v)

    stations: list[Station] = []

    def visit(step: str, number: int, v: Vector[RingScalar]) -> None:
        for axis, value in zip("xyz", v, strict=True):
            if isinstance(value, Expression) and value:
                stations.append(Station(step, number, axis, value))

    load: Wrench[RingScalar] = NO_LOAD
    forces: Wrench[RingScalar] = NO_LOAD
    start = link if link != LOAD else len(chain.links)
    if link == LOAD:
        load = Wrench(part(tool.f), part(tool.n))
        visit("tool force", LOAD, load.f)
        visit("tool moment", LOAD, load.n)
    else:
        forces = Wrench(part(own["F"]), part(own["N"]))
        if any(forces.f):
            visit("a_C", link, part(own["a_C"]))
        visit("F", link, forces.f)
        visit("N", link, forces.n)

    joint: dict[int, Wrench[RingScalar]] = dict.fromkeys(range(1, len(chain.links) + 1), NO_LOAD)
    path = sorted(ancestors(chain, start), reverse=True)
    for number in path:
        here = forces if number == link else NO_LOAD
        beyond = carried_by(chain, number, joint, load if number == len(chain.links) else NO_LOAD)
        passed = here.shift(chain.links[number - 1].body.r_C) + beyond
        joint[number] = Wrench(part(passed.f), part(passed.n))
        visit("f", number, joint[number].f)
        visit("n", number, joint[number].n)
        if number == innermost:
            break
    arrived = summed(
        times(share, driving_force(joint_link, joint[joint_link.number]))
        for joint_link, share in driven
    )
    share = used(arrived).select(lambda t: _without_angles(t) == powers)
    effect = "payload" if link == LOAD else cause
    return Origin(terms, effect, link, brought_by, tuple(stations), share)


def drive_origins(
    robot: Robot,
    chain: Chain[RingScalar],
    drives: dict[int, Drive[RingScalar]],
    coordinate: int,
    found: tuple[Term, ...],
) -> list[Origin]:
    """Terms that a joint's own friction, rotor or spring brings; they pass through nothing."""
    traced = []
    for link, share in chain.moved_by(coordinate):
        drive = drives.get(link.number)
        if drive is None:
            continue
        given = robot.links[link.number - 1].drive
        for name, effect, value, entries in (
            ("viscous friction", "friction", times(drive.viscous, link.dq), (given.viscous,)),
            ("Coulomb friction", "friction", times(drive.coulomb, drive.direction),
             (given.coulomb,)),
            ("rotor", "inertial", times(drive.rotor, link.ddq), (given.rotor, given.ratio)),
            ("spring", "spring", drive.elastic(), (given.spring, given.rest)),
        ):  # fmt: skip
            own = {n for entry in entries for n in entry.names()}
            for terms, arrived in _brought(times(share, value), found):
                names = tuple(n for n, _ in terms[0].powers if n in own)
                traced.append(Origin(terms, effect, link.number, names, (), arrived, name))
    return traced


def body_origins(
    robot: Robot, shares: dict[int, Expression], roles: Roles, found: tuple[Term, ...]
) -> list[Origin]:
    """Terms by the bodies that bring them, where a robot is given by bodies and has no joints."""
    traced = []
    for number, share in shares.items():
        body = robot.bodies[number - 1]
        own = {n for entry in (body.mass, *body.inertia) for n in entry.names()}
        for terms, arrived in _brought(share, found):
            names = tuple(n for n, _ in terms[0].powers if n in own)
            cause = roles.cause(terms[0]).replace("other", "gravity")
            traced.append(Origin(terms, cause, number, names, (), arrived))
    return traced


def _brought(share: object, found: tuple[Term, ...]) -> list[tuple[tuple[Term, ...], Expression]]:
    """Those of the terms that stand in a share, by what they are but for sines and cosines."""
    if not isinstance(share, Expression):
        return []
    known = {t.powers for t in share.terms}
    groups: dict[Powers, list[Term]] = {}
    for term in found:
        if term.powers in known:
            groups.setdefault(_without_angles(term), []).append(term)
    brought = []
    for group in groups.values():
        wanted = frozenset(t.powers for t in group)
        arrived = share.select(lambda t, wanted=wanted: t.powers in wanted)  # type: ignore[misc]
        brought.append((tuple(group), arrived))
    return brought


def _without_angles(term: Term) -> Powers:
    return tuple((n, e) for n, e in term.powers if not n.startswith(("sin(", "cos(", "sqrt(")))


def bearers(robot: Robot, roles: Roles, powers: Powers) -> list[tuple[int, tuple[str, ...]]]:
    """The bodies whose mass or inertia can bring a term, and by which symbols; the load is 0."""
    names = [n for n, _ in powers]
    bodies = {i: (body.mass, *body.inertia) for i, body in enumerate(robot.links, 1)}
    found: list[tuple[int, tuple[str, ...]]] = []
    for number, entries in {**bodies, LOAD: robot.payload.entries}.items():
        own = [set(f.names()) - roles.gravity for f in entries if f]
        if any(not entry or entry & set(names) for entry in own):
            found.append((number, tuple(n for n in names if any(n in entry for entry in own))))
    return found
