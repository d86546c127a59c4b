"""The architecture page shows the rooms as they are, and names files that exist."""

from __future__ import annotations

import re
from pathlib import Path

from docs.make_rooms import PICTURE, layers, picture

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "torsor"
PAGE = ROOT / "docs" / "architecture.md"
MOST_FILES, MOST_LINES = 17, 350


def test_the_picture_is_of_these_rooms() -> None:
    assert PICTURE.read_text("utf-8") == picture()
    told = {room for row in layers() for room in row}
    there = {p.stem for p in SOURCE.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    assert told == there - {"__init__", "__main__", "library"}


def test_every_file_that_the_page_names_exists() -> None:
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)*(?:/|\.py|\.ts))`", PAGE.read_text("utf-8"))
    assert len(named) > 30
    homes = (SOURCE, ROOT, ROOT / "web")
    known = [name for name in named if not any((home / name).exists() for home in homes)]
    assert [n for n in known if not list(SOURCE.rglob(n))] == []


def test_rooms_fit_on_a_screen_and_files_in_one_sitting() -> None:
    full = {
        folder.relative_to(SOURCE).as_posix(): len(list(folder.glob("*.py")))
        for folder in [SOURCE, *SOURCE.rglob("*/")]
        if folder.name != "cli" and len(list(folder.glob("*.py"))) > MOST_FILES
    }
    assert full == {}
    lengths = {p: len(p.read_text("utf-8").splitlines()) for p in SOURCE.rglob("*.py")}
    assert {p.name: n for p, n in lengths.items() if n > MOST_LINES} == {}
