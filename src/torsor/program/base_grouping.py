"""The base parameters of an arm in numbers: their names, what they are made of, and K."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.ring import RingScalars
from torsor.errors import MissingValueError, RobotError
from torsor.formats.spelling import decimal_text
from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of
from torsor.mechanics.parameters.grouping import Grouping
from torsor.mechanics.parameters.regressor import parameter_values
from torsor.program.functions.parameters import group_robot
from torsor.program.functions.preparation import put_numbers
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters, robot_ring

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


LONG = 14
"""How long a decimal may be that is written out."""


@dataclass(frozen=True)
class BaseGrouping:
    """β = K π: the smallest set that the driving forces are linear in, tau = Y π = Y_b β.

    It is that of every robot of this geometry, whatever its masses: a β is named after the
    parameter it is built on (h = m r, L about the frame's origin).
    """

    robot: Robot
    values: Mapping[str, Formula]
    grouping: Grouping

    @property
    def names(self) -> tuple[str, ...]:
        """The names of β, in the order of the columns of ``base_regressor``."""
        return self.grouping.names

    @property
    def originals(self) -> tuple[str, ...]:
        """The names of π, in the order of the columns of ``regressor``."""
        return self.grouping.originals

    @property
    def expressions(self) -> tuple[str, ...]:
        """Each β by the parameters it is made of: ``Lzz1 + Lyy2 + l1^2*m2``."""
        return tuple(_write_sum(self.grouping.K[name]) for name in self.names)

    @property
    def K(self) -> Floats:
        """The matrix K, (b, p), in numbers."""
        import numpy as np

        K, at = np.zeros((len(self.names), len(self.originals))), self._places()
        for i, name in enumerate(self.names):
            for original, factor in self.grouping.K[name].items():
                K[i, at[original]] = self._number(factor, "the grouping")
        return K

    @property
    def C(self) -> Floats:
        """The matrix C, (p, b), that picks the columns Y_b = Y C; K C is the identity."""
        import numpy as np

        C, at = np.zeros((len(self.originals), len(self.names))), self._places()
        for j, name in enumerate(self.names):
            below = self.grouping.divisors.get(name)
            for original, factor in self.grouping.C[name].items():
                C[at[original], j] = self._number(factor, "the grouping")
            if below is not None:
                C[:, j] /= self._number(below, "the grouping")
        return C

    @property
    def pi(self) -> Floats:
        """The arm's own parameters π, (p,), in numbers; zero for what has none and no effect."""
        import numpy as np

        found, at = np.zeros(len(self.originals)), self._places()
        numbered = put_numbers(self.robot, self.values)
        ring = robot_ring(numbered)
        scalars = RingScalars(ring)
        felt = {n for factors in self.grouping.K.values() for n in factors}
        chain, drives = chain_of(numbered, scalars), drives_of(numbered, scalars)
        for name, scalar in parameter_values(chain, drives).items():
            value = ring.coerce(scalar)
            if name in felt or not self._lacking(value):
                found[at[name]] = self._number(value, "pi")
        return found

    @property
    def beta(self) -> Floats:
        """The arm's own base parameters β = K π, (b,), in numbers."""
        beta: Floats = self.K @ self.pi
        return beta

    def _places(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self.originals)}

    def _lacking(self, value: Expression) -> list[str]:
        needed = {*value.symbols()} - {*self.values}
        return [n for n in parameters(self.robot) if n in needed]

    def _number(self, value: Expression, what: str) -> float:
        lacking = self._lacking(value)
        if lacking:
            raise MissingValueError(f"{what} needs a value for {', '.join(lacking)}")
        return value.evaluate({n: v for n, v in self.values.items() if n in value.symbols()})

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"<BaseGrouping of {self.robot.name}: {len(self)} of {len(self.originals)}>"


def group_parameters(robot: Robot, values: Mapping[str, Formula]) -> BaseGrouping:
    """The base parameters of a robot that is ready, with its numbers."""
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no frames: no base parameters")
    return BaseGrouping(robot, values, group_robot(robot, values))


def _write_sum(factors: Mapping[str, Expression]) -> str:
    """``Lzz1 + l1^2*m2 - (a + b)*hx3``."""
    written = ""
    for name, factor in factors.items():
        constant = factor.constant()
        text = str(factor) if constant is None else _write_number(constant)
        minus = text.startswith("-") and len(factor) == 1
        text = text.removeprefix("-") if minus else text
        text = f"({text})" if len(factor) > 1 else text
        part = name if text == "1" else f"{text}*{name}"
        joint = (" - " if minus else " + ") if written else ("-" if minus else "")
        written += joint + part
    return written or "0"


def _write_number(value: Fraction) -> str:
    """A decimal, to twelve digits where it has more."""
    text = decimal_text(value)
    return text if text and len(text) <= LONG else f"{float(value):.12g}"
