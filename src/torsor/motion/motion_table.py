"""A motion to be drawn: times and coordinates from a table."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from torsor.errors import TextError, shown, suggestion
from torsor.motion.scenario.entries import context_of
from torsor.motion.scenario.table_file import TableFile
from torsor.robot.robot import Robot

COLUMN = re.compile(r"t|[xyzsKU]|[fn][0-9]{0,3}[xyz]|(q|dq|ddq|tau|P)[0-9]{1,3}")
"""The columns that ``torsor simulate -o`` writes."""


def read_motion(file: str | os.PathLike[str], robot: Robot) -> tuple[Any, Any]:
    """The columns t and q1 … of a CSV or Parquet file, in SI."""
    motion = TableFile(Path(file), context_of(robot))
    table = motion.table
    names = [f"q{k}" for k in range(1, robot.dof + 1)]
    for name in table.columns:
        if not COLUMN.fullmatch(name):
            hint = suggestion(name, ["t", *names]) or (
                f"; expected t, q1 … q{robot.dof}, and what torsor simulate writes beside them"
            )
            raise TextError(f"{table.file}: unknown column {shown(name)}{hint}")
    return motion.advancing("t", gaps=True), motion.coordinates("q")
