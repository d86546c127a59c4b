"""``torsor values``: a template that, filled in, is all that every other command asks for."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from tests.cli.conftest import Command

import torsor as package
from torsor.program.needed_values import needed_values, value_table, write_value_template
from torsor.robot.symbols import motion, parameters

ROBOTS = ("rttrr", "trtrr", "3r", "scara", "rv1a-paper", "rv1a", "puma560", "stanford", "cartesian")


@pytest.mark.parametrize("name", ROBOTS)
def test_the_table_has_what_the_equations_have_and_nothing_idle(name: str) -> None:
    robot = package.load(name)
    model = package.derive(robot)
    occurring = {n for force in model.tau for n in force.symbols()} - set(motion(robot))
    needed = {n.symbol for n in needed_values(robot) if not n.group.startswith("Without")}
    geometry = {n.symbol for n in needed_values(robot) if n.group == "Geometry"}
    load = {n.symbol for n in needed_values(robot) if n.group == "Load"}
    assert needed - geometry - load == occurring - geometry - load
    assert {n.symbol for n in needed_values(robot)} == set(parameters(robot))


@pytest.mark.parametrize("name", ROBOTS)
def test_the_template_filled_in_runs(torsor: Command, name: str, tmp_path: Path) -> None:
    """Every entry that is empty gets a number, and torsor eval asks for nothing more."""
    file = tmp_path / "values.toml"
    assert torsor("values", name, "--state", "-o", file).status == 0
    filled = file.read_text().replace('= ""', "= 0.5")
    file.write_text(filled)
    what = "tau,M,g" if name == "rv1a-paper" else "tau,M,g,pose"
    answer = torsor("eval", name, "--values", file, "--what", what, "--json")
    assert set(answer.data) == set(what.split(","))


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_an_empty_entry_is_named(torsor: Command, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"values.{suffix}"
    assert torsor("values", "planar2r", "-o", file).status == 0
    answer = torsor("eval", "planar2r", "--values", file, "--what", "M")
    assert answer.complaint == f"{file}: l1 is empty; expected a number"


def test_numbers_that_come_with_the_robot_stand_in_it() -> None:
    table = value_table(package.load("ur5e"))
    assert table["a2"] == -0.425
    assert None not in table.values()
    read = tomllib.loads(write_value_template(package.load("ur5e")))
    assert {n: float(v) for n, v in read.items()} == table


def test_a_load_that_is_carried_is_asked_for() -> None:
    robot = package.load("planar2r").with_payload("body")
    assert value_table(robot)["mp"] is None
    assert "fx" not in value_table(package.load("planar2r"))
    assert value_table(package.load("planar2r"), state=True)["fx"] == 0
