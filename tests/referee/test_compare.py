"""The comparison: right in another form is right, and what differs is explained in few words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from tests.referee.planting import checked, checker, model, printer_of

import torsor
from torsor.document.printing.latex import LatexPrinter
from torsor.equations.expression import spelled
from torsor.notation.notation import Notation, load_notation
from torsor.referee.comparing.assignment import cheapest_pairs, greedy_pairs
from torsor.referee.paper import Equation, Paper
from torsor.referee.paper_check import PaperCheck, check_paper
from torsor.referee.targets import resolve


def kinds(target: str, latex: str, robot: str = "planar2r", excerpt: bool = False) -> list[str]:
    """The kinds of the differences of a printed equation."""
    hand = checker(robot, "standard")
    found = hand.check("(1)", resolve(model(robot), target), latex, excerpt)
    return [d.kind for e in found.entries for d in e.comparison.differences]


M12 = "I_{zz2} + m_2 (r_{x2}^2 + r_{y2}^2) + m_2 l_1 (r_{x2} c_2 - r_{y2} s_2)"


@pytest.mark.parametrize(
    "latex",
    [
        M12,
        f"M_{{12}} = {M12}",
        "I_{zz2} + m_2 r_{x2}^2 + m_2 r_{y2}^2 + m_2 l_1 r_{x2} c_2 - m_2 l_1 r_{y2} s_2",
        f"\\frac{{1}}{{2}} \\left( 3 ({M12}) - ({M12}) \\right)",
        f"({M12}) (c_1^2 + s_1^2)",
        f"{M12} + m_2 - m_2 (s_2^2 + c_2^2)",
        f"{M12} + s(2 q_1) - 2 s_1 c_1",
        f"{M12} + c(q_1 + q_2) - c_{{12}}",
        f"{M12} + c(2 q_1) - 1 + 2 s_1^2",
    ],
)
def test_an_equation_that_is_right_in_another_form_is_right(latex: str) -> None:
    assert kinds("M[1,2]", latex) == []


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("r_{y2} s_2", "r_{y2} s_1", "index"),
        ("r_{y2} s_2", "r_{y1} s_2", "index"),
        ("r_{y2} s_2", "r_{y2} c_2", "symbol"),
        ("- m_2", "+ m_2", "sign"),
        ("m_2 r_{x2}^2", "2 m_2 r_{x2}^2", "coefficient"),
        ("m_2 r_{x2}^2", "m_2 r_{x2}", "power"),
        ("m_2 r_{x2}^2 +", "", "missing"),
        ("I_{zz2}", "I_{zz2} + l_1 g", "extra"),
        ("I_{zz2}", "I_{zz2} + I_{zz2}", "twice"),
        ("I_{zz2}", "\\dot{q}_2 I_{zz2}", "power"),
        ("r_{x2} c_2", "r_{x2} c_2 W", "power"),
    ],
)
def test_one_slip_is_one_difference_of_its_kind(old: str, new: str, kind: str) -> None:
    latex = "I_{zz2} + m_2 r_{x2}^2 + m_2 r_{y2}^2 + m_2 l_1 r_{x2} c_2 - m_2 l_1 r_{y2} s_2"
    assert old in latex
    assert kinds("M[1,2]", latex.replace(old, new, 1)) == [kind]


@pytest.mark.parametrize("printed", ["\\dot{q}_2 I_{zz2}", "\\ddot{q}_2^2 I_{zz2}"])
def test_a_lost_dot_is_a_dot(printed: str) -> None:
    tau = printer_of("planar2r", "standard")
    right = " ".join(
        tau.piece(t, i == 0) for i, t in enumerate(tau.terms(model("planar2r").tau[1]))
    )
    assert "I_{zz2} \\, \\ddot{q}_{2}" in right
    wrong = right.replace("I_{zz2} \\, \\ddot{q}_{2}", printed)
    (kind,) = kinds("tau[2]", wrong)
    assert kind == ("dot" if "^" not in printed else "power")


def test_two_slips_in_two_terms_are_paired_the_short_way() -> None:
    """Two lost dots: q̇₁ goes with q̈₁ and q̇₂ with q̈₂, not across."""
    hand = checker("planar2r", "standard")
    tau = printer_of("planar2r", "standard")
    right = " ".join(
        tau.piece(t, i == 0) for i, t in enumerate(tau.terms(model("planar2r").tau[1]))
    )
    wrong = right.replace("I_{zz2} \\, \\ddot{q}", "I_{zz2} \\, \\dot{q}")
    found = hand.check("(1)", resolve(model("planar2r"), "tau[2]"), wrong)
    pairs = {
        (str(d.printed.powers), str(d.derived))
        for d in found.entries[0].comparison.differences
        if d.printed
    }
    assert pairs == {
        ("(('Izz2', 1), ('dq1', 1))", "Izz2*ddq1"),
        ("(('Izz2', 1), ('dq2', 1))", "Izz2*ddq2"),
    }


def test_a_sine_squared_for_a_cosine_squared_is_one_difference() -> None:
    printer = printer_of("trtrr", "trtrr")
    ((expression,),) = resolve(model("trtrr"), "M[2,2]").rows
    latex = printer.laid_out(Random(1), printer.terms(expression), {}).latex
    wrong = latex.replace("c^{2} q_{4}", "s^{2} q_{4}", 1)
    assert wrong != latex
    found = checked("trtrr", "trtrr", "M[2,2]", wrong)
    assert [d.kind for d in found.entries[0].comparison.differences] == ["symbol"]


# excerpts ---------------------------------------------------------------------------------------


def test_an_excerpt_is_judged_by_what_it_prints_and_the_rest_is_counted() -> None:
    hand, target = checker("planar2r", "standard"), resolve(model("planar2r"), "M[1,2]")
    found = hand.check("(1)", target, "I_{zz2} + m_2 r_{x2}^2 + \\dots", excerpt=True)
    assert found.right
    assert found.entries[0].comparison.more == 3
    with pytest.raises(torsor.TorsorError, match="an ellipsis leaves something out"):
        kinds("M[1,2]", "I_{zz2} + m_2 r_{x2}^2 + \\dots")


@pytest.mark.parametrize(
    ("latex", "kind"),
    [
        ("I_{zz2} - m_2 r_{x2}^2", "sign"),
        ("I_{zz2} + m_1 r_{x2}^2", "index"),
        ("I_{zz2} + m_2 l_1 r_{x2} s_2", "symbol"),
        ("I_{zz2} + g^3", "extra"),
    ],
)
def test_a_wrong_term_of_an_excerpt_is_explained(latex: str, kind: str) -> None:
    assert kinds("M[1,2]", latex, excerpt=True) == [kind]


# conventions ------------------------------------------------------------------------------------


def printed_paper(robot: str, hand: Notation, stated: str) -> PaperCheck:
    """The driving forces printed by one hand and checked as if by another."""
    printer = LatexPrinter(hand.product)
    equations = []
    for i, tau in enumerate(model(robot).tau, 1):
        pieces = enumerate(spelled(tau, hand))
        latex = " ".join(printer.piece(p, k == 0) for k, p in pieces)
        equations.append(Equation(f"({i})", f"tau[{i}]", f"Q = {latex}"))
    return check_paper(Paper("x", "x", "", robot, stated, tuple(equations)))


def test_the_opposite_sign_of_the_products_of_inertia_is_told() -> None:
    hand = replace(load_notation("3r"), negated=frozenset())
    found = printed_paper("3r", hand, "3r")
    assert not found.right
    (said,) = found.conventions
    assert said.startswith("with the opposite sign of the products of inertia there would be 0 ")


def test_the_opposite_direction_of_the_load_is_told() -> None:
    loads = frozenset({"fx", "fy", "fz", "nx", "ny", "nz"})
    found = printed_paper("3r", replace(load_notation("3r"), flipped=loads), "3r")
    assert not found.right
    (said,) = found.conventions
    assert said.startswith("with the load's direction reversed there would be 0 differences")


def test_of_a_right_paper_no_convention_is_told() -> None:
    found = printed_paper("3r", load_notation("3r"), "3r")
    assert found.right
    assert found.conventions == ()


# C ----------------------------------------------------------------------------------------------

BETA = "m_2 l_1 (r_{x2} s_2 + r_{y2} c_2)"


def coriolis(c11: str, c12: str, c21: str, c22: str) -> PaperCheck:
    """A printed C of the planar arm."""
    cells = {"C[1,1]": c11, "C[1,2]": c12, "C[2,1]": c21, "C[2,2]": c22}
    equations = tuple(Equation(cell, cell, latex) for cell, latex in cells.items())
    return check_paper(Paper("x", "x", "", "planar2r", "standard", equations))


def test_the_christoffel_c_is_right() -> None:
    found = coriolis(
        f"-{BETA} \\dot{{q}}_2",
        f"-{BETA} (\\dot{{q}}_1 + \\dot{{q}}_2)",
        f"{BETA} \\dot{{q}}_1",
        "0",
    )
    assert found.right
    assert all(e.findings == () for e in found.equations)


def test_another_factoring_of_c_is_noted_with_its_skewness() -> None:
    found = coriolis(
        f"-2 {BETA} \\dot{{q}}_2", f"-{BETA} \\dot{{q}}_2", f"{BETA} \\dot{{q}}_1", "0"
    )
    assert {d.kind for _, d in found.differences()} == {"factoring"}
    said = [f for e in found.equations for f in e.findings]
    assert set(said) == {"C q̇ is right; another factoring, Ṁ − 2C is not skew"}


def test_a_wrong_c_is_judged_by_its_row_of_c_times_the_velocities() -> None:
    found = coriolis(
        f"-{BETA} \\dot{{q}}_2",
        f"{BETA} (\\dot{{q}}_1 + \\dot{{q}}_2)",
        f"{BETA} \\dot{{q}}_1",
        "0",
    )
    assert {e.label for e, _ in found.differences()} <= {"C[1,1]", "C[1,2]"}
    assert "factoring" not in {d.kind for _, d in found.differences()}


# the pairing itself -----------------------------------------------------------------------------


def test_the_cheapest_pairing_is_the_cheapest_of_all() -> None:
    from itertools import permutations

    random = Random(4)
    for _ in range(60):
        n, m = random.randint(1, 5), random.randint(5, 6)
        cost = [[random.randint(0, 9) for _ in range(m)] for _ in range(n)]
        best = min(sum(cost[i][p[i]] for i in range(n)) for p in permutations(range(m), n))
        pairs = cheapest_pairs(cost)
        assert sorted(i for i, _ in pairs) == list(range(n))
        assert len({j for _, j in pairs}) == n
        assert sum(cost[i][j] for i, j in pairs) == best


def test_the_greedy_pairing_takes_no_row_or_column_twice() -> None:
    cost = {(0, 0): 1.0, (0, 1): 2.0, (1, 0): 1.5, (1, 1): 3.0, (2, 1): 9.0}
    assert greedy_pairs(cost) == [(0, 0), (1, 1)]


def test_two_large_models_are_compared_in_bounded_time() -> None:
    from torsor.referee.model_diff import diff

    found = diff("puma560", "stanford")
    assert not found.equal
    assert len(found.forces) == 6


def test_thousands_of_wrong_terms_are_reported_one_by_one() -> None:
    latex = " + ".join(f"{k + 2} m_2 l_1 g c_2 s_1" for k in range(2000))
    assert len(kinds("M[1,2]", latex)) >= 2000


def test_symbols_without_end_are_another_robot_and_refused() -> None:
    latex = " + ".join(f"W_{{{k}}}" for k in range(1000))
    with pytest.raises(torsor.TorsorError, match="more than 300 symbols that the model does not"):
        kinds("M[1,2]", latex)


def test_the_coefficient_of_a_difference_is_exact() -> None:
    hand, target = checker("planar2r", "standard"), resolve(model("planar2r"), "M[2,2]")
    found = hand.check("(1)", target, "I_{zz2} + \\frac{1}{3} m_2 r_{x2}^2 + m_2 r_{y2}^2")
    (d,) = found.entries[0].comparison.differences
    assert (d.kind, d.printed and d.printed.coefficient) == ("coefficient", Fraction(1, 3))
