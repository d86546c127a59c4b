"""Random trigonometric expressions as plain trees, with meanings that owe nothing to Torsor.

A tree is a tuple: ``("number", 3/2)``, ``("name", "a")``, ``("sin", "q1")``, ``("cos", "q1")``,
``("root", 2)``, or ``("+", left, right)``, ``("-", …)``, ``("*", …)``, ``("^", left, 3)``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy
from hypothesis import strategies as st

from torsor import Expression, Ring

Tree = tuple[Any, ...]

SYMBOLS = ("a", "b", "dq1", "dq2", "ddq1", "ddq2", "da")
ANGLES = ("q1", "q2")
RATES = {"q1": "dq1", "q2": "dq2", "dq1": "ddq1", "dq2": "ddq2", "a": "da"}
RING = Ring(SYMBOLS, ANGLES, RATES, roots=(2, 3))

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "^": operator.pow,
}

numbers = st.fractions(-9, 9, max_denominator=6)
leaves: st.SearchStrategy[Tree] = st.one_of(
    st.tuples(st.sampled_from(("sin", "cos")), st.sampled_from(ANGLES)),
    st.tuples(st.just("name"), st.sampled_from(("a", "b", "dq1", "dq2"))),
    st.tuples(st.just("number"), numbers),
    st.tuples(st.just("root"), st.sampled_from((2, 3))),
)


def _folded(operators: str, part: st.SearchStrategy[Tree], most: int) -> st.SearchStrategy[Tree]:
    """One to ``most`` parts, each joined to those before it by one of the operators."""
    rest = st.lists(st.tuples(st.sampled_from(operators), part), max_size=most - 1)
    return st.tuples(part, rest).map(lambda drawn: reduce(_join, drawn[1], drawn[0]))


def _join(left: Tree, step: tuple[str, Tree]) -> Tree:
    return (step[0], left, step[1])


_power = st.tuples(st.just("^"), leaves, st.integers(0, 3))
sums: st.SearchStrategy[Tree] = _folded("+-", _folded("*", leaves | _power, 4), 4)
_nested = _folded("*", leaves | sums | st.tuples(st.just("^"), sums, st.integers(2, 3)), 3)
trees: st.SearchStrategy[Tree] = _folded("+-", _nested, 2)


def meaning(tree: Tree, leaf: Callable[[str, Any], Any]) -> Any:
    """The tree's value over any scalar, given that of its leaves."""
    head, *parts = tree
    if head not in OPERATORS:
        return leaf(head, parts[0])
    right = parts[1] if head == "^" else meaning(parts[1], leaf)
    return OPERATORS[head](meaning(parts[0], leaf), right)


def in_ring(tree: Tree, ring: Ring = RING) -> Expression:
    """The tree as Torsor's expression."""
    make = {"name": ring.symbol, "sin": ring.sin, "cos": ring.cos, "number": ring.number}
    found = meaning(tree, lambda h, v: ring.generator(f"sqrt({v})") if h == "root" else make[h](v))
    assert isinstance(found, Expression)
    return found


def in_sympy(tree: Tree, symbol: Callable[[str], Any] = sympy.Symbol) -> Any:
    """The tree as SymPy's expression."""

    def leaf(head: str, value: Any) -> Any:
        if head == "number":
            return sympy.Rational(value.numerator, value.denominator)
        if head == "root":
            return sympy.sqrt(value)
        return symbol(value) if head == "name" else getattr(sympy, head)(symbol(value))

    return meaning(tree, leaf)


def in_numbers(tree: Tree, values: Mapping[str, Any], maths: Any) -> Any:
    """The tree as a number, by ``math`` or ``mpmath``."""

    def leaf(head: str, value: Any) -> Any:
        if head == "number":
            return maths.fsum([value.numerator]) / value.denominator
        if head == "root":
            return maths.sqrt(value)
        return values[value] if head == "name" else getattr(maths, head)(values[value])

    return meaning(tree, leaf)


def magnitude(tree: Tree, values: Mapping[str, float]) -> float:
    """The value with every sign made plus: what rounding errors are to be measured against."""

    def leaf(head: str, value: Any) -> float:
        if head in ("sin", "cos"):
            return 1.0
        if head == "name":
            return abs(values[value])
        return abs(float(value)) if head == "number" else 2.0

    head, *parts = tree
    if head == "-":
        return magnitude(parts[0], values) + magnitude(parts[1], values)
    if head in OPERATORS:
        right = parts[1] if head == "^" else magnitude(parts[1], values)
        return float(OPERATORS[head](magnitude(parts[0], values), right))
    return leaf(head, parts[0])


def rewritten(tree: Tree) -> Tree:
    """The same function written otherwise: turned round, multiplied out, by identities."""
    head, *parts = tree
    if head == "^":
        base, result = rewritten(parts[0]), ("number", Fraction(1))
        for _ in range(parts[1]):
            result = ("*", base, result)
        return result
    if head == "*":
        left, right = rewritten(parts[0]), rewritten(parts[1])
        if right[0] in "+-":
            return (right[0], ("*", right[1], left), ("*", right[2], left))
        return ("*", right, left)
    if head == "+":
        return ("+", rewritten(parts[1]), rewritten(parts[0]))
    if head == "-":
        return ("+", ("*", ("number", Fraction(-1)), rewritten(parts[1])), rewritten(parts[0]))
    if head == "sin":  # sin = sin (sin² + cos²)
        unit = ("+", ("^", ("sin", parts[0]), 2), ("^", ("cos", parts[0]), 2))
        return ("*", tree, unit)
    if head == "root":  # √n = √n³ / n
        return ("*", ("^", tree, 3), ("number", Fraction(1, parts[0])))
    return tree


_FIELD = sympy.polys.rings.ring(
    ["s1", "c1", "s2", "c2", "r2", "r3", *SYMBOLS, "x"], sympy.QQ, sympy.polys.orderings.lex
)[0]
_S1, _C1, _S2, _C2, _R2, _R3 = _FIELD.gens[:6]
_RELATIONS = [_S1**2 + _C1**2 - 1, _S2**2 + _C2**2 - 1, _R2**2 - 2, _R3**2 - 3]
_PAIRS = {
    **{sympy.sin(f"q{i}"): sympy.Symbol(f"s{i}") for i in (1, 2)},
    **{sympy.cos(f"q{i}"): sympy.Symbol(f"c{i}") for i in (1, 2)},
    sympy.sqrt(6): sympy.Symbol("r2") * sympy.Symbol("r3"),
    sympy.sqrt(2): sympy.Symbol("r2"),
    sympy.sqrt(3): sympy.Symbol("r3"),
}


def sympy_remainder(tree: sympy.Expr) -> dict[tuple[int, ...], Fraction]:
    """What SymPy's own polynomials leave by the relations: coefficients by powers."""
    remainder = _FIELD.from_expr(tree.subs(_PAIRS)).rem(_RELATIONS)
    return {k: Fraction(int(v.numerator), int(v.denominator)) for k, v in remainder.items()}


def sympy_proves_zero(tree: sympy.Expr) -> bool:
    """Whether a trigonometric polynomial vanishes, by SymPy alone."""
    return not sympy_remainder(tree)
