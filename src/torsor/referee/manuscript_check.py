"""Checking any author's text: read, matched with the robot's model, judged under one dictionary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from torsor.algebra.expression import Expression
from torsor.derivation import derive
from torsor.errors import TextError, TorsorError
from torsor.formats.load import read_text
from torsor.model import Model
from torsor.referee.claims.claims import Claim, ClaimFinder, Claims
from torsor.referee.claims.code_names import name_code
from torsor.referee.claims.coordinates import (
    Coordinates,
    count_indices,
    find_coordinates,
    resolve_primes,
)
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.claims.raised import resolve_raised
from torsor.referee.dictionary.declared import Declared, read_declared
from torsor.referee.dictionary.dictionary import (
    Dictionary,
    Meaning,
    Question,
    author_notation,
    glyph_of,
)
from torsor.referee.dictionary.finding import Fit, Search
from torsor.referee.dictionary.matching import MOVING, Terms
from torsor.referee.dictionary.omissions import doubtful_omissions
from torsor.referee.dictionary.questions import questions_of
from torsor.referee.dictionary.synonyms import find_synonyms
from torsor.referee.dictionary.units import Unit, components, derived, units_of
from torsor.referee.equation import Checked
from torsor.referee.findings import find_findings
from torsor.referee.judging import Judge, label_of, with_questions
from torsor.referee.manuscript.passages import read_passages
from torsor.referee.numeric_check import check_numbers, find_data, is_numeric
from torsor.referee.paper import LARGEST, Paper, Unchecked
from torsor.referee.paper_check import PaperCheck
from torsor.referee.reading.statements import read_statements
from torsor.referee.reading.syntax import Call, Statement, Unreadable, walk
from torsor.robot.hypotheses import assume, substitute
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles, parameters

CODE = {".m": "matlab", ".py": "python", ".c": "c", ".h": "c", ".cpp": "c", ".cc": "c", ".hpp": "c"}
FENCES = {
    "matlab": "matlab",
    "octave": "matlab",
    "python": "python",
    "py": "python",
    "c": "c",
    "cpp": "c",
    "c++": "c",
}
MOST = 20_000
"""Texts with more equations than this are refused."""


def is_manuscript(name: str) -> bool:
    """Whether a path is that of a text that this module reads."""
    suffix = Path(name).suffix.lower()
    return suffix in CODE or suffix in (".tex", ".ltx", ".md", ".markdown", ".rst", ".txt")


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


def read_text_statements(
    text: str, suffix: str, count: int, folder: Path | None = None
) -> tuple[list[Statement], list[Unreadable]]:
    """The statements of a text in any of the forms that are read, and what could not be."""
    if suffix in CODE:
        return _code(text, CODE[suffix], count)
    passages, unread, blocks = read_passages(text, suffix, folder)
    unread = list(unread)
    statements: list[Statement] = []
    for passage in passages:
        try:
            statements += read_statements(
                passage.latex, passage.line_at, passage.label, passage.inline
            )
        except TextError as error:
            if not passage.inline:
                line, column = passage.line_at(0)
                unread.append(Unreadable(line, column, passage.latex, str(error), passage.label))
        if len(statements) > MOST:
            raise TextError(f"a text with more than {MOST} equations is refused")
    for block in blocks:
        language = FENCES.get(block.language.lower())
        if language:
            found, failed = _code(block.text, language, count, block.line)
            statements += found
            unread += failed
    return statements, unread


def _code(
    text: str, language: str, count: int, line: int = 1
) -> tuple[list[Statement], list[Unreadable]]:
    from torsor.referee.reading.code import read_code

    found, unread = read_code(text, language, line)
    return name_code(found, count), unread


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
    put = _substitution(evaluator, declared)
    units = [replace(u, printed=put(u.printed)) for u in units_of(claims.claims, robot.dof)]
    fixed = _fixed(declared)
    zero = frozenset(n for n, v in declared.values.items() if v.constant == 0)
    search = Search(robot, units, fixed, declared.conventions, zero, declared=declared.coordinated)
    fit = search.run()
    synonyms = find_synonyms(fit, units)
    names = dict(fit.match.names) | synonyms
    final = _model(fit, declared)
    hand = author_notation(names, evaluator.printed, _calls(evaluator.statements))
    judge = Judge(evaluator, final, hand, names, put, fit.joint)
    pairs, failed = judge.judge(claims.claims)
    questions = _questions(fit, names, synonyms, declared, units, evaluator)
    questions += tuple(
        Question(f"{said}: is it meant?", "", frozenset("*")) for said in search.doubtful(fit)
    )
    checked = tuple(_asked(c, e, questions, fit, names, units) for c, e in pairs)
    identities, wrong, odd = _identities(claims, evaluator, judge)
    checked += tuple(wrong)
    dictionary = _dictionary(fit, names, evaluator, declared, units, questions, robot)
    rows = [*rows, *failed, *_loose(claims, evaluator, [c for c, _ in pairs]), *odd]
    paper = Paper(name, name, "", robot.name, "", (), tuple(rows))
    found = PaperCheck(paper, final, hand, checked, (), judge.unknown, dictionary=dictionary)
    return replace(found, identities=identities, findings=find_findings(found))


def _substitution(evaluator: Evaluator, declared: Declared):  # type: ignore[no-untyped-def]
    """What an author's symbol is declared to be, put in its place."""
    ring = evaluator.ring
    whole = {evaluator.safe(n): v for n, v in declared.symbols.items() if not _single(v)}
    whole = {n: v for n, v in whole.items() if n in ring.index}
    if not whole:
        return lambda e: e
    symbols = {s for v in whole.values() for s in v.names()}
    larger = ring.extended([f"model_{s}" for s in symbols])
    images = {
        n: larger.parse(v.replace({s: f"model_{s}" for s in v.names()})) for n, v in whole.items()
    }

    def substitute(e: Expression) -> Expression:
        present = set(e.names())
        return e.to(larger).subs({n: x for n, x in images.items() if n in present})

    return substitute


