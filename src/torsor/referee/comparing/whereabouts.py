"""Where a slip is: in a definition, or where the name that it defines is used.

Each printed monomial remembers the nodes that it came through. A node all of whose monomials are
wrong, over the whole text, is where the slip may be: a wrong factor beside a name spoils every term
of a definition that is right elsewhere, a slip in a definition spoils every use of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from torsor.referee.claims.claim import Claim
from torsor.referee.comparing.explanation import Difference
from torsor.referee.comparing.pieces import Piece
from torsor.referee.equation import Checked
from torsor.referee.reading.latex.places import Place
from torsor.referee.reading.syntax import Statement
from torsor.referee.reading.terms import PrintedTerm

MOSTLY = 0.5
"""A node with more of its monomials wrong than this is wrong as a whole."""


@dataclass(frozen=True)
class Spot:
    """A node of the text: its statement, its place in the author's file, and its print."""

    statement: int
    place: Place
    text: str = field(compare=False)


@dataclass
class Whereabouts:
    """The nodes that the printed terms of a text came through."""

    spots: dict[int, tuple[Spot, ...]] = field(default_factory=dict)
    """By a term's identity: where it stands, then what it came through, outwards."""
    held: list[PrintedTerm] = field(default_factory=list)
    """The terms themselves, so that their identities last."""

    def enter(
        self, terms: Sequence[PrintedTerm], piece: Piece, statements: Sequence[Statement]
    ) -> None:
        """Remember where the terms of a piece come from."""

        def spot(number: int, place: Place) -> Spot:
            home = statements[min(number, len(statements) - 1)]
            return Spot(number, home.place_of(place), home.printed(place))

        trail = (spot(*node) for node in ((piece.statement, piece.place), *piece.trail))
        path = tuple(dict.fromkeys(trail))
        for term in terms:
            self.spots[id(term)] = path
            self.held.append(term)

    def relocate(self, found: list[tuple[Claim, Checked]]) -> list[tuple[Claim, Checked]]:
        """The differences of a text, each shown at the node where its slip must be."""
        total: Counter[Spot] = Counter()
        wrong: Counter[Spot] = Counter()
        bad: dict[Spot, set[Spot]] = defaultdict(set)
        for _, checked in found:
            for entry in checked.entries:
                odd = {id(d.printed.term) for d in entry.comparison.differences if d.printed}
                for term, _ in entry.comparison.read:
                    path = self.spots.get(id(term), ())
                    for spot in path:
                        total[spot] += 1
                        wrong[spot] += id(term) in odd
                        if id(term) in odd:
                            bad[spot].add(path[0])

        def moved(d: Difference) -> Difference:
            term = d.printed.term if d.printed else None
            path = self.spots.get(id(term), ()) if term is not None else ()
            if len(path) < 2 or term is None or d.printed is None:
                return d
            spot = _choose(path, total, wrong, bad)
            there = replace(term, place=spot.place, text=spot.text)
            return replace(d, printed=replace(d.printed, term=there))

        return [
            (claim, replace(checked, entries=tuple(
                replace(e, comparison=replace(
                    e.comparison, differences=tuple(map(moved, e.comparison.differences))
                ))
                for e in checked.entries
            )))
            for claim, checked in found
        ]  # fmt: skip


def _term_of(spot: Spot, path: tuple[Spot, ...], total: Counter[Spot]) -> Spot:
    """The whole term that a name stands in, where it is all of it."""
    after = path[path.index(spot) :]
    same = [s for s in after if s.statement == spot.statement and total[s] == total[spot]]
    return same[-1]


def _choose(
    path: tuple[Spot, ...],
    total: Counter[Spot],
    wrong: Counter[Spot],
    bad: Mapping[Spot, set[Spot]],
) -> Spot:
    """Of the nodes that a wrong monomial came through, the one where the slip must be.

    It is the one that explains the most: all its monomials are wrong, or mostly, for what agrees by
    chance hides that the rest is spoilt as well.
    """
    spoilt = [
        s for s in path
        if wrong[s] >= total[s] or (len(bad[s]) > 1 and wrong[s] >= MOSTLY * total[s])
    ]  # fmt: skip
    if not spoilt:
        return max(path, key=lambda s: wrong[s] / total[s])
    most = max(wrong[s] for s in spoilt)
    if path[0] in spoilt and wrong[path[0]] == most:
        return path[0]
    return _term_of([s for s in spoilt if wrong[s] == most][-1], path, total)
