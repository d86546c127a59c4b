"""Right equations written anew stay right; with one planted change they are never right.

200 of each by default, always the same; 10,000 new ones of each with ``TORSOR_FUZZ=all``.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

import torsor
from torsor import Model
from torsor.document.printing.latex import LatexPrinter
from torsor.equations.documents import speller
from torsor.errors import TextError
from torsor.notation.notation import load_notation
from torsor.referee.equation import Checker
from torsor.referee.targets import Target, resolve

from .readers import ALL
from .rewriting import (
    Atom,
    Neg,
    Num,
    Pow,
    Press,
    Prod,
    Quot,
    Rewriter,
    ShapeError,
    Sum,
    Table,
    Tree,
    Turned,
    Worth,
    children,
    is_table,
    point,
    somewhere,
    tree_of,
    with_children,
    worth,
    worth_of,
)

BATCHES, BATCH = (100, 100) if ALL else (4, 50)
NOTATIONS = ("standard", "standard", "rttrr", "trtrr", "3r", "spong")
LONGEST = 60
"""Targets with more terms are left out: the rewriting is the same, and takes longer."""

TARGETS = {
    "planar2r": [
        "tau[1]", "tau[2]", "M", "M[1,1]", "C", "C[1,2]", "g", "g[1]", "omega[2]", "a_C[2]", "F[2]",
        "N[2]", "position[2]", "velocity[2]", "J_v[2]", "J_w[2]", "K", "U", "a[2]", "n[2]",
    ],
    "scara": [
        "tau[1]", "tau[3]", "tau[4]", "M", "C", "g", "position[4]", "J_v[4]", "J_w[2]", "K", "p[2]",
    ],
    "3r": [
        "omega[3]", "v_C[2]", "a_C[1]", "F[1]", "g[2]", "position[2]", "J_w[3]", "J_v[1]", "M[2,3]",
    ],
    "cartesian": ["tau[1]", "tau[3]", "M", "C", "g", "K", "velocity[3]", "J_v[3]"],
    "trtrr": [
        "tau[1]", "tau[3]", "F[3]", "F[4]", "N[4]", "a_C[3]", "omega[5]", "g", "M[2,3]", "v[3]",
    ],
    "rttrr": ["tau[2]", "omega[5]", "v_C[3]", "g", "M[1,3]", "M[2,5]", "C[3,1]", "epsilon[4]"],
    "stanford": ["omega[4]", "g[2]", "epsilon[3]", "v[4]"],
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A robot in a notation, and what is to be written."""

    model: Model
    checker: Checker
    target: Target
    names: tuple[str, ...]


@cache
def model_of(robot: str) -> Model:
    """The robot's model, derived once."""
    return torsor.derive(robot)


@cache
def checker_of(robot: str, notation: str) -> Checker:
    """A checker of the robot's equations in a notation."""
    return Checker(model_of(robot), load_notation(notation))


@cache
def case_of(robot: str, notation: str, target: str) -> Case | None:
    """A target, if it is not too long."""
    model = model_of(robot)
    found = resolve(model, target)
    if sum(len(e) for row in found.rows for e in row) > LONGEST:
        return None
    ring = model.ring
    names = [n for n in ring.symbols if not n.startswith("tau")]
    names += [f"{f}({a})" for a in ring.angles for f in ("sin", "cos")]
    return Case(model, checker_of(robot, notation), found, tuple(names))


def drawn_case(random: Random) -> Case:
    """Some target of some robot in some notation."""
    while True:
        robot = random.choice(sorted(TARGETS))
        found = case_of(robot, random.choice(NOTATIONS), random.choice(TARGETS[robot]))
        if found:
            return found


@dataclass(frozen=True)
class Written:
    """An equation: the name before its equals sign, the factor on it, and its sides."""

    name: str
    factor: Fraction
    sides: tuple[Tree, ...]


