"""Every scheme can be read: labels clear of lines, joints in the order of the chain, no dead ends.

What is asserted is seen on the picture: boxes of labels, strokes, outlines of joints' bodies.
"""

from __future__ import annotations

import os
import re
import subprocess
from itertools import combinations, pairwise
from shutil import which

import numpy as np
import pytest
from tests.drawing.picture_geometry import (
    covered_joints,
    overlapping_labels,
    parents_of,
    passed_joints,
    struck_labels,
)
from tests.drawing.random_chains import random_chain

import torsor
import torsor.drawing
from torsor.drawing.scene.joint_places import with_axes
from torsor.drawing.scene.scene import scene_of
from torsor.drawing.scene.skeleton import TOOL

ROBOTS = tuple(name for name in torsor.library_names() if name != "rv1a-paper")
CHAINS = 200 if os.environ.get("TORSOR_PROVE") == "all" else 24


def assert_clear(robot, drawing):
    assert not overlapping_labels(drawing)
    assert not struck_labels(drawing)
    assert not covered_joints(drawing)
    assert not passed_joints(drawing, parents_of(robot))


@pytest.mark.parametrize("name", ROBOTS)
def test_schemes_of_the_library_are_clear(name):
    robot = torsor.load(name)
    assert_clear(robot, torsor.drawing.scheme(robot))


@pytest.mark.parametrize("seed", range(CHAINS))
def test_schemes_of_random_chains_are_clear(seed):
    robot = torsor.load(random_chain(seed))
    assert_clear(robot, torsor.drawing.scheme(robot))


def test_a_stacked_view_is_not_clear_of_joints_but_its_labels_are():
    robot = torsor.load("iiwa")
    still = {f"q{k}": 0.0 for k in range(1, 8)}
    drawing = torsor.drawing.scheme(robot, view="top", posture=still)
    assert covered_joints(drawing)
    assert passed_joints(drawing, parents_of(robot))
    assert not overlapping_labels(drawing)


def ways_of(robot):
    """Every link's way in base axes, and how large a joint is."""
    scene = scene_of(robot, spread=0.4)
    places = with_axes(scene.skeleton, scene.skeleton.places(scene.posture))
    bones = (*scene.skeleton.bones, scene.skeleton.tool)
    ways = {b.number or TOOL: scene.arrangement.corners(b, places) for b in bones}
    return {b.number or TOOL: b.parent for b in bones}, ways, 0.4 * scene.unit


def overlap(leg, other):
    """How long two straight parts lie upon one another."""
    (a, b), (c, d) = leg, other
    long = np.linalg.norm(b - a)
    if long < 1e-9:
        return 0.0
    way = (b - a) / long
    at = [(p - a) @ way for p in (c, d)]
    aside = max(np.linalg.norm(p - a - t * way) for p, t in zip((c, d), at, strict=True))
    return max(0.0, min(long, max(at)) - max(0.0, min(at))) if aside < 1e-6 * long else 0.0


@pytest.mark.parametrize("robot", (*ROBOTS, *(random_chain(seed) for seed in range(40))))
def test_links_run_from_body_to_body_without_running_back(robot):
    parents, ways, size = ways_of(robot)
    for key, way in ways.items():
        if key != 1 and parents[key]:
            assert np.allclose(way[0], ways[parents[key]][-1]), key
    legs = [(key, leg) for key, way in ways.items() for leg in pairwise(way)]
    for (key, leg), (other, second) in combinations(legs, 2):
        assert overlap(leg, second) < 0.05 * size, (key, other)


@pytest.mark.parametrize(
    ("name", "at_one_point"),
    [("stanford", (3, 4, 5, 6)), ("puma560", (4, 5, 6)), ("iiwa", (5, 6, 7)), ("rv1a", (4, 5, 6))],
)
def test_the_link_passes_the_joints_of_a_wrist_in_their_order(name, at_one_point):
    """Stretched, so that the wrist's first and last axis are one line: 4, 5, 6 stand along it."""
    scene = scene_of(name, posture={"q5" if name != "iiwa" else "q6": 0.0}, spread=0.4)
    places = with_axes(scene.skeleton, scene.skeleton.places(scene.posture))
    axis = places[at_one_point[-1]].axis
    along = [float(scene.arrangement.body(n, places[n]) @ axis) for n in (*at_one_point, TOOL)]
    assert along == sorted(along) or along == sorted(along, reverse=True)
    assert min(abs(b - a) for a, b in pairwise(along)) > 0.3 * 0.4 * scene.unit


@pytest.mark.skipif(which("pdftotext") is None, reason="poppler is not here")
@pytest.mark.parametrize("name", ROBOTS)
def test_no_words_of_a_pdf_overlap(name, tmp_path):
    """The boxes are poppler's own, of the letters as they are typeset."""
    drawing = torsor.drawing.scheme(name)
    drawing.save(tmp_path / "a.pdf")
    told = subprocess.run(
        ["pdftotext", "-bbox", "a.pdf", "-"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = re.findall(r'xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<', told)
    words = [(np.array([float(e) for e in box]), word) for *box, word in found]
    assert len(words) >= len(drawing.labels)
    for (a, first), (b, second) in combinations(words, 2):
        over = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
        assert min(over) < 0.5, (first, second)
