"""A hash-consed expression graph: the scalar that turns a derivation into a straight-line program.

Equal expressions are the same node. Zeros and ones vanish as they meet, signs travel outwards
(they cost nothing), and what is constant gathers: numbers with numbers, parameters with
parameters, so that a set-up can compute it once. Numbers are plain: int, Fraction or ``Surd``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Union

from torsor.algebra.budget import spend
from torsor.algebra.surds import Number, Surd, simple

NUMBER, PARAMETER, STATE = 0, 1, 2
"""When a value is known: when the program is made, when it is set up, when it runs."""

Operand = Union["Node", Number]
"""A node or a plain number."""

MERGING = ("add", "sub", "mul")
"""Operations in which a sum may find what it can be merged with."""

NODE, BLOCK = 7_000, 1_000
"""What a node takes of a budget, and how many nodes are counted at once."""

Linear = dict[int, tuple[Operand, Number]]
"""A sum of parameters' products: by node (−1 stands for 1), the node and its coefficient."""


class Node:
    """One operation on earlier nodes; made by arithmetic, never by hand."""

    __slots__ = ("args", "data", "graph", "id", "op", "stage")

    def __init__(
        self, graph: Graph, op: str, args: tuple[Operand, ...], stage: int, data: Any
    ) -> None:
        self.graph = graph
        self.id = len(graph.nodes)
        self.op = op
        self.args = args
        self.stage = stage
        self.data = data

    def __repr__(self) -> str:
        return f"<{self.op} {self.data or ''}#{self.id}>"

    def __add__(self, other: Operand) -> Operand:
        return self.graph.add(self, other)

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Operand:
        return self.graph.subtract(self, other)

    def __rsub__(self, other: Operand) -> Operand:
        return self.graph.subtract(other, self)

    def __neg__(self) -> Operand:
        return self.graph.negative(self)

    def __mul__(self, other: Operand) -> Operand:
        if isinstance(other, tuple):
            return NotImplemented  # a vector knows how to scale itself
        return self.graph.multiply(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Operand) -> Operand:
        return self.graph.divide(self, other)

    def __rtruediv__(self, other: Operand) -> Operand:
        return self.graph.divide(other, self)

    def __pow__(self, exponent: int) -> Operand:
        result: Operand = 1
        for _ in range(abs(exponent)):
            result = self * result
        return result if exponent >= 0 else self.graph.divide(1, result)


