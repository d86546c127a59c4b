"""Generated files into a folder: all of them or none, and never over what is not ours."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError, TorsorError, shown
from torsor.program.targets.head import MARK

PRODUCTS = {"build", "target", "Cargo.lock", "__pycache__", "node_modules"}
"""What building the generated files leaves beside them."""

LOOKED_AT = 4096
"""The mark stands within so many bytes of a file's beginning."""


@validate_call
def write_folder(
    folder: str | os.PathLike[str], files: Mapping[str, str], force: bool = False
) -> list[Path]:
    """Write the files; a folder with foreign files is refused unless ``force`` is given."""
    if not os.fspath(folder):
        raise ArgumentValueError("folder is empty; expected the path of a folder")
    folder = Path(folder)
    if not force:
        foreign = _foreign(folder, files)
        if foreign:
            raise TorsorError(
                f"{shown(str(folder), 200)} holds {shown(foreign, 80)}, which Torsor did not "
                "write; give another folder, or --force to write there all the same"
            )
    try:
        new = not folder.exists()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TorsorError(f"{shown(str(folder), 200)} cannot be written: {reason}") from None
    if not new and not folder.is_dir():
        raise TorsorError(f"{shown(str(folder), 200)} is a file; expected a folder to write to")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _put(folder, files)
    except (OSError, ValueError) as error:
        if new and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
        reason = getattr(error, "strerror", None) or str(error)
        raise TorsorError(f"{shown(str(folder), 200)} cannot be written: {reason}") from None
    return [folder / name for name in files]


def _foreign(folder: Path, files: Mapping[str, str]) -> str:
    """The first thing in the folder that is not ours, if any."""
    inner = {str(Path(name).parent) for name in files} - {"."}
    try:
        for found in sorted(folder.iterdir()) if folder.is_dir() else []:
            if found.name in PRODUCTS:
                continue
            if found.is_dir() and not found.is_symlink() and found.name in inner:
                for deeper in sorted(found.iterdir()):
                    if not _ours(deeper):
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
        return MARK.encode() in file.read(LOOKED_AT)


def _put(folder: Path, files: Mapping[str, str]) -> None:
    """Every file is written beside its place first; should moving fail, all is put back."""
    beside = Path(tempfile.mkdtemp(dir=folder, prefix=".torsor-"))
    moved: list[tuple[Path, Path]] = []
    made: list[Path] = []
    try:
        for i, (name, text) in enumerate(files.items()):
            with (beside / f"new{i}").open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            if (folder / name).is_dir():
                raise IsADirectoryError(0, f"{name} is a folder")
        for i, name in enumerate(files):
            place, old = folder / name, beside / f"old{i}"
            if not place.parent.exists():
                place.parent.mkdir()
                made.append(place.parent)
            moved.append((place, old))
            if place.exists() or place.is_symlink():
                place.rename(old)
            (beside / f"new{i}").rename(place)
    except BaseException:
        for place, old in reversed(moved):
            place.unlink(missing_ok=True) if not old.exists() else old.replace(place)
        for parent in reversed(made):
            parent.rmdir()
        raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)
