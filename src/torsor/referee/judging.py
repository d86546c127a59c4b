"""The claims of a text judged under its dictionary, each difference where it is printed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.algebra.terms import Term
from torsor.equations.documents import speller
from torsor.errors import TorsorError
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.referee.claims.claim import Claim
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.claims.grids import Grid, Value
from torsor.referee.comparing.comparison import Comparison, compare
from torsor.referee.comparing.coriolis import judge_coriolis
from torsor.referee.comparing.explanation import Difference, Monomial, sort_powers
from torsor.referee.comparing.pieces import Opener, Piece
from torsor.referee.comparing.ring_values import in_ring, ring_with
from torsor.referee.comparing.whereabouts import Whereabouts
from torsor.referee.dictionary.dictionary import glyph_of
from torsor.referee.dictionary.terms import MOVING
from torsor.referee.dictionary.units import components, derived
from torsor.referee.equation import NOWHERE, Checked, Entry
from torsor.referee.paper import Unchecked
from torsor.referee.reading.latex.places import Place
from torsor.referee.reading.latex.tree import Mark
from torsor.referee.reading.symbols import Key, key_of
from torsor.referee.reading.syntax import Statement
from torsor.referee.reading.terms import PrintedTerm, Reading

UNKNOWN = "unknown_"
SECONDS = 12.0
"""What is not compared after this is not judged."""


@dataclass
class Judge:
    """Judges the claims of one text against one model."""

    evaluator: Evaluator
    model: Model
    notation: Notation
    names: Mapping[str, tuple[str, int]]
    substitute: Callable[[Expression], Expression]
    joint: bool = False

    def __post_init__(self) -> None:
        self.speller = speller(self.model, self.notation)
        self.opener = Opener(self.evaluator)
        self.unknown: dict[str, Mark] = {}
        self.whereabouts = Whereabouts()

    def judge(self, claims: Sequence[Claim]) -> tuple[list[tuple[Claim, Checked]], list[Unchecked]]:
        """Each claim with its verdict, and those that could not be judged."""
        found: list[tuple[Claim, Checked]] = []
        unchecked: list[Unchecked] = []
        began = time.monotonic()
        for claim in claims:
            statement = self.evaluator.statements[claim.statement]
            try:
                if time.monotonic() - began > SECONDS:
                    raise TorsorError("not judged, for the text is too long")
                found.append((claim, self._claim(claim, statement)))
            except TorsorError as error:
                place = (statement.line, statement.column)
                unchecked.append(Unchecked(label_of(statement), str(error), statement.text, place))
        return self.whereabouts.relocate(self._with_factorings(found)), unchecked

    def _claim(self, claim: Claim, statement: Statement) -> Checked:
        entries = []
        parts = components(claim)
        for number, (target, value) in enumerate(parts):
            wanted = derived(self.model, target, claim.forces, self.joint)
            if wanted is None:
                raise TorsorError(f"{self.model.robot.name} has no {target}")
            if claim.negative:
                wanted = -wanted
            place = target.partition("[")[2][:-1] if len(parts) > 1 else ""
            at_once = self._proportional(value, wanted, statement)
            if at_once is not None:
                entries.append(Entry(place, at_once))
                continue
            terms = self._terms(claim, number, value)
            if target[:1] in ("U", "L") and target[:3] != "L_q":
                terms, wanted = _without_constants(terms, wanted)
            entries.append(Entry(place, compare(terms, wanted, self.glyph_of)))
        label = label_of(statement)
        said = ("printed with the opposite sign, as the text has it",) if claim.negative else ()
        return Checked(label, claim.target, statement.text, tuple(entries), said)

    def judge_identity(self, number: int, left: Value, right: Value) -> Checked:
        """An equation of two expressions, judged by the text's own definitions."""
        statement = self.evaluator.statements[number]
        place = Place(statement.line, statement.column, 0, len(statement.text))
        entries = []
        mine = right.entries if isinstance(right, Grid) else (right,)
        theirs = left.entries if isinstance(left, Grid) else (left,)
        if len(mine) != len(theirs):
            raise TorsorError("its sides are tables of different shapes")
        for k, (printed, wanted) in enumerate(zip(mine, theirs, strict=True), 1):
            terms = self._printed(printed, place, statement.text)
            others = self._printed(wanted, place, statement.text)
            ring = ring_with(self.model.ring, others)
            total = ring.number(0)
            for term in others:
                total = total + in_ring(term.readings[0], ring)
            entries.append(
                Entry(str(k) if len(mine) > 1 else "", compare(terms, total, self.glyph_of))
            )
        said = ("judged by the text's own definitions",)
        return Checked(label_of(statement), "identity", statement.text, tuple(entries), said)

    def _proportional(
        self, value: Expression, wanted: Expression, statement: Statement
    ) -> Comparison | None:
        """The comparison of what is equal, or a multiple, found without opening a term.

        A factor that is wrong on the whole is one difference; of anything else, nothing.
        """
        place = Place(statement.line, statement.column, 0, len(statement.text))
        terms = self._printed(value, place, statement.text)
        powers = {name for t in terms for name, _ in t.readings[0].powers}
        if len(terms) != len(wanted) or not powers <= set(wanted.ring.index):
            return None
        whole = wanted.ring.from_term_list(
            Term(t.readings[0].coefficient, t.readings[0].powers) for t in terms
        )
        read = tuple((t, t.readings[0]) for t in terms)
        if whole == wanted:
            return Comparison(len(terms), len(wanted), len(terms), (), (), read, 0, True)
        first, right = whole.terms[0], wanted.terms[0]
        ratio = first.coefficient / right.coefficient
        if len(terms) < 3 or whole != wanted * ratio:
            return None
        term = replace(terms[0], part=False)
        printed = Monomial(first.coefficient, sort_powers(first.powers), term)
        kind = "sign" if ratio == -1 else "coefficient"
        told = f"the whole is {ratio} times what is derived"
        one = (Difference(kind, printed, right),)
        return Comparison(len(terms), len(wanted), 0, one, (told,), read)

    def _terms(self, claim: Claim, number: int, value: Expression) -> list[PrintedTerm]:
        """The printed terms of a component, in the model's names, with places in the file."""
        pieces: list[Piece] | None = None
        at = claim.statement
        if claim.side is not None:
            columns = claim.value.shape[1] if isinstance(claim.value, Grid) else 1
            entry = divmod(number, columns)
            if claim.row is not None:
                entry = (claim.row, 0)
            try:
                pieces = self.opener.pieces(claim.side, at, entry)
            except TorsorError:
                pieces = None
            if pieces and claim.forces:
                pieces = [p for p in pieces if not any(n[:3] == "tau" for n in p.value.names())]
            if pieces and claim.scale != 1:
                pieces = [replace(p, value=p.value * claim.scale) for p in pieces]
        statement = self.evaluator.statements[at]
        if pieces is None or not _adds_up(pieces, value):
            place = Place(statement.line, statement.column, 0, len(statement.text))
            return self._printed(value, place, statement.text)
        found: list[PrintedTerm] = []
        for piece in pieces:
            home = self.evaluator.statements[piece.statement]
            place, text = home.place_of(piece.place), home.printed(piece.place)
            terms = self._printed(piece.value, place, text)
            self.whereabouts.enter(terms, piece, self.evaluator.statements)
            found += terms
        return found

    def _printed(self, value: Expression, place: Place, text: str) -> list[PrintedTerm]:
        terms = self.substitute(value).terms
        part = len(terms) > 1
        return [
            PrintedTerm((self._reading(t.coefficient, t.powers),), place, text, 1, part)
            for t in terms
        ]

    def _reading(self, coefficient: Fraction, powers: tuple[tuple[str, int], ...]) -> Reading:
        found: dict[str, int] = {}
        for name, exponent in powers:
            image = name
            if not MOVING.fullmatch(name) and not re.match(r"(sin|cos|sign)\(", name):
                if name in self.names:
                    image, sign = self.names[name]
                    if sign < 0 and exponent % 2:
                        coefficient = -coefficient
                else:
                    image = self._name_unknown(name)
            found[image] = found.get(image, 0) + exponent
        return Reading(coefficient, tuple(sorted(found.items())))

    def _name_unknown(self, name: str) -> str:
        image = f"{UNKNOWN}{name}"
        if image not in self.unknown:
            symbol = self.evaluator.printed.get(name)
            nowhere = Place(1, 1, 0, 0)
            if symbol is None:
                self.unknown[image] = Mark(name, nowhere)
            else:
                base, _, accent, sub, sup, pre = key_of(glyph_of(symbol))
                self.unknown[image] = Mark(base, nowhere, symbol.dots, accent, sub, sup, pre)
        return image

    def glyph_of(self, name: str) -> Key:
        """The mark of a name, known or not, as slips are judged by."""
        if name in self.unknown:
            mark = self.unknown[name]
            return (mark.base, mark.dots, "", mark.sub, mark.sup, mark.pre)
        if name.startswith(UNKNOWN):
            return NOWHERE
        return key_of(self.speller.glyph(name))

    def _with_factorings(self, found: list[tuple[Claim, Checked]]) -> list[tuple[Claim, Checked]]:
        """A printed C is judged by C q̇: each whole matrix, and the entries printed one by one."""
        result = list(found)
        single: list[int] = []
        for k, (_, checked) in enumerate(found):
            if checked.target == "C":
                result[k] = found[k][0], judge_coriolis([checked], self.model, self)[0]
            elif checked.target.startswith("C["):
                single.append(k)
        judged = judge_coriolis([found[k][1] for k in single], self.model, self)
        for k, checked in zip(single, judged, strict=True):
            result[k] = found[k][0], checked
        return result


def label_of(statement: Statement) -> str:
    """An equation's own label, and its line."""
    return (
        f"{statement.label} (line {statement.line})"
        if statement.label
        else f"line {statement.line}"
    )


def _adds_up(pieces: Sequence[Piece], value: Expression) -> bool:
    total = value.ring.number(0)
    for piece in pieces:
        total = total + piece.value
    return total == value


def _without_constants(
    terms: list[PrintedTerm], wanted: Expression
) -> tuple[list[PrintedTerm], Expression]:
    """A potential energy is meant up to a constant."""

    def moves(powers: tuple[tuple[str, int], ...]) -> bool:
        return any(MOVING.fullmatch(n) for n, _ in powers)

    kept = [t for t in terms if moves(t.readings[0].powers)]
    return kept, wanted.select(lambda t: moves(t.powers))


def with_questions(checked: Checked, asked: tuple[str, ...]) -> Checked:
    """An equation whose verdict rests on questions that are still open."""
    return replace(checked, asked=asked)
