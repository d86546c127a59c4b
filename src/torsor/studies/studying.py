"""``torsor.study``: many designs of a robot, evaluated, kept and told in a few numbers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from torsor import hooks
from torsor.algebra.arrays import Array
from torsor.arguments import validate_call
from torsor.errors import UnknownNameError, shown, suggestion
from torsor.motion.tables import import_parquet, require_scipy
from torsor.studies.errors import StudyError
from torsor.studies.execution.folder import MANIFEST, read_manifest
from torsor.studies.execution.running import LOCAL, Progress, Tell, carry_out
from torsor.studies.findings.front import Front, find_front
from torsor.studies.findings.sensitivity import Sensitivity, find_sensitivity, require_salib
from torsor.studies.measures.user_code import (
    UserCode,
    admit_file,
    admit_import,
    check_functions,
)
from torsor.studies.one_design import design_of
from torsor.studies.overview.overview import Overview, look_over
from torsor.studies.parts import numbers_of, part_name, read_part
from torsor.studies.search.optimum import Optimum
from torsor.studies.search.searching import check_search, find_optima, read_optima
from torsor.studies.study_file import Study, open_study, read_study
from torsor.studies.summary import Summary, columns_of, summarise

if TYPE_CHECKING:
    from collections.abc import Mapping

    StudyLike: TypeAlias = str | os.PathLike[str] | Mapping[str, object] | Study
    """The path of a .toml file, the same as a table, or what was read from one."""
else:
    from typing import Any

    StudyLike = Any

ENOUGH = 2_000_000
"""States from which on further processes are started: they take half a second each."""


@dataclass(frozen=True)
class StudyResult:
    """A study that is done: its folder, and what is in it."""

    described: Study
    """What was read."""
    folder: Path
    """Where the parts are."""
    summary: Summary
    """Every column in a few numbers, failures, and the best design by each objective."""
    front: Front | None = None
    """The Pareto front, of two objectives or more."""
    sensitivity: Sensitivity | None = None
    """Sobol' indices, of designs that were sampled for them (``saltelli``)."""
    optima: tuple[Optimum, ...] = ()
    """What a search between the designs found, for each objective."""
    notes: tuple[str, ...] = ()
    """What could not be told, and why."""

    @property
    def files(self) -> list[Path]:
        """The parts, in the order of the designs."""
        return [self.folder / part_name(part) for part in range(self.described.work.parts)]

    @property
    def columns(self) -> list[str]:
        """The columns of numbers."""
        return columns_of(self.described)

    def __len__(self) -> int:
        return self.described.sampling.count

    def __getitem__(self, name: str) -> Array:
        """A column of numbers of all designs; NaN where a design failed."""
        import numpy as np

        if name not in self.columns:
            raise UnknownNameError(
                f"no column is called {shown(str(name))}{suggestion(str(name), self.columns)}"
            )
        return np.concatenate([numbers_of(read_part(path, [name]), name) for path in self.files])

    @validate_call
    def design(self, number: int) -> dict[str, object]:
        """Every number of a design by symbol, as ``compile`` and ``draw`` take them."""
        if not 0 <= number < len(self):
            raise UnknownNameError(f"no design {number}; expected 0 to {len(self) - 1:,}")
        part, place = divmod(number, self.described.part)
        row = read_part(self.files[part]).slice(place, 1).to_pylist()[0]
        return dict(design_of(self.described, row).values)

    def look_over(self) -> Overview:
        """Effects, a cloud of designs and rows to show, for plots and pages: parts read once."""
        return self._overview

    @cached_property
    def _overview(self) -> Overview:
        front = self.front["design"] if self.front else []
        designs = [int(design) for design in front]
        return look_over(self.folder, self.described, self.summary, designs)

    def __repr__(self) -> str:
        told = f"{len(self):,} designs, {self.summary.feasible:,} feasible"
        return f"<StudyResult {self.described.title or self.folder}: {told}>"

    def _repr_html_(self) -> str:
        return hooks.write("study html", self)

    @validate_call
    def write_page(self, path: str | os.PathLike[str]) -> None:
        """Write what was found as a page that stands alone (.html), or .pdf, .docx, .tex, .md."""
        hooks.write("study page", self, os.fspath(path))

    @property
    def data(self) -> dict[str, object]:
        """As plain data."""
        return {
            "title": self.described.title, "folder": str(self.folder),
            "study": self.described.work.digest, **self.summary.data,
            **({"pareto": self.front.data} if self.front else {}),
            **({"sensitivity": self.sensitivity.data} if self.sensitivity else {}),
            **({"optima": [one.data for one in self.optima]} if self.optima else {}),
        }  # fmt: skip


