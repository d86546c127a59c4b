"""``torsor draw`` at the command line."""

import math
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image
from tests.drawing.viewer.pages import need_page, scene_in

from torsor.drawing import workspace


def test_svg_goes_to_standard_output(torsor):
    answer = torsor("draw", "rttrr")
    assert answer.status == 0
    assert etree.fromstring(answer.out.encode()).tag.endswith("svg")


def test_the_files_name_tells_the_format(torsor, tmp_path):
    for suffix, magic in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        path = tmp_path / f"puma.{suffix}"
        answer = torsor("draw", "puma560", "-o", path, "--view", "30,25")
        assert (answer.status, answer.out) == (0, "")
        assert path.read_bytes().startswith(magic)


def test_options_reach_the_drawing(torsor):
    plain = torsor("draw", "rttrr").out
    posed = torsor("draw", "rttrr", "--posture", "q1=30deg, q2=1/2", "--set", "l2=2").out
    assert posed != plain
    bare = torsor("draw", "rttrr", "--no-labels", "--frames", "none", "--transparent").out
    assert "<text" not in bare
    assert "<rect" not in bare
    assert "θ" in torsor("draw", "rttrr", "--notation", "spong").out


def test_bad_input(torsor, tmp_path):
    bad = tmp_path / "a.gif"
    assert "expected a name that ends in .svg" in torsor("draw", "rttrr", "-o", bad).complaint
    assert not bad.exists()
    lost = tmp_path / "none" / "a.svg"
    assert "cannot be written" in torsor("draw", "rttrr", "-o", lost).complaint
    assert "nothing to draw" in torsor("draw", "rv1a-paper").complaint
    assert "no view" in torsor("draw", "rttrr", "--view", "x").complaint
    assert "expected NAME=VALUE" in torsor("draw", "rttrr", "--posture", "q1").complaint
    assert "is not a number" in torsor("draw", "rttrr", "--posture", "q1=l2").complaint
    assert "did you mean" in torsor("draw", "rttrr", "--posture", "q9=1").complaint
    assert torsor("draw", "rttrr", "--posture", "q1=__import__('os')").complaint


def _motion(path, unit="rad", scale=1.0):
    t = [0.1 * k for k in range(11)]
    rows = "".join(f"{s},{scale * s},{scale * s * s}\n" for s in t)
    path.write_text(f"t [s],q1 [{unit}],q2 [{unit}]\n{rows}")
    return t


def test_a_motion_from_a_table_is_a_page_or_a_gif(torsor, tmp_path):
    need_page()
    table, page, gif = (tmp_path / name for name in ("m.csv", "m.html", "m.gif"))
    t = _motion(table)
    answer = torsor("draw", "planar2r", "--motion", table, "-o", page, "--set", "l1=1")
    assert (answer.status, answer.out, answer.err) == (0, "", f"wrote {page}\n")
    motion = scene_in(page.read_text("utf-8"))["motion"]
    assert motion["t"] == pytest.approx(t)
    assert [row[1] for row in motion["q"]] == pytest.approx([s * s for s in t])
    assert torsor("draw", "planar2r", "--motion", table, "-o", gif).status == 0
    with Image.open(gif) as picture:
        assert picture.width == 520


def test_a_robot_is_a_page_in_three_dimensions(torsor, tmp_path):
    need_page()
    page = tmp_path / "puma.html"
    answer = torsor("draw", "puma560", "-o", page, "--posture", "q2=30deg", "--set", "a2=0.5")
    assert (answer.status, answer.out, answer.err) == (0, "", f"wrote {page}\n")
    scene = scene_in(page.read_text("utf-8"))
    assert scene["name"] == "PUMA 560"
    assert scene["coordinates"][1]["value"] == pytest.approx(math.pi / 6)
    assert scene["bones"][2]["p"][0] == 0.5
    complaint = torsor("draw", "puma560", "-o", page, "--view", "top").complaint
    assert "--view does not go with the viewer" in complaint


def test_without_its_page_the_viewer_says_what_to_do(torsor, tmp_path, monkeypatch):
    monkeypatch.setattr("torsor.drawing.viewer.page.page_template", lambda: None)
    page = tmp_path / "puma.html"
    answer = torsor("draw", "puma560", "-o", page)
    assert answer.status == 2
    assert "run `make web`" in answer.complaint
    assert not page.exists()


