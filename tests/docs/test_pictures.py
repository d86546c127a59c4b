"""Charts say what their tables say, the gallery has every robot, pictures suit dark pages."""

import re
from xml.etree import ElementTree

import pytest
from tests.docs.blocks import ROOT, pages

import torsor
from docs import make_benchmarks, make_equations, make_errata, make_gallery
from torsor.referee.paper import paper_names
from torsor.referee.paper_check import check_paper

PICTURES = ROOT / "docs" / "pictures"
PAPER = ("puma560-forces.svg", "puma560-workspace.svg")

"""Pictures that have a page of their own."""
SVG = "{http://www.w3.org/2000/svg}"


def texts(chart):
    return [t.text for t in ElementTree.fromstring(chart).iter(f"{SVG}text")]


def test_the_charts_are_those_of_the_tables():
    for name, chart in make_benchmarks.charts(make_benchmarks.PAGE.read_text("utf-8")).items():
        assert (PICTURES / f"{name}.svg").read_text("utf-8") == chart, "run `make docs`"


def test_a_chart_tells_every_time_of_its_table():
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    derived = page.partition("| what |")[2].partition("\n\n")[0]
    times = re.findall(r"\| ([\d.]+ (?:s|ms)) \|", derived)
    told = " ".join(texts((PICTURES / "bench-closed-form.svg").read_text("utf-8")))
    told += " ".join(texts((PICTURES / "bench-matrices.svg").read_text("utf-8")))
    assert len(times) == 11
    assert all(time in told for time in times)


def test_the_sums_in_words_are_those_of_the_tables():
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    told = [tuple(map(int, pair)) for pair in re.findall(r"(\d+) to\s(\d+)", page.replace(",", ""))]
    derived, _, called, batch, *_ = make_benchmarks.tables(page)
    kinds, kind = {}, ""
    for what, _, _, _, ratio, *_ in derived[1:]:
        kind = what or kind
        kinds.setdefault(kind, []).extend([int(ratio.replace(",", ""))] if ratio else [])
    seen = [*kinds.values()]
    for table in (called, batch):
        cells = [cell for line in table[1:] for cell in line[1:]]
        seen.append([round(float(r)) for cell in cells for r in re.findall(r"\(([\d.]+)\)", cell)])
    assert told[:4] == [(min(ratios), max(ratios)) for ratios in seen]


def test_a_dot_stands_where_its_time_is_on_the_scale():
    chart = (PICTURES / "bench-closed-form.svg").read_text("utf-8")
    grid = dict(re.findall(r'<path class="grid" d="M([\d.]+) .*?"/>\n<text.*?>([\d]+ m?s)<', chart))
    x = {told: float(at) for at, told in grid.items()}
    decade = x["1 s"] - x["100 ms"]
    assert abs(x["10 s"] - x["1 s"] - decade) < 0.11
    last = [float(c) for c in re.findall(r'<circle class="two[^"]*" cx="([\d.]+)"', chart)][2]
    assert abs((last - x["10 s"]) / decade - 0.630) < 0.002  # log10 of 42.7 s over 10 s


def test_the_errata_page_is_what_checking_finds():
    checks = [check_paper(name) for name in paper_names()]
    assert make_errata.PAGE.read_text("utf-8") == make_errata.page(checks), "run `make docs`"
    assert make_errata.CHART.read_text("utf-8") == make_errata.chart(checks), "run `make docs`"


def test_the_contents_of_the_errata_lead_to_every_paper():
    page = make_errata.PAGE.read_text("utf-8")
    for name in paper_names():
        assert f"](#{name})" in page
        assert f"\n## {name.upper()}\n" in page
    assert page.count("\n# ") + page.startswith("# ") == 1


def test_the_gallery_has_every_robot_with_its_pictures():
    page = make_gallery.page()
    assert make_gallery.PAGE.read_text("utf-8") == page, "run `make docs`"
    for robot in torsor.library_names():
        assert f"torsor derive {robot}\n" in page
        if make_gallery.is_drawn(robot):
            assert (PICTURES / "robots" / f"{robot}.svg").exists()
            assert (PICTURES / "robots" / f"{robot}-small.svg").exists()


@pytest.mark.parametrize("robot", ["scara", "stanford"])
def test_the_gallery_draws_as_the_program_draws(robot):
    drawn = torsor.draw(robot, transparent=True).svg
    assert (PICTURES / "robots" / f"{robot}.svg").read_text("utf-8") == drawn, "run `make docs`"


def test_pictures_of_equations_are_set_from_what_is_derived_and_checked():
    for name, svg in (
        ("equations", make_equations.driving_forces()),
        ("slips", make_equations.slips()),
    ):
        stored = (PICTURES / f"{name}.svg").read_text("utf-8")
        assert stored.count("<use") == svg.count("<use"), "run `make docs`"
        width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
        rights = [float(x) for x in re.findall(r'transform="matrix\(1 0 0 -1 ([\d.]+)', svg)]
        assert max(rights) < width - 8, "an equation is cut off"


def test_pictures_are_well_formed_follow_dark_pages_and_are_all_used():
    told = (
        "".join(page.read_text("utf-8") for page in pages()) + (ROOT / "zensical.toml").read_text()
    )
    size = 0
    for path in PICTURES.rglob("*.*"):
        name = path.relative_to(PICTURES).as_posix()
        assert f"pictures/{name}" in told, f"no page shows {name}"
        size += path.stat().st_size
        if path.suffix == ".svg":
            svg = path.read_text("utf-8")
            ElementTree.fromstring(svg)
            assert not re.search(r"<script|\bon\w+=|(?:href|src)=\"https?:", svg), name
            assert "prefers-color-scheme" in svg or name in PAPER, (
                f"{name} does not suit dark pages"
            )
    assert size < 3_000_000