class Author:
    """Writes equations of one case, and knows what they are worth."""

    def __init__(self, random: Random, case: Case) -> None:
        self.random, self.case = random, case
        hand = case.checker.notation
        self.press = Press(random, speller(case.model, hand), LatexPrinter(hand.product))
        symbols = [n for n in case.names if "(" not in n]
        self.rewriter = Rewriter(random, symbols, case.model.ring.angles)
        self.sign = hand.sign
        self.shape = len(case.target.rows), len(case.target.rows[0])

    def tree(self) -> Tree:
        """The target as it was derived, written anew."""
        random, (rows, columns) = self.random, self.shape
        entries = tuple(
            tuple(
                self.rewriter.rewritten(tree_of(e, self.sign), random.choice((0, 1, 1, 2)))
                for e in row
            )
            for row in self.case.target.rows
        )
        if self.shape == (1, 1):
            return self.rewriter.rewritten(entries[0][0], random.choice((1, 2, 3, 4)))
        tree: Tree = Table(entries)
        for _ in range(random.choice((0, 1, 1, 2, 2, 3))):
            tree = self.rewriter.table_step(tree, rows, columns)
        return tree

    def written(self) -> Written:
        """An equation, now and then with a number before its name or with two right sides."""
        random = self.random
        factor = random.choice((Fraction(1),) * 5 + (Fraction(-1), Fraction(2), Fraction(1, 2)))
        sides = [self.tree() for _ in range(random.choice((1, 1, 1, 2)))]
        if factor != 1:
            by = Num(abs(factor))
            sides = [s if abs(factor) == 1 else Prod((by, s)) for s in sides]
            sides = [Neg(s) if factor < 0 else s for s in sides]
        return Written(self._name(), factor, tuple(sides))

    def _name(self) -> str:
        target, notation = self.case.target, self.case.checker.notation
        numbers = "".join(ch for ch in target.text if ch.isdigit())
        if target.name == "tau":
            return self.press.printer.glyph(self.press.speller.glyph(f"tau{numbers}"))
        if target.name in ("M", "C", "g"):
            base = notation.step(target.name).base
            return (
                f"{base}_{{{numbers}}}" if numbers else f"{base}{self.random.choice(('', '(q)'))}"
            )
        return f"\\vec{{Y}}_{{{numbers}}}" if numbers else f"Y{self.random.choice(('', '(q, p)'))}"

    def latex(self, written: Written) -> str:
        """The equation as it is printed."""
        left = written.name
        if written.factor != 1:
            number = "" if abs(written.factor) == 1 else self.press.text(Num(abs(written.factor)))
            left = f"{'-' if written.factor < 0 else ''}{number} {left}"
        sides = [left, *(self.press.text(s) for s in written.sides)]
        text = " = ".join(sides)
        if self.random.random() < 0.15:
            text = text.replace(" = ", " ={} & ", 1)
            text = f"\\begin{{aligned}} {text} \\end{{aligned}}"
        return text + self.random.choice(("", "", ".", ",", " \\quad (12)", " \\tag{3}"))

    def points(self) -> list[dict[str, Fraction]]:
        """Where the worth of two equations is compared."""
        return [point(self.random, self.case.names) for _ in range(2)]

    def true_worth(self, factor: Fraction, at: dict[str, Fraction]) -> Worth:
        """What the target is worth."""
        rows = [[factor * worth_of(e, at) for e in row] for row in self.case.target.rows]
        return rows[0][0] if self.shape == (1, 1) else rows

    def holds(self, written: Written) -> bool:
        """Whether every side is worth what the target is."""
        for at in self.points():
            true = self.true_worth(written.factor, at)
            for side in written.sides:
                try:
                    value = worth(side, {n: self.sign(n) * v for n, v in at.items()})
                except (ShapeError, ZeroDivisionError):
                    return False
                if value != true and not (value == 0 and not _any(true)):
                    return False
        return True


def _any(value: Worth) -> bool:
    return any(e for row in value for e in row) if isinstance(value, list) else bool(value)


def verdict(case: Case, latex: str) -> str:
    """What the checker says of an equation: right, wrong, or why it was not read."""
    try:
        found = case.checker.check("(1)", case.target, latex)
    except TextError as error:
        return f"unread: {error}"
    if found.right:
        return "right"
    return "wrong" if found.differs else f"unread: {found.doubts}"


def randoms(kind: str, batch: int) -> Random:
    """The draw of a batch: the same by default, a new one when all are asked for."""
    return Random(f"{kind} {batch} {time.time_ns() if ALL else ''}")


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_right_equation_stays_right_however_it_is_written(batch: int) -> None:
    random = randoms("right", batch)
    for _ in range(BATCH):
        author = Author(random, drawn_case(random))
        written = author.written()
        assert author.holds(written)
        latex = author.latex(written)
        said = verdict(author.case, latex)
        assert said == "right", (
            f"{said}, {author.case.target.text} of {author.case.model.robot.name}"
            f" in {author.case.checker.notation.name}: {latex}"
        )


