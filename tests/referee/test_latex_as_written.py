"""LaTeX as people write it gives the tree that what is printed has."""

from __future__ import annotations

import time

import pytest

from torsor.errors import TextError
from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.grammar import parse_latex
from torsor.referee.reading.latex.runs import flatten, items_in
from torsor.referee.reading.latex.tree import Function, Mark, Nested, Number, Punctuation


def items(latex: str) -> list[tree.Item]:
    """The items of a text in order."""
    return items_in(parse_latex(latex))


def only(latex: str) -> tree.Item:
    """The only item of a text."""
    (item,) = items(latex)
    return item


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("\\frac1{2m}", "\\frac{1}{2m}"),
        ("\\frac{a}2", "\\frac{a}{2}"),
        ("\\frac ab", "\\frac{a}{b}"),
        ("\\frac\\pi2", "\\frac{\\pi}{2}"),
        ("\\dfrac{a}{b}", "\\frac{a}{b}"),
        ("\\cfrac{a}{b}", "\\frac{a}{b}"),
        ("\\tfrac12", "\\frac12"),
        ("\\sqrt2", "\\sqrt{2}"),
        ("√2", "\\sqrt{2}"),
        ("√(a + b)", "\\sqrt{a + b}"),
        ("a − b · c × d", "a - b \\cdot c \\times d"),
        ("θ_1 + ω", "\\theta_1 + \\omega"),
        ("q₁² + m₂", "q_1^2 + m_2"),
        ("q̇_1 + θ̈_2 + ẋ", "\\dot{q}_1 + \\ddot{\\theta}_2 + \\dot x"),
        ("q' + q''", "q^{\\prime} + q^{\\prime\\prime}"),
        ("\\boldsymbol{q} \\bm q \\mathbf{q} \\mathsf q", "q q q q"),
        ("\\dot{\\boldsymbol q}_1", "\\dot q_1"),
        ("\\dot\\mathbf{q}", "\\dot{q}"),
        ("p_{\\text{org1}}", "p_{org1}"),
        ("p_\\text{c}", "p_{c}"),
        ("\\tau_{\\mathrm{s} i}", "\\tau_{si}"),
        ("a \\coloneqq b", "a = b"),
        ("a \\triangleq b", "a = b"),
        ("a := b", "a = b"),
        ("a =: b", "a = b"),
        ("a \\equiv b", "a = b"),
        ("a \\stackrel{!}{=} b", "a = b"),
        ("a \\mathrel{=} b", "a = b"),
        ("\\boxed{a = b}", "a = b"),
        ("a\\,b\\;c\\!d\\quad e~f\\hspace{2mm}g\\hfill h\\mspace{2mu}i\\kern3pt j", "abcdefghij"),
        ("a \\allowbreak \\nonumber \\notag \\label{x} \\tag{3} b", "a b"),
        ("\\color{red} a b", "a b"),
        ("\\textcolor{red}{a}", "{a}"),
        ("\\underbrace{a}_{\\text{the first}}", "{a}"),
        ("\\overbrace{a}^{b}", "{a}"),
        ("\\left.a\\right.", "a"),
        ("\\Bigl( a \\Bigr)", "(a)"),
        ("\\begin{array}{@{}c|c@{}} a & b \\end{array}", "\\begin{array}{cc} a & b \\end{array}"),
        ("\\begin{aligned}[t] a \\end{aligned}", "\\begin{aligned} a \\end{aligned}"),
        ("a = b \\text{ and } c = d", "a = b, c = d"),
        ("+ .5 m", "+ 0.5 m"),
        ("\\SI{9.81}{m/s^2}", "9.81"),
        ("\\pi + \\Sigma_1 + \\vartheta", "π + Σ_1 + θ"),
        ("a \\vdots b", "a \\cdots b"),
    ],
)
def test_two_ways_to_write_one_thing_give_one_tree(written: str, plain: str) -> None:
    assert parse_latex(written) == parse_latex(plain)


@pytest.mark.parametrize(
    ("latex", "name"),
    [
        ("\\sin", "sin"), ("\\operatorname{sgn}", "sign"), ("\\operatorname*{diag}", "diag"),
        ("\\mathrm{cos}", "cos"), ("\\mathop{\\mathrm{sin}}", "sin"), ("\\text{tanh}", "tanh"),
        ("\\textrm{atan2}", "atan2"), ("\\arctan", "arctan"), ("\\mathrm{exp}", "exp"),
        ("\\tan", "tan"), ("\\mathrm{sign}", "sign"), ("\\log", "log"),
    ],
)  # fmt: skip
def test_functions_are_known_by_their_names(latex: str, name: str) -> None:
    item = only(latex)
    assert isinstance(item, Function)
    assert item.name == name


