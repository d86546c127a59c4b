"""Checking a paper: each of its equations judged, and what there is to say of them together."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from torsor import hooks
from torsor.arguments import validate_call
from torsor.derivation import derive
from torsor.errors import TextError, TorsorError
from torsor.formats.load import Names, RobotLike, load, names_of
from torsor.formats.toml.reader import read_toml
from torsor.model import Model
from torsor.notation.notation import Notation, load_notation, read_notation
from torsor.referee.comparing.coriolis import judge_coriolis
from torsor.referee.comparing.explanation import Difference
from torsor.referee.dictionary.dictionary import Dictionary
from torsor.referee.equation import Checked, Checker
from torsor.referee.findings import Finding, find_findings
from torsor.referee.lookalikes import refuse_lookalikes
from torsor.referee.paper import UNUSED, Equation, Paper, PaperLike, Unchecked, load_paper
from torsor.referee.paths import beside, is_notation_file, is_robot_file
from torsor.referee.reading.abbreviations import refuse_symbol, refuse_taken
from torsor.referee.reading.latex.tree import Mark
from torsor.referee.target_marks import TargetMarks
from torsor.referee.targets import resolve
from torsor.robot.robot import Robot


@dataclass(frozen=True)
class PaperCheck:
    """What checking a paper found."""

    paper: Paper
    """What was checked."""
    model: Model
    """What it was checked against."""
    notation: Notation
    """What it was read by."""
    equations: tuple[Checked, ...]
    """Those that were wholly read, each judged."""
    conventions: tuple[str, ...]
    """Signs and axes that the paper takes otherwise."""
    unknown: Mapping[str, Mark]
    """The marks that stand for nothing in the model, by the names they were given."""
    unread: tuple[Unchecked, ...] = ()
    """The equations that could not be read wholly, and so were not judged."""
    dictionary: Dictionary | None = None
    """Of an author's text: what its symbols stand for."""
    findings: tuple[Finding, ...] = ()
    """Each slip once, with all its places."""
    identities: tuple[tuple[str, str], ...] = ()
    """Equations that hold by the text's own definitions: label and text."""

    @property
    def right(self) -> bool:
        """Whether every equation was read and none differs."""
        return not self.unjudged and all(e.right for e in self.equations)

    @property
    def unjudged(self) -> tuple[Unchecked, ...]:
        """What could not be read or judged; what a paper leaves out or nothing uses is not it."""
        if self.dictionary is None:
            return self.unread
        return tuple(u for u in self.unchecked if u.reason != UNUSED)

    @property
    def unchecked(self) -> tuple[Unchecked, ...]:
        """What the paper file leaves unchecked, and what could not be read."""
        return (*self.paper.unchecked, *self.unread)

    def __repr__(self) -> str:
        right = sum(e.right for e in self.equations)
        told = f"{right} of {len(self.equations)} equations right, {len(self.unchecked)} unchecked"
        return f"<PaperCheck of {self.paper.name}: {told}>"

    def _repr_latex_(self) -> str:
        if self.dictionary is not None:
            from torsor.referee.errata.notebook import to_notebook_latex

            return to_notebook_latex(self)
        return hooks.write("latex table", *self._table())

    def _repr_html_(self) -> str:
        if self.dictionary is not None:
            from torsor.referee.errata.notebook import to_notebook_html

            return to_notebook_html(self)
        return hooks.write("table", *self._table())

    def _table(self) -> tuple[tuple[str, ...], list[tuple[str, str, str]], str]:
        rows = [(e.label, e.target, "right" if e.right else _kinds(e)) for e in self.equations]
        rows += [(u.label, "", f"not checked: {u.reason}") for u in self.unchecked]
        return ("equation", "of", "verdict"), rows, self.paper.title

    def differences(self) -> list[tuple[Checked, Difference]]:
        """Every difference with its equation."""
        return [(e, d) for e in self.equations for x in e.entries for d in x.comparison.differences]


@validate_call
def check_paper(paper: PaperLike) -> PaperCheck:
    """Check a paper (a library name, a path or a paper itself), equation by equation."""
    given = paper if isinstance(paper, Paper) else load_paper(os.fspath(paper))
    model = derive(_robot(given))
    hand = _hand(given, model.robot)
    given = _claimed(given, model, hand)
    checker = Checker(model, hand, dict(given.abbreviations))
    refuse_lookalikes(checker.speller, model)
    targets = [e.target for e in given.equations]
    refuse_taken((n for n, _ in given.abbreviations), checker.table, checker.names.marks, targets)
    checked, unread = _checked(given, model, checker)
    unread = (*given.unread, *unread)
    if not checked and unread:
        raise TextError(f"equation {unread[0].label}: {unread[0].reason}")
    said = _conventions(given, model, hand, checked)
    found = PaperCheck(given, model, hand, checked, said, checker.unknown, unread)
    return replace(found, findings=find_findings(found))


