"""What TeX prints is what is judged: what a reader would see otherwise is not called right."""

from __future__ import annotations

import pytest
from tests.referee.planting import checker, model
from tests.referee.test_wholly_read import G2, M22, verdict

from torsor.errors import TextError
from torsor.referee.targets import resolve

A, B = "m_2 g r_{x2} c_{12}", "m_2 g r_{y2} s_{12}"

READABLE = [
    ("g[2]", f"g_2 = {G2}"),
    ("g[2]", "g_2 = m_2 g (r_{x2} \\cos{(q_1+q_2)} - r_{y2} \\sin(q_1+q_2))"),
    ("g[2]", "g_2 = {m_2} g (r_{x2} {c_{12}} - {r_{y2} s_{12}})"),
    ("g[2]", f"g_2 ={{}} & {A} \\\\ & - {B}"),
    ("g[2]", f"g_2 ={{}} & {A} - \\\\ & - {B}"),
    ("g[2]", f"g_2 = 2 \\cdot \\frac12 {A} - {B}"),
    ("g[2]", f"g_2 = \\frac{{1}}{{2}} \\frac{{2}}{{1}} {A} - {B}"),
    ("M[2,2]", "M_{22} = I_{zz2} + m_2 ({r_{x2}}^2 + r_{y2}^{2})"),
    ("M[2,2]", "M_{22} = I_{z z2} + m_2 \\left( r_{x2}^2 + r_{y2}^2 \\right),"),
    ("M[2,2]", "8 M_{22} = \\mathrm{2^3} \\cdot (I_{zz2} + m_2 (r_{x2}^2 + r_{y2}^2))"),
    ("M[2,2]", f"M_{{22}} = \\begin{{bmatrix}} 1 \\end{{bmatrix}}^3 ({M22})"),
]


@pytest.mark.parametrize(("target", "latex"), READABLE)
def test_what_is_seen_as_it_is_read_stays_right(target: str, latex: str) -> None:
    assert verdict(target, latex) == "right"


