"""Sides that are not certainly the target: however right the other side is, they are not read."""

from __future__ import annotations

import pytest
from tests.referee.planting import checker, model
from tests.referee.test_wholly_read import G1, G2, M22, G, M

from torsor.errors import TextError
from torsor.referee.targets import resolve

OMEGA2 = "\\dot{q}_1 + \\dot{q}_2"
P2 = (
    "(I_{zz2} + m_2 (r_{x2}^2 + r_{y2}^2)) (\\dot{q}_1 + \\dot{q}_2) "
    "+ m_2 l_1 (r_{x2} c_2 - r_{y2} s_2) \\dot{q}_1"
)
V_C2 = (
    "\\begin{bmatrix} l_1 s_2 \\dot{q}_1 - r_{y2} (\\dot{q}_1 + \\dot{q}_2) \\\\ "
    "l_1 c_2 \\dot{q}_1 + r_{x2} (\\dot{q}_1 + \\dot{q}_2) \\\\ 0 \\end{bmatrix}"
)
RIGHT_SIDES = {
    "M[2,2]": M22, "g[2]": G2, "g": G, "M": M, "p[2]": P2, "v_C[2]": V_C2, "omega[2].z": OMEGA2,
    "omega[2]": f"\\begin{{bmatrix}} 0 \\\\ 0 \\\\ {OMEGA2} \\end{{bmatrix}}",
    "C[2,2]": "0",
}  # fmt: skip


def said(target: str, latex: str, name: str = "") -> str:
    """Right, wrong or unread with its reason."""
    hand = checker("planar2r", "standard")
    try:
        found = hand.check("(1)", resolve(model("planar2r"), target), latex, name=name)
    except TextError as error:
        return f"unread: {error}"
    return "right" if found.right else "wrong"


def column(first: str, second: str) -> str:
    return f"\\begin{{bmatrix}} {first} \\\\ {second} \\end{{bmatrix}}"


def square(name: str, after: str = "") -> str:
    rows = (" & ".join(f"{name}_{{{i}{j}}}{after}" for j in "12") for i in "12")
    return (
        f"\\begin{{bmatrix}} {' '.join(chr(92) * 2 + ' ' + r for r in rows)[3:]} \\end{{bmatrix}}"
    )


