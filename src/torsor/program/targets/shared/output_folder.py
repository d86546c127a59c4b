"""Generated files into a folder: all of them or none, and never over what is not ours."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from torsor import files as whole
from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError, TorsorError, shown
from torsor.program.targets.shared.file_header import MARK

PRODUCTS = {"build", "target", "Cargo.lock", "__pycache__", "node_modules"}
"""What building the generated files leaves beside them."""

LOOKED_AT = 4096
"""The mark stands within so many bytes of a file's beginning."""

OBJECT = b"\x7fELF"
LARGEST_OBJECT = 64 << 20
"""In an object, which begins so, it stands behind the code."""


@validate_call
def write_folder(
    folder: str | os.PathLike[str], files: Mapping[str, str | bytes], force: bool = False
) -> list[Path]:
    """Write the files; a folder with foreign files is refused unless ``force`` is given."""
    if not os.fspath(folder):
        raise ArgumentValueError("folder is empty; expected the path of a folder")
    folder = Path(folder)

    def refuse_foreign() -> None:
        foreign = "" if force else _foreign(folder, files)
        if foreign:
            raise TorsorError(
                f"{shown(str(folder), 200)} holds {shown(foreign, 80)}, which Torsor did not "
                "write; give another folder, or --force to write there all the same"
            )

    try:
        is_file = folder.exists() and not folder.is_dir()
    except (OSError, ValueError):
        is_file = False  # writing says what is wrong with it
    if is_file:
        raise TorsorError(f"{shown(str(folder), 200)} is a file; expected a folder to write to")
    return whole.write_folder(folder, files, refuse_foreign)


def _foreign(folder: Path, files: Mapping[str, str | bytes]) -> str:
    """The first thing in the folder that is not ours, if any."""
    inner = {str(Path(name).parent) for name in files} - {"."}
    try:
        for found in sorted(folder.iterdir()) if folder.is_dir() else []:
            if found.name in PRODUCTS or whole.leftover(found.name):
                continue
            if found.is_dir() and not found.is_symlink() and found.name in inner:
                for deeper in sorted(found.iterdir()):
                    if not (whole.leftover(deeper.name) or _ours(deeper)):
                        return f"{found.name}/{deeper.name}"
            elif not _ours(found):
                return found.name
    except OSError as error:
        raise TorsorError(f"{shown(str(folder), 200)} cannot be read: {error.strerror}") from None
    return ""


def _ours(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        begin = file.read(LOOKED_AT)
        if begin.startswith(OBJECT):
            begin += file.read(LARGEST_OBJECT)
        return MARK.encode() in begin