UNREAD = [
    # braces are not printed
    ("M[2,2]", "M_{22} = I_{zz2} + m_2 {r_{x2}^2 + r_{y2}^2}"),
    ("M[2,2]", "M_{22} = I_{zz2} + {m_2 r_{x2}}^2/m_2 + m_2 r_{y2}^2"),
    ("M[2,2]", "M_{22} = I_{zz2} -{-m_2 r_{x2}^2 - m_2 r_{y2}^2}"),
    ("g[2]", "g_2 = m_2 g (r_{x2} \\cos{q_1+q_2} - r_{y2} \\sin{q_1+q_2})"),
    ("g[2]", f"g_2 = {A} {{-{B}}}"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\cos{{q_1}}^2 - c_1^2"),
    ("g", "g = 2 {" + " - ".join(["\\begin{bmatrix} 1 \\\\ 1 \\end{bmatrix}"] * 2) + "}"),
    # a script without braces is one digit
    ("g[2]", "g_2 = m_2 g (r_{x2} c_12 - r_{y2} s_12)"),
    ("M[2,2]", f"M_{{22}} = {M22} + c_1^12 - c_1^{{12}}"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\mathbf 12 - 12"),
    # signs at an alignment mark are both printed
    ("g[2]", f"g_2 = {A} - & - {B}"),
    ("g[2]", f"g_2 = m_2 g r_{{x2}} \\cdot & \\cdot c_{{12}} - {B}"),
    # dashes are no rule within a sum
    ("g[2]", f"g_2 = {A} - \\text{{--}} {B}"),
    ("g[2]", f"g_2 = {A} ----- - {B}"),
    ("g[2]", f"g_2 = {A} \\hline - {B}"),
    # an ellipsis leaves something out
    ("g[2]", f"g_2 = {A} - \\cdots \\\\ - {B}"),
    ("g[2]", f"g_2 = {A} \\\\ \\dots - {B}"),
    # numbers side by side
    ("M[2,2]", "M_{22} = I_{zz2} + 2\\frac12 m_2 (r_{x2}^2 + r_{y2}^2)"),
    ("M[2,2]", "M_{22} = I_{zz2} + 2\\frac{1}{2} m_2 (r_{x2}^2 + r_{y2}^2)"),
    ("M[2,2]", "M_{22} = I_{zz2} + 1{1} m_2 (r_{x2}^2 + r_{y2}^2)"),
    ("M[2,2]", "M_{22} = I_{zz2} + {1}{1} m_2 (r_{x2}^2 + r_{y2}^2)"),
    ("M[2,2]", "M_{22} = I_{zz2} + 1\\mathbf{1} m_2 (r_{x2}^2 + r_{y2}^2)"),
    # a product's sign is no function's
    ("g[2]", "g_2 = m_2 g (r_{x2} \\cos\\cdot(q_1+q_2) - r_{y2} \\sin(q_1+q_2))"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\cos 2 \\cdot q_2 - \\cos(2 q_2)"),
    ("M[2,2]", f"M_{{22}} = {M22} + c \\cdot q_2 - c_2"),
    # a lone brace tells cases apart
    ("g[2]", f"g_2 = \\begin{{cases}} {A} \\\\ - {B} \\end{{cases}}"),
    ("g[2]", f"g_2 = \\left\\{{ {A} \\\\ - {B} \\right."),
    ("g[2]", f"g_2 = \\begin{{array}}{{c}} {A} \\\\ - {B} \\end{{array}}"),
    ("g[2]", f"g_2 = \\begin{{array}}{{cc}} {A} & - {B} \\end{{array}}"),
    # points, commas and delimiters that belong to nothing
    ("M[2,2]", "M_{22} = I_{zz2} + m_2 (r_{x2}^2 + r_{y2}^2,)"),
    ("M[2,2]", f"M_{{22}}, = {M22}"),
    ("M[2,2]", f"M_{{22}} = {M22},."),
    ("M[2,2]", f"M_{{22}} = {M22} \\right"),
    ("g[2]", f"1 2 g_2 = 2 ({G2})"),
]


@pytest.mark.parametrize(("target", "latex"), UNREAD)
def test_what_a_reader_may_see_otherwise_is_unread(target: str, latex: str) -> None:
    assert verdict(target, latex) == "unread"


SCRIPTS = [
    "m_{02}", "m_{2.0}", "m_{2&}", "m_{^2}",
]  # fmt: skip


@pytest.mark.parametrize("mark", SCRIPTS)
def test_a_script_is_compared_as_it_is_printed(mark: str) -> None:
    assert verdict("g[2]", f"g_2 = {G2}".replace("m_2", mark)) != "right"


@pytest.mark.parametrize(
    ("mark", "other"),
    [
        ("r_{x2}", "r_{x02}"), ("r_{x2}", "r_{x2}^{01}"), ("r_{x2}", "r_{x^2}"),
        ("c_{12}", "c_{012}"),
        ("c_{12}", "c_{1^2}"), ("c_{12}", "c_{1 \\\\ 2}"), ("c_{12}", "c_{1&2}"),
    ],
)  # fmt: skip
def test_digits_in_scripts_are_literal(mark: str, other: str) -> None:
    assert verdict("g[2]", f"g_2 = {G2}".replace(mark, other)) != "right"


@pytest.mark.parametrize("latex", ["I_{zz1} = I_{zz2}", "M_{11} = I_{zz1} = I_{zz2}"])
def test_an_excerpt_has_one_expression(latex: str) -> None:
    assert verdict("M[1,1]", latex, excerpt=True) == "unread"


LEFT = [
    ("l_2 {}^5 r_{C_{5x}} - l_2 {}^5 r_{C_{5x}}", True),
    ("l_2 {}^6 f_z - 6 f_z l_2", False),
    ("6 f_z - {}^6 f_z", False),
    ("l_2 {}^{05} r_{C_{5x}} - l_2 {}^5 r_{C_{5x}}", False),
]


@pytest.mark.parametrize(("sum_", "right"), LEFT)
def test_a_number_on_the_line_is_no_left_index(sum_: str, right: bool) -> None:
    hand, target = checker("rttrr", "rttrr"), resolve(model("rttrr"), "g[2]")
    try:
        found = hand.check("(1)", target, f"G_2 = (M_2 + M_3 + M_4 + M_5) g + {sum_}").right
    except TextError:
        found = False
    assert found == right


ACCUSED = [
    ("g[2]", f"0 = {G2} - g_2"),
    ("g[2]", f"g_2 = {G2}".replace("{12}", "{1+2}")),
    ("g[2]", f"g_2 = {G2}".replace("{12}", "{q_1+q_2}")),
    ("g[2]", f"g_2 = {G2}".replace("c_{", "\\cos q_{").replace("s_{", "\\sin q_{")),
]


@pytest.mark.parametrize(("target", "latex"), ACCUSED)
def test_what_may_be_right_is_not_accused(target: str, latex: str) -> None:
    assert verdict(target, latex) == "unread"


def test_an_exponent_under_upright_type_is_not_dropped() -> None:
    assert verdict("M[2,2]", f"2 M_{{22}} = \\mathrm{{2^3}} \\cdot ({M22})") != "right"
