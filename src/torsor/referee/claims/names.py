"""Sides of equations that are names, and what they may be the names of."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from torsor.referee.claims.content import content_of
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.syntax import (
    Call,
    Entry,
    Negative,
    Node,
    Product,
    Statement,
    Sum,
    Symbol,
    Table,
)

MASS = ("M", "H", "D", "B", "A", "Mq", "Mass", "mass", "massmatrix", "inertiamatrix", "MassMatrix")
GRAVITY = ("g", "G", "N", "gq", "tauG", "taug", "grav", "gravity", "Gq", "P", "phi", "Q", "Phi")
KINETIC = re.compile(r"(K|T|Ek|Ekin|Ec|KE|Ke|k|W|Tkin|Wk|Kin|EK)(\d*|tot|total)\Z")
POTENTIAL = re.compile(r"(U|V|P|Ep|Epot|PE|Pe|Pi|u|Vp|Eg|Vg|Upot|EP|Wp|Pot)(\d*|tot|total)\Z")
LAGRANGIAN = ("L", "Lag", "Lagrangian", "ell")
FAMILY = re.compile(r"([A-Za-z_]*[A-Za-z])([1-9])([1-9])\Z")
NUMBERED = re.compile(r"([A-Za-z_]*[A-Za-z])([1-9])\Z")


def is_name(side: Node) -> bool:
    """Whether a side is nothing but a name, or a table of names."""
    if isinstance(side, Table):
        return all(isinstance(e, (Symbol, Call)) for row in side.rows for e in row)
    return isinstance(side, (Symbol, Call)) or (
        isinstance(side, Entry) and isinstance(side.of, Symbol)
    )


def name_of(side: Node) -> str:
    """The name that a side is, without its arguments or numbers; or nothing."""
    if isinstance(side, Symbol) and not side.dots:
        return side.name
    if isinstance(side, Call):
        return side.function
    if isinstance(side, Entry) and isinstance(side.of, Symbol):
        return side.of.name
    return ""


def find_roles(statements: Sequence[Statement], vectors: frozenset[str]) -> dict[str, str]:
    """What multiplies q̈ is M, what multiplies q̇ is C, what stands alone beside them is g."""
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
        name = name_of(term)
        return (name, f"{sign}g") if name not in vectors else ("", "")
    if isinstance(term, Product) and len(term.factors) == 2:
        first, second = term.factors
        if isinstance(second, Symbol) and second.name in vectors and second.dots:
            return name_of(first), "M" if second.dots == 2 else "C"
        if isinstance(second, Table) and isinstance(second.rows[0][0], Symbol):
            dots = second.rows[0][0].dots
            return name_of(first), {2: "M", 1: "C"}.get(dots, "")
    return "", ""


class Families:
    """Letters whose numbered entries are those of a matrix or a column, by what most are."""

    def __init__(self, evaluator: Evaluator, roles: dict[str, str]) -> None:
        self.evaluator = evaluator
        self.count = evaluator.count
        self.roles = roles
        self.wide = self._wide_families()
        self.tall = self._tall_families()

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
                content = content_of(value)
                if content.shape == (1, 1) and not content.accelerated and content.names:
                    if content.rates == {1}:
                        kinds[letter].append("C")
                    elif content.rates <= {0}:
                        kinds[letter].append("M")
        found = {}
        for letter, votes in kinds.items():
            kind = max(("M", "C"), key=votes.count)
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
                content = content_of(value)
                if content.shape != (1, 1) or content.accelerated or not content.moving:
                    continue
                kinds[letter].append("g" if content.rates <= {0} else "Cdq")
        found = {}
        for letter, votes in kinds.items():
            kind = max(("g", "Cdq"), key=votes.count)
            known = letter in GRAVITY or self.roles.get(letter) == "g"
            if len(votes) > 1 and (kind == "Cdq" or known):
                found[letter] = kind
        return found
