"""``torsor.why``: where the terms of a driving force come from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Unpack

from torsor.algebra.formula import formula
from torsor.arguments import validate_call
from torsor.derivation import derive
from torsor.errors import (
    ArgumentTypeError,
    ArgumentValueError,
    TorsorError,
    UnknownNameError,
    shown,
)
from torsor.formats.load import LoadOptions, RobotLike
from torsor.mechanics.effects import roles_of_robot
from torsor.mechanics.payload import tool_wrench
from torsor.mechanics.trace import Origin, body_origins, drive_origins, origins
from torsor.mechanics.virtual_work import virtual_work
from torsor.model import Model
from torsor.robot import hypotheses
from torsor.robot.symbols import parameters

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
def why(
    model: Annotated[Model | RobotLike, "a model, or a robot as torsor.load takes it"],
    target: str,
    term: str,
    **options: Unpack[LoadOptions],
) -> Why:
    """Trace the terms of ``target`` (``"tau1"``) that contain every factor of ``term``."""
    if not isinstance(model, Model):
        model = derive(model, **options)
    elif options:
        raise ArgumentTypeError(
            f"{', '.join(options)}: options are for a robot; the model is derived already"
        )
    return trace_terms(_with_its_numbers(model), target, term)


def trace_terms(model: Model, target: str, term: str) -> Why:
    """The terms of a force with the given factors, each with its origin."""
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
    roles = roles_of_robot(model.robot)
    if model.robot.bodies:
        shares = {
            body.number: virtual_work([body], model.ring, model.coordinates, False)[coordinate - 1]
            for body in model.bodies
        }
        return Why(coordinate, term, tuple(body_origins(model.robot, shares, roles, found)))
    traced = drive_origins(model.robot, model.chain, model.drives, coordinate, found)
    tool = tool_wrench(model.robot, model.chain, model.scalars)
    traced += origins(model.robot, model.chain, model.links, tool, roles, coordinate, found)
    return Why(coordinate, term, tuple(traced))


def _with_its_numbers(model: Model) -> Model:
    """The model of the robot that has the model's numbers in it, which can be traced."""
    if not model.values:
        return model
    states = {f"{stem}{q}" for stem in ("", "d", "dd") for q in model.coordinates}
    moving = [n for n in model.values if n in states]
    if moving:
        raise TorsorError(
            f"the model has numbers in the place of {', '.join(moving)}; "
            "ask where its terms come from before they are put in"
        )
    known = set(parameters(model.robot))
    values = {n: formula(v) for n, v in model.values.items() if n in known}
    found = derive(hypotheses.substitute(model.robot, values))
    if found.tau != model.tau:
        raise TorsorError("the numbers of the model are rounded; ask before they are")
    return found
