"""Two symbols of an author's for one quantity, as where a text changes its letters on the way."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.referee.dictionary.finding import Fit
from torsor.referee.dictionary.terms import Terms, translate
from torsor.referee.dictionary.units import Unit, derived


def find_synonyms(fit: Fit, units: Sequence[Unit]) -> dict[str, tuple[str, int]]:
    """Symbols without a meaning that fit, in every term of theirs, one that is taken already."""
    names = dict(fit.match.names)
    printed = Terms.of(u.printed for u in units)
    lonely = [n for n in printed.names() if n not in names]
    if not lonely or len(lonely) > 20:
        return {}
    nothing = fit.model.ring.number(0)
    wanted = (derived(fit.model, u.target, u.forces, fit.joint) for u in units)
    there = Terms.of(nothing if e is None else e for e in wanted)
    there = there.without(set(fit.match.zero))
    found: dict[str, tuple[str, int]] = {}
    for mine in lonely:
        for symbol in sorted({s for s, _ in names.values()}):
            if _fits(mine, symbol, names | found, printed, there):
                found[mine] = (symbol, 1)
                break
    return found


def _fits(
    mine: str, symbol: str, names: dict[str, tuple[str, int]], printed: Terms, there: Terms
) -> bool:
    tried = names | {mine: (symbol, 1)}
    some = False
    for place, monomials in printed.at.items():
        for monomial, coefficient in monomials.items():
            if not any(n == mine for n, _ in monomial):
                continue
            moved = translate(monomial, tried)
            if moved is None:
                continue
            some = True
            if there.at.get(place, {}).get(moved[0]) != coefficient * moved[1]:
                return False
    return some
