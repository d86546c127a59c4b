"""The identified robot as a file that every other verb takes."""

from __future__ import annotations

from torsor.errors import TextError, shown
from torsor.files import check_writable, suffix_of, write_file
from torsor.formats.export import export
from torsor.identification.outcome.identification import Identification

FORMATS = {".toml": "toml", ".urdf": "urdf", ".xml": "mjcf"}


def check_robot_file(path: str) -> str:
    """The format of a place that can be written, before the work begins."""
    ending = suffix_of(path, "")
    if ending not in FORMATS:
        raise TextError(f"{shown(path, 200)}: expected a name ending in {', '.join(FORMATS)}")
    check_writable(path)
    return FORMATS[ending]


def save_robot(found: Identification, path: str) -> None:
    """Write the robot; what its format cannot say is left out."""
    write_file(path, str(export(found.robot, check_robot_file(path))))
