"""One design of a study, from its row: which structure it is of, and the number of each symbol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import formula
from torsor.studies.designs.factors import DURATION, is_motor
from torsor.studies.designs.motors import look_up
from torsor.studies.designs.relations import evaluate_relation
from torsor.studies.measures.block import Block
from torsor.studies.structures import Structure
from torsor.studies.study_file import Study

if TYPE_CHECKING:
    from torsor.algebra.formula import Values


@dataclass(frozen=True)
class Design:
    """A robot with all of its numbers, and its motion where the study has one."""

    structure: Structure
    values: Values
    """Those of the study, the factors and what follows from them."""
    numbers: Mapping[str, float]
    """The factors that are numbers, and what follows from them."""

    @cached_property
    def block(self) -> Block:
        """All that is measured of it along the motion."""
        structure = self.structure
        sets = np.array([[self.numbers[name] for name in structure.vary]])
        durations = np.array([self.numbers[DURATION]]) if DURATION in self.numbers else None
        return Block(structure.arm(), structure.cycle, sets, durations)

    @cached_property
    def times(self) -> Array:
        """When each sample of the motion is."""
        cycle = self.block.cycle
        found: Array = (cycle.t - cycle.t[0]) * (self.block.durations.item(0) / cycle.duration)
        return found


def design_of(study: Study, row: Mapping[str, Any]) -> Design:
    """The design that a row of the parts says."""
    place = 0
    numbers: dict[str, Array] = {}
    places: dict[str, Array] = {}
    for factor in study.sampling.factors:
        if is_motor(factor.name):
            places[factor.name] = np.array([factor.values.index(str(row[factor.name]))], float)
        elif factor.coded:
            levels = [value if factor.numeric else str(value) for value in factor.values]
            place = place * len(levels) + levels.index(row[factor.name])
        else:
            numbers[factor.name] = np.array([float(row[factor.name])])
    motors = study.data.get("motors", {})
    assert isinstance(motors, Mapping)
    numbers |= look_up(motors, places)
    relations = study.data["relations"]
    assert isinstance(relations, Mapping)
    for name, expression in relations.items():
        numbers[name] = evaluate_relation(formula(expression), numbers, 1)
    structure = study.structures[place]
    found = {name: number.item() for name, number in numbers.items()}
    varied = {name: found[name] for name in structure.vary}
    return Design(structure, {**structure.values, **varied}, found)
