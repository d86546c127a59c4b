"""Robots' equations in hands drawn at random are matched, with nothing declared.

Small robots by default; with ``TORSOR_PROVE=all`` (``make prove``) more hands, and larger robots.
"""

from __future__ import annotations

import os
import re
import time
from functools import cache
from random import Random

import pytest
from tests.referee.manuscripts.author_hands import author_notation
from tests.referee.manuscripts.verdicts import is_fine, unread_of

import torsor
from torsor import Model
from torsor.equations import Style, document, write
from torsor.referee.manuscript_check import check_text

EVERYTHING = os.environ.get("TORSOR_PROVE") == "all"
HANDS = 40 if EVERYTHING else 6
SECONDS = 10.0
SMALL = ("planar2r", "cartesian", "scara", "trtrr", "rttrr", "3r")
LARGE = ("stanford", "puma560", "rv1a", "ur5", "ur5e", "ur3e", "ur10e", "panda", "iiwa")
COLLECT = ("", "", "acceleration", "velocity", "motion", "parameter")
SHORTER = ("squares", "double", "sums")
LONG = 3000
"""Equations of more terms are printed with their repeated sums named."""


@cache
def model(robot: str) -> Model:
    """The robot's model without a load, derived once."""
    return torsor.derive(torsor.load(robot, payload="none"))


def printed(robot: str, seed: int) -> str:
    """The robot's equations as LaTeX in a hand, an order and a form at random."""
    random = Random(f"{robot} {seed}")
    hand = author_notation(random, model(robot).robot)
    form = random.choice(("tau", "tau", "matrices"))
    collect = random.choice(COLLECT)
    shorter = tuple(s for s in SHORTER if random.random() < 0.2)
    named = sum(model(robot).terms) > LONG or (not collect and random.random() < 0.3)
    style = Style(hand, shorter, "" if named else collect, named)
    tex = write(document(model(robot), style, form), hand, "latex")
    return re.sub(r"(?m)^%.*\n", "", tex)


def verdict(robot: str, seed: int) -> str:
    """Nothing where all is matched in time with one question at most, else what is not."""
    start = time.perf_counter()
    check = check_text(printed(robot, seed), ".tex", model(robot).robot)
    seconds = time.perf_counter() - start
    assert check.dictionary is not None
    wrong = [e.label for e in check.equations if not is_fine(e)]
    questions = check.dictionary.questions
    if not check.equations or wrong or len(questions) > 1 or unread_of(check):
        return (
            f"{robot} {seed}: {wrong[:3]} {[q.text for q in questions[:3]]} {unread_of(check)[:3]}"
        )
    return f"{robot} {seed}: {seconds:.0f} s" if seconds > SECONDS else ""


@pytest.mark.parametrize("robot", SMALL)
def test_a_robot_in_a_random_hand_is_matched_with_nothing_declared(robot: str) -> None:
    assert [said for seed in range(HANDS) if (said := verdict(robot, seed))] == []


@pytest.mark.prove
@pytest.mark.skipif(not EVERYTHING, reason="the long proofs")
@pytest.mark.parametrize("robot", LARGE)
def test_a_large_robot_in_a_random_hand_is_matched_with_nothing_declared(robot: str) -> None:
    assert [said for seed in range(3) if (said := verdict(robot, seed))] == []
