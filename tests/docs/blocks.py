"""The fenced blocks of a page, and what running them shows.

A ``console`` block holds commands after ``$`` with what they print; ``…`` on a line of its own
stands for lines left out, within a line for text left out. A block with a ``title`` is a file that
the page's later commands find. What Python prints stands in a ``text`` block right after it.
"""

import io
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from torsor.cli.main import run

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^( *)(`{3,})([^\n]*)\n(.*?)^\1\2 *$", re.M | re.S)
NOT_RUN = "<!-- not run -->"
WIDTH = "100"
VARIES = re.compile(r"relative error \S+|Pinocchio [\d.]+|\d+ (?=steps|evaluations)")
"""What another machine or another version of a peer prints differently."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the file it stands for, its text, and what comes before."""

    page: str
    line: int
    language: str
    title: str
    text: str
    before: str

    @property
    def runs(self) -> bool:
        return not self.before.rstrip().endswith(NOT_RUN)

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def label(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    found = []
    end = 0
    for match in FENCE.finditer(text):
        language, _, rest = match[3].strip().partition(" ")
        title = re.search(r'title="([^"]+)"', rest)
        inner = re.sub(rf"^{match[1]}", "", match[4], flags=re.M)
        line = text.count("\n", 0, match.start()) + 1
        before = text[end : match.start()]
        found.append(Block(label(page), line, language, title[1] if title else "", inner, before))
        end = match.end()
    return found


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Each command of a console block with what it is said to print."""
    for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
        lines = part.split("\n")
        command = lines.pop(0)
        while command.endswith("\\"):
            command = command[:-1] + lines.pop(0).strip()
        yield command, "\n".join(lines)


def can_run(command: str) -> bool:
    """Torsor's own commands always; building what it writes needs a compiler."""
    return command.startswith("torsor ") or all(
        map(shutil.which, (command.split(maxsplit=1)[0], "cc"))
    )


def printed_by(command: str, folder: Path) -> str:
    """What a command prints, on both streams, in a folder."""
    words = shlex.split(command)
    if words[0] != "torsor":
        done = subprocess.run(
            words,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout
    printed = io.StringIO()
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = WIDTH
    try:
        with chdir(folder), redirect_stdout(printed), redirect_stderr(printed):
            run(words[1:])
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
    return printed.getvalue()


def same(shown: str, printed: str) -> bool:
    """Whether a text is what was printed, but for what it leaves out."""
    pattern = ""
    for line in _lines(shown):
        if line.strip() == "…":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            parts = re.split(r" *… *", line)
            pattern += r"[^\n]*?".join(_aligned(part) if parts[1:] else re.escape(part)
                                       for part in parts) + r"\n"  # fmt: skip
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _lines(printed))) is not None


def _aligned(text: str) -> str:
    """A piece of a line in which something is left out: its columns may stand otherwise."""
    return " +".join(map(re.escape, re.split(r" {2,}", text)))


def _lines(text: str) -> list[str]:
    text = VARIES.sub("", text).strip("\n")
    return [line.rstrip() for line in text.split("\n")] if text.strip() else []
