"""Collecting: terms gathered behind their acceleration, velocity product or parameter."""

from __future__ import annotations

from fractions import Fraction

from torsor.equations.tree import Key, Product, Sum, Terms, factors, flat, split_index, term_order
from torsor.mechanics.effects import Roles

BY = ("acceleration", "velocity", "motion", "parameter")


def behind(powers: Key, by: str, roles: Roles) -> Key:
    """The factors that a term is collected by; empty if it has none of them."""
    if by == "acceleration":
        return tuple((n, e) for n, e in powers if roles.acceleration(n))
    if by == "velocity":
        return tuple((n, e) for n, e in powers if roles.velocity(n))
    if by == "motion":
        return roles.motion(powers)
    return tuple((n, e) for n, e in powers if inertial(n))


def inertial(name: str) -> bool:
    """Whether a symbol is a mass, a mass centre or an inertia."""
    stem = split_index(name.removesuffix("p"))[0]
    return stem == "m" or stem in ("rx", "ry", "rz") or stem[:1] == "I"


def collect(terms: Terms, by: str, roles: Roles) -> Sum:
    """A sum of (common factors) · (what they multiply), in reading order."""
    groups: dict[Key, Terms] = {}
    for powers, coefficient in terms.items():
        common = behind(powers, by, roles)
        rest = tuple(p for p in powers if p not in common)
        groups.setdefault(common, {})[rest] = coefficient
    parts: list[tuple[object, Product]] = []
    for common, group in groups.items():
        if not common or len(group) == 1:
            for rest, c in group.items():
                whole = tuple(sorted((*common, *rest)))
                parts.append((term_order(whole, roles), Product(c, factors(whole, roles))))
            continue
        inner = flat(group, roles)
        order = min(term_order(tuple(sorted((*common, *rest))), roles) for rest in group)
        parts.append((order, Product(Fraction(1), ((inner, 1), *factors(common, roles)))))
    return Sum(tuple(product for _, product in sorted(parts, key=lambda p: p[0])))  # type: ignore[arg-type,return-value]
