"""``torsor.derive``: from a robot to its exact model."""

from __future__ import annotations

from dataclasses import fields
from time import perf_counter
from typing import Any

from torsor.algebra.angles import RingScalars
from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.vectors import Vector
from torsor.errors import TorsorError, shown, suggestion
from torsor.formats.load import load
from torsor.mechanics.chain import chain_of
from torsor.mechanics.newton_euler import LinkSteps, newton_euler
from torsor.mechanics.payload import tool_wrench
from torsor.mechanics.tensor_form import TensorForm, tensor_form
from torsor.model import Model
from torsor.robot import hypotheses
from torsor.robot.symbols import robot_ring

METHODS = ("newton-euler",)


def derive(robot: Any, method: str = "newton-euler") -> Model:
    """The exact dynamic model of a robot (anything that ``load`` takes), hypotheses applied."""
    if method not in METHODS:
        raise TorsorError(
            f"the method {shown(method)} is unknown; expected {', '.join(METHODS)}"
            f"{suggestion(method, METHODS)}"
        )
    given = load(robot)
    start = perf_counter()
    assumed = hypotheses.apply(given)
    ring = robot_ring(assumed)
    scalars = RingScalars(ring)
    chain = chain_of(assumed, scalars)
    found = newton_euler(chain, tool_wrench(assumed, chain, scalars))
    tau = tuple(in_ring(t, ring) for t in found.tau)
    links = {i: _steps_in_ring(steps, ring) for i, steps in found.links.items()}
    seconds = perf_counter() - start

    def tensor() -> TensorForm:
        # A carried body belongs to M, C and g; a wrench or a weight is the payload's own share.
        loaded = assumed.payload.kind != "body"
        unloaded = newton_euler(chain).tau if loaded else tau
        return tensor_form(assumed, tau, [in_ring(t, ring) for t in unloaded])

    return Model(assumed, method, seconds, ring, chain, tau, links, tensor)


def in_ring(value: Any, ring: Ring) -> Expression:
    """A scalar as an expression; plain numbers too."""
    return value if isinstance(value, Expression) else ring.number(value)


def _steps_in_ring(steps: LinkSteps, ring: Ring) -> LinkSteps:
    return LinkSteps(
        *(Vector(in_ring(e, ring) for e in getattr(steps, f.name)) for f in fields(steps))
    )
