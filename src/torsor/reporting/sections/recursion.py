"""The two passes as they are computed: each step from the steps before it, by components.

A closed form of a late step has thousands of terms; in the components of earlier steps it has a
handful, for any number of axes, and is just as exact. A component that is zero is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.ring import RingScalar
from torsor.equations.speller import Speller
from torsor.mechanics.effects import Roles
from torsor.mechanics.newton_euler import STEPS, Wrench, newton_euler
from torsor.model import Model
from torsor.notation.glyph import Glyph, component_of
from torsor.spatial.vectors import Vector
from torsor.substitution import map_expressions

PREFIX = "step_"


def step_name(quantity: str, link: int, axis: str) -> str:
    """The name of a step's component in the extended ring."""
    return f"{PREFIX}{quantity}_{link}_{axis}"


def step_of(name: str) -> tuple[str, int, str]:
    """Quantity, link and axis of such a name."""
    quantity, link, axis = name.removeprefix(PREFIX).rsplit("_", 2)
    return quantity, int(link), axis


class StepSpeller(Speller):
    """A speller that knows the components of steps."""

    def glyph(self, name: str) -> Glyph:
        """The glyph of a symbol or of a step's component."""
        if name.startswith(PREFIX):
            quantity, link, axis = step_of(name)
            return component_of(self.notation.step(quantity, link), axis)
        return super().glyph(name)


class StepRoles(Roles):
    """Roles in which steps stand where velocities do: last in a product."""

    def velocity(self, name: str) -> int:
        """A number for velocities and for steps, else 0."""
        return 1000 if name.startswith(PREFIX) else super().velocity(name)


@dataclass(frozen=True)
class Recursion:
    """The steps of a model in terms of one another, over a ring that names them."""

    ring: Ring
    steps: dict[tuple[str, int], Vector[Expression]]
    """Every step, by its name and link, in the symbols of the steps that it is made of."""
    tau: Vector[Expression]
    """The driving forces in joint forces and moments, the joints' drives left out."""
    load: Wrench[Expression]
    """What acts at the tool, in its axes."""
    named_load: bool
    """Whether the load enters as symbols, numbered one beyond the last link."""


def recursion(model: Model, load: Wrench[RingScalar], whole: bool = True) -> Recursion:
    """The recursion of a model, each step named; the load is put in whole or as symbols."""
    last = len(model.chain.links) + 1
    names = [step_name(q, i, x) for q in STEPS for i in range(1, last + 1) for x in "xyz"]
    ring = model.ring.extended(names)
    steps: dict[tuple[str, int], Vector[Expression]] = {}

    def in_symbols(quantity: str, link: int, known: Vector[Expression]) -> Vector[RingScalar]:
        pairs = zip("xyz", known, strict=True)
        return Vector(ring.symbol(step_name(quantity, link, x)) if e else 0 for x, e in pairs)

    def name(quantity: str, link: int, step: Vector[RingScalar]) -> Vector[RingScalar]:
        if not link:
            return step
        steps[quantity, link] = Vector(ring.coerce(e) for e in step)
        return in_symbols(quantity, link, getattr(model.links[link], quantity))

    tool = Wrench(*(Vector(model.ring.coerce(e).to(ring) for e in v) for v in (load.f, load.n)))
    entered = tool if whole else Wrench(*(in_symbols(q, last, v) for q, v in vars(tool).items()))
    chain = map_expressions(model.chain, lambda e: e.to(ring))
    tau = newton_euler(chain, entered, name).tau
    return Recursion(ring, steps, Vector(ring.coerce(e) for e in tau), tool, not whole)
