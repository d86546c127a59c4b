"""Schemes are where the kinematics says, and can be read."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from lxml import etree

import torsor
import torsor.drawing
from torsor.algebra.scalars.floats import FloatScalars
from torsor.drawing.scene.view import VIEWS
from torsor.errors import TorsorError
from torsor.mechanics.chain import chain_of
from torsor.mechanics.kinematics import poses

SVG = "{http://www.w3.org/2000/svg}"
ROBOTS = tuple(name for name in torsor.library_names() if name != "rv1a-paper")
OTHERS = (
    "Rz(q1) tx(l1) Rx(30deg) tz(d2) Rz(q2) tx(l2) Rx(-40deg) Rz(q3) tx(l3)",  # oblique axes
    "Rz(q1) Ry(q2) Rx(q3) Rz(q4) Ry(q5)",  # all at one point
    "tz(q1) tz(q2) tz(q3)",
)
TREE = """
name = "tree"
joint = [
  { kind = "R", axis = "z" },
  { kind = "R", axis = "y", offset = [0, 0, "l1"] },
  { kind = "T", axis = "x", offset = ["l2", 0, 0], parent = 1 },
  { kind = "F", axis = "z", offset = [0, "b1", 0], parent = 3 },
  { kind = "R", axis = [0.6, 0.8, 0], offset = ["l3", 0, "l4 + d1/2"], parent = 2 },
]
tool = { offset = ["l5", 0, 0] }
"""


@pytest.fixture
def tree(tmp_path):
    path = tmp_path / "tree.toml"
    path.write_text(TREE)
    return str(path)


def frames_by_kinematics(name, drawing):
    """Every frame's origin and joint axis in base axes, by ``mechanics.kinematics.poses``."""
    robot = torsor.load(name)
    values = dict(drawing.values)
    values.update({f"q{k}": v for k, v in enumerate(drawing.q, 1)})
    values.update({f"{d}q{k}": 0.0 for k in range(1, robot.dof + 1) for d in ("d", "dd")})
    chain = chain_of(robot, FloatScalars(values))
    found = {}
    for frame, pose in poses(chain).items():
        number = len(chain.links) if frame == "tool" else frame
        axis = np.array([float(e) for e in chain.links[number - 1].axis]) if number else None
        if number:
            R = np.array([[float(e) for e in row] for row in poses(chain)[number].R])
            axis = R @ axis
        else:
            g = np.array([float(e) for e in chain.gravity])
            axis = g / np.linalg.norm(g)
        found[frame] = (np.array([float(e) for e in pose.p]), axis)
    return found


def assert_drawn_where_kinematics_says(name, drawing):
    known = frames_by_kinematics(name, drawing)
    for frame, mark in drawing.marks.items():
        origin, axis = known[frame]
        point = (origin + mark.shift * axis) * drawing.scale
        right, up = drawing.view.right @ point, drawing.view.up @ point
        assert np.allclose(mark.point, (right, -up), atol=1e-6), frame


def assert_no_labels_overlap(drawing):
    for a, b in combinations(drawing.labels, 2):
        apart = (
            a.box[2] <= b.box[0] or b.box[2] <= a.box[0]
            or a.box[3] <= b.box[1] or b.box[3] <= a.box[1]
        )  # fmt: skip
        assert apart, (a, b)


@pytest.mark.parametrize("name", (*ROBOTS, *OTHERS))
def test_frames_are_the_projection_of_their_origins_moved_along_their_axes(name):
    drawing = torsor.drawing.scheme(name)
    assert_drawn_where_kinematics_says(name, drawing)
    assert_no_labels_overlap(drawing)


def test_a_tree_with_a_fixed_joint_and_an_oblique_axis(tree):
    drawing = torsor.drawing.scheme(tree)
    assert_drawn_where_kinematics_says(tree, drawing)
    assert_no_labels_overlap(drawing)
    assert drawing.marks[4].kind == "F"


@pytest.mark.parametrize("view", (*VIEWS, "200,-35"))
def test_every_view_and_a_given_posture(view):
    posture = {"q1": 0.4, "q2": -1.1, "q3": 0.3}
    drawing = torsor.drawing.scheme("puma560", view=view, posture=posture)
    assert drawing.q[:3] == (0.4, -1.1, 0.3)
    assert_drawn_where_kinematics_says("puma560", drawing)
    assert_no_labels_overlap(drawing)


def test_joints_are_moved_only_where_frames_coincide():
    marks = torsor.drawing.scheme("trtrr").marks
    assert marks[3].shift == marks[4].shift == marks[5].shift == marks["tool"].shift == 0
    wrist = torsor.drawing.scheme("puma560").marks
    points = [np.array(wrist[i].point) for i in (4, 5, 6)]
    assert all(np.linalg.norm(a - b) > 25 for a, b in combinations(points, 2))


@pytest.mark.parametrize("name", ["iiwa", "stanford", "scara", OTHERS[1], OTHERS[2]])
def test_joints_at_one_point_are_seen_apart_in_the_zero_posture(name):
    dof = torsor.load(name).dof
    drawing = torsor.drawing.scheme(name, posture={f"q{k}": 0.0 for k in range(1, dof + 1)})
    assert_drawn_where_kinematics_says(name, drawing)
    joints = [np.array(m.point) for f, m in drawing.marks.items() if m.kind == "R"]
    assert all(np.linalg.norm(a - b) > 20 for a, b in combinations(joints, 2))


