"""A model printed in rounded numbers, against the derived one with the same data put in.

The data are declared (``m1 = 5``) or stated in the text (``$m_1 = 5$``). What agrees to the printed
digits is said to do so, and never called right: rounding hides what is smaller than it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.derivation import derive
from torsor.errors import TorsorError
from torsor.notation.notation import load_notation
from torsor.referee.claims.claim import Claim
from torsor.referee.claims.claims import ClaimFinder, Claims
from torsor.referee.claims.decimals import settle
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.comparing.assignment import cheapest_pairs
from torsor.referee.comparing.comparison import compare
from torsor.referee.dictionary.declared import Declared
from torsor.referee.dictionary.dictionary import Dictionary
from torsor.referee.dictionary.names import resemblance
from torsor.referee.dictionary.terms import MOVING
from torsor.referee.dictionary.units import components, derived
from torsor.referee.equation import Checked, Entry
from torsor.referee.judging import Judge, label_of
from torsor.referee.paper import Paper, Unchecked
from torsor.referee.paper_check import PaperCheck
from torsor.referee.reading.latex.places import Place
from torsor.referee.reading.syntax import Number, Statement, Symbol, walk
from torsor.robot.hypotheses import assume
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters

ALIKE = 0.45
"""Names less alike than this are not taken for the same quantity."""


def is_numeric(claims: Claims, statements: Sequence[Statement]) -> bool:
    """Whether the claims of a text are in decimal numbers, without a parameter's symbol."""
    if not claims.claims:
        return False
    names = {n for c in claims.claims for _, e in components(c) for n in e.names()}
    if any(not MOVING.fullmatch(n) for n in names):
        return False
    return any(
        isinstance(n, Number) and "." in n.digits
        for c in claims.claims
        for side in statements[c.statement].sides
        for n in walk(side)
    )


def find_data(
    statements: Sequence[Statement], declared: Declared, robot: Robot
) -> dict[str, Fraction]:
    """The data of the robot: declared, or stated in the text under names like the robot's."""
    found = {n: Fraction(v.constant) for n, v in declared.values.items() if v.constant is not None}
    stated: dict[str, Fraction] = {}
    for statement in statements:
        first, *rest = statement.sides
        if isinstance(first, Symbol) and len(rest) == 1 and isinstance(rest[0], Number):
            stated[first.name] = rest[0].value
    bare = robot if robot.bodies else robot.with_payload("none")
    occurring = {n for force in derive(bare).tau for n in force.symbols()}
    symbols = [s for s in parameters(bare) if s not in found and s in occurring]
    names = list(stated)
    if names and symbols:
        table = [[1 - resemblance(n, s) for s in symbols] + [1 - ALIKE] * len(names) for n in names]
        for i, j in cheapest_pairs(table):
            if j < len(symbols) and resemblance(names[i], symbols[j]) > ALIKE:
                found[symbols[j]] = stated[names[i]]
    return found


@dataclass
class DigitsJudge(Judge):
    """Compares coefficients to the digits that they are printed with."""

    def _claim(self, claim: Claim, statement: Statement) -> Checked:
        entries = []
        parts = components(claim)
        place = Place(statement.line, statement.column, 0, len(statement.text))
        for target, value in parts:
            wanted = derived(self.model, target, claim.forces, self.joint)
            if wanted is None:
                raise TorsorError(f"{self.model.robot.name} has no {target}")
            settled = settle(value, wanted, self.evaluator.decimals)
            terms = self._printed(settled, place, statement.text)
            where = target.partition("[")[2][:-1] if len(parts) > 1 else ""
            entries.append(Entry(where, compare(terms, wanted, self.glyph_of)))
        return Checked(
            label_of(statement), claim.target, statement.text, tuple(entries), (), digits=True
        )


def check_numbers(
    name: str,
    robot: Robot,
    evaluator: Evaluator,
    data: Mapping[str, Fraction],
    rows: list[Unchecked],
) -> PaperCheck:
    """The claims of a text in numbers, each compared to its printed digits."""
    claims = ClaimFinder(evaluator).find()
    bare = robot if robot.bodies else robot.with_payload("none")
    known = parameters(bare)
    given = {n: v for n, v in data.items() if n in known}
    left = [n for n in known if n not in given]
    hypotheses = [f"{n} = {v}" for n, v in given.items()] + [f"{n} = 0" for n in left]
    model = derive(assume(bare, *hypotheses))
    hand = load_notation("standard")
    judge = DigitsJudge(evaluator, model, hand, {}, lambda e: e)
    pairs, failed = judge.judge(claims.claims)
    told = tuple(f"{n} = {float(v):g}" for n, v in given.items())
    dictionary = Dictionary(conventions=told, left_out=tuple(left))
    paper = Paper(name, name, "", robot.name, "", (), (*rows, *failed))
    checked = tuple(c for _, c in pairs)
    return PaperCheck(paper, model, hand, checked, (), judge.unknown, dictionary=dictionary)
