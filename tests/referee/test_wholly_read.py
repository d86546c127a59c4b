"""Right means: both sides wholly read, and equal. Nothing printed is ignored into a verdict."""

from __future__ import annotations

import pytest
from tests.referee.planting import checker, model

from torsor import TorsorError
from torsor.errors import TextError
from torsor.notation.notation import load_notation
from torsor.referee.equation import Checker
from torsor.referee.targets import resolve

G1 = "m_1 g (r_{x1} c_1 - r_{y1} s_1) + m_2 g (l_1 c_1 + r_{x2} c_{12} - r_{y2} s_{12})"
G2 = "m_2 g (r_{x2} c_{12} - r_{y2} s_{12})"
H1 = "m_1 (r_{x1} c_1 - r_{y1} s_1) + m_2 (l_1 c_1 + r_{x2} c_{12} - r_{y2} s_{12})"
H2 = "m_2 (r_{x2} c_{12} - r_{y2} s_{12})"
G = f"\\begin{{bmatrix}} {G1} \\\\ {G2} \\end{{bmatrix}}"
H = f"\\begin{{pmatrix}} {H1} \\\\ {H2} \\end{{pmatrix}}"
M22 = "I_{zz2} + m_2 r_{x2}^2 + m_2 r_{y2}^2"
M12 = f"{M22} + m_2 l_1 (r_{{x2}} c_2 - r_{{y2}} s_2)"
M11 = (
    "I_{zz1} + m_1 (r_{x1}^2 + r_{y1}^2) + I_{zz2} + m_2 (l_1^2 + r_{x2}^2 + r_{y2}^2"
    " + 2 l_1 r_{x2} c_2 - 2 l_1 r_{y2} s_2)"
)
M = f"\\begin{{bmatrix}} {M11} & {M12} \\\\ {M12} & {M22} \\end{{bmatrix}}"
OMEGA = "\\begin{bmatrix} 0 \\\\ 0 \\\\ \\dot{q}_1 + \\dot{q}_2 \\end{bmatrix}"


def verdict(target: str, latex: str, robot: str = "planar2r", excerpt: bool = False) -> str:
    """What is said of an equation: right, wrong, or not read."""
    hand = checker(robot, "standard")
    try:
        found = hand.check("(1)", resolve(model(robot), target), latex, excerpt)
    except TextError:
        return "unread"
    if found.right:
        return "right"
    return "wrong" if found.differs else "unread"