NAMES = [
    ("M[2,2]", "M_{22}"), ("M[2,2]", "D_{22}"), ("M[2,2]", "H_{2,2}"), ("M[2,2]", "D_{22}(q)"),
    ("g[2]", "g_2"), ("g[2]", "G_2"), ("g[2]", "g_2(q)"), ("g[2]", "2 \\cdot \\frac12 g_2"),
    ("g[2]", "\\frac{\\partial U}{\\partial q_2}"),
    ("g[2]", "\\frac{\\partial U(q)}{\\partial q_2}"),
    ("p[2]", "p_2"), ("p[2]", "\\frac{\\partial L}{\\partial \\dot{q}_2}"),
    ("p[2]", "\\frac{\\partial L(q, \\dot{q})}{\\partial \\dot{q}_2}"),
    ("M", "M"), ("M", "\\mathbf{D}(q)"), ("M", "(M)^T"), ("M", square("M")), ("M", square("D")),
    ("g", "\\vec{g}"), ("g", "G"), ("g", column("g_1", "g_2")), ("g", column("G_1", "G_2")),
    ("v_C[2]", "v_{C2}"), ("v_C[2]", "\\bar{v}_{C2}"), ("v_C[2]", "{}^2 v_{C2}"),
    ("omega[2].z", "\\omega_{2z}"), ("C[2,2]", "C_{22}"),
]  # fmt: skip
NOT_NAMES = [
    # derivatives that are not what the target means
    ("M[2,2]", "\\frac{d}{dt}(M_{22})"), ("M[2,2]", "\\frac{d}{dt} M_{22}"),
    ("M[2,2]", "\\frac{\\partial M_{22}}{\\partial q_1}"), ("g[2]", "\\frac{d g_2}{dt}"),
    ("g[2]", "\\frac{\\partial U}{\\partial q_1}"), ("g[2]", "\\frac{\\partial L}{\\partial q_2}"),
    ("g[2]", "\\frac{\\partial U}{\\partial \\dot{q}_2}"), ("g[2]", "\\frac{d_1 x}{d_2 y}"),
    ("g[2]", "\\frac{\\partial^2 U}{\\partial q_2^2}"),
    ("g[2]", "\\frac{\\partial U}{\\partial q_2^2}"),
    ("g[2]", "\\frac{\\partial U^2}{\\partial q_2}"),
    ("g[2]", "\\left(\\frac{\\partial U}{\\partial q_2}\\right)^2"),
    ("p[2]", "\\frac{\\partial L}{\\partial \\dot{q}_1}"),
    ("p[2]", "\\frac{\\partial L}{\\partial q_2}"),
    ("p[2]", "\\frac{d}{dt} \\left(\\frac{\\partial L}{\\partial \\dot{q}_2}\\right)"),
    ("p[2]", "\\frac{d p_2}{dt}"), ("p[2]", "\\frac{\\partial L}{\\partial \\ddot{q}_2}"),
    # another quantity's mark, or an index that contradicts
    ("g[2]", "\\tau_1"), ("g[2]", "\\tau_2"), ("g[2]", "M_{22}"), ("g[2]", "C_{22}"),
    ("g[2]", "g_1"), ("g[2]", "g_3"), ("g[2]", "g_{12}"), ("g[2]", "G_1"), ("g[2]", "h_1"),
    ("g[2]", "K"), ("g[2]", "U_2"), ("g[2]", "m_2"),
    ("M[2,2]", "D_{12}"), ("M[2,2]", "M_{12}"), ("M[2,2]", "D_2"), ("M[2,2]", "C_{22}"),
    ("M", "C"), ("M", "g"), ("M", "m_1"), ("M", "D_1"), ("M", "M_{11}"), ("g", "g_1"), ("g", "M"),
    ("g[2]", "g_{2x}"), ("M", "q"),
    ("p[2]", "p_1"), ("v_C[2]", "a_{C2}"), ("v_C[2]", "\\omega_2"), ("v_C[2]", "v_2"),
    ("v_C[2]", "v_{C2x}"), ("omega[2].z", "\\omega_{2y}"), ("omega[2].z", "\\omega_2"),
    # dots beyond the target's own
    ("v_C[2]", "\\dot{v}_{C2}"), ("v_C[2]", "\\ddot{v}_{C2}"), ("v_C[2]", "\\dot{p}_2"),
    ("omega[2].z", "\\dot{\\omega}_{2z}"), ("omega[2].z", "\\ddot{\\omega}_{2z}"),
    ("omega[2]", "\\dot{\\omega}_2"), ("omega[2]", "\\dot{\\theta}_2"), ("g[2]", "\\dot{g}_2"),
    # superscripts, also two of them, and accents
    ("M", "(M^{-1})^T"), ("M", "{M^{-1}}^T"), ("M", "(M^2)^T"), ("M", "(M^T)^{-1}"),
    ("g", "(g^2)'"), ("M", "M^{1/2}"), ("M", "M^{'}"), ("M", "M^{-1}"), ("M", "\\bar{M}"),
    ("g[2]", "g_2^{n}"), ("g[2]", "g_2^{(-1)}"), ("g[2]", "g_2'"), ("g[2]", "e^{g_2}"),
    ("g[2]", "\\hat{g}_2"), ("g[2]", "\\tilde{G}_2"), ("g[2]", "x^2"), ("g[2]", "g_2^2"),
    ("v_C[2]", "v_{C2}^{(0)}"), ("v_C[2]", "v_{C2}^2"), ("v_C[2]", "v_{C2}^0"),
    ("v_C[2]", "\\hat{v}_{C2}"),
    # left indices, numbers side by side, a factor in parentheses
    ("v_C[2]", "{}^0 v_{C2}"), ("v_C[2]", "{}^1 v_{C2}"), ("g[2]", "{}^{-1} g_2"),
    ("g[2]", "{}^2 g_2"), ("g[2]", "{}_2 g_2"), ("g[2]", "1 1 g_2"), ("g[2]", "g_2 (m_1)"),
    # tables of names
    ("g", column("\\dot{g}_1", "\\dot{g}_2")), ("g", column("g_1^{-1}", "g_2^{-1}")),
    ("g", column("\\tau_1", "\\tau_2")), ("g", column("\\hat{g}_1", "\\hat{g}_2")),
    ("g", column("g_1^2", "g_2^2")), ("g", column("g_2", "g_1")), ("g", column("m_1", "m_2")),
    ("M", square("M", "^2")), ("M", square("\\dot{M}")), ("M", square("C")), ("M", square("K")),
    ("omega[2]", "\\begin{bmatrix} v_{2x} \\\\ v_{2y} \\\\ v_{2z} \\end{bmatrix}"),
    ("omega[2]", "\\begin{bmatrix} \\omega_{1x} \\\\ \\omega_{1y} \\\\ "
                 "\\omega_{1z} \\end{bmatrix}"),
]  # fmt: skip
LATER = [
    ("g[2]", "m_3"), ("g[2]", "m_2'"), ("g[2]", "\\hat{m}_2"), ("g[2]", "x^2"), ("g[2]", "e"),
    ("g[2]", "G_2"), ("g[2]", "\\dot{g}_2"), ("g[2]", "g_1"), ("g[2]", "M_{22}"),
    ("g[2]", "\\frac{d g_2}{dt}"), ("g", "h"), ("M", "M^{-1}"), ("M", "D"),
    ("g", column("\\tau_1", "\\tau_2")), ("g", column("\\dot{g}_1", "\\dot{g}_2")),
    ("g", column("g_1^2", "g_2^2")),
]  # fmt: skip


