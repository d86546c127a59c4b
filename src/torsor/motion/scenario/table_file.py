"""A table beside a scenario: motions, torques and wrenches by columns, in any unit that fits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import shown
from torsor.formats.fields import at
from torsor.motion.quantities import ScenarioError
from torsor.motion.scenario.entries import Context, for_robot
from torsor.motion.tables import Table, check_advancing, read_table
from torsor.motion.units import coordinate_kinds, factor


@dataclass(frozen=True)
class TableFile:
    """A .csv or .parquet file, read when it is first asked for, and the robot that it is for."""

    path: Path
    context: Context

    @cached_property
    def table(self) -> Table:
        """The whole table."""
        return read_table(self.path)

    def column(self, name: str, kind: str) -> Array:
        """A column in SI."""
        return self.table.columns[name] * self._factor(name, kind)

    def advancing(self, name: str, gaps: bool) -> Array:
        """The column of times ``t`` or of arc lengths ``s`` in SI, which must advance."""
        column = check_advancing(self.table, name, gaps)
        return column * self._factor(name, "time" if name == "t" else "length")

    def _factor(self, name: str, kind: str) -> float:
        unit = self.table.units[name]
        return at(f"{self.table.file}, column {name}", lambda u: factor(u, (kind,)), unit)

    def find_coordinates(self, stem: str) -> Array | None:
        """The columns of q, dq, ddq or tau in SI, or nothing if there are none."""
        table, n = self.table, self.context.n
        names = [f"{stem}{k}" for k in range(1, n + 1)]
        beyond = f"{stem}{n + 1}"
        if beyond in table.columns:
            raise ScenarioError(
                f"{table.file}: has a column {beyond}, and {self.context.robot!r} {n} coordinates"
            )
        present = [name for name in names if name in table.columns]
        if not present:
            return None
        if len(present) < n:
            missing = next(name for name in names if name not in present)
            raise ScenarioError(f"{table.file}: no column {missing} beside {present[0]}")
        kinds = [coordinate_kinds(slides)[stem] for slides in self.context.sliding]
        return np.stack([self.column(*pair) for pair in zip(names, kinds, strict=True)], axis=1)

    def coordinates(self, stem: str) -> Array:
        """The same, which must be there."""
        columns = self.find_coordinates(stem)
        if columns is None:
            raise ScenarioError(f"{self.table.file}: no columns {stem}1 … {stem}{self.context.n}")
        return columns


@for_robot
def table_file(value: object, context: Context) -> TableFile:
    """A file by its name, beside the scenario."""
    if not isinstance(value, str) or not value:
        raise ScenarioError(
            f"expected the name of a .csv or .parquet file, got {shown(str(value))}"
        )
    return TableFile(context.folder / value, context)
