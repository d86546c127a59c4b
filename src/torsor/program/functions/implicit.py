"""Derivatives of forward dynamics by the equation that defines it: τ(q, q̇, q̈) = τ.

Nothing is differentiated through the solution of a linear system. Along a direction,
M δq̈ = δτ − ∂τ/∂(q, q̇, …) δ(q, q̇, …); and weights w of q̈ are, with M λ = w (M is symmetric),
weights −λ of the inverse dynamics, and λ of τ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from torsor.algebra.scalars.arithmetic import minus, times
from torsor.program.functions import dynamics
from torsor.program.functions.robot_graph import RobotGraph
from torsor.program.graph.differentiation import differentiate_along, differentiate_backwards
from torsor.program.graph.passes import lighten, replace_inputs
from torsor.program.graph.program import Program
from torsor.program.graph.transforms import prepare_pull, prepare_push


def push_accelerations(robot: RobotGraph, program: Program, by: Sequence[str]) -> Program:
    """δq̈ along directions of q, q̇, τ and what else acts; ``program`` is forward dynamics."""
    push = prepare_push(program, by)
    solved = dynamics.solve_by_mass_matrix(robot)
    lost = differentiate_along(robot.graph, dynamics.inverse_dynamics(robot), push.rates)
    lost = replace_inputs(robot.graph, lost, solved.at)
    gained = [push.rates.get(name, 0) for name in robot.names("tau")]
    rest = [minus(a, b) for a, b in zip(gained, lost, strict=True)]
    outputs = lighten(robot.graph, solved.factors.solve(rest))
    return replace(push.program, outputs=tuple(outputs), pivots=tuple(solved.pivots))


def pull_accelerations(robot: RobotGraph, program: Program, by: Sequence[str]) -> Program:
    """Gradients of weighted accelerations by q, q̇, τ and what else acts."""
    pull = prepare_pull(program, by)
    solved = dynamics.solve_by_mass_matrix(robot)
    multipliers = solved.factors.solve(list(pull.weights))
    # Inputs stand for the multipliers until accelerations and multipliers are put in together.
    marks = [robot.graph.input(f"multiplier {k}") for k in range(robot.n)]
    forces = dynamics.inverse_dynamics(robot)
    weights = [times(-1, mark) for mark in marks]
    found = differentiate_backwards(robot.graph, forces, weights, pull.names)
    known = solved.at | {m.data: x for m, x in zip(marks, multipliers, strict=True)}
    found = replace_inputs(robot.graph, found, known)
    by_force = dict(zip(robot.names("tau"), multipliers, strict=True))
    outputs = [by_force.get(name, e) for name, e in zip(pull.names, found, strict=True)]
    outputs = lighten(robot.graph, outputs)
    return replace(pull.program, outputs=tuple(outputs), pivots=tuple(solved.pivots))
