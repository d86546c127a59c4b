"""Measured logs, read and looked at: the one way in for ``torsor.identify``."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from torsor.errors import TextError
from torsor.identification.logs import mapping as mappings
from torsor.identification.logs.checks.corrupt import drop_corrupt_rows
from torsor.identification.logs.checks.examination import examine
from torsor.identification.logs.checks.several import compare_logs
from torsor.identification.logs.columns import select_columns
from torsor.identification.logs.files.opening import open_source
from torsor.identification.logs.joint_side import to_joint_side
from torsor.identification.logs.log import Log
from torsor.robot.robot import Robot

LogLike = str | os.PathLike[str] | Mapping[str, Any] | Any
"""A path, a mapping of arrays, a ``Result``, a data frame or a record array."""


def read_logs(
    paths: Sequence[LogLike], robot: Robot, mapping: mappings.MappingLike | None = None
) -> tuple[Log, ...]:
    """Logs of a robot, each with its own times; what is found in them is in their notes.

    A log is a file (.csv, also gzipped, .parquet, .npz, .npy, a ROS bag) or, from Python, a mapping
    of arrays ``t``, ``q`` (N, n), ``tau`` …, a ``Result`` or a data frame. Columns are t, q1 …,
    tau1 … in SI unless a heading or the ``mapping`` says otherwise.
    """
    if isinstance(paths, (str, os.PathLike, Mapping)) or not isinstance(paths, Sequence):
        paths = [paths]
    if not paths:
        raise TextError("no logs; expected one file or more")
    how = mappings.read_mapping(mapping, robot)
    return compare_logs([read_log(path, robot, how, k) for k, path in enumerate(paths, 1)])


def read_log(log: LogLike, robot: Robot, mapping: mappings.Mapping, number: int = 1) -> Log:
    """One log, read, turned to the joints and looked at."""
    joints = mapping.joints or joint_names(robot)
    source = open_source(log, joints, robot.dof, mapping.topic, f"log {number}")
    selection = select_columns(source.header, mapping, robot)
    raw = source.read(selection.names)
    raw = drop_corrupt_rows(raw, tuple(name for name, _ in selection.t))
    draft = to_joint_side(raw, selection, mapping, robot.dof)
    return examine(draft, robot, selection, mapping).log()


def joint_names(robot: Robot) -> tuple[str, ...]:
    """What the joints with a coordinate of their own are called, by coordinate."""
    found = [""] * robot.dof
    for link, k in robot.coordinate.items() if robot.joints else ():
        found[k - 1] = robot.joints[link - 1].name
    return tuple(found)
