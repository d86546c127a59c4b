"""Checking any author's text: read, matched with the robot's model, judged under one dictionary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from torsor.errors import TextError, TorsorError
from torsor.formats.load import read_text
from torsor.model import Model
from torsor.referee.claims.claim import Claim
from torsor.referee.claims.claims import ClaimFinder, Claims
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.claims.reach import keep_reachable
from torsor.referee.dictionary.declared import (
    Declared,
    declared_names,
    put_declared,
    read_declared,
)
from torsor.referee.dictionary.dictionary import Question, author_notation
from torsor.referee.dictionary.finding import Fit, Search, derive_as
from torsor.referee.dictionary.summary import find_questions, make_dictionary, questions_on
from torsor.referee.dictionary.synonyms import find_synonyms
from torsor.referee.dictionary.units import units_of
from torsor.referee.equation import Checked
from torsor.referee.findings import find_findings
from torsor.referee.judging import Judge, label_of, with_questions
from torsor.referee.naming.coordinates import (
    Coordinates,
    count_indices,
    find_coordinates,
    resolve_primes,
)
from torsor.referee.naming.raised import resolve_raised
from torsor.referee.numeric_check import check_numbers, find_data, is_numeric
from torsor.referee.paper import LARGEST, UNUSED, Paper, Unchecked
from torsor.referee.paper_check import PaperCheck
from torsor.referee.reading.syntax import Call, Statement, Unreadable, walk
from torsor.referee.text_statements import read_text_statements
from torsor.robot.hypotheses import assume, substitute
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles, parameters


def check_manuscript(path: str, robot: Robot, lines: Iterable[str] = ()) -> PaperCheck:
    """Check the equations of a text against a robot, by a dictionary that is found or declared."""
    file = Path(path)
    text = read_text(file, LARGEST)
    return check_text(text, file.suffix.lower(), robot, lines, file.stem, file.parent)


def check_text(
    text: str,
    suffix: str,
    robot: Robot,
    lines: Iterable[str] = (),
    name: str = "the text",
    folder: Path | None = None,
) -> PaperCheck:
    """Check a text that is at hand."""
    statements, unread = read_text_statements(text, suffix, robot.dof, folder)
    declared = read_declared(lines, robot)
    if declared.equal:
        robot = substitute(robot, declared.equal)
    turning = angles(robot)
    statements = resolve_raised(statements)
    coordinates = find_coordinates(statements, robot.dof, declared.names)
    statements = resolve_primes(statements, coordinates)
    statements = count_indices(statements, coordinates, robot.dof)
    coordinates = find_coordinates(statements, robot.dof, declared.names)
    statements = keep_reachable(statements, coordinates)
    revolute = [int(q[1:]) for q in turning]
    evaluator = Evaluator(statements, coordinates, revolute, robot.dof, declared.symbols)
    claims = ClaimFinder(evaluator).find()
    rows = [_unchecked(u) for u in (*unread, *claims.unread)]
    if not claims.claims and not claims.identities:
        raise TextError(_nothing(name, rows, statements))
    if is_numeric(claims, statements):
        return _in_numbers(name, robot, statements, coordinates, declared, rows)
    return _judged(name, robot, evaluator, claims, declared, rows)


def _in_numbers(
    name: str,
    robot: Robot,
    statements: Sequence[Statement],
    coordinates: Coordinates,
    declared: Declared,
    rows: list[Unchecked],
) -> PaperCheck:
    """A model printed in rounded numbers, by the data of the robot."""
    data = find_data(statements, declared, robot)
    if not data:
        raise TextError(
            f"{name}: its equations are in numbers; expected the data that they are of, as "
            "--let 'm1 = 5' --let 'l1 = 0.4', for each symbol of the robot"
        )
    revolute = [int(q[1:]) for q in angles(robot)]
    evaluator = Evaluator(statements, coordinates, revolute, robot.dof, rounded=True)
    found = check_numbers(name, robot, evaluator, data, rows)
    return replace(found, findings=find_findings(found))


def _unchecked(u: Unreadable) -> Unchecked:
    label = f"{u.label} (line {u.line})" if u.label else f"line {u.line}"
    return Unchecked(label, u.reason, u.text, (u.line, u.column))


def _nothing(name: str, rows: Sequence[Unchecked], statements: Sequence[Statement]) -> str:
    if rows:
        return (
            f"{name}: no equation of the dynamics could be read; {rows[0].label}: {rows[0].reason}"
        )
    if statements:
        return f"{name}: {len(statements)} equations were read, and none is about the dynamics"
    return f"{name}: no equations were found in the text"


# under one dictionary ----------------------------------------------------------------------------


def _judged(
    name: str,
    robot: Robot,
    evaluator: Evaluator,
    claims: Claims,
    declared: Declared,
    rows: list[Unchecked],
) -> PaperCheck:
    put = put_declared(evaluator, declared)
    units = [replace(u, printed=put(u.printed)) for u in units_of(claims.claims, robot.dof)]
    fixed = declared_names(declared)
    zero = frozenset(n for n, v in declared.values.items() if v.constant == 0)
    search = Search(robot, units, fixed, declared.conventions, zero, declared=declared.coordinated)
    fit = search.run()
    synonyms = find_synonyms(fit, units)
    names = dict(fit.match.names) | synonyms
    final = _model(fit, declared)
    hand = author_notation(names, evaluator.printed, _calls(evaluator.statements))
    judge = Judge(evaluator, final, hand, names, put, fit.joint)
    pairs, failed = judge.judge(claims.claims)
    questions = find_questions(fit, names, synonyms, declared, units, evaluator)
    questions += tuple(
        Question(f"{said}: is it meant?", "", frozenset("*")) for said in search.doubtful(fit)
    )
    checked = tuple(with_questions(e, questions_on(c, questions, fit)) for c, e in pairs)
    identities, wrong, odd = _identities(claims, evaluator, judge)
    checked += tuple(wrong)
    dictionary = make_dictionary(fit, names, evaluator, declared, units, questions, robot)
    rows = [*rows, *failed, *_loose(claims, evaluator, [c for c, _ in pairs]), *odd]
    paper = Paper(name, name, "", robot.name, "", (), tuple(rows))
    found = PaperCheck(paper, final, hand, checked, (), judge.unknown, dictionary=dictionary)
    return replace(found, identities=identities, findings=find_findings(found))


def _model(fit: Fit, declared: Declared) -> Model:
    """The model with everything that the text leaves out set to nothing."""
    robot = fit.model.robot
    known = set(parameters(robot))
    numbers = {n: str(v) for n, v in declared.values.items() if n in known}
    numbers |= {n: "0" for n in fit.match.zero if n in known}
    if not numbers:
        return fit.model
    whole = assume(robot, *(f"{n} = {v}" for n, v in sorted(numbers.items())))
    return derive_as(whole, fit.conventions)


def _calls(statements: Sequence[Statement]) -> bool:
    """Whether the text writes cos(q₁) rather than c₁."""
    calls = sum(
        isinstance(n, Call) and n.function in ("sin", "cos")
        for s in statements for side in s.sides for n in walk(side)
    )  # fmt: skip
    return calls > 8


def _identities(
    claims: Claims, evaluator: Evaluator, judge: Judge
) -> tuple[tuple[tuple[str, str], ...], list[Checked], list[Unchecked]]:
    """Equations whose sides are both values: equal by the text's own definitions, or not."""
    right: list[tuple[str, str]] = []
    wrong: list[Checked] = []
    failed: list[Unchecked] = []
    for number, left, value in claims.identities:
        statement = evaluator.statements[number]
        if left == value:
            right.append((label_of(statement), statement.text))
            continue
        try:
            wrong.append(judge.judge_identity(number, left, value))
        except TorsorError as error:
            place = (statement.line, statement.column)
            failed.append(Unchecked(label_of(statement), str(error), statement.text, place))
    return tuple(right), wrong, failed


def _loose(claims: Claims, evaluator: Evaluator, judged: Sequence[Claim]) -> list[Unchecked]:
    """Displayed equations that claim nothing of the dynamics and that no judged equation uses."""
    used = {n for claim in judged for n in claim.used}
    found = []
    for number in claims.loose:
        statement = evaluator.statements[number]
        if number in used or statement.inline or statement.assignment:
            continue
        place = (statement.line, statement.column)
        found.append(Unchecked(label_of(statement), UNUSED, statement.text, place))
    return found
