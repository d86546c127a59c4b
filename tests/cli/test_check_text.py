"""``torsor check TEXT --robot ROBOT``: what it prints, its exit status, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Command

ROOT = Path(__file__).parents[2]
ARM = ROOT / "examples" / "manuscript" / "planar_arm.tex"


def test_a_terminal_tells_the_verdict_last(torsor: Command) -> None:
    lines = torsor("check", ARM, "--robot", "planar2r").out.splitlines()
    said = "Of 5 equations about the dynamics, 4 are right under this dictionary"
    assert lines[-1] == f"{said} and 1 differs by 1 slip."
    assert "  1. another index  in short  θ̇₁² for θ̇₂²" in lines


def test_strict_counts_a_difference_something_unread_and_an_open_question(
    torsor: Command, tmp_path: Path
) -> None:
    text = ARM.read_text("utf-8")
    wrong = r"- h\,\qd{1}^2 \notag"
    assert wrong in text
    right = text.replace(wrong, r"- h\,\qd{2}^2 \notag")
    unread = right.replace(r"\end{document}", r"\[ M_{21} = J_2 + \dots \]\end{document}")
    asked = right.replace("J_2 + m_2 a_2^2", "k J_2 + m_2 a_2^2")
    for number, (said, status) in enumerate(((text, 1), (right, 0), (unread, 1), (asked, 1))):
        file = tmp_path / f"{number}.tex"
        file.write_text(said, "utf-8")
        assert torsor("check", file, "--robot", "planar2r", "--strict").status == status, number
        assert torsor("check", file, "--robot", "planar2r").status == 0


def test_the_markdown_example_has_one_finding_that_shows_in_two_equations(
    torsor: Command,
) -> None:
    (paper,) = torsor("check", ARM.with_suffix(".md"), "--robot", "planar2r", "--json").data[
        "papers"
    ]
    (finding,) = paper["findings"]
    assert [place["target"] for place in finding["places"]] == ["g[2]", "tau[2]"]


def test_a_written_dictionary_names_the_robot_beside_it_and_reads_back(
    torsor: Command, tmp_path: Path
) -> None:
    (tmp_path / "notes").mkdir()
    robot = tmp_path / "arm.toml"
    library = ROOT / "src" / "torsor" / "library" / "robots" / "planar2r.toml"
    robot.write_bytes(library.read_bytes())
    file = tmp_path / "notes" / "words.toml"
    first = torsor("check", ARM, "--robot", robot, "--write-dictionary", file, "--json")
    assert 'robot = "../arm.toml"' in file.read_text("utf-8")
    again = torsor("check", ARM, "--dictionary", file, "--json").data
    before = [e["differences"] for e in json.loads(first.out)["papers"][0]["equations"]]
    assert [e["differences"] for e in again["papers"][0]["equations"]] == before
    assert again["papers"][0]["equations"][0]["verdict"] == "right"


def test_a_structure_stands_for_a_robot(torsor: Command) -> None:
    found = torsor("check", ARM, "--structure", "RR", "--axes", "zz", "--json").data["papers"][0]
    assert [e["verdict"] for e in found["equations"]][:3] == ["right under this dictionary"] * 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((ARM,), "planar_arm.tex --robot ROBOT"),
        ((ARM.with_suffix(".md"),), "planar_arm.md --robot ROBOT"),
        (("trtrr", "--robot", "planar2r"), "trtrr is a paper of the library"),
        (("--all", "--robot", "planar2r"), "--all is for the library's papers"),
        (("--structure", "RR"), "torsor check TEXT --robot ROBOT"),
        ((ARM, "--structure", "RR", "--robot", "planar2r"), "not both"),
        ((ARM, "--axes", "zz"), "--axes is for --structure"),
        ((ARM, "--let", "J_1 = Izz1"), "expected a robot"),
        (("nowhere.tex", "--robot", "planar2r"), "nowhere.tex cannot be read"),
        (("nowhere.md",), "nowhere.md cannot be read"),
        (("trtrr", "--write-dictionary", "x.toml"), "--write-dictionary is for a text"),
        ((ARM, "--robot", "planar2q"), "did you mean 'planar2r'"),
        ((ARM, "--robot", "planar2r", "--let", "J_1 = Izz7"), "'Izz7' is no symbol of Planar 2R"),
        ((ARM, "--robot", "planar2r", "--let", "J_1"), "expected a symbol = what it is"),
    ],
)
def test_what_does_not_go_together_is_refused_with_what_to_type(
    torsor: Command, arguments: tuple[object, ...], said: str
) -> None:
    assert said in torsor("check", *arguments).complaint


def test_the_shell_completes_the_robot() -> None:
    from typer.main import get_command

    from torsor.cli.main import app

    command = get_command(app).commands["check"]  # type: ignore[attr-defined]
    (option,) = (p for p in command.params if p.name == "robot")
    assert option._custom_shell_complete is not None
