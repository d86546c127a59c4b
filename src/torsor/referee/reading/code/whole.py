"""Whole numbers in programs: indices, bounds, and what C computes without fractions."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from torsor.referee.reading.code import raw as r


def is_integer(raw: r.Raw, names: Collection[str]) -> bool:
    """Whether C computes this in whole numbers."""
    match raw:
        case r.Literal(whole=whole):
            return whole
        case r.Name(text=text):
            return text in names
        case r.Unary(mark="real"):
            return False
        case r.Unary(mark="int"):
            return True
        case r.Unary(of=inner):
            return is_integer(inner, names)
        case r.Chain(first=first, rest=rest):
            return all(is_integer(part, names) for part in (first, *(p for _, p in rest)))
        case _:
            return False


def whole_number(raw: r.Raw, known: Mapping[str, int]) -> int | None:
    """The whole number that an index or a bound is, if it is one."""
    match raw:
        case r.Literal(value=value) if value.denominator == 1:
            return int(value)
        case r.Name(text=text):
            return known.get(text)
        case r.Unary(mark="-", of=inner):
            number = whole_number(inner, known)
            return None if number is None else -number
        case r.Unary(mark="(" | "real" | "int", of=inner):
            return whole_number(inner, known)
        case r.Chain(first=first, rest=rest):
            total = whole_number(first, known)
            for mark, part in rest:
                other = whole_number(part, known)
                if total is None or other is None or mark not in ("+", "-", "*"):
                    return None
                total = {"+": total + other, "-": total - other, "*": total * other}[mark]
                if abs(total) > 10**9:
                    return None
            return total
        case _:
            return None
