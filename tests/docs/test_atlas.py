"""The page of the atlas says what the atlas says: every row is derived anew."""

from __future__ import annotations

import os

import pytest

from docs import make_atlas

ALL = os.environ.get("TORSOR_PROVE") == "all"
JOINTS = (1, 2, 3, 4, 5) if ALL else (1, 2, 3, 4)


@pytest.fixture(scope="module")
def page() -> str:
    return make_atlas.PAGE.read_text("utf-8")


@pytest.mark.parametrize("joints", JOINTS)
def test_every_finding_is_true(page: str, joints: int) -> None:
    assert make_atlas.count_row(joints) in page
    counts = make_atlas.finding_counts(joints)
    for (sentence, where), count in zip(make_atlas.FINDINGS, counts, strict=True):
        (row,) = [line for line in page.splitlines() if line.startswith(f"| {sentence} |")]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[1] == f"`{where}`"
        assert int(cells[1 + joints]) == count
    assert all(line in page for line in make_atlas.name_lines(joints))
    assert joints == 1 or f"{joints} joints: {make_atlas.shortest(joints)}" in page


def test_every_robot_is_the_structure_that_the_page_says(page: str) -> None:
    rows = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    assert rows == [n for n in make_atlas.library_names() if n != "rv1a-paper"]
    assert all(make_atlas.robot_row(name) in page for name in rows)
