"""Regressors printed entry by entry: row i of Y times θ is the driving force i."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from torsor.errors import TorsorError
from torsor.referee.claims.claim import Claim
from torsor.referee.claims.definitions import Definition
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.claims.grids import Grid
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.syntax import (
    Call,
    Node,
    Product,
    Sum,
    Symbol,
    Unreadable,
    walk,
)


def find_rows(evaluator: Evaluator, judged: frozenset[int]) -> tuple[list[Claim], list[Unreadable]]:
    """A claim for each row of a regressor that is printed whole; rows with gaps are not judged.

    Entries of which another equation makes use (``judged``, by statement) are judged there.
    """
    claims: list[Claim] = []
    unread: list[Unreadable] = []
    for matrix, vector in dict.fromkeys(_products(evaluator)):
        letter, entries = _entries(evaluator, matrix)
        columns = _length(evaluator, vector)
        if not entries or columns <= evaluator.count:
            continue
        for row in range(1, evaluator.count + 1):
            printed = {j: d for (i, j), d in entries.items() if i == row}
            if not printed or any(d.statement in judged for d in printed.values()):
                continue
            first = evaluator.statements[min(d.statement for d in printed.values())]
            if set(printed) != set(range(1, columns + 1)):
                lacking = ", ".join(str(j) for j in range(1, columns + 1) if j not in printed)
                reason = f"row {row} of {matrix}: its entries {lacking} are not printed"
                unread.append(Unreadable(first.line, first.column, first.text, reason))
                continue
            side = _row(f"{letter}{row}", printed, vector, columns)
            at = len(evaluator.statements)
            try:
                evaluator.used = set()
                value = evaluator.scalar(side, at)
            except TorsorError as error:
                unread.append(Unreadable(first.line, first.column, first.text, str(error)))
                continue
            number = min(d.statement for d in printed.values())
            used = frozenset(evaluator.used) | {d.statement for d in printed.values()}
            forces = ((row, Fraction(1)),)
            claims.append(Claim(number, side, f"tau[{row}]", value, forces, used, made=True))
    return claims, unread


def _products(evaluator: Evaluator) -> Iterator[tuple[str, str]]:
    """Names of a matrix and a vector that are multiplied, the matrix not defined whole."""
    for number, statement in enumerate(evaluator.statements):
        for node in (n for side in statement.sides for n in walk(side)):
            if not isinstance(node, Product) or len(node.factors) != 2:
                continue
            first, second = node.factors
            name = first.function if isinstance(first, Call) else getattr(first, "name", "")
            if not name or not isinstance(second, Symbol) or second.dots:
                continue
            if evaluator.definitions.of(name, number):
                continue
            if second.name not in evaluator.coordinates.vectors:
                yield name, second.name


def _entries(evaluator: Evaluator, matrix: str) -> tuple[str, dict[tuple[int, int], Definition]]:
    """Its entries by row and column, by its own letter or the small one."""
    end = len(evaluator.statements)
    for letter in (matrix, matrix.lower()):
        found = evaluator.definitions.entries_of(letter, end)
        wide = {(k[0], k[1]): d for k, d in found.items() if len(k) == 2}
        if wide:
            return letter, wide
    return matrix, {}


def _length(evaluator: Evaluator, vector: str) -> int:
    end = len(evaluator.statements)
    definition = evaluator.definitions.of(vector, end)
    if definition is None:
        return 0
    try:
        value = evaluator.value(definition.value, definition.statement)
    except UnreadError:
        return 0
    return len(value.entries) if isinstance(value, Grid) else 0


def _row(stem: str, printed: dict[int, Definition], vector: str, columns: int) -> Node:
    """Σ_j y_ij θ_j as an expression, each entry with its own place."""
    terms: list[Node] = []
    for j in range(1, columns + 1):
        place = printed[j].value.place
        entry = Symbol(f"{stem}{j}", place)
        terms.append(Product((entry, Symbol(f"{vector}{j}", place)), place))
    return Sum(tuple(terms), terms[0].place)
