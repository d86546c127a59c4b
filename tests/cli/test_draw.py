"""``torsor draw`` at the command line."""

from lxml import etree


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
