"""To SymPy and back."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given, settings

from torsor import Ring, TorsorError
from torsor.algebra.sympy_bridge import from_sympy

from .trees import RING, in_ring, in_sympy, trees

a, b, q1, q2 = sympy.symbols("a b q1 q2")


@settings(max_examples=60, deadline=None)
@given(trees)
def test_sympys_tree_becomes_the_same_expression(tree: tuple) -> None:
    assert from_sympy(in_sympy(tree), RING) == in_ring(tree)


@settings(max_examples=60, deadline=None)
@given(trees)
def test_the_way_there_and_back_is_the_identity(tree: tuple) -> None:
    expression = in_ring(tree)
    assert from_sympy(expression.to_sympy(), RING) == expression


def test_signs_go_there_and_back() -> None:
    ring = Ring(["v"], signs=["v"])
    expression = ring.generator("sign(v)") * ring.symbol("v")
    assert expression.to_sympy() == sympy.sign(sympy.Symbol("v")) * sympy.Symbol("v")
    assert from_sympy(expression.to_sympy(), ring) == expression


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (sympy.sin(q1 + q2), "sin(q1)*cos(q2) + cos(q1)*sin(q2)"),
        (sympy.cos(2 * q1 - q2), "cos(2*q1 - q2)"),
        (sympy.sqrt(6) * a / sympy.sqrt(2), "sqrt(3)*a"),
        (sympy.Float("0.35") * b, "7*b/20"),
        (1 / (1 + sympy.sqrt(2)), "sqrt(2) - 1"),
        (sympy.Integer(0), "0"),
    ],
)
def test_sums_of_angles_and_roots_are_understood(tree: sympy.Expr, text: str) -> None:
    assert from_sympy(tree, RING) == RING.parse(text)


@pytest.mark.parametrize(
    "tree",
    [
        sympy.exp(a),
        1 / a,
        sympy.sqrt(a),
        sympy.sin(a / 2),
        sympy.sin(q1 * q2),
        sympy.sin(1000 * q1),
        sympy.sqrt(5),
        sympy.Symbol("unknown"),
        sympy.nan,
        sympy.oo,
        sympy.pi,
        sympy.I,
        sympy.true,
        3,
        None,
        "a + b",
    ],
)
def test_what_is_no_polynomial_is_refused(tree: object) -> None:
    with pytest.raises(TorsorError):
        from_sympy(tree, RING)
