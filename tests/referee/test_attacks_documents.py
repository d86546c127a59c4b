"""Documents and paper files altered so that they print something else: never silently right."""

from __future__ import annotations

from pathlib import Path

import pytest

from torsor import derive, load
from torsor.document.writers.latex import to_latex
from torsor.document.writers.latex_writer import ROOM_BELOW
from torsor.equations.documents import Style
from torsor.equations.sections import document
from torsor.errors import TorsorError
from torsor.notation.notation import load_notation
from torsor.referee.displays import find_displays
from torsor.referee.paper import Equation, Paper
from torsor.referee.paper_check import PaperCheck, check_paper

WRONG_ZERO = "C_{22} ={} & 5 \\, m_{1}"


def printed(robot: str = "planar2r", form: str = "matrices", notation: str = "standard") -> str:
    """A whole document as Torsor writes it."""
    hand = load_notation(notation)
    return to_latex(document(derive(load(robot)), Style(hand), form))


def checked(text: str, tmp_path: Path) -> PaperCheck:
    file = tmp_path / "altered.tex"
    file.write_text(text, "utf-8")
    return check_paper(file)


def altered(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


@pytest.mark.parametrize(("robot", "notation"), [("planar2r", "standard"), ("scara", "spong")])
def test_an_unaltered_document_is_right_and_lists_what_has_no_target(
    robot: str, notation: str, tmp_path: Path
) -> None:
    text = printed(robot, notation=notation)
    found = checked(text, tmp_path)
    assert found.right
    assert not found.unread
    lines = text.split("\n")
    shares = [lines[u.place[0] - 1] for u in found.unchecked if u.place]
    n = len(found.model.tau)
    assert len(found.unchecked) == len(shares) == n  # the payload's shares
    assert all("P}" in line for line in shares)
    assert {e.target for e in found.equations} == {
        *(f"M[{i},{j}]" for i in range(1, n + 1) for j in range(i, n + 1)),
        *(f"C[{i},{j}]" for i in range(1, n + 1) for j in range(1, n + 1)),
        *(f"g[{i}]" for i in range(1, n + 1)),
    }


def test_a_zero_that_is_changed_differs(tmp_path: Path) -> None:
    text = altered(printed(), "C_{22} ={} & 0", WRONG_ZERO)
    (wrong,) = (e for e in checked(text, tmp_path).equations if not e.right)
    assert wrong.target == "C[2,2]"


@pytest.mark.parametrize(
    ("new", "right"),
    [
        ("m_{13} ={} & m_{23} = m_{34} = m_{3}", False),
        ("m_{13} ={} & m_{23} = 0", False),
        ("m_{13} ={} & m_{23} = m_{34} = m_{44} = 0", False),
        ("m_{13} ={} & m_{23} = m_{33} = 0", False),
        ("m_{13} ={} & m_{23} = m_{34} + m_{3} = 0", False),
        ("m_{13} ={} & m_{23} = m_{34} ={} & 0", True),
    ],
)
def test_a_line_of_several_zeros_is_checked_name_by_name(
    new: str, right: bool, tmp_path: Path
) -> None:
    text = altered(printed("scara", notation="spong"), "m_{13} ={} & m_{23} = m_{34} = 0", new)
    assert checked(text, tmp_path).right == right


G2 = "% torsor target: g[2]\n"
START = "\\begin{align*}\n% torsor target: g[1]\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (G2 + "g_{2} ={} & -", "% torsor end\ng_{2} ={} & 5 m_1 -"),
        (G2 + "g_{2} ={} & -", "g_{2} ={} & 5 m_1 -"),
        (START, "\\begin{align*}\ng_{2} ={} & 5 m_{1} \\\\\n% torsor target: g[1]\n"),
        (START, "\\begin{align*}\nx ={} & 5 m_{1} \\\\\n% torsor target: g[1]\n"),
        (
            f"\n\\end{{align*}}\n\n{ROOM_BELOW}\n\\subsection*{{Pay",
            "\n\\end{align*}\n\\[ + 5 m_1 \\]\n\\subsection*{Pay",
        ),
        (
            f"\n\\end{{align*}}\n\n{ROOM_BELOW}\n\\subsection*{{Pay",
            "\n\\end{align*}\n$$ + 5 m_1 $$\n\\subsection*{Pay",
        ),
        (
            f"\n\\end{{align*}}\n\n{ROOM_BELOW}\n\\subsection*{{Pay",
            "\n\\section*{}\n + 5 m_1\n\\end{align*}\n\\subsection*{Pay",
        ),
        (G2, G2 + G2),
        (G2, "% torsor target: g[2]\n\\end{align*}\n\\section{Else}\n\\begin{align*}\n"),
    ],
)
def test_an_alteration_in_the_body_is_seen(old: str, new: str, tmp_path: Path) -> None:
    assert not checked(altered(printed(), old, new), tmp_path).right


@pytest.mark.parametrize(
    "display",
    [
        "\\[ g_2 = 5 m_1 \\]",
        "$$ g_2 = 5 m_1 $$",
        "\\begin{equation}\ng_2 = 5 m_1\n\\end{equation}",
        "\\begin{alignat*}{2} g_2 &= 5 m_1 \\end{alignat*}",
        "\\begin {dmath} g_2 = 5 m_1 \\end{dmath}",
        "\\begin{proof} Thus \\[ g_2 = 5 m_1 \\] \\end{proof}",
        "\\begin{dgroup} g_2 = 5 m_1 \\\\[4pt] g_1 = 0 \\end{dgroup}",
        "Thus \\\\\\[ g_2 = 5 m_1 \\]",
    ],
)
def test_a_display_without_a_target_is_listed(display: str, tmp_path: Path) -> None:
    text = altered(printed(), "\\end{document}", f"\n{display}\n\\end{{document}}")
    found = checked(text, tmp_path)
    (row,) = (u for u in found.unchecked if u.reason == "a display without a target")
    assert "5 m_1" in row.latex
    assert row.place is not None
    assert "g_2" in text.split("\n")[row.place[0] - 1]