def test_views_are_the_usual_ones():
    from torsor.drawing.scene.view import view_at

    x, y, z = np.eye(3)
    assert np.allclose(view_at(*VIEWS["front"]).flat([y, z]), np.eye(2))
    assert np.allclose(view_at(*VIEWS["side"]).flat([x, z]), np.eye(2))
    assert np.allclose(view_at(*VIEWS["top"]).flat([x, y]), np.eye(2))
    lengths = np.linalg.norm(view_at(*VIEWS["iso"]).flat(np.eye(3)), axis=1)
    assert np.allclose(lengths, np.sqrt(2 / 3))
    assert np.allclose(view_at(*VIEWS["front"], gravity=(0, -1, 0)).flat([x, y]), np.eye(2))


def test_lengths_and_coordinates_are_written_in_the_robots_notation():
    def texts(drawing, kind):
        return {"".join(s.text for s in b.spans) for b in drawing.labels if b.kind == kind}

    drawing = torsor.drawing.scheme("rttrr")
    assert texts(drawing, "length") == {"l2", "l3", "l4", "l6"}
    assert texts(drawing, "coordinate") == {"q1", "q2", "q3", "q4", "q5"}
    assert texts(drawing, "axis") == {f"{a}{i}" for a in "xyz" for i in range(7)}
    spong = torsor.drawing.scheme("scara")
    assert texts(spong, "coordinate") == {"θ1", "θ2", "d3", "θ4"}
    bare = torsor.drawing.scheme("rttrr", labels=False, frames="none")
    assert not bare.labels
    numbers = torsor.drawing.scheme("rttrr", frames="numbers")
    assert texts(numbers, "number") == {f"{{{i}}}" for i in range(7)}


def test_oblique_offsets_keep_their_symbols():
    drawing = torsor.drawing.scheme(OTHERS[0])
    lengths = {"".join(s.text for s in b.spans) for b in drawing.labels if b.kind == "length"}
    assert lengths == {"l1", "d2", "l2", "l3"}


def test_to_scale_keeps_the_proportions():
    drawn = torsor.drawing.scheme("ur5e", to_scale=True).values
    assert drawn["a2"] == -0.425
    assert drawn["d5"] == 0.0997
    stretched = torsor.drawing.scheme("ur5e").values
    assert abs(stretched["d5"]) > 0.6 * abs(stretched["a2"])


@pytest.mark.parametrize("name", ROBOTS)
def test_every_library_robot_in_every_format(name, tmp_path):
    drawing = torsor.drawing.scheme(name)
    root = etree.fromstring(drawing.svg.encode(), etree.XMLParser(resolve_entities=False))
    assert root.tag == f"{SVG}svg"
    classes = {e.get("class") for e in root.iter(f"{SVG}path")}
    assert {"link", "joint", "base", "tool", "frame", "coordinate"} <= classes
    left, top, wide, high = drawing.box
    for label in drawing.labels:
        x0, y0, x1, y1 = label.box
        assert left <= x0 and x1 <= left + wide and top <= y0 and y1 <= top + high
    drawing.save(tmp_path / "a.svg")
    drawing.save(tmp_path / "a.png")
    drawing.save(tmp_path / "a.pdf")
    assert (tmp_path / "a.svg").read_text("utf-8") == drawing.svg
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


def test_a_png_has_ink_and_letters_where_the_svg_has(tmp_path):
    from PIL import Image

    drawing = torsor.drawing.scheme("scara")
    drawing.save(tmp_path / "a.png")
    picture = np.asarray(Image.open(tmp_path / "a.png").convert("L"))
    zoom = picture.shape[1] / drawing.box[2]
    for label in drawing.labels:
        x0, y0, x1, y1 = (
            round((edge - drawing.box[i % 2]) * zoom) for i, edge in enumerate(label.box)
        )
        assert picture[y0:y1, x0:x1].min() < 100, label


def test_the_same_drawing_twice_to_the_byte():
    first, second = (torsor.drawing.scheme("panda") for _ in range(2))
    assert first.svg == second.svg
    assert first.content(".pdf") == second.content(".pdf")


@pytest.mark.parametrize("name", ["<b>&\"'</b>", r"$\frac{a}{b}$", "]]>", "a\x00b\nc", "#eval[1]"])
def test_hostile_names_are_only_text(name):
    robot = replace(torsor.load("planar2r"), name=name)
    drawing = torsor.drawing.scheme(robot)
    root = etree.fromstring(drawing.svg.encode())
    shown = name.replace("\x00", "?")
    assert root.find(f"{SVG}title").text == f"Kinematic scheme of {shown}"
    assert drawing.content(".png").startswith(b"\x89PNG")


def test_notebooks_show_the_svg():
    drawing = torsor.drawing.scheme("planar2r")
    assert drawing._repr_svg_() == drawing.svg


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"view": "behind"}, "no view 'behind'"),
        ({"view": "10,100"}, "from -90 to 90"),
        ({"view": "nan,1"}, "no view"),
        ({"posture": {"q7": 1.0}}, "did you mean"),
        ({"posture": {"q1": float("inf")}}, "expected a number"),
        ({"values": {"l9": 1.0}}, "'l9' is not among"),
        ({"frames": "all"}, "expected axes, xz, numbers, none"),
        ({"notation": "nowhere"}, "no notation is called"),
    ],
)
def test_bad_input_is_told_in_a_sentence(options, says):
    with pytest.raises(TorsorError, match=says):
        torsor.drawing.scheme("rttrr", **options)


def test_a_robot_given_by_bodies_has_nothing_to_draw():
    with pytest.raises(TorsorError, match="nothing to draw"):
        torsor.drawing.scheme("rv1a-paper")


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path):
    drawing = torsor.drawing.scheme("planar2r")
    with pytest.raises(TorsorError, match=r"cannot be written as '\.jpg'"):
        drawing.save(tmp_path / "a.jpg")
    with pytest.raises(TorsorError, match="cannot be written: No such file"):
        drawing.save(tmp_path / "nowhere" / "a.svg")
    assert not list(tmp_path.iterdir())