# planted changes ----------------------------------------------------------------------------------


class Saboteur:
    """Changes that make an equation wrong, one at a time."""

    def __init__(self, random: Random, author: Author) -> None:
        self.random, self.author = random, author
        self.atom = author.rewriter.any_atom

    def change(self, tree: Tree) -> Tree | None:
        """One node changed."""
        options: list[Callable[[Tree], Tree | None]] = [
            self._sign, self._coefficient, self._symbol, self._dropped, self._added, self._factor,
            self._power, self._turn, self._swap, self._grid, self._function, self._unturn,
        ]  # fmt: skip
        return self.random.choice(options)(tree)

    def _sign(self, tree: Tree) -> Tree:
        return tree.of if isinstance(tree, Neg) else Neg(tree)

    def _coefficient(self, tree: Tree) -> Tree | None:
        if isinstance(tree, Num):
            other = self.random.choice(
                (tree.value + 1, tree.value * 2, tree.value / 3, Fraction(1))
            )
            return Num(other)
        return Prod((self.author.rewriter.number(), tree))

    def _symbol(self, tree: Tree) -> Tree | None:
        if not isinstance(tree, Atom):
            return None
        return Atom(self.random.choice(self.author.case.names), tree.power)

    def _dropped(self, tree: Tree) -> Tree | None:
        if not isinstance(tree, (Sum, Prod)) or len(tree.parts) < 2:
            return None
        k = self.random.randrange(len(tree.parts))
        left = (*tree.parts[:k], *tree.parts[k + 1 :])
        return left[0] if len(left) == 1 else replace(tree, parts=left)

    def _added(self, tree: Tree) -> Tree | None:
        extra: Tree = Prod((self.atom(), self.atom()))
        if is_table(tree) and isinstance(tree, Table):
            rows = tuple(
                tuple(extra if self.random.random() < 0.5 else Num(Fraction(0)) for _ in row)
                for row in tree.rows
            )
            return Sum((tree, Table(rows)))
        return Sum((tree, extra))

    def _factor(self, tree: Tree) -> Tree:
        return (
            Prod((tree, self.atom())) if self.random.random() < 0.5 else Prod((self.atom(), tree))
        )

    def _power(self, tree: Tree) -> Tree | None:
        if isinstance(tree, Atom):
            return Atom(tree.name, tree.power + 1 if tree.power == 1 else tree.power - 1)
        return Pow(tree, 2) if not isinstance(tree, Table) else None

    def _turn(self, tree: Tree) -> Tree | None:
        return Turned(tree) if is_table(tree) else None

    def _unturn(self, tree: Tree) -> Tree | None:
        return tree.of if isinstance(tree, Turned) else None

    def _swap(self, tree: Tree) -> Tree | None:
        if not isinstance(tree, Table) or len(tree.rows) < 2:
            return None
        rows = list(tree.rows)
        i, j = self.random.sample(range(len(rows)), 2)
        rows[i], rows[j] = rows[j], rows[i]
        return Table(tuple(rows))

    def _grid(self, tree: Tree) -> Tree | None:
        """An entry, a row or a column too few or too many; a matrix before the table."""
        if not isinstance(tree, Table):
            return None
        rows = [list(row) for row in tree.rows]
        kind = self.random.randrange(4)
        zero: Tree = Num(Fraction(0))
        if kind == 0 and len(rows) > 1:
            rows.pop(self.random.randrange(len(rows)))
        elif kind == 1:
            rows.append([zero] * len(rows[0]))
        elif kind == 2:
            rows = [[*row, zero] for row in rows]
        else:
            n = len(rows)
            extra = tuple(tuple(Num(Fraction(int(i >= j))) for j in range(n)) for i in range(n))
            return Prod((Table(extra), tree))
        return Table(tuple(map(tuple, rows)))

    def _function(self, tree: Tree) -> Tree | None:
        if not isinstance(tree, Atom) or "(" not in tree.name:
            return None
        other = "cos" if tree.name.startswith("sin") else "sin"
        return Atom(other + tree.name[3:], tree.power)


def planted_tree(random: Random, author: Author) -> Written | None:
    """An equation with one node changed, or the number before its name; it no longer holds."""
    written = author.written()
    saboteur = Saboteur(random, author)
    if random.random() < 0.08:
        other = random.choice(
            [f for f in (Fraction(1), Fraction(-1), Fraction(3)) if f != written.factor]
        )
        changed = replace(written, factor=other)
    else:
        k = random.randrange(len(written.sides))
        tree = somewhere(random, written.sides[k], saboteur.change)
        if tree is None:
            return None
        sides = (*written.sides[:k], tree, *written.sides[k + 1 :])
        changed = replace(written, sides=sides)
    return None if author.holds(changed) else changed


