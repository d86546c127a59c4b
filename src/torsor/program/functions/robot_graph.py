"""A program in the making: the robot over a graph of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from torsor.algebra.formula import Formula
from torsor.mechanics.chain import Chain, chain_of
from torsor.mechanics.drives import Drive, drives_of
from torsor.mechanics.fast import rnea
from torsor.mechanics.fast.aligned_frames import AlignedChain, PointMasses, aligned_chain
from torsor.mechanics.newton_euler import Wrench
from torsor.program.functions.preparation import wrench_names
from torsor.program.graph.nodes import Graph, Operand
from torsor.program.graph.scalars import GraphScalars
from torsor.robot.frame_names import FrameName
from torsor.robot.robot import Robot
from torsor.spatial.vectors import ZERO, Vector


@dataclass
class RobotGraph:
    """One program in the making: the robot over a graph of its own."""

    description: Robot
    values: Mapping[str, Formula]
    grouped: bool = True
    """Whether parameters are regrouped: what a link's parent can bear is moved to it."""
    frame: FrameName = "tool"
    """Whose motion is asked for, where a function is of a frame."""
    graph: Graph = field(default_factory=Graph)
    pivots: list[tuple[Operand, Operand]] = field(default_factory=list)
    """What the program divides by, with its scales: see ``Program``."""

    @property
    def n(self) -> int:
        """The number of coordinates."""
        return self.description.dof

    @property
    def wrench(self) -> tuple[str, ...]:
        """The symbols of a wrench at the tool, which come in with the state."""
        return wrench_names(self.description)

    def scalars(self, *still: str) -> GraphScalars:
        """Formulas into nodes; ``still`` is what does not move."""
        return GraphScalars(self.graph, self.values, still, self.wrench)

    def chain(self, *still: str) -> AlignedChain[Operand]:
        """The lightest chain."""
        chain = aligned_chain(self.description, self.scalars(*still))
        return rnea.regroup_masses(chain) if self.grouped else chain

    def chain_with(self, masses: Mapping[int, PointMasses[Operand]]) -> AlignedChain[Operand]:
        """The lightest chain with other links than those described."""
        return aligned_chain(self.description, self.scalars(), masses)

    def plain_chain(self, *still: str) -> Chain[Operand]:
        """The chain as described."""
        return chain_of(self.description, self.scalars(*still))

    def drives(self, *still: str) -> dict[int, Drive[Operand]]:
        """Friction, rotors and springs."""
        return drives_of(self.description, self.scalars(*still))

    def load(self, chain: AlignedChain[Operand], *still: str) -> rnea.Load[Operand]:
        """What acts at the tool; a carried body is part of its link already."""
        payload, scalars = self.description.payload, self.scalars(*still)
        if payload.kind == "wrench":
            entries = [scalars.value(e) for e in payload.wrench]
            given = Wrench(Vector(entries[:3]), Vector(entries[3:]))
            return rnea.Load(given) if payload.axes == "tool" else rnea.Load(in_base=given)
        if payload.kind == "weight" and payload.body is not None:
            m = scalars.value(payload.body.mass)
            return rnea.Load(in_base=Wrench(-(chain.gravity * m), ZERO))
        return rnea.UNLOADED

    def names(self, stem: str) -> tuple[str, ...]:
        """``q1 … qn``."""
        return tuple(f"{stem}{k}" for k in range(1, self.n + 1))


def base_names(count: int) -> tuple[str, ...]:
    """``beta[1] …``: as no symbol of a robot is called, which ``beta1`` may be."""
    return tuple(f"beta[{k}]" for k in range(1, count + 1))