@validate_call
def check(
    paper: PaperLike,
    robot: RobotLike | None = None,
    let: Names = (),
    dictionary: str | os.PathLike[str] | None = None,
) -> PaperCheck:
    """Check a paper's printed equations against the derived ones, term by term.

    A paper is a library name, the path of a .toml or of a .tex that Torsor wrote, or a ``Paper``.
    With a ``robot`` (anything that ``load`` takes) it is any author's text: LaTeX, Markdown,
    reStructuredText, or MATLAB, Python or C code, which is read and never executed. What its
    symbols stand for is found from its equations; ``let`` (lines such as
    ``"I_1 = Izz1 + m1*rx1^2"`` or ``"q2 = theta2 - theta1"``) and ``dictionary``, a file of such,
    declare or correct it.
    """
    said = names_of(let)
    if robot is None and not said and dictionary is None:
        return check_paper(paper)
    from torsor.referee.dictionary.dictionary_file import read_dictionary
    from torsor.referee.manuscript_check import check_manuscript

    if isinstance(paper, Paper):
        raise TextError("a robot is given for the path of a text, not for a paper at hand")
    named, lines = read_dictionary(dictionary) if dictionary is not None else ("", ())
    if robot is None and not named:
        raise TextError("expected a robot: torsor check TEXT --robot ROBOT")
    chosen = load(named if robot is None else robot)
    return check_manuscript(os.fspath(paper), chosen, (*lines, *said))


def _claimed(paper: Paper, model: Model, hand: Notation) -> Paper:
    """A .tex file whose equation without a target has the name of one that no other is of.

    It counts as not read, so that a target whose comment was lost does not go unnoticed.
    """
    if not any(u.place for u in paper.unchecked):
        return paper
    marks = TargetMarks(model, hand)
    covered = {e.target for e in paper.equations} | {e.target[:-2] for e in paper.equations}
    kept, unread = [], []
    for row in paper.unchecked:
        target = marks.guess(row.latex) if row.place else ""
        if target and target not in covered:
            reason = f"{row.label}: it is of {target}, and no comment says so"
            unread.append(replace(row, reason=reason))
        else:
            kept.append(row)
    return replace(paper, unchecked=tuple(kept), unread=(*paper.unread, *unread))


def _robot(paper: Paper) -> Robot:
    """The paper's robot: a library name, a path, an ETS line, or a whole description."""
    if "\n" in paper.robot:
        robot = read_toml(paper.robot, paper.name)
        if is_notation_file(robot.notation):
            robot = robot.redescribe(notation=beside(paper.folder, robot.notation))
    else:
        robot = load(
            beside(paper.folder, paper.robot) if is_robot_file(paper.robot) else paper.robot
        )
    if not paper.payload:
        return robot
    kind, _, axes = paper.payload.partition("-")
    return robot.with_payload(kind, axes or "tool")


def _hand(paper: Paper, robot: Robot) -> Notation:
    """The paper's notation: a name, a path, the text of a file, or else what the robot names."""
    if "\n" in paper.notation:
        return read_notation(paper.notation, paper.name, "standard")
    if is_notation_file(paper.notation):
        return load_notation(beside(paper.folder, paper.notation))
    return load_notation(paper.notation or robot.notation or "standard")


def _checked(
    paper: Paper, model: Model, checker: Checker
) -> tuple[tuple[Checked, ...], tuple[Unchecked, ...]]:
    """The equations that were judged, and those that could not be read wholly."""
    found: list[Checked] = []
    unread: dict[int, Unchecked] = {}
    numbers: list[int] = []
    for number, equation in enumerate(paper.equations):
        try:
            target = resolve(model, equation.target)
        except TorsorError as error:
            raise type(error)(f"equation {equation.label}: {error}") from None
        try:
            if equation.name:
                refuse_symbol(equation.name, checker.table)
            found.append(
                checker.check(
                    equation.label, target, equation.latex, equation.excerpt, equation.name
                )
            )
            numbers.append(number)
        except TextError as error:
            unread[number] = _unread(equation, str(error))
    judged = []
    for number, checked in zip(numbers, judge_coriolis(found, model, checker), strict=True):
        if checked.doubts and not checked.differs:
            unread[number] = _unread(paper.equations[number], checked.doubts[0])
        else:
            judged.append(checked)
    return tuple(judged), tuple(unread[number] for number in sorted(unread))


def _kinds(checked: Checked) -> str:
    """What kinds of differences an equation has, and how many of each."""
    kinds = Counter(d.kind for entry in checked.entries for d in entry.comparison.differences)
    return ", ".join(f"{kind} × {count}" for kind, count in kinds.items())


PLACE = re.compile(r"line ([0-9]+), column ([0-9]+): ")


def _unread(equation: Equation, reason: str) -> Unchecked:
    where = PLACE.match(reason)
    place = (int(where[1]), int(where[2])) if where else None
    return Unchecked(equation.label, reason, equation.latex, place)


def _conventions(
    paper: Paper, model: Model, hand: Notation, checked: tuple[Checked, ...]
) -> tuple[str, ...]:
    """Whether another convention would explain more than the stated one does."""
    count = _count(checked)
    if not count:
        return ()
    said = []
    words = dict(paper.abbreviations)
    products = frozenset({"Ixy", "Ixz", "Iyz"})
    other = replace(hand, negated=hand.negated ^ products)
    flipped = _count(_checked(paper, model, Checker(model, other, words))[0])
    if flipped < count:
        said.append(
            f"with the opposite sign of the products of inertia there would be {flipped} "
            f"differences instead of {count}"
        )
    loads = frozenset({"fx", "fy", "fz", "nx", "ny", "nz"})
    if any(n in loads for n in model.ring.symbols):
        opposite = _count(
            _checked(paper, model, Checker(model, replace(hand, flipped=loads), words))[0]
        )
        if opposite < count:
            said.append(
                f"with the load's direction reversed there would be {opposite} differences "
                f"instead of {count}"
            )
    return tuple(said)


def _count(checked: tuple[Checked, ...]) -> int:
    return sum(
        d.kind != "factoring" for e in checked for x in e.entries for d in x.comparison.differences
    )
