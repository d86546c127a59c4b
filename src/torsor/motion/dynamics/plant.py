"""A robot with numbers, as a simulation needs it: compiled with or without load and friction."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula, Values
from torsor.arguments import wrong_value
from torsor.errors import MissingValueError
from torsor.motion.arrays import scalars_of
from torsor.motion.scenario.carried_load import attach_load, remove_load, replace_drives
from torsor.motion.units import find_sliding
from torsor.robot.coupling import shares
from torsor.robot.robot import ZERO, Link, Robot
from torsor.robot.symbols import parameters
from torsor.robot.values import merge_values

if TYPE_CHECKING:
    from torsor.program.arm import Arm

LARGEST = 10**308


class Plant:
    """The robot and its numbers; arms are compiled when they are first asked for."""

    def __init__(self, robot: Robot, values: Values | None = None) -> None:
        self.robot = remove_load(robot)
        self.n = self.robot.dof
        self.values = merge_values(robot, values, made=self.robot)
        for name, value in self.values.items():
            if abs(value.constant or Fraction(0)) > LARGEST:
                raise wrong_value(name, value, "a finite number")
        self.lacking = tuple(p for p in parameters(self.robot) if p not in self.values)
        self.sliding = find_sliding(self.robot)
        self.arm = lru_cache(maxsize=None)(self._arm)

    def variant(self, load: Link | None = None, coulomb: bool = True, rotors: bool = True) -> Robot:
        """The robot with a load in its hand, or without dry friction or rotors."""
        found = self.robot if load is None else attach_load(self.robot, load)
        if not coulomb:
            found = replace_drives(found, coulomb=ZERO)
        return found if rotors else replace_drives(found, rotor=ZERO)

    def _arm(
        self,
        load: Link | None = None,
        payload: str = "none",
        coulomb: bool = True,
        rotors: bool = True,
    ) -> Arm:
        """The compiled robot."""
        from torsor.program.arm import compile

        robot = self.variant(load, coulomb, rotors)
        wanted = set(parameters(robot))
        arm = compile(robot, {n: v for n, v in self.values.items() if n in wanted}, payload)
        if lacking := arm.missing():
            raise MissingValueError(f"no value for {', '.join(lacking)}")
        return arm

    @cached_property
    def tool_known(self) -> bool:
        """Whether the numbers say where the tool is; its length matters to no driving force."""
        return not self.robot.bodies and not self.arm().missing("forward_kinematics")

    @property
    def filled(self) -> dict[str, Formula]:
        """The numbers, with zero for those that are not given because no force depends on them.

        Energies then differ from the true ones by a constant.
        """
        return {**dict.fromkeys(self.lacking, ZERO), **self.values}

    @property
    def rubs(self) -> bool:
        """Whether there is friction of any kind."""
        return any(link.drive.viscous or link.drive.coulomb for link in self.robot.links)

    @cached_property
    def viscosity(self) -> Array:
        """The matrix B of the power q̇ᵀ B q̇ that viscous friction takes."""
        found = np.zeros((self.n, self.n))
        scalars = scalars_of(self.values, {})
        for i, link in enumerate(self.robot.links, 1):
            if link.drive.viscous and i in self.robot.displacement:
                rate = np.zeros(self.n)
                for k, share in shares(self.robot.displacement[i]).items():
                    rate[k - 1] = float(share)
                found += float(scalars.value(link.drive.viscous)) * np.outer(rate, rate)
        return found

    @property
    def coulomb(self) -> Array:
        """The dry friction of each coordinate: Σ |share| fc over the joints that it moves."""
        found = np.zeros(self.n)
        scalars = scalars_of(self.values, {})
        for i, link in enumerate(self.robot.links, 1):
            if link.drive.coulomb and i in self.robot.displacement:
                for k, share in shares(self.robot.displacement[i]).items():
                    found[k - 1] += abs(float(share)) * float(scalars.value(link.drive.coulomb))
        return found
