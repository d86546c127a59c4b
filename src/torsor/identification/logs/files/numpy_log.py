"""Logs in NumPy's files: named arrays in a .npz, a record array in a .npy."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from torsor.errors import TextError, TorsorError
from torsor.formats.load import place_of
from torsor.identification.logs.files.array_log import ArrayLog, open_arrays
from torsor.identification.logs.files.source import LARGEST


def open_numpy(path: Path) -> ArrayLog:
    """The arrays of a file; never an object that would have to be unpickled."""
    file = place_of(path)
    try:
        with path.open("rb") as stream:
            if path.suffix.lower() == ".npy":
                array = _read_array(file, stream, path.stat().st_size)
                if not array.dtype.names:
                    raise TextError(
                        f"{file}: an array without names; expected a record array with t, q, tau, "
                        "or a .npz with arrays of these names"
                    )
                return open_arrays(file, array)
            return open_arrays(file, _read_archive(file, stream))
    except TorsorError:
        raise
    except Exception as error:  # a damaged file ends in any of a dozen ways
        reason = (getattr(error, "strerror", None) or str(error) or "damaged").splitlines()[0]
        raise TextError(f"{file} cannot be read as NumPy's: {reason[:200]}") from None


def _read_archive(file: str, stream: BinaryIO) -> dict[str, Any]:
    found = {}
    with zipfile.ZipFile(stream) as archive:
        members = [m for m in archive.infolist() if m.filename.endswith(".npy")]
        if sum(member.file_size for member in members) > LARGEST:
            raise TextError(f"{file}: larger than {LARGEST // 1_000_000} MB when unpacked, refused")
        for member in members:
            with archive.open(member) as inner:
                array = _read_array(file, inner, member.file_size)
            found[member.filename.removesuffix(".npy")] = array
    if not found:
        raise TextError(f"{file}: no arrays in it")
    return found


def _read_array(file: str, stream: Any, size: int) -> Any:
    """An array no larger than its file."""
    version = np.lib.format.read_magic(stream)
    read_header = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }.get(version)
    if read_header is None:
        raise TextError(f"{file}: written in version {version} of NumPy's format; expected 1 or 2")
    shape, in_columns, dtype = read_header(stream)
    if dtype.hasobject:
        raise TextError(f"{file}: has an array of Python objects, which are not read")
    count = 1
    for entry in shape:
        count *= entry
    if min(shape, default=1) < 0 or count * dtype.itemsize > min(size, LARGEST):
        raise TextError(f"{file}: an array of the shape {shape} is more than the file holds")
    content = stream.read(count * dtype.itemsize)
    array = np.frombuffer(content, dtype, count)
    return array.reshape(shape, order="F" if in_columns else "C")
