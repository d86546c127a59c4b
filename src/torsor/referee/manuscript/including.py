"""Files that a .tex file includes: those of its own folder, within bounds, and no others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from torsor.referee.manuscript.stream import MacroError
from torsor.referee.manuscript.traced import Source, Traced, trace

TOTAL = 4_000_000
"""Included files of more bytes than this, all together, are not read."""


@dataclass
class Includer:
    """Reads included files from a folder; each is blanked of its comments by ``prepare``."""

    folder: Path | None
    prepare: Callable[[Source], str]
    read_so_far: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    """Names that were refused before, and why."""

    def read(self, name: str) -> Traced:
        """The text of an included file; refused with the reason if it may not be read."""
        if name in self.refused:
            raise MacroError(self.refused[name])
        try:
            return self._find(name)
        except MacroError as error:
            self.refused[name] = str(error)
            raise

    def _find(self, name: str) -> Traced:
        if self.folder is None:
            raise MacroError("is not read: the folder of the text is not known")
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or not name or "\0" in name or ":" in name:
            raise MacroError("is not read: it is outside of the folder of the text")
        home = self.folder.resolve()
        for suffix in ("", ".tex") if path.suffix else (".tex", ""):
            file = home / f"{path}{suffix}"
            try:
                real = file.resolve()
                if not real.is_file():
                    continue
            except OSError:
                continue
            if not real.is_relative_to(home):
                raise MacroError("is not read: it is outside of the folder of the text")
            return self._read(real, f"{path}{suffix}")
        raise MacroError("is not there")

    def _read(self, file: Path, name: str) -> Traced:
        try:
            self.read_so_far += file.stat().st_size
            if self.read_so_far > TOTAL:
                raise MacroError(f"is not read: more than {TOTAL // 1_000_000} MB are included")
            text = file.read_text("utf-8-sig", errors="replace")
        except OSError as error:
            raise MacroError(f"cannot be read: {error.strerror}") from None
        source = Source(name, text.replace("\r\n", "\n"))
        return trace(source, 0, self.prepare(source))
