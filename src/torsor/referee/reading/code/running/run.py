"""Programs run over exact scalars: every assignment in its order, each with its own verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from torsor.algebra.budget import budget
from torsor.algebra.expression import Expression
from torsor.errors import TorsorError
from torsor.referee.reading.code.running.arrays import Array, Lost
from torsor.referee.reading.code.running.evaluation import Evaluation, reason_of
from torsor.referee.reading.code.running.linear import LinearScalars
from torsor.referee.reading.code.running.names import FreeNames, find_free
from torsor.referee.reading.code.running.ring import RingRun, ring_for
from torsor.referee.reading.code.running.scalars import S, Scalars
from torsor.referee.reading.syntax import Entry, Statement, Symbol

GIGABYTES = 6.0
"""What a program may write in all; some seconds."""


@dataclass(frozen=True)
class Unrun:
    """An assignment whose value is not known, and why."""

    statement: Statement
    reason: str


@dataclass(frozen=True)
class Ran(Generic[S]):
    """The values at a program's end, what has none, and what the free symbols stand for."""

    values: dict[str, S | Array[S]]
    """Numbers, and tables by their entries; an entry without a value is ``Lost``."""
    unrun: tuple[Unrun, ...]
    free: dict[str, tuple[str, tuple[int, ...]]]
    """Each flat name of a free symbol, and the author's: q2 is ("q", (2,)) where it is q(2)."""

    def entry(self, name: str, *indices: int) -> S:
        """One value by its name and indices, counted from 1."""
        found = self.values[name]
        if not isinstance(found, Array):
            return found
        value = found.entries[found.key(indices)]
        if isinstance(value, Lost):
            raise TorsorError(f"{name}{indices}: {value.reason}")
        return value

    def rows(self, name: str) -> list[list[S]]:
        """A table's entries row by row."""
        found = self.values[name]
        return found.rows() if isinstance(found, Array) else [[found]]


def run_code(
    statements: Iterable[Statement],
    vectors: Mapping[str, int] | None = None,
    rates: Mapping[str, str] | None = None,
) -> Ran[Expression]:
    """Run a routine's assignments over the ring that has all its free symbols.

    ``vectors`` gives the lengths of free names that are used whole (``M*ddq``); those that are
    read by an index are known. ``rates`` names each free symbol's time derivative.
    """
    several = list(statements)
    names = find_free(several, vectors or {})
    first = LinearScalars()
    with budget(GIGABYTES):
        run_over(several, first, names)
        return run_over(several, RingRun(ring_for(first, rates or {})), names)


def run_over(statements: Sequence[Statement], scalars: Scalars[S], names: FreeNames) -> Ran[S]:
    """Run assignments over any scalars; one that cannot be computed is listed, the rest goes on."""
    here = Evaluation(scalars, names)
    unrun: list[Unrun] = []
    for statement in statements:
        if not statement.assignment or len(statement.sides) != 2:
            continue
        value: S | Array[S] | Lost
        try:
            value = here.value(statement.sides[1])
        except TorsorError as error:
            value = Lost(reason_of(error))
        try:
            _store(here, statement, value)
        except TorsorError as error:
            value = Lost(reason_of(error))
        for lost in _lost_in(value):
            unrun.append(Unrun(statement, lost.reason))
    kept = {n: v for n, v in here.known.items() if not isinstance(v, Lost)}
    return Ran(kept, tuple(unrun), dict(names.flat))


def _store(here: Evaluation[S], statement: Statement, value: S | Array[S] | Lost) -> None:
    """Give a name or an entry its value."""
    target = statement.sides[0]
    if isinstance(target, Symbol):
        here.known[target.name] = value.copy() if isinstance(value, Array) else value
        return
    if not isinstance(target, Entry) or not isinstance(target.of, Symbol):
        return
    name = target.of.name
    table = here.known.get(name)
    if isinstance(table, Lost):
        return
    if not isinstance(table, Array):
        table = Array()
        here.known[name] = table
    if isinstance(value, Array):
        rows = value.rows()
        value = rows[0][0] if len(rows) == len(rows[0]) == 1 else Lost("a table as an entry")
    try:
        table.entries[table.key(target.indices)] = value
    except TorsorError as error:
        here.known[name] = Lost(str(error))
        raise


def _lost_in(value: S | Array[S] | Lost) -> list[Lost]:
    """The first of what has no value in a value."""
    if isinstance(value, Array):
        return [v for v in value.entries.values() if isinstance(v, Lost)][:1]
    return [value] if isinstance(value, Lost) else []
