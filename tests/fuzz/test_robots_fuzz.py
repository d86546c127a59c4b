"""Robots as random texts through the verbs that derive and compile, under limits.

Ten seconds of processor time and two gigabytes; ends in a result or in one sentence. 12 commands by
default, always the same; 3,000 new ones with ``TORSOR_FUZZ=all``. What broke something is kept in
``found_robots/``, named after its verb, and run again every time.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.limits.child import Outcome, outcomes

from .random_robots import robot
from .readers import ALL

FOUND = sorted((Path(__file__).parent / "found_robots").glob("*-*"))
BATCHES, BATCH = (100, 30) if ALL else (1, 12)
FIRST = int(time.time()) * 1000 if ALL else 0
VERBS = {
    "derive": ["derive", "ROBOT", "--json"],
    "lagrange": ["derive", "ROBOT", "--json", "--method", "lagrange"],
    "matrices": ["derive", "ROBOT", "--form", "matrices", "--json"],
    "base": ["derive", "ROBOT", "--form", "base", "--json"],
    "ops": ["ops", "ROBOT"],
    "code": ["code", "ROBOT", "--target", "c", "-o", "out"],
    "verify": ["verify", "ROBOT"],
    "show": ["show", "ROBOT"],
}


def arguments(verb: str, text: str, kind: str, folder: Path, name: str) -> list[str]:
    """The verb's arguments, the robot in a file where it is one."""
    given = text
    if kind == "toml":
        given = str(folder / f"{name}.toml")
        Path(given).write_text(text)
    return [given if word == "ROBOT" else word for word in VERBS[verb]]


def wrong(outcome: Outcome) -> bool:
    """Neither a result nor a sentence; a proof that fails (status 1) is wrong too."""
    return not outcome.good or outcome.status == 1


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_random_robot_ends_in_time_and_memory(batch: int, tmp_path: Path) -> None:
    seeds = range(FIRST + batch * BATCH, FIRST + (batch + 1) * BATCH)
    verbs = [list(VERBS)[seed % len(VERBS)] for seed in seeds]
    texts = [robot(seed) for seed in seeds]
    commands = [
        arguments(verb, *text, tmp_path, str(seed))
        for verb, text, seed in zip(verbs, texts, seeds, strict=True)
    ]
    found = outcomes(commands)
    bad = {
        f"{verb} of seed {seed}": outcome
        for verb, seed, outcome in zip(verbs, seeds, found, strict=True)
        if wrong(outcome)
    }
    assert not bad


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.name)
def test_what_once_broke_something_breaks_nothing(file: Path, tmp_path: Path) -> None:
    verb = file.name.partition("-")[0]
    command = arguments(verb, file.read_text().strip(), file.suffix[1:], tmp_path, "robot")
    (outcome,) = outcomes([command])
    assert not wrong(outcome), outcome
