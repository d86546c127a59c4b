"""``torsor.atlas``: every serial structure of so many joints, made, proven and kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from torsor import hooks
from torsor.arguments import validate_call, wrong_type
from torsor.errors import OutOfRangeError, TooLargeError
from torsor.formats.atlas import MOST_TWISTED
from torsor.motion.tables import import_parquet
from torsor.program.jit.compiled_function import count_cores
from torsor.studies.atlas.columns import Column, columns_of
from torsor.studies.atlas.conditions import find_column, read_conditions
from torsor.studies.atlas.facts import Facts
from torsor.studies.atlas.rows import describe_atlas, make_rows
from torsor.studies.atlas.words import count_structures
from torsor.studies.errors import StudyError
from torsor.studies.execution.running import LOCAL, Progress, carry_out
from torsor.studies.parts import part_name, read_part

MOST = 6
"""Structures with more joints than this are not listed; any number may be classified."""


SHOWN = (
    "structure", "lengths", "terms", "operations", "base", "freedoms", "M_zero", "gravity_z",
    "robots",
)  # fmt: skip
"""Columns that a list has unless others are asked for."""
FIRST = 20
"""Rows that a notebook shows."""


@dataclass(frozen=True)
class Atlas:
    """Structures with their facts: a row for each, as many as were asked for."""

    joints: int
    """How many joints each has."""
    rows: tuple[Facts, ...] = field(repr=False)
    """The facts of each structure, by column."""
    quick: bool = False
    """Whether proofs, programs and base parameters were left out."""
    twisted: bool = False
    """Whether the axes are at general angles."""

    @property
    def columns(self) -> dict[str, Column]:
        """What is told of each structure, with the meaning."""
        return columns_of(self.quick)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Facts]:
        return iter(self.rows)

    def __getitem__(self, index: int) -> Facts:
        try:
            return self.rows[index]
        except IndexError:
            raise OutOfRangeError(f"no row {index}; there are {len(self.rows)}") from None
        except TypeError:
            raise wrong_type("an index", index, "a whole number") from None

    @property
    def structures(self) -> list[str]:
        """Their names."""
        return [str(row["structure"]) for row in self.rows]

    @validate_call
    def where(self, conditions: str) -> Atlas:
        """Those that fulfil all conditions: ``"diagonal, freedoms >= 5, gravity_z has 2"``."""
        read = read_conditions(conditions, self.columns)
        kept = tuple(row for row in self.rows if all(one.holds(row) for one in read))
        return Atlas(self.joints, kept, self.quick, self.twisted)

    @validate_call
    def sorted_by(self, column: str, descending: bool = False) -> Atlas:
        """The same in the order of a column."""
        find_column(column, self.columns)
        rows = sorted(self.rows, key=lambda row: row[column], reverse=descending)
        return Atlas(self.joints, tuple(rows), self.quick, self.twisted)

    @property
    def data(self) -> dict[str, object]:
        """As plain data."""
        return {
            "joints": self.joints,
            "twisted": self.twisted,
            "structures": len(self.rows),
            "rows": [dict(row) for row in self.rows],
        }

    def _repr_html_(self) -> str:
        names = [name for name in SHOWN if name in self.columns]
        rows = [tuple(str(row[name]) for name in names) for row in self.rows[:FIRST]]
        more = len(self.rows) - len(rows)
        title = repr(self)[1:-1] + (f"; the first {FIRST}" if more else "")
        return hooks.write("table", tuple(names), rows, title)

    def __repr__(self) -> str:
        twisted = ", general twists" if self.twisted else ""
        return f"<Atlas of {len(self.rows)} structures with {self.joints} joints{twisted}>"


@validate_call
def atlas(
    joints: Annotated[int, range(1, 100)],
    folder: str | os.PathLike[str] | None = None,
    quick: bool = False,
    twisted: bool = False,
    on: str = LOCAL,
    processes: Annotated[int, range(1, 1025)] | None = None,
    progress: Progress | None = None,
) -> Atlas:
    """Every serial structure of so many joints (R or T, along x, y or z), derived and proven.

    Each has its certificate, and every word that is the same structure is proven to be; ``quick``
    leaves proofs, operation counts and base parameters out. With a ``folder`` the rows are kept as
    Parquet, and what was killed goes on where it was; ``on`` a Dask cluster if its address is
    given. ``twisted`` has general angles between axes instead of right ones, up to three joints.

    >>> import torsor
    >>> torsor.atlas(2).where("diagonal").structures
    ['RT-zz', 'TR-zz', 'TT-zy']
    """
    if joints > MOST:
        raise TooLargeError(
            f"joints {joints}: there are {count_structures(joints):,} structures; at most {MOST} "
            "joints are listed (torsor.classify and atlas names take any number)"
        )
    if twisted and joints > MOST_TWISTED:
        raise TooLargeError(
            f"joints {joints}: structures with general twists are listed up to {MOST_TWISTED}"
        )
    if folder is None and (on != LOCAL or processes is not None):
        raise StudyError("a cluster, or further processes, need a folder to keep the rows in")
    joints = int(joints)  # of NumPy's kinds none is plain data
    work = describe_atlas(joints, twisted, quick)
    hear = progress or (lambda done, total: None)
    if folder is None:
        rows: list[Facts] = []
        for part in range(work.parts):
            hear(work.stretch(part)[0], work.count)
            rows += make_rows(dict(work.data), *work.stretch(part))
        hear(work.count, work.count)
        return Atlas(joints, tuple(rows), quick, twisted)
    import_parquet()
    place = Path(folder)
    carry_out(work, place, on, processes or count_cores(), hear)
    rows = [
        row for part in range(work.parts) for row in read_part(place / part_name(part)).to_pylist()
    ]
    return Atlas(joints, tuple(rows), quick, twisted)
