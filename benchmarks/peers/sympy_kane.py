"""Closed-form inverse dynamics by SymPy's own KanesMethod, then expanded; without payload."""

from __future__ import annotations

import sys
import time
from typing import Any

import sympy as sp
from sympy.physics.mechanics import (
    KanesMethod,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

from benchmarks.fresh import answer, peak_megabytes
from benchmarks.peers.numbers import evaluate, term_count
from benchmarks.peers.robots import INERTIA, ROBOTS, Robot, random_values

Expr = Any


def length(text: str) -> Expr:
    """Read a symbol, minus a symbol, or zero."""
    if text == "0":
        return sp.Integer(0)
    return -sp.Symbol(text[1:]) if text.startswith("-") else sp.Symbol(text)


def bodies(robot: Robot, q: list[Expr], u: list[Expr], base: Any) -> tuple[list[Any], list[Any]]:
    """Build the links with their velocities, and the weight of each."""
    frame, origin = base, Point("O")
    origin.set_vel(base, 0)
    links: list[Any] = []
    weights: list[Any] = []
    for i, row in enumerate(robot.rows, start=1):
        turned = frame.orientnew(f"B{i}", "Axis", (sp.rad(row.alpha), frame.x))
        turned.set_ang_vel(frame, 0)
        joint = origin.locatenew(f"O{i}", length(row.a) * frame.x + length(row.d) * turned.z)
        joint.v2pt_theory(origin, base, frame)
        if row.kind == "R":
            frame = turned.orientnew(f"A{i}", "Axis", (q[i - 1], turned.z))
            frame.set_ang_vel(turned, u[i - 1] * turned.z)
        else:
            carried, joint = joint, joint.locatenew(f"P{i}", q[i - 1] * turned.z)
            frame = turned
            joint.set_vel(turned, u[i - 1] * turned.z)
            joint.v1pt_theory(carried, base, turned)
        centre = joint.locatenew(
            f"C{i}", sum((sp.Symbol(f"r{a}{i}") * getattr(frame, a) for a in "xyz"), 0 * frame.x)
        )
        centre.v2pt_theory(joint, base, frame)
        xx, yy, zz, xy, xz, yz = (sp.Symbol(f"{name}{i}") for name in INERTIA)
        mass = sp.Symbol(f"m{i}")
        central = (inertia(frame, xx, yy, zz, xy, yz, xz), centre)
        links.append(RigidBody(f"link{i}", centre, frame, mass, central))
        weights.append((centre, -mass * sp.Symbol("g") * base.z))
        origin = joint
    return links, weights


def derive(robot: Robot) -> list[Expr]:
    """Give the expanded driving forces in q, dq and ddq: what Fr + Fr* lacks to be zero."""
    n = len(robot.rows)
    q, u = dynamicsymbols(f"q1:{n + 1}"), dynamicsymbols(f"u1:{n + 1}")
    base = ReferenceFrame("N")
    links, weights = bodies(robot, q, u, base)
    kinematic = [ui - qi.diff() for qi, ui in zip(q, u, strict=True)]
    method = KanesMethod(base, q_ind=q, u_ind=u, kd_eqs=kinematic)
    active, inertial = method.kanes_equations(links, weights)
    names: dict[Expr, Expr] = {}
    for i in range(n):
        names[u[i].diff()] = sp.Symbol(f"ddq{i + 1}")
        names[u[i]] = sp.Symbol(f"dq{i + 1}")
        names[q[i]] = sp.Symbol(f"q{i + 1}")
    return [sp.expand(entry.xreplace(names)) for entry in -(active + inertial)]


def measure(robot: Robot) -> dict[str, Any]:
    """Derive once and report seconds, terms, peak memory and the forces in a random state."""
    start = time.perf_counter()
    tau = derive(robot)
    seconds = time.perf_counter() - start
    memory = peak_megabytes()
    values = random_values(robot)
    return {
        "seconds": seconds,
        "terms": sum(term_count(entry) for entry in tau),
        "megabytes": memory,
        "forces": [evaluate(entry, values) for entry in tau],
    }


if __name__ == "__main__":
    answer(measure(ROBOTS[sys.argv[1]]))