@pytest.mark.parametrize(
    "latex", ["cos(q_1)", "mg cos(q_1)", "cos\\theta", "sen(q)", "sin^2(q)", "cos\\left(q\\right)"]
)
def test_letters_before_an_angle_are_a_function(latex: str) -> None:
    assert any(isinstance(item, Function) for item in items(latex))


@pytest.mark.parametrize(
    "latex", ["c o s", "s_1", "cos", "\\mathrm{cos}_{12}", "F_{\\mathrm{max}}"]
)
def test_letters_without_an_angle_are_no_function(latex: str) -> None:
    assert not any(isinstance(item, Function) for item in items(latex))


def test_over_makes_a_fraction_of_its_braces() -> None:
    assert only("{a + b \\over 2}") == only("{\\frac{a+b}{2}}")
    with pytest.raises(TextError, match="outside of braces"):
        parse_latex("a \\over b")


def test_brackets_over_a_line_break_are_one_pair() -> None:
    broken = "2 \\left[ a + \\right. \\\\ &\\quad \\left. b \\right] c"
    assert [type(i) for i in items(broken)] == [Number, Nested, Mark]
    nested = "\\left( a \\left[ b \\right. \\right. \\\\ \\left. \\left. + c \\right] d \\right)"
    whole = only(nested)
    assert tree.is_nested(whole, "paren")
    assert [i for i in items_in(whole.blocks[0]) if tree.is_nested(i, "paren")]


def test_a_brace_with_one_side_stays_one() -> None:
    one = "\\left\\{ \\begin{array}{l} a \\\\ b \\end{array} \\right."
    assert tree.is_nested(only(one), "brace")
    assert tree.is_nested(only("\\left. \\begin{matrix} a \\end{matrix} \\right\\}"), "brace")


@pytest.mark.parametrize(
    "latex", ["|x|", "\\lvert x \\rvert", "\\left| x \\right|", "\\vert x\\vert"]
)
def test_bars_are_an_absolute_value(latex: str) -> None:
    assert only(latex) == Nested("abs", (parse_latex("x"),), only("y").place)


def test_bars_that_may_open_or_close_are_not_read() -> None:
    assert len(items("|a| b + |c| d")) == 5
    assert tree.is_nested(only("\\|s\\|"), "norm")
    with pytest.raises(TextError, match="opens or closes"):
        parse_latex("|a| b |c|")
    with pytest.raises(TextError, match="without another one"):
        parse_latex("|a + b")


def test_a_sum_keeps_its_bounds_and_an_approximation_is_no_equation() -> None:
    total = items("\\sum_{i=1}^{n} m_i")[0]
    assert isinstance(total, Mark)
    assert (total.base, total.sub, total.sup) == ("∑", "i=1", "n")
    assert Punctuation("approx", only("x").place) in items("g \\approx 9.81")


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        ("a = 质量", "line 1, column 5: '质' has no place in an equation"),
        ("a \\leq b", "\\leq states something else"),
        ("a = b \\text{ where it rests}", "the words 'where it rests' within an equation"),
        ("\\sqrt[3]{x}", "a root with an index"),
        ("\\overset{\\cdot}{q}", "sets above or below"),
        ("\\hat" * 5000 + "x", "nested more than 60 deep"),
        ("x" + "^\\bar" * 3 + "x", "has no place"),
        ("\\frac(a)(b)", "'(' has no place here"),
        ("\\frac{a}", "the equation ends too early"),
        ("\\SI{1e999999}{m}", "unknown macro \\SI"),
    ],
)
def test_what_is_not_read_is_said_with_its_place(latex: str, said: str) -> None:
    with pytest.raises(TextError) as error:
        parse_latex(latex)
    assert said in str(error.value)


@pytest.mark.parametrize(
    "latex", ["{" * 300_000, "(" * 300_000, "|" * 100_000, "\\left." * 50_000 + "\\right." * 50_000,
              "x^" * 100_000, " " * 700_000, "\\begin{array}" * 20_000, "\\sqrt" * 100_000,
              "|a+" * 60_000, "'" * 200_000]
)  # fmt: skip
def test_no_text_takes_long_or_ends_in_another_error(latex: str) -> None:
    started = time.process_time()
    try:
        flatten(parse_latex(latex))
    except TextError as error:
        assert len(str(error)) < 300
    assert time.process_time() - started < 5
