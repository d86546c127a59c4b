"""What vectors and matrices of expressions do entry by entry, and how they show themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self, cast

from torsor import hooks
from torsor.algebra.display import MATRIX_PEERS
from torsor.algebra.expression import Expression
from torsor.arguments import wrong_type
from torsor.errors import UnknownAttributeError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MANY = 12
"""Terms up to which a vector or a matrix is written out in its ``repr``."""


class Symbolic:
    """A vector or a matrix of expressions, or of plain numbers."""

    __slots__ = ()

    def map(self, change: Callable[[Any], Any]) -> Self:
        """Every entry changed by a function."""
        if not callable(change):
            raise wrong_type("change", change, "a function of an entry")
        rows = cast("Iterable[Any]", self)
        make = cast("Callable[[Iterable[Any]], Self]", type(self))
        return make(row.map(change) if isinstance(row, Symbolic) else change(row) for row in rows)

    def subs(self, values: Mapping[str, Any]) -> Self:
        """Numbers, symbols, texts or expressions in the place of symbols and angles."""
        return self.map(lambda e: e.subs(values) if isinstance(e, Expression) else e)

    def diff(self, name: str) -> Self:
        """The partial derivative of every entry."""
        return self.map(lambda e: e.diff(name) if isinstance(e, Expression) else 0)

    def dt(self) -> Self:
        """The time derivative of every entry."""
        return self.map(lambda e: e.dt() if isinstance(e, Expression) else 0)

    def evaluate(self, values: Mapping[str, Any] | None = None) -> NDArray[np.float64]:
        """The numbers at these values, as an array."""
        import numpy as np

        found = self.map(lambda e: e.evaluate(values) if isinstance(e, Expression) else float(e))
        return np.array(found, dtype=np.float64)

    def to_sympy(self) -> Any:
        """The same in SymPy, a vector as a column (needs the extra ``sympy``)."""
        from torsor.algebra.sympy_bridge import matrix_to_sympy

        entries = cast("Iterable[Any]", self)
        return matrix_to_sympy([e if isinstance(e, tuple) else (e,) for e in entries])

    def latex(self, notation: str = "standard") -> str:
        """The matrix in LaTeX, in one of the notations."""
        return hooks.write("latex", self, notation)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def _repr_html_(self) -> str:
        return hooks.write("html", self)

    def __str__(self) -> str:
        return f"[{', '.join(map(str, cast('Iterable[Any]', self)))}]"

    def __repr__(self) -> str:
        """In one line: written out if that is short, else its shape and how many terms it has."""
        kind, counts = type(self).__name__, count_terms(self)
        if sum(counts) <= MANY:
            return f"{kind}({self})"
        shape = " × ".join(map(str, getattr(self, "shape", ())))
        if len(counts) > MANY:
            return f"<{kind} of {shape}: {sum(counts)} terms in all>"
        return f"<{kind} of {shape}: {', '.join(map(str, counts))} terms>"

    if not TYPE_CHECKING:  # to whom every name would be one of a matrix's

        def __getattr__(self, name: str) -> Any:
            """What users of SymPy and NumPy look for, and where it is."""
            told = MATRIX_PEERS.get(name, "")
            kind = type(self).__name__
            raise UnknownAttributeError(
                f"{kind!r} object has no attribute {name!r}{f'; {told}' if told else ''}"
            )


def count_terms(shown: Any) -> list[int]:
    """The number of terms of every entry; a plain number is one."""
    if isinstance(shown, Symbolic):
        return [n for entry in cast("Iterable[Any]", shown) for n in count_terms(entry)]
    return [len(shown) if isinstance(shown, Expression) else 1]
