"""Files written whole or not at all: the one place in which Torsor writes for a user.

A file is written beside its place under a name of ours and then put there, so that whoever looks
sees the old one or the new one. Signals wait until that is done. Links are followed, permissions
and owner kept; a device, a pipe or an open descriptor (``/dev/stdout``) is written into and never
replaced. While a temporary file lives its writer holds a lock on it; one that nobody holds is what
a killed run has left behind, and the next writer sweeps it away.
"""

from __future__ import annotations

import os
import re
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from torsor.errors import TorsorError, shown

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None

Content = bytes | str | Iterable[bytes]
LEFTOVER = re.compile(r"\.torsor-[0-9a-f]{16}\.tmp")
"""The names of temporary files."""

DEFERRED = ("SIGINT", "SIGTERM", "SIGHUP")
MOST_LINKS = 40
PLACES_OF_DESCRIPTORS = ("/dev/fd", "/proc/self/fd")


def write_file(path: str | os.PathLike[str], content: Content) -> None:
    """A file whole in its place, or the sentence that tells why not."""
    name = os.fspath(path)
    with _told(name):
        if is_stream(name):
            _write_into(name, content)
        else:
            write_files({Path(name): content})


def write_files(files: Mapping[Path, Content]) -> None:
    """Several regular files, all of them or none; the last is put in its place last."""
    staged: list[_Staged] = []
    with _signals_deferred():
        try:
            for path, content in files.items():
                staged.append(_Staged.beside(Path(os.path.realpath(path))))
                staged[-1].fill(content)
            for one in staged:
                one.put()
        except BaseException:
            for one in reversed(staged):
                one.put_back()
            raise
        finally:
            for one in staged:
                one.close()
            for folder in {one.place.parent for one in staged}:
                sweep(folder)


def write_folder(
    folder: Path, files: Mapping[str, Content], check: Callable[[], None] = lambda: None
) -> list[Path]:
    """Files into a folder, made if need be: all or none, one writer at a time.

    ``check`` is asked once the folder is ours alone, and may refuse.
    """
    with _told(str(folder)):
        made = _made(folder)
        try:
            with _locked(folder):
                check()
                for name in files:
                    if (folder / name).is_dir():
                        raise IsADirectoryError(0, f"{name} is a folder")
                    made += _made((folder / name).parent)
                write_files({folder / name: content for name, content in files.items()})
        except BaseException:
            for one in reversed(made):
                with suppress(OSError):
                    one.rmdir()
            raise
    return [folder / name for name in files]


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a place that cannot be written before the work begins."""
    name = os.fspath(path)
    with _told(name):
        if is_stream(name):
            return
        place = Path(os.path.realpath(name))
        if place.is_dir():
            raise IsADirectoryError(0, "it is a directory")
        if not place.parent.is_dir():
            raise FileNotFoundError(0, "there is no such directory")
        if not os.access(place.parent, os.W_OK | os.X_OK):
            raise PermissionError(0, "its directory cannot be written to")


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether a path is something to write into: a device, a pipe, a socket or a descriptor."""
    try:
        mode = Path(path).stat().st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or _descriptor(path) is not None


def suffix_of(path: str | os.PathLike[str], of_streams: str) -> str:
    """The suffix that tells a format; what is written into may have none and takes a usual one."""
    found = Path(path).suffix.lower()
    if found:
        return found
    try:
        return of_streams if is_stream(path) else ""
    except (OSError, ValueError):
        return ""


def leftover(name: str) -> bool:
    """Whether a file's name is one of our temporary files."""
    return LEFTOVER.fullmatch(name) is not None


def sweep(folder: Path) -> None:
    """Remove temporary files whose writers are gone."""
    if fcntl is None:
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for path in [entry.path for entry in entries if leftover(entry.name)]:
            with suppress(OSError):
                # What is no file of this user's is not looked into; a pipe would keep us waiting.
                handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
                try:
                    seen = os.fstat(handle)
                    if stat.S_ISREG(seen.st_mode) and seen.st_uid == os.getuid():
                        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                        Path(path).unlink()
                finally:
                    os.close(handle)


