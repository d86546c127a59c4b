"""The claims of a text judged under its dictionary, each difference where it is printed."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
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
from torsor.referee.comparing.explanation import Difference
from torsor.referee.comparing.pieces import Opener, Piece
from torsor.referee.comparing.ring_values import in_ring, ring_with
from torsor.referee.dictionary.dictionary import glyph_of
from torsor.referee.dictionary.matching import MOVING
from torsor.referee.dictionary.units import components, derived
from torsor.referee.equation import NOWHERE, Checked, Entry
from torsor.referee.paper import Unchecked
from torsor.referee.reading.latex.places import Place
from torsor.referee.reading.latex.tree import Mark
from torsor.referee.reading.symbols import Key, key_of
from torsor.referee.reading.syntax import Statement
from torsor.referee.reading.terms import PrintedTerm, Reading

UNKNOWN = "unknown_"
SECONDS = 20.0
"""What is not compared after this is not judged."""


@dataclass(frozen=True)
class Use:
    """Where a name is used in an equation, and the statement that defines it."""

    definition: int
    place: Place
    text: str


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
        self.uses: dict[int, Use] = {}
        """Of terms that a name brings in, by identity: where the name is used."""
        self._held: list[PrintedTerm] = []

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
        return self._at_uses(self._with_factorings(found)), unchecked

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
            equal = self._equal(value, wanted, statement)
            if equal is not None:
                entries.append(Entry(place, equal))
                continue
            terms = self._terms(claim, number, value)
            if target[:1] in ("U", "L") and target[:3] != "L_q":
                terms, wanted = _without_constants(terms, wanted)
            entries.append(Entry(place, compare(terms, wanted, self.glyph_of)))
        label = label_of(statement)
        said = ("printed with the opposite sign, as the text has it",) if claim.negative else ()
        return Checked(label, claim.target, statement.text, tuple(entries), said)

    def _at_uses(self, found: list[tuple[Claim, Checked]]) -> list[tuple[Claim, Checked]]:
        """Differences of what a name brings in, at the name's use where the slip is there.

        A wrong factor beside a name spoils every term of its definition; a slip in a definition of
        one term spoils every use.
        """
        terms: Counter[Use] = Counter()
        wrong: Counter[Use] = Counter()
        for _, checked in found:
            for entry in checked.entries:
                for term, _ in entry.comparison.read:
                    if id(term) in self.uses:
                        terms[self.uses[id(term)]] += 1
                for d in entry.comparison.differences:
                    if d.printed and d.printed.term is not None and id(d.printed.term) in self.uses:
                        wrong[self.uses[id(d.printed.term)]] += 1
        spoilt: dict[int, list[bool]] = defaultdict(list)
        for use, count in terms.items():
            spoilt[use.definition].append(wrong[use] >= count)

        def moved(d: Difference) -> Difference:
            term = d.printed.term if d.printed else None
            use = self.uses.get(id(term)) if term is not None else None
            if use is None or term is None or d.printed is None or wrong[use] < terms[use]:
                return d
            uses = spoilt[use.definition]
            if terms[use] == 1 and (len(uses) == 1 or all(uses)):
                return d
            there = replace(term, place=use.place, text=use.text)
            return replace(d, printed=replace(d.printed, term=there))

        result = []
        for claim, checked in found:
            entries = tuple(
                replace(e, comparison=replace(
                    e.comparison, differences=tuple(map(moved, e.comparison.differences))
                ))
                for e in checked.entries
            )  # fmt: skip
            result.append((claim, replace(checked, entries=entries)))
        return result

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

    def _equal(
        self, value: Expression, wanted: Expression, statement: Statement
    ) -> Comparison | None:
        """The comparison of what is equal, found without opening a term; nothing if it is not."""
        place = Place(statement.line, statement.column, 0, len(statement.text))
        terms = self._printed(value, place, statement.text)
        powers = {name for t in terms for name, _ in t.readings[0].powers}
        if len(terms) != len(wanted) or not powers <= set(wanted.ring.index):
            return None
        whole = wanted.ring.from_term_list(
            Term(t.readings[0].coefficient, t.readings[0].powers) for t in terms
        )
        if whole != wanted:
            return None
        read = tuple((t, t.readings[0]) for t in terms)
        return Comparison(len(terms), len(wanted), len(terms), (), (), read, 0, True)

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
            before = len(found)
            place, text = home.place_of(piece.place), home.printed(piece.place)
            found += self._printed(piece.value, place, text)
            if piece.use is not None and not claim.made:
                use = Use(
                    piece.statement, statement.place_of(piece.use), statement.printed(piece.use)
                )
                self.uses |= {id(term): use for term in found[before:]}
                self._held += found[before:]
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
