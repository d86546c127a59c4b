"""What is said of an author's text: data, documents, a verdict to quote, a dictionary."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from torsor.document import write
from torsor.errors import TextError
from torsor.formats.load import load
from torsor.referee.dictionary.conventions import Conventions
from torsor.referee.dictionary.coordinate_lines import write_coordinates
from torsor.referee.dictionary.dictionary_file import read_dictionary, write_dictionary
from torsor.referee.errata import as_json, document, summary
from torsor.referee.errata.words import verdict
from torsor.referee.paper_check import PaperCheck, check

SLIP = r"""
\begin{equation} h = m_2 l_1 a_2 \cos\theta_2 \end{equation}
\begin{align}
  M_{11} &= J_1 + J_2 + m_1 a_1^2 + m_2 (l_1^2 + a_2^2 + 2 l_1 a_2 \cos\theta_2), \\
  M_{12} &= J_2 + m_2 (a_2^2 + l_1 a_2 \cos\theta_2), \qquad \\
  M_{22} &= J_2 + m_2 a_2^2, \\
  \tau_1 &= M_{11}\ddot\theta_1 + M_{12}\ddot\theta_2 - 2 h \dot\theta_1 \dot\theta_2
    - h \dot\theta_2^2 + (m_1 a_1 + m_2 l_1) g \cos\theta_1
    + m_2 a_2 g \cos(\theta_1 + \theta_2), \\
  \tau_2 &= M_{12}\ddot\theta_1 + M_{22}\ddot\theta_2 + h \dot\theta_1^2
    + m_2 a_2 g \cos(\theta_1 + \theta_2).