def _single(value) -> bool:  # type: ignore[no-untyped-def]
    names = list(value.names())
    return len(names) == 1 and str(value) in (names[0], f"-{names[0]}")


def _fixed(declared: Declared) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for name, value in declared.symbols.items():
        if _single(value):
            (symbol,) = value.names()
            found[name] = (symbol, -1 if str(value).startswith("-") else 1)
        else:
            found |= {f"model_{s}": (s, 1) for s in value.names()}
    return found


def _model(fit: Fit, declared: Declared) -> Model:
    """The model with everything that the text leaves out set to nothing."""
    robot = fit.model.robot
    known = set(parameters(robot))
    numbers = {n: str(v) for n, v in declared.values.items() if n in known}
    numbers |= {n: "0" for n in fit.match.zero if n in known}
    if not numbers:
        return fit.model
    return derive(assume(robot, *(f"{n} = {v}" for n, v in sorted(numbers.items()))))


def _calls(statements: Sequence[Statement]) -> bool:
    """Whether the text writes cos(q₁) rather than c₁."""
    calls = sum(
        isinstance(n, Call) and n.function in ("sin", "cos")
        for s in statements for side in s.sides for n in walk(side)
    )  # fmt: skip
    return calls > 8


def _questions(
    fit: Fit,
    names: dict[str, tuple[str, int]],
    synonyms: dict[str, tuple[str, int]],
    declared: Declared,
    units: Sequence[Unit],
    evaluator: Evaluator,
) -> tuple[Question, ...]:
    said = frozenset(declared.symbols) | frozenset(declared.values)
    present = {n for u in units for n in _meant_names(u) if not MOVING.fullmatch(n)}
    unknown = sorted(
        n for n in present if n not in names and "(" not in n and not n.startswith("model_")
    )
    there = Terms.of(
        derived(fit.model, u.target, u.forces, fit.joint) or fit.model.ring.number(0) for u in units
    )
    meant = {s for s, _ in names.values()}
    omissions = doubtful_omissions(fit.match.zero, meant, there)
    second = {a: s for a, (s, _) in synonyms.items()}
    found = list(questions_of(fit.match.names, omissions, said, second, unknown))
    if evaluator.coordinates.guessed and not declared.names:
        found.append(Question(evaluator.coordinates.guessed, "q1 = …", frozenset("*")))
    return tuple(found)


def _meant_names(unit: Unit) -> set[str]:
    """The names in a printed expression; a constant in a potential energy has no meaning."""
    if unit.target[:1] not in ("U", "L") or unit.target[:3] == "L_q":
        return set(unit.printed.names())
    return {
        n
        for t in unit.printed.terms if any(MOVING.fullmatch(m) for m, _ in t.powers)
        for n, _ in t.powers
    }  # fmt: skip


def _asked(
    claim: Claim,
    checked: Checked,
    questions: tuple[Question, ...],
    fit: Fit,
    names: dict[str, tuple[str, int]],
    units: Sequence[Unit],
) -> Checked:
    """An equation with the questions that it rests on."""
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
    return with_questions(checked, tuple(said)) if said else checked


def _dictionary(
    fit: Fit,
    names: dict[str, tuple[str, int]],
    evaluator: Evaluator,
    declared: Declared,
    units: Sequence[Unit],
    questions: tuple[Question, ...],
    robot: Robot,
) -> Dictionary:
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
        if not _single(value) and name in evaluator.printed:
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
        said = "a definition that no judged equation uses, or no equation of the dynamics"
        place = (statement.line, statement.column)
        found.append(Unchecked(label_of(statement), said, statement.text, place))
    return found
