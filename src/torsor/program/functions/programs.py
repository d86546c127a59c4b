"""The functions of a robot as programs, by name."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from torsor.algebra.budget import budget
from torsor.algebra.formula import Formula
from torsor.errors import ArgumentTypeError, RobotError, UnknownNameError, shown, suggestion
from torsor.program.functions import dynamics
from torsor.program.functions import tool_motion as motion
from torsor.program.functions.catalogue import FELT, FUNCTIONS, Function
from torsor.program.functions.robot_graph import RobotGraph
from torsor.program.functions.tool_motion import regressor_names
from torsor.program.graph.differentiation import differentiate
from torsor.program.graph.nodes import Operand
from torsor.program.graph.passes import lighten
from torsor.program.graph.program import Array, Program
from torsor.robot.robot import Robot

__all__ = ["FUNCTIONS", "Function", "build_program", "regressor_names"]


def build_program(
    robot: Robot, name: str, values: Mapping[str, Formula] | None = None, grouped: bool = True
) -> Program:
    """A function of the robot; symbols that have a value are numbers in it.

    Inertial parameters are regrouped into base parameters unless ``grouped`` is false.
    """
    if not isinstance(name, str):
        raise ArgumentTypeError(f"a function is asked for by name, not by {type(name).__name__}")
    if name not in FUNCTIONS:
        hint = suggestion(name, FUNCTIONS)
        raise UnknownNameError(f"no function {shown(name)}{hint}; there are {', '.join(FUNCTIONS)}")
    function = FUNCTIONS[name]
    if function.chain and robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no frames: no {name}")
    with budget(), uncollected():
        maker = RobotGraph(robot, values or {}, grouped)
        outputs, pivots, output = _made(maker, name)
    inputs = [Array(stem, (maker.n,), maker.names(stem)) for stem in function.inputs]
    if maker.wrench and name in FELT:
        inputs.append(Array("wrench", (6,), maker.wrench))
    return Program(
        name, robot.name, function.says, tuple(inputs), output, maker.graph, tuple(outputs),
        tuple(pivots),
    )  # fmt: skip


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector: a graph grows and nothing of it is garbage."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _made(
    maker: RobotGraph, name: str
) -> tuple[list[Operand], list[tuple[Operand, Operand]], Array]:
    n = maker.n

    def flat(rows: Sequence[Sequence[Operand]]) -> list[Operand]:
        return [e for row in rows for e in row]

    def light_(outputs: list[Operand]) -> list[Operand]:
        return lighten(maker.graph, outputs)

    if name == "inverse_dynamics":
        return dynamics.inverse(maker), [], Array("tau", (n,))
    if name == "bias":
        return dynamics.inverse(maker, "ddq"), [], Array("bias", (n,))
    if name == "gravity":
        return dynamics.gravity(maker), [], Array("g", (n,))
    if name == "mass_matrix":
        return flat(dynamics.mass_matrix(maker)), [], Array("M", (n, n))
    if name == "coriolis":
        return light_(flat(dynamics.coriolis(maker))), [], Array("C", (n, n))
    if name == "forward_dynamics":
        solved = dynamics.forward(maker)
        return solved.ddq, solved.pivots, Array("ddq", (n,))
    if name == "forward_kinematics":
        return light_(motion.pose(maker)), [], Array("pose", (4, 4))
    if name == "jacobian":
        return light_(motion.tool_jacobian(maker)), [], Array("J", (6, n))
    if name == "jacobian_rate":
        return light_(motion.jacobian_rate(maker)), [], Array("a", (6,))
    if name == "regressor":
        outputs, width = motion.regressor(maker)
        return light_(outputs), [], Array("Y", (n, width))
    if name == "inverse_dynamics_derivatives":
        by = differentiate(
            maker.graph, dynamics.inverse(maker), (*maker.names("q"), *maker.names("dq"))
        )
        split = [row[:n] for row in by] + [row[n:] for row in by]
        return light_(flat(split)), [], Array("tau_by", (2, n, n))
    outputs, pivots = dynamics.forward_derivatives(maker)
    return outputs, pivots, Array("ddq_by", (3, n, n))
