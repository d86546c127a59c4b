"""``torsor cad``, and the SCARA document's workflow: a model, values from CAD, numbers out."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest
from tests.formats.cad_texts import BRACKET, boxes, freecad, fusion, solidworks


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "forearm.txt"
    path.write_text(solidworks(BRACKET, digits=6), "utf-8")
    return path


def test_values_come_as_toml_or_json_for_eval(torsor, text: Path, tmp_path: Path) -> None:
    found = torsor("cad", text, "--link", 2)
    assert found.status == 0
    values = tomllib.loads(found.out)
    assert list(values) == [
        "m2", "rx2", "ry2", "rz2", "Ixx2", "Iyy2", "Izz2", "Ixy2", "Ixz2", "Iyz2",
    ]  # fmt: skip
    assert values["Ixy2"] == pytest.approx(BRACKET.inertia[0, 1], rel=1e-6)
    assert torsor("cad", text, "--link", 2, "--json").data == values
    written = tmp_path / "values.json"
    assert torsor("cad", text, "--link", 2, "-o", written).status == 0
    assert json.loads(written.read_text()) == values
    moved = {**values, **{f"{s}{i}": 0.5 for s in ("q", "dq", "ddq") for i in (1, 2)}, "l1": 0.3}
    moved |= {"m1": 1, "rx1": 0, "ry1": 0, "Izz1": 0.1, "g": 9.81}
    (tmp_path / "all.json").write_text(json.dumps(moved))
    arm = torsor("eval", "planar2r", "--values", tmp_path / "all.json", "--payload", "none")
    assert arm.status == 0, arm.err


def test_the_frame_of_the_cad_program_may_be_another(torsor, text: Path) -> None:
    values = torsor(
        "cad", text, "--link", 1, "--offset", "0,0,0.5", "--rotation", "Rz(90deg)", "--json"
    ).data
    assert values["rx1"] == pytest.approx(-BRACKET.com[1], abs=1e-8)
    assert values["rz1"] == pytest.approx(BRACKET.com[2] + 0.5, abs=1e-8)
    assert values["Ixx1"] == pytest.approx(BRACKET.inertia[1, 1], rel=1e-6)


def test_the_other_programs(torsor, tmp_path: Path) -> None:
    for name, content in (("fusion", fusion(BRACKET)), ("freecad", freecad(BRACKET, 2700))):
        path = tmp_path / f"{name}.txt"
        path.write_text(content, "utf-8")
        found = torsor("cad", path, "--link", 1, "--density", 2700, "--program", name, "--json")
        assert found.data["m1"] == pytest.approx(BRACKET.mass, rel=1e-5)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("cad", "nowhere.txt", "--link", "1"), "nowhere.txt cannot be read"),
        (("cad", "{text}"), "which link is it? give its number with --link"),
        (("cad", "{text}", "--link", "9", "--robot", "scara"), "SCARA has links 1 to 4"),
        (("cad", "{text}", "--link", "3", "--robot", "scara"), "no symbol of SCARA gets a value"),
        (("cad", "{text}", "--link", "1", "--offset", "1,2"), "expected three numbers"),
        (("cad", "{text}", "--link", "1", "--density", "heavy"), "--density 'heavy'"),
        (("cad", "{text}", "--link", "1", "--program", "catia"), "no program 'catia'"),
        (
            ("cad", "{text}", "--link", "1", "--rotation", "Rz(3)"),
            "expected an angle with its unit",
        ),
    ],
)
def test_what_is_wrong_gets_one_sentence(torsor, text: Path, arguments, sentence: str) -> None:
    given = [str(text) if a == "{text}" else a for a in arguments]
    assert sentence in torsor(*given).complaint


def test_the_workflow_of_the_scara_document(torsor, tmp_path: Path) -> None:
    """A model, the parts as SolidWorks prints them, numbers out, against the document's (37)."""
    upper = boxes(2700, ((0.15, 0, 0), (0.4, 0.08, 0.05)))
    fore = boxes(2700, ((0.1, 0, 0), (0.3, 0.06, 0.04)))
    quill = boxes(7800, ((0, 0, 0), (0.02, 0.02, 0.2)))
    values: dict = {"a1": 0.3, "a2": 0.2, "g": 9.81, "q2": 0.7}
    for link, part in ((1, upper), (2, fore), (4, quill)):
        path = tmp_path / f"link{link}.txt"
        path.write_text(solidworks(part, digits=6), "utf-8")
        found = torsor("cad", path, "--link", link, "--robot", "scara", "--json")
        assert found.status == 0
        assert "Ixx" in found.err  # what the planar model leaves out is told
        values |= found.data
    assert set(values) == {
        "a1", "a2", "g", "q2", "m1", "ac1", "Izz1", "m2", "ac2", "Izz2", "m3", "Izz3",
    }  # fmt: skip
    file = tmp_path / "values.json"
    file.write_text(json.dumps(values))
    M = np.array(torsor("eval", "scara", "--values", file, "--what", "M", "--json").data["M"])
    m1, m2, m3 = upper.mass, fore.mass, quill.mass
    a1, a2, c = 0.3, 0.2, np.cos(0.7)
    ac1, ac2 = upper.com[0], fore.com[0]
    I1, I2, I3 = (part.inertia[2, 2] for part in (upper, fore, quill))
    m22 = m2 * ac2**2 + I2 + m3 * a2**2 + I3
    m12 = m22 + (m2 * ac2 + m3 * a2) * a1 * c
    m11 = m1 * ac1**2 + I1 + (m2 + m3) * a1**2 + 2 * m12 - m22
    expected = [[m11, m12, 0, -I3], [m12, m22, 0, -I3], [0, 0, m3, 0], [-I3, -I3, 0, I3]]
    assert np.allclose(M, expected, rtol=1e-6, atol=1e-9)
    derived = torsor(
        "derive",
        "scara",
        "--form",
        "matrices",
        "--values",
        file,
        "--digits",
        5,
        "--payload",
        "none",
    )
    assert derived.status == 0


def test_a_table_serves_several_links_at_once(torsor, tmp_path: Path) -> None:
    table = tmp_path / "parts.csv"
    table.write_text(
        "link,mass (g),x (mm),y (mm),z (mm),Ixx (g mm^2),Iyy (g mm^2),Izz (g mm^2),"
        "Ixy (g mm^2),Ixz (g mm^2),Iyz (g mm^2)\n"
        "1,3200,170,0,0,1e6,4e7,4.1e7,0,0,0\n2,1900,110,0,0,1e6,1.2e7,1.3e7,0,0,0\n"
    )
    assert torsor("cad", table, "--robot", "scara", "--json").data == {
        "m1": 3.2, "ac1": 0.17, "Izz1": 0.041, "m2": 1.9, "ac2": 0.11, "Izz2": 0.013,
    }  # fmt: skip
    assert "rx2" in torsor("cad", table, "--link", 2).out
    assert "no link 7" in torsor("cad", table, "--link", 7).complaint
