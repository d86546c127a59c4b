"""Code that Torsor writes is read, run over the ring, and proven equal to the closed form."""

from __future__ import annotations

import re
from random import Random

import pytest
from tests.referee.code.generated import FUNCTIONS, entries, model, run, sources, truth

ROBOTS = ("planar2r", "scara", "3r", "rttrr", "trtrr", "stanford", "cartesian")


@pytest.mark.parametrize("target", ["matlab", "python", "c"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_generated_functions_are_proven_equal(robot: str, target: str) -> None:
    for function in FUNCTIONS:
        ran = run(robot, target, function)
        assert entries(ran, function, model(robot).n) == truth(robot, function)


def slips(text: str, count: int, seed: int) -> list[str]:
    """Texts with one slip each: a sign, a function, a temporary or an index is another."""
    random = Random(seed)
    body = text.rindex("%") if "%" in text else 0
    places = list(re.finditer(r" [+-] |\bsin\b|\bcos\b|\bt\d+ \*|\bk\(\d+\)", text[body:]))
    found = []
    for m in random.sample(places, count):
        old = m.group()
        new = {" + ": " - ", " - ": " + ", "sin": "cos", "cos": "sin"}.get(old)
        if new is None and old.startswith("k("):
            new = f"k({int(old[2:-1]) % 9 + 1})"
        found.append(text[: body + m.start()] + (new or "2 *") + text[body + m.end() :])
    return found


@pytest.mark.parametrize(("robot", "seed"), [("3r", 1), ("scara", 2), ("rttrr", 3)])
def test_planted_slips_are_all_found(robot: str, seed: int) -> None:
    function = "inverse_dynamics"
    (text,) = [t for n, t in sources(robot, "matlab").items() if n.endswith(f"{function}.m")]
    right = truth(robot, function)
    for wrong in slips(text, 25, seed):
        ran = run(robot, "matlab", function, wrong)
        assert entries(ran, function, model(robot).n) != right
