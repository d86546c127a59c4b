"""Seeded truth: misprints planted in derived equations are found, named, and nothing else is.

A sample by default; 1,000 misprints with ``TORSOR_PROVE=all`` (``make prove``).
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from tests.referee.planting import (
    KINDS,
    NOTATIONS,
    TARGETS,
    Planted,
    checked,
    draws,
    model,
    printer_of,
)

from torsor.equations.tree import key
from torsor.referee.comparing.explanation import Difference
from torsor.referee.targets import resolve

MISPRINTS = 1000 if os.environ.get("TORSOR_PROVE") == "all" else 120


def tells_of(difference: Difference, planted: Planted) -> bool:
    """Whether a difference speaks of the misprint: of its place, or of the term itself.

    A misprint may turn a term into another that is printed too; then either is the wrong one.
    """
    if difference.printed is None or difference.printed.term is None:
        lost = difference.derived
        return bool(lost and planted.right and key(lost.powers) == key(planted.right.powers))
    monomial = difference.printed
    if planted.wrong and monomial.powers == key(planted.wrong.powers):
        return monomial.coefficient == planted.wrong.coefficient
    place = monomial.term.place
    return any(start <= place.start and place.end <= end for start, end in planted.spans)


def test_every_planted_misprint_is_found_and_named_and_nothing_else_is_reported() -> None:
    unfound, invented = [], []
    kinds: Counter[tuple[str, str]] = Counter()
    for robot, notation, target, drawn in draws(Random("seeded truth"), MISPRINTS):
        found = checked(robot, notation, target, drawn.latex)
        differences = [d for e in found.entries for d in e.comparison.differences]
        where = f"{robot} {target} in {notation}"
        for planted in drawn.planted:
            own = [d for d in differences if tells_of(d, planted)]
            if not own:
                unfound.append(f"{where}: {planted}")
            else:
                kinds[planted.kind, "+".join(sorted({d.kind for d in own}))] += 1
        strange = [d for d in differences if not any(tells_of(d, p) for p in drawn.planted)]
        invented += [f"{where}: {d} with {drawn.planted}" for d in strange]
    assert not unfound
    assert not invented
    assert {planted for planted, _ in kinds} == set(KINDS)
    confused = {pair: n for pair, n in kinds.items() if pair[0] != pair[1]}
    assert sum(confused.values()) <= 0.05 * MISPRINTS, confused


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("robot", sorted(TARGETS))
def test_a_print_without_misprints_is_right(robot: str, notation: str) -> None:
    printer = printer_of(robot, notation)
    for target in TARGETS[robot]:
        ((expression,),) = resolve(model(robot), target).rows
        drawn = printer.laid_out(Random(1), printer.terms(expression), {})
        found = checked(robot, notation, target, drawn.latex)
        assert found.right
        assert found.findings == ()
        assert found.printed == found.derived == len(expression)
