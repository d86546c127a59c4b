"""Expressions and models show themselves as LaTeX in a notebook."""

from __future__ import annotations

import pytest
from tests.equations.reading import model

from torsor import Ring
from torsor.equations import latex, text


def test_an_expression_shows_itself() -> None:
    ring = Ring(["m1", "l2"], ["q1"])
    shown = ring.parse("m1*l2^2*cos(q1)/2 - l2")
    assert shown._repr_latex_() == (
        r"$\displaystyle -l_{2} + \tfrac{1}{2} \, m_{1} \, l_{2}^{2} \, c_{1}$"
    )


def test_zero_and_numbers_show_themselves() -> None:
    ring = Ring(["a"])
    assert ring.number(0)._repr_latex_() == r"$\displaystyle 0$"
    assert ring.parse("-7/3")._repr_latex_() == r"$\displaystyle -\tfrac{7}{3}$"
    assert ring.parse("0.35*a").latex() == r"0.35 \, a"


def test_an_expression_shows_itself_in_any_hand() -> None:
    tau = model("rttrr").tau[1]
    assert tau.latex("rttrr").startswith(r"M_{2} \, \ddot{q}_{2} + M_{3} \, \ddot{q}_{2}")
    assert tau.latex("rttrr").endswith(r"- {}^{6}f_{x} \, s q_{5} + {}^{6}f_{z} \, c q_{5}")
    assert tau.latex("plain").endswith(
        r"- \mathit{fx} \, \sin(\mathit{q5}) + \mathit{fz} \, \cos(\mathit{q5})"
    )
    assert text(tau, "plain", 1000) == " ".join(text(tau, "plain", 40).split())


@pytest.mark.parametrize("width", [30, 60, 120])
def test_a_long_expression_can_be_broken_over_lines(width: int) -> None:
    tau = model("rttrr").tau[3]
    broken = latex(tau, "rttrr", width=width)
    assert broken.startswith(r"\begin{aligned}& ")
    assert broken.endswith(r"\end{aligned}")
    rows = broken.removeprefix(r"\begin{aligned}").removesuffix(r"\end{aligned}").split(" \\\\\n")
    assert len(rows) > 1
    assert all(row.startswith("& ") for row in rows)
    assert " ".join(row[2:] for row in rows).split() == tau.latex("rttrr").split()


def test_a_model_shows_its_driving_forces_in_its_own_hand() -> None:
    shown = model("trtrr")._repr_latex_()
    assert shown.startswith("$$\\begin{aligned}\n")
    assert shown.endswith("\n\\end{aligned}$$")
    for i in range(1, 6):
        assert f"Q_{{m}}^{{{i}}} ={{}} & " in shown
    assert "F_{l_{x}}^{6}" in shown
    assert model("planar2r")._repr_latex_().count(r"\tau_{") == 2


def test_a_model_too_long_for_a_notebook_says_how_long_it_is() -> None:
    shown = model("stanford")._repr_latex_()
    assert len(shown) < 200
    for count in model("stanford").terms:
        assert str(count) in shown
    assert shown.count("$") == 2
