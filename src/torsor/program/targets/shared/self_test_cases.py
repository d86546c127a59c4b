"""Numbers for self-tests: what each function must give, from the exact closed form.

Where the closed form would be too large, from the textbook recursion over intervals of sixty
digits; the self-test says which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random

from torsor.algebra.formula import Formula, formula
from torsor.algebra.formula import number as plain
from torsor.algebra.scalars.balls import ball
from torsor.program.base_grouping import BaseGrouping
from torsor.program.certification.ball_definitions import BallDefinitions
from torsor.program.certification.certificate_sampling import (
    DIGITS,
    LONG_CHAIN,
    precision,
    to_balls,
)
from torsor.program.certification.certification import is_large
from torsor.program.certification.exact_definitions import ExactDefinitions
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.functions.parameters import group_robot, without_inertia
from torsor.program.functions.preparation import settable, wrench_names
from torsor.program.functions.robot_graph import base_names
from torsor.program.graph.program import Program
from torsor.robot import hypotheses
from torsor.robot.meanings import meaning_of
from torsor.robot.robot import Robot

Truth = Callable[[str, Mapping[str, Fraction]], list[float]]
"""The outputs of a function at a state."""

STATES = 3
NEAR = 1e-10
"""How near, relative to 1 + the largest entry, results must be."""
NEAR_SOLVED = 1e-7
"""The same for what divides by the mass matrix, whose condition counts."""

RANGES = {
    "mass": (64, 256),
    "moment": (64, 128),
    "product": (-8, 8),
    "centre": (-16, 16),
    "length": (16, 64),
    "gravity": (620, 640),
    "drive": (16, 96),
}
"""Where random parameters come from, in 64ths; a physical robot, so that M is positive."""


@dataclass(frozen=True)
class Check:
    """A function at a state: its arguments and what it must give."""

    function: str
    arguments: tuple[tuple[float, ...], ...]
    expected: tuple[float, ...]
    near: float


@dataclass(frozen=True)
class Cases:
    """Parameters and checks; ``source`` tells where the expected numbers come from."""

    parameters: tuple[float, ...]
    checks: tuple[Check, ...]
    source: str


NO_CASES = Cases((), (), "")


def draw_cases(
    robot: Robot,
    programs: Sequence[Program],
    symbols: Sequence[str],
    values: Mapping[str, Formula],
) -> Cases:
    """Random parameters and states, all of them exact in floating point."""
    random = Random(11)
    drawn = _parameters(robot, random)
    chosen = {symbol: _with_unit(*drawn[symbol]) for symbol in drawn} | dict(values)
    numbers = hypotheses.substitute(robot, chosen)
    truth, source = _find_truth(numbers, is_large(robot))
    geometry = _geometry(robot, programs, drawn, values)
    checks = []
    for _ in range(STATES if robot.dof <= LONG_CHAIN else 1):
        state = {
            f"{stem}{k}": _dyadic(random, -96, 96)
            for stem in ("q", "dq", "ddq")
            for k in range(1, robot.dof + 1)
        }
        state |= {name: _dyadic(random, -256, 256) for name in wrench_names(robot)}
        checks += _checks(truth, geometry, robot.dof, programs, state)
    unchecked = [p.name for p in programs if not any(c.function == p.name for c in checks)]
    if unchecked:
        source += f"; not checked, as M is near singular with these numbers: {', '.join(unchecked)}"
    return Cases(tuple(float(drawn[s][0]) for s in symbols), tuple(checks), source)


@dataclass(frozen=True)
class _Geometry:
    """What is of every robot of a geometry: the truth of one, drawn, and its base parameters."""

    truth: Truth
    base: BaseGrouping

    def expect(self, name: str, state: Mapping[str, Fraction], n: int) -> list[float]:
        """The outputs of a function at a state."""
        if name == "inverse_dynamics_base":
            return self.truth("inverse_dynamics", state)
        if name != "base_regressor":
            return self.truth(name, state)
        import numpy

        Y = numpy.array(self.truth("regressor", state)).reshape(n, -1)
        return [*(Y @ self.base.C).ravel().tolist()]


def _geometry(
    robot: Robot,
    programs: Sequence[Program],
    drawn: Mapping[str, tuple[Fraction, bool]],
    values: Mapping[str, Formula],
) -> _Geometry | None:
    """Where it is asked for; numbers that were given for links and drives have no part in it."""
    if not any(FUNCTIONS[p.name].of_geometry for p in programs):
        return None
    chosen = {symbol: _with_unit(*drawn[symbol]) for symbol in drawn}
    chosen |= without_inertia(robot, values)
    truth, _ = _find_truth(hypotheses.substitute(robot, chosen), is_large(robot))
    return _Geometry(truth, BaseGrouping(robot, chosen, group_robot(robot, values)))


def _parameters(robot: Robot, random: Random) -> dict[str, tuple[Fraction, bool]]:
    """A number for each parameter, and whether it is an angle."""
    return {
        symbol: (_dyadic(random, *RANGES.get(meaning.sort, (16, 64))), meaning.sort == "angle")
        for symbol, meaning in ((s, meaning_of(robot, s)) for s in settable(robot))
    }


def _with_unit(value: Fraction, turned: bool) -> Formula:
    return formula(f"{value.numerator}/{value.denominator}*rad") if turned else plain(value)


def _dyadic(random: Random, low: int, high: int) -> Fraction:
    return Fraction(random.randint(low, high) or 1, 64)


def _find_truth(robot: Robot, large: bool) -> tuple[Truth, str]:
    """What gives a function's outputs at a state of a robot with numbers, and what that is."""
    if large:

        def over_balls(name: str, state: Mapping[str, Fraction]) -> list[float]:
            with precision(DIGITS):
                found = BallDefinitions(robot, to_balls(state)).list_outputs(name)
                return [float(ball(0) + e) for e in found]

        return over_balls, f"the textbook recursion over intervals of {DIGITS} digits"

    closed_form = cache(ExactDefinitions(robot).list_outputs)
    return (
        lambda name, state: [e.evaluate(state) for e in closed_form(name)],
        "the exact closed form",
    )


