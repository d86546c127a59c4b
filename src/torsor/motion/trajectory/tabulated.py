"""Segments from tables: columns t, q1 …, and if known dq1 … and ddq1 …, in any unit that fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from torsor.errors import shown
from torsor.formats.fields import at
from torsor.motion.quantities import ScenarioError, switch
from torsor.motion.tables import Table, advancing, read_table
from torsor.motion.trajectory import splines
from torsor.motion.trajectory.piecewise import hermite
from torsor.motion.trajectory.segments import Context, Segment, needed
from torsor.motion.units import coordinate_kinds, factor


def table_segment(table: Mapping[str, Any], context: Context) -> Segment:
    """A motion through the rows of a file."""
    name = needed("file", _file, table)
    found = read_table(context.folder / name)
    gaps = at("gaps", switch, table.get("gaps", False))
    times = advancing(found, "t", gaps) * _factor(found, "t", "time")
    q = coordinate_columns(found, "q", context)
    if q is None:
        raise ScenarioError(f"{found.file}: no columns q1 … q{context.n}")
    dq, ddq = (coordinate_columns(found, stem, context) for stem in ("dq", "ddq"))
    times = times - times[0]
    if dq is not None and ddq is not None:
        motion = hermite(times, q, dq, ddq)
    elif dq is not None:
        motion = splines.cubic_hermite(times, q, dq)
    else:
        motion = splines.natural_spline(times, q)
    return Segment("", lambda start, arm: motion, q[0])


def _file(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ScenarioError(
            f"expected the name of a .csv or .parquet file, got {shown(str(value))}"
        )
    return value


def _factor(table: Table, name: str, kind: str) -> float:
    return at(f"{table.file}, column {name}", lambda unit: factor(unit, (kind,)), table.units[name])


def coordinate_columns(table: Table, stem: str, context: Context) -> Any:
    """The columns of q, dq, ddq or tau in SI, or nothing if there are none."""
    names = [f"{stem}{k}" for k in range(1, context.n + 1)]
    beyond = f"{stem}{context.n + 1}"
    if beyond in table.columns:
        raise ScenarioError(
            f"{table.file}: has a column {beyond}, and {context.robot!r} {context.n} coordinates"
        )
    present = [n for n in names if n in table.columns]
    if not present:
        return None
    if len(present) < len(names):
        missing = next(n for n in names if n not in present)
        raise ScenarioError(f"{table.file}: no column {missing} beside {present[0]}")
    return np.stack(
        [
            table.columns[name] * _factor(table, name, coordinate_kinds(slides)[stem])
            for name, slides in zip(names, context.sliding, strict=True)
        ],
        axis=1,
    )
