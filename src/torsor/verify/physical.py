"""What physics asks of numbers: possible inertias, and a positive definite mass matrix."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from torsor.algebra.formula import Formula
from torsor.algebra.numbers import evaluate_rational
from torsor.robot.robot import Robot
from torsor.system import System
from torsor.verify.check import Check

STATES = 8


def inertias_possible(system: System) -> Check | None:
    """Positive masses, and inertias that some distribution of mass has; numbers only."""
    robot = system.robot
    findings, judged = [], 0
    named: list[tuple[str, Any]] = [(f"link {i}", link) for i, link in enumerate(robot.links, 1)]
    named += [(f"body {i}", body) for i, body in enumerate(robot.bodies, 1)]
    for label, link in named:
        mass = link.mass.constant
        entries = [e.constant for e in link.inertia]
        if mass is not None and mass < 0:
            findings.append(f"{label} has a negative mass")
        numbers = [e for e in entries if e is not None]
        if len(numbers) < 6 or not any(numbers):
            continue
        judged += 1
        problem = inertia_problem(numbers)
        if problem:
            findings.append(f"{label}: {problem}")
    if not judged and not findings:
        return None
    name = "inertias are physically possible"
    if findings:
        return Check(name, False, "; ".join(findings))
    return Check(name, True, f"{judged} links with numbers: positive, triangle inequality")


def inertia_problem(entries: Sequence[Fraction]) -> str:
    """Why no distribution of mass has this inertia, or nothing.

    The tensor's second moments ½ tr(I) 1 − I must be positive semi-definite: that is positivity
    of the principal moments and the triangle inequality among them in one.
    """
    xx, yy, zz, xy, xz, yz = entries
    half = (xx + yy + zz) / 2
    moments = [[half - xx, -xy, -xz], [-xy, half - yy, -yz], [-xz, -yz, half - zz]]
    if min(xx, yy, zz) < 0:
        return "a moment of inertia is negative"
    if not semidefinite(moments):
        return "its principal moments violate the triangle inequality"
    return ""


def semidefinite(A: Sequence[Sequence[Fraction]]) -> bool:
    """All principal minors of a symmetric 3 × 3 matrix are at least zero."""
    pairs = ((0, 1), (0, 2), (1, 2))
    if any(A[i][i] < 0 for i in range(3)):
        return False
    if any(A[i][i] * A[j][j] - A[i][j] ** 2 < 0 for i, j in pairs):
        return False
    (a, b, c), (_, d, e), (_, _, f) = A
    return a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d) >= 0


def random_values(robot: Robot, names: Sequence[str], random: Random) -> dict[str, Any]:
    """Round numbers for symbols: masses and inertias physical, anything else small."""
    values: dict[str, Any] = {}
    for link in robot.links:
        for entry, value in zip(link.inertia, _inertia(random), strict=True):
            _give(values, entry, value)
        _give(values, link.mass, Fraction(random.randint(2, 30), 10))
        _give(values, link.drive.rotor, Fraction(random.randint(1, 20), 100))
    for body in robot.bodies:
        for entry, value in zip(body.inertia, _inertia(random), strict=True):
            _give(values, entry, value)
        _give(values, body.mass, Fraction(random.randint(2, 30), 10))
    for name in names:
        if name not in values:
            values[name] = Fraction(random.randint(-30, 30) or 1, 20)
    return values


def _give(values: dict[str, Any], entry: Formula, value: Fraction) -> None:
    if entry.head == "name":
        values.setdefault(entry.parts[0], value)


def _inertia(random: Random) -> tuple[Fraction, ...]:
    """The inertia of a few random point masses: physical by construction."""
    total = [Fraction(0)] * 6
    for _ in range(4):
        x, y, z = (Fraction(random.randint(-10, 10), 20) for _ in range(3))
        for i, part in enumerate((y * y + z * z, x * x + z * z, x * x + y * y)):
            total[i] += part
        for i, part in enumerate((-x * y, -x * z, -y * z), 3):
            total[i] += part
    return tuple(total)


def positive_definite(system: System) -> Check:
    """M at random states, with physical parameters: every pivot of its elimination is positive.

    A link without mass and inertia may leave M semi-definite; that is told as such.
    """
    M = system.tensor.M
    names = sorted({n for row in M for e in row for n in e.symbols()})
    random = Random(11)
    lowest = None
    for _ in range(STATES):
        values = random_values(system.robot, names, random)
        table = {n: str(v) for n, v in values.items()}
        pivots = pivots_of([[evaluate_rational(e, table) for e in row] for row in M])
        smallest = min(pivots)
        if smallest <= 0:
            state = ", ".join(f"{n} = {v}" for n, v in values.items() if n.startswith("q"))
            return Check("M is positive definite", False, f"not at {state}", "numeric")
        lowest = smallest if lowest is None else min(lowest, smallest)
    detail = f"at {STATES} random states with physical parameters"
    return Check("M is positive definite", True, detail, "numeric")


def pivots_of(A: list[list[Any]]) -> list[Any]:
    """The pivots of Gauss elimination without exchange; all positive if and only if A is."""
    pivots = []
    for k in range(len(A)):
        pivots.append(A[k][k])
        if not A[k][k]:
            break
        for i in range(k + 1, len(A)):
            factor = A[i][k] / A[k][k]
            A[i] = [a - factor * b for a, b in zip(A[i], A[k], strict=True)]
    return pivots
