"""A log is opened by what it is: a file by its ending, an object of Python by its columns."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from torsor.errors import TextError
from torsor.formats.load import place_of
from torsor.identification.logs.files.array_log import open_arrays
from torsor.identification.logs.files.csv_log import CsvLog
from torsor.identification.logs.files.numpy_log import open_numpy
from torsor.identification.logs.files.parquet_log import ParquetLog
from torsor.identification.logs.files.ros_bag import is_bag, open_bag
from torsor.identification.logs.files.source import Source

TEXTS = (".csv", ".txt", ".tsv", ".dat", ".gz", "")
NUMPY = (".npz", ".npy")
PARQUET = (".parquet", ".pq")


def open_source(log: object, joints: Sequence[str], count: int, topic: str, name: str) -> Source:
    """A file or an object with columns; ``joints`` and ``topic`` are for ROS bags."""
    if not isinstance(log, (str, os.PathLike)):
        return open_arrays(name, log)
    path = Path(log)
    try:
        bag, ending = is_bag(path), path.suffix.lower()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TextError(f"{place_of(path)} cannot be read: {reason}") from None
    if bag:
        return open_bag(path, joints, count, topic)
    if ending in NUMPY:
        return open_numpy(path)
    if ending in PARQUET:
        return ParquetLog.open(path)
    if ending in TEXTS or path.is_dir() or not path.exists():
        return CsvLog.open(path)
    raise TextError(
        f"{place_of(path)}: expected a log in .csv (also .csv.gz), .parquet, .npz, .npy, "
        "or a ROS bag"
    )
