"""Small robots that would fill the machine: every verb ends in a result or in one sentence.

Within ten seconds of processor time and two gigabytes. A sample by default, each robot and each
verb in it; all of them with ``TORSOR_FUZZ=all``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fuzz.readers import ALL

from .child import outcomes
from .hostile import ROBOTS, VERBS, command

NAMED = {
    "three named angles": ["derive json", "verify", "code c"],
    "planar 20": ["ops", "code c", "derive"],
    "planar 30 with slides": ["ops"],
    "planar 30 turned over": ["ops", "simulate"],
    "a sum of nine to the 7th": ["ops", "derive json"],
    "nine to the 4th": ["report", "ops"],
    "nine thousand names": ["derive", "ops"],
}
"""What was seen to fill the machine."""


def sample(robot: str) -> list[str]:
    """Some verbs for a robot, such that every verb has its turn."""
    if ALL:
        return list(VERBS)
    at = list(ROBOTS).index(robot)
    return list(dict.fromkeys([*NAMED.get(robot, []), list(VERBS)[at % len(VERBS)]]))


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_small_robot_ends_in_time_and_memory(robot: str, tmp_path: Path) -> None:
    verbs = sample(robot)
    found = outcomes([command(robot, verb, tmp_path) for verb in verbs])
    bad = {verb: outcome for verb, outcome in zip(verbs, found, strict=True) if not outcome.good}
    assert not bad


RESULTS = ["planar 20", "planar 30 turned over", "planar 30 with slides", "three named angles"]


@pytest.mark.parametrize("robot", [*RESULTS, "planar 50"] if ALL else RESULTS)
def test_a_recursion_needs_no_closed_form(robot: str, tmp_path: Path) -> None:
    (counted,) = outcomes([command(robot, "ops", tmp_path)])
    assert counted.status == 0, counted


def test_the_limits_are_felt(tmp_path: Path) -> None:
    """A process that takes too much is seen: the tests above can fail."""
    (told,) = outcomes([["derive", "no such robot"]])
    assert told.good
    assert told.status == 2
    (slow,) = outcomes([["--spin"]])
    assert not slow.good
