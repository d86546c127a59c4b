"""The mathematics of any author's .tex file, with its places in that file."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from torsor.errors import TextError
from torsor.referee.manuscript.passages import Passage, read_passages
from torsor.referee.reading.latex.grammar import parse_latex
from torsor.referee.reading.syntax import Unreadable


def displays(text: str, folder: Path | None = None) -> list[str]:
    """The displayed equations of a .tex text, all of which is read."""
    passages, unread, _ = read_passages(text, ".tex", folder)
    assert unread == []
    return [" ".join(p.latex.split()) for p in passages if not p.inline]


def unread(text: str, folder: Path | None = None) -> list[Unreadable]:
    """What could not be read of a .tex text."""
    return read_passages(text, ".tex", folder)[1]


@pytest.mark.parametrize(
    "display",
    [
        "\\begin{equation} a = b \\end{equation}", "\\begin{align*} a = b \\end{align*}",
        "\\begin{gather} a = b \\end{gather}", "\\begin{multline} a = b \\end{multline}",
        "\\begin{eqnarray} a = b \\end{eqnarray}", "\\begin{flalign} a = b \\end{flalign}",
        "\\begin{displaymath} a = b \\end{displaymath}", "\\begin{dmath} a = b \\end{dmath}",
        "\\begin{IEEEeqnarray}{rCl} a = b \\end{IEEEeqnarray}", "\\[ a = b \\]", "$$ a = b $$",
        "\\begin{alignat}{2} a = b \\end{alignat}",
        "\\begin{subequations}\\begin{equation} a = b \\end{equation}\\end{subequations}",
        "\\begin{equation}\\begin{aligned} a = b \\end{aligned}\\end{equation}",
        "\\begin{equation}\\begin{split} a = b \\end{split}\\label{x}\\end{equation}",
    ],
)  # fmt: skip
def test_every_kind_of_display_is_found(display: str) -> None:
    assert displays(f"Text.\n{display}\nMore.") == ["a = b"]


def test_inline_mathematics_is_told_apart() -> None:
    passages, _, _ = read_passages("Let $m_1$ cost 5\\$ and \\(m_2\\), \\verb|$x$|.", ".tex")
    assert [(p.latex, p.inline) for p in passages] == [("m_1", True), ("m_2", True)]


def test_rows_with_a_left_side_begin_equations_and_others_go_on() -> None:
    rows = """\\begin{align}
      a &= b + \\\\ &\\quad c \\label{one} \\\\[2pt]
      d &= \\left( e \\right. \\\\ & \\left. - f = g \\right) \\\\
      & + h \\\\ & = i \\\\
      j + k \\\\ - l &= m
    \\end{align}"""
    found = displays(rows)
    assert [text.split("=")[0].strip(" &") for text in found] == ["a", "d", "j + k \\\\ - l"]
    assert [p.label for p in read_passages(rows, ".tex")[0]] == ["one", "", ""]


def test_a_display_without_a_left_side_goes_on_with_the_one_before() -> None:
    assert displays("$$ a = b $$ that is $$ = c + d $$") == ["a = b \\\\ = c + d"]


def test_a_system_of_equations_is_several() -> None:
    system = "\\left\\{ \\begin{array}{l} a = b \\\\ c = d \\end{array} \\right."
    assert displays(f"\\[ {system} \\]") == ["a = b", "c = d"]
    assert displays("\\[ \\begin{cases} a = b \\\\ c = d \\end{cases} \\]") == ["a = b", "c = d"]
    value = "x = \\begin{cases} a \\\\ b \\end{cases}"
    assert displays(f"\\[ {value} \\]") == [value]


def test_comments_and_listings_are_no_mathematics() -> None:
    text = (
        "% $$ a = b $$\n$$ c = d % = e\n $$ \\begin{comment} $$ f = g $$ \\end{comment}"
        "\\begin{lstlisting}[language=Matlab]\nM = $$ 1 $$;\n\\end{lstlisting}"
        "\\iffalse $$ h = i $$ \\fi \\end{document} $$ j = k $$"
    )
    passages, unreadable, code = read_passages(text, ".tex")
    assert [p.latex for p in passages] == ["c = d"]
    assert unreadable == []
    assert [(block.language, block.line) for block in code] == [("matlab", 3)]


def test_macros_are_expanded_wherever_they_are_defined() -> None:
    text = r"""
    \newcommand{\vect}[1]{\boldsymbol{#1}} \def\half{\frac12} \let\al=\alpha
    \newcommand{\pd}[2][L]{\frac{\partial #1}{\partial #2}} \newcommand\dt{\dot}
    \DeclareMathOperator{\sgn}{sgn} \newcommand{\V}{\vect} \providecommand{\half}{no}
    \DeclarePairedDelimiter{\abs}{\lvert}{\rvert} \renewcommand*{\dt}[1]{\dot{#1}}
    \NewDocumentCommand{\md}{m O{1}}{m_{#1 #2}}
    \newcommand{\be}{\begin{equation}} \newcommand{\ee}{\end{equation}}
    \newenvironment{sys}[1]{\begin{align} #1 &= 0 \\}{\end{align}}
    \be \half \vect{q} = \al b \ee
    \be \pd{q} = \pd[K]{\dt q} + \sgn(\V x) + \abs{y} + \md{a} + \md{b}[2] \ee
    \begin{sys}{z} w &= 1 \end{sys}
    """
    assert displays(text) == [
        "\\frac12 \\boldsymbol{q} = \\alpha b",
        "\\frac{\\partial L}{\\partial q} = \\frac{\\partial K}{\\partial \\dot{q}}"
        " + \\operatorname{sgn}(\\boldsymbol{x}) + \\lvert y \\rvert + m_{a 1}+ m_{b 2}",
        "z &= 0",
        "w &= 1",
    ]


def test_a_definition_ends_with_its_group() -> None:
    text = "\\def\\x{a}{\\def\\x{b}\\[ y = \\x \\]}\\[ z = \\x \\]{\\gdef\\x{c}}\\[ w = \\x \\]"
    assert displays(text) == ["y = b", "z = a", "w = c"]


def test_places_are_those_of_the_author() -> None:
    text = "\\newcommand{\\v}[1]{\\boldsymbol{#1}}\nText\n\\[ a =\n  \\v{b} + c \\]"
    (passage,), _, _ = read_passages(text, ".tex")
    assert passage.line_at(0) == (3, 4)
    assert passage.line_at(passage.latex.index("\\bold")) == (4, 3)
    assert passage.line_at(passage.latex.index("b}")) == (4, 6)
    assert passage.line_at(passage.latex.index("c")) == (4, 11)


@pytest.mark.parametrize(
    ("definition", "call"),
    [
        ("\\def\\x{y\\x}", "\\x"),
        ("\\def\\x{\\y}\\def\\y{\\x}", "\\x"),
        ("\\newcommand{\\x}[1]{\\x{#1#1}}", "\\x{a}"),
        ("\\def\\a{\\b\\b\\b}\\def\\b{\\c\\c\\c}\\def\\c{\\d\\d\\d}\\def\\d{\\e\\e\\e}"
         "\\def\\e{\\f\\f\\f}\\def\\f{\\g\\g\\g}\\def\\g{\\h\\h\\h}\\def\\h{\\i\\i\\i}\\def\\i{"
         + "x" * 100 + "}", "\\a"),
        ("\\def\\x#1.{y}", "\\x b."),
        ("\\def\\x{\\csname y\\endcsname}", "\\x"),
        ("\\newcommand{\\x}[2]{#1}", "\\x"),
    ],
)  # fmt: skip
def test_a_macro_that_cannot_be_expanded_costs_only_its_own_equation(
    definition: str, call: str
) -> None:
    text = f"{definition}\n\\[ a = b \\]\n\\[ c = {call} \\]\n\\[ d = e \\]"
    passages, unreadable, _ = read_passages(text, ".tex")
    assert [p.latex for p in passages] == ["a = b", "d = e"]
    assert [u.line for u in unreadable] == [3]
    assert "macro" in unreadable[0].reason


@pytest.mark.parametrize(
    "bad",
    ["\\begin{equation} a = {", "$$ a = b", "\\[ a = b", "\\begin{align} a", "\\[ a = { \\]",
     "$ a\n\n", "\\[ a = b } \\]"],
)  # fmt: skip
def test_what_is_not_closed_is_listed_and_the_rest_is_read(bad: str) -> None:
    passages, unreadable, _ = read_passages(f"Text\n{bad}\n\n\\[ c = d \\]", ".tex")
    assert "c = d" in [p.latex for p in passages]
    assert [u.line for u in unreadable] == [2]


def test_of_an_align_only_the_row_with_the_slip_is_lost() -> None:
    text = "\\begin{align} a &= b \\\\ c &= {d \\\\ e &= f \\end{align}"
    passages, unreadable, _ = read_passages(text, ".tex")
    assert [p.latex.strip() for p in passages] == ["a &= b", "e &= f"]
    assert [u.reason for u in unreadable] == ["a brace is opened and never closed"]


def test_files_of_the_folder_are_included_and_no_others(tmp_path: Path) -> None:
    home = tmp_path / "paper"
    (home / "parts").mkdir(parents=True)
    (tmp_path / "secret.tex").write_text("\\[ s = t \\]", "utf-8")
    (home / "link.tex").symlink_to(tmp_path / "secret.tex")
    (home / "parts" / "one.tex").write_text("\\def\\x{y}\nText\n\\[ a = \\x \\]", "utf-8")
    (home / "loop.tex").write_text("\\input{loop}", "utf-8")
    text = "\\input{parts/one} \\[ b = \\x \\]"
    passages, _, _ = read_passages(text, ".tex", home)
    assert [(p.latex, p.file, p.line_at(0)[0]) for p in passages] == [
        ("a = y", "parts/one.tex", 3), ("b = y", "", 1),
    ]  # fmt: skip
    for name in ("../secret", str(tmp_path / "secret.tex"), "link", "missing", "loop"):
        passages, (refused,), _ = read_passages(f"\\input{{{name}}} \\[ b = c \\]", ".tex", home)
        assert [p.latex for p in passages] == ["b = c"]
        assert name[:40] in refused.reason
    assert "folder of the text is not known" in unread(text)[0].reason


def test_ten_thousand_equations_with_macros_are_read_within_seconds() -> None:
    row = "\\begin{align} \\tau_{%d} &= \\v{q} + m_1 \\cos(q_1) \\\\ x &= y \\end{align}\n"
    text = "\\newcommand{\\v}[1]{\\boldsymbol{#1}}\n" + "".join(row % n for n in range(5_000))
    started = time.process_time()
    passages, unreadable, _ = read_passages(text, ".tex")
    assert len(passages) == 10_000
    assert unreadable == []
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "text",
    ["\\begin{equation}" * 60_000, "$" * 999_999, "\\[" * 400_000, "{" * 1_000_000, "\\(" * 400_000,
     "\\def\\x{\\x\\x}" + "$\\x$" * 200_000, "\\newcommand" * 80_000, "\\input{x}" * 80_000,
     "\\def\\x#1{#1#1}" + "\\x{" * 20_000 + "a" + "}" * 20_000, "%\n" * 400_000,
     "\\begin{align}" + "a &= (b \\\\" * 60_000 + "\\end{align}", "$$ a $$" + "$$ = b $$" * 99_000,
     "\\def\\x{" + "y" * 900 + "}" + "\\x" * 200_000, "\\iffalse" * 80_000,
     "\\begin{verbatim}" * 50_000, "\\verb|" * 100_000],
)  # fmt: skip
def test_a_hostile_text_is_read_within_seconds(text: str) -> None:
    started = time.process_time()
    passages, unreadable, _ = read_passages(text[:400_000], ".tex", Path("/nonexistent"))
    assert time.process_time() - started < 10
    for found in passages[:20]:
        _parse(found)
    assert all(len(u.reason) < 300 for u in unreadable)


def _parse(passage: Passage) -> None:
    try:
        parse_latex(passage.latex)
    except TextError as error:
        assert len(str(error)) < 300


def test_a_text_too_long_or_of_another_kind_is_refused_in_a_sentence() -> None:
    with pytest.raises(TextError, match="4000001 characters is refused"):
        read_passages("x" * 4_000_001, ".tex")
    with pytest.raises(TextError, match="expected one of"):
        read_passages("x", ".docx")
