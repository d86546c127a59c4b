"""Shorter equivalent forms: c² or s², double angles, sums of angles for parallel axes."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb

from torsor.equations.tree import Key, Terms, add_to, key

Pair = tuple[int, int]


def _arguments(terms: Terms) -> list[str]:
    """The angles whose sines and cosines occur, as texts."""
    found = {a[4:-1] for k in terms for a, _ in k if a.startswith(("sin(", "cos("))}
    return sorted(found)


def _groups(terms: Terms, angle: str) -> dict[Key, dict[Pair, Fraction]]:
    """Terms by what stands beside the angle: {rest: {(power of sin, power of cos): c}}."""
    s, c = f"sin({angle})", f"cos({angle})"
    found: dict[Key, dict[Pair, Fraction]] = defaultdict(dict)
    for powers, coefficient in terms.items():
        table = dict(powers)
        pair = (table.pop(s, 0), table.pop(c, 0))
        found[tuple(sorted(table.items()))][pair] = coefficient
    return found


def squares(terms: Terms) -> Terms:
    """Write cos² or sin², whichever leaves fewer terms, for each angle and each neighbour."""
    for angle in _arguments(terms):
        result: Terms = {}
        for rest, group in _groups(terms, angle).items():
            other: dict[Pair, Fraction] = defaultdict(Fraction)
            for (i, j), coefficient in group.items():
                half = j // 2
                for k in range(half + 1):
                    other[i + 2 * k, j % 2] += coefficient * comb(half, k) * (-1) ** k
            swapped = {p: c for p, c in other.items() if c}
            for (i, j), coefficient in (swapped if len(swapped) < len(group) else group).items():
                powers = key((*rest, (f"sin({angle})", i), (f"cos({angle})", j)))
                add_to(result, powers, coefficient)
        terms = result
    return terms


def double_angles(terms: Terms) -> Terms:
    """sin a cos a as ½ sin 2a, and cos² a by cos 2a where that is not longer."""
    for angle in _arguments(terms):
        if not angle.isidentifier():
            continue
        result: Terms = {}
        twice = f"2*{angle}"
        for rest, group in _groups(terms, angle).items():
            if (1, 1) in group:
                add_to(result, key((*rest, (f"sin({twice})", 1))), group.pop((1, 1)) / 2)
            square = group.get((0, 2), Fraction(0))
            if square and group.get((0, 0), Fraction(0)) == -square / 2:
                del group[0, 2], group[0, 0]
                add_to(result, key((*rest, (f"cos({twice})", 1))), square / 2)
            for (i, j), coefficient in group.items():
                powers = key((*rest, (f"sin({angle})", i), (f"cos({angle})", j)))
                add_to(result, powers, coefficient)
        terms = result
    return terms


def angle_sums(terms: Terms) -> Terms:
    """cos a cos b − sin a sin b as cos(a + b), wherever that leaves fewer terms."""
    shorter = True
    while shorter:
        shorter = False
        for a, b in combinations(_arguments(terms), 2):
            if "*" in a or "*" in b:
                continue
            merged = _merge(terms, a, b)
            if len(merged) < len(terms):
                terms, shorter = merged, True
    return terms


def _merge(terms: Terms, a: str, b: str) -> Terms:
    result: Terms = {}
    products: dict[Key, dict[tuple[str, str], Fraction]] = defaultdict(dict)
    for powers, coefficient in terms.items():
        table = dict(powers)
        mine = {
            n: table[n] for n in (f"sin({a})", f"cos({a})", f"sin({b})", f"cos({b})") if n in table
        }
        if len(mine) == 2 and set(mine.values()) == {1} and len({n[4:] for n in mine}) == 2:
            first, second = ("s" if f"sin({x})" in mine else "c" for x in (a, b))
            rest = tuple((n, e) for n, e in powers if n not in mine)
            products[rest][first, second] = coefficient
        else:
            add_to(result, powers, coefficient)
    together, apart = combine(a, b, 1), combine(a, b, -1)
    for rest, group in products.items():
        cc, ss = group.get(("c", "c"), Fraction(0)), group.get(("s", "s"), Fraction(0))
        sc, cs = group.get(("s", "c"), Fraction(0)), group.get(("c", "s"), Fraction(0))
        new = {
            f"cos({together[0]})": (cc - ss) / 2,
            f"cos({apart[0]})": (cc + ss) / 2,
            f"sin({together[0]})": (sc + cs) / 2 * together[1],
            f"sin({apart[0]})": (sc - cs) / 2 * apart[1],
        }
        kept = {atom: c for atom, c in new.items() if c}
        if len(kept) < len(group):
            for atom, c in kept.items():
                add_to(result, key((*rest, *(() if atom == "cos()" else ((atom, 1),)))), c)
        else:
            for (f, g), c in group.items():
                names = ("sin" if f == "s" else "cos", "sin" if g == "s" else "cos")
                add_to(result, key((*rest, (f"{names[0]}({a})", 1), (f"{names[1]}({b})", 1))), c)
    return result


def combine(a: str, b: str, sign: int) -> tuple[str, int]:
    """The text of a ± b, made to begin with a plus, and the sign that this costs a sine."""
    counts = linear(a)
    for name, count in linear(b).items():
        counts[name] = counts.get(name, 0) + sign * count
    counts = {n: c for n, c in sorted(counts.items()) if c}
    flip = -1 if counts and next(iter(counts.values())) < 0 else 1
    text = ""
    for name, count in counts.items():
        count *= flip
        size = "" if abs(count) == 1 else f"{abs(count)}*"
        text += f"{'-' if count < 0 else '+' if text else ''}{size}{name}"
    return text, flip


def linear(argument: str) -> dict[str, int]:
    """``"q1+q2-2*q3"`` as counts by angle."""
    counts: dict[str, int] = {}
    for part in argument.replace("-", "+-").split("+"):
        if part:
            sign = -1 if part.startswith("-") else 1
            size, _, name = part.lstrip("-").rpartition("*")
            counts[name] = counts.get(name, 0) + sign * int(size or 1)
    return counts


FORMS = {"squares": squares, "double": double_angles, "sums": angle_sums}
"""The shorter forms by the name they are asked for."""
