"""Of a text with very many symbols, the statements that may have to do with the dynamics."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.errors import TextError
from torsor.referee.claims.coordinates import Coordinates
from torsor.referee.claims.definitions import symbols_in
from torsor.referee.claims.names import (
    FAMILY,
    GRAVITY,
    KINETIC,
    LAGRANGIAN,
    MASS,
    POTENTIAL,
    name_of,
)
from torsor.referee.reading.syntax import Statement

MANY = 1500
"""A text with no more symbols than this is taken whole."""


def keep_reachable(statements: Sequence[Statement], coordinates: Coordinates) -> list[Statement]:
    """The statements that are about the dynamics by their names, and what these rest on."""
    names = [set().union(*(symbols_in(side) for side in s.sides)) for s in statements]
    if len(set().union(*names)) <= MANY if names else True:
        return list(statements)
    defines: dict[str, list[int]] = {}
    for number, statement in enumerate(statements):
        for side in statement.sides[:-1]:
            name = name_of(side)
            if name:
                defines.setdefault(name, []).append(number)
    forces = {*coordinates.forces, *coordinates.force_vectors}
    waiting = [
        k for k, s in enumerate(statements)
        if names[k] & forces or any(_is_target(name_of(side)) for side in s.sides[:-1])
    ]  # fmt: skip
    kept: set[int] = set()
    found: set[str] = set()
    while waiting:
        number = waiting.pop()
        if number in kept or len(found | names[number]) > MANY:
            continue
        kept.add(number)
        found |= names[number]
        for name in names[number]:
            waiting += [k for k in defines.get(name, ())[:20] if k not in kept]
    if not kept:
        raise TextError(
            f"a text with more than {MANY} different symbols, none of them known, is refused"
        )
    return [s for k, s in enumerate(statements) if k in kept]


def _is_target(name: str) -> bool:
    if not name:
        return False
    family = FAMILY.match(name)
    known = (*MASS, *GRAVITY, *LAGRANGIAN, "C")
    letter = family[1] if family else name
    return letter in known or bool(KINETIC.match(name) or POTENTIAL.match(name))
