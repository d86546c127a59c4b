"""A straight-line program: what goes in, what comes out, and the graph between."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod

from torsor.errors import TooLargeError
from torsor.program.graph.nodes import PARAMETER, STATE, Graph, Node, Operand
from torsor.program.graph.passes import collect_nodes, count_operations

LONGEST = 120_000
"""Programs with more steps than this are not written out as source or machine code."""

SINGULAR = {"double": 1e-14, "float": 1e-6}
"""A pivot smaller than this part of its scale counts as zero."""

PARAMETERS = "parameters"
"""The array of the symbols that vary from call to call."""


@dataclass(frozen=True)
class Array:
    """An array that goes in or out, row-major; ``names`` are its entries' symbols."""

    name: str
    shape: tuple[int, ...]
    names: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def extents(self) -> str:
        """Its shape in print: ``2 x 3``; ``1`` for a single number."""
        return " x ".join(map(str, self.shape)) or "1"


@dataclass(frozen=True)
class Program:
    """One function of a robot: inputs, outputs in order, and where it may fail.

    ``pivots`` are pairs (pivot, scale): a pivot that is not well above zero for its scale means
    that the mass matrix is singular there.
    """

    name: str
    robot: str
    says: str
    inputs: tuple[Array, ...]
    output: Array
    graph: Graph
    outputs: tuple[Operand, ...]
    pivots: tuple[tuple[Operand, Operand], ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def targets(self) -> list[Operand]:
        """All that has to be computed."""
        return [*self.outputs, *(p for pair in self.pivots for p in pair)]

    @cached_property
    def nodes(self) -> list[Node]:
        """All nodes that take part, in order."""
        return collect_nodes(self.targets)

    @cached_property
    def constants(self) -> tuple[Node, ...]:
        """What depends on parameters alone and is used by what varies: set up once."""
        found: dict[int, Node] = {}
        for node in self.nodes:
            if node.stage == STATE:
                for a in node.args:
                    if isinstance(a, Node) and a.stage == PARAMETER:
                        found[a.id] = a
        for target in self.targets:
            if isinstance(target, Node) and target.stage == PARAMETER:
                found[target.id] = target
        return tuple(found[i] for i in sorted(found))

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The symbols of the set-up, in the order of the graph."""
        return tuple(
            n.data
            for n in collect_nodes(self.constants)
            if n.op == "input" and n.stage == PARAMETER
        )

    @property
    def varied(self) -> Array | None:
        """The array of the parameters that come in with every call, if any do."""
        return next((array for array in self.inputs if array.name == PARAMETERS), None)

    def set_up_once(self) -> Program:
        """The same with one set of parameters for all states, which a set-up has taken."""
        return replace(self, inputs=tuple(a for a in self.inputs if a.name != PARAMETERS))

    @property
    def operations(self) -> dict[str, int]:
        """Multiplications, additions, divisions, sines and cosines."""
        return count_operations(self.outputs)


def refuse_too_long(program: Program) -> None:
    """Complain about a program that no compiler would take in minutes."""
    if len(program.nodes) > LONGEST:
        raise TooLargeError(
            f"{program.name} of {program.robot!r} has {len(program.nodes):,} steps, more than "
            f"{LONGEST:,} to write out; ask for other functions"
        )
