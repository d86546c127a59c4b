"""Formulas into graph nodes: how the mechanics are written down as a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torsor.algebra.angles import Angle, angle_of, exact_sin_cos
from torsor.algebra.formula import Formula, formula, name, total
from torsor.algebra.surds import root, simple
from torsor.program.graph.nodes import PARAMETER, STATE, Graph
from torsor.robot.coupling import in_radians, numbered


class GraphScalars:
    """Symbols into nodes: the motion as state, parameters as set-up or, with values, as numbers.

    ``still`` names what is zero throughout: ``("ddq",)`` for the bias, ``("dq", "ddq")`` for
    gravity alone; ``moving`` are further symbols that vary with the state (a wrench at the tool).
    """

    def __init__(
        self,
        graph: Graph,
        values: Mapping[str, Any] | None = None,
        still: tuple[str, ...] = (),
        moving: tuple[str, ...] = (),
    ) -> None:
        self.graph = graph
        given = {n: formula(v) for n, v in (values or {}).items()}
        self.values = {n: in_radians(v) for n, v in given.items()}
        self.angles = {n: v if v.constant is None else v * name("rad") for n, v in given.items()}
        self.still = still
        self.moving = moving

    def value(self, formula: Formula) -> Any:
        """A formula as a node, or as the plain number that it is."""
        return simple(formula.value(self._lookup, self._call))

    def sin_cos(self, formula: Formula) -> tuple[Any, Any]:
        """Sine and cosine: of constants exact, of coordinates a node each."""
        angle = angle_of(formula.replace(self.angles))
        moving = [(known, count) for known, count in angle.named if is_state(known)]
        pair: tuple[Any, Any] = (0, 1)
        if moving:
            turning = total(*(count * name(known) for known, count in moving))
            argument = self.value(turning)
            sine, cosine = (self.graph.function(f, argument, turning) for f in ("sin", "cos"))
            pair = sine, cosine
        constant = tuple(e for e in angle.named if e not in moving)
        angle = Angle(angle.half_turns, angle.radian, (("", 1), *constant))
        s, c = exact_sin_cos(angle, lambda known: self._pair(known) if known else pair, root)
        return simple(s), simple(c)

    def _pair(self, known: str) -> tuple[Any, Any]:
        argument = self.graph.input(known, PARAMETER)
        angle = formula(known)
        return (
            self.graph.function("sin", argument, angle),
            self.graph.function("cos", argument, angle),
        )

    def _lookup(self, known: str) -> Any:
        if known in self.values:
            return self.value(self.values[known])
        if is_state(known):
            stem = known.rstrip("0123456789")
            return 0 if stem in self.still else self.graph.input(known, STATE)
        return self.graph.input(known, STATE if known in self.moving else PARAMETER)

    def _call(self, function: str, argument: Formula) -> Any:
        if function == "sqrt":
            return root(int(argument.parts[0]))
        if function == "sign":
            value = self.value(argument)
            return 0 if value == 0 else self.graph.function("sign", value, argument)
        return self.sin_cos(argument)[function == "cos"]


def is_state(symbol: str) -> bool:
    """Whether a symbol is a coordinate, a velocity or an acceleration."""
    bare = symbol.removeprefix("d").removeprefix("d")
    return numbered(bare) is not None and numbered(bare) != 0