def test_the_space_after_a_row_of_text_opens_no_display() -> None:
    (display,) = find_displays("A title \\\\[4pt] and\n\\[ g_2 = 5 m_1 \\]")
    assert (display.latex, display.line) == ("g_2 = 5 m_1", 2)


@pytest.mark.parametrize(
    "macro",
    [
        "\\renewcommand{\\dot}{\\ddot}",
        "\\def\\cos{\\sin}",
        "\\let\\sin\\cos",
        "\\newcommand{\\m}{m}",
        "\\DeclareMathOperator{\\cos}{sin}",
        "\\RenewDocumentCommand{\\dot}{m}{#1}",
        "\\input{macros}",
        "\\iffalse",
    ],
)
@pytest.mark.parametrize("before", ["\\begin{document}", "\\subsection*{Gravity vector}"])
def test_macros_are_not_expanded_and_so_refused(macro: str, before: str, tmp_path: Path) -> None:
    text = altered(printed(), before, f"{macro}\n{before}")
    line = text[: text.index(macro)].count("\n") + 1
    with pytest.raises(TorsorError, match=rf"line {line}: .*macros are not expanded"):
        checked(text, tmp_path)


def test_a_changed_robot_is_refused(tmp_path: Path) -> None:
    text = altered(printed(), 'gravity = [0, "-g", 0]', 'gravity = [0, "g", 0]')
    with pytest.raises(TorsorError, match="is not the one that the equations were written for"):
        checked(text, tmp_path)
    gone = "\n".join(line for line in printed().split("\n") if "% torsor hash" not in line)
    with pytest.raises(TorsorError, match="is not the one that the equations were written for"):
        checked(gone, tmp_path)


def paper(**more: object) -> Paper:
    """One equation of the planar arm, right as printed."""
    latex = "g_2 = m_2 g (r_{x2} c_{12} - r_{y2} s_{12})"
    fields = {"notation": "standard", "equations": (Equation("(1)", "g[2]", latex),)} | more
    return Paper("p", "p", "", "planar2r", **fields, payload="none")  # type: ignore[arg-type]


def test_the_paper_is_right_before_it_is_altered() -> None:
    assert check_paper(paper()).right
    used = Equation("(1)", "g[2]", r"g_2 = \sigma_1 g c_{12} - m_2 g r_{y2} s_{12}")
    short = ((r"\sigma_1", "m_2 r_{x2}"),)
    assert check_paper(paper(equations=(used,), abbreviations=short)).right


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("c_{12}", r"\cos(q_1 - q_2)", "read as a sine or cosine"),
        ("s_1", "q_1", "read as a sine or cosine"),
        ("c", "m_1", "read as a sine or cosine"),
        ("m_2", "3 m_1", "the symbol m2 of the model"),
        (r"\dot q_1", "q_2", "expected one letter"),
        ("g_2", "m_1", r"the name of g\[2\]"),
        (r"\sigma^1", "m_1", "expected one letter"),
        (r"\sigma_1^2", "m_1", "expected one letter"),
        (r"\sigma_{1^2}", "m_1", "expected one letter"),
        (r"\bar\sigma_1", "m_1", "expected one letter"),
        (r"{}^1\sigma", "m_1", "expected one letter"),
        (r"\mathit{ab}_1", "m_1", "expected one letter"),
        ("", "m_1", "expected one letter"),
        ("a b", "m_1", "expected one letter"),
    ],
)
def test_an_abbreviation_that_would_be_overlooked_is_refused(
    name: str, value: str, sentence: str
) -> None:
    with pytest.raises(TorsorError, match=sentence) as caught:
        check_paper(paper(abbreviations=((name, value),)))
    assert str(caught.value).startswith("abbreviation ")


def test_a_notation_with_two_symbols_on_one_glyph_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "twice.toml"
    same = '{ base = "r", sub = "<i>" }'
    file.write_text(f'[symbol]\n"rx<i>" = {same}\n"ry<i>" = {same}\n', "utf-8")
    with pytest.raises(TorsorError, match="symbol 'ry<i>': its glyph is that of 'rx<i>' too"):
        load_notation(file)
    file.write_text('[symbol]\n"rx<i>" = { base = "m", sub = "<i>" }\n', "utf-8")
    with pytest.raises(TorsorError, match=r"prints m1 and rx1 alike|prints rx1 and m1 alike"):
        check_paper(paper(notation=str(file)))


M22 = "I_{zz2} + m_2 (r_{x2}^2 + r_{y2}^2)"


@pytest.mark.parametrize(
    ("name", "left", "right"),
    [
        ("M_{22}", "M_{22}", True),
        (r"\frac12 m v_2", r"\tfrac{1}{2} m v_2", False),
        (r"a \times b_2", r"a \times b_2", True),
        ("M_{22}", "M_2^2", False),
        (r"\frac12 m v_2", r"\frac12 m v^2", False),
        (r"a \times b", "a . b", False),
        ("m_1", "m_1", False),
    ],
)
def test_a_name_is_accepted_only_as_it_is_printed(name: str, left: str, right: bool) -> None:
    good = Equation("(1)", "g[2]", "g_2 = m_2 g (r_{x2} c_{12} - r_{y2} s_{12})")
    named = Equation("(2)", "M[2,2]", f"{left} = {M22}", name=name)
    found = check_paper(paper(equations=(good, named)))
    assert found.right == right
    assert [u.label for u in found.unread] == ([] if right else ["(2)"])
