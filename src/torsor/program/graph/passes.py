"""Passes over a graph: sums gathered and factored, unused work dropped, order chosen.

Sums that no one else uses are flattened, like terms are gathered (constant factors meet and cost
nothing), and a factor that several terms share is taken out: a x + a y is a (x + y).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from torsor.program.graph.nodes import STATE, Graph, Node, Operand

LONG = 20_000
"""Programs of more operations than this are not factored."""

Term = tuple[Operand, tuple[Node, ...]]
"""A constant and the factors that vary, in order."""


def collect_nodes(outputs: Iterable[Operand]) -> list[Node]:
    """All nodes that the outputs need, each after those it needs itself."""
    found: dict[int, Node] = {}
    stack = [o for o in outputs if isinstance(o, Node)]
    while stack:
        node = stack.pop()
        if node.id not in found:
            found[node.id] = node
            stack += [a for a in node.args if isinstance(a, Node)]
    return [found[i] for i in sorted(found)]


def count_uses(nodes: Sequence[Node], outputs: Iterable[Operand]) -> Counter[int]:
    """How often each node is used; through a change of sign counts as its own use."""
    count = Counter(a.id for node in nodes for a in node.args if isinstance(a, Node))
    count.update(o.id for o in outputs if isinstance(o, Node))
    return count


def factor_sums(graph: Graph, outputs: Sequence[Operand]) -> list[Operand]:
    """The same outputs with sums gathered and factored, in the same graph."""
    nodes = collect_nodes(outputs)
    used = count_uses(nodes, outputs)
    rewriting = _Factoring(graph, used)
    # What one sum alone uses becomes part of it: there is nothing to make of it by itself.
    sums = [node for node in nodes if node.op in ("add", "sub") and node.stage == STATE]
    parts = {a.id for node in sums for a in node.args if isinstance(a, Node) and _joins(a)}
    for node in nodes:
        if used[node.id] > 1 or node.id not in parts:
            rewriting.rebuild(node)
    return [rewriting.new(o) for o in outputs]


def replace_inputs(
    graph: Graph, outputs: Sequence[Operand], inputs: Mapping[str, Operand]
) -> list[Operand]:
    """The outputs with other nodes in the place of some inputs."""
    known: dict[int, Operand] = {}

    def new(a: Operand) -> Operand:
        return known[a.id] if isinstance(a, Node) else a

    for node in collect_nodes(outputs):
        if node.op == "input":
            known[node.id] = inputs.get(node.data, node)
        else:
            known[node.id] = reapply(graph, node, [new(a) for a in node.args])
    return [new(o) for o in outputs]


def reapply(graph: Graph, node: Node, args: list[Operand]) -> Operand:
    """A node's operation on other operands."""
    if node.op == "mul":
        return graph.multiply(*args)
    if node.op == "neg":
        return graph.negative(args[0])
    if node.op == "add":
        return graph.add(*args)
    if node.op == "sub":
        return graph.add(args[0], graph.negative(args[1]))
    if node.op == "div":
        return graph.divide(*args)
    return graph.node(node.op, tuple(args), node.stage, node.data)


def lighten(graph: Graph, outputs: Sequence[Operand]) -> list[Operand]:
    """Factored again and again, for as long as it makes the work less.

    A long program is left as the recursion wrote it: there factoring saves one operation in a
    thousand, and takes longer than all the rest.
    """
    best, least = list(outputs), count_work(outputs)
    while least <= LONG:
        new = factor_sums(graph, best)
        count = count_work(new)
        if count >= least:
            return best
        slight = least - count <= least // 1000
        best, least = new, count
        if slight:
            break
    return best


def count_work(outputs: Iterable[Operand]) -> int:
    """How many multiplications, additions and divisions there are."""
    count = count_operations(outputs)
    return count["mul"] + count["add"] + count["div"]


def factor_terms(graph: Graph, terms: list[Term]) -> Operand:
    """A sum of products, factored."""
    return _Factoring(graph, Counter()).total(terms)


