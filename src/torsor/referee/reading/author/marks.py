"""Marks of a LaTeX tree as an author's symbols: flat names, dots, powers, arguments."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from torsor.notation.glyph import Glyph
from torsor.notation.notation import GREEK
from torsor.referee.reading.latex import runs, tree
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.syntax import Node, Number, Power, Symbol, Transpose

SPELLED = {letter: name for name, letter in GREEK.items()} | {
    "∂": "partial", "π": "pi", "Π": "Pi", "Σ": "Sigma", "Ξ": "Xi", "υ": "upsilon", "Υ": "Upsilon",
}  # fmt: skip
TRANSPOSED = ("T", "⊤", "mathrm~T", "t")
QUIET = ("vec", "overrightarrow", "underline")
"""Accents that say only that something is a vector."""

FUNCTIONS = (
    "sin", "cos", "tan", "sgn", "sign", "sqrt", "arctan", "atan", "atan2", "tanh", "exp", "log",
    "ln", "diag", "arcsin", "arccos", "cot", "sinh", "cosh", "det", "tr",
)  # fmt: skip
COORDINATE_LIKE = (
    "q",
    "θ",
    "ϑ",
    "φ",
    "ϕ",
    "t",
    "x",
    "Θ",
    "Φ",
    "α",
    "β",
    "γ",
    "ψ",
    "u",
    "τ",
    "π",
    "d",
)
"""Letters that arguments have: M(q), g(θ), τ(t), Y(q, q̇, q̈)."""


def flat_name(mark: tree.Mark) -> str:
    """A mark as a plain name: θ_2 is theta2, l_{c1} is lc1, J_{v_1} is Jv1."""
    accents = "".join(a for a in mark.accent.split() if a not in QUIET)
    raised = mark.sup if _names(mark.sup) else ""
    parts = (mark.pre and f"{mark.pre}_", mark.base, accents, mark.sub, raised)
    return "".join(_spell(part) for part in parts if part)


def _spell(text: str) -> str:
    letters = (SPELLED.get(ch, ch) for ch in text)
    return "".join(ch for ch in "".join(letters) if (ch.isascii() and ch.isalnum()) or ch == "_")


def _names(sup: str) -> bool:
    """Whether a superscript is part of a name: neither power, transposition nor primes."""
    bare = sup.strip("'")
    number = bare.removeprefix("-").replace(".", "").isdigit()
    return bool(bare) and not number and bare not in TRANSPOSED


def is_exponent(sup: str) -> bool:
    """Whether a superscript is a whole power."""
    digits = sup.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 3


@dataclass
class MarkReader:
    """Reads the marks of one text."""

    latex: str
    seen: dict[tuple[str, ...], tuple[str, Glyph, int]] = field(default_factory=dict)
    """The marks that were read, by their look."""

    def _symbol(self, mark: tree.Mark) -> Symbol:
        look = (mark.base, mark.sub, mark.sup, mark.pre, mark.accent)
        name, glyph, primes = self.seen.get(look) or self._see(mark, look)
        return Symbol(name, mark.place, mark.dots, glyph=glyph, primes=primes)

    def _see(self, mark: tree.Mark, look: tuple[str, ...]) -> tuple[str, Glyph, int]:
        """The name and the glyph of a mark, found once for each look."""
        sup = mark.sup if _names(mark.sup) else ""
        accent = next((a for a in mark.accent.split() if a in ("hat", "bar")), "")
        glyph = Glyph(mark.base, mark.sub, sup, mark.pre, 0, accent)
        self.seen[look] = flat_name(mark), glyph, mark.sup.count("'")
        return self.seen[look]

    def _raise(self, node: Node, sup: str, place: Place) -> Node:
        """A factor with what is printed on it: a power, an inverse or a transposition."""
        if not sup or (isinstance(node, Symbol) and _names(sup)):
            return node
        if sup in TRANSPOSED:
            return Transpose(node, place)
        if not is_exponent(sup):
            raise UnreadError(f"the superscript {sup[:20]} cannot be read", place)
        return Power(node, Number(Fraction(int(sup)), place), place)

    def _arguments(self, after: tree.Link | None) -> tuple[Node, ...]:
        """What stands in a bracket of arguments, as (q, q̇); nothing if it is a factor."""
        if not tree.is_nested(after, "paren") or after.sub or is_exponent(after.sup):
            return ()
        inner = runs.items_in(after.blocks[0])
        marks = [i for i in inner[::2] if isinstance(i, tree.Mark)]
        commas = [i for i in inner[1::2] if tree.is_stop(i, "comma")]
        if not inner or len(marks) + len(commas) != len(inner):
            return ()
        if any(m.base not in COORDINATE_LIKE or m.sup.strip("'T") for m in marks):
            return ()
        return tuple(self._symbol(m) for m in marks)
