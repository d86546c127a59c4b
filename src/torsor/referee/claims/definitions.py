"""What a text defines: which name has which value, and from where on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from torsor.referee.naming.coordinates import Coordinates
from torsor.referee.reading.syntax import (
    Call,
    Entry,
    Node,
    Number,
    Power,
    Statement,
    Symbol,
    Table,
    Transpose,
    walk,
)

INDEXED = re.compile(r"([A-Za-z_]*[A-Za-z])([1-9])([1-9][0-9]?)\Z")
NUMBERED = re.compile(r"([A-Za-z_]*[A-Za-z])([1-9][0-9]?)\Z")


@dataclass(frozen=True)
class Definition:
    """A name and its value, by the number of the statement; ``indices`` where it is an entry."""

    statement: int
    value: Node
    called: bool = False
    indices: tuple[int, ...] = ()


class Definitions:
    """The definitions of a text, asked for at a place in it."""

    def __init__(self, statements: Sequence[Statement], coordinates: Coordinates) -> None:
        self.statements = statements
        self.by_name: dict[str, list[Definition]] = defaultdict(list)
        self._entries: tuple[int, dict[str, list[tuple[str, tuple[int, ...]]]]] | None = None
        reserved = {*coordinates.number, *coordinates.vectors, *coordinates.forces}
        reserved |= coordinates.force_vectors
        for number, statement in enumerate(statements):
            *names, value = statement.sides
            if isinstance(value, Symbol) and len(names) > 1 and not statement.assignment:
                # a = b = … =: h names the value before it
                names, value = [*names[:-1], value], names[-1]
            if statement.inline and isinstance(value, Number):
                continue  # a number that a quantity has, not what it stands for
            for k, side in enumerate(names):
                if statement.assignment and k:
                    break
                self._enter(side, number, value, reserved, statement.assignment)

    def _enter(
        self, side: Node, number: int, value: Node, reserved: set[str], assigned: bool
    ) -> None:
        """One side as a name, if it is one: a symbol, a call, an entry, a table of symbols."""
        if isinstance(side, Symbol) and not side.dots:
            if side.name not in reserved or assigned:
                self.by_name[side.name].append(Definition(number, value))
        elif isinstance(side, Power) and isinstance(side.base, Symbol):
            if isinstance(side.exponent, Number) and side.base.name not in reserved:
                key = f"{side.base.name}^{side.exponent.value}"
                self.by_name[key].append(Definition(number, value))
        elif isinstance(side, Call) and side.function not in reserved:
            self.by_name[side.function].append(Definition(number, value, called=True))
        elif isinstance(side, Entry) and isinstance(side.of, Symbol):
            self.by_name[side.of.name].append(Definition(number, value, indices=side.indices))
        elif isinstance(side, Table):
            self._enter_table(side, number, value, reserved)

    def _enter_table(self, side: Table, number: int, value: Node, reserved: set[str]) -> None:
        """``[x; y] = [a; b]`` defines x and y."""
        entries = [e for row in side.rows for e in row]
        names = [e for e in entries if isinstance(e, Symbol) and not e.dots]
        if len(names) != len(entries) or any(n.name in reserved for n in names):
            return
        inner = value.of if isinstance(value, Transpose) else value
        values = [e for row in inner.rows for e in row] if isinstance(inner, Table) else []
        if len(values) == len(names):
            for name, one in zip(names, values, strict=True):
                self.by_name[name.name].append(Definition(number, one))

    def of(self, name: str, at: int, called: bool = False) -> Definition | None:
        """What defines a name for a statement: the last before it, else the first after it.

        In code nothing is defined by what comes later.
        """
        found = [d for d in self.by_name.get(name, ()) if not d.indices]
        if called:
            found = [d for d in found if d.called] or found
        else:
            found = [d for d in found if not d.called] or found
        before = [d for d in found if d.statement < at]
        if before:
            return before[-1]
        after = [d for d in found if d.statement > at]
        if after and not self.statements[after[0].statement].assignment:
            return after[0]
        return None

    def entries_of(self, name: str, at: int) -> dict[tuple[int, ...], Definition]:
        """The entries of a table that is defined entry by entry, by their numbers.

        ``M_{12}`` counts as an entry of M, and ``g_1`` of g; the last definition before holds.
        """
        found: dict[tuple[int, ...], Definition] = {}
        for d in self.by_name.get(name, ()):
            if d.indices and (d.statement < at or not self.statements[d.statement].assignment):
                found[d.indices] = d
        for other, indices in self._members().get(name, ()):
            chosen = self.of(other, at) or self.by_name[other][0]
            found.setdefault(indices, chosen)
        return found

    def _members(self) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
        """The names that are entries of a table by their numbers, by the table's letter."""
        if self._entries is None or self._entries[0] != len(self.by_name):
            found: dict[str, list[tuple[str, tuple[int, ...]]]] = defaultdict(list)
            for other, several in self.by_name.items():
                match = INDEXED.match(other) or NUMBERED.match(other)
                if match and several:
                    found[match[1]].append((other, tuple(int(i) for i in match.groups()[1:])))
            self._entries = (len(self.by_name), found)
        return self._entries[1]

    def magnitudes(self) -> set[str]:
        """Names of vectors whose entries have the same letter for a number: g = [0, −g, 0]ᵀ."""
        found = set()
        for name, several in self.by_name.items():
            for d in several:
                inside = (n for t in walk(d.value) if isinstance(t, Table) for n in walk(t))
                if any(isinstance(n, Symbol) and n.name == name for n in inside):
                    found.add(name)
        return found

    def defined(self) -> set[str]:
        """Every name that is defined somewhere."""
        return set(self.by_name)


def symbols_in(node: Node) -> set[str]:
    """The names of the symbols and calls in a node."""
    found = set()
    for inner in walk(node):
        if isinstance(inner, Symbol):
            found.add(inner.name)
        elif isinstance(inner, Call):
            found.add(inner.function)
    return found