class _Factoring:
    """One pass from inputs to outputs; ``known`` holds what each node has become."""

    def __init__(self, graph: Graph, used: Counter[int]) -> None:
        self.graph = graph
        self.used = used
        self.known: dict[int, Operand] = {}

    def new(self, a: Operand) -> Operand:
        return self.known[a.id] if isinstance(a, Node) else a

    def rebuild(self, node: Node) -> None:
        if node.stage < STATE or not node.args:
            self.known[node.id] = node
        elif node.op in ("add", "sub"):
            self.known[node.id] = self.total(self._terms(node))
        else:
            args = [self.new(a) for a in node.args]
            self.known[node.id] = reapply(self.graph, node, args)

    def _terms(self, top: Operand) -> list[Term]:
        """A sum as its terms, through sums and signs that are used here alone."""
        found: list[Term] = []
        stack: list[tuple[Operand, int]] = [(top, 1)]
        while stack:
            a, sign = stack.pop()
            if isinstance(a, Node) and a.stage == STATE and (a is top or self.used[a.id] == 1):
                if a.op in ("add", "sub"):
                    x, y = a.args
                    stack += [(y, sign if a.op == "add" else -sign), (x, sign)]
                    continue
                if a.op == "neg":
                    stack.append((a.args[0], -sign))
                    continue
                if a.op == "mul":
                    found.append(self._product(a, sign))
                    continue
            found.append(self._single(self.new(a), sign))
        return found

    def _single(self, new: Operand, sign: int) -> Term:
        if not isinstance(new, Node) or new.stage < STATE:
            return (new * sign if sign < 0 else new, ())
        if new.op == "neg":
            bare = new.args[0]
            assert isinstance(bare, Node)
            return (-sign, (bare,))
        return (sign, (new,))

    def _product(self, node: Node, sign: int) -> Term:
        constant: Operand = sign
        factors: list[Node] = []
        stack: list[Operand] = list(node.args)
        while stack:
            a = stack.pop()
            if isinstance(a, Node) and a.op == "mul" and a.stage == STATE and self.used[a.id] == 1:
                stack += a.args
                continue
            new = self.new(a)
            if isinstance(new, Node) and new.op == "neg":
                constant, new = -constant, new.args[0]
            if isinstance(new, Node) and new.stage == STATE:
                factors.append(new)
            else:
                constant = new * constant if isinstance(new, Node) else constant * new
        return constant, tuple(sorted(factors, key=lambda f: f.id))

    def total(self, terms: list[Term]) -> Operand:
        gathered: dict[tuple[int, ...], Term] = {}
        for constant, factors in terms:
            key = tuple(f.id for f in factors)
            before = gathered.get(key)
            gathered[key] = (constant if before is None else before[0] + constant, factors)
        return self._sum([t for t in gathered.values() if not is_zero(t[0])])

    def _sum(self, terms: list[Term]) -> Operand:
        """A sum of terms, the factor that most of them share taken out first."""
        products: list[Operand] = []
        while True:
            shared = Counter(f for _, factors in terms for f in set(factors))
            shared.update(c for c, factors in terms if factors and isinstance(c, Node))
            best, count = max(shared.items(), key=lambda e: (e[1], -e[0].id), default=(None, 0))
            if best is None or count < 2:
                break
            inside = [_without(t, best) for t in terms if _has(t, best)]
            terms = [t for t in terms if not _has(t, best)]
            products.append(self.graph.multiply(best, self.total(inside)))
        total = self._plain(terms)
        for product in reversed(products):
            total = self.graph.add(product, total)
        return total

    def _plain(self, terms: list[Term]) -> Operand:
        total: Operand = 0
        for constant, factors in terms:
            value: Operand = constant
            product: Operand = 1
            for factor in factors:
                product = self.graph.multiply(product, factor)
            value = self.graph.multiply(value, product)
            total = self.graph.add(total, value)
        return total


def _has(term: Term, node: Node) -> bool:
    return any(f is node for f in term[1]) or term[0] is node


def _without(term: Term, node: Node) -> Term:
    constant, factors = term
    if constant is node:
        return 1, factors
    at = next(i for i, f in enumerate(factors) if f is node)
    return constant, factors[:at] + factors[at + 1 :]


def _joins(a: Node) -> bool:
    return a.stage == STATE and a.op in ("add", "sub", "mul")


def is_zero(a: Operand) -> bool:
    """Whether an operand is the plain number zero."""
    return not isinstance(a, Node) and not a


def count_operations(outputs: Iterable[Operand]) -> dict[str, int]:
    """Multiplications, additions, divisions and sines and cosines of what varies with the state."""
    count = Counter(node.op for node in collect_nodes(outputs) if node.stage == STATE)
    return {
        "mul": count["mul"],
        "add": count["add"] + count["sub"],
        "div": count["div"],
        "trig": count["sin"] + count["cos"],
    }
