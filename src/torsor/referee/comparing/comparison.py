"""Printed terms against derived ones, exactly, and every disagreement explained once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from itertools import product as every

from torsor.algebra.expression import Expression, Term
from torsor.algebra.ring import Ring
from torsor.errors import TextError
from torsor.referee.comparing.assignment import cheapest_pairs, greedy_pairs
from torsor.referee.comparing.slips import Slip, slip
from torsor.referee.reading.symbols import Key
from torsor.referee.reading.terms import PrintedTerm, Reading

UNKNOWN = "unknown_"
FORBIDDEN = 100.0
EXACT = 100_000
"""Of more pairs than this only those one slip apart are tried, the likeliest first."""

FEW = 20
"""Of terms that are alike but for one factor, so many are tried."""

MANY = 20
"""Of terms with a sine squared, so many are tried as they are printed."""

Powers = tuple[tuple[str, int], ...]


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


@dataclass(frozen=True)
class Comparison:
    """How many terms are printed and derived, how many agree, and what does not."""

    printed: int
    derived: int
    matched: int
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    read: tuple[tuple[PrintedTerm, Reading], ...] = ()
    more: int = 0
    equal: bool = False
    """Whether both are one element of the ring; of an excerpt, whether every term is derived."""
    doubts: tuple[str, ...] = ()
    """What was overlooked in reading."""

    @property
    def right(self) -> bool:
        """Whether both are equal, and nothing differs."""
        return self.equal and not self.differences


def compare(
    printed: Sequence[PrintedTerm],
    derived: Expression,
    glyph: Callable[[str], Key],
    excerpt: bool = False,
) -> Comparison:
    """Match, pair and explain. In an excerpt, what is not printed is only counted."""
    ring = ring_with(derived.ring, printed)
    target = derived.to(ring)
    truth: dict[Powers, Fraction] = {_key(t.powers): t.coefficient for t in target.terms}
    monomials: list[Monomial] = []
    notes: list[str] = []
    if sum(max(map(_normal_size, t.readings)) for t in printed) > NORMAL:
        raise TextError(f"the equation has more than {NORMAL} terms in normal form")
    read = tuple((term, chosen(term, truth)) for term in printed)
    for term, reading in read:
        if len(term.readings) > 1:
            notes.append(f"{term.text.strip()}: read as {spoken(reading)}")
        notes += reading.notes
        for t in in_ring(reading, ring).terms:
            monomials.append(Monomial(t.coefficient, _key(t.powers), term))
    monomials = whole(read, monomials, truth, glyph)
    rest = residues(monomials, truth)
    equal = sum((in_ring(reading, ring) for _, reading in read), ring.number(0)) == target
    if equal:
        rest = Residue([], {}, {}, len(monomials))
    derived_left = [Term(c, k) for k, c in rest.missing.items()]
    differences, unpaired = paired(rest.left, derived_left, truth, glyph, excerpt)
    more, matched = 0, rest.matched + sum(len(group) for group in rest.partial.values())
    for lacking in unpaired:
        key = _key(lacking.powers)
        if key in rest.partial:
            matched -= 1
            right = Term(truth[key], lacking.powers)
            differences.append(Difference("coefficient", rest.partial[key][0], right))
        elif excerpt:
            more += 1
        else:
            differences.append(Difference("missing", None, lacking))
    if excerpt:
        equal = bool(printed) and not differences
    doubts = tuple(dict.fromkeys(d for _, reading in read for d in reading.doubts))
    return Comparison(
        len(printed), len(target), matched, tuple(differences), tuple(notes), read, more,
        equal, doubts,
    )  # fmt: skip


NORMAL = 200_000
"""An equation whose normal form may have more terms than this is refused."""


def _normal_size(reading: Reading) -> int:
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


def chosen(term: PrintedTerm, truth: dict[Powers, Fraction]) -> Reading:
    """Of several readings the one that is right, else one that stands for something known."""

    def merit(reading: Reading) -> tuple[bool, bool, bool]:
        key = _key(reading.powers)
        unknown = any(UNKNOWN in n for n, _ in reading.powers)
        return truth.get(key) == reading.coefficient, key in truth, not unknown

    return max(term.readings, key=merit)


def spoken(reading: Reading) -> str:
    """A reading as a plain product."""
    return str(Term(reading.coefficient, reading.powers))


def _key(powers: Powers) -> Powers:
    return tuple(sorted((n, e) for n, e in powers if e))


@dataclass
class Residue:
    """What is left on either side once all that agrees is taken away.

    ``partial`` holds monomials of which only a part of the derived coefficient is printed: the
    rest may stand elsewhere, misprinted, or the coefficient itself is wrong.
    """

    left: list[Monomial]
    missing: dict[Powers, Fraction]
    partial: dict[Powers, list[Monomial]]
    matched: int


def residues(monomials: Sequence[Monomial], truth: dict[Powers, Fraction]) -> Residue:
    """Take away all that agrees."""
    groups: dict[Powers, list[Monomial]] = defaultdict(list)
    for monomial in monomials:
        groups[monomial.powers].append(monomial)
    found = Residue([], dict(truth), {}, 0)
    for powers, group in groups.items():
        wanted = truth.get(powers, Fraction(0))
        agreed = agreeing(group, wanted)
        total = sum((m.coefficient for m in group), Fraction(0))
        if agreed is not None:
            found.missing.pop(powers, None)
            found.matched += len(agreed)
            found.left += [m for i, m in enumerate(group) if i not in agreed]
        elif total * wanted > 0 and abs(total) < abs(wanted):
            found.partial[powers] = group
            found.missing[powers] = wanted - total
        else:
            found.left += group
    return found


def whole(
    read: Sequence[tuple[PrintedTerm, Reading]],
    monomials: list[Monomial],
    truth: dict[Powers, Fraction],
    glyph: Callable[[str], Key],
) -> list[Monomial]:
    """The same monomials, but a term with s² as it is printed where one slip explains it so.

    In normal form s² is 1 − c², two monomials that no slip would bring together again.
    """
    squares = [(t, r) for t, r in read if any(n[:4] == "sin(" and e > 1 for n, e in r.powers)]
    wrong = {id(m.term) for m in residues(monomials, truth).left} if squares else set()
    for term, reading in squares[:MANY]:
        if id(term) not in wrong:
            continue
        others = [m for m in monomials if m.term is not term]
        printed = reading.coefficient, _key(reading.powers)
        lacking = residues(others, truth).missing.items()
        slips = (slip(printed, (c, k), glyph) for k, c in lacking)
        if any(s is not None and s.count == 1 for s in slips):
            monomials = [*others, Monomial(*printed, term)]
    return monomials


def agreeing(group: Sequence[Monomial], wanted: Fraction) -> set[int] | None:
    """The largest part of some like terms that adds up to the derived coefficient."""
    total = sum((m.coefficient for m in group), Fraction(0))
    if total == wanted:
        return set(range(len(group)))
    if not wanted:
        return None
    if len(group) > 10:
        for i, monomial in enumerate(group):
            if total - monomial.coefficient == wanted:
                return set(range(len(group))) - {i}
        alone = (i for i, monomial in enumerate(group) if monomial.coefficient == wanted)
        return next(({i} for i in alone), None)
    for size in range(len(group) - 1, 0, -1):
        for part in combinations(range(len(group)), size):
            if sum((group[i].coefficient for i in part), Fraction(0)) == wanted:
                return set(part)
    return None


def paired(
    left: list[Monomial],
    missing: list[Term],
    truth: dict[Powers, Fraction],
    glyph: Callable[[str], Key],
    excerpt: bool,
) -> tuple[list[Difference], list[Term]]:
    """The shortest explanation: printed terms paired with derived ones by the fewest slips."""
    differences: list[Difference] = []
    taken: set[int] = set()
    left = merged(left, missing, glyph)
    for i, found, j in explained(left, missing, glyph, excerpt):
        if found is None:
            differences.append(_alone(left[i], truth))
        else:
            taken.add(j)
            differences.append(Difference(found.kind, left[i], missing[j]))
    return differences, [t for j, t in enumerate(missing) if j not in taken]


def explained(
    left: Sequence[Monomial], missing: Sequence[Term], glyph: Callable[[str], Key], excerpt: bool
) -> list[tuple[int, Slip | None, int]]:
    """For each printed term its slip and the derived term, or no slip where it stays alone."""
    printed = [(m.coefficient, m.powers) for m in left]
    derived = [(t.coefficient, _key(t.powers)) for t in missing]
    near: Iterable[tuple[int, int]] = every(range(len(printed)), range(len(derived)))
    if len(printed) * len(derived) > EXACT:
        near = one_slip_apart([k for _, k in printed], [k for _, k in derived])
    slips = {(i, j): s for i, j in near if (s := slip(printed[i], derived[j], glyph))}
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
            found.add(_key(tuple((whole | {name: left}).items())))
    return found


def merged(
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
        slips = (slip((total, powers), (t.coefficient, _key(t.powers)), glyph) for t in others)
        if any(s is not None and s.count == 1 for s in slips):
            found.append(Monomial(total, powers, group[0].term))
        else:
            found += group
    return found


def _alone(monomial: Monomial, truth: dict[Powers, Fraction]) -> Difference:
    twice = truth.get(monomial.powers) == monomial.coefficient
    return Difference("twice" if twice else "extra", monomial, None)
