"""What a search found, as a dictionary with its questions; and which equations rest on these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from torsor.referee.claims.claim import Claim
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.dictionary.conventions import link_end
from torsor.referee.dictionary.declared import Declared, one_symbol
from torsor.referee.dictionary.dictionary import Dictionary, Meaning, Question, glyph_of
from torsor.referee.dictionary.finding import Fit
from torsor.referee.dictionary.names import family, parts_of
from torsor.referee.dictionary.omissions import doubtful_omissions
from torsor.referee.dictionary.questions import questions_of
from torsor.referee.dictionary.terms import MOVING
from torsor.referee.dictionary.units import Unit, components, derived
from torsor.robot.robot import Robot

Names = dict[str, tuple[str, int]]
"""The author's symbols, and the robot's that they stand for, with a sign."""


def find_questions(
    fit: Fit,
    names: Names,
    synonyms: Names,
    declared: Declared,
    units: Sequence[Unit],
    evaluator: Evaluator,
) -> tuple[Question, ...]:
    """What a dictionary leaves open: omissions, strange numbers, signs, unknown symbols."""
    said = frozenset(declared.symbols) | frozenset(declared.values)
    present = {n for u in units for n in _meant_names(u) if not MOVING.fullmatch(n)}
    unknown = sorted(
        n for n in present if n not in names and "(" not in n and not n.startswith("model_")
    )
    meant = {s for s, _ in names.values()}
    beside = _beside_axis(fit.model.robot) - _declared_inertias(declared)
    omissions = doubtful_omissions(fit.match.zero, meant, fit.there, beside)
    second = {a: s for a, (s, _) in synonyms.items()}
    found = list(questions_of(fit.match.names, omissions, said, second, unknown))
    if evaluator.coordinates.guessed and not declared.names:
        found.append(Question(evaluator.coordinates.guessed, "q1 = …", frozenset("*")))
    return tuple(found)


def _beside_axis(robot: Robot) -> frozenset[str]:
    """The links whose next joint, or tool, lies beside their own joint's axis."""
    found = set()
    for i, joint in enumerate(robot.joints, 1):
        end = link_end(robot, i)
        if any(e and not a for e, a in zip(end, joint.axis, strict=True)):
            found.add(str(i))
    return frozenset(found)


def _declared_inertias(declared: Declared) -> set[str]:
    """The links of which an inertia is declared."""
    symbols = {s for v in declared.symbols.values() for s in v.names()}
    return {parts_of(s)[1] for s in symbols if family(s) == "I"}


def _meant_names(unit: Unit) -> set[str]:
    """The names in a printed expression; a constant in a potential energy has no meaning."""
    if unit.target[:1] not in ("U", "L") or unit.target[:3] == "L_q":
        return set(unit.printed.names())
    return {
        n
        for t in unit.printed.terms if any(MOVING.fullmatch(m) for m, _ in t.powers)
        for n, _ in t.powers
    }  # fmt: skip


def questions_on(claim: Claim, questions: tuple[Question, ...], fit: Fit) -> tuple[str, ...]:
    """The questions that an equation rests on."""
    mine = {n for _, e in components(claim) for n in e.names()}
    theirs: set[str] = set()
    if any(s.startswith("=") for q in questions for s in q.symbols):
        for target, _ in components(claim):
            expression = derived(fit.model, target, claim.forces, fit.joint)
            theirs |= set(expression.names()) if expression is not None else set()
    said = []
    for question in questions:
        about = {s for s in question.symbols if not s.startswith("=")}
        left = {s[1:] for s in question.symbols if s.startswith("=")}
        if "*" in about or about & mine or left & theirs:
            said.append(question.text)
    return tuple(said)


def make_dictionary(
    fit: Fit,
    names: Names,
    evaluator: Evaluator,
    declared: Declared,
    units: Sequence[Unit],
    questions: tuple[Question, ...],
    robot: Robot,
) -> Dictionary:
    """The dictionary as it is told."""
    count: Counter[str] = Counter()
    for unit in units:
        for term in unit.printed.terms:
            count.update(n for n, _ in term.powers)
    meanings = []
    for name, (symbol, sign) in sorted(names.items()):
        if name in evaluator.printed and count[name]:
            told = _told(symbol, fit)
            told = f"-({told})" if sign < 0 and told != symbol else f"-{told}" if sign < 0 else told
            glyph = glyph_of(evaluator.printed[name])
            meanings.append(Meaning(name, glyph, told, count[name], name in declared.symbols))
    for name, value in declared.symbols.items():
        if not one_symbol(value) and name in evaluator.printed:
            glyph = glyph_of(evaluator.printed[name])
            meanings.append(Meaning(name, glyph, str(value), 0, True))
    coordinates = tuple(
        (name, f"q{k}")
        for name, k in sorted(evaluator.coordinates.number.items(), key=lambda p: p[1])
    )
    left = tuple(sorted(fit.match.zero))
    sentences = tuple(fit.conventions.sentences(robot))
    return Dictionary(tuple(meanings), coordinates, sentences, left, questions)


def _told(symbol: str, fit: Fit) -> str:
    """A symbol of the author's robot in those of the robot at hand."""
    if (
        fit.conventions.inertias == "joint"
        and symbol[:1] == "I"
        and symbol[1:3] in ("xx", "yy", "zz")
    ):
        number = symbol[3:]
        others = [a for a in "xyz" if a != symbol[1]]
        squares = [f"r{a}{number}^2" for a in others if f"r{a}{number}" not in fit.match.zero]
        if squares:
            inner = " + ".join(squares)
            inner = f"({inner})" if len(squares) > 1 else inner
            return f"{symbol} + m{number}*{inner}"
    return symbol
