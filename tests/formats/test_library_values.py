"""The library's numbers are the published ones: judged by Pinocchio in the publishers' frames."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from functools import cache
from math import radians
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from tests.formats import published as data

import torsor
from torsor.mechanics.kinematics import transform

G = 9.80665
PANDA = "panda_description/urdf/panda.urdf"
PUBLISHED = {
    "iiwa": data.iiwa(data.IIWA14),
    "iiwa14": data.iiwa(data.IIWA14),
    "iiwa7": data.iiwa(data.IIWA7),
    **{name: data.universal(name) for name in data.UR},
    "puma560": data.puma(),
}
WITH_VALUES = [name for name in torsor.library_names() if torsor.load(name).values]
BREAKS_THE_TRIANGLE = {("puma560", 3)}  # as published


def panda() -> str:
    """The URDF of example-robot-data without the hand."""
    places = [
        Path(folder) / "cmeel.prefix/share/example-robot-data/robots" / PANDA for folder in sys.path
    ]
    for file in (place for place in places if place.exists()):
        root = ET.parse(file).getroot()
        for element in list(root):
            if re.search("finger|hand", element.get("name", "")) or element.tag == "transmission":
                root.remove(element)
            for part in [*element.findall("visual"), *element.findall("collision")]:
                element.remove(part)
        return ET.tostring(root, encoding="unicode")
    pytest.skip("example-robot-data is not installed")


@cache
def truth(name: str) -> Any:
    model = pin.buildModelFromXML(panda() if name == "panda" else PUBLISHED[name])
    model.gravity.linear = np.array([0, 0, -G])
    return model


@cache
def model(name: str) -> Any:
    return torsor.derive(torsor.load(name).with_payload("none"))


def values(name: str) -> dict[str, Any]:
    return {k: str(v) for k, v in torsor.load(name).numbers.items()}


def state(name: str, q: Any, dq: Any, ddq: Any) -> dict[str, Any]:
    moving = {"q": q, "dq": dq, "ddq": ddq}
    return values(name) | {
        f"{s}{k}": float(e) for s, row in moving.items() for k, e in enumerate(row, 1)
    }


def theirs(name: str, q: Any) -> Any:
    """The publisher's coordinates: theta3 of the PUMA paper is q3 - 180 degrees."""
    return q - np.array([0, 0, np.pi, 0, 0, 0]) if name == "puma560" else q


def test_every_robot_with_numbers_is_judged_here() -> None:
    assert {*PUBLISHED, "panda"} == set(WITH_VALUES)


@pytest.mark.parametrize("name", WITH_VALUES)
def test_driving_forces_are_those_of_the_published_robot(name: str) -> None:
    rng = np.random.default_rng(11)
    other = truth(name)
    for _ in range(5):
        q, dq, ddq = rng.uniform(-2, 2, (3, other.nv))
        wanted = pin.rnea(other, other.createData(), theirs(name, q), dq, ddq)
        found = [e.evaluate(state(name, q, dq, ddq)) for e in model(name).tau]
        assert np.abs(found - wanted).max() <= 1e-10 * max(1, np.abs(wanted).max())


@pytest.mark.parametrize("name", WITH_VALUES)
def test_the_last_joint_is_where_the_publisher_has_it(name: str) -> None:
    """Both chains place the last axis alike; frames may differ by a turn and a shift about it."""
    rng = np.random.default_rng(12)
    other = truth(name)
    at_base, along = [], []
    for _ in range(5):
        q = rng.uniform(-2, 2, other.nv)
        pinned = other.createData()
        pin.forwardKinematics(other, pinned, theirs(name, q))
        placed = pinned.oMi[other.njoints - 1]
        frame = transform(model(name).chain, other.nv).matrix
        numbers = state(name, q, q * 0, q * 0)
        ours = np.array(
            [[e if isinstance(e, int) else e.evaluate(numbers) for e in row] for row in frame],
            float,
        )
        assert np.allclose(ours[:3, 2], placed.rotation[:, 2], atol=1e-12)
        at_base.append(placed.translation - ours[:3, 3])
        along.append(ours[:3, 2])
    # The difference is a constant along the base's z and a constant along the last axis.
    columns = [np.tile([0, 0, 1], 5), np.concatenate(along)]
    matrix, difference = np.array(columns).T, np.concatenate(at_base)
    shifts, *_ = np.linalg.lstsq(matrix, difference, rcond=None)
    assert np.allclose(matrix @ shifts, difference, atol=1e-12)


@pytest.mark.parametrize("name", WITH_VALUES)
def test_every_inertia_is_one_that_a_rigid_body_can_have(name: str) -> None:
    numbers = {k: float(v.constant) for k, v in torsor.load(name).numbers.items()}
    for i in range(1, len(torsor.load(name).joints) + 1):
        if f"Ixx{i}" not in numbers:
            assert (name, i) == ("puma560", 1)
            continue
        xx, yy, zz, xy, xz, yz = (numbers[f"I{e}{i}"] for e in ("xx", "yy", "zz", "xy", "xz", "yz"))
        low, middle, high = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        assert low > 0
        assert (low + middle >= high) != ((name, i) in BREAKS_THE_TRIANGLE)
        assert numbers[f"m{i}"] > 0


@pytest.mark.parametrize("name", data.ARTICLE)
def test_the_article_of_universal_robots_says_the_same_in_its_standard_frames(name: str) -> None:
    numbers = {k: float(v.constant) for k, v in torsor.load(name).numbers.items()}
    a = (0, numbers["a2"], numbers["a3"], 0, 0, 0)
    for i, (mass, centre) in enumerate(data.ARTICLE[name], 1):
        alpha = radians(data.ARTICLE_ALPHA[i - 1])
        x, y, z = centre
        cosine, sine = np.cos(alpha), np.sin(alpha)
        ours = (x + a[i - 1], y * cosine - z * sine, y * sine + z * cosine)
        assert numbers[f"m{i}"] == mass
        found = [numbers[f"r{e}{i}"] for e in "xyz"]
        assert np.allclose(found, ours, atol=1e-15)


def test_gravity_of_the_puma_has_the_constants_that_the_paper_prints() -> None:
    """Its gravity constants: g1 = -37.2, g2 = -8.44, g3 = 1.02, g4 = 0.249, g5 = -0.0282 N m."""
    zero = np.zeros(6)
    g = {}
    for label, q2, q3 in (("right", 0, -np.pi / 2), ("up", -np.pi / 2, 0), ("both", 0, 0)):
        q = np.array([0, q2, q3 + np.pi, 0, 0, 0])
        g[label] = [e.evaluate(state("puma560", q, zero, zero)) for e in model("puma560").tau]
    # tau2 = g1 c2 + g2 s23 + g3 s2 + g4 c23 + g5 (s23 c5 + c23 c4 s5); tau3 without g1 and g3.
    assert g["both"][1] - g["both"][2] == pytest.approx(-37.2, abs=0.05)
    assert g["right"][2] == pytest.approx(8.44 + 0.0282, abs=0.06)
    assert g["up"][1] - g["up"][2] == pytest.approx(-1.02, abs=0.01)
    assert g["both"][2] == pytest.approx(0.249, abs=0.001)


def test_a_robot_without_published_numbers_has_none() -> None:
    for name in ("scara", "stanford", "rv1a", "rttrr", "cartesian"):
        assert torsor.load(name).values == ()


@pytest.mark.parametrize("name", torsor.library_names())
def test_every_robot_has_a_group_and_every_number_a_source(name: str) -> None:
    robot = torsor.load(name)
    assert robot.group
    assert all(given.source for given in robot.values)
