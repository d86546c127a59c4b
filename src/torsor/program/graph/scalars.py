"""Formulas into graph nodes: how the mechanics are written down as a program."""

from __future__ import annotations

from collections.abc import Iterator

from torsor.algebra.formula import Formula, Values, formula, name, total
from torsor.algebra.scalars.scalars import Named, Pair, Scalars
from torsor.algebra.surds import Number, root, simple
from torsor.program.graph.nodes import PARAMETER, STATE, Graph, Operand
from torsor.robot.coupling import in_radians, numbered


class GraphScalars(Scalars[Operand]):
    """Symbols into nodes: the motion as state, parameters as set-up or, with values, as numbers.

    ``still`` names what is zero throughout: ``("ddq",)`` for the bias, ``("dq", "ddq")`` for
    gravity alone; ``moving`` are further symbols that vary with the state (a wrench at the tool).
    """

    def __init__(
        self,
        graph: Graph,
        values: Values | None = None,
        still: tuple[str, ...] = (),
        moving: tuple[str, ...] = (),
    ) -> None:
        self.graph = graph
        given = {n: formula(v) for n, v in (values or {}).items()}
        self.values = {n: in_radians(v) for n, v in given.items()}
        self.angles = {n: v if v.constant is None else v * name("rad") for n, v in given.items()}
        self.still = still
        self.moving = moving

    def value(self, formula: Formula) -> Operand:
        """A formula as a node, or as the plain number that it is."""
        return simple(super().value(formula))

    def number(self, value: Number) -> Number:
        """Exact numbers stay what they are."""
        return value

    def root(self, n: int) -> Number:
        """An exact number."""
        return root(n)

    def sin_cos(self, formula: Formula) -> Pair[Operand]:
        """Sine and cosine: of constants exact, of coordinates a node each."""
        s, c = super().sin_cos(formula.replace(self.angles))
        return simple(s), simple(c)

    def pairs(self, named: Named) -> Iterator[Pair[Operand]]:
        """The coordinates of an angle together, then each constant angle."""
        moving = [(known, count) for known, count in named if is_state(known)]
        if moving:
            yield self._functions(total(*(count * name(known) for known, count in moving)))
        yield from super().pairs(e for e in named if e not in moving)

    def pair(self, angle: str) -> Pair[Operand]:
        """Sine and cosine of a constant angle."""
        return self._functions(name(angle))

    def _functions(self, angle: Formula) -> Pair[Operand]:
        argument = self.value(angle)
        sine, cosine = (self.graph.function(f, argument, angle) for f in ("sin", "cos"))
        return sine, cosine

    def symbol(self, known: str) -> Operand:
        """A number that was given, or an input of the program."""
        if known in self.values:
            return self.value(self.values[known])
        if is_state(known):
            stem = known.rstrip("0123456789")
            return 0 if stem in self.still else self.graph.input(known, STATE)
        return self.graph.input(known, STATE if known in self.moving else PARAMETER)

    def sign(self, argument: Formula) -> Operand:
        """A node, or zero for what does not move."""
        value = self.value(argument)
        return 0 if value == 0 else self.graph.function("sign", value, argument)


def is_state(symbol: str) -> bool:
    """Whether a symbol is a coordinate, a velocity or an acceleration."""
    bare = symbol.removeprefix("d").removeprefix("d")
    return numbered(bare) is not None and numbered(bare) != 0
