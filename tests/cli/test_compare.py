"""``torsor derive --compare``: loads, drives, couplings and files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import torsor as package

METHODS = ["newton-euler", "lagrange", "virtual-work"]


@pytest.mark.parametrize(
    "options",
    [
        ["--payload", "body"],
        ["--payload", "wrench-base"],
        ["--with", "friction,rotors", "--with", "springs"],
        ["--assume", "point_masses"],
        ["--no-hypotheses"],
    ],
)
def test_the_methods_are_compared_on_the_robot_that_the_options_ask_for(
    options: list[str], torsor
) -> None:
    rows = torsor("derive", "trtrr", "--compare", "--json", *options).data["methods"]
    assert [row["method"] for row in rows] == METHODS
    assert all(row["equal"] for row in rows)
    plain = torsor("derive", "trtrr", "--json").data["terms"]
    assert rows[0]["terms"] == torsor("derive", "trtrr", "--json", *options).data["terms"] != plain


def test_coupled_joints_are_compared(torsor, tmp_path: Path) -> None:
    file = tmp_path / "gripper.toml"
    file.write_text(
        'joint = [{ kind = "T", axis = "x" }, '
        '{ kind = "T", axis = "x", parent = 0, mimic = { joint = 1, ratio = -1 } }]'
    )
    rows = torsor("derive", file, "--compare", "--json").data["methods"]
    assert [(row["equal"], row["terms"]) for row in rows] == [(True, rows[0]["terms"])] * 3


def test_terms_are_those_of_the_model(torsor) -> None:
    rows = torsor("derive", "3r", "--compare", "--json").data["methods"]
    for row in rows:
        assert row["terms"] == package.derive("3r", method=row["method"]).terms


def test_a_comparison_can_be_written_to_a_file(torsor, tmp_path: Path) -> None:
    text, data = tmp_path / "c.txt", tmp_path / "c.json"
    assert torsor("derive", "scara", "--compare", "-o", text).out == ""
    assert text.read_text("utf-8").startswith("SCARA: the driving forces by 3 methods\n")
    assert torsor("derive", "scara", "--compare", "--json", "-o", data).out == ""
    assert len(json.loads(data.read_text("utf-8"))["methods"]) == 3
