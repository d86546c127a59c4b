"""A program's steps as LLVM assembly, for one lane or many: every fusion explicit.

Angles beyond the reach of ``sine`` take a branch that brings them into one turn: ``reduction``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

from torsor.errors import ArgumentValueError
from torsor.program.graph.nodes import PARAMETER, Node, Operand
from torsor.program.graph.program import SINGULAR, Program
from torsor.program.graph.schedule import Step, schedule_steps
from torsor.program.jit.writing.assembly import Writer, write_sin_cos
from torsor.program.jit.writing.sine import LARGEST


def _finite(number: Any) -> float:
    """A constant of the program as a float, which it has to be."""
    try:
        found = float(number)
    except OverflowError:
        found = inf
    if not isfinite(found):
        raise ArgumentValueError(
            "the numbers are beyond floating-point arithmetic: a constant of the function is "
            "larger than 1.8e308"
        )
    return found


@dataclass
class _Steps:
    """The steps of a program over inputs that are there already, by name."""

    w: Writer
    inputs: dict[str, str]
    constants: dict[int, str]
    known: dict[int, str] = field(default_factory=dict)

    def operand(self, a: Operand) -> str:
        """The value of an operand; its sign is written where it stands."""
        if not isinstance(a, Node):
            return self.w.number(_finite(a))
        if a.stage == PARAMETER:
            return self.constants[a.id]
        if a.op == "neg":
            return self.w.negative(self.operand(a.args[0]))
        return self.inputs[a.data] if a.op == "input" else self.known[a.id]

    def write(self, step: Step) -> None:
        node = step.node
        if step.fused is not None:
            self.known[node.id] = self._fused(node, step.fused)
        elif node.op == "sign":
            self.known[node.id] = self._sign(self.operand(node.args[0]))
        else:
            a, b = (self.operand(a) for a in node.args)
            self.known[node.id] = self.w.op(f"f{node.op}", a, b)

    def _fused(self, node: Node, product: Node) -> str:
        x, y = (self.operand(a) for a in product.args)
        first, second = node.args
        minus = node.op == "sub"
        if product is second:
            return self.w.fma(self.w.negative(x) if minus else x, y, self.operand(first))
        z = self.operand(second)
        return self.w.fma(x, y, self.w.negative(z) if minus else z)

    def _sign(self, a: str) -> str:
        w = self.w
        t, flag, zero = w.type, w.many("i1"), w.number(0.0)
        above = w.let(f"fcmp ogt {t} {a}, {zero}")
        below = w.let(f"fcmp olt {t} {a}, {zero}")
        up = w.let(f"select {flag} {above}, {t} {w.number(1.0)}, {t} {zero}")
        return w.let(f"select {flag} {below}, {t} {w.number(-1.0)}, {t} {up}")


def write_steps(
    w: Writer, program: Program, inputs: dict[str, str], constants: dict[int, str], wide: int
) -> tuple[list[str], str | None]:
    """All steps of a program: the outputs' values, and a flag where a pivot is zero, if any is.

    ``wide`` is how many lanes a register has: the angles of a single state share one.
    """
    todo = schedule_steps(program.targets)
    body = _Steps(w, inputs, constants)
    turning = [s for s in todo if s.node.op in ("sin", "cos")]
    arguments = (s.node.args[0] for s in turning)
    angles = list({a.id: a for a in arguments if isinstance(a, Node)}.values())
    before = _needed_by(angles)
    for step in todo:
        if step.node.id in before:
            body.write(step)
    pairs = write_sines(w, [body.operand(a) for a in angles], wide)
    for step in turning:
        s, c = pairs[next(i for i, a in enumerate(angles) if a is step.node.args[0])]
        body.known[step.node.id] = s if step.node.op == "sin" else c
    for step in todo:
        if step.node.id not in body.known:
            body.write(step)
    flags = []
    for pivot, scale in program.pivots:
        least = w.op("fmul", body.operand(scale), w.number(SINGULAR[w.float_]))
        flags.append(w.let(f"fcmp ole {w.type} {body.operand(pivot)}, {least}"))
    return [body.operand(o) for o in program.outputs], w.any(flags) if flags else None


def _needed_by(angles: Sequence[Node]) -> set[int]:
    """What angles are computed from: coupled joints turn by sums."""
    found: set[int] = set()
    stack = list(angles)
    while stack:
        node = stack.pop()
        if node.id not in found and node.op != "input":
            found.add(node.id)
            stack += [a for a in node.args if isinstance(a, Node)]
    return found


def write_sines(w: Writer, angles: list[str], wide: int) -> list[tuple[str, str]]:
    """Sine and cosine of each angle; ``wide`` is how many lanes a register has."""
    angles = _brought_near(w, angles)
    if w.lanes > 1 or wide == 1:
        return [write_sin_cos(w, angle, w.lanes) for angle in angles]
    found: list[tuple[str, str]] = []
    t = w.many(w.float_, wide)
    for at in range(0, len(angles), wide):
        packed = "zeroinitializer"
        group = angles[at : at + wide]
        for i, angle in enumerate(group):
            packed = w.let(f"insertelement {t} {packed}, {w.float_} {angle}, i32 {i}")
        s, c = write_sin_cos(w, packed, wide)
        for i in range(len(group)):
            taken = [w.let(f"extractelement {t} {v}, i32 {i}") for v in (s, c)]
            found.append((taken[0], taken[1]))
    return found


def _brought_near(w: Writer, angles: list[str]) -> list[str]:
    """The angles, brought into one turn if any of them is large."""
    if not angles:
        return []
    t = w.type
    far = []
    for angle in angles:
        size = w.let(f"call {t} @llvm.fabs.{w.suffix()}({t} {angle})")
        far.append(w.let(f"fcmp ugt {t} {size}, {w.number(LARGEST)}"))
    came, mark = w.block, w.count
    w.say(f"br i1 {w.any(far)}, label %far{mark}, label %near{mark}, !prof !0")
    w.label(f"far{mark}")
    brought = [w.let(f"call {t} @one_turn.{w.suffix()}({t} {angle})") for angle in angles]
    w.say(f"br label %near{mark}")
    w.label(f"near{mark}")
    return [
        w.let(f"phi {t} [ {angle}, %{came} ], [ {new}, %far{mark} ]")
        for angle, new in zip(angles, brought, strict=True)
    ]
