"""Random expressions: as trees to compute directly, and as nodes of a graph."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from torsor.algebra.surds import root
from torsor.program.graph.nodes import PARAMETER, Graph, Node

STATES = ("x1", "x2", "x3")
PARAMETERS = ("p1", "p2")

Tree = Any
"""A name, a number, or (op, tree, …)."""


def trees(division: bool = False, surds: bool = False) -> st.SearchStrategy[Tree]:
    """Sums, products, signs and functions, deep enough that passes have something to do."""
    numbers = st.sampled_from([0, 1, -1, 2, -3, Fraction(1, 2), Fraction(-3, 4)])
    if surds:
        numbers = numbers | st.sampled_from([root(2), -root(3), root(2) * root(3) - Fraction(1, 2)])
    leaves = st.sampled_from(STATES) | st.sampled_from(PARAMETERS) | numbers
    two = ["add", "sub", "mul", "add", "mul"] + ["div"] * division

    def grown(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        return st.one_of(
            st.tuples(st.sampled_from(two), inner, inner),
            st.tuples(st.sampled_from(two), inner, inner),
            st.tuples(st.just("neg"), inner),
            st.tuples(st.sampled_from(["sin", "cos"]), st.sampled_from(STATES)),
        )

    return st.recursive(leaves, grown, max_leaves=40)


def computed(tree: Tree, values: dict[str, Any]) -> Any:
    """The tree's value, straight from its definition."""
    if isinstance(tree, str):
        return values[tree]
    if not isinstance(tree, tuple):
        return tree
    op, *parts = tree
    args = [computed(p, values) for p in parts]
    if op in ("sin", "cos"):
        return stand_in(op, args[0])
    a, b = args[0], args[-1]
    if op == "neg":
        return -a
    return {"add": add, "sub": sub, "mul": mul, "div": div}[op](a, b)


def add(a: Any, b: Any) -> Any:
    return a + b


def sub(a: Any, b: Any) -> Any:
    return a - b


def mul(a: Any, b: Any) -> Any:
    return a * b


def div(a: Any, b: Any) -> Any:
    return (Dual(Fraction(a)) if isinstance(b, Dual) and not isinstance(a, Dual) else a) / b


def built(tree: Tree, graph: Graph) -> Any:
    """The tree as a node."""
    if isinstance(tree, str):
        return graph.input(tree, PARAMETER) if tree in PARAMETERS else graph.input(tree)
    if not isinstance(tree, tuple):
        return tree
    op, *parts = tree
    args = [built(p, graph) for p in parts]
    if op in ("sin", "cos"):
        return graph.function(op, args[0], parts[0])
    if op == "neg":
        return graph.negative(args[0])
    if op == "mul":
        return graph.multiply(*args)
    if op == "div":
        return graph.divide(*args)
    return graph.add(args[0], args[1] if op == "add" else graph.negative(args[1]))


@dataclass(frozen=True)
class Dual:
    """A value and its derivative."""

    v: Fraction
    d: Fraction = Fraction(0)

    def __add__(self, other: Any) -> Dual:
        other = dual(other)
        return Dual(self.v + other.v, self.d + other.d)

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(-self.v, -self.d)

    def __sub__(self, other: Any) -> Dual:
        return self + -dual(other)

    def __rsub__(self, other: Any) -> Dual:
        return dual(other) + -self

    def __mul__(self, other: Any) -> Dual:
        other = dual(other)
        return Dual(self.v * other.v, self.v * other.d + self.d * other.v)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        other = dual(other)
        return Dual(self.v / other.v, (self.d * other.v - self.v * other.d) / other.v**2)


def dual(value: Any) -> Dual:
    return value if isinstance(value, Dual) else Dual(Fraction(value))


def stand_in(op: str, x: Any) -> Any:
    """Some rational functions S and C in the place of sine and cosine, with S' = C and C' = −S."""
    if isinstance(x, Dual):
        slope = stand_in("cos", x.v) if op == "sin" else -stand_in("sin", x.v)
        return Dual(stand_in(op, x.v), slope * x.d)
    return 2 * x / (1 + x * x) if op == "sin" else (3 - x * x) / (2 + x * x)


def function(node: Node, x: Any) -> Any:
    """The same for a node."""
    return stand_in(node.op, x)
