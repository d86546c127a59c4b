"""A metric that is a Python function of the user's: code that runs, so only where it is admitted.

A study names the file; its digest goes into the study's. Nothing of it is executed before
``admit_file`` (this machine, told so by ``run_code``) or ``admit_import`` (a worker elsewhere,
which imports the same module by its name) has found a file with that digest.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.fields import known_keys
from torsor.studies.errors import StudyError
from torsor.studies.measures.block import Block
from torsor.studies.measures.metrics import METRICS, Metric

MOST_BYTES = 10_000_000
_admitted: dict[str, Path] = {}
"""Files that may run, by the digest of what they must contain."""
_modules: dict[str, ModuleType] = {}


@dataclass(frozen=True)
class UserCode:
    """A module of the user's, and the metrics that it has with their units."""

    module: str
    digest: str
    units: Mapping[str, str]
    path: Path | None = None
    """Where it was found on this machine."""

    @property
    def data(self) -> dict[str, object]:
        """As plain data: no path of a machine is in it."""
        return {"module": self.module, "sha256": self.digest, "units": dict(self.units)}

    @property
    def metrics(self) -> dict[str, Metric]:
        """The metrics by the name that a study gives them, ``module:function``."""
        return {f"{self.module}:{name}": self._metric(name, unit)
                for name, unit in self.units.items()}  # fmt: skip

    def _metric(self, name: str, unit: str) -> Metric:
        def measure(block: Block) -> Array:
            return call_function(self, name, Designs(block))

        return Metric(name, f"the function {name} of {self.module}", (unit, unit), "", "", measure,
                      along=False)  # fmt: skip


class Designs:
    """What a function is given: some designs at once, of which it returns a number each.

    ``designs["a1"]`` is a factor's or relation's column; with a motion there are ``t``, ``q``,
    ``dq``, ``ddq`` and, of every sample and design, ``tau``, ``power`` and ``reactions``.
    """

    def __init__(self, block: Block) -> None:
        self._block = block

    def __len__(self) -> int:
        return self._block.count

    def __getitem__(self, name: str) -> Array:
        numbers = self._block.numbers
        if name not in numbers:
            raise UnknownNameError(f"no factor is called {shown(name)}{suggestion(name, numbers)}")
        return numbers[name].copy()

    def __getattr__(self, name: str) -> Any:
        if name in ("t", "q", "dq", "ddq"):
            return getattr(self._block.cycle, name).copy()
        if name in ("tau", "power", "reactions"):
            return getattr(self._block, name).copy()
        raise AttributeError(name)


def read_code(value: object, folder: Path) -> UserCode:
    """The table ``[python]`` of a study: ``file``, and ``units`` by function. Nothing runs."""
    given = known_keys("python", value, ("file", "units"))
    file, units = given.get("file"), given.get("units", {})
    if not isinstance(file, str) or not file.endswith(".py"):
        raise StudyError("python: expected 'file', the name of a .py file")
    if not isinstance(units, Mapping) or not all(isinstance(u, str) for u in units.values()):
        raise StudyError("python, units: expected texts by function, such as { cost = 'EUR' }")
    path = (folder / file).absolute()
    if not path.stem.isidentifier():
        raise StudyError(f"python, file: {shown(path.stem)} is no name of a module")
    return UserCode(path.stem, digest_file(path), dict(units), path)


def name_functions(code: UserCode | None, wanted: Iterable[object]) -> UserCode | None:
    """The module with those of its functions that are metrics, ``module:function``."""
    names = [name.partition(":") for name in wanted if isinstance(name, str) and ":" in name]
    if code is None:
        if names:
            raise StudyError(
                f"metrics: {shown(':'.join(names[0][::2]))} is Python; expected the table "
                "[python] with its 'file'"
            )
        return None
    for module, _, name in names:
        if module != code.module or not name.isidentifier():
            raise StudyError(f"metrics: unknown {shown(f'{module}:{name}')}; the functions of "
                             f"the file are {code.module}:NAME")  # fmt: skip
    functions = [name for _, _, name in names]
    if not functions:
        raise StudyError(f"python: no metric is one of its functions, {code.module}:NAME")
    for name in code.units:
        if name not in functions:
            raise StudyError(f"python, units: {shown(name)} is no metric of the study")
    return replace(code, units={name: code.units.get(name, "") for name in functions})


def code_of_data(data: Mapping[str, Any]) -> UserCode:
    """What plain data say of a module."""
    return UserCode(str(data["module"]), str(data["sha256"]), dict(data["units"]))


def digest_file(path: Path) -> str:
    """The digest of a file, or the sentence that tells why there is none."""
    return hashlib.sha256(_content(path)).hexdigest()


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise OSError(27, "too large")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TorsorError(f"{shown(str(path), 200)}: {reason}") from None


def admit_file(digest: str, path: Path) -> None:
    """Let a file run from now on, if it is the one that is meant."""
    if digest_file(path) != digest:
        raise StudyError(f"{shown(str(path), 200)} is not what it was when the study was begun")
    _admitted[digest] = path


def admit_import(module: str, digest: str) -> None:
    """Let a module that this process would import run, if it has the same digest; else a sentence.

    This is for workers elsewhere: it looks at the file and executes nothing.
    """
    found = PathFinder.find_spec(module, sys.path)
    if found is None or found.origin is None or not found.origin.endswith(".py"):
        raise StudyError(f"the module {shown(module)} of the study is not installed here")
    path = Path(found.origin)
    if digest_file(path) != digest:
        raise StudyError(f"the module {shown(module)} is another one here; expected the same file")
    _admitted[digest] = path


def call_function(code: UserCode, name: str, designs: Designs) -> Array:
    """A number of each design from a function that may run; what goes wrong is a sentence."""
    function = _find_function(code, name)
    try:
        found = np.asarray(function(designs), np.float64)
        return np.broadcast_to(found, (len(designs),))
    except Exception as error:  # whatever the user's code raises
        told = " ".join(f"{type(error).__name__}: {error}".split())
        raise TorsorError(shown(told, 200)) from None


def _find_function(code: UserCode, name: str) -> Callable[[Designs], object]:
    path = _admitted.get(code.digest)
    if path is None:
        raise StudyError(f"{code.module} is Python code that was not let run")
    if code.digest not in _modules:
        content = _content(path)
        if hashlib.sha256(content).hexdigest() != code.digest:
            raise StudyError(f"{shown(str(path), 200)} has changed while the study runs")
        module = ModuleType(code.module)
        module.__file__ = str(path)
        try:
            exec(compile(content, str(path), "exec"), module.__dict__)  # admitted, and digested
        except Exception as error:
            told = " ".join(f"{type(error).__name__}: {error}".split())
            raise StudyError(f"{shown(str(path), 200)} cannot be run: {told}") from None
        _modules[code.digest] = module
    found = getattr(_modules[code.digest], name, None)
    if not callable(found):
        known = [n for n, one in vars(_modules[code.digest]).items() if callable(one)]
        raise StudyError(f"{code.module} has no function {shown(name)}{suggestion(name, known)}")
    function: Callable[[Designs], object] = found
    return function


def check_functions(code: UserCode) -> None:
    """Refuse a study whose functions are not there; the module is run for it."""
    for name in code.units:
        _find_function(code, name)


def metrics_of(code: UserCode | None) -> dict[str, Metric]:
    """Ours, and those of a module."""
    return {**METRICS, **(code.metrics if code else {})}
