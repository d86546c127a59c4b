"""An author's own notation works in every command, from whatever folder it is called."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Command

HAND = """
[symbol]
"q<i>" = { base = "θ", sub = "<i>" }
"slide<i>" = { base = "d", sub = "<i>" }
"m<i>" = { base = "μ", sup = "(<i>)" }
"tau<i>" = { base = "Γ", sub = "<i>" }
"""
ARM = """
name = "arm"
notation = "hands/mine.toml"
ets = "Rz(q1) tx(l1) tz(q2)"
payload = "none"
hypotheses = ["point_masses", "ry1 = 0", "rx2 = 0", "ry2 = 0"]
"""
MANUSCRIPT = r"""
\begin{equation}
\Gamma_2 = \mu^{(2)} \ddot{d}_2 + \mu^{(2)} g
\end{equation}
"""


@pytest.fixture
def papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a robot that names its notation; the work is done in another folder."""
    folder = tmp_path / "papers"
    (folder / "hands").mkdir(parents=True)
    (folder / "hands" / "mine.toml").write_text(HAND, "utf-8")
    (folder / "arm.toml").write_text(ARM, "utf-8")
    (folder / "manuscript.tex").write_text(MANUSCRIPT, "utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    return folder


def test_a_robot_file_names_a_notation_beside_it(torsor: Command, papers: Path) -> None:
    robot = papers / "arm.toml"
    for command in (
        ("derive", robot),
        ("derive", "Rz(q1) tx(l1) tz(q2)", "--notation", papers / "hands" / "mine.toml"),
        ("why", robot, "tau2", "m2"),
    ):
        answer = torsor(*command)
        assert answer.status == 0, answer.err
        assert "μ(²)" in answer.out


def test_latex_in_an_own_notation_is_checked_with_nothing_else_at_hand(
    torsor: Command, papers: Path
) -> None:
    assert torsor("derive", papers / "arm.toml", "--format", "latex", "-o", "arm.tex").status == 0
    written = Path("arm.tex").read_text("utf-8")
    assert r"\ddot{d}_{2}" in written
    assert str(papers) not in written
    for path in papers.rglob("*.toml"):
        path.unlink()
    answer = torsor("check", "arm.tex", "--strict")
    assert answer.status == 0, answer.err
    assert "2 of 2 equations are right as printed" in answer.out


def test_a_paper_file_names_robot_and_notation_beside_itself(
    torsor: Command, papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = torsor(
        "check", "--init", str(papers / "arm.toml"), str(papers / "manuscript.tex"),
        "--notation", "../papers/hands/mine.toml", "-o", str(papers / "paper.toml"),
    )  # fmt: skip
    assert answer.status == 0, answer.err
    written = (papers / "paper.toml").read_text("utf-8")
    assert 'robot = "arm.toml"' in written
    assert 'notation = "hands/mine.toml"' in written
    assert 'target = "tau[2]"' in written
    for place in (papers.parent, papers, papers / "hands"):
        monkeypatch.chdir(place)
        answer = torsor("check", str(papers / "paper.toml"), "--strict")
        assert answer.status == 0, answer.err


def test_without_an_output_file_the_paths_are_as_they_were_given(
    torsor: Command, papers: Path
) -> None:
    robot, hand = "../papers/arm.toml", "../papers/hands/mine.toml"
    answer = torsor("check", "--init", robot, str(papers / "manuscript.tex"), "--notation", hand)
    assert answer.status == 0
    assert f'robot = "{robot}"\nnotation = "{hand}"' in answer.out


def test_a_paper_that_names_no_notation_is_in_the_robots_own(torsor: Command, papers: Path) -> None:
    lines = ['robot = "arm.toml"', "[[equation]]", 'label = "(1)"', 'target = "tau[2]"']
    latex = r"latex = '''\Gamma_2 = \mu^{(2)} \ddot d_2 + \mu^{(2)} g'''"
    (papers / "paper.toml").write_text("\n".join([*lines, latex]), "utf-8")
    assert torsor("check", str(papers / "paper.toml"), "--strict").status == 0


@pytest.mark.parametrize(
    "command",
    [
        ("show", "arm.toml"), ("diff", "arm.toml", "arm.toml"), ("ops", "arm.toml"),
        ("draw", "arm.toml", "-o", "arm.svg"), ("code", "arm.toml", "--target", "c", "-o", "arm"),
        ("report", "arm.toml", "-o", "arm.html"),
        ("eval", "arm.toml", "--what", "g", "--set", "m1=1", "--set", "m2=1", "--set", "g=9.81",
         "--set", "l1=1", "--set", "rx1=1", "--set", "rz1=0", "--set", "rz2=0", "--set", "q1=0",
         "--set", "q2=0"),
        ("derive", "arm.toml", "--form", "steps", "--relations"),
        ("derive", "arm.toml", "--form", "energies", "--format", "html"),
        ("derive", "arm.toml", "--form", "base", "--format", "typst"),
    ],
)  # fmt: skip
def test_every_command_takes_a_robot_that_names_its_notation(
    torsor: Command, papers: Path, command: tuple[str, ...]
) -> None:
    asked = [str(papers / word) if word == "arm.toml" else word for word in command]
    answer = torsor(*asked)
    assert answer.status == 0, answer.err


def test_drawings_and_reports_are_in_the_robots_own_notation(torsor: Command, papers: Path) -> None:
    robot = str(papers / "arm.toml")
    assert torsor("draw", robot, "-o", "arm.svg").status == 0
    assert "θ" in Path("arm.svg").read_text("utf-8")
    assert torsor("report", robot, "-o", "arm.tex").status == 0
    assert r"\ddot{d}_{2}" in Path("arm.tex").read_text("utf-8")


def test_an_exported_robot_names_the_notation_from_where_it_lies(
    torsor: Command, papers: Path
) -> None:
    assert torsor("export", str(papers / "arm.toml"), "-o", "copy.toml").status == 0
    assert 'notation = "../papers/hands/mine.toml"' in Path("copy.toml").read_text("utf-8")
    assert torsor("derive", "copy.toml").status == 0


def test_a_notation_that_is_not_there_is_named(torsor: Command, papers: Path) -> None:
    (papers / "hands" / "mine.toml").unlink()
    assert "mine.toml cannot be read" in torsor("derive", papers / "arm.toml").complaint