RIGHT = [
    ("g", f"g = {G}"),
    ("g", f"\\mathbf{{g}}(\\mathbf{{q}}) = {G}"),
    ("g", f"g(q) = g {H}"),
    ("g", f"g(q) = {H} g"),
    ("g", f"g(q) = {H} \\cdot g"),
    ("g", f"-g = -{G}"),
    ("g", f"2 g = 2 {G}"),
    ("g", f"\\frac{{1}}{{2}} g = \\frac{{1}}{{2}} {G}"),
    ("g", f"g = - \\left( -{G} \\right)"),
    ("g", f"g = \\frac{{1}}{{2}} {G} + \\frac{{1}}{{2}} {G}"),
    ("g", f"g = \\frac12 ({G} + {G})"),
    ("g", f"g = \\frac{{2 {G}}}{{2}}"),
    ("g", f"g = 3 {G} / 3"),
    ("g", f"g = 2 {G} - {G}"),
    ("g", f"g = {G} + 0 \\begin{{bmatrix}} m_1 \\\\ l_1 \\end{{bmatrix}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} & {G2} \\end{{bmatrix}}^T"),
    ("g", f"g = \\begin{{bmatrix}} {G1} & {G2} \\end{{bmatrix}}^{{\\top}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} & {G2} \\end{{bmatrix}}^\\mathsf{{T}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} & {G2} \\end{{bmatrix}}^{{\\mathrm T}}"),
    ("g", f"g = [{G1}, {G2}]^T"),
    ("g", f"g = \\left( {G1}, \\; {G2} \\right)^{{\\rm T}}"),
    ("g", f"g^T = [{G1}, {G2}]"),
    ("g", f"g^T = {G}^T"),
    ("g", f"g = \\begin{{bmatrix}} 1 & 0 \\\\ 0 & 1 \\end{{bmatrix}} {G}"),
    ("g", f"g = \\begin{{bmatrix}} 0 & 1 \\\\ 1 & 0 \\end{{bmatrix}}^2 {G}"),
    ("g", "g = \\begin{bmatrix} 1 & 1 \\\\ 0 & 1 \\end{bmatrix} "
          f"\\begin{{bmatrix}} {G1} - ({G2}) \\\\ {G2} \\end{{bmatrix}}"),
    ("g", f"\\begin{{bmatrix}} g_1 \\\\ g_2 \\end{{bmatrix}} = {G}"),
    ("g", f"{G} = g"),
    ("g", f"g = {H} g = g {H} = {G}"),
    ("g", f"g = \\frac{{{G} m_1}}{{m_1}}"),
    ("g", f"g = \\left\\{{ {G} \\right\\}}"),
    ("g", f"g := {G}."),
    ("g", f"g = {G}, \\quad (12)"),
    ("g", f"g = {G} \\tag{{4}} \\label{{eq:g}}"),
    ("g", f"\\begin{{aligned}}[t] g &= {H} g \\\\ &= {G} \\end{{aligned}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} \\\\ 0 \\end{{bmatrix}} + "
          f"\\begin{{bmatrix}} 0 \\\\ {G2} \\end{{bmatrix}}"),
    ("g", f"g = % a comment \n {G}"),
    ("M", f"M = {M}"),
    ("M", f"M(q) = {M}^T"),
    ("M", f"M = \\begin{{bmatrix}} 1 & 0 \\\\ 0 & 1 \\end{{bmatrix}} {M}"),
    ("M", f"M = \\begin{{bmatrix}} {M11} & 0 \\\\ 0 & {M22} \\end{{bmatrix}} + ({M12}) "
          "\\begin{bmatrix} 0 & 1 \\\\ 1 & 0 \\end{bmatrix}"),
    ("omega[2]", f"\\omega_2 = {OMEGA}"),
    ("omega[2]", "\\omega_2 = [0 \\ 0 \\ 1]^T (\\dot{q}_1 + \\dot{q}_2)"),
    ("omega[2]", "\\omega_2 = [0, 0, \\dot{q}_1 + \\dot{q}_2]^T"),
    ("omega[2]", "\\omega_2 = \\begin{bmatrix} 0 & 0 \\\\ 0 & 0 \\\\ 1 & 1 \\end{bmatrix} "
                 "\\begin{bmatrix} \\dot{q}_1 \\\\ \\dot{q}_2 \\end{bmatrix}"),
    ("v[1]", "v_1 = 0"),
    ("v[1]", "v_1 = \\mathbf{0}"),
    ("M[2,2]", f"M_{{22}} = {M22}"),
    ("M[2,2]", f"{M22} = M_{{22}}"),
    ("M[2,2]", "M_{22} = I_{zz2} + m_2 [r_{x2}, r_{y2}] [r_{x2}, r_{y2}]^T"),
    ("M[2,2]", "M_{22} = I_{zz2} + m_2 * \\left\\{ r_{x2}^2 + r_{y2}^2 \\right\\}"),
    ("M[2,2]", "M_{22} = 2 I_{zz2}/2 + m_2 \\cdot (r_{x2}^2 + r_{y2}^2)"),
    ("M[2,2]", "M_{22} = \\begin{aligned} & I_{zz2} + \\\\ & + m_2 r_{x2}^2 "
               "+ m_2 r_{y2}^2 \\end{aligned}"),
    ("C[2,2]", "C_{22} = 0"),
]  # fmt: skip


@pytest.mark.parametrize(("target", "latex"), RIGHT)
def test_a_right_equation_is_right_however_it_is_written(target: str, latex: str) -> None:
    assert verdict(target, latex) == "right"


