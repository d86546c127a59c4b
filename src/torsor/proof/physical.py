"""What physics asks of numbers: possible inertias, and a positive definite mass matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from flint import fmpq

from torsor.algebra.formula import Formula
from torsor.algebra.numbers import evaluate_rational
from torsor.algebra.scalars.floats import FloatScalars
from torsor.model import Model
from torsor.proof.claim import Check
from torsor.robot.robot import INERTIA, FreeBody, Link, Robot
from torsor.spatial.inertia import entries, second_moments, steiner, tensor
from torsor.spatial.vectors import Vector

STATES = 8
DRAWS = 200
"""How often values are drawn until every mass and inertia is possible."""

ROUNDING = fmpq(1, 10**10)
"""Relative to the largest entry of M: what is less is zero."""


def bodies_of(robot: Robot) -> list[tuple[str, Link | FreeBody]]:
    """Whatever has mass and inertia, by the name that a finding calls it."""
    named: list[tuple[str, Link | FreeBody]] = [
        (f"link {i}", link) for i, link in enumerate(robot.links, 1)
    ]
    named += [(f"body {i}", body) for i, body in enumerate(robot.bodies, 1)]
    if robot.payload.body is not None:
        named.append(("the load", robot.payload.body))
    return named


def inertias_possible(model: Model) -> Check | None:
    """Positive masses, and inertias that some distribution of mass has; numbers only."""
    findings, judged = [], 0
    for label, body in bodies_of(model.robot):
        mass = body.mass.constant
        if mass is not None and mass < 0:
            findings.append(f"{label} has a negative mass, {_decimal(mass)}")
        numbers = [e.constant for e in body.inertia if e.constant is not None]
        if len(numbers) < 6 or not any(numbers) or _alone(numbers):
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
    count = f"{judged} {'body' if judged == 1 else 'bodies'} with numbers"
    return Check(name, True, f"{count}: positive, triangle inequality")


def _alone(entries: Sequence[Fraction]) -> bool:
    """Whether one positive moment stands alone, as for a planar motion: no other one matters."""
    return sum(map(bool, entries)) == 1 and max(entries[:3]) > 0


def _decimal(value: Fraction) -> str:
    return f"{float(value):.6g}"


def inertia_problem(six: Sequence[Fraction]) -> str:
    """Why no distribution of mass has this inertia, or nothing.

    The tensor's second moments ½ tr(I) 1 − I must be positive semi-definite: that is positivity
    of the principal moments and the triangle inequality among them in one.
    """
    for axes, moment in zip(INERTIA, six[:3], strict=False):
        if moment < 0:
            return f"a moment of inertia is negative, I{axes} = {_decimal(moment)}"
    if semidefinite(second_moments(tensor(six))):
        return ""
    shown = ", ".join(f"I{a} = {_decimal(e)}" for a, e in zip(INERTIA, six, strict=True) if e)
    return f"its principal moments violate the triangle inequality ({shown})"


def semidefinite(A: Sequence[Sequence[Fraction]]) -> bool:
    """All principal minors of a symmetric 3 × 3 matrix are at least zero."""
    pairs = ((0, 1), (0, 2), (1, 2))
    if any(A[i][i] < 0 for i in range(3)):
        return False
    if any(A[i][i] * A[j][j] - A[i][j] ** 2 < 0 for i, j in pairs):
        return False
    (a, b, c), (_, d, e), (_, _, f) = A
    return a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d) >= 0


def random_values(robot: Robot, names: Sequence[str], random: Random) -> dict[str, Fraction]:
    """Round numbers for symbols: masses and inertias that a body can have, lengths positive."""
    values: dict[str, Fraction] = {}
    for _ in range(DRAWS):
        values = _drawn(robot, names, random)
        if possible(robot, values):
            break
    return values


def _drawn(robot: Robot, names: Sequence[str], random: Random) -> dict[str, Fraction]:
    values: dict[str, Fraction] = {}
    for _, body in bodies_of(robot):
        for entry, value in zip(body.inertia, _inertia(random), strict=True):
            _give(values, entry, value)
        _give(values, body.mass, Fraction(random.randint(2, 30), 10))
        for entry in body.com if isinstance(body, Link) else ():
            _give(values, entry, Fraction(random.randint(-30, 30) or 1, 20))
    for name in names:
        lowest = -30 if name.lstrip("d").startswith("q") else 1
        values.setdefault(name, Fraction(random.randint(lowest, 30) or 1, 20))
    return values


def possible(robot: Robot, values: Mapping[str, Fraction]) -> bool:
    """Whether every mass and inertia that has a symbol in it came out possible."""
    scalars = FloatScalars({n: float(v) for n, v in values.items()})
    known = set(values)
    for _, body in bodies_of(robot):
        formulas = (body.mass, *body.inertia)
        symbols = {n for f in formulas for n in f.names()}
        if not symbols or not symbols <= known:
            continue
        mass, *six = (Fraction(scalars.value(f)) for f in formulas)
        if mass < 0 or not semidefinite(tensor(six)):
            return False
    return True


def _give(values: dict[str, Fraction], entry: Formula, value: Fraction) -> None:
    if entry.head == "name":
        name: str = entry.parts[0]
        values.setdefault(name, value)


def _inertia(random: Random) -> tuple[Fraction, ...]:
    """The inertia of a few random point masses: physical by construction."""
    points = [Vector(Fraction(random.randint(-10, 10), 20) for _ in range(3)) for _ in range(4)]
    first, *others = (steiner(r, r) for r in points)
    return entries(sum(others, first))


def positive_definite(model: Model) -> Check:
    """M at random states, with physical parameters: every pivot of its elimination is positive.

    Point masses and links without mass may leave a motion without inertia: M is then
    semi-definite, and is called so.
    """
    M, n = model.tensor.M, len(model.coordinates)
    names = sorted({n for row in M for e in row for n in e.symbols()})
    random = Random(11)
    rank = 0
    for _ in range(STATES):
        values = random_values(model.robot, names, random)
        table = {n: str(v) for n, v in values.items()}
        pivots = pivots_of([[evaluate_rational(e, table) for e in row] for row in M])
        if any(pivot < 0 for pivot in pivots):
            state = ", ".join(f"{n} = {v}" for n, v in values.items() if n.startswith("q"))
            where = f"not at {state}" if state else "at no state"
            return Check("M is positive definite", False, where, "numeric")
        rank = max(rank, len(pivots))
    detail = f"at {STATES} random states with physical parameters"
    if rank < n:
        free = "one motion meets" if n - rank == 1 else f"{n - rank} motions meet"
        detail = f"{detail}; {free} no inertia"
        return Check("M is positive semi-definite", True, detail, "numeric")
    return Check("M is positive definite", True, detail, "numeric")


def pivots_of(A: Sequence[Sequence[fmpq]]) -> list[fmpq]:
    """The pivots of a symmetric elimination, the largest first, as many as the rank of A.

    What is left after the last one is zero but for rounding, or has a negative pivot.
    """
    left = [list(row) for row in A]
    small = max(abs(e) for row in A for e in row) * ROUNDING
    pivots: list[fmpq] = []
    while left:
        k = max(range(len(left)), key=lambda i: left[i][i])
        pivot = left[k][k]
        if pivot <= small:
            break
        pivots.append(pivot)
        rest = [i for i in range(len(left)) if i != k]
        left = [[left[i][j] - left[i][k] * left[k][j] / pivot for j in rest] for i in rest]
    # Of a semi-definite matrix nothing is left; otherwise some 2 × 2 minor is negative.
    return pivots if all(abs(e) <= small for row in left for e in row) else [*pivots, fmpq(-1)]
