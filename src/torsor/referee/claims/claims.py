"""What a text claims of the dynamics: its equations with what each speaks of, told by content.

A table of n by n without rates is a mass matrix, one linear in rates a Coriolis matrix; a column
without rates is gravity; what contains driving forces is an equation of motion. The letters and
the place in M q̈ + C q̇ + g = τ decide where the content alone does not.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.referee.claims.author_ring import read_short
from torsor.referee.claims.claim import Claim
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.claims.grids import Grid, Value, add, negate
from torsor.referee.claims.names import (
    is_name,
    name_of,
)
from torsor.referee.claims.regressors import find_rows
from torsor.referee.claims.target_namer import TargetNamer
from torsor.referee.claims.trigonometry import expand_trig
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.syntax import (
    Call,
    Entry,
    Node,
    Number,
    Power,
    Product,
    Statement,
    Symbol,
    Unreadable,
    walk,
)

SECONDS = 9.0
"""What is not evaluated after this is not judged."""


@dataclass(frozen=True)
class Claims:
    """The claims of a text, what could not be evaluated, and what claims nothing by itself."""

    claims: tuple[Claim, ...]
    unread: tuple[Unreadable, ...]
    identities: tuple[tuple[int, Value, Value], ...]
    """Statements without a target whose sides are both values: statement, left, right."""
    loose: tuple[int, ...]
    """Statements that define something and claim nothing of the dynamics."""


class ClaimFinder:
    """Goes through the statements of a text once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.count = evaluator.count
        self.namer = TargetNamer(evaluator)

    def find(self) -> Claims:
        """Every claim of the text."""
        claims: list[Claim] = []
        unread: list[Unreadable] = []
        identities: list[tuple[int, Value, Value]] = []
        loose: list[int] = []
        began = time.monotonic()
        for number, statement in enumerate(self.evaluator.statements):
            try:
                if time.monotonic() - began > SECONDS:
                    raise UnreadError("not judged, for the text is too long")
                found = list(self._claims(number, statement))
            except UnreadError as error:
                place = statement.place_of(error.place) if error.place else None
                line, column = (
                    (place.line, place.column) if place else (statement.line, statement.column)
                )
                unread.append(Unreadable(line, column, statement.text, error.said, statement.label))
                continue
            claims += found
            short = self._shorthand(number, statement)
            if short is not None:
                identities.append(short)
            elif not found:
                pair = self._identity(number, statement)
                if pair is not None:
                    identities.append(pair)
                else:
                    loose.append(number)
        rows, failed = find_rows(self.evaluator, frozenset(n for c in claims for n in c.used))
        claims += rows
        unread += failed
        return Claims(tuple(claims), tuple(unread), tuple(identities), tuple(loose))

    # one statement ---------------------------------------------------------------------------

    def _claims(self, number: int, statement: Statement) -> Iterator[Claim]:
        sides = _without_inverse(statement.sides)
        if len(sides) < 2 or self._is_vector_definition(sides):
            return
        motion = [k for k, side in enumerate(sides) if self._has_force(side)]
        if statement.assignment and motion == [1] and sides is statement.sides:
            yield from self._residual(number, sides[1])
            return
        if motion:
            yield from self._equation_of_motion(number, sides, motion)
            return
        *names, _ = sides
        target = ""
        for k, side in enumerate(names):
            target = self.namer.target_of(side, sides[-1], number)
            if target:
                negative = self.namer.is_negative(name_of(side))
                yield from self._values(number, sides[k + 1 :], target, negative)
                return

    def _values(
        self, number: int, sides: Sequence[Node], target: str, negative: bool
    ) -> Iterator[Claim]:
        """Each side that is a value, with the target; further names of it are passed over."""
        for side in sides:
            if isinstance(side, Symbol) and len(sides) > 1 and side is not sides[-1]:
                other = self.namer.target_of(side, sides[-1], number)
                if other and other != target:
                    yield from self._values(number, sides[-1:], other, negative)
                    continue
            self.evaluator.used = set()
            value = self.evaluator.value(side, number)
            shaped = self._shape(value, target)
            if shaped is None:
                continue
            used = frozenset(self.evaluator.used)
            yield Claim(number, side, target, shaped, used=used, negative=negative)

    def _shape(self, value: Value, target: str) -> Value | None:
        """The value in the shape that its target has."""
        n = self.count
        if target in ("M", "C"):
            return value if isinstance(value, Grid) and value.shape == (n, n) else None
        if target in ("g", "Cdq", "h", "friction"):
            if not isinstance(value, Grid) or 1 not in value.shape or len(value.entries) != n:
                return None
            return value if value.shape[1] == 1 else value.T
        return None if isinstance(value, Grid) else value

    def _has_force(self, side: Node) -> bool:
        c = self.evaluator.coordinates
        for node in walk(side):
            if isinstance(node, Symbol) and not node.dots:
                if node.name in c.forces:
                    return True
                if node.name in c.force_vectors:
                    return self.evaluator.definitions.of(node.name, 10**9) is None
            if isinstance(node, Call) and node.function in c.force_vectors | set(c.forces):
                return True
            if isinstance(node, Entry) and isinstance(node.of, Symbol):
                if node.of.name in c.force_vectors:
                    return True
        return False

    def _equation_of_motion(
        self, number: int, sides: Sequence[Node], motion: Sequence[int]
    ) -> Iterator[Claim]:
        """Every other side against the forces, or all in one where they stand among the terms."""
        first = motion[0]
        pure = len(motion) == 1 and is_name(sides[first])
        pairs = [(sides[first], s) for k, s in enumerate(sides) if k != first] if pure else [
            (sides[k], sides[k + 1]) for k in range(len(sides) - 1)
        ]  # fmt: skip
        for left, right in pairs:
            self.evaluator.used = set()
            a, b = self.evaluator.value(left, number), self.evaluator.value(right, number)
            difference = add(a, negate(b), right.place)
            used = frozenset(self.evaluator.used)
            side = right if pure else None
            entries = difference.entries if isinstance(difference, Grid) else (difference,)
            for row, entry in enumerate(entries):
                solved = self._solve(entry)
                if solved is None and entry and len(entries) > 1:
                    raise UnreadError("a row of an equation of motion has no driving force")
                if solved is not None:
                    forces, value, lead = solved
                    yield Claim(
                        number, side, _force_target(forces), value, forces, used,
                        row if len(entries) > 1 else None, 1 / lead,
                    )  # fmt: skip

    def _residual(self, number: int, side: Node) -> Iterator[Claim]:
        """What code computes with the forces in it, and means to be nothing on a motion."""
        self.evaluator.used = set()
        value = self.evaluator.value(side, number)
        entries = value.entries if isinstance(value, Grid) else (value,)
        for row, entry in enumerate(entries):
            solved = self._solve(entry)
            if solved is None:
                continue
            forces, rest, lead = solved
            if any(n.startswith("ddq") for n in rest.names()):
                used = frozenset(self.evaluator.used)
                yield Claim(
                    number, side, _force_target(forces), rest, forces, used,
                    row if len(entries) > 1 else None, -1 / lead,
                )  # fmt: skip

    def _solve(
        self, entry: Expression
    ) -> tuple[tuple[tuple[int, Fraction], ...], Expression, Fraction] | None:
        """``τ₁ − τ₂ − (…) = 0`` as the combination of forces and what it equals."""
        forces: dict[int, Fraction] = {}
        rest = entry
        for k in range(1, self.count + 1):
            coefficient = entry.coefficient(f"tau{k}")
            if not coefficient:
                continue
            constant = coefficient.constant()
            if constant is None:
                raise UnreadError("driving forces with factors that are no numbers")
            forces[k] = constant
            rest = rest - coefficient * self.evaluator.ring.generator(f"tau{k}")
        if any(n.startswith("tau") for n in rest.names()):
            raise UnreadError("driving forces that are not linear in an equation of motion")
        if not forces:
            return None
        lead = forces[min(forces)]
        combination = tuple((k, f / lead) for k, f in sorted(forces.items()))
        return combination, rest * (Fraction(-1) / lead), lead

    def _shorthand(self, number: int, statement: Statement) -> tuple[int, Value, Value] | None:
        """c_1 = sin q_1: a sine or cosine whose letters and numbers say another."""
        first, value = statement.sides[0], statement.sides[-1]
        if not isinstance(first, Symbol) or not any(_is_trig(n) for n in walk(value)):
            return None
        meant = read_short(first.name, self.count)
        if meant is None:
            return None
        try:
            found = self.evaluator.value(value, number)
        except UnreadError:
            return None
        if isinstance(found, Grid) or not all(n[:4] in ("sin(", "cos(") for n in found.names()):
            return None
        function, turns = meant
        angles = {f"q{k}": n for k, n in turns.items()}
        expected = expand_trig(self.evaluator.ring, function, angles)
        return None if found == expected else (number, expected, found)

    def _identity(self, number: int, statement: Statement) -> tuple[int, Value, Value] | None:
        """Two sides that are both values, as ∂m₁₁/∂q₂ = −2 m₂ l₁ s₂."""
        sides = [s for s in statement.sides if not _only_names(s)]
        if len(sides) < 2:
            return None
        try:
            values = [self.evaluator.value(side, number) for side in sides]
        except UnreadError:
            return None
        return (number, values[0], values[-1]) if len(values) > 1 else None

    def _is_vector_definition(self, sides: Sequence[Node]) -> bool:
        first = sides[0]
        return isinstance(first, Symbol) and first.name in self.evaluator.coordinates.vectors


