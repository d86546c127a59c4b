"""The page of a study stands alone, and what a file says in it can do nothing."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.studies.samples import BASE, change

import torsor
from torsor import StudyResult
from torsor.document import write
from torsor.document.blocks import Heading
from torsor.drawing.plots.study_plots import list_plots
from torsor.reporting.report import Report
from torsor.reporting.study_report import compose_study

EVIL = "<script>alert(1)</script> $x_1$ \\input{a} *b*"


KINDS = ["trapezoidal", "minimum-jerk"]


class Elements(HTMLParser):
    """Every element of a page, and what its pictures are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.sources: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    folder = tmp_path_factory.mktemp("study")
    table = change(
        title=EVIL, metrics=["peak_tau", "energy", "reach"],
        objective=[{"metric": "energy"}, {"metric": "reach", "goal": "max"}],
        constraint=[{"metric": "peak_tau1", "max": 40}],
        factor=[*BASE["factor"], {"name": "scenario.motion.1.kind", "values": KINDS}],
    )  # fmt: skip
    return torsor.study(table, folder / "s", processes=1)


@pytest.fixture(scope="module")
def made(found: StudyResult) -> Report:
    return compose_study(found)


def test_every_plot_and_table_is_on_the_page_and_nothing_else(
    found: StudyResult, made: Report
) -> None:
    page = write(made, "html")
    elements = Elements(page)
    plots = list_plots(found)
    assert set(plots) == {
        "front", "influence", "effects-energy", "effects-reach", "interactions-energy",
        "interactions-reach", "best", "forces", "reactions",
    }  # fmt: skip
    assert elements.names.count("img") == page.count('class="adapts"') == len(plots)
    assert elements.names.count("script") == 2
    assert all(source.startswith("data:image/svg+xml;base64,") for source in elements.sources)
    assert "<script>alert" not in page
    assert "All 100 designs" in page


def test_a_printed_report_has_the_first_rows(made: Report, tmp_path: Path) -> None:
    made.save(tmp_path / "s.pdf")
    assert (tmp_path / "s.pdf").read_bytes().startswith(b"%PDF")
    text = write(made, "markdown")
    assert "All 100 designs, the best first" in text
    assert "\\<script\\>" in text


def test_a_robots_report_has_the_study_as_a_section(found: StudyResult) -> None:
    made = torsor.report("planar2r", sections="study", study=found)
    assert next(b.title for b in made.blocks if isinstance(b, Heading)) == f"Study: {EVIL}"
    with pytest.raises(torsor.TorsorError, match="study is of 'Planar 2R', not of 'SCARA'"):
        torsor.report("scara", sections="study", study=found)
    with pytest.raises(torsor.TorsorError, match="study is a study's result, not 3"):
        torsor.report("scara", study=3)  # type: ignore[arg-type]
    with pytest.raises(torsor.TorsorError, match="needs a study that is done: --study FOLDER"):
        torsor.report("scara", sections="study")


def test_a_notebook_shows_the_summary_and_two_pictures(found: StudyResult) -> None:
    shown = found._repr_html_()
    assert Elements(shown).names == ["pre", "img", "img"]
    assert "100 designs, 3 factors (sobol)" in shown
    assert repr(found).startswith("<StudyResult <script>")
    assert repr(found).endswith("100 designs, 55 feasible>")
