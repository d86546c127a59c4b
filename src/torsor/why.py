"""``torsor.why``: where the terms of a driving force come from."""

from __future__ import annotations

import re
from dataclasses import dataclass

from torsor.algebra.angles import RingScalars
from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError, UnknownNameError, shown
from torsor.mechanics.drives import drives_of
from torsor.mechanics.effects import roles_of_robot
from torsor.mechanics.payload import tool_wrench
from torsor.mechanics.trace import Origin, drive_origins, origins
from torsor.model import Model

TARGET = re.compile(r"tau\[?([0-9]{1,4})\]?\Z")


@dataclass(frozen=True)
class Why:
    """The terms of a driving force that have the asked-for factors, each with its origin."""

    target: int
    asked: str
    origins: tuple[Origin, ...]

    @property
    def count(self) -> int:
        """How many terms were found."""
        return len({term for origin in self.origins for term in origin.terms})


@validate_call
def why(model: Model, target: str, term: str) -> Why:
    """Trace the terms of ``target`` (``"tau1"``) that contain every factor of ``term``."""
    match = TARGET.match(target.strip())
    n = len(model.tau)
    if not match or not 1 <= int(match[1]) <= n:
        raise UnknownNameError(f"no driving force {shown(target)}; expected tau1 to tau{n}")
    coordinate = int(match[1])
    asked = model.parse(term)
    if len(asked) != 1:
        raise ArgumentValueError(
            f"{shown(term)} has {len(asked)} terms in normal form; expected one"
        )
    factors = asked.terms[0].powers
    found = tuple(
        t for t in model.tau[coordinate - 1].terms if all(t.power(n) >= e for n, e in factors)
    )
    scalars = RingScalars(model.ring)
    tool = tool_wrench(model.robot, model.chain, scalars)
    roles = roles_of_robot(model.robot)
    traced = drive_origins(model.chain, drives_of(model.robot, scalars), coordinate, found)
    traced += origins(model.robot, model.chain, model.links, tool, roles, coordinate, found)
    return Why(coordinate, term, tuple(traced))
