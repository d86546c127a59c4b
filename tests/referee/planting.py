"""Printed equations with misprints in them, drawn at random: what was planted is known.

A misprint is made in a term's data, and the term is printed in its place by the package's own
LaTeX printer, so that the print looks as any other.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import torsor
from torsor import Expression, Model
from torsor.algebra.terms import Term
from torsor.document.printing.latex import LatexPrinter
from torsor.equations.documents import speller
from torsor.equations.tree import Product, Sum, factors, flat, key, terms_of
from torsor.mechanics.effects import roles_of_robot
from torsor.notation.glyph import Glyph
from torsor.notation.notation import load_notation
from torsor.referee.equation import Checked, Checker
from torsor.referee.targets import resolve

KINDS = ("dot", "index", "symbol", "sign", "coefficient", "power", "missing", "extra", "twice")
NOTATIONS = ("standard", "rttrr", "trtrr", "3r", "spong", "rv1a")
TARGETS = {
    "rttrr": ["tau[1]", "tau[2]", "tau[3]", "tau[4]", "tau[5]", "M[1,1]", "C[4,5]", "F[5].x"],
    "trtrr": ["tau[1]", "tau[2]", "tau[3]", "tau[4]", "tau[5]", "a_C[5].y", "n[4].z", "M[2,2]"],
    "3r": ["tau[1]", "tau[2]", "tau[3]", "N[2].y", "f[3].x", "M[1,2]", "g[2]"],
    "scara": ["tau[1]", "tau[2]", "tau[4]", "K", "L", "M[1,1]", "dp[1]"],
}
Powers = tuple[tuple[str, int], ...]


@cache
def model(robot: str) -> Model:
    """The robot's model, derived once."""
    return torsor.derive(torsor.load(robot))


@cache
def checker(robot: str, notation: str) -> Checker:
    """A checker of the robot's equations in a notation."""
    return Checker(model(robot), load_notation(notation))


@dataclass(frozen=True)
class Planted:
    """One misprint: its kind, the term that is right and the one that is printed instead."""

    kind: str
    right: Term | None
    wrong: Term | None
    spans: tuple[tuple[int, int], ...] = ()
    """Where it stands in the print; a term that is printed twice stands in two places."""


@dataclass(frozen=True)
class Print:
    """An equation in LaTeX and the misprints in it."""

    latex: str
    planted: tuple[Planted, ...]


class Printer:
    """Prints terms of one robot in one notation, and draws misprints in them."""

    def __init__(self, robot: str, notation: str) -> None:
        hand = load_notation(notation)
        self.model = model(robot)
        self.roles = roles_of_robot(self.model.robot)
        self.speller = speller(self.model, hand)
        self.printer = LatexPrinter(hand.product)
        ring = self.model.ring
        self.names = [
            *(n for n in ring.symbols if not n.startswith("tau")),
            *(f"{f}({a})" for a in ring.angles for f in ("sin", "cos")),
        ]
        self.looks = {n: look(n, self.speller.glyph(inside(n))) for n in self.names}

    def piece(self, term: Term, first: bool) -> str:
        """A term as it is printed, signed."""
        product = Product(term.coefficient, factors(key(term.powers), self.roles))
        (only,) = self.speller.pieces(Sum((product,)))
        sign = only.sign or "+"
        return self.printer.piece(replace(only, sign=sign), first)

    def terms(self, expression: Expression) -> list[Term]:
        """The terms in the order in which they are printed."""
        tree = flat(terms_of(expression), self.roles)
        return [Term(p.coefficient, p.factors) for p in tree.parts]  # type: ignore[arg-type]

    def likes(self, name: str, kind: str) -> list[str]:
        """What may be misprinted for a name: differing in dots, in digits, or in letters."""
        return [
            n for n in self.names if n != name and _kind(self.looks[n], self.looks[name]) == kind
        ]

    # one misprint -----------------------------------------------------------------------------

    def misprint(self, random: Random, kind: str, term: Term) -> Term | None:
        """The term with one misprint of a kind, if it can have such a one."""
        c, powers = term.coefficient, dict(term.powers)
        if kind in ("missing", "twice", "extra"):
            return None if kind == "missing" else term if kind == "twice" else self.foreign(random)
        if kind == "sign":
            return Term(-c, term.powers)
        if kind == "coefficient":
            other = random.choice([c * 2, c / 2, c * 3, c + 1, c - 1, Fraction(5)])
            return Term(other, term.powers) if other not in (0, c, -c) else None
        name = random.choice(sorted(powers)) if powers else ""
        if not name:
            return None
        if kind == "power":
            powers[name] += random.choice((-1, 1))
            return Term(c, key(powers.items()))
        choices = self.likes(name, kind)
        if not choices:
            return None
        exponent = powers.pop(name)
        return Term(c, key((*powers.items(), (random.choice(choices), exponent))))

    def foreign(self, random: Random) -> Term:
        """A term of the model's symbols, as long as its terms are."""
        drawn = random.sample(self.names, random.randint(2, 5))
        return Term(Fraction(random.choice((1, 1, -1, 2, -3))), key((n, 1) for n in drawn))

    # a whole equation -------------------------------------------------------------------------

    def plant(self, random: Random, expression: Expression, kinds: list[str]) -> Print | None:
        """The equation with misprints of some kinds; nothing if the draw tells of no misprint."""
        terms = self.terms(expression)
        if len(terms) <= len(kinds):
            return None
        chosen = dict(zip(random.sample(range(len(terms)), len(kinds)), kinds, strict=True))
        planted: dict[int, Planted] = {}
        for i, kind in chosen.items():
            wrong = self.misprint(random, kind, terms[i])
            if wrong is None and kind != "missing":
                return None
            planted[i] = Planted(kind, None if kind in ("extra", "twice") else terms[i], wrong)
        if not self.telling(list(planted.values()), terms):
            return None
        return self.laid_out(random, terms, planted)

    def telling(self, planted: list[Planted], terms: list[Term]) -> bool:
        """Whether the misprints change the equation, each by itself and no two as one would."""
        ring = self.model.ring

        def value(term: Term | None) -> Expression:
            return ring.from_term_list([term] if term else [])

        changes = [value(p.wrong) - value(p.right) for p in planted]
        true = {key(t.powers) for t in terms}
        rights = {key(p.right.powers) for p in planted if p.right}
        touched = [{key(t.powers) for t in change.terms} for change in changes]
        for p, change in zip(planted, changes, strict=True):
            wrong = {key(t.powers) for t in value(p.wrong).terms}
            if not change or (p.kind == "extra" and wrong & true):
                return False
            if p.right and wrong & (rights - {key(p.right.powers)}):
                return False
        if any(a & b for a, b in combinations(touched, 2)):
            return False
        return not any(near(a.wrong, b.right) for a in planted for b in planted if a is not b)

    def laid_out(self, random: Random, terms: list[Term], planted: dict[int, Planted]) -> Print:
        """The terms over several lines, with the place of each misprint."""
        pieces: list[tuple[Term, int | None]] = []
        for i, term in enumerate(terms):
            p = planted.get(i)
            if p is None or p.kind in ("extra", "twice"):
                pieces.append((term, i if p and p.kind == "twice" else None))
            if p and p.wrong and p.kind not in ("extra", "twice"):
                pieces.append((p.wrong, i))
        for i, p in planted.items():
            if p.kind in ("extra", "twice") and p.wrong:
                pieces.insert(random.randint(0, len(pieces)), (p.wrong, i))
        text = "\\begin{aligned}\nQ ={} & "
        spans: dict[int, list[tuple[int, int]]] = {}
        for number, (term, i) in enumerate(pieces):
            start = len(text)
            text += self.piece(term, number == 0)
            if i is not None:
                spans.setdefault(i, []).append((start, len(text)))
            text += " \\\\\n& " if number % 5 == 4 else " "
        text += "\n\\end{aligned}"
        found = tuple(replace(p, spans=tuple(spans.get(i, ()))) for i, p in planted.items())
        return Print(text, found)


