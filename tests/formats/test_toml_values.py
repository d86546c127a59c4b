"""``[[values]]`` in a robot's file: numbers for symbols, each group with its source."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torsor
from torsor.errors import RobotError, TorsorError, UnknownNameError
from torsor.formats.spelling import decimal_text
from torsor.formats.toml.reader import read_toml, write_toml
from torsor.formats.toml.values import number_text

ROBOT = """
name = "arm"
group = "My own"
notes = ["a note"]
joint = [{ kind = "R", axis = "z" }, { kind = "R", axis = "z", offset = ["l1", 0, 0], rotation = "Rx(alpha)" }]
"""  # noqa: E501


def test_values_are_read_with_their_source_and_the_symbols_stay_symbols() -> None:
    robot = read_toml(ROBOT + '[[values]]\nsource = "a paper"\nl1 = 0.35\n[[values]]\nm2 = "1/3"\n')
    assert [(v.name, v.value.constant, v.source) for v in robot.values] == [
        ("l1", Fraction(7, 20), "a paper"),
        ("m2", Fraction(1, 3), ""),
    ]
    assert robot == read_toml(ROBOT)
    assert "l1" in torsor.derive(robot).tau[0].symbols()
    assert robot.numbers["l1"].constant == Fraction(7, 20)


def test_a_single_table_of_values_is_read_too() -> None:
    assert read_toml(ROBOT + "[values]\nl1 = 2\n").numbers["l1"].constant == 2


def test_an_angle_has_a_unit() -> None:
    robot = read_toml(ROBOT + '[[values]]\nalpha = "-30deg"\n')
    assert str(robot.numbers["alpha"]) == "-30deg"
    with pytest.raises(TorsorError, match=r"values 1, alpha: 0.5: expected an angle with its unit"):
        read_toml(ROBOT + "[[values]]\nalpha = 0.5\n")


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("[[values]]\nm9 = 1", UnknownNameError, "values 1: 'm9' is no symbol of 'arm'; did you"),
        ("[[values]]\nq1 = 1", UnknownNameError, "values 1: 'q1' is no symbol"),
        ("[[values]]\nm1 = 1\n[[values]]\nm1 = 2", RobotError, "values 2: m1 has a value already"),
        ('[[values]]\nm1 = "l1"', RobotError, "values 1, m1: 'l1' is not a number"),
        ("[[values]]\nm1 = true", RobotError, "values 1, m1"),
        ("[[values]]\nm1 = inf", TorsorError, "values 1, m1"),
        ("[[values]]\nm1 = [1]", RobotError, "values 1, m1"),
        ("[[values]]\nsource = 3", RobotError, "values 1, source"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(text: str, error: type, sentence: str) -> None:
    with pytest.raises(error, match="^" + sentence.replace("(", r"\(")):
        read_toml(ROBOT + text + "\n")


@pytest.mark.parametrize("values", ["values = 3", "values = [1]"])
def test_values_that_are_no_tables_are_refused(values: str) -> None:
    with pytest.raises(RobotError, match="values"):
        read_toml(values + "\n" + ROBOT)


@pytest.mark.parametrize("name", torsor.library_names())
def test_values_group_and_notes_come_back_from_a_file(name: str) -> None:
    robot = torsor.load(name)
    back = read_toml(write_toml(robot))
    assert back == robot
    assert (back.values, back.group, back.notes) == (robot.values, robot.group, robot.notes)


@settings(max_examples=200)
@given(st.fractions(max_denominator=10**12))
def test_every_number_comes_back_exactly(value: Fraction) -> None:
    assert Fraction(number_text(value).strip('"')) == value
    if decimal_text(value):
        assert Fraction(decimal_text(value)) == value