@pytest.mark.parametrize(("target", "left"), NAMES)
def test_a_name_of_the_target_is_one(target: str, left: str) -> None:
    assert said(target, f"{left} = {RIGHT_SIDES[target]}") == "right"


@pytest.mark.parametrize(("target", "left"), NOT_NAMES)
def test_a_left_side_that_may_be_something_else_is_not_right(target: str, left: str) -> None:
    assert said(target, f"{left} = {RIGHT_SIDES[target]}") != "right"


@pytest.mark.parametrize(("target", "last"), LATER)
def test_a_later_side_that_may_be_something_else_is_not_right(target: str, last: str) -> None:
    first = target.replace("[2]", "_2")
    assert said(target, f"{first} = {RIGHT_SIDES[target]} = {last}") != "right"


def test_the_reason_and_its_place_are_told() -> None:
    assert said("g[2]", f"\\tau_1 = {G2}") == (
        "unread: line 1, column 1: the mark of tau[1] stands where g[2] is meant"
    )
    assert "a derivative that is not certainly g[2]" in said("g[2]", f"\\frac{{dg_2}}{{dt}} = {G2}")
    assert "the index 1 on the name of g[2]" in said("g[2]", f"h_1 = {G2}")


def test_a_declared_name_is_one_and_several_are_too() -> None:
    assert said("g[2]", f"h_1 = {G2}", name="h_1") == "right"
    assert said("g[2]", f"h_1 = k_7 = {G2}", name="h_1 = k_7") == "right"
    assert said("g[2]", f"h_1 = k_7 = {G2}", name="h_1") != "right"
    assert said("M[2,2]", f"M_2^2 = {M22}", name="M_{22}") != "right"
    assert said("g[2]", f"a . b = {G2}", name="a \\times b") != "right"
    left = "\\frac{\\partial V}{\\partial q_2}"
    assert said("g[2]", f"{left} = {G2}", name=left) == "right"


def test_the_right_sides_are_right() -> None:
    assert said("g[1]", f"g_1 = {G1}") == "right"
