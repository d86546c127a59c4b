"""A mapping proven: the structure's driving forces under it are the robot's own, in one ring."""

from __future__ import annotations

from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.arithmetic import plus, times
from torsor.algebra.scalars.ring import RingScalar, RingScalars
from torsor.errors import TorsorError
from torsor.mechanics.chain import chain_of
from torsor.mechanics.newton_euler import newton_euler
from torsor.model import Model
from torsor.robot.robot import Robot
from torsor.spatial.vectors import Vector
from torsor.studies.atlas.lines import Lines
from torsor.studies.atlas.mapping import Mapping, Pair, shifted_pair


class MappedScalars(RingScalars):
    """A structure's symbols as elements of a robot's ring: what the mapping says they are."""

    def __init__(self, laid: Lines, mapping: Mapping) -> None:
        super().__init__(laid.ring)
        self.table: dict[str, RingScalar] = dict(mapping.parameters)
        self.turns: dict[str, Pair] = dict(mapping.angles)
        for k, (line, coordinate) in enumerate(
            zip(laid.lines, mapping.coordinates, strict=True), 1
        ):
            for rate in (f"dq{k}", f"ddq{k}"):
                self.table[rate] = times(coordinate.sense, laid.ring.symbol(rate))
            if line.kind == "R":
                own = laid.ring.sin(f"q{k}"), laid.ring.cos(f"q{k}")
                self.turns[f"q{k}"] = shifted_pair(own, coordinate)
            else:
                shift = coordinate.shift
                assert not isinstance(shift, tuple)
                own_slide = times(coordinate.sense, laid.ring.symbol(f"q{k}"))
                self.table[f"q{k}"] = plus(own_slide, shift)

    def symbol(self, name: str) -> RingScalar:  # type: ignore[override]
        """What the mapping says."""
        return self.table[name]

    def pair(self, angle: str) -> Pair:  # type: ignore[override]
        """What the mapping says."""
        return self.turns[angle]

    def sign(self, argument: Formula) -> Expression:
        """No structure has one."""
        raise TorsorError(f"sign({argument}) stands in no structure of the atlas")


def mapped_forces(structure: Robot, laid: Lines, mapping: Mapping) -> Vector[Expression]:
    """The structure's driving forces under the mapping, as the robot's joints feel them."""
    chain = chain_of(structure, MappedScalars(laid, mapping))
    forces = newton_euler(chain).tau
    return Vector(
        laid.ring.coerce(times(coordinate.sense, force))
        for coordinate, force in zip(mapping.coordinates, forces, strict=True)
    )


def holds(structure: Robot, laid: Lines, mapping: Mapping) -> bool:
    """Whether the robot's driving forces are the structure's: ``==`` in the robot's ring."""
    own = Model(laid.robot, "newton-euler").tau
    return own == mapped_forces(structure, laid, mapping)
