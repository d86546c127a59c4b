"""The functions of a robot as programs, by name."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from torsor.algebra.budget import budget
from torsor.algebra.formula import Formula
from torsor.errors import RobotError
from torsor.program.functions import dynamics, energies, parameters, tool_motion
from torsor.program.functions.catalogue import FUNCTIONS, Function, refuse_unknown
from torsor.program.functions.derived_names import split_name
from torsor.program.functions.implicit import pull_accelerations, push_accelerations
from torsor.program.functions.robot_graph import RobotGraph, base_names
from torsor.program.graph.nodes import Operand
from torsor.program.graph.program import PARAMETERS, Array, Program
from torsor.program.graph.transforms import TRANSFORMS
from torsor.robot.frame_names import FrameName
from torsor.robot.robot import Robot

ROOMS = (dynamics, energies, parameters, tool_motion)

BUILDERS: dict[str, Callable[[RobotGraph], list[Operand]]] = {
    name: next(vars(room)[name] for room in ROOMS if name in vars(room)) for name in FUNCTIONS
}
"""What writes each function of the catalogue down as nodes."""


IMPLICIT = {"jvp": push_accelerations, "vjp": pull_accelerations}
"""How forward dynamics is derived: what derives a program would go through its solution."""


def build_program(
    robot: Robot,
    name: str,
    values: Mapping[str, Formula] | None = None,
    grouped: bool = True,
    frame: FrameName = "tool",
    vary: tuple[str, ...] = (),
) -> Program:
    """A function of the robot; symbols that have a value are numbers in it.

    Its name may go on with derivatives (see ``derived_names``). Inertial parameters are regrouped
    into base parameters unless ``grouped`` is false. What is ``of_frame`` is of the tool's, or of
    another ``frame``; what is ``of_geometry`` takes no numbers of links and drives. Symbols that
    ``vary`` come in as one more array, ``parameters``.
    """
    name, steps = split_name(name)
    refuse_unknown(name)
    function = FUNCTIONS[name]
    if function.needs_chain and robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no frames: no {name}")
    given = values or {}
    if function.of_geometry:
        given = parameters.without_inertia(robot, given)
    with budget(), uncollected():
        made = RobotGraph(robot, given, grouped, frame)
        outputs = BUILDERS[name](made)
        extents = _extents(made, function, len(outputs))
    inputs = [_input(made, stem, extents) for stem in function.inputs]
    if made.wrench and function.feels_wrench:
        inputs.append(Array("wrench", (6,), made.wrench))
    if vary:
        inputs.append(Array(PARAMETERS, (len(vary),), vary))
    shape = tuple(extents[e] if isinstance(e, str) else e for e in function.shape)
    program = Program(
        name, robot.name, function.says, tuple(inputs), Array(function.output, shape), made.graph,
        tuple(outputs), tuple(made.pivots),
    )  # fmt: skip
    with budget(), uncollected():
        for kind, by in steps:
            if program.name == "forward_dynamics":
                program = IMPLICIT[kind](made, program, by)
            else:
                program = TRANSFORMS[kind](program, by)
    return program


def _input(made: RobotGraph, stem: str, extents: Mapping[str, int]) -> Array:
    if stem == "beta":
        return Array(stem, (extents["b"],), base_names(extents["b"]))
    return Array(stem, (made.n,), made.names(stem))


def _extents(made: RobotGraph, function: Function, entries: int) -> dict[str, int]:
    """What the letters of a function's shape stand for, of a robot."""
    n, links = made.n, len(made.description.joints)
    found = {"n": n, "links": links, "frames": links + 2}
    if "b" in function.shape or "beta" in function.inputs:
        found["b"] = len(parameters.group_robot(made.description, made.values).names)
    if "p" in function.shape:
        found["p"] = entries // n ** (len(function.shape) - 1)
    return found


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
