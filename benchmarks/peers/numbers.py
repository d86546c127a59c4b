"""Counting and evaluating sums of products, alike in SymPy and in symengine."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

Expr = Any


def term_count(expression: Expr) -> int:
    """Count the terms of an expanded expression."""
    if expression == 0:
        return 0
    return len(expression.args) if expression.is_Add else 1


def evaluate(expression: Expr, values: Mapping[str, float]) -> float:
    """Evaluate term by term; lambdify gives up on sums of this length."""
    known: dict[Expr, float] = {}

    def number(node: Expr) -> float:
        if node.is_Add:
            return math.fsum(map(number, node.args))
        if node.is_Mul:
            return math.prod(map(number, node.args))
        if node not in known:
            known[node] = leaf(node)
        return known[node]

    def leaf(node: Expr) -> float:
        name = type(node).__name__
        if node.is_Pow:
            base, exponent = node.args
            return math.pow(number(base), number(exponent))
        if name.lower() in ("sin", "cos"):
            return float(getattr(math, name.lower())(number(node.args[0])))
        return values[node.name] if node.is_Symbol else float(node)

    return number(expression)
