"""Two models against each other, term by term, and what their difference weighs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from torsor.algebra.expression import Expression
from torsor.algebra.terms import Term
from torsor.arguments import validate_call
from torsor.derivation import derive
from torsor.equations.documents import speller
from torsor.errors import MissingValueError, RobotError
from torsor.formats.load import Names, RobotLike
from torsor.model import Model
from torsor.notation.notation import load_notation
from torsor.referee.comparing.comparison import Comparison, compare
from torsor.referee.reading.latex.places import Place
from torsor.referee.reading.symbols import Key, key_of
from torsor.referee.reading.terms import PrintedTerm, Reading
from torsor.robot.robot import WRENCH
from torsor.robot.symbols import angles

STATES = 200
NOWHERE = Place(1, 1, 0, 0)


@dataclass(frozen=True)
class Weight:
    """A differing term's largest size over the workspace, against the largest driving force."""

    term: Term
    share: float


@dataclass(frozen=True)
class ForceDiff:
    """One driving force of both models: the comparison, and what it weighs."""

    number: int
    comparison: Comparison
    share: float | None
    weights: tuple[Weight, ...]


@dataclass(frozen=True)
class ModelDiff:
    """Two models compared."""

    a: Model
    """The one."""
    b: Model
    """The other."""
    forces: tuple[ForceDiff, ...]
    """Each driving force, term by term."""

    def __repr__(self) -> str:
        differ = [f"tau{f.number}" for f in self.forces if not f.comparison.right]
        told = f"{', '.join(differ)} differ" if differ else "equal"
        return f"<ModelDiff of {self.a.robot.name} and {self.b.robot.name}: {told}>"

    @property
    def equal(self) -> bool:
        """Whether the models are the same."""
        return all(f.comparison.right for f in self.forces)


@validate_call
def diff(
    a: RobotLike,
    b: RobotLike,
    values: Mapping[str, Any] | None = None,
    assume: Names = (),
    payload: str = "",
) -> ModelDiff:
    """Compare two robots' driving forces (anything that ``load`` takes) term by term.

    Hypotheses to ``assume`` are for the second robot, a ``payload`` is for both. With ``values``
    for every parameter (a load not given is none), the differing terms are weighed over a
    workspace: random states with angles all around, and slides, velocities and accelerations up
    to 1.
    """
    first, second = derive(a, payload=payload), derive(b, payload=payload, assume=assume)
    if len(first.tau) != len(second.tau):
        raise RobotError(
            f"{first.robot.name} has {len(first.tau)} coordinates and {second.robot.name} has "
            f"{len(second.tau)}; only like robots can be compared"
        )
    spell = speller(first, load_notation(first.robot.notation or "standard"))

    def glyph(name: str) -> Key:
        return key_of(spell.glyph(name))

    states = _states(first, second, values) if values else []
    forces = []
    for number, (left, right) in enumerate(zip(first.tau, second.tau, strict=True), 1):
        comparison = compare(_as_printed(left), right, glyph)
        share: float | None = None
        weights: tuple[Weight, ...] = ()
        if states:
            share, weights = _weighed(left, right, comparison, states)
        forces.append(ForceDiff(number, comparison, share, weights))
    return ModelDiff(first, second, tuple(forces))


def _as_printed(expression: Expression) -> list[PrintedTerm]:
    return [
        PrintedTerm((Reading(t.coefficient, tuple(sorted(t.powers))),), NOWHERE, str(t))
        for t in expression.terms
    ]


def _states(a: Model, b: Model, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Random states with the given parameters."""
    needed = {n for m in (a, b) for t in m.tau for n in t.symbols()}
    moving = {f"{d}{q}" for q in a.coordinates for d in ("", "d", "dd")}
    # A load that is not given is none.
    values = dict.fromkeys(WRENCH, 0) | dict(values)
    lacking = sorted(n for n in needed - moving if n not in values and not n.startswith("sqrt("))
    if lacking:
        raise MissingValueError(f"no value for {', '.join(lacking)} (needed to weigh the terms)")
    random = Random(3)
    turning = set(angles(a.robot))
    found = []
    for _ in range(STATES):
        state: dict[str, Any] = dict(values)
        for name in moving - set(values):
            reach = 3.14159 if name in turning else 1.0
            state[name] = round(random.uniform(-reach, reach), 6)
        found.append(state)
    return found


def _weighed(
    left: Expression, right: Expression, comparison: Comparison, states: list[dict[str, Any]]
) -> tuple[float, tuple[Weight, ...]]:
    """The largest difference over the largest force, in all and term by term."""
    if comparison.right:
        return 0.0, ()
    other = right.ring
    ring = left.ring.extended(other.symbols, other.angles, other.roots, signs=other.signs)
    a, b = left.to(ring), right.to(ring)
    scale = max(max(abs(a.evaluate(s)), abs(b.evaluate(s))) for s in states) or 1.0
    apart = a - b
    share = max(abs(apart.evaluate(s)) for s in states) / scale
    weights = []
    for term in apart.terms:
        alone = ring.from_term_list([term])
        weights.append(Weight(term, max(abs(alone.evaluate(s)) for s in states) / scale))
    return share, tuple(sorted(weights, key=lambda w: -w.share))
