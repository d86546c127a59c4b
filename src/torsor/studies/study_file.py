"""A study: a TOML file, or the same as a table made in Python, read strictly.

What comes out is plain data that says everything: robots and motions are in it as text and
numbers, so that a worker elsewhere needs no file, and its digest tells one study from another.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from torsor.algebra.arrays import Array
from torsor.algebra.formula import formula
from torsor.arguments import wrong_type
from torsor.errors import TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.fields import at, known_keys, rows_of, text_field
from torsor.motion.quantities import choice
from torsor.robot.robot import MOST_JOINTS
from torsor.studies.designs.factors import MOTOR, STRUCTURAL, Factor, read_factor
from torsor.studies.designs.motors import name_levels, read_catalogue, symbols_of, tabulate
from torsor.studies.designs.sampling import KINDS, Sampling, count_designs
from torsor.studies.errors import StudyError
from torsor.studies.execution.work import Work
from torsor.studies.measures.metrics import MOTOR_METRICS, find_metric
from torsor.studies.measures.user_code import (
    UserCode,
    code_of_data,
    metrics_of,
    name_functions,
    read_code,
)
from torsor.studies.requirements import read_constraints, read_objectives
from torsor.studies.structures import Structure, check_structure, read_structures

KEYS = (
    "title", "robot", "scenario", "assume", "with", "payload", "values", "relations", "factor",
    "sampling", "metrics", "bearing", "motors", "python", "constraint", "objective", "part",
)  # fmt: skip
LARGEST = 10_000_000
PART = 8192
"""Designs in a part, unless the study says otherwise."""


@dataclass(frozen=True)
class Study:
    """A study that was read: its designs, its structures and what is measured of them."""

    title: str
    sampling: Sampling
    structures: tuple[Structure, ...]
    columns: Mapping[str, str]
    """The columns that are measured, with their units."""
    part: int
    data: Mapping[str, object]
    """All of it as plain data."""
    code: UserCode | None = None
    """Python of the user's that it measures with."""

    @cached_property
    def work(self) -> Work:
        """What is to be carried out: a row for each design."""
        return Work(
            self.title, "torsor.studies.measures.design_parts:make_part", self.data,
            self.sampling.count, self.part, self.columns, more=self._tell_more,
        )  # fmt: skip

    def _tell_more(self, start: int, stop: int) -> Mapping[str, object]:
        """Designs that are rows of a file are sent; others are made where they are measured."""
        told: dict[str, object] = {}
        if self.sampling.columns is not None:
            told["rows"] = self.sampling.rows(start, stop)
        if self.code is not None and self.code.path is not None:
            told["code"] = str(self.code.path)
        return told


def read_study(study: object) -> Study:
    """A study from a path or a table; an error begins with the file."""
    if isinstance(study, Study):
        return study
    if isinstance(study, Mapping):
        return _read(study, Path())
    if not isinstance(study, (str, os.PathLike)):
        raise wrong_type("study", study, "the path of a .toml file or a table")
    from torsor.formats.load import read_text
    from torsor.formats.toml.reader import table_of

    path = Path(study)
    if is_folder(path):
        return open_study(path)
    text = read_text(path, LARGEST)
    try:
        return _read(table_of(text), path.parent)
    except TorsorError as error:
        raise type(error)(f"{path}: {error}") from None


