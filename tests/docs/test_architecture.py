"""The architecture page shows the rooms as they are, and names files that exist."""

from __future__ import annotations

import re
from pathlib import Path

from docs.make_rooms import PICTURE, layers, picture

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "torsor"
PAGE = ROOT / "docs" / "architecture.md"


def test_the_picture_is_of_these_rooms() -> None:
    assert PICTURE.read_text("utf-8") == picture()
    told = {room for row in layers() for room in row}
    there = {p.stem for p in SOURCE.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    assert told == there - {"__init__", "__main__", "library"}


def test_every_file_that_the_page_names_exists() -> None:
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)*(?:/|\.py))`", PAGE.read_text("utf-8"))
    assert len(named) > 30
    known = [name for name in named if not (SOURCE / name).exists()]
    assert [n for n in known if not list(SOURCE.rglob(n))] == []
