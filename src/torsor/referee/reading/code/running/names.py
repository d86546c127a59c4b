"""What is free in a program: names that are read before they are assigned, and their entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from torsor.referee.reading.syntax import Entry, Statement, Symbol, walk

MOST = 2500
"""Programs with more free symbols than this are refused: no ring has as many."""


@dataclass
class FreeNames:
    """Flat names for free symbols and entries, each once: q(2) is q2 where no other q2 is free."""

    plain: frozenset[str]
    vectors: Mapping[str, int]
    flat: dict[str, tuple[str, tuple[int, ...]]] = field(default_factory=dict)
    """What each flat name stands for."""

    def name(self, base: str, indices: tuple[int, ...] = ()) -> str:
        """The flat name of a symbol or of its entry."""
        if not indices:
            self.flat.setdefault(base, (base, ()))
            return base
        flat = base + "_".join(map(str, indices))
        while flat in self.plain or self.flat.get(flat, (base, indices)) != (base, indices):
            flat += "_"
        self.flat[flat] = (base, indices)
        return flat


def find_free(statements: Iterable[Statement], vectors: Mapping[str, int]) -> FreeNames:
    """The free names of a program; one that is read by one index is a vector as long as that."""
    assigned: set[str] = set()
    plain: set[str] = set()
    lengths = dict(vectors)
    for statement in statements:
        inside: set[int] = set()
        for side in statement.sides[1:]:
            for node in walk(side):
                if isinstance(node, Entry) and isinstance(node.of, Symbol):
                    inside.add(id(node.of))
                    name = node.of.name
                    if name not in assigned and len(node.indices) == 1 and name not in vectors:
                        lengths[name] = max(lengths.get(name, 0), node.indices[0])
                elif isinstance(node, Symbol) and node.name not in assigned:
                    if id(node) not in inside:
                        plain.add(node.name)
        target = statement.sides[0]
        if isinstance(target, Entry):
            target = target.of
        if isinstance(target, Symbol):
            assigned.add(target.name)
    return FreeNames(frozenset(plain - set(lengths)), lengths)
