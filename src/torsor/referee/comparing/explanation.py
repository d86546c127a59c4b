"""The shortest explanation of what is left over: printed terms paired with derived ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as every

from torsor.algebra.terms import Term
from torsor.referee.comparing.assignment import cheapest_pairs, greedy_pairs
from torsor.referee.comparing.slips import Slip, find_slip
from torsor.referee.reading.symbols import Key
from torsor.referee.reading.terms import Powers, PrintedTerm

FORBIDDEN = 100.0
EXACT = 100_000
"""Of more pairs than this only those one slip apart are tried, the likeliest first."""

FEW = 20
"""Of terms that are alike but for one factor, so many are tried."""


@dataclass(frozen=True)
class Monomial:
    """A printed monomial in normal form, with the term that it comes from."""

    coefficient: Fraction
    powers: Powers
    term: PrintedTerm | None


@dataclass(frozen=True)
class Difference:
    """One disagreement: its kind, and the printed and the derived term where there are such."""

    kind: str
    printed: Monomial | None
    derived: Term | None


def sort_powers(powers: Powers) -> Powers:
    """Powers in order, as terms are compared by."""
    return tuple(sorted((n, e) for n, e in powers if e))


def explain(
    left: list[Monomial],
    missing: list[Term],
    truth: dict[Powers, Fraction],
    glyph: Callable[[str], Key],
    excerpt: bool,
) -> tuple[list[Difference], list[Term]]:
    """The shortest explanation: printed terms paired with derived ones by the fewest slips."""
    differences: list[Difference] = []
    taken: set[int] = set()
    left = merge_like(left, missing, glyph)
    for i, found, j in pair_terms(left, missing, glyph, excerpt):
        if found is None:
            differences.append(_leave_alone(left[i], truth))
        else:
            taken.add(j)
            differences.append(Difference(found.kind, left[i], missing[j]))
    return differences, [t for j, t in enumerate(missing) if j not in taken]


def pair_terms(
    left: Sequence[Monomial], missing: Sequence[Term], glyph: Callable[[str], Key], excerpt: bool
) -> list[tuple[int, Slip | None, int]]:
    """For each printed term its slip and the derived term, or no slip where it stays alone."""
    printed = [(m.coefficient, m.powers) for m in left]
    derived = [(t.coefficient, sort_powers(t.powers)) for t in missing]
    near: Iterable[tuple[int, int]] = every(range(len(printed)), range(len(derived)))
    if len(printed) * len(derived) > EXACT:
        near = one_slip_apart([k for _, k in printed], [k for _, k in derived])
    slips = {(i, j): s for i, j in near if (s := find_slip(printed[i], derived[j], glyph))}
    # Alone, a printed term is one too many and, unless in an excerpt, a derived one too few.
    alone = 1.5 if excerpt else 2.0
    cost = {pair: s.cost for pair, s in slips.items() if s.cost < alone}
    rows = sorted({i for i, _ in cost})
    if len(rows) * (len(rows) + len(derived)) > EXACT:
        pairs = dict(greedy_pairs(cost))
    else:
        table = [
            [cost.get((i, j), FORBIDDEN) for j in range(len(derived))]
            + [alone if i == k else FORBIDDEN for k in rows]
            for i in rows
        ]
        pairs = {rows[i]: j for i, j in cheapest_pairs(table) if j < len(derived)}
    return [(i, slips.get((i, pairs.get(i, -1))), pairs.get(i, -1)) for i in range(len(left))]


def one_slip_apart(printed: Sequence[Powers], derived: Sequence[Powers]) -> set[tuple[int, int]]:
    """Terms that are the same once a factor is left out of either, found without trying all."""
    known: dict[Powers, list[int]] = defaultdict(list)
    for j, powers in enumerate(derived):
        for rest in _less_a_factor(powers):
            known[rest].append(j)
    return {
        (i, j)
        for i, powers in enumerate(printed)
        for rest in _less_a_factor(powers)
        for j in known.get(rest, ())[:FEW]
    }


def _less_a_factor(powers: Powers) -> set[Powers]:
    """The powers themselves, and with one factor left out, wholly or once."""
    whole = dict(powers)
    found = {powers}
    for name, exponent in powers:
        for left in (0, exponent - 1):
            found.add(sort_powers(tuple((whole | {name: left}).items())))
    return found


def merge_like(
    left: list[Monomial], missing: list[Term], glyph: Callable[[str], Key]
) -> list[Monomial]:
    """Like terms as one, where together they are one slip away from a derived term.

    A paper that prints J_xz and J_zx apart loses a dot in both of them at once.
    """
    groups: dict[Powers, list[Monomial]] = defaultdict(list)
    for monomial in left:
        groups[monomial.powers].append(monomial)
    found: list[Monomial] = []
    for powers, group in groups.items():
        total = sum((m.coefficient for m in group), Fraction(0))
        others = missing if len(group) > 1 else []
        slips = (
            find_slip((total, powers), (t.coefficient, sort_powers(t.powers)), glyph)
            for t in others
        )
        if any(s is not None and s.count == 1 for s in slips):
            found.append(Monomial(total, powers, group[0].term))
        else:
            found += group
    return found


def _leave_alone(monomial: Monomial, truth: dict[Powers, Fraction]) -> Difference:
    twice = truth.get(monomial.powers) == monomial.coefficient
    return Difference("twice" if twice else "extra", monomial, None)
