"""Single errors planted in right texts of three robots: located, and never called right.

A sample by default; 5,000 errors with ``TORSOR_PROVE=all`` (``make prove``).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tests.referee.manuscripts.changes import Change, draw_change
from tests.referee.manuscripts.planted_texts import Base, base_texts, judge_undeclared, locate
from tests.referee.manuscripts.verdicts import is_fine

ERRORS = 5000 if os.environ.get("TORSOR_PROVE") == "all" else 105
TEXTS = base_texts()
KINDS = {"sign", "dot", "index", "symbol", "coefficient", "power", "dropped", "doubled", "function"}


def planted(base: Base) -> Iterator[Change]:
    """The errors that are planted in one text; each changes what the text states."""
    random = Random(f"planted in {base}")
    left = -(-ERRORS // len(TEXTS))
    while left:
        change = draw_change(base.text, random)
        if change is not None:
            left -= 1
            yield change


def test_every_kind_of_slip_is_planted() -> None:
    assert {change.kind for base in TEXTS for change in planted(base)} == KINDS


@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize("base", TEXTS, ids=str)
def test_a_text_without_errors_is_right(base: Base, declared: bool) -> None:
    check = base.check(base.text, declared)
    assert check.equations
    assert all(is_fine(e) for e in check.equations)
    assert check.dictionary is not None
    assert check.dictionary.questions == ()


@pytest.mark.parametrize("base", TEXTS, ids=str)
def test_with_the_dictionary_declared_an_error_is_located(base: Base) -> None:
    words: Counter[str] = Counter()
    missed = []
    for change in planted(base):
        outcome = locate(base, change)
        words[outcome.word] += 1
        if outcome.word != "located":
            missed.append(f"{outcome.word}: {change} {outcome.said}")
    assert not words["RIGHT"], missed
    assert len(missed) <= max(1, words.total() // 100), missed


@pytest.mark.parametrize("base", TEXTS, ids=str)
def test_with_nothing_declared_no_error_is_called_right(base: Base) -> None:
    outcomes = [(judge_undeclared(base, change), change) for change in planted(base)]
    assert [f"{change} {o.said}" for o, change in outcomes if o.word == "RIGHT"] == []
