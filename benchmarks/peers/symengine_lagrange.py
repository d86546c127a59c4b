"""M, C and g in symengine, from partial velocities: Lagrange's equations, expanded at every step.

The Jacobians of every link are in its own axes, where inertias are constant, and sines are plain
symbols, whose derivatives are written here: the fastest way there is to have symengine do this.
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
from benchmarks.peers.robots import INERTIA, ROBOTS, Robot, Row, random_values
from benchmarks.peers.symengine_newton_euler import (
    ONE,
    ZERO,
    Expr,
    Matrix,
    Vector,
    add,
    cross,
    placement,
    times,
    transposed,
    vector,
)


def dot(a: Vector, b: Vector) -> Expr:
    """Give the scalar product, expanded."""
    return se.expand(sum((x * y for x, y in zip(a, b, strict=True)), ZERO))


def by_coordinate(expression: Expr, row: Row, number: int) -> Expr:
    """Differentiate by q, which stands in its sine and its cosine if the joint turns."""
    if row.kind == "T":
        return expression.diff(se.Symbol(f"q{number}"))
    c, s = vector((f"c{number}", f"s{number}"))
    return se.expand(c * expression.diff(s) - s * expression.diff(c))


def mass_and_gravity(rows: Sequence[Row]) -> tuple[Matrix, Vector]:
    """Give M and g, link by link: m J_vᵀ J_v + J_wᵀ I J_w, and the weight along J_v."""
    n = len(rows)
    zero, z = [ZERO, ZERO, ZERO], [ZERO, ZERO, ONE]
    J_v: list[Vector] = []  # of the frame's origin, a vector for each joint so far
    J_w: list[Vector] = []
    up = [ZERO, ZERO, se.Symbol("g")]
    mass = [[ZERO] * n for _ in range(n)]
    gravity = [ZERO] * n
    for i, row in enumerate(rows, start=1):
        rotation, position = placement(row, i, functions=False)
        back = transposed(rotation)
        J_v = [times(back, add(v, cross(w, position))) for v, w in zip(J_v, J_w, strict=True)]
        J_w = [times(back, w) for w in J_w]
        J_v.append(zero if row.kind == "R" else z)
        J_w.append(z if row.kind == "R" else zero)
        up = times(back, up)
        m, centre = se.Symbol(f"m{i}"), vector((f"rx{i}", f"ry{i}", f"rz{i}"))
        xx, yy, zz, xy, xz, yz = vector([f"{name}{i}" for name in INERTIA])
        inertia = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
        at_centre = [add(v, cross(w, centre)) for v, w in zip(J_v, J_w, strict=True)]
        turned = [times(inertia, w) for w in J_w]
        for a in range(i):
            gravity[a] = se.expand(gravity[a] + m * dot(at_centre[a], up))
            for b in range(a, i):
                share = m * dot(at_centre[a], at_centre[b]) + dot(J_w[a], turned[b])
                mass[a][b] = mass[b][a] = se.expand(mass[a][b] + share)
    return mass, gravity


def christoffel(mass: Matrix, rows: Sequence[Row]) -> Matrix:
    """Give every entry of C: ½ Σₖ (∂ₖMᵢⱼ + ∂ⱼMᵢₖ − ∂ᵢMⱼₖ) dqₖ."""
    n = len(rows)
    by: list[Matrix] = [[[ZERO] * n for _ in range(n)] for _ in range(n)]
    for k, row in enumerate(rows):
        for i in range(n):
            for j in range(i, n):
                by[k][i][j] = by[k][j][i] = by_coordinate(mass[i][j], row, k + 1)
    half, dq = ONE / 2, vector([f"dq{k}" for k in range(1, n + 1)])
    return [
        [
            se.expand(
                half * sum((by[k][i][j] + by[j][i][k] - by[i][j][k]) * dq[k] for k in range(n))
            )
            for j in range(n)
        ]
        for i in range(n)
    ]


def measure(robot: Robot) -> dict[str, Any]:
    """Derive once and report seconds, terms, peak memory and the numbers in a random state."""
    start = time.perf_counter()
    mass, gravity = mass_and_gravity(robot.rows)
    coriolis = christoffel(mass, robot.rows)
    seconds = time.perf_counter() - start
    memory = peak_megabytes()
    values = random_values(robot)
    for i in range(1, len(robot.rows) + 1):
        values |= {f"s{i}": math.sin(values[f"q{i}"]), f"c{i}": math.cos(values[f"q{i}"])}
    return {
        "seconds": seconds,
        "terms": sum(term_count(e) for row in (*mass, *coriolis, gravity) for e in row),
        "megabytes": memory,
        "M": [[evaluate(e, values) for e in row] for row in mass],
        "C": [[evaluate(e, values) for e in row] for row in coriolis],
        "g": [evaluate(e, values) for e in gravity],
    }


if __name__ == "__main__":
    answer(measure(ROBOTS[sys.argv[1]]))
