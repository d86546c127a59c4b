"""The identification that a report may tell of, known without the numerics that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol, runtime_checkable

from torsor.arguments import wrong_type
from torsor.errors import ArgumentValueError, shown
from torsor.formats.load import RobotLike, load
from torsor.robot.robot import Robot

if TYPE_CHECKING:
    from torsor.identification.outcome.identification import Identification


@runtime_checkable
class Identified(Protocol):
    """What ``torsor.identify`` gives, by some of its fields."""

    @property
    def robot(self) -> Robot:
        """The identified robot."""

    @property
    def filtering(self) -> object:
        """How the logs were filtered."""

    @property
    def predictions(self) -> object:
        """What it predicts."""


MaybeIdentified = Annotated[Identified | None, "an identification"]
"""An identification, or none."""


def require_identification(found: Identified | None) -> Identification:
    """The whole of it, ready to be told of."""
    from torsor.identification.outcome.identification import Identification

    if not isinstance(found, Identification):
        raise wrong_type("identification", found, "an identification")
    return found


def identified_robot(robot: RobotLike, found: Identified) -> Robot:
    """The identified robot, if it is this robot that was identified."""
    asked, made = load(robot), require_identification(found).robot
    if (asked.name, asked.dof) != (made.name, made.dof):
        raise ArgumentValueError(
            f"identification is of {shown(made.name)}, not of {shown(asked.name)}"
        )
    return made
