"""The two passes as they are computed: each step from the steps before it, by components.

A closed form of a late step has thousands of terms; in the components of earlier steps it has a
handful, for any number of axes, and is just as exact. A component that is zero is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.arithmetic import summed, times
from torsor.equations.formats import component_of
from torsor.equations.printing.tokens import Speller
from torsor.mechanics.chain import ChainLink
from torsor.mechanics.effects import Roles
from torsor.model import Model
from torsor.notation.glyph import Glyph
from torsor.spatial.vectors import ZERO, Matrix, Vector

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

    model: Model
    ring: Ring
    load: dict[str, Vector]
    """f and n of the load at the tool, in its axes."""
    named_load: bool = False
    """Whether the load enters as symbols, numbered one beyond the last link."""

    def symbol(self, quantity: str, link: int) -> Vector:
        """A step as three symbols, plain zeros where it has none."""
        beyond = link > len(self.model.chain.links)
        known = self.load[quantity] if beyond else getattr(self.model.links[link], quantity)
        return Vector(
            self.ring.symbol(step_name(quantity, link, axis)) if entry else 0
            for axis, entry in zip("xyz", known, strict=True)
        )

    def step(self, quantity: str, number: int) -> Vector:
        """A step of a link in the symbols of the steps that it is made of."""
        link = self.model.chain.links[number - 1]
        found = {
            "omega": self._omega, "epsilon": self._epsilon, "v": self._v, "a": self._a,
            "v_C": self._v_C, "a_C": self._a_C, "F": self._F, "N": self._N,
            "f": self._f, "n": self._n,
        }[quantity](link)  # fmt: skip
        return Vector(self.ring.coerce(e) for e in found)

    def _here(self, v: Any) -> Any:
        """A vector or matrix of the model, in the extended ring."""
        if isinstance(v, Matrix):
            return Matrix([self._one(e) for e in row] for row in v)
        return Vector(self._one(e) for e in v)

    def _one(self, e: Any) -> Any:
        return e.to(self.ring) if isinstance(e, Expression) else e

    def _before(self, quantity: str, link: ChainLink) -> Vector:
        if link.parent:
            return self.symbol(quantity, link.parent)
        base: Vector = self._here(-self.model.chain.gravity) if quantity == "a" else ZERO
        return base

    def _along(self, link: ChainLink, rate: Any) -> Vector:
        rated: Vector = self._here(link.axis) * self._one(rate)
        return rated

    def _omega(self, link: ChainLink) -> Vector:
        carried: Vector = self._here(link.R.T) @ self._before("omega", link)
        return carried + self._along(link, link.dq) if link.kind == "R" else carried

    def _epsilon(self, link: ChainLink) -> Vector:
        carried: Vector = self._here(link.R.T) @ self._before("epsilon", link)
        if link.kind != "R":
            return carried
        turned = self.symbol("omega", link.number).cross(self._along(link, link.dq))
        return carried + turned + self._along(link, link.ddq)

    def _v(self, link: ChainLink) -> Vector:
        omega, p = self._before("omega", link), self._here(link.p)
        carried: Vector = self._here(link.R.T) @ (self._before("v", link) + omega.cross(p))
        return carried + self._along(link, link.dq) if link.kind == "T" else carried

    def _a(self, link: ChainLink) -> Vector:
        omega, p = self._before("omega", link), self._here(link.p)
        turning = self._before("epsilon", link).cross(p) + omega.cross(omega.cross(p))
        carried: Vector = self._here(link.R.T) @ (self._before("a", link) + turning)
        if link.kind != "T":
            return carried
        coriolis = self.symbol("omega", link.number).cross(self._along(link, link.dq)) * 2
        return carried + coriolis + self._along(link, link.ddq)

    def _v_C(self, link: ChainLink) -> Vector:
        i = link.number
        return self.symbol("v", i) + self.symbol("omega", i).cross(self._here(link.body.r_C))

    def _a_C(self, link: ChainLink) -> Vector:
        i, r = link.number, self._here(link.body.r_C)
        omega = self.symbol("omega", i)
        turning = self.symbol("epsilon", i).cross(r) + omega.cross(omega.cross(r))
        return self.symbol("a", i) + turning

    def _F(self, link: ChainLink) -> Vector:
        force: Vector = self.symbol("a_C", link.number) * self._one(link.body.m)
        return force

    def _N(self, link: ChainLink) -> Vector:
        inertia, omega = self._here(link.body.I_C), self.symbol("omega", link.number)
        turned: Vector = inertia @ self.symbol("epsilon", link.number)
        return turned + omega.cross(inertia @ omega)

    def _beyond(self, link: ChainLink) -> list[tuple[Matrix, Vector, Vector, Vector]]:
        """R, p, f and n of all that hangs on a link."""
        chain = self.model.chain
        found = [
            (self._here(child.R), self._here(child.p),
             self.symbol("f", child.number), self.symbol("n", child.number))
            for child in chain.children(link.number)
        ]  # fmt: skip
        if link.number == len(chain.links):
            placed = self._here(chain.R_tool), self._here(chain.p_tool)
            last = link.number + 1
            f, n = (self.symbol(q, last) if self.named_load else self.load[q] for q in "fn")
            found.append((*placed, f, n))
        return found

    def _f(self, link: ChainLink) -> Vector:
        total = self.symbol("F", link.number)
        for R, _, f, _ in self._beyond(link):
            total = total + R @ f
        return total

    def _n(self, link: ChainLink) -> Vector:
        i = link.number
        r_C: Vector = self._here(link.body.r_C)
        total = self.symbol("N", i) + r_C.cross(self.symbol("F", i))
        for R, p, f, n in self._beyond(link):
            total = total + R @ n + p.cross(R @ f)
        return total

    def driving_force(self, coordinate: int) -> Expression:
        """The driving force of a coordinate, its joints' drives left out."""
        parts = []
        for link, share in self.model.chain.moved_by(coordinate):
            along = self.symbol("n" if link.kind == "R" else "f", link.number)
            parts.append(times(share, along.dot(self._here(link.axis))))
        found: Expression = self.ring.coerce(summed(parts))
        return found


def recursion(model: Model, load: dict[str, Vector], whole: bool = True) -> Recursion:
    """The recursion of a model; ``load`` are f and n at the tool, put in whole or as symbols."""
    numbers = range(1, len(model.chain.links) + 2)
    quantities = ("omega", "epsilon", "v", "a", "v_C", "a_C", "F", "N", "f", "n")
    names = [step_name(q, i, axis) for q in quantities for i in numbers for axis in "xyz"]
    ring = model.ring.extended(names)
    inside = {k: Vector(model.ring.coerce(e).to(ring) for e in v) for k, v in load.items()}
    return Recursion(model, ring, inside, not whole)
