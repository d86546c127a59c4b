"""Systems that are wrong on purpose: one method meets another link than the others do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from torsor import Robot
from torsor.algebra.formula import formula
from torsor.mechanics.lagrange import Energies
from torsor.mechanics.newton_euler import NewtonEuler
from torsor.mechanics.tensor_form import TensorForm
from torsor.model import Model


def with_mass(robot: Robot, number: int, mass: str) -> Robot:
    """The robot with another mass on one link."""
    links = list(robot.links)
    links[number - 1] = replace(links[number - 1], mass=formula(mass))
    return replace(robot, links=tuple(links))


@dataclass(frozen=True)
class HeavierForNewtonEuler(Model):
    """Newton-Euler sees link 2 with twice its mass."""

    @cached_property
    def newton_euler(self) -> NewtonEuler:
        return Model(with_mass(self.robot, 2, "2*m2"), "lagrange").newton_euler


@dataclass(frozen=True)
class HeavierForLagrange(Model):
    """The energies are those of a robot whose link 2 has twice its mass."""

    @cached_property
    def energies(self) -> Energies:
        return Model(with_mass(self.robot, 2, "2*m2"), "lagrange").energies


@dataclass(frozen=True)
class WeightlessInTheTensorForm(Model):
    """The tensor form has no gravity terms."""

    @cached_property
    def tensor(self) -> TensorForm:
        right = Model(self.robot, "lagrange").tensor
        return replace(right, g=0 * right.g)
