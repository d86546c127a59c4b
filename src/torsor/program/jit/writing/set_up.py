"""What depends on parameters alone, computed where they are given at run time, not built in.

The work is done in sums of two doubles, whatever the floats of the program are: what comes out is
rounded once, as what was computed exactly and built in. (A sine of an angle that varies is that of
a double.)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from torsor.program.graph.nodes import Node, Operand
from torsor.program.graph.passes import collect_nodes
from torsor.program.graph.program import Program
from torsor.program.jit.writing.assembly import Writer
from torsor.program.jit.writing.double_double import DoubleDouble, Pair
from torsor.program.jit.writing.signature import SET_UP
from torsor.program.jit.writing.steps import write_sines


def write_constants(w: Writer, program: Program, inputs: dict[str, str]) -> dict[int, str]:
    """The constants of each lane, from the parameters that stand among its inputs."""
    with _in_doubles(w) as wide:
        given = {name: _widen(w, wide, inputs[name]) for name in program.parameters}
        known = _write_pairs(wide, program, given)
    return {node.id: _narrow(w, wide, known[node.id].high) for node in program.constants}


def turns_parameters(program: Program) -> bool:
    """Whether a sine or cosine of what varies with the parameters alone is needed."""
    return any(node.op in ("sin", "cos") for node in collect_nodes(program.constants))


def write_set_up(program: Program, float_: str) -> str:
    """The function that computes the constants from one set of parameters."""
    w = Writer(float_, 1)
    names = program.varied.names if program.varied else ()
    inputs = {name: w.load(float_, "%parameters", i) for i, name in enumerate(names)}
    constants = write_constants(w, program, inputs)
    w.store(float_, "%constants", [constants[node.id] for node in program.constants])
    w.say("ret i64 0")
    return SET_UP.definition(w.lines)


@contextmanager
def _in_doubles(w: Writer) -> Iterator[Writer]:
    """A writer of doubles that goes on with the lines of another."""
    wide = Writer("double", w.lanes, w.lines, w.block, w.count)
    yield wide
    w.block, w.count = wide.block, wide.count


def _widen(w: Writer, wide: Writer, value: str) -> str:
    """A value as one of doubles."""
    return value if w.float_ == "double" else wide.let(f"fpext {w.type} {value} to {wide.type}")


def _narrow(w: Writer, wide: Writer, value: str) -> str:
    return value if w.float_ == "double" else w.let(f"fptrunc {wide.type} {value} to {w.type}")


def _write_pairs(w: Writer, program: Program, inputs: dict[str, str]) -> dict[int, Pair]:
    by_pairs = DoubleDouble(w)
    known: dict[int, Pair] = {}
    turned: dict[str, tuple[str, str]] = {}

    def of(a: Operand) -> Pair:
        return known[a.id] if isinstance(a, Node) else by_pairs.number(a)

    for node in collect_nodes(program.constants):
        args = [of(a) for a in node.args]
        if node.op == "input":
            known[node.id] = Pair(inputs[node.data])
        elif node.op == "neg":
            known[node.id] = by_pairs.negative(args[0])
        elif node.op == "add":
            known[node.id] = by_pairs.add(*args)
        elif node.op == "sub":
            known[node.id] = by_pairs.add(args[0], by_pairs.negative(args[1]))
        elif node.op == "mul":
            known[node.id] = by_pairs.multiply(*args)
        elif node.op == "div":
            known[node.id] = by_pairs.divide(*args)
        else:
            angle = args[0].high
            if angle not in turned:
                turned[angle] = write_sines(w, [angle], 1)[0]
            known[node.id] = Pair(turned[angle][node.op == "cos"])
    return known
