"""A part of the atlas: structures by their numbers, told in full, as a Parquet file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from torsor.errors import TorsorError
from torsor.formats.atlas import TWISTED
from torsor.motion.tables import import_parquet
from torsor.studies.atlas.columns import columns_of
from torsor.studies.atlas.facts import Facts, find_facts
from torsor.studies.atlas.words import list_structures
from torsor.studies.execution.work import Task, Work
from torsor.studies.parts import write_part

PART = 24
"""Structures in a part: some seconds of work."""
WORDS_UP_TO = 5
"""Every word of structures with at most so many joints is proven; of six there are 46,656."""


def describe_atlas(joints: int, twisted: bool = False, quick: bool = False) -> Work:
    """What is to be carried out: a row for each structure."""
    data = {
        "joints": joints,
        "twisted": twisted,
        "quick": quick,
        "words": joints <= WORDS_UP_TO,
    }
    title = f"The atlas: {joints} joint{'s' * (joints > 1)}"
    count = len(list_members(joints, twisted))
    return Work(
        title + (", general twists" if twisted else ""), "torsor.studies.atlas.rows:make_part",
        data, count, PART, dict.fromkeys(columns_of(quick), ""), "atlas",
    )  # fmt: skip


@lru_cache(maxsize=4)
def list_members(joints: int, twisted: bool = False) -> tuple[tuple[str, str], ...]:
    """Kinds and axes of every structure, in order."""
    if twisted:
        return tuple(("".join(kinds), TWISTED) for kinds in product("RT", repeat=joints))
    return tuple(list_structures(joints))


def make_rows(data: dict[str, Any], start: int, stop: int) -> list[Facts]:
    """The facts of these structures."""
    found = []
    for kinds, axes in list_members(data["joints"], data["twisted"])[start:stop]:
        facts = find_facts(kinds, axes, data["quick"], data["words"])
        if not facts.get("holds", True):
            raise TorsorError(f"the certificate of atlas:{kinds}-{axes} does not hold")
        if facts.get("words_proven", 0) not in (0, facts["words"]):
            raise TorsorError(f"a word of atlas:{kinds}-{axes} is not proven to be it")
        found.append(facts)
    return found


def make_part(text: str, digest: str, task: Task) -> bytes:
    """The file of these structures."""
    data = json.loads(text)
    return write_part(as_arrays(make_rows(data, task.start, task.stop), data["quick"]), digest)


def as_arrays(rows: Sequence[Facts], quick: bool) -> dict[str, tuple[Any, str]]:
    """Rows as columns of PyArrow, without units."""
    pa, _ = import_parquet()
    types = {"text": pa.string(), "number": pa.int64(), "truth": pa.bool_()}
    return {
        name: (pa.array([row[name] for row in rows], types[column.kind]), "")
        for name, column in columns_of(quick).items()
    }
