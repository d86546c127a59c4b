"""Random arguments, several at once and nested, through every public door.

The same few hundred calls by default; 30,000 new ones with ``TORSOR_FUZZ=all`` (``make fuzz``).
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.api.bad import bad_values
from tests.api.doors import Door, doors

from torsor import TorsorError

from .readers import ALL

COUNT = 30_000 if ALL else 600
SLOW = ("compose", "check", "workspace", "Plot.content", "animate", "scheme")
"""Doors whose right answers take long: they are seldom asked."""

THEIR_OWN = ("Expression.select",)
"""What a user's own function raises is his."""

NAMES = ("m1", "l1", "q1", "dq2", "g", "Izz1", "tau1", "sin(q1)", "m9", "", "q", "standard", ".svg")


def random_value(random: Random, bad: list[Any], depth: int = 0) -> Any:
    """Nonsense, something nearly right, or a table or row of such things."""
    way = random.randrange(9 if depth < 3 else 6)
    if way < 3:
        return random.choice(bad)
    if way == 3:
        return random.choice(NAMES)
    if way == 4:
        return random.choice((0, 1, 2, 3, -2, 0.5, 1e-300, 2**63, -0.0, "1/3", "30deg", "1e400"))
    if way == 5:
        return np.array(random.choice((0, [1.0, 2.0], [[1, 2]], [np.nan], ["a"], [True])))
    inner = [random_value(random, bad, depth + 1) for _ in range(random.randrange(4))]
    if way == 6:
        return inner
    if way == 7:
        return tuple(inner)
    keys = [random.choice(NAMES) for _ in inner]
    return dict(zip(keys, inner, strict=True))


def tried(door: Door, random: Random, bad: list[Any]) -> str:
    """What went wrong, or nothing."""
    names = [p.name for p in door.parameters if p.kind is not p.VAR_POSITIONAL]
    if not names:
        return ""
    changed = random.sample(names, random.randint(1, min(3, len(names))))
    arguments = {**door.good, **{name: random_value(random, bad) for name in changed}}
    try:
        door.call(**arguments)
    except TorsorError as error:
        if not str(error) or "\n" in str(error):
            return f"{door.name}: no sentence: {str(error)[:80]!r}"
    except Exception as error:
        shown = {name: type(arguments[name]).__name__ for name in changed}
        return f"{door.name}{shown}: {type(error).__name__}: {str(error)[:80]}"
    return ""


def test_any_arguments_get_an_answer_or_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    seed = int.from_bytes(os.urandom(4)) if ALL else 7
    random, bad = Random(seed), list(bad_values().values())
    open_doors = [d for d in doors() if d.name not in THEIR_OWN and d.parameters]
    quick = [d for d in open_doors if d.name not in SLOW]
    wrong = []
    for k in range(COUNT):
        door = random.choice(open_doors if k % 20 == 0 else quick)
        told = tried(door, random, bad)
        if told:
            wrong.append(told)
    assert not wrong, f"seed {seed}, {len(wrong)} of {COUNT}: " + "; ".join(wrong[:20])