def is_folder(path: Path) -> bool:
    """Whether a folder is there; what can be no path's name is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def open_study(folder: Path) -> Study:
    """The study that was begun in a folder, from its manifest."""
    from torsor.studies.execution.folder import read_manifest

    manifest = read_manifest(folder)
    data = manifest["described"]
    try:
        assert isinstance(data, Mapping)
        how = data["sampling"]
        if how["kind"] == "csv" and not manifest["complete"]:
            raise StudyError(
                f"{shown(str(folder), 200)} was begun from the rows of a file and is not done; "
                "expected the study's own file"
            )
        factors = tuple(Factor.of_data(one) for one in data["factors"])
        return Study(
            str(data["title"]),
            Sampling(how["kind"], factors, how["count"], how["seed"]),
            tuple(Structure.of_data(one) for one in data["structures"]),
            data["columns"], data["part"], data,
            code_of_data(data["python"]) if "python" in data else None,
        )  # fmt: skip
    except (AssertionError, KeyError, TypeError, ValueError, AttributeError):
        raise StudyError(f"{shown(str(folder), 200)} holds no study that can be read") from None


def _read(given: Mapping[str, object], folder: Path) -> Study:
    table = known_keys("the study", given, KEYS)
    title = at("title", text_field, table.get("title", ""))
    rows = table.get("factor", [])
    factors = tuple(
        at(f"factor {k}", read_factor, row) for k, row in enumerate(rows_of(rows) or [rows], 1)
    ) if rows else ()  # fmt: skip
    catalogue = read_catalogue(table["motors"], folder) if "motors" in table else None
    factors = name_levels(factors, catalogue)
    sampling, file = _read_sampling(table.get("sampling", {}), factors, folder)
    names = [factor.name for factor in sampling.factors]
    for name in names:
        if names.count(name) > 1:
            raise StudyError(f"factor {name} stands there twice")
    sampling = replace(sampling, factors=name_levels(sampling.factors, catalogue))
    motors = tabulate(sampling.factors, catalogue)
    numbers = [factor.name for factor in sampling.factors if not factor.coded]
    chosen = [name for name in symbols_of(motors) if name not in numbers]
    relations = _read_relations(table.get("relations", {}), sampling.factors, chosen)
    carriers = catalogue.carriers if catalogue else {}
    structures = read_structures(
        table, sampling.factors, [*numbers, *relations, *chosen], folder, (list(motors), carriers)
    )
    mentioned = {n for text in relations.values() for n in formula(text).names()}
    wanted = rows_of(table.get("metrics"))
    if not wanted:
        raise StudyError("expected 'metrics', a list of names (torsor study --metrics lists them)")
    code = read_code(table["python"], folder) if "python" in table else None
    code = name_functions(code, wanted)
    metrics = [find_metric(name, metrics_of(code)) for name in wanted]
    mentioned.update(f"N{name.removeprefix(MOTOR)}" for name in motors)
    if code is not None:  # which factors it asks for is not known
        mentioned.update(numbers)
    if len(set(metrics)) < len(metrics):
        raise StudyError("metrics: a name stands there twice")
    columns: dict[str, str] = {}
    for structure in structures:
        structure.check_names([*numbers, *relations], mentioned)
        check_structure(structure, metrics)
        for metric in metrics:
            columns |= metric.columns(structure.robot, structure.motors)
    if not motors and any(metric.name in MOTOR_METRICS for metric in metrics):
        raise StudyError("metrics: no motor is a factor, whose margin or mass could be measured")
    if len({m.name for m in metrics}) < len(metrics):
        raise StudyError("metrics: two of them have columns of the same name")
    owned = [name for name in names if name in columns]
    if owned:
        raise StudyError(f"factor {owned[0]} has the name of a metric's column")
    constraints = read_constraints(table.get("constraint", []), metrics, columns)
    objectives = read_objectives(table.get("objective", []), metrics, columns)
    part = table.get("part", PART)
    if not isinstance(part, int) or isinstance(part, bool) or not 1 <= part <= 1_000_000:
        raise StudyError("part: expected a whole number from 1 to 1,000,000")
    data = {
        "title": title,
        "factors": [factor.data for factor in sampling.factors],
        "sampling": {"kind": sampling.kind, "count": sampling.count, "seed": sampling.seed, **file},
        "structures": [structure.data for structure in structures],
        "relations": relations,
        **({"motors": motors} if motors else {}),
        "metrics": [str(name) for name in wanted],
        **({"python": code.data} if code else {}),
        "columns": columns,
        "constraints": constraints,
        "objectives": objectives,
        "part": part,
    }
    return Study(title, sampling, structures, columns, part, data, code)


def _read_sampling(
    value: object, factors: tuple[Factor, ...], folder: Path
) -> tuple[Sampling, dict[str, str]]:
    given = known_keys("sampling", value, ("kind", "count", "seed", "file"))
    usual = "grid" if all(factor.values for factor in factors) else "sobol"
    kind = at("sampling, kind", lambda v: choice(v, KINDS), given.get("kind", usual))
    for key, low in (("count", 1), ("seed", 0)):
        number = given.get(key, low)
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number < 2**63:
            raise StudyError(f"sampling, {key}: expected a whole number from {low} on")
    count, seed = given.get("count"), given.get("seed", 0)
    assert count is None or isinstance(count, int)
    assert isinstance(seed, int)
    if ("file" in given) != (kind == "csv"):
        raise StudyError("sampling: a 'file' goes with the kind csv, and the other way round")
    if kind == "csv":
        if factors or count is not None:
            raise StudyError("sampling: the factors and their count are those of the file")
        return _read_rows(str(given["file"]), folder)
    if not factors:
        raise StudyError("expected at least one [[factor]], what varies from design to design")
    return Sampling(kind, factors, count_designs(kind, factors, count), seed), {}


def _read_rows(file: str, folder: Path) -> tuple[Sampling, dict[str, str]]:
    """Designs as rows of a CSV or Parquet file, a column for each factor."""
    import numpy as np

    from torsor.motion.tables import read_table

    motors = [f"{MOTOR}{k}" for k in range(1, MOST_JOINTS + 1)]
    table = read_table(folder / file, (*STRUCTURAL, *motors))
    columns: dict[str, Array] = dict(table.columns)
    factors = [Factor(n, c.min().item(), c.max().item()) for n, c in table.columns.items()]
    for name, words in table.words.items():
        levels = tuple(dict.fromkeys(words))
        columns[name] = np.array([levels.index(word) for word in words], np.float64)
        factors.append(Factor(name, values=levels))
    count = len(next(iter(columns.values())))
    digest = hashlib.sha256()
    for name, column in columns.items():
        digest.update(name.encode() + column.tobytes())
    rows = Sampling("csv", tuple(factors), count, columns=columns)
    return rows, {"rows": digest.hexdigest()}


def _read_relations(
    value: object, factors: Sequence[Factor], chosen: Sequence[str]
) -> dict[str, str]:
    """Symbols that follow from the factors: ``ac1 = "a1/2"``; each may use those before it."""
    if not isinstance(value, Mapping):
        raise StudyError("relations: expected expressions by symbol, such as ac1 = 'a1/2'")
    known = [*(factor.name for factor in factors if not factor.coded), *chosen]
    found: dict[str, str] = {}
    for name, text in value.items():
        if name in [factor.name for factor in factors]:
            raise StudyError(f"relations: {name} is a factor already")
        if name in chosen:
            raise StudyError(f"relations: {name} is the motor's already")
        if not isinstance(text, (str, int, float)) or isinstance(text, bool):
            raise StudyError(f"relations: {name}: expected an expression, not {shown(str(text))}")
        read = at(f"relations: {name}", formula, text)
        for used in read.names():
            if used not in known:
                raise UnknownNameError(
                    f"relations: {name}: {shown(used)} is no factor and no relation before it"
                    f"{suggestion(used, known)}"
                )
        found[name] = str(read)
        known.append(name)
    return found
