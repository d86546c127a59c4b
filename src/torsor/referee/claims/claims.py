"""What a text claims of the dynamics: its equations with what each speaks of, told by content.

A table of n by n without rates is a mass matrix, one linear in rates a Coriolis matrix; a column
without rates is gravity; what contains driving forces is an equation of motion. The letters and
the place in M q̈ + C q̇ + g = τ decide where the content alone does not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.referee.claims.claim import Claim
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.claims.grids import Grid, Value, add, negate
from torsor.referee.claims.regressors import find_rows
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.syntax import (
    Call,
    Derivative,
    Entry,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Statement,
    Sum,
    Symbol,
    Table,
    Unreadable,
    walk,
)

MASS = ("M", "H", "D", "B", "A", "Mq", "Mass", "mass", "massmatrix", "inertiamatrix", "MassMatrix")
GRAVITY = ("g", "G", "N", "gq", "tauG", "taug", "grav", "gravity", "Gq", "P", "phi", "Q", "Phi")
KINETIC = re.compile(r"(K|T|Ek|Ekin|Ec|KE|Ke|k|W|Tkin|Wk|Kin|EK)(\d*|tot|total)\Z")
POTENTIAL = re.compile(r"(U|V|P|Ep|Epot|PE|Pe|Pi|u|Vp|Eg|Vg|Upot|EP|Wp|Pot)(\d*|tot|total)\Z")
LAGRANGIAN = ("L", "Lag", "Lagrangian", "ell")
FAMILY = re.compile(r"([A-Za-z_]*[A-Za-z])([1-9])([1-9])\Z")
NUMBERED = re.compile(r"([A-Za-z_]*[A-Za-z])([1-9])\Z")


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
        roles = _roles(evaluator.statements, evaluator)
        self.negative = {name for name, role in roles.items() if role.startswith("-")}
        """What stands with a minus in the equation of motion, as in M q̈ + C q̇ − G = τ."""
        self.roles = {name: role.removeprefix("-") for name, role in roles.items()}
        self.wide = self._wide_families()
        self.tall = self._tall_families()

    def find(self) -> Claims:
        """Every claim of the text."""
        claims: list[Claim] = []
        unread: list[Unreadable] = []
        identities: list[tuple[int, Value, Value]] = []
        loose: list[int] = []
        for number, statement in enumerate(self.evaluator.statements):
            try:
                found = list(self._claims(number, statement))
            except UnreadError as error:
                reason = str(error)
                unread.append(
                    Unreadable(
                        statement.line, statement.column, statement.text, reason, statement.label
                    )
                )
                continue
            claims += found
            if not found:
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
            target = self._named(side, sides[-1], number)
            if target:
                negative = self._stem(_name_of(side)) in self.negative
                yield from self._values(number, sides[k + 1 :], target, negative)
                return

    def _stem(self, name: str) -> str:
        match = NUMBERED.match(name)
        return match[1] if match and match[1] in self.roles else name

    def _values(
        self, number: int, sides: Sequence[Node], target: str, negative: bool
    ) -> Iterator[Claim]:
        """Each side that is a value, with the target; further names of it are passed over."""
        for side in sides:
            if isinstance(side, Symbol) and len(sides) > 1 and side is not sides[-1]:
                other = self._named(side, sides[-1], number)
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
        pure = len(motion) == 1 and _is_name(sides[first])
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
        if not forces:
            return None
        lead = forces[min(forces)]
        combination = tuple((k, f / lead) for k, f in sorted(forces.items()))
        return combination, rest * (Fraction(-1) / lead), lead

    # names -----------------------------------------------------------------------------------

    def _named(self, side: Node, value: Node, number: int) -> str:
        """The target that a side names, by its letters and by what the value is; or nothing."""
        derivative = self._derivative_target(side)
        if derivative:
            return derivative
        name = _name_of(side)
        if not name or name in self.evaluator.coordinates.number:
            return ""
        try:
            content = _content(self.evaluator.value(value, number))
        except UnreadError:
            if self._plainly(name):
                raise
            return ""
        if content.shape == (self.count, self.count) and self.count > 1:
            return self._table_target(name, content)
        if len(content.shape) == 2 and 1 in content.shape and self.count in content.shape:
            return self._column_target(name, content)
        return self._scalar_target(side, name, content) if content.shape == (1, 1) else ""

    def _plainly(self, name: str) -> bool:
        """Whether a name is a target whatever its value."""
        match = FAMILY.match(name)
        letter = match[1] if match else name
        return self.roles.get(letter, "") in ("M", "C", "g") or letter in MASS

    def _table_target(self, name: str, content: _Content) -> str:
        role = self.roles.get(name, "")
        if content.rates == {1} and not content.accelerated:
            return "C"
        if role == "C" or name == "C":
            return "C" if content.moving or content.rates - {0} else ""  # else friction
        if role == "M" or name in MASS:
            return "M" if content.moving or content.symmetric or role == "M" else ""
        return ""

    def _column_target(self, name: str, content: _Content) -> str:
        role = self.roles.get(name, "")
        still = content.rates <= {0} and not content.accelerated
        if still and (role == "g" or name in GRAVITY):
            return "g" if content.moving or role == "g" else ""
        if content.accelerated:
            return "g" if name in ("g", "G") else ""
        if content.rates == {2}:
            return "Cdq"
        if name in ("g", "G"):
            return "g"  # with a slip in it
        if content.rates == {0, 2}:
            return "h"
        return "Cdq" if 2 in content.rates and (role or name in ("h", "V", "c", "C")) else ""

    def _scalar_target(self, side: Node, name: str, content: _Content) -> str:
        family = FAMILY.match(name)
        if family and max(int(family[2]), int(family[3])) <= self.count:
            kind = self.wide.get(family[1], "")
            if kind:
                return f"{kind}[{family[2]},{family[3]}]"
        if isinstance(side, Entry) and len(side.indices) == 2 and max(side.indices) <= self.count:
            kind = self.wide.get(name, "")
            return f"{kind}[{side.indices[0]},{side.indices[1]}]" if kind else ""
        if name in LAGRANGIAN and {0, 2} & content.rates:
            return "L"
        match = KINETIC.match(name)
        if match and 2 in content.rates and not content.accelerated:
            return f"K[{match[2]}]" if match[2].isdigit() else "K"
        match = POTENTIAL.match(name)
        if match and 0 in content.rates and (content.moving or match[2].isdigit()):
            if not content.accelerated or match[1] in ("U", "V"):
                return f"U[{match[2]}]" if match[2].isdigit() else "U"
        return self._numbered_target(side, name, content)

    def _numbered_target(self, side: Node, name: str, content: _Content) -> str:
        """g_1, h_2, V_3: a component of a column."""
        numbered = NUMBERED.match(name)
        index = int(numbered[2]) if numbered else 0
        letter = numbered[1] if numbered else name
        if isinstance(side, Entry) and len(side.indices) == 1:
            index, letter = side.indices[0], name
        if not 1 <= index <= self.count:
            return ""
        role = self.roles.get(letter, "")
        column = self.tall.get(letter, "")
        if column:
            return f"{column}[{index}]"
        if content.accelerated:
            return ""
        if content.rates == {2} and (role or letter in ("h", "V", "C", "c", "v", "n", "N")):
            return f"Cdq[{index}]"
        if content.rates <= {0} and (role == "g" or letter in GRAVITY):
            return f"g[{index}]" if content.moving or not content.names else ""
        return ""

    def _derivative_target(self, side: Node) -> str:
        """∂L/∂q̇, its rate and ∂L/∂q, of the Lagrangian or the kinetic energy."""
        rate = isinstance(side, Derivative) and side.by is None
        inner = side.of if rate and isinstance(side, Derivative) else side
        if not isinstance(inner, Derivative) or inner.by is None:
            return ""
        name = _name_of(inner.of)
        k = self.evaluator.coordinates.number.get(inner.by.name)
        if k is None or not (name in LAGRANGIAN or KINETIC.match(name)):
            return ""
        if inner.by.dots == 1:
            return f"dp[{k}]" if rate else f"p[{k}]"
        return f"L_q[{k}]" if name in LAGRANGIAN and not rate else ""

    def _wide_families(self) -> dict[str, str]:
        """Letters whose entries by two numbers are those of M or C, by what most of them are."""
        kinds: dict[str, list[str]] = defaultdict(list)
        beyond: set[str] = set()
        for name, several in self.evaluator.definitions.by_name.items():
            for definition in several:
                family = FAMILY.match(name)
                letter, indices = name, definition.indices
                if family and not indices:
                    letter, indices = family[1], (int(family[2]), int(family[3]))
                if len(indices) != 2:
                    continue
                if max(indices) > self.count:
                    beyond.add(letter)
                    continue
                try:
                    value = self.evaluator.value(definition.value, definition.statement)
                except UnreadError:
                    continue
                content = _content(value)
                if content.shape == (1, 1) and not content.accelerated and content.names:
                    if content.rates == {1}:
                        kinds[letter].append("C")
                    elif content.rates <= {0}:
                        kinds[letter].append("M")
        found = {}
        for letter, several in kinds.items():
            kind = max(("M", "C"), key=several.count)
            mass = self.roles.get(letter) == "M" or letter.upper() in MASS or letter in MASS
            if letter in beyond or (kind == "M" and not mass):
                continue
            found[letter] = kind
        for letter, role in self.roles.items():
            if role in ("M", "C") and letter not in beyond and letter not in found:
                if letter in kinds or role == "M":
                    found.setdefault(letter, role)
        return found

    def _tall_families(self) -> dict[str, str]:
        """Letters whose numbered entries are those of a column, by what most of them are."""
        kinds: dict[str, list[str]] = defaultdict(list)
        for name, several in self.evaluator.definitions.by_name.items():
            numbered = NUMBERED.match(name)
            if not numbered or int(numbered[2]) > self.count:
                continue
            letter = numbered[1]
            if not (letter in GRAVITY or letter in ("h", "V", "n", "N") or letter in self.roles):
                continue
            for definition in several:
                try:
                    value = self.evaluator.value(definition.value, definition.statement)
                except UnreadError:
                    continue
                content = _content(value)
                if content.shape != (1, 1) or content.accelerated or not content.moving:
                    continue
                kinds[letter].append("g" if content.rates <= {0} else "Cdq")
        found = {}
        for letter, several in kinds.items():
            kind = max(("g", "Cdq"), key=several.count)
            known = letter in GRAVITY or self.roles.get(letter) == "g"
            if len(several) > 1 and (kind == "Cdq" or known):
                found[letter] = kind
        return found

    def _identity(self, number: int, statement: Statement) -> tuple[int, Value, Value] | None:
        """Two sides that are both values, as ∂m₁₁/∂q₂ = −2 m₂ l₁ s₂."""
        values: list[Value] = []
        for side in statement.sides:
            if _is_name(side) or isinstance(side, (Entry, Call)):
                continue
            if isinstance(side, Power) and _is_name(side.base):
                continue  # v² defined, not computed
            try:
                values.append(self.evaluator.value(side, number))
            except UnreadError:
                return None
        return (number, values[0], values[-1]) if len(values) > 1 else None

    def _is_vector_definition(self, sides: Sequence[Node]) -> bool:
        first = sides[0]
        return isinstance(first, Symbol) and first.name in self.evaluator.coordinates.vectors


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


# content -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Content:
    """What a value has in it: its shape, degrees in rates, whether it moves and is symmetric."""

    shape: tuple[int, int]
    rates: set[int]
    accelerated: bool
    moving: bool
    symmetric: bool
    names: frozenset[str]


def _content(value: Value) -> _Content:
    entries = value.entries if isinstance(value, Grid) else (value,)
    shape = value.shape if isinstance(value, Grid) else (1, 1)
    rates: set[int] = set()
    names: set[str] = set()
    for entry in entries:
        for term in entry.terms:
            rates.add(sum(e for n, e in term.powers if re.fullmatch(r"dq[0-9]+", n)))
        names.update(entry.symbols())
    moving = any(re.fullmatch(r"q[0-9]+", n) for n in names)
    accelerated = any(n.startswith("ddq") for n in names)
    symmetric = not isinstance(value, Grid) or (
        shape[0] == shape[1] and value.T.rows == value.rows and any(entries)
    )
    return _Content(shape, rates, accelerated, moving, symmetric, frozenset(names))


def _is_name(side: Node) -> bool:
    if isinstance(side, Table):
        return all(isinstance(e, (Symbol, Call)) for row in side.rows for e in row)
    return isinstance(side, (Symbol, Call)) or (
        isinstance(side, Entry) and isinstance(side.of, Symbol)
    )


def _name_of(side: Node) -> str:
    if isinstance(side, Symbol) and not side.dots:
        return side.name
    if isinstance(side, Call):
        return side.function
    if isinstance(side, Entry) and isinstance(side.of, Symbol):
        return side.of.name
    return ""


def _force_target(forces: tuple[tuple[int, Fraction], ...]) -> str:
    if len(forces) == 1:
        return f"tau[{forces[0][0]}]"
    text = ""
    for k, f in forces:
        size = "" if abs(f) == 1 else f"{abs(f)} "
        text += f"{' - ' if f < 0 else ' + ' if text else ''}{size}tau[{k}]"
    return text.strip()


def _roles(statements: Sequence[Statement], evaluator: Evaluator) -> dict[str, str]:
    """What multiplies q̈ is M, what multiplies q̇ is C, what stands alone beside them is g."""
    vectors = evaluator.coordinates.vectors
    found: dict[str, str] = {}
    for statement in statements:
        for side in statement.sides:
            terms = side.terms if isinstance(side, Sum) else (side,)
            parts = [_part(t, vectors) for t in terms]
            if not any(role == "M" for _, role in parts):
                continue
            for name, role in parts:
                if name and role:
                    found.setdefault(name, role)
    return found


def _part(term: Node, vectors: frozenset[str]) -> tuple[str, str]:
    """The name of a term's matrix and what it multiplies."""
    sign = "-" if isinstance(term, Negative) else ""
    if isinstance(term, Negative):
        term = term.of
    if isinstance(term, (Symbol, Call)):
        name = _name_of(term)
        return (name, f"{sign}g") if name not in vectors else ("", "")
    if isinstance(term, Product) and len(term.factors) == 2:
        first, second = term.factors
        if isinstance(second, Symbol) and second.name in vectors and second.dots:
            return _name_of(first), "M" if second.dots == 2 else "C"
        if isinstance(second, Table) and isinstance(second.rows[0][0], Symbol):
            dots = second.rows[0][0].dots
            return _name_of(first), {2: "M", 1: "C"}.get(dots, "")
    return "", ""
