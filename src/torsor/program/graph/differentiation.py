"""Derivatives of a graph's nodes by its inputs, exact: the chain rule, node by node."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.algebra.scalars.arithmetic import minus, plus, times
from torsor.program.graph.nodes import Graph, Node, Operand
from torsor.program.graph.passes import collect_nodes, is_zero


def differentiate(
    graph: Graph, outputs: Sequence[Operand], by: Sequence[str]
) -> list[list[Operand]]:
    """∂output/∂input: a row for each output, a column for each input's name."""
    nodes = collect_nodes(outputs)
    columns = [_along(graph, nodes, {name: 1}) for name in by]
    return [[_of(column, o) for column in columns] for o in outputs]


def differentiate_along(
    graph: Graph, outputs: Sequence[Operand], rates: dict[str, Operand]
) -> list[Operand]:
    """The derivative along a direction: each input's rate is given."""
    column = _along(graph, collect_nodes(outputs), rates)
    return [_of(column, o) for o in outputs]


def _of(column: dict[int, Operand], a: Operand) -> Operand:
    return column.get(a.id, 0) if isinstance(a, Node) else 0


def _along(graph: Graph, nodes: Sequence[Node], rates: dict[str, Operand]) -> dict[int, Operand]:
    found: dict[int, Operand] = {}
    for node in nodes:
        if node.op == "input":
            rate = rates.get(node.data, 0)
        else:
            parts = [_of(found, a) for a in node.args]
            rate = 0 if all(is_zero(p) for p in parts) else _rule(graph, node, parts)
        if not is_zero(rate):
            found[node.id] = rate
    return found


def _rule(graph: Graph, node: Node, parts: list[Operand]) -> Operand:
    a, b = node.args[0], node.args[-1]
    da, db = parts[0], parts[-1]
    if node.op == "neg":
        return times(-1, da)
    if node.op == "add":
        return plus(da, db)
    if node.op == "sub":
        return minus(da, db)
    if node.op == "mul":
        return plus(times(da, b), times(a, db))
    if node.op == "div":
        return graph.divide(minus(da, times(node, db)), b)
    if node.op == "sin":
        return times(graph.function("cos", a, node.data), da)
    if node.op == "cos":
        return times(-1, times(graph.function("sin", a, node.data), da))
    return 0  # sign
