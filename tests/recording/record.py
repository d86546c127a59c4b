"""Write the recording anew: ``python -m tests.recording.record [--whole FOLDER] [PAGE …]``.

With ``--whole`` every answer goes unshortened into a folder, to be compared between two checkouts.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.recording.cases import Line, lines, pages, prepare

import torsor
from torsor.cli.main import run

SEEN = Path(__file__).parent / "seen"
MOST_LINES, MOST_LETTERS, SHOWN = 14, 1500, 4
SECONDS = re.compile(r"\b\d+(\.\d+)?(e-\d+)? ?(ms|s\b|seconds)|\"seconds\": [\d.e-]+")
FLOAT = re.compile(r"(?<![\w.])-?\d+\.\d{9,}(e[+-]?\d+)?|(?<![\w.])-?\d\.\d+e[+-]\d+")
DATE = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]+ 20\d\d")


def normalised(text: str, folder: Path) -> str:
    """Without what differs between two runs: times, dates, versions, folders, last digits."""
    text = text.replace(str(folder), "FOLDER").replace(torsor.__version__, "VERSION")
    text = DATE.sub("DATE", SECONDS.sub("TIME", text))
    text = re.sub(r"(?<=\S) +TIME", " TIME", text)  # columns are as wide as the time needs
    return FLOAT.sub(_rounded, text)


def _rounded(match: re.Match[str]) -> str:
    number = float(match.group())
    return "0" if abs(number) < 1e-12 else f"{number:.8g}"


def answers(page: str, slow: bool) -> Iterator[tuple[Line, str, dict[str, str]]]:
    """Each command line of a page, its exit status, and what it printed and wrote."""
    with _folder(page) as folder:
        for line in lines(page):
            if slow or not line.slow:
                yield line, *_answer(line, folder)


@contextlib.contextmanager
def _folder(page: str) -> Iterator[Path]:
    before, columns = Path.cwd(), os.environ.get("COLUMNS")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        os.environ["COLUMNS"] = "100"
        os.chdir(folder)
        try:
            prepare(page, folder)
            yield folder
        finally:
            os.chdir(before)
            os.environ.pop("COLUMNS")
            if columns is not None:
                os.environ["COLUMNS"] = columns


def _answer(line: Line, folder: Path) -> tuple[str, dict[str, str]]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(list(line.words))
    found = {"": out.getvalue(), "complaint": err.getvalue()}
    if line.out is not None:
        path = folder / line.out
        files = sorted(path.rglob("*")) if path.is_dir() else [path] if path.exists() else []
        for file in files:
            if file.is_file():
                found[file.relative_to(folder).as_posix()] = file.read_text("utf-8")
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return f"exit {status}", {n: normalised(t, folder) for n, t in found.items() if t}


def entry(line: Line, status: str, texts: dict[str, str]) -> str:
    """What is kept of an answer: short ones whole, long ones by their beginning and digest."""
    kept = [f"$ {line}", f"  {status}{', slow' if line.slow else ''}"]
    for name, text in texts.items():
        rows = text.splitlines()
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        whole = len(rows) <= MOST_LINES and len(text) <= MOST_LETTERS
        if name or not whole:
            kept.append(f"  {name or 'printed'}: {len(rows)} lines, {digest}")
        if not name or (name == "complaint" and whole):
            kept += ["    | " + r[:100].rstrip() for r in (rows if whole else rows[:SHOWN])]
    return "\n".join(kept)


def recorded(page: str) -> dict[str, str]:
    """The entries of a page as they are kept, by command line."""
    text = (SEEN / f"{page}.txt").read_text("utf-8")
    return {e.splitlines()[0].removeprefix("$ "): e for e in text.strip().split("\n\n")}


def main() -> None:
    """Write the pages named, or all."""
    reader = argparse.ArgumentParser()
    reader.add_argument("pages", nargs="*", default=pages())
    reader.add_argument("--whole", type=Path)
    given = reader.parse_args()
    whole = given.whole.resolve() if given.whole else None
    for page in given.pages:
        entries = []
        for line, status, texts in answers(page, slow=True):
            entries.append(entry(line, status, texts))
            if whole is not None:
                slug = re.sub(r"[^\w.-]+", "_", str(line))
                for name, text in texts.items():
                    file = whole / page / slug / (name.replace("/", "_") or "printed")
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(text, "utf-8")
        if whole is None:
            SEEN.mkdir(exist_ok=True)
            (SEEN / f"{page}.txt").write_text("\n\n".join(entries) + "\n", "utf-8")
        print(page, len(entries), flush=True)


if __name__ == "__main__":
    main()
