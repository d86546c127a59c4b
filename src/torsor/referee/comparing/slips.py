"""What kind of slip turns a derived term into a printed one: as an editor would say it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from torsor.referee.reading.symbols import Key, letters

KINDS = (
    "dot", "index", "symbol", "sign", "coefficient", "power", "missing", "extra", "twice",
    "factoring",
)  # fmt: skip

RANK = {"dot": 0, "sign": 1, "index": 2, "power": 3, "coefficient": 4, "symbol": 5}
"""Of two explanations with as many slips, the one with the commoner slip is preferred."""

Powers = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Slip:
    """The kind of the main slip, how many there are, and the cost of believing it."""

    kind: str
    count: int

    @property
    def cost(self) -> float:
        """One slip is likelier than a term too many and one too few; two are still so."""
        return (1.0 if self.count == 1 else 1.7) + 0.01 * RANK[self.kind]


def find_slip(
    printed: tuple[Fraction, Powers],
    derived: tuple[Fraction, Powers],
    glyph: Callable[[str], Key],
) -> Slip | None:
    """The slips between two terms, if one or two explain the difference."""
    (x, p), (y, d) = printed, derived
    mine, theirs = dict(p), dict(d)
    for name in set(mine) & set(theirs):
        common = min(mine[name], theirs[name])
        mine[name] -= common
        theirs[name] -= common
    only_printed = {n: e for n, e in mine.items() if e}
    only_derived = {n: e for n, e in theirs.items() if e}
    kinds = factor_slips(only_printed, only_derived, glyph)
    if kinds is None:
        return None
    if x == -y:
        kinds.append("sign")
    elif x != y:
        kinds.append("coefficient")
    if not kinds or len(kinds) > 2:
        return None
    return Slip(min(kinds, key=lambda k: RANK[k]), len(kinds))


def factor_slips(
    printed: dict[str, int], derived: dict[str, int], glyph: Callable[[str], Key]
) -> list[str] | None:
    """The kinds of the factors' slips; nothing if there are more than two."""
    if _squared(printed, derived) or _squared(derived, printed):
        return ["dot"]
    if not printed and not derived:
        return []
    if not printed or not derived:
        left = printed or derived
        return ["power"] * len(left) if len(left) <= 2 else None
    if len(printed) != len(derived) or len(printed) > 2:
        return None
    if len(printed) == 1 and list(printed.values()) != list(derived.values()):
        return [classify(next(iter(printed)), next(iter(derived)), glyph), "power"]
    if sorted(printed.values()) != sorted(derived.values()):
        return None
    best: list[str] | None = None
    names = list(derived)
    for order in (names, names[::-1]):
        pairs = list(zip(printed, order, strict=True))
        if any(printed[a] != derived[b] for a, b in pairs):
            continue
        kinds = [classify(a, b, glyph) for a, b in pairs]
        if best is None or sum(RANK[k] for k in kinds) < sum(RANK[k] for k in best):
            best = kinds
    return best


def _squared(a: dict[str, int], b: dict[str, int]) -> bool:
    """q̈ where q̇² stands, or the other way round: a dot in the place of a square."""
    if len(a) != 1 or len(b) != 1:
        return False
    (x, e), (y, f) = next(iter(a.items())), next(iter(b.items()))
    return x == f"d{y}" and y.startswith("dq") and e == 1 and f == 2


def classify(printed: str, derived: str, glyph: Callable[[str], Key]) -> str:
    """The kind of one factor in the place of another: a dot, an index or a symbol."""
    f, a = _inside(printed)
    g, b = _inside(derived)
    x, y = glyph(a), glyph(b)
    if f == g and x[0] == y[0] and x[2:] == y[2:] and x[1] != y[1]:
        return "dot"
    same = f == g and x[1:3] == y[1:3]
    scripts = zip((x[0], *x[3:]), (y[0], *y[3:]), strict=True)
    if same and all(letters(s) == letters(t) for s, t in scripts):
        return "index"
    return "symbol"


def _inside(name: str) -> tuple[str, str]:
    """``cos(q4)`` as ("cos", "q4"), a plain name as ("", name)."""
    function, _, rest = name.partition("(")
    return (function, rest[:-1]) if rest else ("", name)
