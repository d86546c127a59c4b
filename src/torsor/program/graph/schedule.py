"""In which order to compute, and which products to fuse into sums.

Nodes are ordered depth first from the outputs, one output after another, the operand that needs
more registers first (Sethi and Ullman's numbers, over a tree; shared nodes are counted as if they
were not), so that few values are alive at a time. A product that one sum alone uses becomes part
of it (one rounding, one instruction); of two such products the later one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torsor.program.graph.nodes import STATE, Node, Operand
from torsor.program.graph.passes import collect_nodes, count_uses


@dataclass(frozen=True)
class Step:
    """One thing to compute: a node, or ±x·y ± z in one go where ``fused`` is the product x·y."""

    node: Node
    fused: Node | None = None
    """The product that the sum takes in."""


def strip_sign(a: Operand) -> tuple[Operand, bool]:
    """An operand without its sign, and whether it had one."""
    return (a.args[0], True) if isinstance(a, Node) and a.op == "neg" else (a, False)


def schedule_steps(outputs: Sequence[Operand], fuse: bool = True) -> list[Step]:
    """What to compute, in order; parameters' own work and inputs are left out."""
    targets = [strip_sign(o)[0] for o in outputs]
    nodes = [n for n in collect_nodes(targets) if n.stage == STATE]
    used = count_uses(nodes, targets)
    inside: dict[int, Node] = {}
    if fuse:
        for node in nodes:
            if node.op in ("add", "sub"):
                # The later product is fused: what is early can wait in a register.
                for a in reversed(node.args):
                    if isinstance(a, Node) and a.op == "mul" and a.stage == STATE:
                        if used[a.id] == 1:
                            inside[node.id] = a
                            break
    taken = {a.id for a in inside.values()}
    order = _depth_first(targets, {n.id for n in nodes})
    return [
        Step(node, inside.get(node.id))
        for node in order
        if node.op not in ("neg", "input") and node.id not in taken
    ]


def _depth_first(targets: Sequence[Operand], wanted: set[int]) -> list[Node]:
    done: set[int] = set()
    order: list[Node] = []
    weight: dict[int, int] = {}
    for node in collect_nodes(targets):
        below = sorted((weight[a.id] for a in node.args if isinstance(a, Node)), reverse=True)
        weight[node.id] = max((w + i for i, w in enumerate(below)), default=1)
    for target in targets:
        stack: list[tuple[Operand, bool]] = [(target, False)]
        while stack:
            top, ready = stack.pop()
            if not isinstance(top, Node) or top.id in done or top.id not in wanted:
                continue
            node = top
            if ready:
                done.add(node.id)
                order.append(node)
                continue
            stack.append((node, True))
            args = [a for a in node.args if isinstance(a, Node)]
            stack += [(a, False) for a in sorted(args, key=lambda a: weight[a.id])]
    return order
