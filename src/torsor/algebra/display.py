"""How an expression shows itself, and what it tells those who look for SymPy's names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from torsor import hooks
from torsor.errors import UnknownAttributeError

if TYPE_CHECKING:
    from torsor.algebra.expression import Expression
    from torsor.algebra.terms import Term

SHORT, LONG = 12, 8
"""Terms up to which a ``repr`` writes them out, and a notebook leaves them on one line."""

NORMAL = "it is in normal form already: equal expressions are =="
COMPILED = "torsor.compile(robot, values) gives functions of q, dq, ddq as machine code"
NUMBERS = "take it of numbers: M.evaluate(values) is an array"

PEERS = {
    **dict.fromkeys(
        ("simplify", "trigsimp", "expand", "expand_trig", "ratsimp", "cancel", "nsimplify"), NORMAL
    ),
    "free_symbols": "symbols() names them",
    "atoms": "names() names its generators",
    "args": "terms has its terms",
    "as_ordered_terms": "terms has its terms",
    "coeff": "coefficient(name, power) gives it",
    "collect": "torsor derive --collect prints it so; coefficient(name, power) gives a part",
    "factor": "torsor derive --intermediates shortens what is printed; to_sympy() leads to SymPy",
    "evalf": "evaluate(values) gives a float, evaluate(values, digits) as many digits as asked",
    "n": "evaluate(values, digits) gives as many digits as asked",
    "doit": NORMAL,
    "integrate": "to_sympy() leads to SymPy, which integrates",
    "series": "to_sympy() leads to SymPy, which has series",
    "solve": "to_sympy() leads to SymPy, which solves",
    "lambdify": COMPILED,
    "xreplace": "subs(values) puts numbers, texts or expressions in",
    "replace": "subs(values) puts numbers, texts or expressions in",
    "derivative": "diff(name) gives the partial derivative, dt() that by time",
    "is_zero": "compare with == 0: that is a proof",
    "equals": "compare with ==: that is a proof",
}
"""For an expression."""

MATRIX_PEERS = PEERS | {
    **dict.fromkeys(
        ("inv", "inverse", "LUsolve", "solve", "cholesky", "LDLdecomposition"),
        "its entries would be no polynomials; numpy.linalg has it for M.evaluate(values), and "
        "arm.forward_dynamics solves with M",
    ),
    **dict.fromkeys(
        ("eigenvals", "eigenvects", "rank", "norm", "cond", "singular_values"), NUMBERS
    ),
    "transpose": "M.T is the transpose",
    "tolist": "list(M) has its rows; M.evaluate(values).tolist() numbers",
    "dtype": "its entries are exact; M.evaluate(values) is an array of floats",
    "size": "shape tells rows and columns",
    "ndim": "shape tells rows and columns",
    "rows": "shape tells rows and columns",
    "cols": "shape tells rows and columns",
    "flat": "iterate over its rows",
    "applyfunc": "map(function) changes every entry",
    "row": "M[i] is a row",
    "col": "M[:, j] is a column",
    "multiply": "A @ B is the product",
    "is_symmetric": "M == M.T proves it",
}
"""For a vector or a matrix."""


class Display:
    """The part of an expression that speaks other languages."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def terms(self) -> tuple[Term, ...]:
            """The terms in normal form."""

        def __len__(self) -> int: ...

    else:

        def __getattr__(self, name: str) -> Any:
            """What users of SymPy look for, and where it is."""
            told = PEERS.get(name, "")
            raise UnknownAttributeError(
                f"'Expression' object has no attribute {name!r}{f'; {told}' if told else ''}"
            )

    def to_sympy(self) -> Any:
        """The expression in SymPy (needs the extra ``sympy``)."""
        from torsor.algebra.sympy_bridge import to_sympy

        return to_sympy(cast("Expression", self))

    def latex(self, notation: str = "standard", **options: Any) -> str:
        """The expression in LaTeX, in one of the notations."""
        return hooks.write("expression", self, notation, **options)

    def _repr_latex_(self) -> str:
        if len(self) > LONG:
            return f"$${self.latex(width=90)}$$"
        return f"$\\displaystyle {self.latex()}$"

    def _repr_html_(self) -> str:
        return hooks.write("html", self)

    def __str__(self) -> str:
        texts = [str(t) for t in self.terms]
        return " + ".join(texts).replace("+ -", "- ") or "0"

    def __repr__(self) -> str:
        count = f"{len(self)} term{'s' * (len(self) != 1)}"
        return f"<{count}: {self}>" if len(self) <= SHORT else f"<{count}>"
