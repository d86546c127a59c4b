"""Users see what they saw: commands, formats, JSON, exit status, help and public names.

Where this fails and the change is meant, write the recording anew (``python -m
tests.recording.record``) in a commit that says why.
"""

from __future__ import annotations

import os

import pytest
from tests.recording.cases import pages
from tests.recording.record import SEEN, answers, entry, recorded

import torsor


@pytest.mark.parametrize("page", pages())
def test_users_see_what_they_saw(page: str) -> None:
    kept = recorded(page)
    prove = os.environ.get("TORSOR_PROVE") == "all"
    for line, status, texts in answers(page, slow=prove):
        again = f"if it is meant: python -m tests.recording.record {page}"
        assert entry(line, status, texts) == kept.get(str(line)), again


def test_public_names_are_the_same() -> None:
    assert public_names() == (SEEN / "names.txt").read_text("utf-8")


def public_names() -> str:
    rows = []
    for name in sorted({*torsor.__all__, "draw", "report"}):
        value = getattr(torsor, name)
        members = (
            [n for n in dir(value) if not n.startswith("_")] if isinstance(value, type) else []
        )
        rows.append(" ".join([name, *members]))
    return "\n".join(rows) + "\n"
