"""Plots and animations from plain arrays."""

from __future__ import annotations

import builtins
import re

import numpy as np
import pytest
from lxml import etree
from PIL import Image
from tests.drawing.viewer.pages import need_page, scene_in

import torsor.drawing
from torsor.errors import ArrayError, MissingExtraError, TorsorError

T = np.linspace(0, 2, 60)
SINE, COSINE = np.sin(T), np.cos(T)
ZEROS = np.zeros((60, 2))


def plots():
    rows = {"q1": SINE, "q2": COSINE, r"a $\bad{ name & <": T}
    yield torsor.drawing.time_plot(T, rows, "rad", r"$\frac{ & <")
    yield torsor.drawing.time_panels(T, [("q", "rad", rows), ("τ", "N·m", {"tau1": SINE})])
    curve = ([0, 2], [3, 0])
    yield torsor.drawing.torque_speed(SINE, COSINE, curve, curve, (0.5, 0.6), "motor")
    yield torsor.drawing.energy_balance(T, SINE**2, COSINE**2, work=0 * T, dissipated=0 * T)
    yield torsor.drawing.workspace("planar2r", {"l1": 1, "l2": 0.5}, samples=20_000)


def test_every_plot_in_every_format(tmp_path):
    for i, plot in enumerate(plots()):
        etree.fromstring(plot.content(".svg"))
        plot.save(tmp_path / f"{i}.png")
        plot.save(tmp_path / f"{i}.pdf")
        picture = np.asarray(Image.open(tmp_path / f"{i}.png").convert("L"))
        assert picture.min() < 100 < picture.mean()
        assert (tmp_path / f"{i}.pdf").read_bytes().startswith(b"%PDF")


def test_what_is_plotted_is_what_was_given():
    figure = torsor.drawing.time_plot(T, {"q1": SINE}, "rad", quantity="angle").figure
    (line,) = figure.axes[0].lines
    assert np.array_equal(line.get_xdata(), T)
    assert np.array_equal(line.get_ydata(), SINE)
    assert figure.axes[0].get_title("left") == "angle [rad]"
    assert figure.axes[0].get_xlabel() == "$t$ [s]"


def test_a_jump_is_a_gap_and_a_steep_curve_is_none():
    step = SINE + 0.5 * (T > 1)
    (line,) = torsor.drawing.time_plot(T, {"q1": step}).figure.axes[0].lines
    known = np.isfinite(line.get_ydata())
    assert np.array_equal(line.get_ydata()[known], step)
    assert line.get_xdata()[~known].tolist() == [T[T <= 1][-1]]
    (line,) = torsor.drawing.time_plot(T, {"q1": np.tanh(20 * (T - 1))}).figure.axes[0].lines
    assert np.isfinite(line.get_ydata()).all()


def test_curves_that_have_a_panel_each_are_of_one_colour_and_others_are_told_apart():
    panels = [("", "N m", {"tau1": SINE}), ("", "N m", {"tau2": COSINE})]
    alone = torsor.drawing.time_panels(T, panels).figure.axes
    assert len({axes.lines[0].get_color() for axes in alone}) == 1
    both = [("", "N m", {"tau1": SINE, "tau2": COSINE})]
    lines = torsor.drawing.time_panels(T, both).figure.axes[0].lines
    assert len({line.get_color() for line in lines}) == 2


def test_the_gap_of_an_exact_balance_is_zero():
    whole = torsor.drawing.energy_balance(T, SINE**2, COSINE**2 - T, dissipated=T).figure
    assert "left over [J]" not in [axes.get_title("left") for axes in whole.axes]
    assert whole.get_supxlabel().startswith("The balance closes")
    lacking = torsor.drawing.energy_balance(T, SINE**2, COSINE**2 - T).figure
    assert lacking.axes[-1].get_title("left") == "left over [J]"
    np.testing.assert_allclose(lacking.axes[-1].lines[0].get_ydata(), -T, atol=1e-14)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: torsor.drawing.time_plot(T, {"q1": [1, 2]}), "q1 has 2 entries, expected 60"),
        (lambda: torsor.drawing.time_plot([0, np.nan], {}), "t: entry 1 is not finite"),
        (lambda: torsor.drawing.time_plot(["x"], {}), "t: expected numbers"),
        (lambda: torsor.drawing.torque_speed(T, T[:3]), "torque has 3 entries"),
        (lambda: torsor.drawing.workspace("rttrr"), "joint 2 slides"),
        (lambda: torsor.drawing.workspace("3r"), "no value for l1, l2, l3"),
        (lambda: torsor.drawing.workspace("rv1a-paper"), "given by bodies"),
        (lambda: torsor.drawing.workspace("planar2r", {"l1": 1, "l2": 1}, [(0, 1)]), "2 pairs"),
        (lambda: torsor.drawing.animate("planar2r", {}, T, np.zeros((60, 3))), "shape"),
        (
            lambda: torsor.drawing.animate("planar2r", {}, T, np.zeros((60, 2)), tau=T[:, None]),
            "as of q",
        ),
        (lambda: torsor.drawing.animate("planar2r", {}, -T, np.zeros((60, 2))), "increase"),
        (lambda: torsor.drawing.time_plot(T, {}).save("a.jpg"), "'.jpg'"),
    ],
)
def test_bad_input_is_told_in_a_sentence(call, says):
    with pytest.raises(TorsorError, match=re.escape(says)):
        call()


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    real = builtins.__import__

    def missing(name, *args, **options):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *args, **options)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(MissingExtraError, match=r"pip install 'torsor\[motion\]'"):
        torsor.drawing.time_plot(T, {"q1": SINE})


def test_a_page_has_the_motion_and_its_driving_forces(tmp_path):
    need_page()
    q = np.stack([SINE, COSINE], 1)
    motion = torsor.drawing.animate("planar2r", {"l1": 1, "l2": 1}, T, q, tau=2 * q)
    motion.save(tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text("utf-8")
    assert page == motion.html
    shown = scene_in(page)["motion"]
    assert shown["t"] == pytest.approx(T)
    assert np.allclose(shown["q"], q)
    curves = {c["label"]: c["values"] for chart in shown["charts"] for c in chart["curves"]}
    assert curves["q₁"] == pytest.approx(np.degrees(SINE), rel=1e-4)
    assert curves["τ₂"] == pytest.approx(2 * COSINE, rel=1e-4)
    assert "srcdoc" in motion._repr_html_()


def test_long_motions_are_thinned_out():
    t = np.linspace(0, 100, 5_000)
    motion = torsor.drawing.animate("planar2r", {}, t, np.stack([t, t], 1))
    shown = motion.viewer.data["motion"]
    assert 1000 < len(shown["t"]) <= 1500
    assert (shown["t"][0], shown["t"][-1]) == (0, 100)


def test_errors_of_arrays_are_value_errors():
    with pytest.raises(ArrayError):
        torsor.drawing.time_plot([[0]], {})
