"""Forty short manuscripts in different hands, by someone who had not seen the parser.

``answers.toml`` says of each the robot, the facts that its author would declare, whether it is
right, and where each of its errors is.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.referee.manuscripts.verdicts import is_fine, shows_line, unread_of

import torsor
from torsor.referee.manuscript_check import check_text
from torsor.referee.paper_check import PaperCheck

HANDS = Path(__file__).parent / "hands"


@dataclass(frozen=True)
class Hand:
    """A manuscript with its answers."""

    file: str
    robot: str
    facts: tuple[str, ...]
    right: bool
    errors: tuple[str, ...]

    def __str__(self) -> str:
        return self.file

    def check(self) -> PaperCheck:
        """The manuscript as the referee sees it."""
        robot, suffix = torsor.load(self.robot), Path(self.file).suffix
        return check_text(self.text, suffix, robot, self.facts, self.file, HANDS)

    @property
    def text(self) -> str:
        """What its author wrote; Python is kept as text, so that nothing takes it for a test."""
        kept = f"{self.file}.txt" if self.file.endswith(".py") else self.file
        return (HANDS / kept).read_text(encoding="utf-8")


def _hands() -> list[Hand]:
    rows = tomllib.loads((HANDS / "answers.toml").read_text(encoding="utf-8"))["manuscript"]
    return [
        Hand(r["file"], r["robot"], tuple(r["facts"]), r["right"], tuple(r["errors"])) for r in rows
    ]


ALL = _hands()
RIGHT = [hand for hand in ALL if hand.right]
WRONG = [hand for hand in ALL if not hand.right]


def test_there_are_forty_hands_in_each_form_that_is_read() -> None:
    assert len(ALL) == 40
    assert {Path(hand.file).suffix for hand in ALL} == {".tex", ".md", ".rst", ".m", ".py", ".c"}


@pytest.mark.parametrize("hand", RIGHT, ids=str)
def test_a_right_manuscript_is_read_wholly_and_called_right(hand: Hand) -> None:
    check = hand.check()
    assert check.equations
    assert [e.label for e in check.equations if not is_fine(e)] == []
    assert unread_of(check) == []


@pytest.mark.parametrize("hand", WRONG, ids=str)
def test_each_error_of_a_wrong_manuscript_is_shown_on_its_line(hand: Hand) -> None:
    check = hand.check()
    for error in hand.errors:
        assert shows_line(check, hand.text, line_of(error)), error
    assert unread_of(check) == []


def line_of(error: str) -> int:
    """The line that an answer tells of."""
    match = re.match(r"line (\d+)", error)
    assert match is not None
    return int(match[1])
