"""Superscripts that are indices: where a text prints x¹ beside x², neither is a power.

Nobody raises to the power 1, so a family of symbols with a superscript 1 somewhere has indices
there, and its powers stand outside of parentheses: (x²)².
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from torsor.referee.claims.mapping import rebuild
from torsor.referee.reading.syntax import Node, Number, Power, Statement, Symbol, walk


def resolve_raised(statements: Sequence[Statement]) -> list[Statement]:
    """The statements with superscripts that are indices made part of the names."""
    families = {
        _stem(n.base)
        for s in statements for side in s.sides for n in walk(side)
        if isinstance(n, Power) and isinstance(n.base, Symbol) and _whole(n) == 1
    } | {
        _stem(n.base.base)
        for s in statements for side in s.sides for n in walk(side)
        if isinstance(n, Power) and isinstance(n.base, Power) and isinstance(n.base.base, Symbol)
    }  # fmt: skip
    if not families:
        return list(statements)

    def change(node: Node) -> Node:
        if isinstance(node, Power) and isinstance(node.base, Symbol):
            number = _whole(node)
            if number is not None and _stem(node.base) in families:
                glyph = node.base.glyph
                shown = replace(glyph, sup=str(number)) if glyph is not None else None
                return replace(node.base, name=f"{node.base.name}{number}", glyph=shown)
            return node
        return rebuild(node, change)

    return [replace(s, sides=tuple(map(change, s.sides))) for s in statements]


def _whole(power: Power) -> int | None:
    exponent = power.exponent
    if isinstance(exponent, Number) and exponent.value.denominator == 1 and exponent.value > 0:
        return int(exponent.value)
    return None


def _stem(symbol: Symbol) -> str:
    return re.sub(r"[0-9]", "", symbol.name)
