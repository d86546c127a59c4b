"""What depends on parameters alone: rounded once, as exact arithmetic would have it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from torsor.program.graph.evaluation import evaluate
from torsor.program.graph.nodes import PARAMETER, Graph, Operand
from torsor.program.graph.program import PARAMETERS, Array, Program
from torsor.program.jit.machine import Loaded, object_code
from torsor.program.jit.writing.kernel import declare_functions
from torsor.program.jit.writing.reduction import write_one_turn, write_reduction
from torsor.program.jit.writing.set_up import write_set_up
from torsor.program.jit.writing.signature import SET_UP

NAMES = ("a", "b", "c", "d")


def program_of(write: Callable[..., Operand]) -> Program:
    graph = Graph()
    made = write(*(graph.input(name, PARAMETER) for name in NAMES))
    state = graph.input("x")
    return Program("f", "r", "", (Array(PARAMETERS, (4,), NAMES),), Array("y", (1,)), graph,
                   (graph.multiply(made, state),))  # fmt: skip


def set_up(program: Program) -> Callable[[list[float]], float]:
    text = "\n".join([declare_functions("double", 1), write_reduction(),
                      write_one_turn("double", 1), write_set_up(program, "double")])  # fmt: skip
    loaded = Loaded(object_code(text))
    call = SET_UP.foreign(loaded.address(SET_UP.name))

    def run(values: list[float]) -> float:
        given, room = (ctypes.c_double * 4)(*values), (ctypes.c_double * 4)()
        call(ctypes.addressof(given), ctypes.addressof(room))
        assert loaded
        return room[0]

    return run


FORMULAS: dict[str, Callable[..., Operand]] = {
    "products": lambda a, b, c, d: a * b * c * d,
    "sums": lambda a, b, c, d: a + b + c + d,
    "cancelling": lambda a, b, c, d: (a * a - b * b) - (c * c - d * d),
    "steiner": lambda a, b, c, d: a - b * c * c / Fraction(3) + b * d * d,
    "thirds": lambda a, b, c, d: a * Fraction(1, 3) - b * Fraction(2, 7) + c * d * Fraction(1, 10),
    "quotients": lambda a, b, c, d: (a + b) / (c * c + d * d) - a / c,
}


@pytest.mark.parametrize("name", FORMULAS)
def test_constants_are_rounded_once(name: str) -> None:
    program = program_of(FORMULAS[name])
    (constant,) = program.constants
    run, rng = set_up(program), np.random.default_rng(1)
    for _ in range(2000):
        values = [float(x) for x in rng.standard_normal(4) * 10.0 ** rng.integers(-6, 6, 4)]
        at = {n: Fraction(v) for n, v in zip(NAMES, values, strict=True)}
        (exact,) = evaluate([constant], at.__getitem__, lambda node, x: x, Fraction)
        assert run(values) == float(exact)