def _checks(
    truth: Truth,
    geometry: _Geometry | None,
    n: int,
    programs: Sequence[Program],
    state: Mapping[str, Fraction],
) -> list[Check]:
    """Every function at one state; those that divide only where M is not near singular."""

    @cache
    def at(name: str) -> list[float]:
        return truth(name, state)

    arguments = {name: float(value) for name, value in state.items()}
    if any("beta" in FUNCTIONS[p.name].inputs for p in programs) and geometry is not None:
        beta = geometry.base.beta.tolist()
        arguments |= dict(zip(base_names(len(beta)), beta, strict=True))
    if any(p.pivots for p in programs):
        arguments |= {f"tau{k}": t for k, t in enumerate(at("inverse_dynamics"), 1)}
        solvable = _is_solvable(at("mass_matrix"), n)
    found = []
    for p in programs:
        if p.pivots and not solvable:
            continue
        if p.name == "forward_dynamics":
            expected = [arguments[f"ddq{k}"] for k in range(1, n + 1)]
        elif p.name == "forward_dynamics_derivatives":
            import numpy

            M = numpy.array(at("mass_matrix")).reshape(n, n)
            by = numpy.array(at("inverse_dynamics_derivatives")).reshape(2, n, n)
            inverse = numpy.linalg.inv(M)
            expected = [*numpy.concatenate([-inverse @ by, inverse[None]]).ravel().tolist()]
        elif FUNCTIONS[p.name].of_geometry and geometry is not None:
            expected = geometry.expect(p.name, state, n)
        else:
            expected = at(p.name)
        given = tuple(tuple(arguments[s] for s in array.names) for array in p.inputs)
        near = NEAR_SOLVED if p.pivots else NEAR
        found.append(Check(p.name, given, tuple(expected), near))
    return found


def _is_solvable(entries: Sequence[float], n: int) -> bool:
    """Whether every eigenvalue of M is above a millionth of its largest entry.

    They are just where M less that much on its diagonal has positive pivots.
    """
    least = 1e-6 * max(map(abs, entries))
    rows = [[entries[n * i + j] - least * (i == j) for j in range(n)] for i in range(n)]
    for k, top in enumerate(rows):
        if top[k] <= 0:
            return False
        for row in rows[k + 1 :]:
            factor = row[k] / top[k]
            for j in range(k, n):
                row[j] -= factor * top[j]
    return True
