"""A program run over numbers: floats, exact rationals, balls or ring elements, node by node."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from torsor.algebra.surds import Number
from torsor.program.graph.nodes import Node, Operand
from torsor.program.graph.passes import collect_nodes

V = TypeVar("V")
"""The kind of value that a program is run over."""

ARITHMETIC: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "neg": operator.neg,
}


def evaluate(
    outputs: Iterable[Operand],
    value: Callable[[str], V],
    function: Callable[[Node, V], V],
    number: Callable[[Number], V],
) -> list[V]:
    """The outputs' values, given those of inputs by name and of sin, cos and sign of a value."""
    wanted = list(outputs)
    known: dict[int, V] = {}

    def of(a: Operand) -> V:
        return known[a.id] if isinstance(a, Node) else number(a)

    for node in collect_nodes(wanted):
        if node.op == "input":
            known[node.id] = value(node.data)
            continue
        args = [of(a) for a in node.args]
        if node.op in ARITHMETIC:
            known[node.id] = ARITHMETIC[node.op](*args)
        else:
            known[node.id] = function(node, args[0])
    return [of(o) for o in wanted]


def evaluate_floats(outputs: Iterable[Operand], values: dict[str, float]) -> list[float]:
    """The outputs in floating point."""
    from math import cos, sin

    def function(node: Node, x: float) -> float:
        if node.op == "sign":
            return float((x > 0) - (x < 0))
        return sin(x) if node.op == "sin" else cos(x)

    return evaluate(outputs, values.__getitem__, function, float)
