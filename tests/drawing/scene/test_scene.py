"""The scene of a robot: geometry, ranges, bodies and joints that stand apart."""

from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pytest

import torsor
from torsor.drawing.scene.bodies import equivalent_ellipsoid
from torsor.drawing.scene.data import scene_data
from torsor.drawing.scene.scene import scene_of
from torsor.errors import RobotError

WITH_JOINTS = [name for name in torsor.library_names() if name != "rv1a-paper"]


@pytest.mark.parametrize("name", WITH_JOINTS)
def test_every_library_robot_is_plain_data(name):
    data = scene_data(scene_of(name))
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert len(data["bones"]) == len(torsor.load(name).joints)
    for one in data["coordinates"]:
        assert one["lower"] <= one["value"] <= one["upper"]


def test_an_ellipsoid_has_the_inertia_it_was_made_from():
    rng = np.random.default_rng(3)
    points = rng.normal(size=(40, 3)) @ np.diag([0.3, 0.2, 0.05])
    points -= points.mean(axis=0)
    second = points.T @ points
    I = np.trace(second) * np.eye(3) - second
    shape = equivalent_ellipsoid(40.0, [I[i, j] for i, j in ((0, 0), (1, 1), (2, 2))]
                                 + [I[0, 1], I[0, 2], I[1, 2]])  # fmt: skip
    a, b, c = shape.half_axes
    own = 40.0 / 5 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b])
    assert np.allclose(shape.R @ own @ shape.R.T, I)
    assert np.linalg.det(shape.R) == pytest.approx(1)


def test_a_sphere_is_round_and_a_point_has_no_ellipsoid():
    assert equivalent_ellipsoid(2.0, [0.8, 0.8, 0.8, 0, 0, 0]).half_axes == pytest.approx((1,) * 3)
    assert equivalent_ellipsoid(2.0, [0.0] * 6) is None


def test_limits_are_the_robots_own_and_a_full_turn_elsewhere():
    panda = scene_of("panda").coordinates
    puma = scene_of("planar2r").coordinates
    assert not puma[0].limited
    assert (puma[0].lower, puma[0].upper) == (-math.pi, math.pi)
    robot = torsor.load(
        {
            "name": "geared",
            "joint": [
                {"kind": "R", "axis": "z", "limits": {"lower": "-90deg", "upper": "45deg"}},
                {"kind": "T", "axis": "x", "moves": "2*q2", "limits": {"lower": -1, "upper": 3}},
            ],
        }
    )
    one, two = scene_of(robot).coordinates
    assert (one.lower, one.upper) == pytest.approx((-math.pi / 2, math.pi / 4))
    assert (two.lower, two.upper, two.kind) == (-0.5, 1.5, "T")
    assert all(c.kind == "R" for c in panda)


def test_bodies_without_numbers_are_left_out_and_values_bring_them():
    assert scene_of("planar2r").bodies == ()
    values = {"l1": 1, "l2": 1, "m1": 2, "rx1": 0.5, "ry1": 0, "rz1": 0}
    (body,) = scene_of("planar2r", values).bodies
    assert (body.link, body.mass, body.com, body.ellipsoid) == (1, 2.0, (0.5, 0.0, 0.0), None)
    assert all(body.ellipsoid for body in scene_of("ur5e").bodies)


def test_names_are_printed_as_the_notation_has_them():
    assert [c.label for c in scene_of("scara").coordinates] == ["θ₁", "θ₂", "d₃", "θ₄"]
    assert next(c.label for c in scene_of("rttrr", notation="spong").coordinates) == "θ₁"


def test_joints_that_share_a_point_stand_apart_at_any_posture():
    rng = np.random.default_rng(5)
    for name in ("puma560", "stanford", "rv1a", "iiwa", "rttrr"):
        scene = scene_of(name)
        for _ in range(10):
            q = [rng.uniform(c.lower, c.upper) for c in scene.coordinates]
            places = scene.skeleton.places(q)
            middles = [
                scene.arrangement.body(b.number, places[b.number]) for b in scene.skeleton.bones
            ]
            gaps = [np.linalg.norm(a - b) for a, b in itertools.pairwise(middles)]
            assert min(gaps) > 0.15 * scene.unit, name


def test_trees_fixed_joints_and_oblique_axes_are_scenes():
    robot = torsor.load(
        {
            "name": "tree",
            "joint": [
                {"kind": "R", "axis": [0, 0.6, 0.8]},
                {"kind": "F", "axis": "z", "offset": [0, 0, 1]},
                {"kind": "T", "axis": "x", "parent": 1, "offset": [1, 0, 0]},
            ],
        }
    )
    data = scene_data(scene_of(robot))
    assert [b["parent"] for b in data["bones"]] == [0, 1, 1]
    assert data["bones"][1]["shift"] == 0


def test_two_hundred_joints_are_a_scene_and_bodies_alone_are_none():
    chain = " ".join(f"R{'zyx'[k % 3]}(q{k + 1}) tx(0.1)" for k in range(200))
    assert len(scene_of(chain).skeleton.bones) == 200
    with pytest.raises(RobotError, match="nothing to draw"):
        scene_of("rv1a-paper")
