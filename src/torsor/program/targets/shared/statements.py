"""A program as lines of assignments: what every language has in common.

Each value that is used more than once has a name; a product that one sum alone uses stands in the
sum, so that a compiler may fuse both into one instruction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from torsor.errors import TorsorError
from torsor.program.graph.nodes import PARAMETER, STATE, Node, Operand
from torsor.program.graph.passes import collect_nodes, count_uses
from torsor.program.graph.program import Program
from torsor.program.graph.schedule import schedule_steps, strip_sign
from torsor.program.targets.shared.identifiers import Names
from torsor.program.targets.shared.package import Package
from torsor.program.targets.shared.reserved_words import shouted, words

ARRAYS = words("""
k q dq ddq tau wrench beta bias g M C pose poses J a Y Y_b Y_by K U M_rate f_n tau_by ddq_by
""")
"""What functions call their arguments and results."""

WIDTH = 100
"""How long a line of numbers may be."""


@dataclass(frozen=True)
class Syntax:
    """How a language writes what is in an expression; + − * / are the same in all.

    With that, programs are translated: into names, expressions and results.
    """

    number: Callable[[str], str]
    """A floating-point literal that can stand anywhere; given as the shortest decimal."""
    constant: Callable[[int], str]
    """The i-th number of the set-up."""
    sign: Callable[[str], str]
    reserved: Sequence[str]
    barred: Callable[[str], bool] = shouted
    """What no local name may look like."""

    def translate_function(self, package: Package, program: Program) -> Routine:
        """The part of a program that runs for each state."""
        constants = package.places
        names = Names((*self.reserved, *ARRAYS), self.barred)
        places = {
            symbol: (array.name, i)
            for array in program.inputs
            for i, symbol in enumerate(array.names)
        }
        targets = program.targets
        inputs = [n.data for n in collect_nodes(targets) if n.op == "input" and n.stage == STATE]
        local = names.of(sorted(inputs, key=list(places).index))
        translator = _Translator(self, names, targets)
        for node in collect_nodes(targets):
            if node.stage == STATE and node.op == "input":
                translator.known[node.id] = local[node.data]
            elif node.id in constants:
                translator.known[node.id] = self.constant(constants[node.id])
        translator.write([step.node for step in schedule_steps(targets, fuse=False)])
        loads = tuple((name, *places[symbol]) for symbol, name in local.items())
        used = {array for _, array, _ in loads}
        k = ("k",) if constants else ()
        used |= {"k"} if any(n.id in constants for n in collect_nodes(targets)) else set()
        return Routine(
            loads,
            tuple(translator.lines),
            tuple(translator.output(o) for o in program.outputs),
            tuple((translator.factor(p), translator.factor(s)) for p, s in program.pivots),
            tuple(name for name in (*k, *(a.name for a in program.inputs)) if name not in used),
        )

    def translate_setup(self, package: Package) -> Routine:
        """What parameters alone decide: the numbers of the set-up from the array ``parameters``."""
        constants = package.constants
        names = Names((*self.reserved, "k", "parameters"), self.barred)
        local = names.of(package.parameters)
        translator = _Translator(self, names, constants)
        nodes = collect_nodes(constants)
        for node in nodes:
            if node.op == "input":
                translator.known[node.id] = local[node.data]
        translator.write([n for n in nodes if n.op not in ("input", "neg")])
        outputs = tuple(translator.output(c) for c in constants)
        loads = tuple((name, "parameters", i) for i, name in enumerate(local.values()))
        return Routine(loads, tuple(translator.lines), outputs, (), ())


@dataclass(frozen=True)
class Let:
    """A name and the expression that it stands for."""

    name: str
    value: str


@dataclass(frozen=True)
class Trig:
    """Sine and cosine of an argument; a name is empty where the value is not needed."""

    argument: str
    sine: str
    cosine: str


@dataclass(frozen=True)
class Routine:
    """One function: what it takes from its arrays, its assignments and its results."""

    loads: tuple[tuple[str, str, int], ...]
    """A local name, and the array and place that it comes from."""
    steps: tuple[Let | Trig, ...]
    outputs: tuple[str, ...]
    pivots: tuple[tuple[str, str], ...]
    idle: tuple[str, ...]
    """The arrays that are not used (the numbers of the set-up as ``k``)."""


def write_statements(
    routine: Routine,
    line: str,
    entry: str | Callable[[str, int], str] = "{}[{}]",
    functions: tuple[str, str] = ("sin", "cos"),
    pair: Callable[[Trig], Iterator[str]] | None = None,
) -> Iterator[str]:
    """Every assignment by ``line``, which has room for a name and its value.

    ``entry`` is how an array's entry is written. Sine and cosine are a call each of these
    functions, or what ``pair`` makes of both.
    """
    entry = entry.format if isinstance(entry, str) else entry
    for name, array, place in routine.loads:
        yield line.format(name, entry(array, place))
    for step in routine.steps:
        if isinstance(step, Let):
            yield line.format(step.name, step.value)
        elif pair:
            yield from pair(step)
        else:
            for name, function in zip((step.sine, step.cosine), functions, strict=True):
                if name:
                    yield line.format(name, f"{function}({step.argument})")


def literal(text: str, suffix: str = "") -> str:
    """A literal that can stand anywhere."""
    return f"({text}{suffix})" if text.startswith("-") else f"{text}{suffix}"


def wrap_rows(entries: Sequence[str | float], indent: str, suffix: str = "") -> str:
    """Numbers, or what is written already, by commas on as many lines as they need."""
    lines, line = [], indent
    for i, entry in enumerate(entries, 1):
        piece = entry if isinstance(entry, str) else f"{entry!r}{suffix}"
        piece += "," if i < len(entries) else ""
        if len(line) + len(piece) + 1 > WIDTH and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += piece + " "
    return "\n".join([*lines, line.rstrip()])


def decimal(number: Any) -> str:
    """An exact number as the shortest decimal that a double reads back."""
    try:
        return repr(float(number))
    except OverflowError:
        raise TorsorError("a number of the program is too large for a double") from None


class _Translator:
    """Nodes into names and expressions, one after another."""

    def __init__(self, syntax: Syntax, names: Names, targets: Sequence[Operand]) -> None:
        self.syntax, self.names = syntax, names
        self.known: dict[int, str] = {}
        self.lines: list[Let | Trig] = []
        nodes = collect_nodes(targets)
        self.stage = max((n.stage for n in nodes), default=PARAMETER)
        self.used = count_uses(nodes, [strip_sign(o)[0] for o in targets])
        self.trig: dict[Any, list[Node]] = {}  # what is asked of each argument
        for n in nodes:
            if n.op in ("sin", "cos"):
                self.trig.setdefault((n.op, _key(n.args[0])), []).append(n)
        self.inside = {
            a.id
            for n in nodes
            if n.op in ("add", "sub")
            for a in n.args
            if isinstance(a, Node) and a.op == "mul" and a.stage == n.stage
            if self.used[a.id] == 1 and a.stage == self.stage
        }

    def write(self, nodes: Sequence[Node]) -> None:
        """A line for each node that is used more than once or is no product in a sum."""
        for node in nodes:
            if node.id in self.known or node.id in self.inside:
                continue
            if node.op in ("sin", "cos"):
                self._sine_and_cosine(node)
                continue
            expression = self.expression(node)
            self.known[node.id] = self.names.fresh("t", len(self.lines) + 1)
            self.lines.append(Let(self.known[node.id], expression))

    def _sine_and_cosine(self, node: Node) -> None:
        argument = node.args[0]
        name = self.output(argument)
        digits = name.removeprefix("q")
        of_coordinate = isinstance(argument, Node) and argument.op == "input" and digits.isdigit()
        found = []
        for op in ("sin", "cos"):
            asked = self.trig.get((op, _key(argument)), [])
            stem, first = (op[0], int(digits)) if of_coordinate else ("t", len(self.lines) + 1)
            found.append(self.names.fresh(stem, first) if asked else "")
            self.known.update({n.id: found[-1] for n in asked})
        self.lines.append(Trig(name, *found))

    def expression(self, node: Node) -> str:
        """The right-hand side of a node's line."""
        if node.op == "sign":
            return self.syntax.sign(self.factor(node.args[0]))
        a, b = node.args
        if node.op == "add":
            return f"{self._term(a)} + {self._term(b)}"
        if node.op == "sub":
            return f"{self._term(a)} - {self._term(b)}"
        return f"{self.factor(a)} {'*' if node.op == 'mul' else '/'} {self.factor(b)}"

    def _term(self, a: Operand) -> str:
        if isinstance(a, Node) and a.id in self.inside:
            return self.expression(a)
        return self.factor(a)

    def factor(self, a: Operand) -> str:
        """An operand that can stand beside any operator."""
        if not isinstance(a, Node):
            return self.syntax.number(decimal(a))
        known = self.known.get(a.id)  # the set-up may have a value with its sign
        return f"(-{self._behind_sign(a)})" if known is None else known

    def output(self, a: Operand) -> str:
        """An operand that stands alone."""
        if not isinstance(a, Node) or a.id in self.known:
            return self.factor(a)
        return f"-{self._behind_sign(a)}"

    def _behind_sign(self, a: Node) -> str:
        bare = a.args[0]
        assert isinstance(bare, Node)
        return self.known[bare.id]


def _key(a: Operand) -> Any:
    return a.id if isinstance(a, Node) else (a,)
