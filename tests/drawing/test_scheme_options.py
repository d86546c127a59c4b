"""What a scheme shows on request, on which page, how large, and under which names."""

from __future__ import annotations

import io
import re
import subprocess
import time
from dataclasses import replace
from shutil import which

import numpy as np
import pytest
from lxml import etree
from PIL import Image
from tests.drawing.picture_geometry import overlapping_labels, struck_labels, text

import torsor
import torsor.drawing
from torsor.drawing.palette import DARK, LIGHT
from torsor.errors import TorsorError

SVG = "{http://www.w3.org/2000/svg}"


BALL = {"mass": 5, "com": [0.5, 0, 0], "inertia": [0.02, 0.02, 0.02, 0, 0, 0]}


def texts(drawing, kind):
    return [text(label) for label in drawing.labels if label.kind == kind]


def test_origins_at_one_point_have_one_name_with_all_their_numbers():
    drawing = torsor.drawing.scheme("stanford", show="origins")
    assert texts(drawing, "origin") == ["O0,1", "O2", "O3,4,5,6"]
    assert not texts(torsor.drawing.scheme("stanford"), "origin")


def test_the_origin_of_a_frame_is_where_kinematics_says_whatever_joints_stand_aside():
    drawing = torsor.drawing.scheme("planar2r", values={"l1": 1, "l2": 1}, show=["origins"])
    dots = [s for s in drawing.shapes if s.kind == "mark"]
    q1, q2 = drawing.q
    arm = [(0, 0, 0), (np.cos(q1), np.sin(q1), 0)]
    arm.append((arm[1][0] + np.cos(q1 + q2), arm[1][1] + np.sin(q1 + q2), 0))
    for dot, point in zip(dots, arm, strict=True):
        middle = np.mean([p for _, points in dot.path[1:] for p in points[-1:]], axis=0)
        at = np.array(point) * drawing.scale
        assert np.allclose(middle, (drawing.view.right @ at, -drawing.view.up @ at), atol=1e-6)


def test_mass_centres_are_at_their_numbers_and_on_the_link_without_any():
    known = {"l1": 1, "l2": 1, "rx1": 0.25, "ry1": 0, "rz1": 0}
    drawing = torsor.drawing.scheme("planar2r", values=known, to_scale=True, show="masses")
    assert texts(drawing, "mass") == ["C1", "C2"]
    first, second = (s for s in drawing.shapes if s.kind == "mark" and s.fill == "body")
    for disc, link, part in ((first, 2, 0.25), (second, "tool", 0.5)):
        middle = np.mean([p for _, points in disc.path[1:] for p in points[-1:]], axis=0)
        a, b = np.array(drawing.links[link])
        assert np.allclose(middle, a + part * (b - a), atol=1e-6)


def test_every_link_has_its_number_in_a_ring_and_gravity_its_arrow():
    drawing = torsor.drawing.scheme("puma560", show=("links", "gravity"))
    assert texts(drawing, "link") == list("0123456")
    assert sum(s.kind == "ring" for s in drawing.shapes) == 7
    assert texts(drawing, "gravity") == ["g"]


def test_a_uniform_ball_has_a_round_ellipsoid():
    robot = torsor.load(
        {
            "name": "ball",
            "joint": [{"kind": "R", "axis": "y", "link": BALL}],
            "tool": {"offset": [1, 0, 0]},
        }
    )
    drawing = torsor.drawing.scheme(robot, show="ellipsoids")
    (outline,) = (s for s in drawing.shapes if s.kind == "ellipsoid")
    points = np.array([p for _, points in outline.path[1:] for p in points[-1:]])
    radii = np.linalg.norm(points - points.mean(axis=0), axis=1) / drawing.scale
    assert radii == pytest.approx(np.sqrt(5 * 0.02 / (2 * 5)))  # I = 2/5 m r²


@pytest.mark.parametrize("name", ["puma560", "rttrr", "panda"])
def test_labels_stay_clear_with_everything_shown(name):
    drawing = torsor.drawing.scheme(name, show="origins,links")
    assert not overlapping_labels(drawing)
    assert {kind for _, kind in struck_labels(drawing)} <= {"ring"}


