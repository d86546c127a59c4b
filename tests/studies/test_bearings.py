"""Equivalent bearing loads are those of the hand formula, and of examples that can be checked."""

from __future__ import annotations

from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.studies.samples import BASE, change

import torsor
from torsor.errors import TorsorError
from torsor.motion.dynamics.bearings import Bearing
from torsor.studies.study_file import read_study

DEEP = {"X": 0.56, "Y": 1.6, "e": 0.27, "rating": 14000}


def test_a_load_in_steps_is_the_cubic_mean_by_turns() -> None:
    # textbook: P1 = 4 kN for 0.3 of the turns, 2 kN for 0.5, 6 kN for 0.2
    bearing = Bearing(rating=30_000.0)
    P = np.array([4000.0, 2000, 6000])
    speed, time = np.array([3.0, 10, 1]), np.array([1.0, 0.5, 2])  # turns 3 : 5 : 2
    found = bearing.mean(P, speed, time)
    assert found == pytest.approx((0.3 * 4000**3 + 0.5 * 2000**3 + 0.2 * 6000**3) ** (1 / 3))
    hours = bearing.life(np.array(3000.0), np.array(2 * pi * 1000 / 60))
    assert hours == pytest.approx(10**3 * 1e6 / 60 / 1000)  # L10h = (C/P)³ 10⁶ / 60 n


def test_the_axial_load_counts_above_e() -> None:
    bearing = Bearing(**DEEP)
    radial, axial = np.array([1000.0, 1000.0]), np.array([200.0, 500.0])
    assert bearing.equivalent(radial, axial, axial) == pytest.approx([1000, 560 + 800])
    crossed = Bearing(X=0.67, Y=0.67, e=1.5, below=0.45, diameter=0.1, exponent=10 / 3)
    found = crossed.equivalent(np.array([1000.0]), np.array([900.0]), np.array([25.0]))
    assert found == pytest.approx([1500 + 0.45 * 900])


def test_every_joint_s_load_is_that_of_its_reactions(tmp_path: Path) -> None:
    robot = {"name": "skew", "gravity": [0, 0, "-g"], "joint": [
        {"kind": "R", "axis": [0.6, 0, 0.8]},
        {"kind": "R", "axis": "y", "offset": ["l1", 0.1, 0]}]}  # fmt: skip
    link = {f"{s}{i}": 0.1 * i + 0.05 for s in ("rx", "ry", "rz") for i in (1, 2)}
    inertia = {f"I{e}{i}": x for e, x in zip(("xx", "yy", "zz", "xy", "xz", "yz"),
               (0.2, 0.3, 0.25, 0.01, 0.02, 0.03), strict=True) for i in (1, 2)}  # fmt: skip
    values = {"g": 9.81, "m1": 2, "l1": 0.4, **link, **inertia}
    study = change(
        robot=robot, factor=[{"name": "m2", "range": [1, 3]}], values=values,
        sampling={"kind": "random", "count": 3}, metrics=["equivalent_load", "bearing_life"],
        bearing={**DEEP, "diameter": 0.2},
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s")
    cycle = read_study(study).structures[0].cycle
    assert cycle is not None
    for k in range(3):
        arm = torsor.compile(robot, {**values, "m2": found["m2"][k]})
        f = arm.reactions(cycle.q, cycle.dq, cycle.ddq)
        for j, axis in ((0, np.array([0.6, 0, 0.8])), (1, np.array([0, 1.0, 0]))):
            force, moment = f[:, j, :3], f[:, j, 3:]
            axial = np.abs(force @ axis)
            radial = np.linalg.norm(np.cross(force, axis), axis=1)
            radial = radial + np.linalg.norm(np.cross(moment, axis), axis=1) * 2 / 0.2
            P = np.where(axial > 0.27 * radial, 0.56 * radial + 1.6 * axial, radial)
            speed = np.abs(cycle.dq[:, j])
            turned = np.trapezoid(speed, cycle.t)
            mean = (np.trapezoid(P**3 * speed, cycle.t) / turned) ** (1 / 3)
            assert found[f"equivalent_load{j + 1}"][k] == pytest.approx(mean, rel=1e-12)
            rate = turned / cycle.duration * 3600 / (2 * pi)
            life = (14000 / mean) ** 3 * 1e6 / rate
            assert found[f"bearing_life{j + 1}"][k] == pytest.approx(life, rel=1e-12)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"metrics": ["equivalent_load"]}, "equivalent_load needs a table [bearing]"),
        ({"metrics": ["bearing_life"], "bearing": {"X": 1}}, "needs the bearing's 'rating'"),
        ({"bearing": {"Z": 1}}, "unknown key 'Z'"),
        ({"bearing": {"diameter": 0}}, "expected a number above zero"),
        ({"bearing": {"Y": 1}}, "'e' and 'Y' go together"),
    ],
)
def test_a_bearing_that_is_not_told_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(TorsorError) as caught:
        read_study(change(**changes))
    assert told in str(caught.value)
    assert BASE["metrics"]
