"""No word of a printed report lies over another one, or beyond a margin.

``TORSOR_PROVE=all`` takes every library robot, symbolic and with its published numbers; an ordinary
run a few.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.reporting.boxes import beyond, collisions, lone_lines
from tests.reporting.reports import pages

import torsor
from torsor.document.blocks import Document, Paragraph, Table
from torsor.reporting import Wanted, compose
from torsor.reporting.report_files import to_pdf

ALL = os.environ.get("TORSOR_PROVE") == "all"
PUBLISHED = tuple(n for n in torsor.library_names() if torsor.load(n).values)
CASES = (
    [*((name, False) for name in torsor.library_names()), *((name, True) for name in PUBLISHED)]
    if ALL else [("scara", False), ("ur5e", True)]
)  # fmt: skip


@pytest.mark.parametrize(("robot", "published"), CASES)
def test_words_do_not_collide_and_keep_to_the_margins(
    robot: str, published: bool, tmp_path: Path
) -> None:
    sections = () if ALL else ("robot", "kinematics", "forces", "base", "symbols")
    shown = compose(robot, Wanted(published=published, sections=sections))
    for number, page in enumerate(pages(to_pdf(shown), tmp_path), 1):
        assert not collisions(page), number
        assert not beyond(page), number
        assert not lone_lines(page), number


def test_a_collision_and_a_word_in_the_margin_would_be_found(tmp_path: Path) -> None:
    text = ("a word that is far too long for its column",)
    narrow = Table("", (("a",), ("b",)), ((text, text),), (0.5, 0.5))
    plain = Document("t", (Paragraph(text), narrow))
    (page,) = pages(to_pdf(plain), tmp_path)
    assert not collisions(page)
    assert not beyond(page)
    first = page[0]
    moved = (first[0] + 3, first[1] + 1, first[2] + 3, first[3] + 1, "over")
    assert collisions([*page, moved])
    assert beyond([(520.0, 100.0, 560.0, 110.0, "wide")])