class Graph:
    """All nodes of a program, each once, in an order in which they can be computed."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._known: dict[Any, Node] = {}
        self._linear: dict[int, Linear] = {}

    def node(
        self, op: str, args: tuple[Operand, ...] = (), stage: int = STATE, data: Any = None
    ) -> Node:
        """The node for an operation, made if it is new."""
        key: Any
        if len(args) == 2:  # nearly all are
            a, b = args
            key = (
                op,
                data,
                a.id if isinstance(a, Node) else (a,),
                b.id if isinstance(b, Node) else (b,),
            )
        else:
            key = (op, data, *(a.id if isinstance(a, Node) else (a,) for a in args))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Node(self, op, args, stage, data)
            self.nodes.append(found)
            if len(self.nodes) % BLOCK == 0:
                spend(BLOCK * NODE, "a program of {} operations", len(self.nodes), held=False)
        return found

    def input(self, name: str, stage: int = STATE) -> Node:
        """A value that comes from outside: part of the state, or a parameter."""
        return self.node("input", (), stage, name)

    def function(self, name: str, argument: Operand, data: Any = None) -> Node:
        """sin, cos or sign of an operand; ``data`` tells what the argument is, exactly."""
        stage = argument.stage if isinstance(argument, Node) else NUMBER
        return self.node(name, (argument,), stage, data)

    def negative(self, a: Operand) -> Operand:
        """The operand with its sign changed."""
        if not isinstance(a, Node):
            return -a
        return a.args[0] if a.op == "neg" else self.node("neg", (a,), a.stage)

    def multiply(self, a: Operand, b: Operand) -> Operand:
        """The product, constants in front and gathered."""
        if type(a) is Node and type(b) is Node and a.stage == b.stage == STATE:
            minus = False  # as most products are: without a call for what is plain to see
            if a.op == "neg":
                a, minus = a.args[0], True
            if b.op == "neg":
                b, minus = b.args[0], not minus
            # What stands behind a sign is a node.
            found = self.node("mul", (a, b) if a.id <= b.id else (b, a))  # type: ignore[union-attr]
            return self.node("neg", (found,)) if minus else found
        (a, minus_a), (b, minus_b) = _unsigned(a), _unsigned(b)
        if _rank(a) > _rank(b):
            a, b = b, a
        product = self._product(a, b)
        return self.negative(product) if minus_a != minus_b else product

    def _product(self, a: Operand, b: Operand) -> Operand:
        if not isinstance(a, Node):
            if not isinstance(b, Node) or not a:
                return simple(a * b) if not isinstance(b, Node) else 0
            if a == 1:
                return b
        assert isinstance(b, Node)
        if _stage(a) < STATE and b.stage == STATE:
            k, x = _scaled(b)
            if x is not b:  # constants meet: (k x) k' is (k k') x
                return self.multiply(self.multiply(a, k), x)
        elif b.stage < STATE:
            if not isinstance(a, Node):
                return self._gathered(
                    {i: (x, simple(a * k)) for i, (x, k) in self._terms(b).items()}
                )
            # Numbers come to the front of products of parameters.
            (k, x), (other, y) = _numbered(a), _numbered(b)
            if x is not a or y is not b:
                product = self.node("mul", _ordered(x, y), PARAMETER)
                return self.multiply(k * other, product)
        return self.node("mul", (a, b), max(_stage(a), _stage(b)))

    def add(self, a: Operand, b: Operand) -> Operand:
        """The sum, as a sum or a difference of unsigned operands, the earlier one in front."""
        return self._signed(*_unsigned(a), *_unsigned(b))

    def subtract(self, a: Operand, b: Operand) -> Operand:
        """The difference, likewise."""
        b, minus_b = _unsigned(b)
        return self._signed(*_unsigned(a), b, not minus_b)

    def _signed(self, a: Operand, minus_a: bool, b: Operand, minus_b: bool) -> Operand:
        if type(a) is Node and type(b) is Node and a.stage == b.stage == STATE:
            if a.id > b.id:
                a, minus_a, b, minus_b = b, minus_b, a, minus_a
            return self._varying_sum(a, minus_a, b, minus_b)
        if _rank(a) > _rank(b):
            a, minus_a, b, minus_b = b, minus_b, a, minus_a
        if not isinstance(b, Node):
            return simple((-a if minus_a else a) + (-b if minus_b else b))
        if not isinstance(a, Node) and not a:
            return self.negative(b) if minus_b else b
        if b.stage < STATE:
            return self._constant_sum(a, minus_a, b, minus_b)
        return self._varying_sum(a, minus_a, b, minus_b)

    def _varying_sum(self, a: Operand, minus_a: bool, b: Node, minus_b: bool) -> Operand:
        if a is b:
            if minus_a != minus_b:
                return 0
            double = self.multiply(2, a)
            return self.negative(double) if minus_a else double
        if b.op in MERGING or (isinstance(a, Node) and a.op in MERGING):
            left = self._cancelled(a, minus_a, b, minus_b)
            if left is not None:
                return left
        op = "add" if minus_a == minus_b else "sub"
        total = self.node(op, (a, b), max(_stage(a), _stage(b)))
        return self.negative(total) if minus_a else total

    def _constant_sum(self, a: Operand, minus_a: bool, b: Operand, minus_b: bool) -> Operand:
        """A sum of constants, like terms gathered: what cancels is gone."""
        total: Linear = {}
        for x, minus in ((a, minus_a), (b, minus_b)):
            for i, (node, k) in self._terms(x).items():
                before = total[i][1] if i in total else 0
                total[i] = (node, simple(before - k if minus else before + k))
        return self._gathered(total)

    def _terms(self, a: Operand) -> Linear:
        if not isinstance(a, Node):
            return {-1: (1, a)}
        if a.id in self._linear:
            return self._linear[a.id]
        if a.op == "neg":
            return {i: (x, -k) for i, (x, k) in self._terms(a.args[0]).items()}
        k, x = _numbered(a)
        return {x.id: (x, k)}

    def _gathered(self, terms: Linear) -> Operand:
        """The node of a sum of constants: the same node for the same sum, in whatever order."""
        left = {i: terms[i] for i in sorted(terms) if terms[i][1]}
        total: Operand = 0
        for x, k in left.values():
            minus, size = (True, -k) if not k > 0 else (False, k)
            part = x if size == 1 else size
            if isinstance(x, Node) and size != 1:
                part = self.node("mul", (size, x), PARAMETER)
            if not isinstance(total, Node) and not total:
                total = self.negative(part) if minus else part
                continue
            first, minus_first = _unsigned(total)
            op = "add" if minus_first == minus else "sub"
            total = self.node(op, (first, part), PARAMETER)
            if minus_first:
                total = self.negative(total)
        bare, flipped = _unsigned(total)
        if isinstance(bare, Node) and bare.op in ("add", "sub"):
            terms = {i: (x, -k if flipped else k) for i, (x, k) in left.items()}
            self._linear[bare.id] = terms
        return total

    def _cancelled(self, a: Operand, minus_a: bool, b: Node, minus_b: bool) -> Operand | None:
        """What is left of (x ± y) − x or k x ± k' x; nothing where there is no such thing."""
        for whole, minus, part, minus_part in ((b, minus_b, a, minus_a), (a, minus_a, b, minus_b)):
            if isinstance(whole, Node) and whole.op in ("add", "sub"):
                x, y = whole.args
                if x is part and minus != minus_part:
                    return self.negative(y) if minus != (whole.op == "sub") else y
                if y is part and (minus != (whole.op == "sub")) != minus_part:
                    return self.negative(x) if minus else x
        k, x = _scaled(a)
        other, y = _scaled(b)
        if x is y and isinstance(x, Node):
            k = self.negative(k) if minus_a else k
            other = self.negative(other) if minus_b else other
            return self.multiply(self.add(k, other), x)
        return None

    def divide(self, a: Operand, b: Operand) -> Operand:
        """The quotient."""
        if not isinstance(b, Node):
            return self.multiply(a, b**-1 if isinstance(b, Surd) else Fraction(1) / b)
        (a, minus_a), (b, minus_b) = _unsigned(a), _unsigned(b)
        if not isinstance(a, Node) and not a:
            return 0
        quotient = self.node("div", (a, b), max(_stage(a), _stage(b)))
        return self.negative(quotient) if minus_a != minus_b else quotient


def _unsigned(a: Operand) -> tuple[Operand, bool]:
    if isinstance(a, Node):
        return (a.args[0], True) if a.op == "neg" else (a, False)
    return (a, False) if a > 0 or not a else (-a, True)


def _scaled(a: Operand) -> tuple[Operand, Operand]:
    """A product with a constant as the constant and the rest."""
    if isinstance(a, Node) and a.op == "mul" and a.stage == STATE and _stage(a.args[0]) < STATE:
        return a.args[0], a.args[1]
    return 1, a


def _numbered(a: Node) -> tuple[Number, Node]:
    """A constant as a number and what it multiplies."""
    if a.op == "mul":
        k, x = a.args
        if not isinstance(k, Node) and isinstance(x, Node):
            return k, x
    return 1, a


def _ordered(a: Operand, b: Operand) -> tuple[Operand, Operand]:
    return (a, b) if _rank(a) <= _rank(b) else (b, a)


def _stage(a: Operand) -> int:
    return a.stage if isinstance(a, Node) else NUMBER


def _rank(a: Operand) -> tuple[int, int]:
    return (a.stage, a.id) if isinstance(a, Node) else (NUMBER, -1)
