"""A tree of statements with its nodes changed, from the leaves up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

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
