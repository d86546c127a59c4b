"""Texts that are broken, endless or hostile: one clear sentence each, and the rest is judged."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from random import Random

import pytest

import torsor
from torsor.errors import TorsorError
from torsor.referee.manuscript_check import check_manuscript, check_text
from torsor.referee.paper_check import PaperCheck
from torsor.robot.robot import Robot

SECONDS = 20.0
GOOD = (
    r"\tau_2 = (I_2 + m_2 l_{c2}^2)(\ddot q_1 + \ddot q_2) + m_2 l_1 l_{c2} (\cos q_2 \ddot q_1"
    r" + \sin q_2 \dot q_1^2) + m_2 g l_{c2} \cos(q_1 + q_2)"
)


def display(latex: str) -> str:
    """An equation set apart."""
    return f"\\begin{{equation}}\n{latex}\n\\end{{equation}}\n"


@cache
def arm() -> Robot:
    """The robot of the good equation."""
    return torsor.load("planar2r")


def checked(text: str, suffix: str = ".tex") -> PaperCheck:
    """The text as the referee sees it, in bounded time."""
    start = time.process_time()
    try:
        return check_text(text, suffix, arm())
    finally:
        assert time.process_time() - start < SECONDS


def junk(size: int) -> str:
    """Bytes at random, as characters."""
    return Random("junk").randbytes(size).decode("latin1")


UNREAD = {
    "a macro that calls itself": r"\newcommand{\a}{\a\a}" + display(r"\tau_1 = \a"),
    "macros that call each other": r"\def\a{\b\b}\def\b{\a\a}" + display(r"\tau_1 = \a"),
    "a brace never closed": display(r"\tau_1 = \frac{a}{b"),
    "a brace never opened": display(r"\tau_1 = a}}} + b"),
    "a bracket never closed": display(r"\tau_1 = ((((a + b"),
    "a display never closed": r"\begin{equation} \tau_1 = a",
    "deep brackets": display(r"\tau_1 = " + "(" * 5000 + "a" + ")" * 5000),
    "deep braces": display(r"\tau_1 = " + "{" * 5000 + "a" + "}" * 5000),
    "deep fractions": display(r"\tau_1 = " + r"\frac{1}{1+" * 2000 + "a" + "}" * 2000),
    "deep indices": display(r"\tau_1 = " + "a_{" * 2000 + "a" + "}" * 2000),
    "deep powers": display(r"\tau_1 = a" + "^{2" * 2000 + "}" * 2000),
    "a high power": display(r"\tau_1 = (a + b + q_1)^{999}"),
    "a tower of powers": display(r"\tau_1 = 9^{9^{9^{9}}}"),
    "a long number": display(r"\tau_1 = " + "9" * 20000 + "a"),
    "a long sum": display(r"\tau_1 = \sum_{i=1}^{1000000000} m_i a_i \ddot q_1"),
    "a product of sums": display(
        r"\tau_1 = " + "".join(f"(a_{{{k}}}+b_{{{k}}})" for k in range(60))
    ),
    "a control character": display("\\tau_1 = a \0 b"),
    "half a character": display("\\tau_1 = \ud800"),
}
"""Each says something that cannot be read."""


@pytest.mark.parametrize("case", UNREAD)
def test_what_cannot_be_read_is_listed_in_a_sentence_and_the_rest_is_judged(case: str) -> None:
    check = checked(display(GOOD) + UNREAD[case])
    assert [e.label for e in check.equations if e.right] == ["line 2"]
    assert check.unchecked
    for row in check.unchecked:
        assert row.reason
        assert len(row.reason) < 300
        assert "\n" not in row.reason


HARMLESS = {
    "a long text": "Some words on robots, with $x_1$ inline. " * 3000,
    "many dollars": "$" * 20000,
    "many marks of alignment": "\\begin{align}" + "&" * 5000 + "\\end{align}",
    "many equal signs": display("a" + "=a" * 3000),
    "many factors": r"\newcommand{\f}[2]{#1#2#2#2#2}" + display("x =" + r"\f{a}{b}" * 1000),
    "a long line": display("x = " + "a+" * 10000 + "a"),
    "a long name": display("x_{" + "a" * 50000 + "} = 1"),
    "a large table": display(
        "X = \\begin{pmatrix}" + (" & ".join(["a"] * 80) + "\\\\") * 80 + "\\end{pmatrix}"
    ),
    "junk": junk(20000),
    "many definitions": "".join(
        display(f"x_{{{k + 1}}} = x_{{{k}}} + a_{{{k}}}") for k in range(800)
    ),
    "growing definitions": "".join(
        display(f"x_{{{k + 1}}} = x_{{{k}}} x_{{{k}}} + a_{{{k}}}") for k in range(60)
    ),
    "definitions in a circle": display("h = k + 1") + display("k = h + 1"),
}


@pytest.mark.parametrize("case", HARMLESS)
def test_what_is_not_about_the_dynamics_does_not_stop_the_rest(case: str) -> None:
    check = checked(display(GOOD) + HARMLESS[case])
    assert "line 2" in [e.label for e in check.equations if e.right]


REFUSED = {
    ("nothing", ".tex"): "",
    ("blank lines", ".md"): " \n" * 1000,
    ("junk", ".tex"): junk(50000),
    ("junk", ".py"): junk(50000),
    ("junk", ".m"): junk(50000),
    ("junk", ".c"): junk(50000),
    ("deep code", ".py"): "tau1 = " + "(" * 5000 + "a" + ")" * 5000,
    ("many signs", ".py"): "tau1 = " + "-" * 20000 + "a",
    ("many members", ".py"): "tau1 = a" + ".b" * 5000,
    ("many indices", ".c"): "tau[0] = a" + "[0]" * 5000 + ";",
    ("a long loop", ".m"): "for k=1:1000000000\n tau(1) = tau(1) + a;\nend\n",
    ("an endless loop", ".py"): "while True:\n    tau1 = a\n",
    ("a tower of powers", ".py"): "tau1 = 9**9**9**9\n",
    ("more equations than are read", ".tex"): display("a = b") * 21000,
}


@pytest.mark.parametrize(("case", "suffix"), REFUSED)
def test_a_text_without_anything_to_judge_is_refused_in_a_sentence(case: str, suffix: str) -> None:
    with pytest.raises(TorsorError) as refusal:
        checked(REFUSED[case, suffix], suffix)
    assert len(str(refusal.value)) < 400
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_are_read(end: str) -> None:
    assert checked(display(GOOD).replace("\n", end)).equations[0].right


def test_equations_printed_many_times_are_judged_in_bounded_time() -> None:
    check = checked(display(GOOD) * 1000)
    assert len(check.equations) == 1000
    assert all(e.right for e in check.equations)


def test_code_is_never_executed(tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    code = f"__import__('pathlib').Path({str(mark)!r}).touch()\ntau1 = open('/etc/passwd').read()\n"
    with pytest.raises(TorsorError):
        checked(code, ".py")
    assert not mark.exists()


def test_a_text_that_takes_in_itself_is_read_once(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(r"\input{paper}" + "\n" + display(GOOD))
    try:
        check = check_manuscript(str(paper), arm())
    except TorsorError as error:
        assert len(str(error)) < 400
    else:
        assert any(e.right for e in check.equations)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_other_encodings_are_read_or_refused_in_a_sentence(tmp_path: Path, encoding: str) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_bytes(display(GOOD).encode(encoding))
    try:
        check = check_manuscript(str(paper), arm())
    except TorsorError as error:
        assert len(str(error)) < 400
    else:
        assert check.equations[0].right
