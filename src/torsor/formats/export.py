"""``torsor.export``: a robot as TOML, URDF or MJCF."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self, Unpack

from torsor.arguments import validate_call
from torsor.errors import UnknownNameError, shown
from torsor.files import write_file
from torsor.formats.load import LoadOptions, RobotLike, load
from torsor.robot.hypotheses import substitute
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters
from torsor.robot.values import read_values

FORMATS = ("toml", "urdf", "mjcf")


class RobotText(str):
    """A robot's description as text; ``notes`` tell what its format does not say."""

    notes: tuple[str, ...]

    def __new__(cls, text: str, notes: tuple[str, ...] = ()) -> Self:
        """The text, with what is to be told beside it."""
        made = super().__new__(cls, text)
        made.notes = notes
        return made

    @validate_call
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, whole or not at all."""
        write_file(os.fspath(path), str(self))


@validate_call
def export(
    robot: RobotLike,
    format: str = "toml",
    values: Mapping[str, Any] | None = None,
    **options: Unpack[LoadOptions],
) -> RobotText:
    """A robot (anything that ``load`` takes) as ``"toml"``, or with numbers as URDF or MJCF.

    The numbers that come with the robot are used where ``values`` give none. TOML keeps symbols
    that were given no value; ``notes`` tell what a format cannot say. The options are those of
    ``load``.
    """
    if format not in FORMATS:
        raise UnknownNameError(f"no format {shown(format)}; expected {', '.join(FORMATS)}")
    wanted = load(robot, **options)
    given = dict(values or {})
    read_values(wanted, given)
    if format == "toml":
        from torsor.formats.toml.writer import write_toml

        return RobotText(write_toml(_put_in(wanted, given)))
    if format == "urdf":
        from torsor.formats.urdf.writer import urdf_and_notes

        return RobotText(*urdf_and_notes(wanted, given))
    from torsor.formats.mjcf.writer import mjcf_and_notes

    return RobotText(*mjcf_and_notes(wanted, given))


def _put_in(robot: Robot, values: Mapping[str, Any]) -> Robot:
    """The robot described with these numbers in the place of its parameters."""
    given = {name: value for name, value in values.items() if name in parameters(robot)}
    left = tuple(known for known in robot.values if known.name not in given)
    described = replace(substitute(robot.declared, given), values=left)
    return described.redescribe(hypotheses=robot.hypotheses)