def test_two_axes_of_each_frame_and_none_of_y():
    drawing = torsor.drawing.scheme("rttrr", frames="xz")
    assert {name[0] for name in texts(drawing, "axis")} == {"x", "z"}


def colours(drawing):
    root = etree.fromstring(drawing.svg.encode())
    return {e.get(part) for e in root.iter(f"{SVG}path") for part in ("fill", "stroke")}


def test_dark_pages_have_light_lines_and_transparent_ones_either():
    light = torsor.drawing.scheme("scara")
    dark = torsor.drawing.scheme("scara", dark=True)
    assert set(LIGHT.colours.values()) & colours(light) and "black" not in colours(dark)
    assert DARK.colours["ink"] in colours(dark)
    either = torsor.drawing.scheme("scara", transparent=True)
    assert "currentColor" in colours(either) and "prefers-color-scheme: dark" in either.svg
    root = etree.fromstring(either.svg.encode())
    assert root.find(f"{SVG}rect") is None
    for page, drawing in ((255, light), (21, dark)):
        corner = Image.open(io.BytesIO(drawing.content(".png"))).convert("RGB").getpixel((2, 2))
        assert corner[0] == page
    clear = Image.open(io.BytesIO(either.content(".png"))).convert("RGBA")
    assert clear.getpixel((2, 2))[3] == 0 and clear.getextrema()[3][1] == 255


def test_every_colour_can_be_told_from_its_page():
    """At least 4.5 to 1, what WCAG asks of letters, on both pages."""

    def luminance(colour):
        known = {"white": "#ffffff", "black": "#000000"}.get(colour, colour).lstrip("#")
        known = "".join(2 * c for c in known) if len(known) == 3 else known
        parts = [int(known[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for palette in (LIGHT, DARK):
        page = luminance(palette.page)
        for name, colour in palette.colours.items():
            low, high = sorted((page, luminance(colour)))
            assert name == "body" or (high + 0.05) / (low + 0.05) >= 4.5, (name, colour)


def test_sizes_in_pixels_millimetres_and_dots():
    drawing = torsor.drawing.scheme("planar2r")
    wide = Image.open(io.BytesIO(drawing.content(".png", width=800)))
    assert wide.width == 800
    printed = Image.open(io.BytesIO(drawing.content(".png", width="90mm", dpi=300)))
    assert printed.width == pytest.approx(90 / 25.4 * 300, abs=1.5)
    root = etree.fromstring(drawing.content(".svg", width="5in"))
    assert float(root.get("width")) == 480
    page = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+)", drawing.content(".pdf", width="100mm"))
    assert float(page[1]) == pytest.approx(100 / 25.4 * 72, abs=0.1)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"width": "wide"}, "^width: expected pixels"),
        ({"width": "-3mm"}, "^width: expected pixels"),
        ({"width": 3}, "expected 16 to 12000"),
        ({"width": "3000mm", "dpi": 2400}, "expected 16 to 12000"),
        ({"width": 800, "dpi": 300}, "^dpi: a PNG 800 pixels wide has its size"),
        ({"dpi": 5000}, "dpi"),
    ],
)
def test_sizes_that_cannot_be_are_told_in_a_sentence(given, says):
    with pytest.raises(TorsorError, match=says):
        torsor.drawing.scheme("planar2r").content(".png", **given)


@pytest.mark.parametrize("printed", ["θ2", "θ₂", "θ_2", "theta2", "q2"])
def test_a_coordinate_goes_by_its_printed_name_too(printed):
    assert torsor.draw("scara", posture={printed: "45deg"}).q[1] == pytest.approx(np.pi / 4)


def test_slides_lengths_and_limits_go_by_their_printed_names():
    assert torsor.draw("scara", posture={"d₃": 0.4}).q[2] == 0.4
    assert torsor.draw("rttrr", posture={"d₂": 0.4}, notation="spong").q[1] == 0.4
    assert torsor.draw("panda", values={"d_f": 0.3}, to_scale=True).values["df"] == 0.3
    assert torsor.draw("rttrr", values={"l₂": 0.3}, to_scale=True).values["l2"] == 0.3


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"posture": {"θ₇": 1}}, "'θ₇' is not among q1 to q4"),
        ({"posture": {"θ2": 1, "q2": 1}}, "q2 is given twice, as 'θ2' and as 'q2'"),
        ({"values": {"d_f": 1}}, "'d_f' is not among the symbols"),
        ({"show": "origin"}, "show: 'origin' is not among .* did you mean 'origins'"),
    ],
)
def test_names_that_are_none_are_told_in_a_sentence(given, says):
    with pytest.raises(TorsorError, match=says):
        torsor.draw("scara", **given)


