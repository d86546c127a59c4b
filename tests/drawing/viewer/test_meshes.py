"""The surfaces of a URDF in the page: found, placed, packed, and told of where they are not."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import numpy as np
import pytest
import trimesh
from tests.drawing.viewer.pages import need_page

import torsor
from torsor.drawing.viewer.meshes import mesh_data
from torsor.drawing.viewer.page import LARGEST

ARM = """<robot name="arm">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="base">{base}</link><link name="arm"/><link name="hand">{hand}</link>
  <joint name="a" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <origin xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="f" type="fixed"><parent link="arm"/><child link="hand"/>
    <origin xyz="0 2 0" rpy="0 0 1.5707963267948966"/></joint>
</robot>"""


def _visual(file: str, origin: str = "", more: str = "") -> str:
    return f'<visual>{origin}<geometry><mesh filename="{file}"/></geometry>{more}</visual>'


def _loaded(folder: Path, base: str = "", hand: str = "") -> torsor.Robot:
    (folder / "arm.urdf").write_text(ARM.format(base=base, hand=hand))
    return torsor.load(folder / "arm.urdf")


def _unpacked(mesh: dict) -> np.ndarray:
    """The corners of every triangle, (N, 3, 3)."""
    points = np.frombuffer(base64.b64decode(mesh["points"]), "<u2").reshape(-1, 3)
    corners = np.frombuffer(base64.b64decode(mesh["triangles"]), "<u2").reshape(-1, 3)
    return (np.array(mesh["low"]) + points * np.array(mesh["step"]))[corners]


def test_a_mesh_stands_where_the_fixed_links_put_it(tmp_path):
    trimesh.creation.box(extents=(1, 2, 4)).export(tmp_path / "box.stl")
    origin = '<origin xyz="0.5 0 0" rpy="0 0 0"/>'
    red = '<material name="red"/>'
    robot = _loaded(tmp_path, hand=_visual("box.stl", origin, red))
    (mesh,), notes = mesh_data(robot.visuals, LARGEST)
    assert (mesh["link"], mesh["color"], notes) == (1, "#ff0000", [])
    corners = _unpacked(mesh).reshape(-1, 3)
    # x of the hand is y of the arm: the box is 2 × 1 × 4 there, about (0, 2.5, 0)
    assert corners.min(axis=0) == pytest.approx([-1, 2, -2], abs=1e-3)
    assert corners.max(axis=0) == pytest.approx([1, 3, 2], abs=1e-3)
    solid = trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3))
    assert solid.volume == pytest.approx(8, rel=1e-3)


def test_packages_are_found_beside_and_above_the_urdf(tmp_path):
    folder = tmp_path / "my_robot" / "urdf"
    meshes = tmp_path / "my_robot" / "meshes"
    folder.mkdir(parents=True)
    meshes.mkdir()
    trimesh.creation.icosphere(radius=0.1).export(meshes / "ball one.ply")
    robot = _loaded(folder, base=_visual("package://my_robot/meshes/ball%20one.ply"))
    packed, notes = mesh_data(robot.visuals, LARGEST)
    assert [mesh["link"] for mesh in packed] == [0]
    assert notes == []


def test_large_meshes_are_simplified_and_that_is_told(tmp_path):
    ball = trimesh.creation.icosphere(subdivisions=6, radius=1.0)
    ball.export(tmp_path / "ball.stl")
    robot = _loaded(tmp_path, base=_visual("ball.stl"))
    packed, (note,) = mesh_data(robot.visuals, 100_000)
    assert sum(len(m["points"]) + len(m["triangles"]) for m in packed) < 100_000
    assert "simplified from 81,920 triangles" in note
    radii = np.linalg.norm(_unpacked(packed[0]), axis=-1)
    assert radii.min() > 0.98
    assert radii.max() < 1.02


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("lost.stl", None, "not found"),
        ("broken.stl", b"solid nothing\nfacet", "cannot be read|no triangles"),
        ("empty.obj", b"", "read|no triangles"),
        ("text.dae", b'<!DOCTYPE x [<!ENTITY a "b">]><COLLADA/>', "declares entities"),
        ("secret.txt", b"secret", "of a format that is not read"),
        ("package://nowhere/a.stl", None, "not found"),
        ("https://example.org/a.stl", None, "not found"),
    ],
)
def test_a_bad_mesh_is_a_note_and_the_robot_is_shown(tmp_path, file, content, says):
    if content is not None:
        (tmp_path / file).write_bytes(content)
    robot = _loaded(tmp_path, base=_visual(file))
    packed, (note,) = mesh_data(robot.visuals, LARGEST)
    assert packed == []
    assert re.search(says, note)
    assert str(tmp_path) not in note
    assert "secret\n" not in note


def test_plain_bodies_are_shown_too(tmp_path):
    shapes = '<box size="1 1 1"/>', '<cylinder radius="0.5" length="2"/>', '<sphere radius="0.5"/>'
    visuals = "".join(f"<visual><geometry>{s}</geometry></visual>" for s in shapes)
    packed, _ = mesh_data(_loaded(tmp_path, base=visuals).visuals, LARGEST)
    (mesh,) = packed
    corners = _unpacked(mesh)
    volume = np.sum(np.linalg.det(corners)) / 6
    assert volume == pytest.approx(1 + np.pi / 2 + np.pi / 6, rel=0.02)


def test_what_robots_look_like_is_no_mechanics(tmp_path):
    plain, dressed = _loaded(tmp_path), _loaded(tmp_path, base=_visual("a.stl"))
    assert plain == dressed
    assert len(dressed.visuals) == 1
    assert dressed.with_drives("friction").visuals == dressed.visuals


def test_panda_fits_into_a_page_with_its_meshes(open_page):
    need_page()
    data = Path(pytest.importorskip("cmeel").__path__[0]).parent / "cmeel.prefix/share"
    urdf = data / "example-robot-data/robots/panda_description/urdf/panda.urdf"
    shown = torsor.draw(urdf, viewer=True)
    assert len(shown.html.encode()) <= LARGEST
    assert {mesh["link"] for mesh in shown.data["meshes"]} == set(range(10))
    page = open_page(shown, 500, 400)
    assert page.complaints == []
    before = page.picture()
    page.page.get_by_role("button", name="Meshes").click()
    page.page.wait_for_timeout(300)
    assert page.picture() != before
    assert "simplified" in page.page.locator(".notes").text_content()
