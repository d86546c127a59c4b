"""Equations written anew at random: trees of numbers, symbols and tables, printed as LaTeX.

Nothing here knows the reader. A tree is printed by the rules of its own, symbol by symbol with the
package's printer, and evaluated by itself in exact fractions, so that what it is worth is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from torsor import Expression
from torsor.document.printing.latex import LatexPrinter
from torsor.equations.speller import Speller

Grid = list[list[Fraction]]
Worth = Fraction | Grid
HALVES = ("\\frac", "\\tfrac", "\\dfrac")


@dataclass(frozen=True)
class Num:
    """A number that is not negative."""

    value: Fraction


@dataclass(frozen=True)
class Atom:
    """A symbol, a sine or a cosine, to a power."""

    name: str
    power: int = 1


@dataclass(frozen=True)
class Sum:
    """A sum of numbers or of tables."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True)
class Prod:
    """A product in its order."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True)
class Neg:
    """Minus something."""

    of: Tree


@dataclass(frozen=True)
class Pow:
    """A bracket to a small power."""

    of: Tree
    n: int


@dataclass(frozen=True)
class Quot:
    """A fraction."""

    above: Tree
    below: Tree


@dataclass(frozen=True)
class Table:
    """A vector or matrix."""

    rows: tuple[tuple[Tree, ...], ...]


@dataclass(frozen=True)
class Turned:
    """A transpose."""

    of: Tree


Tree = Num | Atom | Sum | Prod | Neg | Pow | Quot | Table | Turned


class ShapeError(Exception):
    """A tree that is worth nothing because its tables do not fit."""


# what a tree is worth -----------------------------------------------------------------------------


def point(random: Random, names: Sequence[str]) -> dict[str, Fraction]:
    """Values of all symbols, each sine and cosine on the circle."""
    values: dict[str, Fraction] = {}
    for name in names:
        if "(" in name:
            angle = name[4:-1]
            t = values.setdefault(f"tan {angle}", _fraction(random))
            sine, cosine = 2 * t / (1 + t * t), (1 - t * t) / (1 + t * t)
            values[name] = sine if name.startswith("sin") else cosine
        else:
            values[name] = _fraction(random)
    return values


def _fraction(random: Random) -> Fraction:
    return Fraction(random.randint(2, 97), random.randint(2, 89))


def worth_of(expression: Expression, at: Mapping[str, Fraction]) -> Fraction:
    """A derived expression at a point, term by term."""
    total = Fraction(0)
    for term in expression.terms:
        value = Fraction(term.coefficient)
        for name, exponent in term.powers:
            value *= at[name] ** exponent
        total += value
    return total


def worth(tree: Tree, at: Mapping[str, Fraction]) -> Worth:
    """A tree at a point."""
    if isinstance(tree, Num):
        return tree.value
    if isinstance(tree, Atom):
        return at[tree.name] ** tree.power
    if isinstance(tree, Table):
        rows = [[worth(e, at) for e in row] for row in tree.rows]
        if any(isinstance(e, list) for row in rows for e in row) or len({*map(len, rows)}) != 1:
            raise ShapeError
        return rows  # type: ignore[return-value]
    if isinstance(tree, Turned):
        value = worth(tree.of, at)
        if not isinstance(value, list):
            raise ShapeError
        return [list(column) for column in zip(*value, strict=True)]
    if isinstance(tree, Neg):
        return times(Fraction(-1), worth(tree.of, at))
    if isinstance(tree, Quot):
        below = worth(tree.below, at)
        if isinstance(below, list) or not below:
            raise ShapeError
        return times(1 / below, worth(tree.above, at))
    if isinstance(tree, Pow):
        value = base = worth(tree.of, at)
        for _ in range(tree.n - 1):
            value = times(value, base)
        return value
    values = [worth(part, at) for part in tree.parts]
    total = values[0]
    for value in values[1:]:
        total = times(total, value) if isinstance(tree, Prod) else plus(total, value)
    return total


def plus(a: Worth, b: Worth) -> Worth:
    """The sum of two numbers or of two tables alike."""
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b) or len(a[0]) != len(b[0]):
            raise ShapeError
        return [[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]
    if isinstance(a, list) or isinstance(b, list):
        raise ShapeError
    return a + b


def times(a: Worth, b: Worth) -> Worth:
    """A product; a row times a column is a number."""
    if not isinstance(a, list) and not isinstance(b, list):
        return a * b
    if not isinstance(a, list):
        return [[a * x for x in row] for row in b]  # type: ignore[union-attr]
    if not isinstance(b, list):
        return [[x * b for x in row] for row in a]
    if len(a[0]) != len(b):
        raise ShapeError
    columns = list(zip(*b, strict=True))
    found = [
        [sum((x * y for x, y in zip(row, c, strict=True)), Fraction(0)) for c in columns]
        for row in a
    ]
    return found[0][0] if len(found) == len(found[0]) == 1 else found


# how a tree is printed ----------------------------------------------------------------------------

BRACKETS = (
    ("(", ")"),
    ("\\left(", "\\right)"),
    ("[", "]"),
    ("\\left\\{", "\\right\\}"),
    ("\\bigl(", "\\bigr)"),
)
TABLES = (
    ("\\begin{bmatrix}", "\\end{bmatrix}"),
    ("\\begin{pmatrix}", "\\end{pmatrix}"),
    ("\\left[\\begin{array}{ccc}", "\\end{array}\\right]"),
    ("\\left(\\begin{matrix}", "\\end{matrix}\\right)"),
)
TRANSPOSED = ("^T", "^{T}", "^{\\top}", "^\\mathsf{T}", "^{\\mathrm T}", "^\\top", "^{\\rm T}")


@dataclass
class Press:
    """Prints trees, with a choice of types at every turn."""

    random: Random
    speller: Speller
    printer: LatexPrinter

    def text(self, tree: Tree) -> str:
        """A tree as LaTeX."""
        if isinstance(tree, Num):
            return self._number(tree.value)
        if isinstance(tree, Atom):
            return self.printer.token(self.speller.atom(tree.name, tree.power))
        if isinstance(tree, Neg):
            inner = self.text(tree.of)
            return f"-{self._bracketed(inner) if isinstance(tree.of, (Sum, Neg)) else inner}"
        if isinstance(tree, Sum):
            return self._sum(tree)
        if isinstance(tree, Prod):
            return self._product(tree)
        if isinstance(tree, Pow):
            return f"{self._bracketed(self.text(tree.of))}^{{{tree.n}}}"
        if isinstance(tree, Quot):
            return self._quotient(tree)
        if isinstance(tree, Turned):
            if isinstance(tree.of, Table):
                inner = self._table(tree.of)
                if len(tree.of.rows) == 1 and self.random.random() < 0.3:
                    inner = f"[{', '.join(self.text(e) for e in tree.of.rows[0])}]"
            else:
                inner = self._bracketed(self.text(tree.of))
            return inner + self.random.choice(TRANSPOSED)
        return self._table(tree)

    def _number(self, value: Fraction) -> str:
        if value.denominator == 1:
            return str(value)
        if self.random.random() < 0.7:
            kind = self.random.choice(("\\frac", "\\tfrac", "\\dfrac"))
            return f"{kind}{{{value.numerator}}}{{{value.denominator}}}"
        if value in (Fraction(1, 2), Fraction(3, 2)):
            return self.random.choice((f"\\frac{value.numerator}2", str(float(value))))
        return f"\\frac{{{value.numerator}}}{{{value.denominator}}}"

    def _bracketed(self, inner: str) -> str:
        opening, closing = self.random.choice(BRACKETS)
        return f"{opening} {inner} {closing}"

    def _sum(self, tree: Sum) -> str:
        text = ""
        for k, part in enumerate(tree.parts):
            if isinstance(part, Neg) and not isinstance(part.of, (Sum, Neg)):
                text += f" - {self.text(part.of)}"
            elif isinstance(part, (Sum, Neg)):
                text += f"{' +' if k else ''} {self._bracketed(self.text(part))}"
            else:
                text += f"{' +' if k else ''} {self.text(part)}"
        return text.strip()

    def _product(self, tree: Prod) -> str:
        text = ""
        for k, part in enumerate(tree.parts):
            inner = self.text(part)
            if isinstance(part, (Sum, Neg)) or (isinstance(part, Prod) and k):
                inner = self._bracketed(inner)
            if k:
                joint = self.random.choice((" ", " ", " \\, ", " \\cdot "))
                number = inner[0].isdigit() or inner.startswith(HALVES)  # 2 1/2 is no product
                text += " \\cdot " if number else joint
            text += inner
        return text

    def _quotient(self, tree: Quot) -> str:
        above, below = self.text(tree.above), self.text(tree.below)
        if isinstance(tree.below, Num) and tree.below.value.denominator == 1:
            if self.random.random() < 0.3:
                inner = self._bracketed(above) if not isinstance(tree.above, Table) else above
                return self._bracketed(f"{inner} / {below}")
        return f"\\frac{{{above}}}{{{below}}}"

    def _table(self, tree: Table) -> str:
        opening, closing = self.random.choice(TABLES)
        rows = " \\\\ ".join(" & ".join(self.text(e) for e in row) for row in tree.rows)
        return f"{opening} {rows} {closing}"


# rewriting ----------------------------------------------------------------------------------------


def tree_of(expression: Expression, sign: Callable[[str], int]) -> Tree:
    """A derived expression as it stands: a sum of products.

    An atom is a mark as it is printed; ``sign`` tells where that is minus the symbol.
    """
    parts: list[Tree] = []
    for term in expression.terms:
        c = Fraction(term.coefficient)
        for name, exponent in term.powers:
            c *= sign(name) ** exponent
        factors: list[Tree] = [Atom(n, e) for n, e in term.powers]
        if abs(c) != 1 or not factors:
            factors.insert(0, Num(abs(c)))
        product: Tree = factors[0] if len(factors) == 1 else Prod(tuple(factors))
        parts.append(Neg(product) if c < 0 else product)
    if not parts:
        return Num(Fraction(0))
    return parts[0] if len(parts) == 1 else Sum(tuple(parts))


def children(tree: Tree) -> list[Tree]:
    """The trees right under a tree."""
    if isinstance(tree, (Sum, Prod)):
        return list(tree.parts)
    if isinstance(tree, (Neg, Pow, Turned)):
        return [tree.of]
    if isinstance(tree, Quot):
        return [tree.above, tree.below]
    if isinstance(tree, Table):
        return [e for row in tree.rows for e in row]
    return []


def with_children(tree: Tree, new: Sequence[Tree]) -> Tree:
    """The tree with others under it."""
    if isinstance(tree, (Sum, Prod)):
        return replace(tree, parts=tuple(new))
    if isinstance(tree, (Neg, Pow, Turned)):
        return replace(tree, of=new[0])
    if isinstance(tree, Quot):
        return Quot(new[0], new[1])
    if isinstance(tree, Table):
        given = iter(new)
        return Table(tuple(tuple(next(given) for _ in row) for row in tree.rows))
    return tree


def somewhere(random: Random, tree: Tree, change: Callable[[Tree], Tree | None]) -> Tree | None:
    """The tree with one node changed, drawn at random; divisors stay as they are."""
    paths: list[tuple[int, ...]] = []

    def walk(node: Tree, path: tuple[int, ...]) -> None:
        paths.append(path)
        for k, child in enumerate(children(node)):
            if not (isinstance(node, Quot) and k):
                walk(child, (*path, k))

    walk(tree, ())
    random.shuffle(paths)

    def put(node: Tree, path: tuple[int, ...]) -> Tree | None:
        if not path:
            return change(node)
        below = children(node)
        new = put(below[path[0]], path[1:])
        if new is None:
            return None
        below[path[0]] = new
        return with_children(node, below)

    for path in paths[:12]:
        found = put(tree, path)
        if found is not None:
            return found
    return None


def is_table(tree: Tree) -> bool:
    """Whether a tree that fits is a table (a product of a row and a column is not asked for)."""
    if isinstance(tree, (Table, Turned)):
        return True
    if isinstance(tree, (Sum, Prod)):
        return any(is_table(part) for part in tree.parts)
    if isinstance(tree, (Neg, Pow)):
        return is_table(tree.of)
    return isinstance(tree, Quot) and is_table(tree.above)


class Rewriter:
    """Rewrites that leave a tree's worth as it is."""

    def __init__(self, random: Random, symbols: Sequence[str], angles: Sequence[str]) -> None:
        self.random = random
        self.symbols = list(symbols)
        self.angles = list(angles)

    def any_atom(self) -> Atom:
        """Some symbol of the model."""
        return Atom(self.random.choice(self.symbols))

    def number(self) -> Num:
        """Some small number but one."""
        return Num(
            Fraction(self.random.choice((2, 3, 4, 5, 7)), self.random.choice((1, 1, 1, 2, 3)))
        )

    def rewritten(self, tree: Tree, steps: int) -> Tree:
        """The tree after some steps, each somewhere."""
        for _ in range(steps):
            found = somewhere(self.random, tree, self._number_step)
            tree = found or tree
        return tree

    def _number_step(self, tree: Tree) -> Tree | None:
        if is_table(tree) or isinstance(tree, (Table, Turned)):
            return None
        steps = (
            self._permute, self._factor_out, self._split, self._negate, self._cancel, self._divide,
            self._circle, self._add_nothing, self._row_column, self._halve,
        )  # fmt: skip
        return self.random.choice(steps)(tree)

    def _permute(self, tree: Tree) -> Tree | None:
        if not isinstance(tree, (Sum, Prod)):
            return None
        parts = list(tree.parts)
        self.random.shuffle(parts)
        return replace(tree, parts=tuple(parts))

    def _factor_out(self, tree: Tree) -> Tree | None:
        """m a + m b = m (a + b), for a symbol of two terms at least."""
        if not isinstance(tree, Sum):
            return None
        atoms = [f for part in tree.parts for f in _factors(part) if isinstance(f, Atom)]
        if not atoms:
            return None
        atom = replace(self.random.choice(atoms), power=1)
        inside, outside = [], []
        for part in tree.parts:
            rest = _without(part, atom)
            (outside if rest is None else inside).append(part if rest is None else rest)
        if len(inside) < 2:
            return None
        product = (
            Prod((atom, Sum(tuple(inside))))
            if self.random.random() < 0.5
            else Prod((Sum(tuple(inside)), atom))
        )
        return Sum((*outside, product)) if outside else product

    def _split(self, tree: Tree) -> Tree:
        """x = n x − (n − 1) x."""
        n = self.random.choice((2, 3, 5))
        less: Tree = tree if n == 2 else Prod((Num(Fraction(n - 1)), tree))
        return Sum((Prod((Num(Fraction(n)), tree)), Neg(less)))

    def _negate(self, tree: Tree) -> Tree:
        if isinstance(tree, Sum) and self.random.random() < 0.7:
            return Neg(Sum(tuple(p.of if isinstance(p, Neg) else Neg(p) for p in tree.parts)))
        return Neg(Neg(tree))

    def _cancel(self, tree: Tree) -> Tree:
        atom = self.any_atom()
        return Quot(Prod((atom, tree)), atom)

    def _divide(self, tree: Tree) -> Tree:
        n = self.number()
        return Quot(Prod((n, tree)), n)

    def _circle(self, tree: Tree) -> Tree | None:
        if not self.angles:
            return None
        angle = self.random.choice(self.angles)
        one = Sum((Atom(f"sin({angle})", 2), Atom(f"cos({angle})", 2)))
        return Prod((tree, one)) if self.random.random() < 0.5 else Prod((one, tree))

    def _add_nothing(self, tree: Tree) -> Tree:
        extra = Prod((self.any_atom(), self.any_atom()))
        return Sum((tree, extra, Neg(extra)))

    def _row_column(self, tree: Tree) -> Tree | None:
        """A sum of products as a row times a column."""
        if not isinstance(tree, Sum) or len(tree.parts) > 4:
            return None
        pairs = [_halves(part) for part in tree.parts]
        row = Table((tuple(a for a, _ in pairs),))
        column = Table(tuple((b,) for _, b in pairs))
        if self.random.random() < 0.5:
            return Prod((row, column))
        return (
            Prod((Turned(Turned(row)), Turned(Turned(column))))
            if self.random.random() < 0.3
            else Prod((Turned(Table(tuple((a,) for a, _ in pairs))), column))
        )

    def _halve(self, tree: Tree) -> Tree:
        half = Num(Fraction(1, 2))
        return Prod((half, Sum((tree, tree))))

    # tables -----------------------------------------------------------------------------------

    def table_step(self, tree: Tree, rows: int, columns: int) -> Tree:
        """A table written in another way."""
        steps = (
            self._scaled, self._parted, self._turned, self._times_unit, self._permuted,
            self._sheared, self._table_negated, self._doubled, self._over, self._combined,
        )  # fmt: skip
        return self.random.choice(steps)(tree, rows, columns)

    def _scaled(self, tree: Tree, rows: int, columns: int) -> Tree:
        """A number or symbol before or behind the table, and its inverse within."""
        by: Tree = self.number() if self.random.random() < 0.5 else self.any_atom()
        if isinstance(tree, Table):
            inner: Tree = Table(tuple(tuple(_over(e, by) for e in row) for row in tree.rows))
        else:
            inner = Quot(tree, by)
        return Prod((by, inner)) if self.random.random() < 0.5 else Prod((inner, by))

    def _parted(self, tree: Tree, rows: int, columns: int) -> Tree:
        """A sum of two tables."""
        if not isinstance(tree, Table):
            return Sum((Prod((Num(Fraction(3)), tree)), Neg(Prod((Num(Fraction(2)), tree)))))
        left, right = [], []
        for row in tree.rows:
            pairs = [self._two(e) for e in row]
            left.append(tuple(a for a, _ in pairs))
            right.append(tuple(b for _, b in pairs))
        if self.random.random() < 0.5:
            return Sum((Table(tuple(left)), Table(tuple(right))))
        minus = Table(tuple(tuple(Neg(e) for e in row) for row in right))
        return Sum((Table(tuple(left)), Neg(minus)))

    def _two(self, tree: Tree) -> tuple[Tree, Tree]:
        zero = Num(Fraction(0))
        if isinstance(tree, Sum) and len(tree.parts) > 1:
            cut = self.random.randint(1, len(tree.parts) - 1)
            return _sum(tree.parts[:cut]), _sum(tree.parts[cut:])
        if self.random.random() < 0.3:
            atom = self.any_atom()
            return Sum((tree, atom)), Neg(atom)
        return (tree, zero) if self.random.random() < 0.5 else (zero, tree)

    def _turned(self, tree: Tree, rows: int, columns: int) -> Tree:
        if isinstance(tree, Table):
            return Turned(Table(tuple(zip(*tree.rows, strict=True))))
        return Turned(Turned(tree))

    def _unit(self, n: int) -> Table:
        return Table(tuple(tuple(Num(Fraction(int(i == j))) for j in range(n)) for i in range(n)))

    def _times_unit(self, tree: Tree, rows: int, columns: int) -> Tree:
        if columns > 1 and self.random.random() < 0.5:
            return Prod((tree, self._unit(columns)))
        return Prod((self._unit(rows), tree)) if rows > 1 else Prod((tree, self._unit(columns)))

    def _permuted(self, tree: Tree, rows: int, columns: int) -> Tree:
        """P (Pᵀ A), the rows of the table in another order."""
        if not isinstance(tree, Table) or rows == 1:
            return Neg(Neg(tree))
        order = list(range(rows))
        self.random.shuffle(order)
        inner = Table(tuple(tree.rows[k] for k in order))
        P = Table(
            tuple(
                tuple(Num(Fraction(int(order[j] == i))) for j in range(rows)) for i in range(rows)
            )
        )
        return Prod((P, inner))

    def _sheared(self, tree: Tree, rows: int, columns: int) -> Tree:
        """E (E⁻¹ A) with E adding a multiple of one row to another."""
        if not isinstance(tree, Table) or rows == 1:
            return Prod((tree, Pow(self._unit(columns), 2))) if columns > 1 else tree
        i, j = self.random.sample(range(rows), 2)
        by = self.any_atom()
        grid = [list(row) for row in self._unit(rows).rows]
        grid[i][j] = by
        inner = [list(row) for row in tree.rows]
        inner[i] = [Sum((a, Neg(Prod((by, b))))) for a, b in zip(inner[i], inner[j], strict=True)]
        return Prod((Table(tuple(map(tuple, grid))), Table(tuple(map(tuple, inner)))))

    def _table_negated(self, tree: Tree, rows: int, columns: int) -> Tree:
        if isinstance(tree, Table):
            return Neg(Table(tuple(tuple(_minus(e) for e in row) for row in tree.rows)))
        return Neg(Neg(tree))

    def _doubled(self, tree: Tree, rows: int, columns: int) -> Tree:
        half = Num(Fraction(1, 2))
        return (
            Prod((half, Sum((tree, tree))))
            if self.random.random() < 0.5
            else Prod((Sum((tree, tree)), half))
        )

    def _over(self, tree: Tree, rows: int, columns: int) -> Tree:
        n = self.number()
        return Quot(Prod((n, tree)), n)

    def _combined(self, tree: Tree, rows: int, columns: int) -> Tree:
        """A column as a matrix times a column of symbols and one."""
        if (
            not isinstance(tree, Table)
            or columns != 1
            or any(not isinstance(r[0], (Sum, Prod, Atom)) for r in tree.rows)
        ):
            return tree
        atom = self.any_atom()
        rows_: list[tuple[Tree, ...]] = []
        zero = Num(Fraction(0))
        for row in tree.rows:
            with_, rest = [], []
            for part in row[0].parts if isinstance(row[0], Sum) else (row[0],):
                less = _without(part, atom)
                (rest if less is None else with_).append(part if less is None else less)
            rows_.append((_sum(with_) if with_ else zero, _sum(rest) if rest else zero))
        return Prod((Table(tuple(rows_)), Table(((atom,), (Num(Fraction(1)),)))))


