"""What a check says, in the few words that the tests of whole texts ask for."""

from __future__ import annotations

import re

from torsor.referee.comparing.explanation import Difference
from torsor.referee.equation import Checked
from torsor.referee.paper_check import PaperCheck

LOOSE = "a definition that no judged equation uses"


def differences_of(equation: Checked) -> list[Difference]:
    """What is wrong with an equation; another factoring of C, with a right C q̇, is not."""
    found = [d for e in equation.entries for d in e.comparison.differences]
    return [d for d in found if d.kind != "factoring"]


def is_wrong(equation: Checked) -> bool:
    """Whether an equation is called wrong."""
    return bool(differences_of(equation))


def is_fine(equation: Checked) -> bool:
    """Whether it is right, right in another factoring of C, or agrees to the printed digits."""
    if equation.right:
        return True
    open_ = equation.doubts or equation.asked or is_wrong(equation)
    factored = any(
        d.kind == "factoring" for e in equation.entries for d in e.comparison.differences
    )
    return not open_ and (factored or equation.digits)


def unread_of(check: PaperCheck) -> list[str]:
    """What was not understood, as sentences with their places; kinematics by the way is not it."""
    return [f"{u.label}: {u.reason}" for u in check.unchecked if not u.reason.startswith(LOOSE)]


def lines_of(equation: Checked) -> set[int]:
    """The lines on which an equation is shown to be wrong; all of its own where a term lacks."""
    found = set()
    for d in differences_of(equation):
        if d.printed is not None and d.printed.term is not None:
            first, text = d.printed.term.place.line, d.printed.term.text
        else:
            match = re.search(r"line (\d+)", equation.label)
            first, text = int(match[1]) if match else 0, equation.latex
        found |= set(range(first, first + text.count("\n") + 1))
    return found


def lines_shown_wrong(check: PaperCheck) -> set[int]:
    """Every line on which something is shown to be wrong."""
    return {line for e in check.equations if is_wrong(e) for line in lines_of(e)}


def shows_line(check: PaperCheck, text: str, line: int) -> bool:
    """Whether a line is shown to be wrong: itself, or by a term that a user of its name lacks."""
    if line in lines_shown_wrong(check):
        return True
    name = re.search(r"(\w+)\s*=", text.splitlines()[line - 1])
    return name is not None and any(
        d.printed is None and re.search(rf"\b{name[1]}\b", e.latex)
        for e in check.equations for d in differences_of(e)
    )  # fmt: skip
