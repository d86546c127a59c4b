"""A program as a function of CasADi's: the same straight line of operations, over SX.

CasADi then has exact sparse derivatives of it, and so have its users: Opti, IPOPT, acados. Where
the mass matrix is singular, the numbers are not finite.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from torsor.errors import MissingExtraError
from torsor.program.graph.evaluation import evaluate

if TYPE_CHECKING:
    from torsor.algebra.surds import Number
    from torsor.program.graph.nodes import Node
    from torsor.program.graph.program import Array, Program


class Expression(Protocol):
    """A matrix of CasADi's scalar expressions."""

    def __getitem__(self, at: tuple[int, int]) -> Expression: ...


class Expressions(Protocol):
    """How such matrices are made."""

    def sym(self, name: str, rows: int, columns: int) -> Expression: ...  # noqa: D102
    def __call__(self, value: float) -> Expression: ...  # noqa: D102


class Function(Protocol):
    """A function of CasADi's."""

    def name(self) -> str: ...  # noqa: D102
    def __call__(self, *arguments: object) -> object: ...  # noqa: D102


class Casadi(Protocol):
    """``casadi``."""

    SX: Expressions
    Function: Callable[[str, list[Expression], list[Expression], list[str], list[str]], Function]

    def sin(self, x: Expression) -> Expression: ...  # noqa: D102
    def cos(self, x: Expression) -> Expression: ...  # noqa: D102
    def sign(self, x: Expression) -> Expression: ...  # noqa: D102
    def horzcat(self, *parts: Expression) -> Expression: ...  # noqa: D102
    def vertcat(self, *parts: Expression) -> Expression: ...  # noqa: D102


Matrix: TypeAlias = tuple[int, int]


def load_casadi() -> Casadi:
    """CasADi, or one sentence that says how to get it."""
    try:
        import casadi
    except ImportError:
        raise MissingExtraError(
            "functions of CasADi need casadi; install it with: pip install casadi"
        ) from None
    found: Casadi = casadi
    return found


def casadi_function(program: Program) -> Function:
    """The program with its inputs and its output by their names.

    A vector is a column; of three axes the first two are the rows.
    """
    casadi = load_casadi()
    inputs: list[Expression] = []
    entries: dict[str, Expression] = {}
    for array in program.inputs:
        rows, columns = find_extents(array.shape)
        matrix = casadi.SX.sym(array.name, rows, columns)
        inputs.append(matrix)
        for k, name in enumerate(array.names):
            entries[name] = matrix[k // columns, k % columns]
    apply = {"sin": casadi.sin, "cos": casadi.cos, "sign": casadi.sign}

    def function(node: Node, x: Expression) -> Expression:
        made: Expression = apply[node.op](x)
        return made

    def number(value: Number) -> Expression:
        return casadi.SX(float(value))

    values = evaluate(program.outputs, entries.__getitem__, function, number)
    output = _arrange(casadi, values, program.output)
    names = [array.name for array in program.inputs]
    return casadi.Function(spell(program.name), inputs, [output], names, [program.output.name])


def find_extents(shape: Sequence[int]) -> Matrix:
    """A shape of any number of axes as rows and columns."""
    if len(shape) < 2:
        return (shape[0] if shape else 1), 1
    rows = 1
    for extent in shape[:-1]:
        rows *= extent
    return rows, shape[-1]


def spell(name: str) -> str:
    """A derivative's name in letters, digits and single underscores, as CasADi wants it."""
    words = "".join(ch if ch.isalnum() else "_" for ch in name).split("_")
    return "_".join(word for word in words if word)


def _arrange(casadi: Casadi, values: list[Expression], array: Array) -> Expression:
    rows, columns = find_extents(array.shape)
    made = [casadi.horzcat(*values[r * columns : (r + 1) * columns]) for r in range(rows)]
    return casadi.vertcat(*made)
