"""The terms of an equation by effect and by what moves in them, without reading them one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import cast

from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula
from torsor.algebra.terms import Term
from torsor.equations.tree import Key
from torsor.mechanics.effects import EFFECTS, Roles, roles_of_robot
from torsor.model import Model
from torsor.studio.protocol.description import Effect
from torsor.studio.sheets.splitting import Powers, parts_by, without

SHARES: dict[str, Effect] = {
    "Payload": "payload",
    "Friction": "friction",
    "Spring": "spring",
    "Gravity vector": "gravity",
    "Mass matrix (symmetric)": "inertial",
}
"""What all terms of a section are, by its title."""

STILL: dict[Effect, int] = {"gravity": 0, "other": 1, "spring": 1, "friction": 2, "payload": 3}


@dataclass(frozen=True)
class Part:
    """Terms of one effect in which the same velocities and accelerations stand."""

    effect: Effect
    motion: Powers
    expression: Expression


@dataclass(frozen=True)
class Sorter:
    """Sorts the terms of one equation; ``fixed`` is the effect of all of its terms.

    ``multiplier`` is the velocity that an entry of C stands with in the driving force.
    """

    roles: Roles
    springs: frozenset[str]
    bare: Effect = "other"
    """Of terms at rest in which only numbers are left of what brings them."""
    fixed: Effect | None = None
    multiplier: str = ""

    def effect(self, powers: Key) -> Effect:
        """The effect of a term."""
        names = {name for name, _ in powers}
        if names & self.roles.payload:
            return "payload"
        if self.fixed:
            return self.fixed
        if self.multiplier:
            doubled = any(n == self.multiplier for n in names)
            return "centrifugal" if doubled else "Coriolis"
        found = cast("Effect", self.roles.cause(Term(Fraction(1), powers)))
        if found != "other":
            return found
        return "spring" if names & self.springs else self.bare

    def parts(self, expression: Expression) -> list[Part]:
        """The parts in the order in which they are printed."""
        names = expression.names()
        moving = [n for n in names if self.roles.acceleration(n) or self.roles.velocity(n)]
        found: list[Part] = []
        for motion, part in parts_by(expression, moving).items():
            for effect, piece in self._effects(motion, part):
                found.append(Part(effect, motion, piece))
        return sorted(found, key=self._order)

    def _effects(self, motion: Powers, part: Expression) -> list[tuple[Effect, Expression]]:
        """A part by its effects: the load's share, friction, weight, and what is left."""
        bare = without(part, self.roles.payload)
        found: list[tuple[Effect, Expression]] = []
        if len(bare) < len(part):
            found.append(("payload", part - bare))
        if motion or self.fixed or self.multiplier:
            return [*found, (self.effect(motion), bare)] if bare else found
        signs = [n for n in bare.names() if n.startswith("sign(")]
        steady = without(bare, signs)
        still = without(steady, self.roles.gravity)
        rest = without(still, self.springs)
        for effect, more, less in (
            ("friction", bare, steady), ("gravity", steady, still), ("spring", still, rest),
        ):  # fmt: skip
            if len(less) < len(more):
                found.append((cast("Effect", effect), more - less))
        return [*found, (self.effect(()), rest)] if rest else found

    def _order(self, part: Part) -> tuple[object, ...]:
        """As terms are printed: accelerations, products of velocities, weight, load."""
        like: dict[Effect, Effect] = {"centrifugal": "Coriolis", "other": "gravity"}
        effect = like.get(part.effect, part.effect)
        faster = [self.roles.acceleration(n) for n, _ in part.motion if self.roles.acceleration(n)]
        speeds = [
            self.roles.velocity(n) for n, e in part.motion for _ in range(e)
            if self.roles.velocity(n)
        ]  # fmt: skip
        return (EFFECTS.index(effect), sorted(faster), sorted(speeds), STILL.get(part.effect, 0))


def sorter_of(model: Model) -> Sorter:
    """The sorter of a model's driving forces."""
    robot, put = model.robot, model.values.keys()
    drives = [link.drive for link in robot.links]
    springs = frozenset(n for d in drives for f in (d.spring, d.rest) for n in f.names())
    load = (robot.payload.body.mass,) if robot.payload.body else robot.payload.entries
    still: dict[Effect, Iterable[Formula]] = {
        "gravity": robot.gravity, "payload": load, "spring": [d.spring for d in drives],
    }  # fmt: skip
    bare = [effect for effect, entries in still.items() if any(_told(f, put) for f in entries)]
    return Sorter(roles_of_robot(robot), springs, bare[0] if len(bare) == 1 else "other")


def _told(entry: Formula, put: Collection[str]) -> bool:
    """Whether numbers alone are left of an entry, so that no name in a term tells of it."""
    return bool(entry) and all(name in put for name in entry.names())


def sorter_for(model: Model, name: str, column: int = 0) -> Sorter:
    """The sorter of a driving force, or of an entry of M, C (its column) or g."""
    fixed: dict[str, Effect] = {"M": "inertial", "g": "gravity"}
    multiplier = f"dq{column}" if name == "C" else ""
    return replace(sorter_of(model), fixed=fixed.get(name), multiplier=multiplier)