ADDED = [
    " + ATOM", " - ATOM", ", ATOM", "; \\; ATOM > 0", " \\\\ ATOM", " & ATOM", " \\\\ + ATOM",
    " + \\dots", " + \\ldots + ATOM", " \\pm ATOM", " {}^3", " {}_{2}", "\\\\ ATOM = 0", " +", " -",
    " \\text{ for } ATOM = 0", " \\cdot", " /", " \\ne 0", " \\approx ATOM", " )", " ]", "}",
    " \\footnotemark[1]", " \\quad \\forall t", " = 0 \\cdot ATOM + 7", " \\, |_{ATOM=0}", " !",
    " \\cancel{ATOM}", " + \\begin{bmatrix} ATOM \\\\ ATOM \\end{bmatrix}", " + \\text{h.o.t.}",
    " + O(ATOM^2)", " \\Big|", " \\right)", " + 0 \\cdot \\ddots", " \\mid ATOM",
]  # fmt: skip
"""What is put behind a right equation: something that is not nothing, or cannot be read."""

MULTIPLIED = [
    " \\cdot 2", " ATOM", " \\, ATOM^2", " (2)", " / 2", " \\times ATOM", " \\bigl( 2 \\bigr)",
    " \\mathrm{N}", " \\begin{bmatrix} ATOM & 1 \\\\ 0 & 1 \\end{bmatrix}", " [3]", "^{(2)}",
    " \\{ 5 \\}", " \\frac{ATOM}{2}", " (ATOM)", " \\tfrac12", " (ATOM - ATOM)", " * 3", " 4",
    " ATOM'", " \\quad (ATOM)", "'", "^*", "_{2}", "^{-1}",
]  # fmt: skip
"""What is put behind a side in brackets, or behind a table as it stands, that is not zero."""


def appended(random: Random, author: Author) -> str | None:
    """A right equation with something behind it."""
    written = author.written()
    if any(
        is_table(s) and not isinstance(s, Table) for s in written.sides[-1:]
    ) and author.shape == (1, 1):
        return None
    atom = author.press.text(author.rewriter.any_atom())
    true = author.true_worth(written.factor, author.points()[0])
    sides = [author.press.text(s) for s in written.sides]
    last = written.sides[-1]
    if random.random() < 0.5 and _any(true) and true != 1:
        if not isinstance(last, Table):
            sides[-1] = f"\\left( {sides[-1]} \\right)"
        sides[-1] += random.choice(MULTIPLIED).replace("ATOM", atom)
    else:
        sides[-1] += random.choice(ADDED).replace("ATOM", atom)
    number = author.press.text(Num(abs(written.factor)))
    left = f"{'-' if written.factor < 0 else ''}{number} \\cdot {written.name}"
    return " = ".join([left, *sides])


@pytest.mark.parametrize("batch", range(BATCHES))
def test_an_equation_with_one_planted_change_is_never_right(batch: int) -> None:
    random = randoms("planted", batch)
    kinds: Counter[str] = Counter()
    while sum(kinds.values()) < BATCH:
        author = Author(random, drawn_case(random))
        latex: str | None
        if random.random() < 0.2:
            latex = appended(random, author)
            if latex is None:
                continue
            kinds["appended"] += 1
        else:
            changed = planted_tree(random, author)
            if changed is None:
                continue
            latex = author.latex(changed)
            kinds["tree"] += 1
        said = verdict(author.case, latex)
        assert said != "right", (
            f"{author.case.target.text} of {author.case.model.robot.name} in "
            f"{author.case.checker.notation.name}: {latex}"
        )


def test_trees_are_worth_what_they_say() -> None:
    at = {"a": Fraction(2), "b": Fraction(3)}
    a, b = Atom("a"), Atom("b")
    row = Table(((a, b),))
    assert worth(Prod((row, Turned(row))), at) == 13
    assert worth(Quot(Neg(Sum((a, b))), Num(Fraction(5))), at) == -1
    assert worth(Prod((Turned(row), row)), at) == [[4, 6], [6, 9]]
    assert with_children(row, children(row)) == row
    with pytest.raises(ShapeError):
        worth(Prod((row, row)), at)
