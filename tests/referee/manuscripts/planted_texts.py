"""The texts that errors are planted in, and whether the referee locates one."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.referee.manuscripts.changes import Change, changed_cells
from tests.referee.manuscripts.plain_latex import Cell, key_of, read_cells
from tests.referee.manuscripts.verdicts import LOOSE, differences_of, is_fine, is_wrong

import torsor
from torsor.referee.equation import Checked
from torsor.referee.manuscript_check import check_text
from torsor.referee.paper_check import PaperCheck
from torsor.robot.hypotheses import assume
from torsor.robot.robot import Robot

FOLDER = Path(__file__).parent / "planted"


@dataclass(frozen=True)
class Base:
    """A text in which everything is right, its robot, and what its symbols stand for."""

    name: str
    text: str
    robot: str
    hypotheses: tuple[str, ...]
    dictionary: tuple[str, ...]

    def __str__(self) -> str:
        return self.name

    def check(self, text: str, declared: bool) -> PaperCheck:
        """A change of the text as the referee sees it."""
        robot = robot_of(self.robot, self.hypotheses)
        return check_text(text, ".tex", robot, self.dictionary if declared else ())


@cache
def robot_of(name: str, hypotheses: tuple[str, ...]) -> Robot:
    """A library robot under hypotheses."""
    return assume(torsor.load(name), *hypotheses)


def base_texts() -> list[Base]:
    """All of them."""
    rows = tomllib.loads((FOLDER / "texts.toml").read_text(encoding="utf-8"))
    return [
        Base(
            name, (FOLDER / f"{name}.tex").read_text(encoding="utf-8"), row["robot"],
            tuple(row.get("hypotheses", ())), tuple(row["dictionary"]),
        )
        for name, row in rows.items()
    ]  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What became of a planted error: one word, and what was shown instead where that is due."""

    word: str
    said: str = ""


def locate(base: Base, change: Change) -> Outcome:
    """With the dictionary declared: whether the changed term is shown, and nothing untouched is."""
    check = base.check(change.text, declared=True)
    touched = {line for c in changed_cells(base.text, change.text) for line in lines_of(c, change)}
    wrong = [e for e in check.equations if is_wrong(e)]
    if not wrong:
        asked = any(e.asked for e in check.equations)
        unread = any(not u.reason.startswith(LOOSE) for u in check.unchecked)
        fine = all(is_fine(e) for e in check.equations)
        return Outcome(
            "asked" if asked else "unread" if unread else "RIGHT" if fine else "not right"
        )
    own = displayed_lines(base.text)
    rows = change.text.splitlines()
    if any(rows[line - 1].startswith("C_") for line in touched):  # C is judged by rows of C q̇
        touched |= {k for k, row in enumerate(rows, 1) if row.startswith("C_")}
    strange = [e.label for e in wrong if own & own_lines(e) and not touched & own_lines(e)]
    if strange:
        return Outcome("false alarm", ", ".join(strange))
    if any(shows(e, change) for e in wrong):
        return Outcome("located")
    if any(is_near(e, change) for e in wrong):
        return Outcome("near", "; ".join(_places(wrong)[:3]))
    return Outcome("elsewhere", "; ".join(_places(wrong)[:3]))


def _places(wrong: list[Checked]) -> list[str]:
    return [
        f"{e.label}: {d.kind} {d.printed.term.place.line} {d.printed.term.text[:50]!r}"
        for e in wrong for d in differences_of(e) if d.printed and d.printed.term
    ]  # fmt: skip


def judge_undeclared(base: Base, change: Change) -> Outcome:
    """With nothing declared: whether anything keeps the text from being called right."""
    check = base.check(change.text, declared=False)
    if any(is_wrong(e) for e in check.equations):
        return Outcome("differs" if any(shows(e, change) for e in check.equations) else "blurred")
    if any(e.asked or e.doubts for e in check.equations):
        return Outcome("asked")
    if any(not u.reason.startswith(LOOSE) for u in check.unchecked):
        return Outcome("unread")
    if not all(is_fine(e) for e in check.equations):
        return Outcome("not right")
    assert check.dictionary is not None
    meanings = ", ".join(f"{m.symbol} = {m.meaning}" for m in check.dictionary.meanings)
    left = " ".join(check.dictionary.left_out)
    return Outcome("RIGHT", f"{meanings}; left out {left}; {check.dictionary.conventions}")


def shows(equation: Checked, change: Change) -> bool:
    """Whether a difference lies on the changed term, or tells of a term that is not there."""
    for d in differences_of(equation):
        if d.printed is None or d.printed.term is None:
            return True
        place, text = d.printed.term.place, d.printed.term.text
        at = offset_of(change.text, place.line, place.column)
        if at < change.end and change.start < at + max(len(text), 1):
            return True
        if _bare(text) == _bare(change.text[change.start : change.end]):
            return True  # a slip may make a term another that is printed too: either is wrong
    return False


def is_near(equation: Checked, change: Change) -> bool:
    """Whether a difference lies at a use of a changed definition, or in one that is misused."""
    cells = read_cells(change.text)
    changed = next(c for c in cells if _holds(c, change.start) or _holds(c, change.end - 1))
    term = _bare(change.text[change.start : change.end])
    used = [c for c in cells if not c.name[0].isdigit() and c.name in term]
    for d in differences_of(equation):
        if d.printed is not None and d.printed.term is not None:
            place, text = d.printed.term.place, d.printed.term.text
            at = offset_of(change.text, place.line, place.column)
            if changed.name in _bare(text) or any(_holds(c, at) for c in used):
                return True
    return False


def _bare(text: str) -> str:
    return key_of(text).lstrip("+-")


def _holds(cell: Cell, at: int) -> bool:
    return cell.tokens[0].start <= at <= cell.tokens[-1].end


def offset_of(text: str, line: int, column: int) -> int:
    """Where a line and a column are in a text."""
    rows = text.splitlines(keepends=True)
    return sum(len(row) for row in rows[: line - 1]) + column - 1


def own_lines(equation: Checked) -> set[int]:
    """The lines of an equation itself."""
    match = re.search(r"line (\d+)", equation.label)
    first = int(match[1]) if match else 0
    return set(range(first, first + equation.latex.count("\n") + 1))


def lines_of(cell: Cell, change: Change) -> set[int]:
    """The lines of a cell."""
    first = change.text.count("\n", 0, cell.tokens[0].start) + 1
    return set(range(first, change.text.count("\n", 0, cell.tokens[-1].end) + 2))


def displayed_lines(text: str) -> set[int]:
    """Lines of equations with one right side, which alone are told apart."""
    found: set[int] = set()
    for match in re.finditer(r"\\begin\{align\}.*?\\end\{align\}", text, re.DOTALL):
        first = text.count("\n", 0, match.start()) + 1
        found |= set(range(first, first + match[0].count("\n") + 1))
    return found
