"""Every input that ever broke something, read again.

A file is called after the reader it is for: ``expression-huge-power.txt``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .readers import READERS, judged

FOUND = sorted((Path(__file__).parent / "found").iterdir())


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.stem)
def test_what_once_broke_something_breaks_nothing(file: Path) -> None:
    reader = file.name.partition("-")[0]
    text = file.read_bytes().decode("utf-8", "surrogateescape")
    assert not judged(reader, text)


def test_there_is_something_to_replay_for_every_reader_but_names() -> None:
    assert {file.name.partition("-")[0] for file in FOUND} >= set(READERS) - {"name", "hypothesis"}