@pytest.mark.skipif(which("pdftotext") is None, reason="poppler is not here")
def test_a_name_with_tags_quotes_and_scripts_is_text_in_svg_and_pdf(tmp_path):
    hostile = "<script>alert('1')</script> \"&amp; x₂"
    robot = replace(torsor.load("planar2r"), name=hostile)
    drawing = torsor.draw(robot)
    root = etree.fromstring(drawing.svg.encode())
    assert root.find(f"{SVG}title").text == f"Kinematic scheme of {hostile}"
    assert not list(root.iter(f"{SVG}script")) and "<script" not in drawing.svg
    named = replace(drawing, labels=(replace(drawing.labels[0], spans=(
        torsor.drawing.shapes.Span(hostile),)),))  # fmt: skip
    named.save(tmp_path / "a.pdf")
    told = subprocess.run(
        ["pdftotext", "-raw", "a.pdf", "-"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "<script>alert('1')</script> \"&amp;" in " ".join(told.split())


def test_thumbnails_are_small_quick_and_have_no_words():
    for name in ("puma560", "planar2r", "cartesian"):
        small = torsor.drawing.thumbnail(name)
        assert small.box == (0, 0, 160, 120) and not small.labels
        points = np.concatenate([torsor.drawing.shapes.trace_outline(s) for s in small.shapes])
        assert points.min() > 2 and (points < (158, 118)).all()
        assert min(s.width for s in small.shapes if s.kind == "link") >= 0.9
        assert len(small.svg) < 12_000
    assert torsor.draw("rttrr", thumbnail=True).box[2:] == (160, 120)
    with pytest.raises(TorsorError, match="view does not go with a thumbnail"):
        torsor.draw("rttrr", thumbnail=True, view="iso")


def test_a_slide_pulled_out_a_million_metres_and_a_tree_of_forty_are_drawn_in_seconds():
    begun = time.process_time()
    far = torsor.draw("rttrr", posture={"q2": 1e6})
    assert far.box[3] > 1e7 and len(far.svg) < 100_000
    with pytest.raises(TorsorError, match="expected 16 to 12000 on each side"):
        far.content(".png")
    joints = [
        {"kind": "R", "axis": "zyx"[k % 3], "offset": ["l1", 0, "l2"], "parent": (k + 1) // 2}
        for k in range(40)
    ]
    tree = torsor.draw({"name": "tree", "joint": joints})
    assert len(tree.bodies) == 40 and not overlapping_labels(tree)
    assert time.process_time() - begun < 30


def test_a_length_that_is_a_number_has_its_unit():
    drawn = torsor.draw("Rz(q1) tx(0.3) Rz(q2) tx(l2) Rz(q3) tx(-0.25)")
    told = {"".join(span.text for span in label.spans) for label in drawn.labels}
    assert {"0.3 m", "l2"} <= told
    assert "0.3" not in told


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("unit", [1e300, 1e-300, -1.0, 0.0])
def test_a_unit_that_nothing_can_be_drawn_with_is_told_in_a_sentence(unit):
    with pytest.raises(TorsorError, match="unit: expected a length from 1e-06 to 1e"):
        torsor.drawing.scheme("planar2r", unit=unit)


@pytest.mark.filterwarnings("error")
def test_lengths_beyond_all_squares_are_told_in_a_sentence():
    for robot in ("Rz(q1) tx(1e200) Rz(q2) tx(l2)", "tx(q1) tx(1e400) Rz(q2)"):
        with pytest.raises(TorsorError, match=r"has a length above 1e\+30, which cannot be drawn"):
            torsor.draw(robot)
    assert torsor.draw("Rz(q1) tx(1e20) Rz(q2) tx(1e-20)").box[2] < 1000
