"""What ``prepare`` has written, as functions that can be launched: no LLVM, no robot is needed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torsor.program.gpu.launch import GpuFunction, GpuRollout, Kernels


@dataclass(frozen=True)
class Entry:
    """A kernel, how it is laid out, and the digests of what goes in and has to come out."""

    robot: str
    name: str
    dtype: str
    kernel: str
    arguments: list[list[Any]]
    shape: list[int]
    inputs: str
    results: str
    file: str
    threads: int
    strategy: str

    @property
    def sizes(self) -> list[int]:
        """How many numbers each argument has."""
        return [size for _, size in self.arguments]

    def kernels(self, folder: Path) -> Kernels:
        """The code, for any device that can run it."""
        text = (folder / self.file).read_bytes()
        return Kernels(self.name, self.kernel, self.threads, lambda capability: text)

    def function(self, folder: Path) -> GpuFunction:
        """A function of rows."""
        arguments = tuple((name, size) for name, size in self.arguments)
        kernels = self.kernels(folder)
        return GpuFunction(self.name, self.dtype, arguments, tuple(self.shape), kernels)

    def rollout(self, folder: Path) -> GpuRollout:
        """Motions."""
        method, acting = self.name.split()[1], self.arguments[2:]
        pairs = tuple((name, size) for name, size in acting)
        return GpuRollout(self.dtype, method, self.shape[0], pairs, self.kernels(folder))


@dataclass(frozen=True)
class Prepared:
    """All of it."""

    folder: Path
    entries: list[Entry]
    robots: dict[str, list[dict[str, Any]]]
    motion: dict[str, Any]

    def groups(self, rollouts: bool) -> dict[tuple[str, str, str], list[Entry]]:
        """The entries of each robot, function and float: one a strategy, the default first."""
        found: dict[tuple[str, str, str], list[Entry]] = {}
        for entry in self.entries:
            if entry.name.startswith("rollout") == rollouts:
                found.setdefault((entry.robot, entry.name, entry.dtype), []).append(entry)
        return found


def read(folder: Path) -> Prepared:
    """What stands in a folder."""
    whole = json.loads((folder / "prepared.json").read_text())
    entries = [Entry(**entry) for entry in whole["entries"]]
    return Prepared(folder, entries, whole["robots"], whole["motion"])
