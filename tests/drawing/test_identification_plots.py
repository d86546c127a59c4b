"""The plots of an identification show what was measured, fitted and held out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO

import numpy as np
import pytest
from lxml import etree
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from PIL import Image
from tests.drawing.identifications import a_load, pendulum, sliding

from torsor import Identification
from torsor.drawing.plots.identification_plots import identification_plots
from torsor.drawing.plots.identified.errors import draw_errors
from torsor.drawing.plots.identified.forces import draw_forces
from torsor.drawing.plots.identified.friction import draw_friction, find_drives, sum_law
from torsor.drawing.plots.identified.looks import INK, find_runs, list_logs
from torsor.drawing.plots.identified.parameters import draw_load, draw_parameters
from torsor.drawing.plots.identified.residuals import draw_residuals
from torsor.drawing.plots.identified.scatter import draw_scatter
from torsor.drawing.plots.identified.spectra import draw_spectra
from torsor.drawing.plots.plot import Plot
from torsor.identification.outcome.identification import DriveTerm
from torsor.identification.regression.drives import Term

NAMES = ["errors", "forces", "residuals", "scatter", "spectrum", "parameters", "drives", "friction"]


@cache
def drawn(made: Callable[[], Identification]) -> dict[str, Plot]:
    """All plots, drawn once."""
    return identification_plots(made())


def shown(plot: Plot) -> list[Axes]:
    """The panels that are seen."""
    return [axes for axes in plot.figure.axes if axes.get_visible()]


def bars(axes: Axes) -> list[Rectangle]:
    """Its bars, whatever the background."""
    return [p for p in axes.patches if isinstance(p, Rectangle) and p.get_width() < 1.0]


def coloured(axes: Axes, model: str) -> list[np.ndarray]:
    """The curves of a model, as (rows, 2)."""
    return [
        np.asarray(x.get_xydata())
        for x in axes.lines
        if to_hex(x.get_color()) == INK[model].lower()
    ]


def test_every_plot_is_there_and_can_be_written() -> None:
    plots = drawn(sliding)
    assert list(plots) == NAMES
    for plot in plots.values():
        etree.fromstring(plot.content(".svg"))
    assert plots["spectrum"].content(".pdf").startswith(b"%PDF")
    picture = np.asarray(Image.open(BytesIO(plots["forces"].content(".png"))).convert("L"))
    assert picture.min() < 100 < picture.mean()


def test_each_log_has_its_forces_and_those_held_out_come_first() -> None:
    found = pendulum()
    names = [log.title for log in list_logs(found)]
    assert names == ["A.0_11.csv.gz, held out", "A.0_00.csv.gz, fitted", "A.0_01.csv.gz, fitted"]
    assert [n for n in drawn(pendulum) if "forces" in n] == [
        "forces-1",
        "forces-2",
        "forces-3",
    ]


@pytest.mark.parametrize("made", [pendulum, sliding])
def test_no_panel_is_empty_and_every_one_says_its_unit(made) -> None:
    for name, plot in drawn(made).items():
        for axes in shown(plot):
            spans = [np.ptp(line.get_ydata()) for line in axes.lines]
            assert any([*spans, *(bar.get_height() for bar in bars(axes))]), name
            title = axes.get_title(loc="left")
            assert "[" in title or name.startswith("forces"), name  # what is left stands below it


def test_forces_of_a_sliding_joint_are_in_newtons() -> None:
    found = sliding()
    titles = [axes.get_title(loc="left") for axes in shown(draw_scatter(found))]
    assert titles == [r"$\tau_{1}$ [N m]", r"$\tau_{2}$ [N]"]
    assert [axes.get_xlabel() for axes in shown(draw_friction(found))] == [
        "speed [rad/s]",
        "speed [m/s]",
    ]
    assert r"$\tau_{2}$ [N/√Hz]" in [
        axes.get_title(loc="left") for axes in shown(draw_spectra(found))
    ]


def test_curves_are_the_measured_and_predicted_forces_and_their_difference() -> None:
    found = pendulum()
    rows = found.held_out[0]
    upper, lower = shown(draw_forces(found, list_logs(found)[0]))[:2]
    for axes, model, values in (
        (upper, "measured", rows.tau[:, 0]),
        (upper, "identified", rows.predicted["identified"][:, 0]),
        (lower, "identified", rows.tau[:, 0] - rows.predicted["identified"][:, 0]),
    ):
        curve = np.concatenate(coloured(axes, model))
        at = np.searchsorted(rows.t, curve[:, 0])
        assert np.allclose(curve[:, 1], values[at])
        assert curve[:, 1].max() == values.max()  # thinned, and no extreme is lost
        assert curve[:, 1].min() == values.min()


def test_rows_at_rest_are_grey() -> None:
    found = sliding()
    rows = found.predictions[0]
    axes = shown(draw_forces(found, list_logs(found)[0]))[0]
    (grey,) = [c for c in axes.collections if isinstance(c, PolyCollection)]
    spans = [(p.vertices[:, 0].min(), p.vertices[:, 0].max()) for p in grey.get_paths()]
    still = [(rows.t[a], rows.t[b - 1]) for a, b in find_runs(~rows.moving[:, 0])]
    assert np.allclose(spans, still)
    assert spans[0][1] > 0.5  # it begins with a second of rest


def test_a_gap_of_the_log_is_not_drawn_over() -> None:
    found = sliding()
    rows = found.predictions[0]
    later = replace(rows, t=np.where(rows.t > 4.0, rows.t + 3.0, rows.t))
    plot = draw_forces(found, replace(list_logs(found)[0], rows=later))
    pieces = coloured(shown(plot)[0], "measured")
    assert len(pieces) == 2
    assert pieces[0][-1, 0] <= 4.0
    assert pieces[1][0, 0] > 7.0


def test_bars_of_errors_are_the_errors() -> None:
    found = pendulum()
    held, fitted = shown(draw_errors(found))
    for axes, errors in ((held, found.validation), (fitted, found.train)):
        for model in ("least squares", "identified"):
            mine = [
                b.get_height()
                for b in bars(axes)
                if to_hex(b.get_facecolor()) == INK[model].lower()
            ]
            each = [*errors[model].per_joint, errors[model].relative_error]
            assert np.allclose(mine, 100.0 * np.array(each))


def test_without_validation_only_what_was_fitted_is_shown() -> None:
    assert len(shown(draw_errors(sliding()))) == 1
    titles = [axes.get_title(loc="left") for axes in shown(draw_errors(sliding()))]
    assert titles[0].startswith("fitted")


def test_a_joint_that_does_not_move_has_no_bar() -> None:
    found = pendulum()
    still = {name: replace(e, per_joint=(None, e.per_joint[1])) for name, e in found.train.items()}
    axes = shown(draw_errors(replace(found, train=still)))[1]
    heights = [b.get_height() for b in bars(axes)]
    assert sum(np.isnan(heights)) == len(found.train)
    assert "nan" not in " ".join(t.get_text() for t in axes.texts)


def test_parameters_have_their_95_percent_intervals_and_the_possible_robots_value() -> None:
    found = pendulum()
    seen = 0
    for axes in shown(draw_parameters(found)):
        letter = "L" if "kg m²" in axes.get_title(loc="left") else "h"
        mine = [e for e in found.base if e.name.startswith(letter)]
        assert np.allclose([b.get_height() for b in bars(axes)], [e.value for e in mine])
        (diamonds,) = [x for x in axes.lines if x.get_marker() == "D"]
        assert np.allclose(diamonds.get_ydata(), [e.identified for e in mine])
        (intervals,) = [c for c in axes.collections if hasattr(c, "get_segments")]
        ends = [(s[0, 1], s[1, 1]) for s in intervals.get_segments()]
        assert np.allclose(ends, [(e.value - 1.96 * e.std, e.value + 1.96 * e.std) for e in mine])
        seen += len(mine)
    assert seen == len(found.base)


def test_bars_of_many_orders_of_magnitude_are_logarithmic() -> None:
    found = pendulum()
    sizes = [10.0**-k for k in range(len(found.base))]
    spread = tuple(
        replace(e, value=v, std=v / 50, identified=v)
        for e, v in zip(found.base, sizes, strict=True)
    )
    many = [axes.get_yscale() for axes in shown(draw_parameters(replace(found, base=spread)))]
    assert "symlog" in many
    alike = tuple(replace(e, value=1.0, std=0.1, identified=1.0) for e in found.base)
    assert {a.get_yscale() for a in shown(draw_parameters(replace(found, base=alike)))} == {
        "linear"
    }


def test_a_spectrum_is_cut_where_it_was_cut_and_above_it_nothing_is_explained() -> None:
    found = sliding()
    for axes in shown(draw_spectra(found)):
        (measured,), (left,) = coloured(axes, "measured"), coloured(axes, "identified")
        cut = [x.get_xdata()[0] for x in axes.lines if x.get_linestyle() == "--"]
        assert cut == [found.filtering.cutoff]
        above = measured[:, 0] > 3.0 * found.filtering.cutoff
        assert np.allclose(measured[above, 1], left[above, 1], rtol=0.1)
        assert left[1, 1] < 0.2 * measured[1, 1]


def test_residuals_are_those_of_moving_rows_within_the_noise() -> None:
    found = sliding()
    rows = found.predictions[0]
    for k, axes in enumerate(shown(draw_residuals(found))):
        curve = np.concatenate(coloured(axes, "identified"))
        e = (rows.tau - rows.predicted["identified"])[rows.moving[:, k], k]
        assert curve[:, 1].max() == pytest.approx(e.max())
        assert np.mean(np.abs(curve[:, 1]) < 2.0 * found.noise[k]) > 0.7


def test_a_friction_curve_is_the_law_and_beside_it_the_two_terms_of_the_file() -> None:
    found = sliding()
    assert find_drives(found) == [0, 1]
    for k, axes in enumerate(shown(draw_friction(found))):
        (curve,) = coloured(axes, "identified")
        drive = found.robot.links[k].drive
        fv, fc = float(drive.viscous.constant), float(drive.coulomb.constant)
        fast = np.abs(curve[:, 0]) > 0.3 * curve[-1, 0]
        expected = fv * curve[fast, 0] + fc * np.sign(curve[fast, 0])
        assert np.allclose(curve[fast, 1], expected, rtol=0.1)
        wanted = np.array([[0.4, 0.3], [8.0, 2.0]])[k] @ [curve[-1, 0], 1.0]  # what was simulated
        assert curve[-1, 1] == pytest.approx(wanted, rel=0.1)


def test_steady_presliding_is_dry_friction() -> None:
    slid = DriveTerm(Term(2, "hysteresis", 1e-3), 0.7, 0.1)
    assert np.allclose(sum_law([slid], np.array([-2.0, 3.0])), [-0.7, 0.7])


def test_a_drive_without_friction_has_no_panel() -> None:
    found = replace(sliding(), friction=((), sliding().friction[1]))
    assert find_drives(found) == [1]
    assert len(shown(draw_friction(found))) == 1
    bare = replace(sliding(), friction=((), ()), drive_estimates=())
    assert not {"friction", "drives"} & set(identification_plots(bare))


def test_a_load_is_drawn_with_its_intervals() -> None:
    load = a_load(sliding())
    panels = shown(draw_load(load))
    assert [a.get_title(loc="left") for a in panels] == [
        "mass [kg]", "mass centre [m]", "inertia about it [kg m²]"]  # fmt: skip
    heights = [b.get_height() for axes in panels for b in bars(axes)]
    assert np.allclose(heights, load.least_squares)


def test_a_files_name_is_never_mathematics() -> None:
    found = sliding()
    hostile = replace(found.predictions[0], file=r"logs/$\frac{ & <b>.csv")
    plot = draw_forces(found, list_logs(replace(found, predictions=(hostile,)))[0])
    etree.fromstring(plot.content(".svg"))
    assert plot.figure.legends[0].get_title().get_text() == r"$\frac{ & <b>.csv, fitted"


def test_a_robot_of_one_joint_is_drawn() -> None:
    found = sliding()

    def first(rows):
        predicted = {name: values[:, :1] for name, values in rows.predicted.items()}
        columns = {k: getattr(rows, k)[:, :1] for k in ("tau", "q", "dq", "noise", "moving")}
        return replace(rows, predicted=predicted, **columns)

    train = {name: replace(e, per_joint=e.per_joint[:1]) for name, e in found.train.items()}
    alone = replace(
        found,
        predictions=tuple(map(first, found.predictions)),
        train=train,
        friction=found.friction[:1],
        drives=np.eye(1),
        noise=found.noise[:1],
    )
    assert list(identification_plots(alone)) == NAMES