NOT_RIGHT = [
    # beside a table
    ("g", f"g = -{G}"),
    ("g", f"g = \\frac{{1}}{{2}} {G}"),
    ("g", f"g = {G} m_1"),
    ("g", f"g = {H} + {G}"),
    ("g", f"g = {G} + {G}"),
    ("g", f"g = {G} - {H}"),
    ("g", f"g = 3 {G} + 7"),
    ("g", f"g = 7 + {G}"),
    ("g", f"g = {G} / 2"),
    ("g", f"g = {G}^T"),
    ("g", f"g = {G}^2"),
    ("g", f"g = {G}^{{-1}}"),
    ("g", f"g = {G}^*"),
    ("g", f"g = {G}'"),
    ("g", f"g = {G}_1"),
    ("g", f"g = {G} {{}}^3"),
    ("g", f"g = {{}}^2 {G}"),
    ("g", f"g = \\begin{{bmatrix}} 0 & 1 \\\\ 1 & 0 \\end{{bmatrix}} {G}"),
    ("g", f"g = {G} {G}"),
    ("g", f"g = {G} \\times {G}"),
    ("g", f"g = \\begin{{bmatrix}} {G2} \\\\ {G1} \\end{{bmatrix}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} & {G2} \\end{{bmatrix}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} \\end{{bmatrix}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} \\\\ {G2} \\\\ 0 \\end{{bmatrix}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} \\\\ {G2} & 0 \\end{{bmatrix}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} \\\\ \\end{{bmatrix}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} \\\\ \\vdots \\end{{bmatrix}}"),
    ("g", f"g = \\begin{{bmatrix}} {G1} \\\\ \\dots \\end{{bmatrix}}"),
    ("g", f"g = \\begin{{vmatrix}} {G1} \\\\ {G2} \\end{{vmatrix}}"),
    ("g", f"g = \\begin{{cases}} {G1} \\\\ {G2} \\end{{cases}}"),
    ("g", f"g = {G} \\text{{ for }} q_1 = 0"),
    ("g", f"g = {G}, \\; q_1 = 0"),
    ("g", f"g = {G}, \\quad m_1 > 0"),
    ("g", f"g = {G} + \\dots"),
    ("g", f"g = {G} \\\\ + {G}"),
    ("g", f"g = {G} \\\\ m_1"),
    ("g", f"g = {G} & m_1"),
    ("g", f"g = {G} = {H}"),
    ("g", f"g = {H} = {G}"),
    ("g", f"g \\approx {G}"),
    ("g", f"g \\neq {G}"),
    ("g", f"g = \\pm {G}"),
    ("g", f"g = \\cancel{{{G}}}"),
    ("g", f"g = {G} \\footnotemark"),
    ("g", f"g = \\frac{{{G}}}{{m_1}}"),
    ("g", f"g = \\max({G})"),
    ("g", f"g = {G} (2)"),
    ("g", f"2 g = {G}"),
    ("g", f"-g = {G}"),
    ("g", f"m_1 g = {G}"),
    ("g", f"g^T = {G}"),
    ("g", f"g^{{-1}} = {G}"),
    ("g", f"g^2 = {G}"),
    ("g", f"\\dot{{g}} = {G}"),
    ("g", f"g + \\tau = {G}"),
    ("g", f"\\begin{{bmatrix}} g_2 \\\\ g_1 \\end{{bmatrix}} = {G}"),
    ("g", f"\\begin{{bmatrix}} 2 g_1 \\\\ g_2 \\end{{bmatrix}} = {G}"),
    ("g", "g = "),
    ("g", "g = 0"),
    ("g", "g"),
    ("g", ""),
    ("g", f"g = {G}"[:-14]),
    ("g", f"g = 2 \\begin{{aligned}} {G} + 0 {G} \\end{{aligned}}"),
    ("M", f"M = 3 {M} + 7"),
    ("M", f"M = {M} \\ddot{{q}}"),
    ("M", f"M = {M} \\begin{{bmatrix}} \\ddot{{q}}_1 \\\\ \\ddot{{q}}_2 \\end{{bmatrix}}"),
    ("M", f"M = \\begin{{bmatrix}} {M11} & {M12} \\\\ & {M22} \\end{{bmatrix}}"),
    ("M", f"M = \\begin{{bmatrix}} {M11} & {M12} \\end{{bmatrix}}"),
    ("M", f"M = {M}^2"),
    ("omega[2]", "\\omega_2 = [0 \\ 0 \\ 1]^T"),
    ("omega[2]", "\\omega_2 = [0, 0, \\dot{q}_1 + \\dot{q}_2]"),
    ("omega[2]", "\\omega_2 = [0, 0, \\dot{q}_1] + \\dot{q}_2"),
    ("g", f"\\begin{{bmatrix}} m_1 \\\\ m_2 \\end{{bmatrix}} = {G}"),
    ("g", f"\\begin{{bmatrix}} \\ddot{{q}}_1 \\\\ \\ddot{{q}}_2 \\end{{bmatrix}} = {G}"),
    # a number
    ("M[2,2]", f"m_1 = {M22}"),
    ("M[2,2]", f"\\ddot{{q}}_1 = {M22}"),
    ("M[2,2]", f"M_{{22}} = {M22} + 1 000"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\dot{{q_1^2}} - \\dot{{q}}_1^2"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\sin q_1^2 - s_1^2"),
    ("M[2,2]", f"M_{{22}} = 2 ({M22})"),
    ("M[2,2]", f"2 M_{{22}} = {M22}"),
    ("M[2,2]", f"M_{{22}}^2 = {M22}"),
    ("M[2,2]", f"\\dot{{M}}_{{22}} = {M22}"),
    ("M[2,2]", f"M_{{11}} = {M22}"),
    ("M[2,2]", f"M_{{22}} = {M22} = M_{{11}}"),
    ("M[2,2]", f"M_{{22}} = {M22} = m_1"),
    ("M[2,2]", f"M_{{22}} = m_1 = {M22}"),
    ("M[2,2]", f"M_{{22}} = {M22} +"),
    ("M[2,2]", f"M_{{22}} = {M22} \\cdot"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\dots"),
    ("M[2,2]", f"M_{{22}} = {M22} - \\dots + 0"),
    ("M[2,2]", f"M_{{22}} = {M22} \\pm 0"),
    ("M[2,2]", f"M_{{22}} = {M22}, m_1"),
    ("M[2,2]", f"M_{{22}} = {M22}; 2"),
    ("M[2,2]", f"M_{{22}} = {M22} \\\\ 3"),
    ("M[2,2]", f"M_{{22}} = {M22} (2)"),
    ("M[2,2]", f"M_{{22}} = ({M22})'"),
    ("M[2,2]", f"M_{{22}} = ({M22})_2"),
    ("M[2,2]", f"M_{{22}} = ({M22})^n"),
    ("M[2,2]", f"M_{{22}} = ({M22})^T"),
    ("M[2,2]", f"M_{{22}} = {{ {M22} }}^2"),
    ("M[2,2]", f"M_{{22}} = {M22} + {{}}^3"),
    ("M[2,2]", f"M_{{22}} = {M22} {{}}^3"),
    ("M[2,2]", f"M_{{22}} = {M22} {{}}_3"),
    ("M[2,2]", "M_{22} = " + M22.replace('m_2', 'm_2^{(1)}', 1)),
    ("M[2,2]", "M_{22} = " + M22.replace('m_2', 'm_2^*', 1)),
    ("M[2,2]", "M_{22} = " + M22.replace('m_2', 'm_2^{\\prime}', 1)),
    ("M[2,2]", "M_{22} = " + M22.replace('m_2', '\\bar{m}_2', 1)),
    ("M[2,2]", "M_{22} = " + M22.replace('m_2', '\\tilde{m}_2', 1)),
    ("M[2,2]", "M_{22} = " + M22.replace('m_2', '\\hat{m}_2', 1)),
    ("M[2,2]", "M_{22} = " + M22.replace('m_2', 'm_{\\bar 2}', 1)),
    ("M[2,2]", "M_{22} = " + M22.replace('m_2', '{m_2}_1', 1)),
    ("M[2,2]", "M_{22} = " + M22.replace('r_{x2}^2', 'r_{x2}^{(2)}')),
    ("M[2,2]", "M_{22} = " + M22.replace('r_{x2}^2', 'r_{x2}^{2}^1')),
    ("M[2,2]", "M_{22} = I_{zz2} + m_2 \\{ r_{x2}^2 \\} + m_2 \\{ r_{y2}^2 + 1 \\}"),
    ("M[2,2]", "M_{22} = I_{zz2} + m_2 \\left\\{ r_{x2}^2 + m_2 r_{y2}^2 \\right\\}"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\frac{{m_1}}{{l_1}} - \\frac{{m_2}}{{l_2}}"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\sin(l_1 m_1) - \\sin(l_1 m_2)"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\sin^n(q_1) - \\sin(q_1)"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\sin^{{-1}}(q_1) - \\sin(q_1)"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\sin(q_1 l_1^2) - \\sin(q_1)"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\sin^2(q_1)^3 - \\sin(q_1)^3"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\sin_2 q_1 - \\sin q_1"),
    ("M[2,2]", f"M_{{22}} = {M22} + c_{{11}} - c_1"),
    ("M[2,2]", f"M_{{22}} = {M22} + 2^n - 2"),
    ("M[2,2]", f"M_{{22}} = {M22} + 2^{{-1}} - 2"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\sqrt{{2}}^2 - \\sqrt{{2}}"),
    ("M[2,2]", f"M_{{22}} = {M22} + \\sqrt{{l_1 m_1}} - \\sqrt{{l_1m_1}}^2"),
    ("M[2,2]", f"M_{{22}} = {M22} + W_{{1,2}} - W_{{1-2}}"),
    ("M[2,2]", f"M_{{22}} = {M22} + m_1 (l_1 = l_2) - m_1 l_1 l_2"),
    ("M[2,2]", f"M_{{22}} = {M22} + 1/2 m_1 - 1/2/m_1"),
    ("M[2,2]", f"M_{{22}} = ({M22}"),
    ("M[2,2]", f"M_{{22}} = {M22})"),
    ("M[2,2]", f"M_{{22}} = \\left. {M22}"),
    ("M[2,2]", f"M_{{22}} = \\left. {M22} \\right|_{{q=0}}"),
    ("M[2,2]", f"M_{{22}} = {M22}, & q_1 = 0"),
    ("M[2,2]", f"M_{{22}} = \\begin{{cases}} {M22} & q_1 > 0 \\\\ 0 \\end{{cases}}"),
    ("M[2,2]", f"M_{{22}} = \\begin{{bmatrix}} {M22} \\\\ 0 \\end{{bmatrix}}"),
    ("M[2,2]", f"M_{{22}} = \\begin{{alignedat}}{{2}} {M22} \\end{{alignedat}} m_1"),
    ("M[2,2]", f"M_{{22}} = 2 \\begin{{aligned}} {M22} \\end{{aligned}}"),
    ("M[2,2]", f"M_{{22}} = {M22} \\\\ M_{{12}} = {M22}"),
    ("M[2,2]", f"M_{{22}} = {M22} & M_{{12}} = {M22}"),
    ("M[2,2]", "M_{22} = I_{zz2} + m_2 r_{x2}^2 - \\\\ + m_2 r_{y2}^2"),
    ("M[2,2]", "M_{22} = I_{zz2} + m_2 r_{x2}^2 + \\text{-} m_2 r_{y2}^2"),
    ("M[2,2]", "M_{22} = I_{zz2} \\text{+} m_2 r_{x2}^2 + m_2 r_{y2}^2"),
    ("M[2,2]", f"M_{{22}} = \\min({M22}, 3)"),
    ("M[2,2]", f"M_{{22}} = |{M22}|"),
    ("M[2,2]", f"M_{{22}} = {M22} \\mathrm{{kg}}"),
    ("M[2,2]", f"M_{{22}} = {M22}!"),
    ("M[2,2]", "M_{22} = M_{22}"),
    ("M[2,2]", "M_{22}"),
    ("M[2,2]", ""),
    ("M[2,2]", "M_{22} = "),
    ("C[2,2]", "C_{22} = "),
    ("C[2,2]", "C_{22} = +"),
    ("C[2,2]", "C_{22} = \\dots"),
    ("C[2,2]", "C_{22} = {}"),
    ("C[2,2]", "C_{22} = ()"),
    ("C[2,2]", "C_{22} = \\phantom{0}"),
    ("C[2,2]", "C_{22} = \\begin{bmatrix} \\end{bmatrix}"),
    ("C[2,2]", "C_{22} = % 0"),
    ("C[2,2]", "C_{22} = 0^0"),
    ("C[2,2]", "C_{22} = 0/0"),
    ("C[2,2]", "C_{22} = \\frac{0}{0}"),
    ("C[2,2]", "C_{22} = 0 / (m_1 - m_1)"),
]  # fmt: skip


@pytest.mark.parametrize(("target", "latex"), NOT_RIGHT)
def test_what_is_not_wholly_read_or_differs_is_not_right(target: str, latex: str) -> None:
    assert verdict(target, latex) != "right"


def _table(rows: int, columns: int, entry: str) -> str:
    lines = "\\\\".join("&".join([entry] * columns) for _ in range(rows))
    return f"\\begin{{bmatrix}}{lines}\\end{{bmatrix}}"


FOUR = _table(2, 2, "(m_1 + m_2 + l_1 + c_1)")


@pytest.mark.parametrize(
    ("latex", "sentence"),
    [
        ("M = " + "(" * 70 + FOUR + ")^T" * 70, "nested more than 60 deep"),
        ("M = " + _table(1000, 100, "0"), "more than 20000 alignment marks"),
        ("M = " + FOUR * 30, "products of terms"),
        ("M = (m_1 + m_2 + l_1 + c_1 + s_1)^{50}", "multiplies out to more than 20000 terms"),
        ("M = (m_1 + m_2)^{500}", "the superscript 500 on parentheses cannot be read"),
        ("M = " + FOUR + "^{10}", "to the power 10"),
        ("M = " + "m_1 " * 2001, "a product of more than 2000 factors"),
        ("M = " + ("9" * 400 + "^{64} \\cdot ") * 9 + "1", "a coefficient that no paper prints"),
        ("M = 1" + "/2" * 300_000, "more than 520000 marks"),
    ],
)  # fmt: skip
def test_what_would_not_end_is_refused_in_a_sentence(latex: str, sentence: str) -> None:
    hand = checker("planar2r", "standard")
    with pytest.raises(TorsorError, match=sentence):
        hand.check("(1)", resolve(model("planar2r"), "M"), latex)
    assert len(latex) < 800_000


def test_a_term_of_a_scaled_table_is_told_in_its_own_place() -> None:
    latex = f"g = g \\begin{{bmatrix}} {H1} \\\\ {H2} + m_2 l_1 \\end{{bmatrix}}"
    hand = checker("planar2r", "standard")
    found = hand.check("(1)", resolve(model("planar2r"), "g"), latex)
    (difference,) = [d for e in found.entries for d in e.comparison.differences]
    assert difference.printed is not None
    assert difference.printed.term is not None
    assert difference.printed.powers == (("g", 1), ("l1", 1), ("m2", 1))
    assert latex[difference.printed.term.place.start :].startswith("m_2 l_1 \\end")


def test_an_abbreviation_may_be_a_table() -> None:
    given = {"A": f"\\begin{{bmatrix}} {H1} \\\\ {H2} \\end{{bmatrix}}", "\\sigma_1": "2 g"}
    hand = Checker(model("planar2r"), load_notation("standard"), given)
    target = resolve(model("planar2r"), "g")
    assert hand.check("(1)", target, "g = \\frac{1}{2} \\sigma_1 A").right
    assert hand.check("(1)", target, "g^T = g A^T").right
    assert not hand.check("(1)", target, "g = \\sigma_1 A").right
    for wrong in ("g = g A'", "g = g \\bar{A}", "g = g A_1"):
        try:
            assert not hand.check("(1)", target, wrong).right
        except TextError:
            continue


def test_every_side_of_a_chain_is_judged_and_the_wrong_one_is_told() -> None:
    hand, target = checker("planar2r", "standard"), resolve(model("planar2r"), "M[2,2]")
    found = hand.check("(1)", target, f"M_{{22}} = {M22} + m_1 = {M22}")
    (difference,) = found.entries[0].comparison.differences
    assert difference.kind == "extra"


def test_an_entry_of_c_that_is_right_stays_so_where_the_rest_of_its_row_is_not_printed() -> None:
    from torsor.referee.paper import Equation, Paper
    from torsor.referee.paper_check import check_paper

    latex = "C_{12} = -m_2 l_1 (r_{x2} s_2 + r_{y2} c_2) (\\dot{q}_1 + \\dot{q}_2)"
    paper = Paper("x", "x", "", "planar2r", "standard", (Equation("(1)", "C[1,2]", latex),))
    assert check_paper(paper).right
