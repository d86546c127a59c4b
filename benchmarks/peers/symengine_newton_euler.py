"""Closed-form inverse dynamics in symengine: the textbook recursion, expanded at every step.

The strongest peer: symengine is the fastest general computer algebra system Python has, and three
times faster again when a sine is a plain symbol (`s1`) and not a function (`sin(q1)`).
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from typing import Any

import symengine as se

from benchmarks.fresh import answer, peak_megabytes
from benchmarks.peers.numbers import evaluate, term_count
from benchmarks.peers.robots import INERTIA, PAYLOAD, ROBOTS, Robot, Row, random_values

Expr = Any
Vector = list[Expr]
Matrix = list[Vector]

ZERO, ONE = se.Integer(0), se.Integer(1)
_COSINE = {0: 1, 90: 0, 180: -1, -90: 0}
_SINE = {0: 0, 90: 1, 180: 0, -90: -1}


def length(text: str) -> Expr:
    """Read a symbol, minus a symbol, or zero."""
    if text == "0":
        return ZERO
    return -se.Symbol(text[1:]) if text.startswith("-") else se.Symbol(text)


def vector(names: Sequence[str]) -> Vector:
    """Make a symbol of every name."""
    return [se.Symbol(name) for name in names]


def add(*vectors: Vector) -> Vector:
    """Sum vectors, expanded."""
    return [se.expand(sum(entries)) for entries in zip(*vectors, strict=True)]


def scale(factor: Expr, v: Vector) -> Vector:
    """Multiply a vector by a scalar, expanded."""
    return [se.expand(factor * entry) for entry in v]


def cross(a: Vector, b: Vector) -> Vector:
    """Give the cross product, expanded."""
    return [
        se.expand(a[1] * b[2] - a[2] * b[1]),
        se.expand(a[2] * b[0] - a[0] * b[2]),
        se.expand(a[0] * b[1] - a[1] * b[0]),
    ]


def times(matrix: Matrix, v: Vector) -> Vector:
    """Multiply a matrix by a vector, expanded."""
    return [se.expand(sum(m * x for m, x in zip(row, v, strict=True))) for row in matrix]


def transposed(matrix: Matrix) -> Matrix:
    """Give the transpose."""
    return [list(column) for column in zip(*matrix, strict=True)]


def placement(row: Row, number: int, functions: bool) -> tuple[Matrix, Vector]:
    """Give the rotation and the position of a joint's frame in the one before it."""
    ca, sa = _COSINE[row.alpha], _SINE[row.alpha]
    a, d, q = length(row.a), length(row.d), se.Symbol(f"q{number}")
    if row.kind == "T":
        c, s, d = ONE, ZERO, d + q
    elif functions:
        c, s = se.cos(q), se.sin(q)
    else:
        c, s = vector((f"c{number}", f"s{number}"))
    rotation = [[c, -s, ZERO], [s * ca, c * ca, -sa], [s * sa, c * sa, ca]]
    return rotation, [a, -d * sa, d * ca]


def derive(
    rows: Sequence[Row], tool: Sequence[str] = ("0", "0", "0"), functions: bool = False
) -> list[Expr]:
    """Give the driving forces of a robot with everything symbolic, the payload included."""
    zero, z = [ZERO, ZERO, ZERO], [ZERO, ZERO, ONE]
    omega, alpha, a = zero, zero, [ZERO, ZERO, se.Symbol("g")]
    places: list[tuple[Matrix, Vector]] = []
    centres: list[Vector] = []
    loads: list[tuple[Vector, Vector]] = []
    for i, row in enumerate(rows, start=1):  # outward: velocities, accelerations, F and N
        dq, ddq = vector((f"dq{i}", f"ddq{i}"))
        rotation, position = placement(row, i, functions)
        back = transposed(rotation)
        a = times(back, add(a, cross(alpha, position), cross(omega, cross(omega, position))))
        omega, alpha = times(back, omega), times(back, alpha)
        if row.kind == "R":
            alpha = add(alpha, scale(ddq, z), cross(omega, scale(dq, z)))
            omega = add(omega, scale(dq, z))
        else:
            a = add(a, scale(ddq, z), scale(2 * dq, cross(omega, z)))
        centre = vector((f"rx{i}", f"ry{i}", f"rz{i}"))
        xx, yy, zz, xy, xz, yz = vector([f"{name}{i}" for name in INERTIA])
        inertia = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
        a_centre = add(a, cross(alpha, centre), cross(omega, cross(omega, centre)))
        force = scale(se.Symbol(f"m{i}"), a_centre)
        moment = add(times(inertia, alpha), cross(omega, times(inertia, omega)))
        places.append((rotation, position))
        centres.append(centre)
        loads.append((force, moment))
    f, n = vector(PAYLOAD[:3]), vector(PAYLOAD[3:])
    rotation = [[ONE, ZERO, ZERO], [ZERO, ONE, ZERO], [ZERO, ZERO, ONE]]
    position = [length(entry) for entry in tool]
    tau: list[Expr] = []
    for i in reversed(range(len(rows))):  # inward: f and n at every joint
        force, moment = loads[i]
        f = times(rotation, f)
        n = add(moment, times(rotation, n), cross(centres[i], force), cross(position, f))
        f = add(f, force)
        tau.append(n[2] if rows[i].kind == "R" else f[2])
        rotation, position = places[i]
    return tau[::-1]


def measure(robot: Robot, functions: bool) -> dict[str, Any]:
    """Derive once and report seconds, terms, peak memory and the forces in a random state."""
    start = time.perf_counter()
    tau = derive(robot.rows, robot.tool, functions)
    seconds = time.perf_counter() - start
    memory = peak_megabytes()
    values = random_values(robot)
    for i in range(1, len(robot.rows) + 1):
        values |= {f"s{i}": math.sin(values[f"q{i}"]), f"c{i}": math.cos(values[f"q{i}"])}
    return {
        "seconds": seconds,
        "terms": sum(term_count(entry) for entry in tau),
        "megabytes": memory,
        "forces": [evaluate(entry, values) for entry in tau],
    }


if __name__ == "__main__":
    answer(measure(ROBOTS[sys.argv[1]], functions="functions" in sys.argv[2:]))
