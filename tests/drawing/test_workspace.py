"""What the tool reaches, against what is known of these arms."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import torsor
from torsor.drawing import Plot, workspace

PI = np.pi


def outline(plot: Plot, panel: int = 0) -> list[NDArray[np.float64]]:
    """The loops of a panel's region."""
    (region,) = (p for p in plot.figure.axes[panel].patches if p.get_facecolor()[3])
    return region.get_path().to_polygons()


def test_two_links_reach_the_ring_between_their_difference_and_their_sum() -> None:
    plot = workspace("planar2r", {"l1": 1, "l2": 0.6})
    assert len(plot.figure.axes) == 1, "the plane of the arm, and no other view"
    outer, inner = sorted(outline(plot), key=lambda loop: -np.ptp(loop[:, 0]))
    assert np.abs(np.hypot(*outer.T) - 1.6).max() < 2e-3
    assert np.abs(np.hypot(*inner.T) - 0.4).max() < 2e-3
    for loop, radius in ((outer, 1.6), (inner, 0.4)):
        assert np.median(np.abs(np.hypot(*loop.T) - radius)) < 1e-6
        assert np.ptp(np.arctan2(*loop.T)) > 6.2, "all around"


def test_the_puma_reaches_a_sphere_bored_along_its_first_axis() -> None:
    numbers = torsor.load("puma560").numbers
    a2, a3, d3, d4 = (float(numbers[n]) for n in ("a2", "a3", "d3", "d4"))
    stretched = a2 + np.hypot(a3, d4)
    plot = workspace("puma560")
    section = max(outline(plot), key=len)
    r, z = section.T
    assert r.min() == pytest.approx(d3, abs=1e-4)
    assert r.max() == pytest.approx(np.hypot(stretched, d3), abs=1e-4)
    assert np.abs(z).max() == pytest.approx(stretched, abs=1e-3)
    outer = r > d3 + 0.02
    shoulder = np.hypot(np.sqrt(r[outer] ** 2 - d3**2), z[outer])
    assert np.abs(shoulder - stretched).max() < 1e-3
    told = plot.figure.get_supxlabel().splitlines()
    assert told == [
        f"Reaches r from {d3:.4g} to {np.hypot(stretched, d3):.4g} m, "
        f"z from −{stretched:.4g} to {stretched:.4g} m.",
        "Every joint turns fully: no limits are known or given.",
        "The triangle is the base, circles are turning joints, the dot is the tool.",
    ]
    steps = [np.diff(axis.get_ticklocs()) for a in plot.figure.axes for axis in (a.xaxis, a.yaxis)]
    assert np.ptp(np.concatenate(steps)) < 1e-9, "one step on every scale"
    wall = section[np.abs(r - d3) < 0.01]
    assert np.abs(wall[np.abs(wall[:, 1]) < 0.8, 0] - d3).max() < 2e-4, "no specks on it"


def test_a_scara_reaches_what_its_limits_let_it() -> None:
    numbers = {"a1": 0.3, "a2": 0.25, "d1": 0.4}
    limits = {"q1": ("-120deg", "120deg"), "q2": ("-140deg", "140deg"), "q3": (0, 0.2)}
    plot = torsor.draw("scara", workspace=True, values=numbers, limits=limits)
    nearest = np.sqrt(0.3**2 + 0.25**2 + 2 * 0.3 * 0.25 * np.cos(np.radians(140)))
    (section,) = outline(plot)
    low, high = section.min(axis=0), section.max(axis=0)
    np.testing.assert_allclose(low, (nearest, 0.2), atol=1e-3)
    np.testing.assert_allclose(high, (0.55, 0.4), atol=1e-3)
    (above,) = outline(plot, 1)
    angle = np.degrees(np.abs(np.arctan2(above[:, 1], above[:, 0])))
    straight = np.hypot(*above.T) > 0.549
    assert angle[straight].max() == pytest.approx(120, abs=4), "stretched, it turns so far"
    note = plot.figure.get_supxlabel()
    assert "$q_{1}$ −120° to 120°, $q_{2}$ −140° to 140°, $q_{3}$ 0 to 0.2 m" in note
    limits_told, marks_told = note.splitlines()[-2:]
    assert limits_told.endswith("$q_{4}$ turns fully.")
    assert "squares are sliding joints" in marks_told


def test_the_robots_own_limits_are_kept() -> None:
    robot = torsor.load(
        {"name": "arm", "joint": [{"kind": "R", "axis": "z", "limits": {"lower": -1, "upper": 0.5}},
                                  {"kind": "T", "axis": "x", "offset": [0.2, 0, 0],
                                   "limits": {"lower": 0, "upper": 0.3}}]}
    )  # fmt: skip
    (region,) = outline(torsor.draw(robot, workspace=True))
    r, angle = np.hypot(*region.T), np.arctan2(region[:, 1], region[:, 0])
    assert (r.min(), r.max()) == (pytest.approx(0.2, abs=1e-3), pytest.approx(0.5, abs=1e-3))
    assert (angle.min(), angle.max()) == (pytest.approx(-1, abs=5e-3), pytest.approx(0.5, abs=5e-3))


def test_slides_reach_a_box() -> None:
    plot = workspace("cartesian", {}, [(0, 3), (0, 4), (-1, 2)])
    (above,) = outline(plot, 1)
    np.testing.assert_allclose(above.min(axis=0), (0, 0), atol=0.02)
    np.testing.assert_allclose(above.max(axis=0), (3, 4), atol=0.02)
    assert "z from −1 to 2 m" in plot.figure.get_supxlabel()


def test_a_tool_that_keeps_to_a_curve_has_its_curve() -> None:
    plot = workspace("Rz(q1) tx(0.5)")
    points = np.concatenate([np.asarray(x.get_xydata()) for x in plot.figure.axes[0].lines
                             if x.get_marker() == "." or x.get_linestyle() == "-"])  # fmt: skip
    far = points[np.hypot(*points.T) > 0.4]
    assert np.abs(np.hypot(*far.T) - 0.5).max() < 5e-3
    assert np.ptp(np.arctan2(*far.T)) > 6.2


def test_the_robot_stands_in_both_views_within_what_it_reaches() -> None:
    plot = workspace("panda")
    from matplotlib.path import Path

    for panel, axes in enumerate(plot.figure.axes):
        (tool,) = [x for x in axes.lines if x.get_marker() == "o" and x.get_markersize() == 5.5]
        regions = [Path(loop) for loop in outline(plot, panel)]
        inside = sum(region.contains_point(tool.get_xydata()[0]) for region in regions)
        assert inside % 2 == 1
        assert sum(x.get_marker() == "o" for x in axes.lines) >= 2, "joints"
