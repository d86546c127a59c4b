"""Mass properties from tables and from closed meshes, against boxes summed by hand."""

from __future__ import annotations

import builtins
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import trimesh
from tests.formats.cad_texts import boxes

from torsor.errors import MissingExtraError, TextError
from torsor.formats.cad.mesh import read_mesh
from torsor.formats.cad.table import read_csv, read_toml_table

HEADER = "link,mass,x,y,z,Ixx,Iyy,Izz,Ixy,Ixz,Iyz"
ROW = "1,2.5,0.1,0,0,0.01,0.02,0.02,0.001,0,0"


def test_a_csv_is_in_si_unless_it_says_otherwise() -> None:
    (body,) = read_csv(f"{HEADER}\n{ROW}\n").values()
    assert (body.mass, body.com[0], body.inertia[3]) == (
        Fraction(5, 2), Fraction(1, 10), Fraction(1, 1000),
    )  # fmt: skip
    assert body.notes == ()


def test_units_stand_in_the_header_or_in_a_row() -> None:
    header = "link;mass (g);x [mm];y [mm];z [mm];" + ";".join(
        f"I{e} (g mm^2)" for e in ("xx", "yy", "zz", "xy", "xz", "yz")
    )
    row = "2;2500;100;0;0;1e7;2e7;2e7;1e6;0;0"
    units = "-,g,mm,mm,mm" + ",g mm^2" * 6
    expected = read_csv(f"{HEADER}\n2{ROW[1:]}\n")["2"]
    assert read_csv(f"{header}\n{row}\n")["2"] == expected
    assert read_csv(f"{HEADER}\n{units}\n{row.replace(';', ',')}\n")["2"] == expected


def test_a_body_that_cannot_be_is_noted_in_a_table() -> None:
    (body,) = read_csv(f"{HEADER}\n1,1,0,0,0,0.010,0.010,0.050,0,0,0\n").values()
    assert "Izz is more than the other two" in body.notes[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "empty"),
        ("link,mass\n1,2\n", "no column x, y, z"),
        (HEADER + ",weight\n", "'weight' is unknown"),
        (f"{HEADER},mass\n", "'mass' is unknown or stands twice"),
        (f"{HEADER}\n1,2\n", "row 1 has 2 cells, expected 11"),
        (f"{HEADER}\n{ROW.replace('2.5', 'two')}\n", "row 1: mass: 'two' is not a number"),
        (f"{HEADER}\n{ROW}\n{ROW}\n", "row 2: the link '1' stands twice"),
        (f"{HEADER.replace('mass', 'mass (stone)')}\n{ROW}\n", "'stone' is no unit of mass"),
        (HEADER + "\n" + f"{ROW}\n" * 2000, "more than 1000 rows"),
    ],
)
def test_a_wrong_table_is_told_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(TextError, match=sentence):
        read_csv(text)


def test_a_toml_table_has_its_units() -> None:
    text = """
units = { mass = "g", length = "mm" }
[[link]]
link = 3
mass = 1250.5
com = [10, 0, "-5/2"]
inertia = { xx = 100, yy = 100, zz = 150.25, xy = -1 }
"""
    body = read_toml_table(text)["3"]
    assert body.mass == Fraction("1.2505")
    assert body.com == (Fraction(1, 100), 0, Fraction(-1, 400))
    assert body.inertia == (
        Fraction(1, 10**7), Fraction(1, 10**7), Fraction("150.25") / 10**9,
        Fraction(-1, 10**9), 0, 0,
    )  # fmt: skip
    for wrong in ("com = [1]", 'mass = "m1"', "inertia = { zz = true }", "colour = 3"):
        with pytest.raises(TextError, match="link 1"):
            read_toml_table(f"[[link]]\n{'' if 'mass' in wrong else 'mass = 1'}\n{wrong}\n")
    with pytest.raises(TextError, match=r"expected \[\[link\]\]"):
        read_toml_table("link = 3\n")


@pytest.fixture
def two_boxes(tmp_path: Path) -> tuple[Path, object]:
    """Two boxes that do not touch, in one mesh of millimetres."""
    parts = [((100, 20, 10), (200, 40, 20)), ((180, 100, 30), (30, 60, 50))]
    meshes = []
    for middle, edges in parts:
        box = trimesh.creation.box(edges)
        box.apply_translation(middle)
        meshes.append(box)
    path = tmp_path / "part.stl"
    trimesh.util.concatenate(meshes).export(path)
    metres = [tuple(tuple(np.array(e) / 1000) for e in part) for part in parts]
    return path, boxes(2700, *metres)


@pytest.mark.parametrize("suffix", [".stl", ".obj"])
def test_a_closed_mesh_has_the_mass_properties_of_its_boxes(two_boxes, suffix: str) -> None:
    path, body = two_boxes
    if suffix == ".obj":
        trimesh.load(path).export(path.with_suffix(".obj"))
    found = read_mesh(path.with_suffix(suffix), 2700, "mm")
    assert float(found.mass) == pytest.approx(body.mass, rel=1e-6)
    assert np.allclose([float(e) for e in found.com], body.com, atol=1e-9)
    xx, yy, zz, xy, xz, yz = map(float, found.inertia)
    tensor = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    assert np.allclose(tensor, body.inertia, atol=1e-6 * np.trace(body.inertia))


def test_a_mesh_without_a_unit_is_read_in_millimetres_and_says_so(two_boxes) -> None:
    path, body = two_boxes
    found = read_mesh(path, 2700)
    assert float(found.mass) == pytest.approx(body.mass, rel=1e-6)
    assert "millimetres" in found.notes[0]
    assert read_mesh(path, 2700, "m").mass == found.mass * 10**9


def test_what_encloses_nothing_is_refused(tmp_path: Path) -> None:
    box = trimesh.creation.box((1, 1, 1))
    opened = trimesh.Trimesh(box.vertices, box.faces[:-1])
    opened.export(tmp_path / "open.stl")
    with pytest.raises(TextError, match="not closed"):
        read_mesh(tmp_path / "open.stl", 1000)
    box.invert()
    box.export(tmp_path / "inward.stl")
    with pytest.raises(TextError, match="face inwards"):
        read_mesh(tmp_path / "inward.stl", 1000)
    for name, content in (("a.stl", b""), ("b.stl", b"solid x"), ("c.obj", b"v 1 2"),
                          ("d.obj", b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
                          ("e.obj", b"mtllib ../../secret.mtl\nf 1 2 3\n"),
                          ("f.stl", b"\x00" * 80 + b"\xff\xff\xff\x7f")):  # fmt: skip
        (tmp_path / name).write_bytes(content)
        with pytest.raises(TextError):
            read_mesh(tmp_path / name, 1000)


def test_a_mesh_needs_a_density(two_boxes) -> None:
    with pytest.raises(TextError, match="give its density"):
        read_mesh(two_boxes[0], None)
    with pytest.raises(TextError, match="more than zero"):
        read_mesh(two_boxes[0], -1)


def test_without_trimesh_one_sentence_names_the_extra(
    two_boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = builtins.__import__

    def without(name: str, *args: object, **options: object) -> object:
        if name == "trimesh":
            raise ImportError(name)
        return really(name, *args, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r"pip install 'torsor\[robots\]'"):
        read_mesh(two_boxes[0], 1000)