@validate_call
def read_result(folder: str | os.PathLike[str]) -> StudyResult:
    """A study that is done, from its folder; nothing is evaluated."""
    import_parquet()
    place = Path(folder)
    described = open_study(place)
    if not read_manifest(place).get("complete"):
        raise StudyError(f"the study in {shown(str(place), 200)} is not done; "
                         "torsor study with its folder goes on")  # fmt: skip
    return _gather(described, place)


@validate_call
def study(
    study: StudyLike,
    folder: str | os.PathLike[str],
    on: str = LOCAL,
    processes: Annotated[int, range(1, 1025)] | None = None,
    progress: Progress | None = None,
    best: bool = False,
    tell: Tell | None = None,
    run_code: bool = False,
) -> StudyResult:
    """Evaluate the designs of a study (a .toml path or the same as a table) into a folder.

    What is there already is kept: a study that was killed goes on where it was, and ends with the
    same files; its folder may stand for the study. ``on`` is this machine, or a Dask cluster that
    runs: ``tcp://HOST:8786`` or a scheduler file. ``processes`` of this machine are as many as
    there are cores unless told otherwise; ``progress`` is called with the designs done and their
    number. ``best`` searches between the designs, too: differential evolution, and descent along
    gradients, under the constraints. ``tell`` hears where a cluster's dashboard is; ``run_code``
    lets the Python functions run that the study measures with.
    """
    if on != LOCAL and processes is not None:
        raise StudyError("processes are those of this machine; a cluster has its own workers")
    with require_scipy():
        import scipy  # noqa: F401
    import_parquet()
    described, place = read_study(study), Path(folder)
    if described.code is not None and (best or not _is_done(place)):
        _admit(described.code, run_code)
    if best:
        check_search(described)
    if described.sampling.kind == "saltelli":
        with require_salib():
            import SALib  # noqa: F401
    carry_out(
        described.work, place, on, processes or _suitable(described),
        progress or (lambda done, total: None), tell or (lambda sentence: None),
    )  # fmt: skip
    if best:
        find_optima(place, described, progress or (lambda done, total: None))
    return _gather(described, place)


def _is_done(folder: Path) -> bool:
    """Whether nothing is left to be measured."""
    return (folder / MANIFEST).is_file() and bool(read_manifest(folder).get("complete"))


def _admit(code: UserCode, run_code: bool) -> None:
    """Let a study's Python code run, if the caller says so."""
    told = f"the study measures with {code.module}.py, which is Python code"
    if not run_code:
        raise StudyError(f"{told}; expected --run-code (run_code=True), which runs it")
    if code.path is None:
        admit_import(code.module, code.digest)
    else:
        admit_file(code.digest, code.path)
    check_functions(code)


def _gather(described: Study, place: Path) -> StudyResult:
    """What the parts of a folder say."""
    notes: list[str] = []
    try:
        front = find_front(place, described)
    except StudyError as error:  # the designs are there all the same
        front = None
        notes.append(str(error))
    sensitivity = find_sensitivity(place, described)
    summary = summarise(place, described)
    optima = read_optima(place, described.work.digest) or ()
    return StudyResult(described, place, summary, front, sensitivity, optima, tuple(notes))


def _suitable(study: Study) -> int:
    """As many processes as there are cores, or none where the work is small."""
    from torsor.program.jit.compiled_function import count_cores

    samples = max((len(s.cycle.t) if s.cycle else 1) for s in study.structures)
    return count_cores() if study.sampling.count * samples >= ENOUGH else 1
