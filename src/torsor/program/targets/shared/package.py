"""What is written, in whatever language: programs over one graph, parameters, header, tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from torsor.algebra.formula import Formula
from torsor.errors import TorsorError, shown
from torsor.program.certification.certification import certify_program
from torsor.program.functions.programs import build_program
from torsor.program.graph.nodes import Graph, Node, Operand
from torsor.program.graph.program import Program, refuse_too_long
from torsor.program.targets.shared.file_header import write_header
from torsor.program.targets.shared.identifiers import Names, stem_of
from torsor.program.targets.shared.self_test_cases import NO_CASES, Cases, Check, draw_cases
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters


@dataclass(frozen=True)
class Package:
    """The functions of a robot, ready for a language."""

    stem: str
    robot: Robot
    programs: tuple[Program, ...]
    parameters: tuple[str, ...]
    header: tuple[str, ...]
    cases: Cases
    alone: tuple[Program, ...] = ()
    """The programs each over its own graph: the steps that the engine runs."""

    @cached_property
    def constants(self) -> tuple[Node, ...]:
        """What the set-up computes, for all functions together."""
        found = {node.id: node for p in self.programs for node in p.constants}
        return tuple(found[i] for i in sorted(found))

    @property
    def largest(self) -> float:
        """The largest number in the functions and their tests."""
        written = [
            abs(float(a))
            for p in self.programs
            for node in p.nodes
            for a in node.args
            if not isinstance(a, Node)
        ]
        tested = [
            abs(x) for c in self.cases.checks for row in (*c.arguments, c.expected) for x in row
        ]
        return max([0.0, *written, *tested])

    @cached_property
    def labels(self) -> dict[str, str]:
        """The parameters with a word in front, for enumerations: ``at_m1``."""
        plain = Names(()).of(self.parameters)
        return {symbol: f"at_{name}" for symbol, name in plain.items()}

    @cached_property
    def places(self) -> dict[int, int]:
        """Where a node's value stands in the set-up's numbers."""
        return {node.id: i for i, node in enumerate(self.constants)}

    @cached_property
    def checks(self) -> list[tuple[Program, Check]]:
        """The checks of the self-test, each with the program that it is of."""
        by_name = {p.name: p for p in self.programs}
        return [(by_name[check.function], check) for check in self.cases.checks]

    def comment(self, sign: str) -> str:
        """The header, a language's sign of a comment before every line."""
        return "".join(f"{sign} {line}".rstrip() + "\n" for line in self.header)

    def arguments(self, constants: str, others: Iterable[str]) -> list[str]:
        """A function's arguments: first the set-up's numbers, where there is a set-up."""
        return [*([constants] if self.parameters else []), *others]


def build_package(
    robot: Robot,
    names: Sequence[str],
    values: Mapping[str, Formula],
    stem: str = "",
    tested: bool = True,
) -> Package:
    """Everything that a language needs; ``robot`` has its payload chosen, hypotheses applied.

    Without a self-test there are no cases: they take time to find.
    """
    made = _build_programs(robot, names, values)
    proofs = [certify_program(robot, p, values) for p in made]
    bare = _package(robot, made, stem)
    return replace(
        bare,
        header=tuple(write_header(robot, bare.programs, bare.parameters, values, proofs)),
        cases=draw_cases(robot, bare.programs, bare.parameters, values) if tested else NO_CASES,
    )


def merge_programs(
    robot: Robot, names: Sequence[str], values: Mapping[str, Formula], stem: str = ""
) -> Package:
    """The functions alone: for a program that is run at once, and has neither tests nor proofs."""
    return _package(robot, _build_programs(robot, names, values), stem)


def _build_programs(
    robot: Robot, names: Sequence[str], values: Mapping[str, Formula]
) -> list[Program]:
    made = []
    for name in names:
        made.append(build_program(robot, name, values))
        refuse_too_long(made[-1])
    return made


def _package(robot: Robot, made: Sequence[Program], stem: str) -> Package:
    """A package without header and tests."""
    merged = _merge_graphs(made)
    used = {symbol for p in merged for symbol in p.parameters}
    symbols = tuple(s for s in parameters(robot) if s in used)
    for symbol in symbols:
        if not symbol.isidentifier():
            raise TorsorError(f"the symbol {shown(symbol)} is no identifier")
    name = stem or stem_of(robot.name)
    return Package(name, robot, merged, symbols, (), NO_CASES, tuple(made))


def _merge_graphs(programs: Sequence[Program]) -> tuple[Program, ...]:
    """The same programs over one graph, so that what they share is set up once."""
    graph = Graph()
    found = []
    for p in programs:
        new: dict[int, Node] = {}

        def move(a: Operand, new: dict[int, Node] = new) -> Operand:
            return new[a.id] if isinstance(a, Node) else a

        for node in p.nodes:
            args = [move(a) for a in node.args]
            nodes = [a for a in args if isinstance(a, Node)]
            if node.op in ("add", "mul") and len(nodes) == len(args):
                args = [*sorted(nodes, key=lambda a: a.id)]
            new[node.id] = graph.node(node.op, tuple(args), node.stage, node.data)
        outputs = tuple(move(o) for o in p.outputs)
        pivots = tuple((move(a), move(b)) for a, b in p.pivots)
        found.append(replace(p, graph=graph, outputs=outputs, pivots=pivots))
    return tuple(found)
