"""``torsor.derive``: from a robot to its exact model."""

from __future__ import annotations

from torsor.algebra.budget import budget, usual
from torsor.arguments import validate_call
from torsor.formats.load import RobotLike, load
from torsor.mechanics.methods import Method
from torsor.model import Model
from torsor.size import refuse_too_large


@validate_call
def derive(robot: RobotLike, method: Method | None = None, limit: float | None = None) -> Model:
    """The exact dynamic model of a robot (anything that ``load`` takes), hypotheses applied.

    ``method`` is ``"newton-euler"`` unless the robot has no chain, ``"lagrange"`` or
    ``"virtual-work"``. A model that would take more than ``limit`` gigabytes of exact arithmetic
    (12 unless given, some five seconds) is refused.
    """
    model = Model(load(robot), method or "", limit)
    with budget(usual() if limit is None else limit):
        refuse_too_large(model.robot)
        _ = model.tau
    return model
