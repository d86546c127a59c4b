"""The reader of printed LaTeX: what it reads, what it chooses, and what it reports."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.referee.planting import NOTATIONS, TARGETS, Printer, checker, model, printer_of
from tests.referee.reading import known, printed, read

from torsor import Expression, TorsorError
from torsor.algebra.terms import Term
from torsor.equations.tree import key
from torsor.referee.comparing.comparison import compare
from torsor.referee.reading.latex.grammar import parse_latex
from torsor.referee.targets import resolve


@pytest.mark.parametrize(
    ("latex", "meaning"),
    [
        ("l_2 M_5 \\ddot{q}_3", "l2*m5*ddq3"),
        ("2l_4M_5\\dot q_3\\dot{q}_1", "2*l4*m5*dq3*dq1"),
        ("2 \\cdot l_4 \\cdot M_5", "2*l4*m5"),
        ("c q_4", "cos(q4)"),
        ("cq_4", "cos(q4)"),
        ("c^2 q_5", "cos(q5)^2"),
        ("c^{2} q_{5}", "cos(q5)^2"),
        ("s q_4 c q_5 l_6", "sin(q4)*cos(q5)*l6"),
        ("\\cos(q_4)", "cos(q4)"),
        ("\\sin q_4", "sin(q4)"),
        ("\\sin^2(q_4)", "sin(q4)^2"),
        ("\\cos(q_5)^2", "cos(q5)^2"),
        ("s(2q_4)", "2*sin(q4)*cos(q4)"),
        ("c(q_4 + q_5)", "cos(q4)*cos(q5) - sin(q4)*sin(q5)"),
        ("c(q_4 - q_5)", "cos(q4)*cos(q5) + sin(q4)*sin(q5)"),
        ("\\dot{q}_1^2 l_3", "dq1^2*l3"),
        ("\\dot{q}_{1}^{2} l_3^2", "dq1^2*l3^2"),
        ("\\ddot{q}_4", "ddq4"),
        ("{}^5 r_{C_{5x}}^2 M_5", "rx5^2*m5"),
        ("M_5 \\cdot^5 r_{C_{5z}}", "m5*rz5"),
        ("M_5 \\cdot {}^5 r_{C_{5z}}", "m5*rz5"),
        ("^5 J_{xz}^* \\ddot{q}_1", "-Ixz5*ddq1"),
        ("{}^5 J_{zx}^* \\ddot{q}_1", "-Ixz5*ddq1"),
        ("{}^5 J_{y}^* \\ddot{q}_5", "Iyy5*ddq5"),
        ("c q_5 \\cdot^6 n_z", "cos(q5)*nz"),
        ("\\left( l_2 + l_3 \\right) M_5", "l2*m5 + l3*m5"),
        ("(l_2 + l_3)^2", "l2^2 + 2*l2*l3 + l3^2"),
        ("-\\bigl[ l_2 - (l_3 - q_3) \\bigr]", "-l2 + l3 - q3"),
        ("\\frac{1}{2} M_5 l_2", "m5*l2/2"),
        ("\\tfrac{3}{4} M_5 - \\frac{M_4 l_2}{2}", "3*m5/4 - m4*l2/2"),
        ("0.25 M_5", "m5/4"),
        ("l_2 - - l_3", "l2 + l3"),
        ("- (-l_2)", "l2"),
        ("{l_2} {M_5}", "l2*m5"),
        ("l_2\\,M_5\\;\\quad g", "l2*m5*g"),
        ("Q_m^1 = & l_2 + \\\\ & + l_3 \\tag{1}", "l2 + l3"),
        ("\\begin{aligned} Q_m^1 &= l_2 - \\\\ &- l_3 \\end{aligned}", "l2 - l3"),
        ("Q_m^1 = l_2 + \\dots \\\\ \\dots + l_3", "l2 + l3"),
        ("Q_m^1 = l_2 M_5 \\cdot \\\\ \\cdot g", "l2*m5*g"),
        ("Q_m^1 = l_2 + l_3 \\quad (12)", "l2 + l3"),
        ("Q_m^1 = l_2 + l_3, \\quad (12)", "l2 + l3"),
        ("0", "0"),
    ],
)  # fmt: skip
def test_the_cluj_papers_are_read(latex: str, meaning: str) -> None:
    terms, findings = printed(latex, "rttrr", "rttrr")
    assert read(latex) == known(meaning)
    assert findings == []
    assert all(latex[t.place.start : t.place.end] == t.text for t in terms)


@pytest.mark.parametrize(
    ("latex", "meaning", "robot", "notation"),
    [
        ("C_{2}", "cos(q2)", "scara", "spong"),
        ("C_2^2 S_{1}", "cos(q2)^2*sin(q1)", "scara", "spong"),
        ("S_{12}", "sin(q1)*cos(q2) + cos(q1)*sin(q2)", "scara", "spong"),
        ("\\hat{a}_1 \\dot{\\theta}_1^2", "ac1*dq1^2", "scara", "spong"),
        ("\\dot{d}_3 m_3", "dq3*m3", "scara", "spong"),
        ("I_{2zz} \\ddot{\\theta}_4", "Izz2*ddq4", "scara", "spong"),
        ("F_{l_x}^6 c q_4", "fx*cos(q4)", "trtrr", "trtrr"),
        ("F_{1_x}^6 l_4", "fx*l4", "trtrr", "trtrr"),
        ("M_5 J_x^{*5}", "m5*Ixx5", "trtrr", "trtrr"),
        ("x_{C_3}^3 \\cos(q_2) M_3", "rx3*cos(q2)*m3", "3r", "3r"),
        ("I_{xy}^{3s} \\dot{q}_1^2", "-Ixy3*dq1^2", "3r", "3r"),
        ("(x_{C_3}^3)^2", "rx3^2", "3r", "3r"),
        ("l1.c1", "l1*cos(q1)", "rv1a-paper", "rv1a"),
        ("l3.c23", "l3*(cos(q2)*cos(q3) - sin(q2)*sin(q3))", "rv1a-paper", "rv1a"),
        ("l3.c(q_2 + q_3)", "l3*(cos(q2)*cos(q3) - sin(q2)*sin(q3))", "rv1a-paper", "rv1a"),
        ("\\mathit{l3} . \\mathit{s4}^{2}", "l3*sin(q4)^2", "rv1a-paper", "rv1a"),
        ("s_1 c_2 \\dot{q}_1", "sin(q1)*cos(q2)*dq1", "3r", "standard"),
    ],
)
def test_the_other_hands_are_read(latex: str, meaning: str, robot: str, notation: str) -> None:
    assert read(latex, robot, notation) == known(meaning, robot)


def test_of_two_signs_at_a_line_break_the_second_holds_and_it_is_said() -> None:
    latex = "l_2 - \\\\\n+ 2 l_3"
    _, findings = printed(latex, "rttrr", "rttrr")
    assert read(latex) == known("l2 + 2*l3")
    assert findings == ["line 2, column 1: two signs clash at a line break; the second holds"]


def test_the_same_sign_at_both_ends_of_a_break_is_one_sign_and_nothing_is_said() -> None:
    _, findings = printed("l_2 - \\\\ - l_3", "rttrr", "rttrr")
    assert read("l_2 - \\\\ - l_3") == known("l2 - l3")
    assert findings == []


@pytest.mark.parametrize(
    ("latex", "readings"),
    [
        ("M_3 \\dot{q}_1^3 r_{C_{3x}}", {"m3*dq1*rx3", "m3*dq1^3*rx3"}),
        ("3 r_{C_{3x}}^2 M_3", {"rx3^2*m3", "3*rx3^2*m3"}),
    ],
)
def test_where_two_readings_are_possible_both_are_tried(latex: str, readings: set[str]) -> None:
    ((term,), _) = printed(latex, "rttrr", "rttrr")
    ring = model("rttrr").ring
    found = {ring.from_term_list([Term(r.coefficient, r.powers)]) for r in term.readings}
    assert found == {known(text) for text in readings}


@pytest.mark.parametrize("truth", ["m3*dq1*rx3", "m3*dq1^3*rx3"])
def test_the_reading_that_fits_is_taken_and_the_choice_is_reported(truth: str) -> None:
    latex = "M_3 \\dot{q}_1^3 r_{C_{3x}}"
    terms, _ = printed(latex, "rttrr", "rttrr")
    found = compare(terms, known(truth), checker("rttrr", "rttrr").glyph_of)
    assert found.right
    assert len(found.notes) >= 1
    assert found.notes[0].startswith(f"{latex}: read as ")


@pytest.mark.parametrize(
    ("latex", "place"),
    [
        ("l_2 + \\\\\n  W_3 l_3", "line 2, column 3: W_3"),
        ("l_2 F_{l_z}^5", "line 1, column 5: F_{l_z}^5"),
        ("\\dot{l}_2", "line 1, column 1: \\dot{l}_2"),
    ],
)
def test_an_unknown_symbol_is_an_atom_and_its_place_is_told(latex: str, place: str) -> None:
    terms, findings = printed(latex, "rttrr", "rttrr")
    assert findings == [f"{place} is no symbol of the model"]
    assert any("unknown_" in n for t in terms for n, _ in t.readings[0].powers)


def test_a_cosine_without_an_index_is_reported_and_the_comparison_goes_on() -> None:
    latex = "\\ddot{q}_1 c q + l_2"
    terms, findings = printed(latex, "rttrr", "rttrr")
    assert any("q is no symbol of the model" in f for f in findings)
    found = compare(terms, known("ddq1*cos(q4) + l2"), checker("rttrr", "rttrr").glyph_of)
    assert found.matched == 1
    assert [d.kind for d in found.differences] in (["index"], ["symbol"])


def test_a_lost_left_index_is_supplied_and_noted() -> None:
    terms, _ = printed("M_5 r_{C_{5x}}", "rttrr", "rttrr")
    found = compare(terms, known("m5*rx5"), checker("rttrr", "rttrr").glyph_of)
    assert found.right
    assert any("left index missing" in note for note in found.notes)


def test_a_column_is_read_row_by_row_and_rows_broken_over_lines_go_on() -> None:
    hand, target = checker("trtrr", "trtrr"), resolve(model("trtrr"), "F[3]")
    rows = [
        "-M_3 (\\ddot{q}_2 l_4 + \\ddot{q}_2 q_3 + 2 \\dot{q}_2 \\dot{q}_3)",
        "M_3 \\ddot{q}_3 - \\\\ - M_3 \\dot{q}_2^2 l_4 - M_3 \\dot{q}_2^2 q_3",
        "M_3 (g + \\ddot{q}_1)",
    ]
    column = " \\\\ ".join(rows)
    for kind in ("bmatrix", "pmatrix"):
        latex = f"\\bar{{F}}_3^3 = \\begin{{{kind}}} {column} \\end{{{kind}}}"
        found = hand.check("(12)", target, latex)
        assert found.right
        assert [e.place for e in found.entries] == ["x", "y", "z"]


def test_ragged_rows_are_a_finding_and_the_entries_at_hand_are_judged() -> None:
    hand, target = checker("scara", "spong"), resolve(model("scara"), "M")
    found = hand.check("(1)", target, "m = \\begin{bmatrix} m_3 & 0 \\\\ 0 \\end{bmatrix}")
    assert any("rows of 2, 1 entries, expected 4 rows of 4" in f for f in found.findings)
    assert not found.right


def test_a_vector_that_is_no_table_is_refused_in_one_sentence() -> None:
    hand, target = checker("trtrr", "trtrr"), resolve(model("trtrr"), "F[3]")
    with pytest.raises(TorsorError, match="a vector or matrix is expected"):
        hand.check("(12)", target, "F_3 = M_3 g")


@pytest.mark.parametrize(
    ("latex", "sentence"),
    [
        ("l_2 + {M_5", "line 1, column 7: a brace is opened and never closed"),
        ("l_2\n + M_5}", "line 2, column 7: a brace is closed that was never opened"),
        ("l_2 + \\frobnicate", "line 1, column 7: unknown macro \\frobnicate"),
        ("l_2 + \\\\\n \\foo_3", "line 2, column 2: unknown macro \\foo"),
        ("(l_2 + M_5", "line 1, column 11: the equation ends too early"),
        ("l_2 + M_5)", "line 1, column 10: ')' has no place here"),
        ("l_2 # M_5", "line 1, column 5: '#' has no place in an equation"),
        ("\\begin{bmatrix} l_2 \\end{pmatrix}", "\\end{pmatrix} closes \\begin{bmatrix}"),
        ("(" * 10_000 + "q_1" + ")" * 10_000, "nested more than 60 deep"),
        ("{" * 10_000 + "q_1" + "}" * 10_000, "nested more than 60 deep"),
        ("x" * 800_001, "an equation of 800001 characters is refused"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence_with_its_place(latex: str, sentence: str) -> None:
    with pytest.raises(TorsorError) as error:
        parse_latex(latex)
    assert sentence in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("latex", ["(l_2 + l_3 + q_3 + M_1)^9" * 3, "(1+l_2)^9" * 9])
def test_an_equation_that_multiplies_out_without_end_is_refused(latex: str) -> None:
    with pytest.raises(TorsorError, match="multiplies out to more than"):
        printed(latex, "rttrr", "rttrr")


# print, then read -------------------------------------------------------------------------------


def sums(printer: Printer) -> st.SearchStrategy[list[Term]]:
    """Random sums of terms in a model's symbols, sines and cosines."""
    numbers = st.fractions(-40, 40, max_denominator=12).filter(bool)
    powers = st.dictionaries(st.sampled_from(printer.names), st.integers(1, 3), max_size=5)
    term = st.builds(lambda c, p: Term(c, key(p.items())), numbers, powers)
    return st.lists(term, min_size=1, max_size=8)


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("robot", sorted(TARGETS))
def test_what_is_printed_is_read_back(robot: str, notation: str) -> None:
    printer = printer_of(robot, notation)
    ring = model(robot).ring

    @settings(max_examples=25, deadline=None, derandomize=True, database=None)
    @given(sums(printer))
    def back(terms: list[Term]) -> None:
        latex = " ".join(printer.piece(t, i == 0) for i, t in enumerate(terms))
        total: Expression = sum((ring.from_term_list([t]) for t in terms), ring.number(Fraction(0)))
        found, findings = printed(latex, robot, notation)
        assert len(found) == len(terms)
        assert findings == []
        assert read(latex, robot, notation) == total

    back()
