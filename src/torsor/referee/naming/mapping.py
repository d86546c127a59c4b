"""A tree of statements with its nodes changed, from the leaves up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from torsor.referee.reading.syntax import (
    Call,
    Derivative,
    Entry,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    SumOver,
    Symbol,
    Table,
    Transpose,
)


def rebuild(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node with each of its children changed."""
    match node:
        case Number() | Symbol():
            return node
        case Sum():
            return replace(node, terms=tuple(map(change, node.terms)))
        case Product():
            return replace(node, factors=tuple(map(change, node.factors)))
        case Call():
            return replace(node, arguments=tuple(map(change, node.arguments)))
        case Negative() | Transpose() | Entry():
            return replace(node, of=change(node.of))
        case Quotient():
            return replace(node, above=change(node.above), below=change(node.below))
        case Power():
            return replace(node, base=change(node.base), exponent=change(node.exponent))
        case Table():
            return replace(node, rows=tuple(tuple(map(change, row)) for row in node.rows))
        case Derivative():
            by = change(node.by) if node.by is not None else None
            assert by is None or isinstance(by, Symbol)
            return replace(node, of=change(node.of), by=by)
        case SumOver():
            return replace(node, of=change(node.of), high=change(node.high))


def with_index(node: Node, index: str, number: int) -> Node:
    """A node with a counted index replaced in the names of its symbols."""

    def change(inner: Node) -> Node:
        if isinstance(inner, Symbol):
            if inner.name == index:
                return Number(Fraction(number), inner.place)
            if inner.name.endswith(index) and len(inner.name) > len(index):
                name = inner.name[: -len(index)] + str(number)
                return replace(inner, name=name, glyph=None)
            return inner
        return rebuild(inner, change)

    return change(node)
