"""Kinetic and potential energy as graph nodes."""

from __future__ import annotations

from torsor.algebra.scalars.arithmetic import minus, plus, summed, times
from torsor.mechanics import drives
from torsor.mechanics.chain import Chain, body_of
from torsor.mechanics.fast.kinetic_energy import kinetic_energy as of_links
from torsor.mechanics.parameters.linear_rnea import linear_body
from torsor.program.functions.closed_form import find_model, write_lightest
from torsor.program.functions.robot_graph import RobotGraph
from torsor.program.graph.nodes import Operand
from torsor.spatial.vectors import ZERO, Vector


def kinetic_energy(robot: RobotGraph) -> list[Operand]:
    """K(q, q̇) of the links, a carried body and the rotors."""

    def recursion() -> list[Operand]:
        rotors = drives.rotor_energy(robot.plain_chain("ddq"), robot.drives("ddq"))
        return [plus(of_links(robot.chain("ddq")), rotors)]

    return write_lightest(robot, recursion, lambda: [find_model(robot).energies.K])


def potential_energy(robot: RobotGraph) -> list[Operand]:
    """U(q) of the weights and the springs: zero where all mass centres lie in the base's origin."""

    def recursion() -> list[Operand]:
        chain = robot.plain_chain("dq", "ddq")
        weights = chain.gravity.dot(_first_moment(robot, chain))
        return [minus(drives.spring_energy(robot.drives("dq", "ddq")), weights)]

    return write_lightest(robot, recursion, lambda: [find_model(robot).energies.U])


def _first_moment(robot: RobotGraph, chain: Chain[Operand]) -> Vector[Operand]:
    """The first moment of all bodies about the base's origin, gathered inwards."""
    masses: dict[int, Operand] = {0: 0}
    moments: dict[int, Vector[Operand]] = {0: ZERO}
    for link in chain.links:
        body = linear_body(link.body)
        masses[link.number], moments[link.number] = body.m, body.h
    carried = robot.description.payload.body
    if robot.description.payload.kind == "body" and carried is not None:
        load, last = linear_body(body_of(carried, robot.scalars())), len(chain.links)
        masses[last] = plus(masses[last], load.m)
        moments[last] = moments[last] + chain.R_tool @ load.h + chain.p_tool * load.m
    for link in reversed(chain.links):
        i, m = link.number, masses[link.number]
        masses[link.parent] = summed((masses[link.parent], m))
        shifted = Vector(times(m, e) for e in link.p)
        moments[link.parent] = moments[link.parent] + link.R @ moments[i] + shifted
    return moments[0]
