"""A motion for ``torsor draw --motion``: times and coordinates from a table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torsor.errors import TextError, TorsorError, shown, suggestion

if TYPE_CHECKING:
    from torsor.robot.robot import Robot

COLUMN = re.compile(r"t|[xyzsKU]|[fn][0-9]{0,3}[xyz]|(q|dq|ddq|tau|P)[0-9]{1,3}")
"""The columns that ``torsor simulate -o`` writes."""


def read_motion(file: str, robot: Robot) -> tuple[Any, Any]:
    """The columns t and q1 … of a CSV or Parquet file, in SI."""
    from torsor.motion.tables import advancing, read_table
    from torsor.motion.trajectory.segments import Context
    from torsor.motion.trajectory.tabulated import coordinate_columns
    from torsor.motion.units import factor
    from torsor.robot.symbols import angles

    table = read_table(file)
    names = [f"q{k}" for k in range(1, robot.dof + 1)]
    for name in table.columns:
        if not COLUMN.fullmatch(name):
            hint = suggestion(name, ["t", *names]) or (
                f"; expected t, q1 … q{robot.dof}, and what torsor simulate writes beside them"
            )
            raise TextError(f"{table.file}: unknown column {shown(name)}{hint}")
    t = advancing(table, "t", gaps=True)
    try:
        t = t * factor(table.units["t"], ("time",))
    except TorsorError as error:
        raise TextError(f"{table.file}, column t: {error}") from None
    turning = set(angles(robot))
    context = Context(robot.dof, [n not in turning for n in names], Path(), robot.name)
    q = coordinate_columns(table, "q", context)
    if q is None:
        raise TextError(f"{table.file}: no columns q1 … q{robot.dof}")
    return t, q
