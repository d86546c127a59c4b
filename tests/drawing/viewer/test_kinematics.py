"""The page moves a robot as the compiled kinematics do, every frame of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import torsor
from torsor.drawing.scene.lengths import offsets

RNG = np.random.default_rng(17)
URDF = Path("examples/arm.urdf")


def _slid(open_page, robot, values=None):
    """Postures set by the sliders, with the frames on the stage and those of the compiled robot."""
    page = open_page(torsor.draw(robot, values=values, viewer=True), 420, 300)
    arm = torsor.compile(robot, values)
    labels = page.page.locator(".slider .name").all_text_contents()
    for _ in range(4):
        limits = page.ask(
            "[...document.querySelectorAll('.slider input')].map(i => [+i.min, +i.max])"
        )
        q = np.array([RNG.uniform(low, high) for low, high in limits])
        for label, value in zip(labels, q, strict=True):
            page.slide(label, float(value))
        yield page.places(), arm, q
    assert page.complaints == []


def _compare(open_page, robot, values=None):
    for places, arm, q in _slid(open_page, robot, values):
        for link in range(1, robot.frames + 1):
            assert places[link] == pytest.approx(arm.forward_kinematics(q, link=link), abs=1e-6)
        assert places[-1] == pytest.approx(arm.forward_kinematics(q), abs=1e-6)


@pytest.mark.parametrize("name", ["puma560", "rttrr", "stanford"])
def test_sliders_move_the_robot_as_its_kinematics_do(open_page, name):
    robot = torsor.load(name)
    lengths = dict.fromkeys(n for length in offsets(robot) for n in length.names())
    _compare(open_page, robot, {n: 0.2 + 0.1 * k for k, n in enumerate(lengths)})


def test_an_arm_from_a_urdf_moves_as_its_kinematics_do(open_page):
    _compare(open_page, torsor.load(URDF))


def test_coupled_joints_move_together(open_page):
    joints = [
        {"kind": "R", "axis": "z"},
        {"kind": "R", "axis": "y", "offset": [1, 0, "1/2"], "moves": "q2 - q1"},
        {"kind": "T", "axis": "x", "offset": [0, 1, 0], "moves": "2*q2 + q1"},
    ]
    _compare(open_page, torsor.load({"name": "coupled", "joint": joints}))
