"""Each function of the catalogue by what defines it, from the textbook's derivations.

Over the ring that is the closed form (``exact_definitions``). Over balls, at a state, what the
recursion does not give by itself comes from it (``ball_definitions``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from torsor.algebra.expression import Expression
from torsor.algebra.scalars.arithmetic import S, Scalar, summed, times
from torsor.algebra.scalars.scalars import Scalars
from torsor.mechanics import kinematics
from torsor.mechanics.chain import Chain
from torsor.mechanics.drives import Drive
from torsor.mechanics.newton_euler import newton_euler
from torsor.mechanics.parameters.regressor import Column, columns, parameter_values
from torsor.mechanics.payload import tool_wrench
from torsor.program.functions.parameters import group_robot
from torsor.robot.robot import Robot

E = TypeVar("E", bound=Scalar)
"""What an output is: a scalar of the kind, no plain number among the exact ones."""


class Definitions(Generic[S, E]):
    """What is defined alike over the ring and over balls."""

    scalars: Scalars[S]
    chain: Chain[S]
    drives: dict[int, Drive[S]]

    def __init__(self, robot: Robot) -> None:
        self.robot, self.n = robot, robot.dof

    def list_outputs(self, name: str) -> list[E]:
        """A function by its name: its outputs in the order of the program's."""
        outputs: list[E] = getattr(self, name)()
        return outputs

    def pair_outputs(self, name: str, outputs: list[E]) -> tuple[list[E], list[E]]:
        """What is compared of a program's outputs, and with what: those of the definition.

        Base parameters may be chosen in many ways, so their columns are brought back: Y_b K is Y.
        """
        if name == "base_regressor":
            return self._times_grouping(outputs), self.regressor()
        return outputs, self.list_outputs(name)

    def names(self, stem: str) -> list[str]:
        """``q1 … qn``."""
        return [f"{stem}{k}" for k in range(1, self.n + 1)]

    def coerce(self, value: S) -> E:
        """A plain number as a scalar."""
        raise NotImplementedError

    def factor(self, value: Expression) -> E:
        """A factor of the grouping as a scalar."""
        raise NotImplementedError

    def forces(self, *still: str) -> list[E]:
        """The driving forces with some of the motion zero."""
        raise NotImplementedError

    def flatten(self, rows: Iterable[Iterable[S]]) -> list[E]:
        """The entries row by row."""
        return [self.coerce(e) for row in rows for e in row]

    def inverse_dynamics(self) -> list[E]:
        """τ."""
        return self.forces()

    def bias(self) -> list[E]:
        """τ without acceleration."""
        return self.forces("ddq")

    def forward_kinematics(self) -> list[E]:
        """The tool's frame."""
        return self.flatten(kinematics.poses(self.chain)["tool"].matrix)

    def jacobian(self) -> list[E]:
        """The tool's geometric Jacobian."""
        J = kinematics.jacobian(self.chain)
        return self.flatten([*J.J_v, *J.J_w])

    def regressor(self) -> list[E]:
        """Y."""
        return self.flatten(transpose([c.work for c in self._columns()]))

    def _columns(self) -> list[Column[S]]:
        return columns(self.chain, self.drives)

    def base_parameters(self) -> list[E]:
        """β = K π."""
        grouping = group_robot(self.robot, {})
        values = parameter_values(self.chain, self.drives)
        pi = {name: self.coerce(value) for name, value in values.items()}
        return [
            summed(times(self.factor(f), pi[n]) for n, f in grouping.K[name].items())
            for name in grouping.names
        ]

    def _times_grouping(self, Y_b: list[E]) -> list[E]:
        grouping, zero = group_robot(self.robot, {}), self.coerce(self.scalars.number(0))
        b = len(grouping.names)
        K = [{n: self.factor(f) for n, f in grouping.K[name].items()} for name in grouping.names]
        return [
            summed((zero, *(times(e, row[n]) for e, row in zip(Y_b[i : i + b], K, strict=True)
                            if n in row)))
            for i in range(0, len(Y_b), b)
            for n in grouping.originals
        ]  # fmt: skip

    def inverse_dynamics_base(self) -> list[E]:
        """τ, where β is K π."""
        return self.forces()

    def frames(self) -> list[E]:
        """Every frame, the base's first and the tool's last."""
        poses = kinematics.poses(self.chain).values()
        return self.flatten(row for pose in poses for row in pose.matrix)

    def reactions(self) -> list[E]:
        """f and n of every joint, by the textbook's recursion."""
        tool = tool_wrench(self.robot, self.chain, self.scalars)
        links = newton_euler(self.chain, tool).links
        return self.flatten((*links[i].f, *links[i].n) for i in sorted(links) if i)


def transpose(columns: Sequence[Sequence[S]]) -> list[tuple[S, ...]]:
    """The rows of a table that is given by columns."""
    return list(zip(*columns, strict=True))
