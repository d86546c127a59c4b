"""Every URDF of example-robot-data: it agrees with Pinocchio, or is refused for a stated reason.

Serial arms are judged at several states here and at a hundred by ``make docs``, which writes the
table of ``docs/real-robots.md``; ``TORSOR_PROVE=all`` judges everything at a hundred states.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.formats.arms import (
    FILES,
    TOLERANCE,
    compared,
    label,
    moving_ends,
    mujoco_error,
    tip_of,
)
from tests.formats.random_urdf import random_urdf

import torsor
from torsor import TorsorError
from torsor.formats.urdf.writer import write_urdf

ALL = os.environ.get("TORSOR_PROVE") == "all"
STATES = 100 if ALL else 2
REFUSED = {
    "alex/alex_psyonic_hands": "it follows 'index_q1', and no joint is called so",
    "hector/quadrotor_base": "it has no joint that moves",
    "iris/iris_simple": "it has no joint that moves",
    "ur/ur3": "no <link> in it",
}
READ = [file for file in FILES if label(file) not in REFUSED]
SERIAL = [file for file in READ if moving_ends(file) == 1]
TREES = [file for file in READ if moving_ends(file) > 1]


def test_there_is_every_file_of_the_collection() -> None:
    assert len(FILES) >= 60
    assert len(SERIAL) >= 20


def test_the_page_of_real_robots_has_every_file_and_no_larger_error() -> None:
    """``make docs`` writes it; each file agrees there or is refused for the reason given here."""
    page = (Path(__file__).parents[2] / "docs" / "real-robots.md").read_text("utf-8")
    page, _, through_mujoco = page.partition("\n## MJCF\n")
    assert through_mujoco
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    found = {row[0]: row for row in rows if "/" in row[0]}
    assert set(found) == {label(file) for file in FILES}, "run `make docs`"
    for name, row in found.items():
        if name in REFUSED:
            assert REFUSED[name] in " ".join(row).replace("\\<", "<")
        else:
            assert max(float(row[3]), float(row[4])) < TOLERANCE
            assert row[5].startswith("refuses it: ") or float(row[5]) < TOLERANCE
            assert int(row[2]) >= 100 or int(row[1]) > 12


@pytest.mark.parametrize("file", [f for f in FILES if label(f) in REFUSED], ids=label)
def test_a_file_that_is_refused_is_refused_for_a_stated_reason(file: Path) -> None:
    with pytest.raises(TorsorError, match=REFUSED[label(file)]) as refusal:
        torsor.load(file)
    assert f"{file.name}:" in str(refusal.value)


@pytest.mark.parametrize("file", SERIAL, ids=label)
def test_a_serial_arm_as_written_agrees_with_pinocchio(file: Path) -> None:
    robot = torsor.load(file, exact_angles=False)
    assert compared(file, robot, tip_of(file), STATES).largest < TOLERANCE


@pytest.mark.parametrize("file", SERIAL, ids=label)
def test_a_serial_arm_as_written_agrees_with_mujoco(file: Path) -> None:
    robot = torsor.load(file, exact_angles=False)
    error = mujoco_error(file, robot, STATES)
    if isinstance(error, str):
        pytest.skip(f"MuJoCo refuses the file: {error}")
    assert error < TOLERANCE


@pytest.mark.parametrize("file", SERIAL, ids=label)
def test_a_snapped_arm_agrees_with_pinocchio_reading_what_is_written(
    file: Path, tmp_path: Path
) -> None:
    robot = torsor.load(file)
    (tmp_path / "snapped.urdf").write_text(write_urdf(robot), "utf-8")
    assert compared(tmp_path / "snapped.urdf", robot, "tool", STATES).largest < TOLERANCE


@pytest.mark.parametrize("file", TREES if ALL else TREES[::5], ids=label)
def test_a_tree_kept_whole_agrees_with_pinocchio(file: Path) -> None:
    tip = tip_of(file)
    robot = torsor.load(file, exact_angles=False, tip=tip, rest="kept")
    assert compared(file, robot, tip, 5 if ALL else 1).largest < TOLERANCE


@pytest.mark.parametrize("file", TREES if ALL else TREES[::5], ids=label)
def test_a_tree_lumped_into_a_chain_agrees_with_pinocchio(file: Path) -> None:
    """Only the chain's joints move in Pinocchio's tree; its forces there are the chain's."""
    tip = tip_of(file, coupled=False)
    robot = torsor.load(file, exact_angles=False, tip=tip)
    assert all(joint.parent == i for i, joint in enumerate(robot.joints))
    assert compared(file, robot, tip, 5 if ALL else 1).largest < TOLERANCE


@pytest.mark.parametrize("seed", range(100))
def test_a_random_urdf_survives_torsor(seed: int, tmp_path: Path) -> None:
    """Pinocchio says the same of the file, of the robot read and of the file written."""
    file, again = tmp_path / "random.urdf", tmp_path / "again.urdf"
    file.write_text(random_urdf(seed), "utf-8")
    robot = torsor.load(file, exact_angles=False)
    tip = tip_in(file, robot)
    assert compared(file, robot, tip, 2).largest < TOLERANCE
    again.write_text(write_urdf(robot), "utf-8")
    assert compared(again, robot, "tool", 2).largest < TOLERANCE
    back = torsor.load(again, exact_angles=False)
    assert back.structure == robot.structure
    assert compared(file, back, tip, 2).largest < TOLERANCE


def tip_in(file: Path, robot: torsor.Robot) -> str:
    """The last end of the file on the last moving joint, found without Torsor's reader."""
    from lxml import etree

    joints = etree.parse(file).getroot().findall("joint")
    ends = {j.find("child").get("link") for j in joints} - {
        j.find("parent").get("link") for j in joints
    }
    above = {j.find("child").get("link"): j for j in joints}

    def carrier(link: str) -> str:
        while above[link].get("type") == "fixed":
            link = above[link].find("parent").get("link")
            if link not in above:
                return ""
        return str(above[link].get("name"))

    last = robot.joints[-1].name
    found = [j.find("child").get("link") for j in joints if j.find("child").get("link") in ends]
    return [link for link in found if carrier(link) == last][-1]
