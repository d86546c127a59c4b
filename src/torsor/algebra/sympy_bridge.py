"""To SymPy and back (the extra ``sympy``); only trees are exchanged, never text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any, Protocol, runtime_checkable

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.arguments import wrong_type
from torsor.errors import MissingExtraError, TorsorError


def _sympy() -> Any:
    try:
        import sympy
    except ImportError:
        raise MissingExtraError(
            "SymPy is not installed; pip install 'torsor[sympy]' brings it"
        ) from None
    return sympy


def to_sympy(expression: Expression) -> Any:
    """The expression in SymPy, with ``sin(q1)`` as SymPy's sine of the symbol q1."""
    sympy = _sympy()
    table = {}
    for generator in expression.names():
        function, _, rest = generator.partition("(")
        if not rest:
            table[generator] = sympy.Symbol(generator)
        elif function == "sqrt":
            table[generator] = sympy.sqrt(int(rest[:-1]))
        else:
            table[generator] = getattr(sympy, function)(sympy.Symbol(rest[:-1]))
    return sympy.Add(
        *(
            sympy.Mul(
                sympy.Rational(t.coefficient.numerator, t.coefficient.denominator),
                *(table[n] ** e for n, e in t.powers),
            )
            for t in expression.terms
        )
    )


def matrix_to_sympy(rows: Sequence[Sequence[Any]]) -> Any:
    """Rows of expressions and numbers as a SymPy matrix."""
    sympy = _sympy()

    def entry(value: Any) -> Any:
        if isinstance(value, Expression):
            return to_sympy(value)
        exact = isinstance(value, Rational)
        return sympy.Rational(value.numerator, value.denominator) if exact else sympy.Float(value)

    return sympy.Matrix([[entry(value) for value in row] for row in rows])


@runtime_checkable
class InRing(Protocol):
    """What has its equations in a ring, as a model has."""

    @property
    def ring(self) -> Ring:
        """The ring."""


def from_sympy(expression: Any, ring: Ring | InRing) -> Expression:
    """A SymPy polynomial in symbols, sines and cosines as an exact expression.

    ``ring`` is a ring, or a model whose symbols the expression is in. Trees are read, never text.

    >>> import sympy, torsor
    >>> q1, m1 = sympy.symbols("q1 m1")
    >>> print(torsor.from_sympy(m1 * sympy.cos(2 * q1), torsor.derive("planar2r")))
    2*m1*cos(q1)^2 - m1
    """
    sympy = _sympy()
    if not isinstance(ring, Ring):
        ring = ring.ring if isinstance(ring, InRing) else ring
        if not isinstance(ring, Ring):
            raise wrong_type("ring", ring, "a Ring or a Model")
    return _convert(expression, ring, sympy)


def _convert(tree: Any, ring: Ring, sympy: Any) -> Expression:

    def angle(node: Any) -> tuple[Expression, Expression]:
        """Sine and cosine of a sum of whole multiples of angles."""
        s, c = ring.number(0), ring.number(1)
        for part in sympy.Add.make_args(node):
            count, symbol = part.as_coeff_Mul()
            if not (symbol.is_Symbol and count.is_Integer and abs(count) <= 24):
                raise TorsorError(f"the angle {node} is not a whole combination of angles")
            u, v = ring.sin(symbol.name), ring.cos(symbol.name)
            if count < 0:
                u = -u
            for _ in range(abs(int(count))):
                s, c = s * v + c * u, c * v - s * u
        return s, c

    def convert(node: Any) -> Expression:
        if node.is_Rational:
            return ring.number(Fraction(int(node.p), int(node.q)))
        if node.is_Float:
            return ring.number(float(node))
        if node.is_Symbol:
            return ring.symbol(node.name)
        if node.is_Add or node.is_Mul:
            parts = [convert(a) for a in node.args]
            result = parts[0]
            for part in parts[1:]:
                result = result + part if node.is_Add else result * part
            return result
        if node.is_Pow and node.exp.is_Integer:
            return convert(node.base) ** int(node.exp)
        if node.is_Pow and node.exp == sympy.Rational(1, 2) and node.base in (2, 3, 6):
            roots = [ring.generator(f"sqrt({n})") for n in (2, 3) if int(node.base) % n == 0]
            return roots[0] if len(roots) == 1 else roots[0] * roots[1]
        if node.func in (sympy.sin, sympy.cos):
            return angle(node.args[0])[node.func == sympy.cos]
        if node.func == sympy.sign:
            return ring.generator(f"sign({node.args[0]})")
        raise TorsorError(f"{node} is not a polynomial in symbols, sines and cosines")

    if not isinstance(tree, sympy.Expr):
        raise wrong_type("expression", tree, "a SymPy expression")
    return convert(tree)
