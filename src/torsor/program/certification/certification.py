"""The proof that a program is the model: run once over the ring, it must equal the closed form.

So the passes are proven for this robot, not sampled. Where the closed form would be too large, and
for what divides, the program is run over balls (intervals of many digits) at random states, beside
the textbook recursion, and the sentence says so. Both are what ``definitions`` says that a function
is.
"""

from __future__ import annotations

from functools import lru_cache

from torsor.algebra.budget import budget
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Values, formula
from torsor.algebra.scalars.ring import RingScalar, RingScalars
from torsor.errors import TooLargeError, TorsorError
from torsor.program.certification.certificate_sampling import (
    count_states,
    sample_agreement,
)
from torsor.program.certification.exact_definitions import ExactDefinitions
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.functions.derived_names import split_name
from torsor.program.functions.parameters import without_inertia
from torsor.program.functions.preparation import put_numbers
from torsor.program.graph.evaluation import evaluate
from torsor.program.graph.nodes import Node
from torsor.program.graph.program import Program
from torsor.robot.robot import Robot
from torsor.size import refuse_too_large

MOST_JOINTS = 8
"""Closed forms are made up to so many coordinates."""


WORTH = 3.0
"""Gigabytes that the exact proof of one program may take; beyond, balls have to do."""


class CertificationError(TorsorError):
    """A program that is not the model: a bug of ours, never to be shipped."""


def certify_program(robot: Robot, program: Program, values: Values | None = None) -> str:
    """One sentence that says what was proven of a program; a failure is an error.

    ``robot`` is as the program was made from it: payload chosen, hypotheses applied.
    """
    given = {n: formula(v) for n, v in (values or {}).items()}
    if FUNCTIONS[split_name(program.name)[0]].of_geometry:
        given = without_inertia(robot, given)
    numbered = put_numbers(robot, given)
    sampled = bool(program.pivots or split_name(program.name)[1]) or is_large(numbered)
    terms = None if sampled else _count_equal_terms(numbered, program)
    if terms is not None:
        return (
            f"{program.name}: equal to the closed form as polynomials, {terms:,} terms "
            "(run over exact scalars)"
        )
    digits = sample_agreement(numbered, program)
    if digits is None:
        raise CertificationError(f"{program.name} of {robot.name!r} is not the model's")
    return (
        f"{program.name}: beside the textbook recursion over intervals of {digits} digits, "
        f"at {count_states(numbered, program)} random states"
    )


def _count_equal_terms(robot: Robot, program: Program) -> int | None:
    """The terms in which program and closed form agree; nothing where they would be too large."""
    exact = ExactDefinitions(robot)
    try:
        with budget(WORTH):
            outputs = run_over_ring(program, exact)
            outputs, expected = exact.pair_outputs(program.name, outputs)
    except TooLargeError:
        return None
    if outputs != expected:
        raise CertificationError(f"{program.name} of {robot.name!r} is not the closed form")
    return sum(len(e) for e in expected)


@lru_cache(maxsize=8)
def is_large(robot: Robot) -> bool:
    """Whether the closed form is left alone: many joints, rational quaternions, or its size."""
    turns = [t for joint in robot.joints for t in joint.placement.rotation]
    general = any(not hasattr(t, "angle") for t in turns)
    if robot.bodies:
        return False
    if robot.dof > MOST_JOINTS or (general and robot.dof > 4):
        return True
    try:
        refuse_too_large(robot)
    except TooLargeError:
        return True
    return False


class _Angle:
    """An angle, which stands in the ring by its sine and cosine alone; sums of angles likewise."""

    def __add__(self, other: object) -> _Angle:
        return self

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __add__

    def __neg__(self) -> _Angle:
        return self


def run_over_ring(program: Program, exact: ExactDefinitions) -> list[Expression]:
    """The program's outputs as exact expressions."""
    ring = exact.model.ring
    scalars = RingScalars(ring)
    given = {name for array in program.inputs if array.name == "beta" for name in array.names}

    def function(node: Node, value: RingScalar | _Angle) -> RingScalar | _Angle:
        if node.op == "sign":
            return scalars.value(formula(f"sign({node.data})"))
        return scalars.sin_cos(node.data)[node.op == "cos"]

    def value(symbol: str) -> RingScalar | _Angle:
        if symbol in given:
            return exact.arguments[symbol]
        return ring.generator(symbol) if symbol in ring.generators else _Angle()

    outputs = evaluate(program.outputs, value, function, scalars.number)
    found: list[Expression] = []
    for output in outputs:
        assert not isinstance(output, _Angle), "no function gives a bare angle"
        found.append(exact.coerce(output))
    return found
