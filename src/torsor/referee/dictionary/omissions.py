"""What a text leaves out: by a simplification that shows everywhere, or maybe by a slip.

A slip loses one term. A symbol that would stand in many terms and is in none was left out on
purpose; one that would stand in few is asked about, unless the like of it is left out for sure
elsewhere, or nothing of it is left anyway.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from torsor.referee.dictionary.names import family, parts_of
from torsor.referee.dictionary.terms import Terms

FEW = 3
"""A symbol that would stand in no more terms than this may have been lost by a slip."""


def doubtful_omissions(
    zero: Iterable[str], present: Iterable[str], there: Terms, beside: frozenset[str] = frozenset()
) -> list[frozenset[str]]:
    """Groups of symbols of the model that a slip may have lost, each group by one slip.

    ``beside`` are the numbers of links that reach beside their joint's axis, so that a mass centre
    beside it is to be expected.
    """
    absent = set(zero)
    count, alone = _counts(there, absent)
    sure = {s for s in absent if count[s] > FEW}
    here = set(present)
    found: list[frozenset[str]] = []
    seen: set[str] = set()
    for symbol in sorted(absent - sure):
        if symbol in seen or symbol.endswith("p"):
            continue
        others = alone.get(symbol, frozenset())
        if not others:
            continue  # it goes with what is left out for sure
        kind, number = family(symbol), parts_of(symbol)[1]
        letters = parts_of(symbol)[0]
        like = {s for s in sure if family(s) == kind and _alike(s, letters, kind)}
        peers = {s for s in here if family(s) == kind and _alike(s, letters, kind)}
        if kind in ("r", "I", "fv", "fc") and (like or not peers):
            continue
        if number not in beside and _absorbed(others, here, there):
            continue
        if kind == "r" and any(family(s) == "r" and parts_of(s)[1] == number for s in here):
            continue  # the mass centre lies on an axis
        group = frozenset(s for s in others if s not in sure)
        seen |= group
        found.append(group)
    return found


def _absorbed(group: frozenset[str], present: set[str], there: Terms) -> bool:
    """Whether an inertia of the same link stands wherever m r² does, and so may have it in it.

    A link that only turns about one axis has its mass in nothing but its inertia about that axis.
    """
    masses = [s for s in group if family(s) == "m"]
    if len(masses) != 1:
        return False
    number = parts_of(masses[0])[1]
    own = [s for s in present if family(s) == "I" and parts_of(s)[1] == number]
    for monomials in there.at.values():
        for monomial, coefficient in monomials.items():
            powers = dict(monomial)
            if powers.pop(masses[0], 0) != 1:
                continue
            arms = [n for n in powers if family(n) == "r" and parts_of(n)[1] == number]
            if len(arms) != 1 or powers.pop(arms[0]) != 2:
                return False
            like = (tuple(sorted((powers | {s: 1}).items())) for s in own)
            if not any(monomials.get(m) == coefficient for m in like):
                return False
    return bool(own)


def _alike(symbol: str, letters: str, kind: str) -> bool:
    """Whether a symbol is the same quantity of another link; mass centres go by themselves."""
    if kind != "I":
        return True
    other = parts_of(symbol)[0]
    product = ("Ixy", "Ixz", "Iyz")
    return (other in product) == (letters in product)


def _counts(there: Terms, absent: set[str]) -> tuple[Counter[str], dict[str, frozenset[str]]]:
    """In how many terms a symbol would stand, and what would be lost together with it.

    A term counts for a symbol only if no other symbol that is left out makes it nothing as well,
    other than those which stand in no other term.
    """
    count: Counter[str] = Counter()
    company: dict[str, set[frozenset[str]]] = defaultdict(set)
    for monomials in there.at.values():
        for monomial in monomials:
            lost = frozenset(n for n, _ in monomial if n in absent)
            for name in lost:
                count[name] += 1
                company[name].add(lost)
    found: dict[str, frozenset[str]] = {}
    for name, groups in company.items():
        smallest = min(groups, key=len)
        if all(count[other] <= FEW for other in smallest):
            found[name] = smallest
    return count, found
