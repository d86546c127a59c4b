"""Derivatives of a graph's nodes by its inputs, exact: the chain rule, node by node.

Forwards, a derivative travels with its node: one sweep for each direction. Backwards, each node
learns what the weighted outputs owe to it: one sweep for all inputs, some three times the work.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

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


def differentiate_backwards(
    graph: Graph, outputs: Sequence[Operand], weights: Sequence[Operand], by: Sequence[str]
) -> list[Operand]:
    """Σ weight ∂output/∂input for each input's name, in one sweep from the outputs back."""
    nodes = collect_nodes(outputs)
    reached = _depending_on(nodes, set(by))
    owed: dict[int, Operand] = {}

    def give(a: Operand, share: Operand) -> None:
        if isinstance(a, Node) and a.id in reached:
            owed[a.id] = plus(owed.get(a.id, 0), share)

    for output, weight in zip(outputs, weights, strict=True):
        give(output, weight)
    for node in reversed(nodes):
        share = owed.get(node.id, 0)
        if node.op != "input" and not is_zero(share):
            for a, part in _shares(graph, node, share):
                give(a, part)
    places = {node.data: node.id for node in nodes if node.op == "input"}
    return [owed.get(places.get(name, -1), 0) for name in by]


def _depending_on(nodes: Sequence[Node], names: Collection[str]) -> set[int]:
    """The nodes that depend on any of these inputs."""
    found: set[int] = set()
    for node in nodes:
        below = any(isinstance(a, Node) and a.id in found for a in node.args)
        if below or (node.op == "input" and node.data in names):
            found.add(node.id)
    return found


def _shares(graph: Graph, node: Node, share: Operand) -> list[tuple[Operand, Operand]]:
    """What each operand of a node gets of what the node itself is owed."""
    a, b = node.args[0], node.args[-1]
    if node.op == "neg":
        return [(a, times(-1, share))]
    if node.op == "add":
        return [(a, share), (b, share)]
    if node.op == "sub":
        return [(a, share), (b, times(-1, share))]
    if node.op == "mul":
        return [(a, times(share, b)), (b, times(share, a))]
    if node.op == "div":
        part = graph.divide(share, b)
        return [(a, part), (b, times(-1, times(node, part)))]
    if node.op == "sin":
        return [(a, times(graph.function("cos", a, node.data), share))]
    if node.op == "cos":
        return [(a, times(-1, times(graph.function("sin", a, node.data), share)))]
    return []  # sign


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