\end{align}
\[ M_{21} = J_2 + \dots \]
"""
"""A planar arm in which one sine is a cosine; it shows in both torques."""

RIGHT = SLIP.replace(r"a_2 \cos\theta_2 \end", r"a_2 \sin\theta_2 \end")
FORMATS = ("text", "markdown", "html", "latex", "typst")


def checked(tmp_path: Path, text: str, *let: str) -> PaperCheck:
    file = tmp_path / "arm.tex"
    file.write_text(text, "utf-8")
    return check(file, "planar2r", let)


@pytest.fixture(scope="module")
def slip(tmp_path_factory: pytest.TempPathFactory) -> PaperCheck:
    return checked(tmp_path_factory.mktemp("slip"), SLIP)


@pytest.fixture(scope="module")
def fields(slip: PaperCheck) -> dict[str, Any]:
    return as_json(slip)


# data -------------------------------------------------------------------------------------------


def test_one_slip_that_shows_in_two_equations_is_one_finding_with_its_places(
    fields: dict[str, Any],
) -> None:
    (finding,) = fields["findings"]
    assert finding["kind"] == "symbol"
    assert finding["meaning"] == "another symbol"
    assert {place["target"] for place in finding["places"]} == {"tau[1]", "tau[2]"}
    for place in finding["places"]:
        assert set(place) == {"label", "target", "component", "line", "column"}
        assert place["line"]


def test_the_json_has_every_field_of_the_contract(fields: dict[str, Any]) -> None:
    contract = {"paper", "robot", "equations", "unchecked", "findings", "dictionary", "questions"}
    assert contract <= set(fields)
    for equation in fields["equations"]:
        assert {"label", "target", "printed", "derived", "differences"} <= set(equation)
        assert isinstance(equation["printed"], int)
        assert isinstance(equation["derived"], int)
        for difference in equation["differences"]:
            assert {"kind", "printed", "derived", "line", "column"} <= set(difference)


def test_printed_and_derived_are_in_the_authors_notation_and_signed(
    fields: dict[str, Any],
) -> None:
    (finding,) = fields["findings"]
    assert finding["printed"].replace("c_{2}", "s_{2}") == finding["derived"]
    assert "a_{2}" in finding["derived"]
    assert r"\dot{\theta}" in finding["derived"]
    assert finding["source"]


def test_what_was_not_read_has_its_place_in_the_file(fields: dict[str, Any]) -> None:
    (unread,) = fields["unchecked"]
    line = SLIP[: SLIP.index("M_{21}")].count("\n") + 1
    assert unread["place"]["line"] == line
    assert "ellipsis" in unread["reason"]


def test_the_dictionary_says_what_was_found_and_what_was_declared(tmp_path: Path) -> None:
    found = as_json(checked(tmp_path, RIGHT, "J_1 = Izz1"))["dictionary"]
    symbols = {entry["symbol"]: entry for entry in found["symbols"]}
    assert symbols["J1"]["declared"]
    assert not symbols["J2"]["declared"]
    assert symbols["a2"]["meaning"] == "rx2"
    assert symbols["a2"]["latex"] == "a_{2}"
    assert symbols["a2"]["terms"] > 3
    assert found["coordinates"] == {"theta1": "q1", "theta2": "q2"}


# words ------------------------------------------------------------------------------------------


def test_the_verdict_can_be_quoted(slip: PaperCheck, tmp_path: Path) -> None:
    assert summary(slip) == (
        "Of 5 equations about the dynamics, 3 are right under this dictionary and 2 differ by "
        "1 slip; 1 could not be judged."
    )
    told = summary(checked(tmp_path, RIGHT.partition(r"\[")[0]))
    assert told == "All 5 equations about the dynamics are right under this dictionary."


def test_right_is_said_without_a_condition_only_where_everything_was_declared(
    tmp_path: Path,
) -> None:
    lines = ("J_1 = Izz1", "J_2 = Izz2", "m_1 = m1", "m_2 = m2", "a_1 = rx1", "a_2 = rx2")
    found = checked(tmp_path, RIGHT, *lines, "l_1 = l1", "g = g")
    assert {e["verdict"] for e in as_json(found)["equations"]} == {"right"}
    assert "dictionary" not in summary(found)


def test_an_equation_that_rests_on_a_question_is_not_right(tmp_path: Path) -> None:
    text = RIGHT.replace("J_2 + m_2 a_2^2, ", "J_3 + m_2 a_2^2, ")
    found = checked(tmp_path, text.partition(r"\[")[0])
    assert found.dictionary is not None
    assert found.dictionary.questions
    assert not found.right
    asked = [e for e in found.equations if e.asked]
    assert asked
    assert all("right under" not in verdict(e, True) for e in asked)
    assert "--let" in write(document([found]), "text")


# documents --------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_tells_the_verdict_the_finding_and_the_dictionary(
    slip: PaperCheck, format: str
) -> None:
    text = " ".join(write(document([slip], format), format).split())
    for said in ("3 are right under this dictionary", "another symbol", "Izz2", "rx2"):
        assert said in text, said
    assert text.index("another symbol") > 0
    first = text.index("3 are right under this dictionary") < text.index("another symbol")
    assert first == (format != "text")


def test_a_page_has_contents_that_lead_to_what_is_there(slip: PaperCheck) -> None:
    page = write(document([slip], "html"), "html")
    targets = [part.partition('"')[0] for part in page.split('href="#')[1:]]
    assert len(targets) >= 8
    for target in targets:
        assert f'id="{target}"' in page


def test_the_factor_that_differs_is_underlined_on_a_page(slip: PaperCheck) -> None:
    assert r"\underline{c_{2}}" in write(document([slip], "latex"), "latex")
    assert r"\underline{s_{2}}" in write(document([slip], "markdown"), "markdown")
    assert 'class="slip"' in write(document([slip], "html"), "html")
    assert "c₂ for s₂" in write(document([slip]), "text")


def test_a_lost_dot_is_told_in_words_too(tmp_path: Path) -> None:
    text = RIGHT.replace(r"M_{22}\ddot\theta_2", r"M_{22}\dot\theta_2")
    assert text != RIGHT
    told = " ".join(write(document([checked(tmp_path, text)]), "text").split())
    assert "one dot printed, two dots derived" in told


def test_a_notebook_shows_the_verdict_and_the_finding(slip: PaperCheck) -> None:
    assert "2 differ by 1 slip" in slip._repr_html_()
    assert "another symbol" in slip._repr_html_()
    assert r"\underline{c_{2}}" in slip._repr_latex_()


# the dictionary as a file -----------------------------------------------------------------------


def test_a_written_dictionary_reads_back_to_the_same_verdicts(tmp_path: Path) -> None:
    before = checked(tmp_path, SLIP)
    assert before.dictionary is not None
    lines = write_coordinates(before.model.robot, load("planar2r"), before.dictionary.coordinates)
    file = tmp_path / "arm.toml"
    file.write_text(write_dictionary(before.dictionary, "planar2r", lines), "utf-8")
    after = check(tmp_path / "arm.tex", None, (), file)
    assert [verdict(e) for e in after.equations] == [verdict(e) for e in before.equations]
    assert after.dictionary is not None
    assert all(m.declared for m in after.dictionary.meanings)


def test_what_is_asked_is_not_answered_by_writing_it_down(tmp_path: Path) -> None:
    text = RIGHT.replace("J_2 + m_2 a_2^2, ", "k J_2 + m_2 a_2^2, ").partition(r"\[")[0]
    found = checked(tmp_path, text).dictionary
    assert found is not None
    file = tmp_path / "arm.toml"
    file.write_text(write_dictionary(found, "planar2r"), "utf-8")
    _, lines = read_dictionary(file)
    asked = {name for question in found.questions for name in question.symbols}
    assert asked
    assert not asked & {line.partition(" =")[0] for line in lines}


@pytest.mark.parametrize(
    ("conventions", "line"),
    [
        (Conventions(turned=((1, -1),)), "theta1 - 90deg"),
        (Conventions(reversed=(1,)), "-theta1"),
        (Conventions(turned=((1, 2),), reversed=(1,)), "-theta1 + 180deg"),
        (Conventions(), "theta1"),
    ],
)
def test_a_turned_angle_is_a_line_that_says_so(conventions: Conventions, line: str) -> None:
    robot = load("planar2r")
    names = (("theta1", "q1"), ("theta2", "q2"))
    assert write_coordinates(conventions.apply(robot), robot, names)["q1"] == line


def test_absolute_angles_are_lines_too() -> None:
    robot = load("planar2r")
    author = Conventions(absolute=(2,)).apply(robot)
    lines = write_coordinates(author, robot, (("theta1", "q1"), ("theta2", "q2")))
    assert lines == {"q1": "theta1", "q2": "theta2 - theta1"}


def test_a_text_without_a_robot_says_what_to_type(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("$$x = 1$$", "utf-8")
    with pytest.raises(TextError, match=r"notes\.md --robot ROBOT"):
        check(file)
