"""``torsor check``: reports in every format, papers of one's own, .tex files, and bad input."""

from __future__ import annotations

import json
import time
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.referee.latex import sound

from .conftest import Command

PAPER = """
title = "My arm <2R> & 100 %"
robot = "planar2r"
notation = "standard"
[abbreviations]
"\\\\sigma_1" = "m_2 r_{x2}^2"
[[equation]]
label = "(1)"
target = "M[2,2]"
latex = 'M_{22} = I_{zz2} + \\sigma_1 - m_2 r_{y2}^2'
[[equation]]
label = "(2)"
target = "M[2,2]"
latex = '''
M_{22} = I_{zz2} + m_2 r_{x2}^2
+ m_2 r_{y2}^2'''
[[unchecked]]
label = "(3)"
reason = "sigma is never defined"
"""


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A paper of one's own with one wrong sign."""
    file = tmp_path / "mine.toml"
    file.write_text(PAPER, "utf-8")
    return file


class Tags(HTMLParser):
    """Counts what is opened and closed, and gathers the text of what is marked wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.classes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.classes += [value or "" for name, value in attrs if name == "class"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


# reports ----------------------------------------------------------------------------------------


def test_the_terminal_shows_a_table_and_then_the_errata(torsor: Command, paper: Path) -> None:
    lines = torsor("check", paper).out.splitlines()
    assert lines[0] == "My arm <2R> & 100 %"
    assert "(1)       M[2,2]        3        3      2  1 sign" in lines
    assert "(2)       M[2,2]        3        3      3  right" in lines
    assert "  sign  printed  -m_2 r_{y2}^2" in lines
    assert "        derived  m₂ ry₂²" in lines
    assert "- (3): sigma is never defined" in lines
    assert "1 of 2 equations are right as printed; 1 difference: 1 sign." in lines


def test_json_has_the_fields_of_the_contract_and_the_place(torsor: Command, paper: Path) -> None:
    (found,) = torsor("check", paper, "--json").data["papers"]
    assert (found["paper"], found["robot"]) == ("mine", "planar2r")
    assert found["unchecked"] == [{"label": "(3)", "reason": "sigma is never defined"}]
    first, second = found["equations"]
    assert (first["label"], first["target"]) == ("(1)", "M[2,2]")
    assert (first["printed"], first["derived"]) == (3, 3)
    (d,) = first["differences"]
    assert (d["kind"], d["printed"]) == ("sign", "-m_2 r_{y2}^2")
    assert d["derived"] == "m_{2} \\, r_{y2}^{2}"
    assert (d["line"], d["column"]) == (1, 31)
    assert second["differences"] == []


def test_format_json_is_json(torsor: Command, paper: Path) -> None:
    assert torsor("check", paper, "--format", "json").data == torsor("check", paper, "--json").data


def test_markdown_has_a_table_of_equations_and_one_of_errata(torsor: Command, paper: Path) -> None:
    text = torsor("check", paper, "--format", "markdown").out
    assert "| (1) | `M[2,2]` | 3 | 3 | 2 | 1 sign |" in text
    assert "| sign | $-m_2 r_{y2}^2$ | $m_{2} \\, r_{y2}^{2}$ |" in text


def test_html_marks_the_wrong_term_and_puts_the_right_one_beside_it(
    torsor: Command, paper: Path
) -> None:
    text = torsor("check", paper, "--format", "html").out
    page = Tags()
    page.feed(text.partition("\n")[2])
    assert page.open == []
    assert page.classes.count("wrong") == 1
    assert page.classes.count("right") == 1
    assert "My arm &lt;2R&gt; &amp; 100 %" in text


def test_latex_marks_the_wrong_term_and_puts_the_right_one_beside_it(
    torsor: Command, paper: Path
) -> None:
    text = torsor("check", paper, "--format", "latex").out
    assert "{\\color{red} {} - m_{2} \\, r_{y2}^{2}}" in text
    assert "{\\color{blue} [m_{2} \\, r_{y2}^{2}]}" in text
    assert "{\\LARGE My arm \\textless{}2R\\textgreater{} \\& 100 \\%\\par}" in text
    assert sound(text)


# exit status ------------------------------------------------------------------------------------


def test_differences_are_no_failure_unless_strict(torsor: Command, paper: Path) -> None:
    assert torsor("check", paper).status == 0
    strict = torsor("check", paper, "--strict")
    assert strict.status == 1
    assert "1 sign" in strict.out


def test_a_right_paper_passes_strictly(torsor: Command, paper: Path) -> None:
    paper.write_text(PAPER.replace("- m_2 r_{y2}^2", "+ m_2 r_{y2}^2"), "utf-8")
    assert torsor("check", paper, "--strict").status == 0


# .tex that Torsor wrote -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("robot", "form", "notation"),
    [
        ("rttrr", "tau", "rttrr"),
        ("3r", "steps", "3r"),
        ("trtrr", "matrices", "trtrr"),
        ("scara", "tau", "spong"),
        ("planar2r", "tau", "rv1a"),
        ("planar2r", "matrices", "standard"),
    ],
)
def test_latex_that_torsor_wrote_is_checked_with_nothing_else(
    robot: str, form: str, notation: str, torsor: Command, tmp_path: Path
) -> None:
    file = tmp_path / "manuscript.tex"
    torsor("derive", robot, "--form", form, "--notation", notation, "--format", "latex", "-o", file)
    (found,) = torsor("check", file, "--strict", "--json").data["papers"]
    assert len(found["equations"]) >= 2
    assert all(e["findings"] == [] for e in found["equations"])


def test_friction_springs_and_rotors_are_read_back_too(torsor: Command, tmp_path: Path) -> None:
    file = tmp_path / "arm.tex"
    drives = ("--with", "friction,rotors,springs")
    torsor("derive", "planar2r", *drives, "--format", "latex", "-o", file)
    assert "sgn" in file.read_text("utf-8")
    assert torsor("check", file, "--strict").status == 0


def written(torsor: Command, tmp_path: Path) -> Path:
    """A manuscript of the planar arm."""
    file = tmp_path / "manuscript.tex"
    torsor("derive", "planar2r", "--format", "latex", "-o", file)
    return file


def test_an_edited_term_is_found(torsor: Command, tmp_path: Path) -> None:
    file = written(torsor, tmp_path)
    text = file.read_text("utf-8")
    assert "I_{zz2} \\, \\ddot{q}_{2}" in text
    edited = text.replace("I_{zz2} \\, \\ddot{q}_{2}", "I_{zz2} \\, \\dot{q}_{2}", 1)
    file.write_text(edited, "utf-8")
    (found,) = torsor("check", file, "--json").data["papers"]
    kinds = [d["kind"] for e in found["equations"] for d in e["differences"]]
    assert kinds == ["dot"]


def test_an_edited_robot_is_noticed_by_its_hash(torsor: Command, tmp_path: Path) -> None:
    file = written(torsor, tmp_path)
    noticed = "the robot in the comments is not the one that the equations were written for"
    assert noticed not in torsor("check", file).out
    lines = file.read_text("utf-8").splitlines()
    edited = [
        line.replace('"l1"', '"l9"') if line.startswith("% torsor robot") else line
        for line in lines
    ]
    assert edited != lines
    file.write_text("\n".join(edited) + "\n", "utf-8")
    answer = torsor("check", file)
    assert answer.status == 2
    assert noticed in answer.err


def test_a_foreign_tex_file_is_told_how_to_begin(torsor: Command, tmp_path: Path) -> None:
    file = tmp_path / "foreign.tex"
    file.write_text("\\begin{equation} x = 1 \\end{equation}", "utf-8")
    assert "start with torsor check --init ROBOT FILE.tex" in torsor("check", file).complaint


# --init -----------------------------------------------------------------------------------------

MANUSCRIPT = """\\documentclass{article}\\begin{document}
The text has $a$ and $b$.
\\begin{equation} \\label{e}
  M_{22} = I_{zz2} + m_2 r_{x2}^2 + m_2 r_{y2}^2