def _is_trig(node: Node) -> bool:
    return isinstance(node, Call) and node.function in ("sin", "cos")


def _only_names(side: Node) -> bool:
    """A side that names something, or defines its square."""
    if isinstance(side, Power) and is_name(side.base):
        return True
    return is_name(side) or isinstance(side, (Entry, Call))


def _without_inverse(sides: Sequence[Node]) -> Sequence[Node]:
    """q̈ = M⁻¹ (τ − C q̇ − g) as M q̈ = τ − C q̇ − g."""
    if len(sides) != 2:
        return sides
    for side, other in (sides, sides[::-1]):
        if not isinstance(side, Product) or len(side.factors) < 2:
            continue
        first, *rest = side.factors
        if isinstance(first, Power) and isinstance(first.exponent, Number):
            if first.exponent.value == -1:
                inner = rest[0] if len(rest) == 1 else Product(tuple(rest), side.place)
                return (Product((first.base, other), other.place), inner)
    return sides


def _force_target(forces: tuple[tuple[int, Fraction], ...]) -> str:
    if len(forces) == 1:
        return f"tau[{forces[0][0]}]"
    text = ""
    for k, f in forces:
        size = "" if abs(f) == 1 else f"{abs(f)} "
        text += f"{' - ' if f < 0 else ' + ' if text else ''}{size}tau[{k}]"
    return text.strip()
