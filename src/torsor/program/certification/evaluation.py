"""A program run over balls, at a point."""

from __future__ import annotations

from flint import arb

from torsor.algebra.scalars.balls import Ball, ball, sign
from torsor.program.certification.ball_definitions import Point
from torsor.program.graph.evaluation import evaluate
from torsor.program.graph.nodes import Node
from torsor.program.graph.program import Program


def run_over_balls(program: Program, point: Point) -> list[Ball]:
    """The program's outputs over balls."""

    def function(node: Node, value: Ball) -> Ball:
        if node.op == "sign":
            return sign(value)
        angle = arb(0) + value
        return angle.sin() if node.op == "sin" else angle.cos()

    return evaluate(program.outputs, point.__getitem__, function, ball)
