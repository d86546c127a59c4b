"""A work's folder: a manifest that says what is in it, and the parts."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from torsor.errors import TorsorError, shown
from torsor.files import fcntl, leftover, sweep, write_file
from torsor.studies.errors import StudyError
from torsor.studies.execution.versions import compare_versions, find_versions
from torsor.studies.execution.work import Work
from torsor.studies.parts import PARTS, part_name

MANIFEST = "manifest.json"
MOST_BYTES = 200_000_000


def is_begun(folder: Path, work: Work) -> bool:
    """Whether this work was begun there; refused where anything else is."""
    if (folder / MANIFEST).exists():
        _compare(folder, read_manifest(folder), work)
        return True
    strangers = [p.name for p in folder.iterdir() if not leftover(p.name)]
    if strangers:
        raise StudyError(
            f"{shown(str(folder), 200)} is not empty and has no {MANIFEST} (there is "
            f"{shown(strangers[0])}); expected a new folder"
        )
    return False


def begin(folder: Path, work: Work) -> None:
    """Make the folder this work's."""
    write_manifest(folder, work, None)
    (folder / PARTS).mkdir(exist_ok=True)


def write_manifest(folder: Path, work: Work, parts: list[dict[str, object]] | None) -> None:
    """The manifest; the parts with their digests once all are there."""
    data = {
        "format": 1,
        "kind": work.kind,
        "digest": work.digest,
        "title": work.title,
        "rows": work.count,
        "part": work.part,
        "complete": parts is not None,
        "versions": find_versions(),
        "units": dict(work.units),
        "described": dict(work.data),
        "parts": parts or [],
    }
    text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    write_file(folder / MANIFEST, text)


def read_manifest(folder: Path) -> dict[str, object]:
    """The manifest of a folder."""
    path = folder / MANIFEST
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StudyError(f"{shown(str(folder), 200)} holds no study: no {MANIFEST}") from None
    except (OSError, ValueError, RecursionError):
        raise StudyError(f"{shown(str(path), 200)} cannot be read as a manifest") from None
    if not isinstance(found, dict) or found.get("format") != 1 or "described" not in found:
        raise StudyError(f"{shown(str(path), 200)} is not a manifest of Torsor's")
    return found


def _compare(folder: Path, manifest: Mapping[str, object], work: Work) -> None:
    told = shown(str(folder), 200)
    if manifest.get("kind") != work.kind:
        raise StudyError(f"{told} holds no {work.kind}: {shown(str(manifest.get('kind')))} is what "
                         "was begun there; expected a new folder")  # fmt: skip
    if manifest.get("digest") != work.digest:
        old = manifest["described"]
        # What is read from JSON is compared with what would be.
        new = json.loads(work.text)
        changed = [k for k in new if not isinstance(old, dict) or old.get(k) != new[k]]
        raise StudyError(
            f"{told} holds another {work.kind}: its {' and '.join(changed) or 'description'} "
            f"differ; expected a new folder, or the {work.kind} that was begun there"
        )
    if manifest.get("complete"):
        return
    before, now = manifest.get("versions"), find_versions()
    if before != now and isinstance(before, dict):
        raise StudyError(f"{told} was begun with {compare_versions(now, before)}, which is not "
                         "what is installed; expected the same, or a new folder")  # fmt: skip


def finish(folder: Path, work: Work) -> None:
    """Write the manifest with every part's digest."""
    parts: list[dict[str, object]] = []
    for part in range(work.parts):
        start, stop = work.stretch(part)
        content = (folder / part_name(part)).read_bytes()
        parts.append({
            "file": part_name(part), "first": start, "rows": stop - start,
            "sha256": hashlib.sha256(content).hexdigest(),
        })  # fmt: skip
    write_manifest(folder, work, parts)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """The folder for this run: a second one is told so. What killed writers left is swept away."""
    try:
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, os.strerror(13))
    except (OSError, ValueError) as error:  # a name may have what no file's can
        reason = getattr(error, "strerror", None) or str(error)
        raise TorsorError(f"{shown(str(folder), 200)} cannot be written: {reason}") from None
    try:
        if fcntl is not None:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StudyError(
                    f"{shown(str(folder), 200)}: another run is at work there"
                ) from None
            except OSError:  # a file system may have no locks
                pass
        sweep(folder)
        sweep(folder / PARTS)
        yield
    finally:
        if new:  # nothing was begun there
            with suppress(OSError):
                folder.rmdir()
        os.close(handle)
