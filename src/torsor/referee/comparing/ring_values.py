"""Readings as elements of the model's ring, enlarged by what the text at hand has beside it."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.terms import Term
from torsor.errors import TextError
from torsor.referee.reading.terms import PrintedTerm, Reading

NORMAL = 200_000
"""An equation whose normal form may have more terms than this is refused."""


def normal_size(reading: Reading) -> int:
    """How many terms a reading may have once every sin² is 1 − cos²."""
    size = 1
    for name, power in reading.powers:
        if name.startswith("sin(") and size <= NORMAL:
            size *= power // 2 + 1
    return size


HIGHEST = 64
"""Printed sines to a higher power than this are refused."""


def ring_with(ring: Ring, printed: Sequence[PrintedTerm]) -> Ring:
    """The model's ring with the atoms of the text at hand."""
    symbols: dict[str, None] = {}
    angles: dict[str, None] = {}
    roots: set[int] = set()
    signs: dict[str, None] = {}
    for name in {n for t in printed for r in t.readings for n, _ in r.powers}:
        function, _, rest = name.partition("(")
        if function in ("sin", "cos"):
            angles[rest[:-1]] = None
        elif function == "sqrt" and rest[:-1].isdigit():
            roots.add(int(rest[:-1]))
        elif function == "sign":
            signs[rest[:-1]] = None
        elif name not in ring.index:
            symbols[name] = None
    return ring.extended(sorted(symbols), sorted(angles), roots, signs=sorted(signs))


def in_ring(reading: Reading, ring: Ring) -> Expression:
    """A reading in normal form; high powers of sines, whose normal form explodes, are refused."""
    for name, power in reading.powers:
        if power > HIGHEST and name.startswith("sin("):
            raise TextError(f"{name} to the power {power} is refused (at most {HIGHEST})")
    return ring.from_term_list([Term(reading.coefficient, reading.powers)])