def test_the_units_of_a_motion_are_read(torsor, tmp_path):
    need_page()
    pages = []
    for unit, scale in (("rad", 1.0), ("deg", 180 / math.pi)):
        table, page = tmp_path / f"{unit}.csv", tmp_path / f"{unit}.html"
        _motion(table, unit, scale)
        assert torsor("draw", "planar2r", "--motion", table, "-o", page).status == 0
        pages.append(page.read_text("utf-8"))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_what_simulate_writes_can_be_drawn(torsor, tmp_path, ending):
    need_page()
    table, page = tmp_path / f"springs.{ending}", tmp_path / "springs.html"
    scenario = Path(__file__).parents[2] / "examples" / "scenarios" / "rttrr_cutting.toml"
    assert torsor("simulate", "rttrr", scenario, "-o", table).status == 0
    assert torsor("draw", "rttrr", "--motion", table, "-o", page, "--view", "iso").status == 0
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    "text, says",
    [
        ("t,q1\n0,0\n1,1\n", "no column q2 beside q1"),
        ("t,dq1,dq2\n0,0,0\n1,1,1\n", "no columns q1 … q2"),
        ("t,q1,q2,q3\n0,0,0,0\n1,1,1,1\n", "has a column q3"),
        ("t,q1,angle\n0,0,0\n1,1,1\n", "unknown column 'angle'; expected t, q1 … q2"),
        ("t,q1,q_2\n0,0,0\n1,1,1\n", "unknown column 'q_2'; did you mean 'q2'"),
        ("q1,q2\n0,0\n1,1\n", "no column 't'"),
        ("t,q1,q2\n1,0,0\n0,1,1\n", "line 3: t runs backwards"),
        ("t,q1,q2\n0,0,0\n1,nan,1\n", "line 3: q1 is nan"),
        ("t,q1 [kg],q2\n0,0,0\n1,1,1\n", "column q1: the unit 'kg' does not fit"),
        ("t [m],q1,q2\n0,0,0\n1,1,1\n", "column t: the unit 'm' does not fit"),
    ],
)
def test_a_bad_motion_is_one_sentence(torsor, tmp_path, text, says):
    table, page = tmp_path / "m.csv", tmp_path / "m.html"
    table.write_text(text)
    complaint = torsor("draw", "planar2r", "--motion", table, "-o", page).complaint
    assert says in complaint
    assert str(table) in complaint
    assert not page.exists()


def test_the_workspace_is_drawn_with_the_numbers_that_are_given(torsor, tmp_path):
    path, values = tmp_path / "ws.svg", tmp_path / "values.json"
    values.write_text('{"l1": 3, "l2": 0.25}')
    answer = torsor(
        "draw", "planar2r", "--workspace", "--values", values, "--set", "l1=1/2",
        "--limits", "q1=-90deg:90deg", "-o", path,
    )  # fmt: skip
    assert answer.status == 0, answer.err
    lengths, limits = {"l1": 0.5, "l2": 0.25}, [(-math.pi / 2, math.pi / 2), (-math.pi, math.pi)]
    expected = workspace("planar2r", lengths, limits, title="Planar 2R: what the tool reaches")
    assert path.read_bytes() == expected.content(".svg")
    published = torsor("draw", "puma560", "--workspace").out
    assert etree.fromstring(published.encode()).tag.endswith("svg")


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["planar2r", "--workspace"], "no value for l1, l2"),
        (["rttrr", "--workspace"], "--limits: q2 of RTTRR slides; expected its lowest and highest"),
        (["puma560", "--workspace", "-o", "ws.html"], "expected a name that ends in .svg"),
        (["puma560", "--workspace", "--limits", "q1=1"], "expected NAME=LOWEST:HIGHEST"),
        (["puma560", "--workspace", "--limits", "q7=0:1"], "'q7' is not among"),
        (["puma560", "--workspace", "--limits", "q1=1:0"], "the lowest first"),
        (["puma560", "--workspace", "--set", "zz=1"], "'zz' is not among"),
        (["puma560", "--workspace", "--posture", "q1=0"], "--posture does not go with"),
        (["puma560", "--limits", "q1=0:1"], "--limits does not go with the scheme"),
        (["puma560", "--motion", "none.csv", "-o", "m.html"], "none.csv"),
        (["puma560", "--motion", "none.csv", "-o", "m.avi"], "ends in .html, .gif, .mp4"),
        (["puma560", "--motion", "none.csv"], "ends in .html, .gif, .mp4"),
        (
            ["puma560", "--motion", "a.csv", "--workspace", "-o", "m.gif"],
            "--workspace does not go with motion",
        ),
    ],
)
def test_options_that_do_not_fit_are_told(torsor, arguments, says):
    assert says in torsor("draw", *arguments).complaint
