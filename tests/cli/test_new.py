"""``torsor new``: a commented description to begin with."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torsor as package
from torsor.formats.structure import read_structure, structure_toml
from torsor.formats.toml.reader import read_toml


def test_a_structure_word_becomes_a_file_that_loads_and_derives(torsor, tmp_path: Path) -> None:
    path = tmp_path / "robot.toml"
    assert torsor("new", "rttrr", "--axes", "zzyzy", "-o", path).status == 0
    robot = package.load(path)
    assert (robot.name, robot.structure) == ("RTTRR", "RTTRR")
    axes = [next("xyz"[k] for k in range(3) if j.axis[k]) for j in robot.joints]
    assert "".join(axes) == "zzyzy"
    assert len(package.derive(robot).tau) == 5
    assert torsor("derive", path).status == 0


def test_it_is_printed_without_a_file_and_explains_every_field(torsor) -> None:
    out = torsor("new", "RPR").out
    assert read_toml(out).structure == "RTR"
    for key in (
        "kind",
        "axis",
        "offset",
        "rotation",
        "link",
        "mass",
        "com",
        "inertia",
        "[[values]]",
    ):
        assert any(key in line for line in out.splitlines() if "#" in line)


def test_the_commented_example_is_a_link_that_loads() -> None:
    text = structure_toml("RT", "zx")
    example = next(line for line in text.splitlines() if "link = { mass" in line).lstrip("# ")
    first = next(line for line in text.splitlines() if line.startswith("  { kind"))
    robot = read_toml(text.replace(first, "  " + example))
    assert robot.links[0].mass.constant is not None
    start = text.index("# [[values]]")
    tail = "\n".join(line.removeprefix("# ") for line in text[start:].splitlines())
    assert set(read_toml(text[:start] + tail).numbers) == {"l2", "m1"}


def test_a_file_is_not_written_over_unless_forced(torsor, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("precious")
    assert "exists; --force" in torsor("new", "RR", "-o", path).complaint
    assert path.read_text() == "precious"
    assert torsor("new", "RR", "-o", path, "--force").status == 0
    assert package.load(path).structure == "RR"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("new", "RXR"), "the structure word 'RXR' has the letter 'X'"),
        (("new", ""), "the structure word is empty"),
        (("new", "R" * 300), "300 letters; at most 200"),
        (("new", "RR", "--axes", "z"), "are 1 and the structure RR has 2 joints"),
        (("new", "RR", "--axes", "zw"), "the axes 'zw' are not understood"),
        (("new", "RR", "--axes", "z-"), "are not understood"),
        (("new", "RR", "-o", "/nowhere/robot.toml"), "cannot be written"),
    ],
)
def test_a_bad_word_gets_one_sentence(torsor, arguments, sentence: str) -> None:
    assert sentence in torsor(*arguments).complaint


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("RTPrtp"), st.sampled_from(["x", "-y", "z"])), min_size=1,
                max_size=6))  # fmt: skip
def test_every_word_gives_a_robot(joints: list[tuple[str, str]]) -> None:
    word, axes = "".join(k for k, _ in joints), "".join(a for _, a in joints)
    robot = read_toml(structure_toml(word, axes))
    assert robot.structure == word.upper().replace("P", "T")
    assert [a for _, a in read_structure(word, axes)] == [a for _, a in joints]
