"""A paper as data, and what checking it finds."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from torsor.arguments import validate_call
from torsor.derivation import derive
from torsor.equations.printing.tokens import Speller
from torsor.errors import RobotError, TextError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.load import load, read_text
from torsor.formats.toml.reader import read_toml, table_of
from torsor.model import Model
from torsor.notation.notation import Notation, load_notation
from torsor.referee.comparing.comparison import Difference
from torsor.referee.comparing.coriolis import judge_coriolis
from torsor.referee.equation import Checked, Checker
from torsor.referee.reading.abbreviations import refuse_symbol, refuse_taken
from torsor.referee.reading.symbols import Key, key_of
from torsor.referee.reading.target_names import TargetMarks
from torsor.referee.reading.tree import Mark
from torsor.referee.targets import resolve
from torsor.robot.robot import Robot

LARGEST = 4_000_000
PAPER = (
    "title", "source", "robot", "notation", "note", "payload", "abbreviations", "equation",
    "unchecked",
)  # fmt: skip
EQUATION = ("label", "target", "latex", "name", "excerpt", "note")
UNCHECKED = ("label", "latex", "reason", "note")


@dataclass(frozen=True)
class Equation:
    """A printed equation: its label, what it speaks of, and its LaTeX.

    ``name`` is the LaTeX that the paper writes for the target where that is no single symbol.
    """

    label: str
    target: str
    latex: str
    excerpt: bool = False
    note: str = ""
    name: str = ""


@dataclass(frozen=True)
class Unchecked:
    """An equation that cannot be checked, and why; where it could not be read, also the place."""

    label: str
    reason: str
    latex: str = ""
    place: tuple[int, int] | None = None
    """Line and column in the equation's LaTeX; of what has no target, in its .tex file."""


@dataclass(frozen=True)
class Paper:
    """A publication's equations, the robot they are of and the notation they are in."""

    name: str
    title: str
    source: str
    robot: str
    notation: str
    equations: tuple[Equation, ...]
    unchecked: tuple[Unchecked, ...] = ()
    abbreviations: tuple[tuple[str, str], ...] = ()
    note: str = ""
    payload: str = ""
    unread: tuple[Unchecked, ...] = ()
    """What a .tex file prints among its equations and cannot be read as one of them."""


PaperLike = Annotated[
    Paper | str | os.PathLike[str], "a paper, the name of one, or the path of a .toml or .tex file"
]


@dataclass(frozen=True)
class PaperCheck:
    """What checking a paper found."""

    paper: Paper
    model: Model
    notation: Notation
    equations: tuple[Checked, ...]
    conventions: tuple[str, ...]
    unknown: Mapping[str, Mark]
    """The marks that stand for nothing in the model, by the names they were given."""
    unread: tuple[Unchecked, ...] = ()
    """The equations that could not be read wholly, and so were not judged."""

    @property
    def right(self) -> bool:
        """Whether every equation was read and none differs."""
        return not self.unread and all(e.right for e in self.equations)

    @property
    def unchecked(self) -> tuple[Unchecked, ...]:
        """What the paper file leaves unchecked, and what could not be read."""
        return (*self.paper.unchecked, *self.unread)

    def differences(self) -> list[tuple[Checked, Difference]]:
        """Every difference with its equation."""
        return [(e, d) for e in self.equations for x in e.entries for d in x.comparison.differences]


