"""Every serial arm of example-robot-data, written out by MuJoCo: it agrees or has a reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.formats.mujoco_arms import SERIAL, every_file, judged

ALL = os.environ.get("TORSOR_PROVE") == "all"
COUNT = 100 if ALL else 3
REASONS = {
    "finger_edu_description/robots/finger_edu.urdf": "positive eigenvalues",
    "ur_description/urdf/ur3.urdf": "no joint that moves",
}


@pytest.mark.parametrize("file", SERIAL)
def test_an_arm_moves_as_in_mujoco(file: str) -> None:
    row = judged(file, COUNT)
    assert REASONS.get(file, "") in row.refused
    assert bool(row.refused) == (file in REASONS)
    assert row.error < 1e-10


@pytest.mark.prove
@pytest.mark.skipif(not ALL, reason="the long proofs")
@pytest.mark.parametrize("file", sorted(set(every_file()) - set(SERIAL)) if ALL else [])
def test_any_robot_that_mujoco_writes_moves_as_in_mujoco(file: str) -> None:
    row = judged(file, 10)
    assert row.error < 1e-10
    assert not row.refused or row.by == "MuJoCo" or "no joint that moves" in row.refused


def test_the_page_of_real_robots_has_every_arm_and_no_larger_error() -> None:
    """``make docs`` writes it: each arm agrees with MuJoCo, or is refused by one of the two."""
    page = (Path(__file__).parents[2] / "docs" / "real-robots.md").read_text("utf-8")
    _, _, page = page.partition("<!-- written by MuJoCo -->")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    found = {row[0]: row[-1] for row in rows if "/" in row[0]}
    assert {name.rpartition("/")[2] for name in found} == {Path(file).stem for file in SERIAL}
    for told in found.values():
        assert told.startswith("refused by ") or float(told) < 1e-10