\\end{equation}
% \\begin{equation} C_{11} = 0 \\end{equation}
\\begin{align*}
  \\tau_1 ={} & m_1 g + \\\\
  & + m_2 g \\\\[4pt]
  \\bar{F}_1 &= \\begin{bmatrix} 0 \\\\ 0 \\\\ 0 \\end{bmatrix} \\\\
  F_{2z} &= 0
\\end{align*}
$$ g_1 = 0 $$
\\[ C_{12} = 0 \\]
$$ x^2 + y^2 = r^2 $$
\\end{document}
"""


def test_init_finds_the_displays_their_lines_and_their_targets(
    torsor: Command, tmp_path: Path
) -> None:
    file = tmp_path / "manuscript.tex"
    file.write_text(MANUSCRIPT, "utf-8")
    table = tomllib.loads(torsor("check", "--init", "planar2r", file).out)
    found = {e["label"]: e["target"] for e in table["equation"]}
    assert found == {
        "1 (line 3)": "M[2,2]",
        "2 (line 8)": "tau[1]",
        "3 (line 10)": "F[1]",
        "4 (line 11)": "F[2].z",
        "5 (line 13)": "g[1]",
        "6 (line 14)": "C[1,2]",
        "7 (line 15)": "",
    }
    assert "m_2 g" in table["equation"][1]["latex"]


def test_what_init_writes_loads_once_the_targets_are_filled_in(
    torsor: Command, tmp_path: Path
) -> None:
    file, paper = tmp_path / "manuscript.tex", tmp_path / "mine.toml"
    file.write_text(MANUSCRIPT, "utf-8")
    assert torsor("check", "--init", "planar2r", file, "-o", paper).status == 0
    assert "the target '' cannot be read" in torsor("check", paper).complaint
    text = paper.read_text("utf-8").replace('target = ""', 'target = "K"')
    paper.write_text(text, "utf-8")
    (found,) = torsor("check", paper, "--json").data["papers"]
    assert len(found["equations"]) == 6
    assert found["equations"][0]["differences"] == []
    (unread,) = found["unchecked"]
    assert unread["label"] == "7 (line 15)"
    assert "the left side is neither the target's name nor an expression" in unread["reason"]


@pytest.mark.parametrize("notation", ["standard", "rttrr", "trtrr", "3r", "spong"])
@pytest.mark.parametrize(("robot", "form"), [("3r", "tau"), ("planar2r", "steps")])
def test_init_guesses_every_target_of_torsors_own_print(
    robot: str, form: str, notation: str, torsor: Command, tmp_path: Path
) -> None:
    file, paper = tmp_path / "own.tex", tmp_path / "own.toml"
    torsor("derive", robot, "--form", form, "--notation", notation, "--format", "latex", "-o", file)
    torsor("check", "--init", robot, "--notation", notation, file, "-o", paper)
    table = tomllib.loads(paper.read_text("utf-8"))
    assert all(e["target"] for e in table["equation"])
    assert torsor("check", paper, "--strict").status == 0


# bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("latex", "sentence"),
    [
        ("I_{zz2} + {m_2", "equation (1): line 1, column 18: a brace is opened and never closed"),
        ("I_{zz2} + m_2}", "equation (1): line 1, column 21: a brace is closed that was never"),
        ("I_{zz2} + \\frob", "equation (1): line 1, column 18: unknown macro \\frob"),
        ("(" * 10_000 + ")" * 10_000, "column 68: nested more than 60 deep"),
        ("\\begin{bmatrix}" * 90 + "1" + "\\end{bmatrix}" * 90, "nested more than 60 deep"),
        ("m_2 +" * 20_001 + "m_2", "the equation has more than 20000 terms"),
        ("(m_1+m_2+m_3)^9" * 9, "multiplies out to more than 20000 terms"),
    ],
)
def test_an_equation_that_cannot_be_read_gets_one_sentence_with_its_place(
    latex: str, sentence: str, torsor: Command, tmp_path: Path
) -> None:
    file = tmp_path / "bad.toml"
    entry = {"label": "(1)", "target": "M[2,2]", "latex": f"M_{{22}}={latex}"}
    lines = [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
    file.write_text("\n".join(['robot = "planar2r"', "[[equation]]", *lines]), "utf-8")
    start = time.perf_counter()
    complaint = torsor("check", file).complaint
    assert time.perf_counter() - start < 20
    assert sentence in complaint
    assert len(complaint) < 400


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"M[2,2]"', '"Q[1]"', "equation (1): no target 'Q'; expected tau, omega"),
        ('"M[2,2]"', '"tau"', "equation (1): Planar 2R has no tau"),
        ('"M[2,2]"', '"tau[7]"', "has no tau[7]"),
        ('"M[2,2]"', '"a_C[9]"', "Planar 2R has no a_C[9]"),
        ('"M[2,2]"', '"M[2,"', "equation (1): the target 'M[2,' cannot be read"),
        ('robot = "planar2r"', 'robot = "planar3r"', "no robot is called 'planar3r'"),
        ('robot = "planar2r"', "", "mine.toml: the paper has no robot"),
        ('"standard"', '"standrad"', "no notation is called 'standrad'"),
        ("title =", "titel =", "mine.toml: the paper: unknown key 'titel'; did you mean 'title'?"),
        ("latex =", "latx =", "unknown key 'latx'; did you mean 'latex'?"),
        ('label = "(1)"', "label = 1", "equation 1: expected label, a text"),
        ("[[equation]]", "[equation]", "mine.toml"),
        ("[[unchecked]]", "[[unchecked", "mine.toml"),
    ],
)
def test_a_paper_file_that_is_wrong_gets_one_sentence(
    old: str, new: str, sentence: str, torsor: Command, paper: Path
) -> None:
    assert old in PAPER
    paper.write_text(PAPER.replace(old, new, 1), "utf-8")
    assert sentence in torsor("check", paper).complaint


@pytest.mark.parametrize("name", ["big.toml", "big.tex"])
def test_a_file_of_ten_megabytes_is_refused_at_once(
    name: str, torsor: Command, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text("% " + "x" * 10_000_000, "utf-8")
    start = time.perf_counter()
    assert "big" in torsor("check", file).complaint
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check"], "expected the name of a paper, or --all"),
        (["check", "rttrr", "--all"], "expected the name of a paper, or --all"),
        (["check", "rtrrr"], "no paper is called 'rtrrr'; there are 3r, rttrr"),
        (["check", "nowhere.toml"], "nowhere.toml"),
        (["check", "nowhere.tex"], "nowhere.tex"),
        (
            ["check", "rttrr", "--format", "pdf"],
            "no format 'pdf'; expected text, latex, markdown, html, typst, docx, json",
        ),
        (["check", "--init", "planar2r"], "--init ROBOT needs the .tex file as well"),
        (["check", "--init", "planar2r", "nowhere.tex"], "nowhere.tex"),
        (["check", "rttrr", "-o", "/nowhere/x"], "/nowhere/x cannot be written"),
    ],
)
def test_a_wrong_command_gets_one_sentence(
    arguments: list[str], sentence: str, torsor: Command
) -> None:
    assert sentence in torsor(*arguments).complaint.replace("'/nowhere/x'", "/nowhere/x")


def test_a_display_that_is_never_closed_is_told_by_its_line(
    torsor: Command, tmp_path: Path
) -> None:
    file = tmp_path / "open.tex"
    file.write_text("text\n\\begin{align}\n x = 1\n", "utf-8")
    complaint = torsor("check", "--init", "planar2r", file).complaint
    assert "line 2: \\begin{align} is never closed" in complaint


# what could not be read -------------------------------------------------------------------------

UNREAD = PAPER.replace(
    "I_{zz2} + \\sigma_1 - m_2 r_{y2}^2", "I_{zz2} + m_2 r_{x2}^2 + m_2 r_{y2}^2 \\pm m_1"
)


def test_an_equation_that_is_not_wholly_read_is_listed_with_its_place_and_not_judged(
    torsor: Command, paper: Path
) -> None:
    assert UNREAD != PAPER
    paper.write_text(UNREAD, "utf-8")
    (found,) = torsor("check", paper, "--json").data["papers"]
    assert [e["label"] for e in found["equations"]] == ["(2)"]
    declared, unread = found["unchecked"]
    assert declared == {"label": "(3)", "reason": "sigma is never defined"}
    assert unread["label"] == "(1)"
    assert unread["reason"] == "line 1, column 48: unknown macro \\pm"
    assert unread["place"] == {"line": 1, "column": 48}
    text = torsor("check", paper).out
    assert "\n- (1): line 1, column 48: unknown macro \\pm\n" in text
    assert "1 of 2 equations are right as printed; 1 could not be read." in text
    for form in ("markdown", "latex", "html"):
        assert "unknown macro" in torsor("check", paper, "--format", form).out


def test_what_is_unread_fails_only_strictly(torsor: Command, paper: Path) -> None:
    paper.write_text(UNREAD, "utf-8")
    assert torsor("check", paper).status == 0
    assert torsor("check", paper, "--strict").status == 1


def test_where_nothing_can_be_read_the_first_reason_is_told(torsor: Command, paper: Path) -> None:
    both = UNREAD.replace("+ m_2 r_{y2}^2'''", "+ m_2 r_{y2}^2 = '''")
    assert both != UNREAD
    paper.write_text(both, "utf-8")
    assert "equation (1): line 1, column 48: unknown macro \\pm" in torsor("check", paper).complaint


def test_the_paper_may_say_what_it_writes_for_the_target(torsor: Command, paper: Path) -> None:
    name = "\\frac{1}{2} v^T v"
    odd = PAPER.replace(
        "M_{22} = I_{zz2} + m_2 r_{x2}^2\n", f"{name} = I_{{zz2}} + m_2 r_{{x2}}^2\n"
    )
    paper.write_text(odd, "utf-8")
    (found,) = torsor("check", paper, "--json").data["papers"]
    assert "the left side is neither the target's name" in found["unchecked"][1]["reason"]
    said = odd.replace('label = "(2)"', f"label = \"(2)\"\nname = '{name}'")
    paper.write_text(said, "utf-8")
    (found,) = torsor("check", paper, "--json").data["papers"]
    assert found["equations"][1]["differences"] == []


def test_text_after_an_equation_of_torsors_own_is_no_part_of_it(
    torsor: Command, tmp_path: Path
) -> None:
    file = written(torsor, tmp_path)
    text = file.read_text("utf-8")
    ends = "\\end{align*}"
    assert ends in text
    file.write_text(text.replace(ends, f"{ends} Here is some text.\nAnd more text."), "utf-8")
    assert torsor("check", file, "--strict").status == 0
    file.write_text(text.replace(ends, f"+ m_1 {ends}"), "utf-8")
    assert torsor("check", file, "--strict").status == 1