@dataclass
class _Staged:
    """A new file beside its place, locked; ``old`` is another name of what was there."""

    place: Path
    path: Path
    handle: int
    old: Path | None = None
    done: bool = False

    @classmethod
    def beside(cls, place: Path) -> _Staged:
        if place.is_dir():
            raise IsADirectoryError(21, os.strerror(21))
        if place.exists() and not place.is_file():
            raise FileExistsError(17, f"{place.name} is no file")
        mode = place.stat().st_mode & 0o777 if place.exists() else 0o666
        while True:
            path = _fresh(place.parent)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(path, flags, mode)
            if fcntl is not None:
                with suppress(OSError):  # a file system may have no locks
                    fcntl.flock(handle, fcntl.LOCK_EX)
            if os.fstat(handle).st_nlink:  # else it was swept before it was locked
                return cls(place, path, handle)
            os.close(handle)

    def fill(self, content: Content) -> None:
        with os.fdopen(os.dup(self.handle), "wb") as file:
            _pour(file, content)
            file.flush()
            os.fsync(file.fileno())
        if self.place.exists():
            was = self.place.stat()
            if hasattr(os, "fchown"):
                with suppress(OSError):  # only root may give a file to its owner
                    os.fchown(self.handle, was.st_uid, was.st_gid)
            self.path.chmod(was.st_mode & 0o777)

    def put(self) -> None:
        if self.place.exists():
            old = _fresh(self.place.parent)
            try:
                os.link(self.place, old)
            except OSError:  # a file system without second names
                self.place.replace(old)
            self.old = old
        self.path.replace(self.place)
        self.done = True

    def put_back(self) -> None:
        with suppress(OSError):
            if self.old is not None:
                self.old.replace(self.place)
            elif self.done:
                self.place.unlink()

    def close(self) -> None:
        os.close(self.handle)
        for rest in (self.path, self.old):
            if rest is not None:
                with suppress(OSError):
                    rest.unlink()


def _fresh(folder: Path) -> Path:
    return folder / f".torsor-{os.urandom(8).hex()}.tmp"


def _pour(file: BinaryIO, content: Content) -> None:
    if isinstance(content, str):
        content = content.encode()
    if isinstance(content, bytes):
        file.write(content)
    else:
        for part in content:
            file.write(part)


def _write_into(path: str, content: Content) -> None:
    number = _descriptor(path)
    if number is None:
        handle = os.open(path, os.O_WRONLY)  # a pipe waits for its reader here
    else:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        handle = os.dup(number)
    with os.fdopen(handle, "wb") as file:
        _pour(file, content)


def _descriptor(path: str | os.PathLike[str]) -> int | None:
    """The number of an open descriptor that a path stands for, as ``/dev/stdout`` does."""
    place = Path(path).absolute()
    for _ in range(MOST_LINKS):
        own = (*PLACES_OF_DESCRIPTORS, f"/proc/{os.getpid()}/fd")
        if place.name.isdecimal() and str(place.parent) in own:
            return int(place.name)
        try:
            place = Path(os.path.normpath(place.parent / place.readlink()))
        except OSError:
            return None
    return None


def _made(folder: Path) -> list[Path]:
    """Make a folder and those above it; the ones that are new."""
    lacking = []
    while not folder.exists():
        lacking.append(folder)
        folder = folder.parent
    for one in reversed(lacking):
        one.mkdir(exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(20, os.strerror(20))
    return lacking[::-1]


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """The folder for this writer alone; others wait."""
    if fcntl is None:
        yield
        return
    while True:
        folder.mkdir(parents=True, exist_ok=True)  # another writer may have taken it away again
        handle = os.open(folder, os.O_RDONLY)
        with suppress(OSError):  # a file system may have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        if folder.exists() and os.path.samestat(os.fstat(handle), folder.stat()):
            break
        os.close(handle)
    try:
        yield
    finally:
        os.close(handle)


@contextmanager
def _signals_deferred() -> Iterator[None]:
    """What would end the program waits until a file is in its place or gone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {}
    for name in DEFERRED:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not None:
            before[number] = signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


@contextmanager
def _told(path: str) -> Iterator[None]:
    """What the system refuses, in a sentence; a reader that went away is the caller's matter."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        if isinstance(error, TorsorError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise TorsorError(f"{shown(path, 200)} cannot be written: {reason}") from None