def _factors(tree: Tree) -> list[Tree]:
    if isinstance(tree, Neg):
        return _factors(tree.of)
    return list(tree.parts) if isinstance(tree, Prod) else [tree]


def _without(tree: Tree, atom: Atom) -> Tree | None:
    """A product with a symbol taken out once, if it has it."""
    if isinstance(tree, Neg):
        rest = _without(tree.of, atom)
        return None if rest is None else Neg(rest)
    parts = list(tree.parts) if isinstance(tree, Prod) else [tree]
    for k, part in enumerate(parts):
        if isinstance(part, Atom) and part.name == atom.name:
            left = [replace(part, power=part.power - 1)] if part.power > 1 else []
            rest_parts = [*parts[:k], *left, *parts[k + 1 :]]
            if not rest_parts:
                return Num(Fraction(1))
            return rest_parts[0] if len(rest_parts) == 1 else Prod(tuple(rest_parts))
    return None


def _sum(parts: Sequence[Tree]) -> Tree:
    return parts[0] if len(parts) == 1 else Sum(tuple(parts))


def _minus(tree: Tree) -> Tree:
    return tree.of if isinstance(tree, Neg) else Neg(tree)


def _over(tree: Tree, by: Tree) -> Tree:
    if isinstance(by, Atom):
        rest = None if isinstance(tree, Sum) else _without(tree, by)
        if rest is not None:
            return rest
    return Num(Fraction(0)) if tree == Num(Fraction(0)) else Quot(tree, by)


def _halves(tree: Tree) -> tuple[Tree, Tree]:
    """A term as a product of two."""
    if isinstance(tree, Neg):
        a, b = _halves(tree.of)
        return Neg(a), b
    if isinstance(tree, Prod):
        cut = len(tree.parts) // 2
        left, right = tree.parts[:cut], tree.parts[cut:]
        return (
            left[0] if len(left) == 1 else Prod(left),
            right[0] if len(right) == 1 else Prod(right),
        )
    return tree, Num(Fraction(1))
