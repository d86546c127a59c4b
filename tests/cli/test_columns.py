"""Figures stand in columns, and rounding is no figure."""

import pytest

from torsor.cli.columns import align_columns, figure


@pytest.mark.parametrize(
    ("value", "digits", "largest", "text"),
    [
        (2.4e-17, 5, 0.06, "0"), (-1e-12, 5, 1.0, "0"), (2.4e-17, 5, 0.0, "2.4e-17"),
        (1234.5, 3, 0.0, "1234"), (0.015182, 5, 57.0, "0.015182"), (0.0, 4, 0.0, "0"),
        (-3.14159265, 5, 3.0, "-3.1416"), (1.5e12, 4, 0.0, "1.5e+12"),
    ],
)  # fmt: skip
def test_a_number_has_its_digits_and_rounding_has_none(value, digits, largest, text):
    assert figure(value, digits, largest) == text


def test_points_stand_below_points_and_units_beside():
    rows = [["k", "peak", "", "what"], ["1", "18.3", "N m", "a"], ["12", "-0.25", "N", "long one"],
            ["3", "7", "N m", ""]]  # fmt: skip
    lines = align_columns(rows, ">.u<")
    assert lines == [
        " k   peak      what",
        " 1  18.3  N m  a",
        "12  -0.25 N    long one",
        " 3   7    N m",
    ]


@pytest.mark.parametrize(
    "scenario", ["puma560 puma_cycle", "rttrr rttrr_cutting", "rttrr rttrr_springs"]
)
def test_a_simulations_table_has_its_columns_under_its_heads(torsor, scenario):
    from tests.motion.numbers import SCENARIOS

    robot, name = scenario.split()
    answer = torsor("simulate", robot, SCENARIOS / f"{name}.toml")
    head, *rows = answer.out.splitlines()[1:7]
    for title in ("peak power", "end", "RMS"):
        at = head.index(title)
        assert all(row[at : at + len(title)].strip(" .0123456789e-") == "" for row in rows)
    assert "e-1" not in "".join(rows), "no rounding is shown as a figure"
