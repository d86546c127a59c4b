"""The pictures of a study show its numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.studies.samples import change

import torsor
from torsor import StudyResult
from torsor.drawing.drawing import Drawing
from torsor.drawing.plots.plot import Plot
from torsor.drawing.plots.study_plots import list_plots
from torsor.drawing.schematic.side_by_side import Compared, draw_side_by_side
from torsor.drawing.shapes import trace_outline
from torsor.studies.words import factor_unit


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    table = change(
        metrics=["energy", "peak_radial_force", "peak_axial_moment", "peak_tau"],
        objective=[{"metric": "energy"}, {"metric": "peak_tau2", "goal": "max"}],
    )  # fmt: skip
    return torsor.study(table, tmp_path_factory.mktemp("study") / "s", processes=1)


def test_schemes_beside_one_another_have_one_scale_and_lie_within_the_picture() -> None:
    robot = torsor.load("planar2r")
    short, long = ({"l1": size, "l2": 0.2} for size in (0.2, 0.6))
    drawn = draw_side_by_side([Compared(robot, short, ("<b>",)), Compared(robot, long)], "two")
    ink = np.concatenate([trace_outline(shape) for shape in drawn.shapes])
    left, top, wide, high = drawn.box
    assert (ink >= (left, top)).all()
    assert (ink <= (left + wide, top + high)).all()
    assert "&lt;b&gt;" in drawn.svg
    bodies = [trace_outline(shape) for shape in drawn.shapes if shape.kind == "joint"]
    sizes = np.array([np.ptp(body, axis=0) for body in bodies])
    half = len(sizes) // 2
    assert half >= 2
    assert sizes[:half] == pytest.approx(sizes[half:], abs=1e-6)  # joints are equally large


def test_curves_of_the_best_design_reach_the_peaks_that_were_measured(found: StudyResult) -> None:
    drawn = list_plots(found)["reactions"]()
    assert isinstance(drawn, Plot)
    best = found.summary.best["energy"]
    panels = {panel.get_title(loc="left"): panel for panel in drawn.figure.axes}
    for title, column in (
        ("force across the axis [N]", "peak_radial_force"),
        ("moment about the axis [N m]", "peak_axial_moment"),
    ):
        for k, line in enumerate(panels[title].lines, 1):
            peak = np.abs(np.asarray(line.get_ydata(), float)).max()
            assert peak == pytest.approx(best[f"{column}{k}"], rel=1e-9)


def test_the_front_is_drawn_where_its_designs_are(found: StudyResult) -> None:
    drawn = list_plots(found)["front"]()
    assert isinstance(drawn, Plot)
    assert found.front is not None
    (panel,) = drawn.figure.axes
    shown = [tuple(np.asarray(line.get_xdata(), float)) for line in panel.lines]
    assert tuple(np.asarray(found.front["energy"], float)) in shown
    assert panel.get_xlabel() == "energy [J]"


def test_a_plots_svg_says_colours_for_both_themes(found: StudyResult, tmp_path: Path) -> None:
    for name in ("effects-energy", "best"):
        drawn = list_plots(found)[name]()
        assert isinstance(drawn, (Plot, Drawing))
        assert b"prefers-color-scheme: dark" in drawn.content(".svg")


def test_factors_have_the_units_of_their_symbols(found: StudyResult) -> None:
    assert factor_unit(found.described, "l1") == "m"
    assert factor_unit(found.described, "duration") == "s"
    assert factor_unit(found.described, "wall") == ""
