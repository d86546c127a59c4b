"""Works and tasks: plain data and the name of the function of Torsor that makes rows of them.

A work is many rows, made part by part. Whoever makes a part is told by text and numbers alone, so
it may be another process or another machine; what comes back are the bytes of the part's file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module

from torsor.studies.execution.memory import keep_memory

HOME = "torsor."
"""A function that others are told to call is one of ours."""


@dataclass(frozen=True)
class Task:
    """One part to make: which rows, from and to, and what else its function asks for."""

    part: int
    start: int
    stop: int
    more: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Work:
    """Many rows in parts of bounded size.

    ``function`` is ``module:name``; it takes ``data`` as JSON text, the work's digest and a task,
    and gives a Parquet file whose schema says ``{MARK: digest}``, with a row for each that was
    asked for. The same text has the same rows, wherever they are made.
    """

    title: str
    function: str
    data: Mapping[str, object]
    """What is to be done, as plain data: all that the rows depend on."""
    count: int
    part: int
    """Rows of a part."""
    units: Mapping[str, str] = field(default_factory=dict)
    """The columns with their units, for the manifest."""
    kind: str = "study"
    """What it is called in sentences and in the manifest."""
    more: Callable[[int, int], Mapping[str, object]] = lambda start, stop: {}
    """What the task of these rows is told besides: arrays, numbers and texts."""

    @cached_property
    def text(self) -> str:
        """The plain data as one text, the same for equal works."""
        return json.dumps(self.data, ensure_ascii=False, allow_nan=False)

    @cached_property
    def digest(self) -> str:
        """What tells this work from any other."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return -(-self.count // self.part)

    def stretch(self, part: int) -> tuple[int, int]:
        """The rows of a part, from and to."""
        return part * self.part, min((part + 1) * self.part, self.count)

    def task(self, part: int) -> Task:
        """A part to make."""
        start, stop = self.stretch(part)
        return Task(part, start, stop, self.more(start, stop))

    @property
    def job(self) -> Job:
        """What a worker is told once."""
        return Job(self.function, self.text, self.digest)


@dataclass(frozen=True)
class Job:
    """What all tasks of a work share."""

    function: str
    text: str
    digest: str

    def make(self, task: Task) -> bytes:
        """A part's file."""
        module, _, name = self.function.partition(":")
        if not module.startswith(HOME):
            raise ValueError(f"{self.function} is no function of Torsor")
        keep_memory()
        made: bytes = getattr(import_module(module), name)(self.text, self.digest, task)
        return made
