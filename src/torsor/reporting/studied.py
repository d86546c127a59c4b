"""The study that a report may tell of, known without the numerics that made it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, runtime_checkable

from torsor.arguments import wrong_type
from torsor.errors import ArgumentValueError, shown
from torsor.robot.robot import Robot

if TYPE_CHECKING:
    from torsor.studies.studying import StudyResult


@runtime_checkable
class Studied(Protocol):
    """What ``torsor.study`` gives, by some of its fields."""

    @property
    def described(self) -> object:
        """What was studied."""

    @property
    def folder(self) -> Path:
        """Where the parts are."""

    @property
    def summary(self) -> object:
        """What was found."""


MaybeStudied = Annotated[Studied | None, "a study's result"]
"""A study that is done, or none."""


def require_study(found: Studied | None, robot: Robot) -> StudyResult:
    """The whole of it, if it is this robot that was studied."""
    from torsor.studies.studying import StudyResult

    if not isinstance(found, StudyResult):
        raise wrong_type("study", found, "a study's result")
    made = [structure.robot for structure in found.described.structures]
    if (robot.name, robot.dof) not in [(one.name, one.dof) for one in made]:
        names = ", ".join(dict.fromkeys(shown(one.name) for one in made))
        raise ArgumentValueError(f"study is of {names}, not of {shown(robot.name)}")
    return found