def paper_names() -> tuple[str, ...]:
    """The papers that come with Torsor."""
    folder = resources.files("torsor.library") / "papers"
    names = (f.name for f in folder.iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


def load_paper(name: str) -> Paper:
    """A paper by its library name, or from the path of a .toml or .tex file."""
    if name in paper_names():
        return _built_in(name)
    path = Path(name)
    if name.endswith(".toml"):
        try:
            return read_paper(read_text(path, LARGEST), path.stem)
        except TorsorError as error:
            raise type(error)(_once(str(path), str(error))) from None
    if name.endswith(".tex"):
        from torsor.referee.tex_paper import read_tex

        return read_tex(read_text(path, LARGEST), path.stem)
    names = paper_names()
    raise UnknownNameError(
        f"no paper is called {shown(name)}; there are {', '.join(names)}, or the path of a .toml "
        f"or .tex file{suggestion(name, names)}"
    )


def _once(path: str, sentence: str) -> str:
    return sentence if sentence.startswith(path) else f"{path}: {sentence}"


@lru_cache(maxsize=16)
def _built_in(name: str) -> Paper:
    folder = resources.files("torsor.library") / "papers"
    return read_paper((folder / f"{name}.toml").read_text("utf-8"), name)


def read_paper(text: str, name: str) -> Paper:
    """A paper from its TOML text."""
    table = table_of(text)
    _known(table, PAPER, "the paper")
    for key in ("robot", "equation"):
        if key not in table:
            raise RobotError(f"the paper has no {key}")
    equations = []
    for i, row in enumerate(_list(table, "equation"), 1):
        place = f"equation {i}"
        _known(row, EQUATION, place)
        for key in ("label", "target", "latex"):
            if not isinstance(row.get(key), str):
                raise TextError(f"{place}: expected {key}, a text")
        equations.append(
            Equation(
                row["label"], row["target"], row["latex"],
                bool(row.get("excerpt", False)), str(row.get("note", "")),
                str(row.get("name", "")),
            )
        )  # fmt: skip
    unchecked = []
    for i, row in enumerate(_list(table, "unchecked"), 1):
        _known(row, UNCHECKED, f"unchecked {i}")
        unchecked.append(
            Unchecked(
                str(row.get("label", i)), str(row.get("reason", "")), str(row.get("latex", ""))
            )
        )
    abbreviations = table.get("abbreviations", {})
    if not isinstance(abbreviations, Mapping):
        raise TextError("abbreviations: expected a table of LaTeX texts")
    return Paper(
        name,
        str(table.get("title", name)),
        str(table.get("source", "")),
        str(table["robot"]),
        str(table.get("notation", "")),
        tuple(equations),
        tuple(unchecked),
        tuple((str(k), str(v)) for k, v in abbreviations.items()),
        str(table.get("note", "")),
        str(table.get("payload", "")),
    )


def _known(row: Any, keys: tuple[str, ...], place: str) -> None:
    if not isinstance(row, Mapping):
        raise TextError(f"{place}: expected a table with {', '.join(keys)}")
    for key in row:
        if key not in keys:
            raise UnknownNameError(f"{place}: unknown key {shown(key)}{suggestion(key, keys)}")


def _list(table: Mapping[str, Any], key: str) -> list[Any]:
    rows = table.get(key, [])
    if not isinstance(rows, list):
        raise TextError(f"{key}: expected a list of tables")
    return rows


@validate_call
def check_paper(paper: PaperLike) -> PaperCheck:
    """Check a paper (a library name, a path or a paper itself), equation by equation."""
    given = paper if isinstance(paper, Paper) else load_paper(os.fspath(paper))
    model = derive(_robot(given))
    hand = load_notation(given.notation or model.robot.notation or "standard")
    given = _claimed(given, model, hand)
    checker = Checker(model, hand, dict(given.abbreviations))
    _refuse_shared_glyphs(checker.speller, model)
    targets = [e.target for e in given.equations]
    refuse_taken((n for n, _ in given.abbreviations), checker.table, checker.names.marks, targets)
    checked, unread = _checked(given, model, checker)
    unread = (*given.unread, *unread)
    if not checked and unread:
        raise TextError(f"equation {unread[0].label}: {unread[0].reason}")
    said = _conventions(given, model, hand, checked)
    return PaperCheck(given, model, hand, checked, said, checker.unknown, unread)


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


def _refuse_shared_glyphs(speller: Speller, model: Model) -> None:
    """Refuse a notation in which two symbols of the model look alike."""
    found: dict[Key, str] = {}
    for name in (*model.ring.symbols, *model.ring.angles):
        before = found.setdefault(key_of(speller.glyph(name)), name)
        if before != name:
            raise TextError(
                f"the notation {speller.notation.name} prints {before} and {name} alike; expected "
                "a glyph of its own for each symbol of the model"
            )


def _robot(paper: Paper) -> Robot:
    """The paper's robot: a library name, a path, an ETS line, or a whole description."""
    robot = read_toml(paper.robot, paper.name) if "\n" in paper.robot else load(paper.robot)
    if not paper.payload:
        return robot
    kind, _, axes = paper.payload.partition("-")
    return robot.with_payload(kind, axes or "tool")


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
