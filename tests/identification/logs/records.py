"""Real logs as columns, to be written otherwise and damaged."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import numpy as np
import pytest

import torsor
from torsor.identification.logs.log import Log
from torsor.identification.logs.reading import read_logs

EXAMPLES = Path(__file__).parents[3] / "examples" / "identification"
PENDULUM = EXAMPLES / "double_pendulum" / "A.0_04.csv.gz"
KR300 = EXAMPLES / "kr300" / "runA.csv.gz"
Columns = dict[str, np.ndarray]

needs_data = pytest.mark.skipif("TORSOR_DATA" not in os.environ, reason="needs TORSOR_DATA")


def data(name: str) -> Path:
    """A log that is not part of the project."""
    return Path(os.environ["TORSOR_DATA"]) / name


def pendulum() -> torsor.Robot:
    return torsor.load(EXAMPLES / "double_pendulum" / "double_pendulum_A.toml")


def kr300() -> torsor.Robot:
    return torsor.load(EXAMPLES / "kr300" / "kr300.toml")


def columns_of(path: Path, stems: str = "t q dq tau") -> Columns:
    """A log's columns, read by NumPy."""
    with gzip.open(path, "rt") as file:
        names = file.readline().strip().split(",")
        table = np.genfromtxt(file, delimiter=",")
    wanted = stems.split()
    return {n: c for n, c in zip(names, table.T, strict=True) if n.rstrip("0123456789") in wanted}


def csv_of(columns: Columns, separator: str = ",") -> str:
    """Columns as CSV, numbers to the bit."""
    rows = zip(*(c.tolist() for c in columns.values()), strict=True)
    lines = [separator.join(columns), *(separator.join(map(repr, row)) for row in rows)]
    return "\n".join(lines) + "\n"


def read(log: object, robot: torsor.Robot | None = None, mapping: object = None) -> Log:
    """One log."""
    found, *_ = read_logs([log], robot or pendulum(), mapping)  # type: ignore[arg-type]
    return found


def refused(log: object, robot: torsor.Robot | None = None, mapping: object = None) -> str:
    """The sentence with which a log is refused: one line of bearable length."""
    with pytest.raises(torsor.TorsorError) as caught:
        read(log, robot, mapping)
    sentence = str(caught.value)
    assert "\n" not in sentence and len(sentence) < 500
    return sentence


def told(log: Log, *words: str) -> bool:
    """Whether one of the notes has all these words."""
    return any(all(word in note for word in words) for note in log.notes)