def near(a: Term | None, b: Term | None) -> bool:
    """Whether one might be misprinted for the other: not more than two factors are different."""
    if a is None or b is None:
        return False
    mine, other = Counter(dict(a.powers)), Counter(dict(b.powers))
    return len(mine - other) <= 2 and len(other - mine) <= 2


def inside(name: str) -> str:
    """The argument of a sine or cosine, else the name itself."""
    function, _, rest = name.partition("(")
    return rest[:-1] if rest else function


@dataclass(frozen=True)
class Look:
    """How a name looks in print: letters, digits and dots apart."""

    letters: str
    digits: str
    dots: int


def look(name: str, glyph: Glyph) -> Look:
    """How a name looks in print."""
    flat_text = f"{glyph.pre}|{glyph.base}|{_flat(glyph.sub)}|{_flat(glyph.sup)}|{glyph.accent}"
    function = name.partition("(")[0] if "(" in name else ""
    letters = "".join(ch for ch in flat_text if not ch.isdigit())
    digits = "".join(ch for ch in flat_text if ch.isdigit())
    return Look(f"{function} {letters}", digits, glyph.dots)


def _flat(part: str | Glyph) -> str:
    return part if isinstance(part, str) else part.base + _flat(part.sub) + _flat(part.sup)


def _kind(a: Look, b: Look) -> str:
    if a.letters != b.letters:
        return "symbol"
    if a.dots == b.dots:
        return "index"
    return "dot" if a.digits == b.digits else ""


def draws(random: Random, count: int, most: int = 4) -> list[tuple[str, str, str, Print]]:
    """Equations with ``count`` misprints in all, every kind about as often as another."""
    found: list[tuple[str, str, str, Print]] = []
    kinds: list[str] = []
    total = 0
    while total < count:
        if len(kinds) < most:
            kinds += random.sample(KINDS, len(KINDS))
        robot = random.choice(sorted(TARGETS))
        notation = random.choice(NOTATIONS)
        target = random.choice(TARGETS[robot])
        ((expression,),) = resolve(model(robot), target).rows
        number = min(random.randint(1, most), count - total, max(1, len(expression) // 8))
        wanted = kinds[:number]
        printer = printer_of(robot, notation)
        drawn = None
        for _ in range(200):
            drawn = printer.plant(random, expression, wanted)
            if drawn:
                break
        if drawn is None:
            kinds = kinds[1:] + kinds[:1]
            continue
        kinds = kinds[number:]
        total += number
        found.append((robot, notation, target, drawn))
    return found


@cache
def printer_of(robot: str, notation: str) -> Printer:
    """The printer of a robot's terms in a notation."""
    return Printer(robot, notation)


def checked(robot: str, notation: str, target: str, latex: str) -> Checked:
    """What the checker finds in a print."""
    hand = checker(robot, notation)
    return hand.check("(1)", resolve(model(robot), target), latex)
